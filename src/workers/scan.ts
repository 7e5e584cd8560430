// Looks through all stored workers for pairs that may be one person: in batches by id, each noted when it is through,
// so that whoever is stopped goes on there. One process at a time; nobody else waits for it.
import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '../problem.ts'
import type { Database } from '../store/engine/database.ts'
import { peopleAfter, peopleWith, type StoredPerson } from '../store/people/candidates.ts'
import { closeHalvedPairs } from '../store/people/match-attempts.ts'
import { openPair, type Pair } from '../store/people/match-pairs.ts'
import {
  advanceScan,
  countFound,
  finishScan,
  lastScan,
  type Scan,
  takeScan,
} from '../store/people/match-scan.ts'
import type { Readiness } from '../store/records/evolve.ts'
import { contactsOf, type Match, othersLike } from './matches.ts'
import { pairOf, weightOf } from './pairs.ts'

const batchWorkers = 200

export type ScanOptions = {
  stopped?(): boolean
  progress?(scan: Scan): void
  /** So many workers are looked at side by side. */
  atOnce?: number
}

/** Without all the rows that matches are found by, pairs would be missed. */
export const isScannable = (readiness: Readiness) =>
  ['worker_identity', 'worker_number'].every(rows => readiness.isReady('worker', rows))

export function requireScannable(readiness: Readiness): void {
  if (isScannable(readiness)) return
  throw new Problem(
    'SERVICE_UNAVAILABLE',
    'What workers are matched by is still being prepared after an upgrade; try again shortly',
    { 'Retry-After': '5' },
  )
}

/** Goes on with the scan that is under way, if one is; false where another process does. */
export async function continueScan(database: Database, options: ScanOptions = {}): Promise<boolean> {
  const turn = await takeScan(database)
  if (!turn) return false
  try {
    await closeHalvedPairs(database)
    for (let more = true; more && !options.stopped?.(); ) more = await scanBatch(database, options)
    return true
  } finally {
    await turn.release()
  }
}

/** Works on it, or watches who does, until it is through. */
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
    for (const { pair, match } of found) if (await openPair(tx, pair, weightOf(match.verdict))) opened++
    await countFound(tx, opened)
  })
  return true
}

type Found = { pair: Pair; match: Match }

async function pairsAmong(
  database: Database,
  people: readonly StoredPerson[],
  atOnce: number,
): Promise<Found[]> {
  const contacts = await contactsOf(database, [...new Set(people.flatMap(({ agencies }) => agencies))])
  const found: { person: StoredPerson; match: Match }[] = []
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
