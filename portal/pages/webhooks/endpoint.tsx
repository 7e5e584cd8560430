// A webhook endpoint as the server tells of it, and the events there are.

import { Status } from '../../components/layout.tsx'
import { Time } from '../../components/text.tsx'
import { session } from '../../session.ts'

export type Endpoint = {
  id: string
  kind: 'company' | 'agency'
  owners: string[]
  ownerNames?: string[]
  url: string
  types: string[]
  projects: string[]
  description: string | null
  state: 'active' | 'disabled'
  disabledBecause: string | null
  pausedUntil: string | null
  failingSince: string | null
  lastSuccessAt: string | null
  createdAt: string
  oldSecretUntil: string | null
  deliveries: Record<'waiting' | 'delivered' | 'exhausted' | 'withheld', number>
}

/** Where whoever is signed in finds its endpoints. */
export const webhookBase = () => (session.value?.kind === 'key' ? '/own' : '/operator')

export const ownersWords = ({ ownerNames, owners }: Endpoint) => (ownerNames ?? owners).join(', ')

/** How an endpoint stands: a shape, a word, and since when. */
export function EndpointState({ of }: { of: Endpoint }) {
  if (of.state === 'disabled') return <Status is="alert">disabled</Status>
  if (of.failingSince)
    return (
      <Status is="alert">
        failing since <Time at={of.failingSince} />
      </Status>
    )
  return <Status is="ok">active</Status>
}

export type EventType = {
  name: string
  summary: string
  fetch: string
  scope: string
  hears?: Endpoint['kind'][]
  heard?: boolean
  why?: string
}
