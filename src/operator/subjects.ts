// What the audit keeps of each thing that operators change: the same whether the interface, the portal or a command
// changed it. Neither secrets nor personal data.
import { type Database, type Statements, within } from '../store/database/database.ts'
import { type AuditEntry, writeAudit } from '../store/keys/audit.ts'
import { keys } from '../store/keys/keys.ts'
import { sessions } from '../store/keys/sessions.ts'
import { tokens } from '../store/keys/tokens.ts'
import { attemptContent } from '../store/people/match-attempts.ts'
import { endpoints } from '../store/webhooks/endpoints.ts'
import type { Subject } from './operation.ts'

export const keySubject: Subject = {
  kind: 'key',
  idIn: ({ key }: { key: { id: string } }) => key.id,
  atOnce: true,
  async state(id, database) {
    const key = await keys.find(database, id)
    if (!key) return undefined
    const { id: _, usedToday, lastUsedAt, createdAt, ...kept } = key
    return kept
  },
}

export const endpointSubject: Subject = {
  kind: 'webhook',
  idIn: ({ endpoint }: { endpoint: { id: string } }) => endpoint.id,
  async state(id, database) {
    const endpoint = await endpoints.find(database, id)
    if (!endpoint) return undefined
    const { kind, owners, url, types, projects, description, state, disabledBecause, oldSecretUntil } =
      endpoint
    // Some receivers have a secret in the query of their address.
    const address = url.replace(/[?#].*$/, '').replace(/\/\/[^/@]*@/, '//')
    return {
      kind,
      owners,
      url: address,
      types,
      projects,
      description,
      state,
      disabledBecause,
      oldSecretUntil,
    }
  },
}

export const deliverySubject: Subject = {
  kind: 'delivery',
  outcome: ({ state }: { state: string }) => ({ state }),
}

export const matchSubject: Subject = {
  kind: 'match',
  async state(id, database) {
    const attempt = await attemptContent(database, id)
    if (!attempt) return undefined
    const { state, agency, pair } = attempt
    return { state, ...(pair ? { workers: [pair.one, pair.other] } : { agency }) }
  },
}

export const scanSubject: Subject = { kind: 'scan', idIn: () => '' }

/** Only the id: anything more would outlive the erasure. */
export const personSubject: Subject = { kind: 'person' }

export const scrubSubject: Subject = { kind: 'scrub', idIn: () => '' }

export const loadSubject: Subject = {
  kind: 'load',
  idIn: ({ id }: { id: string }) => id,
  outcome: ({ lines, counts, rejected, warned }: Record<string, unknown>) => ({
    lines,
    counts,
    rejected,
    warned,
  }),
}

export const tokenSubject: Subject = {
  kind: 'token',
  idIn: ({ token }: { token: { id: string } }) => token.id,
  atOnce: true,
  async state(id, database) {
    const token = await tokens.find(database, id)
    return token && { name: token.name, role: token.role, hint: token.hint, revoked: token.revoked }
  },
}

/** That a session idled too long is not a change that anybody made. */
const neverIdle = { idleMinutes: 1_000_000 }

export const sessionSubject: Subject = {
  kind: 'session',
  atOnce: true,
  async state(id, database) {
    const session = await sessions.find(database, id, neverIdle)
    return session && { via: session.via, who: session.who, name: session.name, state: session.state }
  },
}

export type Change = {
  who: AuditEntry['who']
  operation: string
  subject: Subject
  /** Undefined where the answer has it. */
  id: string | undefined
  requestId?: string
}

/** Makes a change and writes it down: in one transaction where all of it is in the database, else right after. */
export async function audited<T>(
  database: Database,
  change: Change,
  run: (database: Database) => Promise<T>,
): Promise<T> {
  if (!change.subject.atOnce) return noted(database, change, run)
  return database.transaction(tx => noted(within(database, tx), change, run))
}

async function noted<T>(
  database: Database,
  { subject, id, ...change }: Change,
  run: (database: Database) => Promise<T>,
): Promise<T> {
  const before = id === undefined ? undefined : await subject.state?.(id, database)
  const answer = await run(database)
  const whose = id ?? subject.idIn?.(answer as never) ?? ''
  const after = subject.outcome?.(answer as never) ?? (await subject.state?.(whose, database))
  await writeAudit(database as Statements, { ...change, kind: subject.kind, subject: whose, before, after })
  return answer
}
