// What the audit keeps of each thing that operators change: the same whether the interface, the portal or a command
// changed it. Neither secrets nor personal data.
import { isDeepStrictEqual } from 'node:util'
import { findingWith } from '../checks/marks.ts'
import { type Database, databaseWithin } from '../database/database.ts'
import type { LoadReport } from '../load/load-report.ts'
import { keys } from '../store/keys/keys.ts'
import type { AnyList, RowIn } from '../store/lists/list.ts'
import { type AuditEntry, type AuditKind, writeAudit } from '../store/operators/audit.ts'
import { sessions } from '../store/operators/sessions.ts'
import { tokens } from '../store/operators/tokens.ts'
import { attemptContent } from '../store/people/match-attempts.ts'
import { lockWriter } from '../store/schema/writer-lock.ts'
import { endpoints } from '../store/webhooks/endpoints.ts'
import { jobs } from '../store/writing/jobs.ts'
import { mappings } from '../store/writing/mappings.ts'
import type { PeopleSearchResult } from '../workers/find-people.ts'

export type AuditSubject = {
  kind: AuditKind
  /** Its state; read before and after. */
  state?(id: string, database: Database): Promise<unknown>
  /** Its id, where the path has none. */
  idIn?(answer: never): string
  /** What is kept of the answer where there is no state to read. */
  outcome?(answer: never): unknown
  /** Whether all that is changed is in the database, so that it can be one transaction with the row of the audit. */
  atOnce?: true
  /** Whether nothing is kept of what leaves it as it was. */
  onlyChanges?: true
}

/** What is kept of a row of a list, as its state. */
function stateOf<L>(
  list: L,
  kept: (row: RowIn<L>) => object,
  reader: object = {},
): NonNullable<AuditSubject['state']> {
  return async (id, database) => {
    const row = await (list as AnyList).find(database, id, reader)
    return row && kept(row as RowIn<L>)
  }
}

export const keySubject: AuditSubject = {
  kind: 'key',
  idIn: ({ key }: { key: { id: string } }) => key.id,
  atOnce: true,
  state: stateOf(keys, ({ id, usedToday, lastUsedAt, createdAt, signIns, ...kept }) => kept),
}

export const endpointSubject: AuditSubject = {
  kind: 'webhook',
  idIn: ({ endpoint }: { endpoint: { id: string } }) => endpoint.id,
  state: stateOf(endpoints, ({ kind, owners, url, ...endpoint }) => ({
    kind,
    owners,
    // Some receivers have a secret in the query of their address.
    url: url.replace(/[?#].*$/, '').replace(/\/\/[^/@]*@/, '//'),
    types: endpoint.types,
    projects: endpoint.projects,
    daysBefore: endpoint.daysBefore,
    description: endpoint.description,
    state: endpoint.state,
    disabledBecause: endpoint.disabledBecause,
    oldSecretUntil: endpoint.oldSecretUntil,
  })),
}

export const deliverySubject: AuditSubject = {
  kind: 'delivery',
  outcome: ({ state }: { state: string }) => ({ state }),
}

export const matchSubject: AuditSubject = {
  kind: 'match',
  async state(id, database) {
    const attempt = await attemptContent(database, id)
    if (!attempt) return undefined
    const { state, agency, pair } = attempt
    return { state, ...(pair ? { workers: [pair.one, pair.other] } : { agency }) }
  },
}

/** Read under the lock that marks are written under, so that no other comes between. The note is personal. */
export const markSubject: AuditSubject = {
  kind: 'mark',
  atOnce: true,
  onlyChanges: true,
  state: (id, database) =>
    database.transaction(async tx => {
      await lockWriter(tx)
      const found = await findingWith(tx, id)
      const { state = 'open', until, at } = found?.record.mark ?? {}
      return found && { state, ...(until !== undefined && { until }), ...(at !== undefined && { at }) }
    }),
}

export const scanSubject: AuditSubject = { kind: 'scan', idIn: () => '' }

/** Only the id: anything more would outlive the erasure. */
export const personSubject: AuditSubject = { kind: 'person' }

/** What the text was compared with and how many were found; neither the text nor who. */
export const searchSubject: AuditSubject = {
  kind: 'search',
  idIn: () => '',
  outcome: ({ comparedWith, people, waiting }: PeopleSearchResult) => ({
    comparedWith,
    found: people.length,
    waiting: waiting.length,
  }),
}

export const scrubSubject: AuditSubject = { kind: 'scrub', idIn: () => '' }

export const loadSubject: AuditSubject = {
  kind: 'load',
  idIn: ({ id }: { id: string }) => id,
  outcome: ({ lines, counts, rejected, warned }: LoadReport) => ({ lines, counts, rejected, warned }),
}

/** Its versions themselves are kept. */
export const mappingSubject: AuditSubject = {
  kind: 'mapping',
  atOnce: true,
  state: stateOf(mappings, ({ version }) => ({ version })),
}

export const jobSubject: AuditSubject = {
  kind: 'job',
  atOnce: true,
  state: stateOf(jobs, ({ everyMinutes }) => ({ everyMinutes })),
}

export const tokenSubject: AuditSubject = {
  kind: 'token',
  idIn: ({ token }: { token: { id: string } }) => token.id,
  atOnce: true,
  state: stateOf(tokens, ({ name, role, hint, revoked }) => ({ name, role, hint, revoked })),
}

/** That a session idled too long is not a change that anybody made. */
const neverIdle = { idleMinutes: 1_000_000 }

export const sessionSubject: AuditSubject = {
  kind: 'session',
  atOnce: true,
  state: stateOf(sessions, ({ via, who, name, state }) => ({ via, who, name, state }), neverIdle),
}

type AuditedChange = Pick<AuditEntry, 'who' | 'operation' | 'requestId'> & {
  subject: AuditSubject
  /** Undefined where the answer has it. */
  id: string | undefined
}

/** Makes a change and writes it down: in one transaction where all of it is in the database, else right after. */
export async function auditChange<T>(
  database: Database,
  { subject, id, ...change }: AuditedChange,
  run: (database: Database) => Promise<T>,
): Promise<T> {
  const noted = async (db: Database) => {
    const before = id === undefined ? undefined : await subject.state?.(id, db)
    const answer = await run(db)
    const changed = id ?? subject.idIn?.(answer as never) ?? ''
    const after = subject.outcome?.(answer as never) ?? (await subject.state?.(changed, db))
    if (subject.onlyChanges && isDeepStrictEqual(before, after)) return answer
    await writeAudit(db, { ...change, kind: subject.kind, subject: changed, before, after })
    return answer
  }
  return subject.atOnce ? database.transaction(tx => noted(databaseWithin(database, tx))) : noted(database)
}
