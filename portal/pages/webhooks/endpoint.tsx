// A webhook endpoint as the server tells of it, and the events there are.

import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { session } from '../../client/session.ts'
import { Status } from '../../components/layout.tsx'
import { Time } from '../../components/text.tsx'

export type Endpoint = OperatorAnswer<'GET /operator/webhooks/{id}'>

/** Where whoever is signed in finds its endpoints. */
export const webhookBase = () => (session.value?.kind === 'key' ? '/own' : '/operator')

export const ownersWords = ({ ownerNames, owners }: Endpoint) => (ownerNames ?? owners).join(', ')

export const stateWords = ({ state, failingSince }: Endpoint) =>
  state === 'active' && failingSince ? `failing since ${failingSince}` : state

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

export type EventType = OperatorAnswer<'GET /operator/event-types'>[number]
