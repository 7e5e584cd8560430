// What of the declarations the database does not have whole: not filled yet, or changed by another version that declared
// its own. Requests that need it are asked to come again.
import type { RecordType } from '../../record-types/record-type.ts'
import type { Statements } from '../engine/database.ts'
import { sql } from '../engine/sql.ts'
import { type Wanted, wantedBy } from './tables.ts'

export type Readiness = {
  /** Reads again what is pending, and says how much. */
  refresh(): Promise<number>
  /** Reads it again where the database has moved on since; with the stamp that was read last there is nothing to wait for. */
  upTo(stamp: string): Promise<unknown> | undefined
  /** What was read last is of this moment. */
  stamp(): string
  pending(): number
  /** Of these, what another version has made otherwise or removed: nothing but a start of this one brings it back. */
  lost(): readonly string[]
  isReady(type: string, column: string): boolean
}

type State = { stamp: string; unfilled: ReadonlySet<string>; lost: ReadonlySet<string> }

export async function readinessOf(db: Statements, types: readonly RecordType[]): Promise<Readiness> {
  let state = await stateOf(db, types)
  let reading: Promise<number> | undefined
  const pending = () => state.unfilled.size + state.lost.size
  const refresh = async () => {
    state = await stateOf(db, types)
    return pending()
  }
  return {
    refresh,
    upTo(stamp) {
      if (stamp === state.stamp) return undefined
      reading ??= refresh().finally(() => {
        reading = undefined
      })
      return reading
    },
    stamp: () => state.stamp,
    pending,
    lost: () => [...state.lost],
    isReady: (type, column) => {
      const key = keyOf(type, column)
      return !state.unfilled.has(key) && !state.lost.has(key)
    },
  }
}

const keyOf = (type: string, name: string) => `${type}.${name}`

/** The stamp is read first: what changes after it is read again with the next one. */
async function stateOf(db: Statements, types: readonly RecordType[]): Promise<State> {
  const [version] = await db.rows<{ stamp: string }>(sql`select stamp::text from schema_version`)
  const rows = await db.rows<{ type: string; name: string; definition: string; filled: boolean }>(
    sql`select type, name, definition, filled from declared`,
  )
  const declared = new Map(rows.map(row => [keyOf(row.type, row.name), row]))
  const [unfilled, lost] = [new Set<string>(), new Set<string>()]
  for (const { type, want } of types.flatMap(type => wantedBy(type).map(want => ({ type, want })))) {
    const key = keyOf(type.type, want.name)
    const found = declared.get(key)
    if (found?.definition === want.definition) {
      if (!found.filled) unfilled.add(key)
    } else if (isNeeded(want)) lost.add(key)
  }
  return { stamp: version!.stamp, unfilled, lost }
}

/** Without an index, or with rows that lie otherwise, answers come later and are the same. */
export const isNeeded = ({ kind }: Wanted) => kind !== 'index' && kind !== 'layout'

/** What is declared as here and not filled yet: whoever likes may fill it. */
export async function unfilledOf(db: Statements, type: RecordType): Promise<Wanted[]> {
  const rows = await db.rows<{ name: string; definition: string }>(
    sql`select name, definition from declared where type = ${type.type} and not filled`,
  )
  if (rows.length === 0) return []
  const definitions = new Map(rows.map(row => [row.name, row.definition]))
  return wantedBy(type).filter(want => definitions.get(want.name) === want.definition)
}
