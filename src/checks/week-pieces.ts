// A week as it is handed to a thread, in pieces: only the rows that the thread has not got with the week before, so that no
// message takes long to copy.
import type { StoredRow } from '../store/records/record-rows.ts'
import { type CheckedType, checkedTypes, ofEachType, type WeekRows } from './week-rows.ts'

const rowsPerPiece = 100

/** Rows that are new to the thread, and at the end what the week has of all of them. */
export type WeekPiece =
  | { type: CheckedType; rows: readonly StoredRow[] }
  | { week: Omit<WeekRows, 'rows'>; ids: Readonly<Record<CheckedType, readonly string[]>> }

/** Takes weeks apart for one thread. */
export function weekPieces(): (week: WeekRows) => Generator<WeekPiece> {
  let handed: ReadonlySet<StoredRow> = new Set()
  return function* ({ rows, ...week }) {
    for (const type of checkedTypes) {
      const fresh = rows[type].filter(row => !handed.has(row))
      for (let from = 0; from < fresh.length; from += rowsPerPiece)
        yield { type, rows: fresh.slice(from, from + rowsPerPiece) }
    }
    handed = new Set(checkedTypes.flatMap(type => rows[type]))
    yield { week, ids: ofEachType(type => rows[type].map(({ id }) => id)) }
  }
}

/** Puts them together again in the thread: gives a week with its last piece. */
export function weekFromPieces(): (piece: WeekPiece) => WeekRows | undefined {
  let handed = new Map<string, StoredRow>()
  return piece => {
    if ('type' in piece) {
      for (const row of piece.rows) handed.set(`${piece.type} ${row.id}`, row)
      return undefined
    }
    const kept = new Map<string, StoredRow>()
    const rows = ofEachType(type =>
      piece.ids[type].map(id => {
        const key = `${type} ${id}`
        const row = handed.get(key)!
        kept.set(key, row)
        return row
      }),
    )
    handed = kept
    return { ...piece.week, rows }
  }
}
