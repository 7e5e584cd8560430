// Who is calling: an authenticated key, with what it was given. Made by access and store, read by all.

export type CallerKind = 'company' | 'agency'
export const callerKinds: readonly CallerKind[] = ['company', 'agency']

export type Scope = `read:${string}` | `write:${string}`

type NamedOwner = { id: string; name: string }

export type KnownCompany = NamedOwner & { nanoid: string; prefix: string; features: readonly string[] }

/** An agency's active tie to a company, or to one of its projects. */
export type Link = {
  agency: string
  company: string
  /** The projects it reaches; undefined where it reaches all of the company's. */
  projects?: readonly string[]
}

/** What decides the rows that somebody may see. */
export type Principal = {
  kind: CallerKind
  /** Of a company key: its companies. Of an agency key: the companies its agencies are linked to. */
  companies: readonly { id: string }[]
  /** Of an agency key: its agencies. Of a company key: none. */
  agencies: readonly { id: string }[]
  links: readonly Link[]
  /** What it may read; `all` where no key limits that, as of an endpoint that an operator made. */
  scopes: ReadonlySet<string> | 'all'
}

/** Of a record type whose records hold keys: what callers know of them besides id and name. */
export type KeyOwner = {
  kind: CallerKind
  prefix?: string
  /** The flag that unlocks each feature. */
  features?: Readonly<Record<string, string>>
}

export interface Caller extends Principal {
  keyId: string
  name: string
  description?: string
  scopes: ReadonlySet<string>
  companies: readonly KnownCompany[]
  agencies: readonly NamedOwner[]
  /** Of a company key: the agencies linked to its companies. */
  linkedAgencies: readonly string[]
  /** Changes whenever anything an owner of this key can see has changed. */
  version: string
  /** Equal for keys that are shown the same, and different for all others. */
  sees: string
  allowedIps: readonly string[]
  expiresAt?: string
  lastUsedAt?: string
  createdAt: string
  usage: Usage
}

export type Usage = {
  perMinute: number
  perDay: number
  minuteLeft: number
  /** Seconds until the oldest request of the minute no longer counts; 0 when there is none. */
  minuteFreesIn: number
  usedToday: number
  /** When the request came in, by the database's clock. */
  at: string
  resetsAt: string
}

/** What is logged of a call by a known key: no addresses, no query strings, nothing of the answer. */
export type Trace = {
  keyId: string
  /** By the database's clock. */
  at: string
  /** Method and path as declared; empty where the call was refused before it was looked at. */
  operation: string
  /** The status of an answer, the code of a problem. */
  outcome: string
  read?: { kind: string; id: string }
}
