// Works out weeks beside the main thread: rows in, a piece at a time, findings out.
import { parentPort } from 'node:worker_threads'
import type { StoredRow } from '../store/records/record-rows.ts'
import { findingsOfWeek } from './week-findings.ts'
import { type CheckedType, checkedTypes, type WeekRows } from './week-rows.ts'

export type WeekPiece = { type: CheckedType; rows: readonly StoredRow[] } | { week: Omit<WeekRows, 'rows'> }

const emptied = () =>
  Object.fromEntries(checkedTypes.map(type => [type, []])) as unknown as Record<CheckedType, StoredRow[]>

let rows = emptied()

parentPort!.on('message', (piece: WeekPiece) => {
  if ('type' in piece) {
    rows[piece.type].push(...piece.rows)
    return
  }
  const week = { ...piece.week, rows }
  rows = emptied()
  parentPort!.postMessage(findingsOfWeek(week))
})
