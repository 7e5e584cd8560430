// Works out weeks beside the main thread: a week in, in pieces, its findings out.
import { parentPort } from 'node:worker_threads'
import { findingsOfWeek } from './week-findings.ts'
import { type WeekPiece, weekFromPieces } from './week-pieces.ts'

const weekOf = weekFromPieces()

parentPort!.on('message', (piece: WeekPiece) => {
  const week = weekOf(piece)
  if (week) parentPort!.postMessage(findingsOfWeek(week))
})
