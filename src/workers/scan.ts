// Scans all stored workers for pairs that may be one person: in batches by id, with the progress stored after each, so
// that a stopped scan resumes there. One process scans at a time; the others do not wait for it.
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { peopleAfter, peopleWith, type StoredPerson } from '../store/people/candidates.ts'
import { openPair, type WorkerPair } from '../store/people/match-attempts.ts'
import { closeIncompletePairs } from '../store/people/match-decisions.ts'
import {
  advanceScan,
  countPairs,
  finishScan,
  lastScan,
  type Scan,
  takeScan,
} from '../store/people/match-scan.ts'
import { contactsOf, othersLike, type ScoredMatch, scoreOf } from './matches.ts'
import { pairOf } from './pairs.ts'

const batchWorkers = 200

type ScanOptions = {
  stopped?(): boolean
  progress?(scan: Scan): void
  /** How many workers are compared at a time. */
  atOnce?: number
}

/** Continues the scan that is under way, if any; false where another process does. */
export async function continueScan(database: Database, options: ScanOptions = {}): Promise<boolean> {
  const turn = await takeScan(database)
  if (!turn) return false
  try {
    await closeIncompletePairs(database)
    for (let more = true; more && !options.stopped?.(); ) more = await scanBatch(database, options)
    return true
  } finally {
    await turn.release()
  }
}

/** Scans, or waits for the process that does, until the end. */
export async function scanToEnd(database: Database, options: ScanOptions = {}): Promise<Scan> {
  for (;;) {
    await continueScan(database, options)
    const scan = (await lastScan(database))!
    options.progress?.(scan)
    if (scan.finishedAt !== undefined || options.stopped?.()) return scan
    await wait(500)
  }
}

async function scanBatch(database: Database, { progress, atOnce = 1 }: ScanOptions): Promise<boolean> {
  const scan = await lastScan(database)
  if (!scan || scan.finishedAt !== undefined) return false
  progress?.(scan)
  const people = await peopleAfter(database, scan.after, batchWorkers)
  const last = people.at(-1)
  if (!last) {
    await finishScan(database, scan)
    return true
  }
  const found = await pairsAmong(database, people, atOnce)
  await database.transaction(async tx => {
    if (!(await advanceScan(tx, scan, last.id, people.length))) return
    let opened = 0
    for (const { pair, match } of found) if (await openPair(tx, pair, scoreOf(match.verdict))) opened++
    await countPairs(tx, opened)
  })
  return true
}

async function pairsAmong(
  database: Database,
  people: readonly StoredPerson[],
  atOnce: number,
): Promise<{ pair: WorkerPair; match: ScoredMatch }[]> {
  const contacts = await contactsOf(database, [...new Set(people.flatMap(({ agencies }) => agencies))])
  const found: { person: StoredPerson; match: ScoredMatch }[] = []
  const waiting = people.values()
  const look = async () => {
    for (const person of waiting)
      for (const match of await othersLike(database, person, contacts)) found.push({ person, match })
  }
  await Promise.all(Array.from({ length: atOnce }, look))
  const ids = [...new Set(found.map(({ match }) => match.worker))]
  const others = new Map((await peopleWith(database, ids)).map(one => [one.id, one]))
  return found.flatMap(({ person, match }) => {
    const other = others.get(match.worker)
    return other ? [{ pair: pairOf(person, other), match }] : []
  })
}
