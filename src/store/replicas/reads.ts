// Where records are read. Each read comes with the versions that its caller was let in with, and the database that
// answers must have them.

import type { Database, OwnConnections, Session, Statements } from '../../database/database.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { Problem } from '../../errors/problem.ts'

export type ReplicaState = {
  /** Its place in the setting, from 1: addresses are the operator's alone. */
  place: number
  state: 'reading' | 'behind' | 'away'
  /** Seconds since the last transaction that it applied was committed, where the primary has newer ones. */
  lagSeconds: number | undefined
  /** Why it is away. */
  why?: string | undefined
}

/** What became of reads that a replica might answer: one answered, or the primary did, because the one that was asked was
 * behind or ahead or failed, or because none could be asked. */
export type ReplicaReads = Record<'answered' | 'behind' | 'ahead' | 'failed' | 'unasked', number>

export type Reads = {
  /** Statements on a replica that has exactly these versions, and on the primary where none has. */
  at(versions: string): Statements
  /** The same over connections of their own; where none has them, `otherwise`. */
  apart(versions: string, options: OwnConnections, otherwise: Statements): Statements
  /** These statements on the primary; they fail where it has not reached these versions, which it can lack only for a
   * moment, where its address names several hosts. */
  sure(own: Statements, versions: string): Statements
  /** A connection of its own, for long, to a database that has these versions, and that database. `begin` begins the
   * transaction there whose one moment has them. */
  session(versions: string, begin: string, use?: { isLarge?: boolean }): Promise<OpenSnapshot>
  states(): readonly ReplicaState[]
  /** Since the start; empty where there are no replicas. */
  readonly counted: Readonly<Partial<ReplicaReads>>
  close(): Promise<void>
}

type OpenSnapshot = { session: Session; database: Database }

/** Reads everything from the primary. */
export const noReplicas = (primary: Database): Reads => ({
  at: () => primary,
  apart: (_, __, otherwise) => otherwise,
  sure: own => own,
  session: (_, begin, use) => beginSnapshot(primary, begin, use),
  states: () => [],
  counted: {},
  close: async () => {},
})

/** The error code of a database that has not reached the versions. */
export const behindCode = 'MU001'

/** The primary alone, out of several hosts: for a moment connections of one server may lead to two of them, the one that
 * was replaced and comes back, and the one that lets requests in. What is read must have the versions that were given. */
export const ofSeveralHosts = (primary: Database): Reads => ({
  ...noReplicas(primary),
  at: versions => upTo(versions, primary),
  apart: (versions, _, otherwise) => upTo(versions, otherwise),
  sure: (own, versions) => upTo(versions, own),
  session: (versions, begin, use) => beginSnapshot(primary, begin, use, reached(versions)).catch(asReplaced),
})

/** A connection in a transaction whose one moment meets the condition; else it fails. */
export async function beginSnapshot(
  database: Database,
  begin: string,
  use?: { isLarge?: boolean },
  condition: Sql = sql`true`,
): Promise<OpenSnapshot> {
  const session = await database.session(use)
  try {
    await session.script(begin)
    await session.rows(sql`select ${condition}`)
  } catch (error) {
    await session.release(0)
    throw error
  }
  return { session, database }
}

/** A read of rows or of bytes, of any database. */
type ReadOnce<T> = (db: Statements, statement: Sql) => Promise<T>

/** The same statements, but that reads are carried out like this. */
export const readingLike = (
  own: Statements,
  carryOut: <T>(read: ReadOnce<T>, statement: Sql) => Promise<T>,
): Statements => ({
  ...own,
  rows: (statement, keeping) => carryOut((db, each) => db.rows(each, keeping) as Promise<never>, statement),
  raw: (statement, keeping) => carryOut((db, each) => db.raw(each, keeping), statement),
})

const upTo = (versions: string, own: Statements): Statements =>
  readingLike(own, (read, statement) => read(own, readIf(statement, reached(versions))).catch(asReplaced))

function asReplaced(error: unknown): never {
  if ((error as { code?: unknown }).code !== behindCode) throw error
  throw new Problem(
    'SERVICE_UNAVAILABLE',
    'The database is changing over to another server; try again shortly',
    { 'Retry-After': '1' },
  )
}

/** At least these versions: where requests are let in, more may have been written since. */
const reached = (versions: string) => sql`reached(${versions}::text)`
/** Exactly these versions: a replica may show a commit before the primary does. */
export const exactlyReached = (versions: string) => sql`exactly_reached(${versions}::text)`

/** Fails where this does not hold: in the same statement, so of the same moment. */
export const readIf = (statement: Sql, condition: Sql) =>
  sql`select * from (${statement}) read where ${condition}`
