// Every page of the portal, in the order of the menu, with who may open it. What a page can do is the server's to allow.
import type { ComponentType } from 'preact'
import type { Session } from './session.ts'

export type PortalPage = {
  path: string
  title: string
  open(who: Session): boolean
  load(): Promise<ComponentType>
  /** The kinds of attention whose count is shown beside the title. */
  waits?: readonly string[]
}

const changers = (who: Session) =>
  who.kind === 'operator' && (who.role === 'owner' || who.role === 'operator')
const operators = (who: Session) => who.kind === 'operator' && who.role !== 'matches'

export const pages: readonly PortalPage[] = [
  {
    path: 'keys',
    title: 'Keys',
    open: operators,
    load: async () => (await import('./pages/keys.tsx')).Keys,
    waits: ['key_near_limit', 'key_expiring', 'key_refused'],
  },
  {
    path: 'access',
    title: 'Access',
    open: changers,
    load: async () => (await import('./pages/access.tsx')).Access,
  },
]
