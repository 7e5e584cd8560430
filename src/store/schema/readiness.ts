// Which parts of the declarations the database does not have yet: not filled, closed while servers of an older version run
// beside this one, or changed by another version that declared its own. Requests that need them get 503.

import type { Reach } from '../../access/ownership.ts'
import type { Statements } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { Problem } from '../../errors/problem.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { type Requirement, staysBeside } from './requirement.ts'
import { requirementsOf } from './requirements.ts'
import { type SchemaVersion, schemaNumber, schemaVersionOf } from './schema-version.ts'

export type Readiness = {
  /** Reads again what is pending, and says how much. */
  refresh(): Promise<number>
  /** Reads it again where the database has moved on since; with the stamp that was read last there is nothing to wait for. */
  upTo(stamp: string): Promise<unknown> | undefined
  /** The stamp that was read last. */
  stamp(): string
  pending(): number
  /** Whether the database is still that of an older version, whose servers run or may come back: what is new is closed. */
  isAhead(): boolean
  /** Of these, what another version has made otherwise or removed: nothing but a start of this one brings it back. */
  lost(): readonly string[]
  isReady(type: string, column: string): boolean
}

/** What is told where something is needed that is not ready. */
export const stillPreparing = (what: string) =>
  new Problem('SERVICE_UNAVAILABLE', `${what} after an upgrade; try again shortly`, { 'Retry-After': '5' })

/** Rows whose owners are still being filled would be found by nobody, and nobody would be told. */
export function requireOwnersFilled(
  { type, reach }: { type: string; reach: Reach },
  readiness: Pick<Readiness, 'pending' | 'isReady'>,
): void {
  if (readiness.pending() === 0) return
  const columns = reach.branches.flatMap(branch => Object.keys(branch))
  if (columns.every(column => readiness.isReady(type, column))) return
  throw stillPreparing('The server is still preparing who sees these records')
}

type State = {
  stamp: string
  isAhead: boolean
  unfilled: ReadonlySet<string>
  lost: ReadonlySet<string>
}

export async function readinessOf(
  db: Statements,
  types: readonly RecordType[],
  own: SchemaVersion = schemaVersionOf(types),
): Promise<Readiness> {
  let state = await stateOf(db, types, own.number)
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<number> | undefined
  const pending = () => state.unfilled.size + state.lost.size + Number(state.isAhead)
  // One after another, so that what is kept is what was read last; whoever comes joins the one that has not begun yet, and
  // not one that may have missed what they know of.
  const refresh = () => {
    next ??= last.then(async () => {
      next = undefined
      state = await stateOf(db, types, own.number)
      return pending()
    })
    last = next.catch(() => {})
    return next
  }
  return {
    refresh,
    upTo: stamp => (stamp === state.stamp ? undefined : refresh()),
    stamp: () => state.stamp,
    pending,
    isAhead: () => state.isAhead,
    lost: () => [...state.lost],
    isReady: (type, column) => {
      const key = keyOf(type, column)
      return !state.unfilled.has(key) && !state.lost.has(key)
    },
  }
}

/** Whether columns have their values now: for what is kept for longer, and for whom a mistake would open something. */
export async function areFilled(
  db: Statements,
  type: RecordType,
  columns: readonly string[],
): Promise<boolean> {
  const { unfilled, lost } = await stateOf(db, [type], schemaNumber)
  return columns.map(column => keyOf(type.type, column)).every(key => !unfilled.has(key) && !lost.has(key))
}

const keyOf = (type: string, name: string) => `${type}.${name}`

type DeclaredRow = {
  stamp: string
  number: number
  type: string
  name: string
  definition: string
  filled: boolean
}

/** In one statement, so that the stamp is that of the declarations. */
async function stateOf(db: Statements, types: readonly RecordType[], own: number): Promise<State> {
  const rows = await db.rows<DeclaredRow>(sql`
    select v.stamp::text, v.number, d.type, d.name, d.definition, d.filled
    from schema_version v left join declared d on d.type = any(${types.map(({ type }) => type)}::text[])`)
  const { stamp, number } = rows[0]!
  const isAhead = number < own
  const declared = new Map(rows.map(row => [keyOf(row.type, row.name), row]))
  const [unfilled, lost] = [new Set<string>(), new Set<string>()]
  for (const type of types)
    for (const requirement of requirementsOf(type)) {
      const key = keyOf(type.type, requirement.name)
      const { within } = requirement
      const whole = within && declared.get(keyOf(type.type, within.name))
      const row = declared.get(key) ?? (whole?.definition === within?.definition ? whole : undefined)
      const isThere = row !== undefined && (row === whole || staysBeside(requirement, row.definition))
      if (isThere ? !row.filled : isAhead && !requirement.isOptional) unfilled.add(key)
      else if (!isThere && !requirement.isOptional) lost.add(key)
    }
  return { stamp, isAhead, unfilled, lost }
}

/** What this version declares too and is not filled yet: any server may fill it. */
export async function unfilledRequirements(db: Statements, type: RecordType): Promise<Requirement[]> {
  const rows = await db.rows<{ name: string; definition: string }>(
    sql`select name, definition from declared where type = ${type.type} and not filled`,
  )
  if (rows.length === 0) return []
  const definitions = new Map(rows.map(row => [row.name, row.definition]))
  return requirementsOf(type).filter(({ name, definition }) => definitions.get(name) === definition)
}
