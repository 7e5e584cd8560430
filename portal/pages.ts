// Every page of the portal, in the order of the menu, with who may open it. What a page can do is the server's to allow.
import type { ComponentType } from 'preact'
import type { Session } from './client/session.ts'

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
const holders = (who: Session) => who.kind === 'key'
const readers = (who: Session) => operators(who) || holders(who)
/** Records are personal: an operator who may only look sees none. */
const seers = (who: Session) => changers(who) || holders(who)
/** Operators see as any key; a key has the pages of what it may call. */
const callers = (who: Session, operation: string) =>
  changers(who) || (who.kind === 'key' && who.key.operations.includes(operation))

/** Opened by an assistant that asks to be signed in, whoever is signed in here. */
export const consent: PortalPage = {
  path: 'consent',
  title: 'Sign in an assistant',
  open: () => true,
  load: async () => (await import('./consent.tsx')).Consent,
}

export const pages: readonly PortalPage[] = [
  {
    path: 'today',
    title: 'Today',
    open: operators,
    load: async () => (await import('./pages/today.tsx')).Today,
  },
  {
    path: 'overview',
    title: 'Overview',
    open: holders,
    load: async () => (await import('./pages/overview.tsx')).Overview,
  },
  {
    path: 'matches',
    title: 'Worker matches',
    open: who => who.kind === 'operator' || who.key.operations.includes('POST /workers'),
    load: async () => (await import('./pages/matches/matches.tsx')).Matches,
    waits: ['matches_waiting'],
  },
  {
    path: 'loads',
    title: 'Loads',
    open: operators,
    load: async () => (await import('./pages/loads/loads.tsx')).Loads,
    waits: ['job_late', 'load_failed', 'load_interrupted', 'lines_rejected'],
  },
  {
    path: 'webhooks',
    title: 'Webhooks',
    open: readers,
    load: async () => (await import('./pages/webhooks/webhooks.tsx')).Webhooks,
    waits: ['endpoint_disabled', 'endpoint_failing', 'deliveries_given_up'],
  },
  {
    path: 'keys',
    title: 'Keys',
    open: operators,
    load: async () => (await import('./pages/keys/keys.tsx')).Keys,
    waits: ['key_near_limit', 'key_expiring', 'key_refused'],
  },
  {
    path: 'requests',
    title: 'Requests',
    open: readers,
    load: async () => (await import('./pages/requests/requests.tsx')).Requests,
  },
  {
    path: 'events',
    title: 'Events',
    open: holders,
    load: async () => (await import('./pages/webhooks/events.tsx')).Events,
  },
  {
    path: 'records',
    title: 'Records',
    open: seers,
    load: async () => (await import('./pages/records/records.tsx')).Records,
  },
  {
    path: 'recruitment',
    title: 'Recruitment',
    open: who => callers(who, 'GET /requisitions/recruitment-metrics'),
    load: async () => (await import('./pages/figures/recruitment.tsx')).Recruitment,
  },
  {
    path: 'hours-and-money',
    title: 'Hours and money',
    open: who =>
      callers(who, 'GET /timesheets/totals') && (who.kind === 'operator' || who.key.kind === 'company'),
    load: async () => (await import('./pages/figures/hours-and-money.tsx')).HoursAndMoney,
  },
  {
    path: 'clearances',
    title: 'Clearances',
    open: who => callers(who, 'GET /clearances'),
    load: async () => (await import('./pages/clearances/clearances.tsx')).Clearances,
  },
  {
    path: 'billing-checks',
    title: 'Billing checks',
    open: who => callers(who, 'GET /billing-checks'),
    load: async () => (await import('./pages/billing-checks/billing-checks.tsx')).BillingChecks,
  },
  {
    path: 'people',
    title: 'People',
    open: changers,
    load: async () => (await import('./pages/people/people.tsx')).People,
  },
  {
    path: 'access',
    title: 'Access',
    open: changers,
    load: async () => (await import('./pages/access.tsx')).Access,
  },
]
