// Works out weeks beside the main thread: rows in, a piece at a time, findings out.
import { parentPort } from 'node:worker_threads'
import type { StoredRow } from '../store/records/record-rows.ts'
import { findingsOfWeek } from './week-findings.ts'
import { type CheckedType, ofEachType, type WeekRows } from './week-rows.ts'

/** Rows that the thread has not been handed with the week before, and then what the week has of all of them. */
export type WeekPiece =
  | { type: CheckedType; rows: readonly StoredRow[] }
  | { week: Omit<WeekRows, 'rows'>; ids: Readonly<Record<CheckedType, readonly string[]>> }

let handed = new Map<string, StoredRow>()

parentPort!.on('message', (piece: WeekPiece) => {
  if ('type' in piece) {
    for (const row of piece.rows) handed.set(`${piece.type} ${row.id}`, row)
    return
  }
  const kept = new Map<string, StoredRow>()
  const rowsOf = (type: CheckedType) =>
    piece.ids[type].map(id => {
      const key = `${type} ${id}`
      const row = handed.get(key)!
      kept.set(key, row)
      return row
    })
  const rows = ofEachType(rowsOf)
  handed = kept
  parentPort!.postMessage(findingsOfWeek({ ...piece.week, rows }))
})
