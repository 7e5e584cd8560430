// Posts against the look-up and against the score: who should have been found, who was, among how many, and how fast.

import type { Database } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import type { Person } from '../../src/matching/person.ts'
import { comparePeople, sharedBy } from '../../src/matching/score.ts'
import { candidatesFor } from '../../src/store/people/candidates.ts'
import { matchesOf } from '../../src/workers/matches.ts'
import { processorMs } from '../loading.ts'
import type { Somebody } from './population.ts'
import { idAt, postedPerson, storedPerson } from './stored.ts'

/** A post, and which stored worker it is, where it is one. */
export type Asked = { kind: string; posted: Somebody; index?: number }

export type Measured = {
  kind: string
  ms: number
  candidates: number
  /** The score of the pair is a match. */
  wanted: boolean
  found: boolean
}

type Say = (text: string) => void

type Found = { ms: number; ids: ReadonlySet<string> }

/** Nothing but the look-ups, then what they should have found. */
export async function measure(
  database: Database,
  asked: readonly Asked[],
  say: Say,
): Promise<{ measured: Measured[]; ownMs: number; postgresMs: number }> {
  const [own, postgres] = [process.cpuUsage(), await processorMs(database)]
  const found: Found[] = []
  for (const { posted } of asked) {
    say(`${found.length} of ${asked.length} look-ups`)
    found.push(await lookUp(database, postedPerson(posted)))
  }
  const { user, system } = process.cpuUsage(own)
  const postgresMs = ((await processorMs(database)) - postgres) / asked.length
  const measured: Measured[] = []
  for (const [at, one] of asked.entries()) measured.push(await judged(database, one, found[at]!))
  return { measured, ownMs: (user + system) / 1000 / asked.length, postgresMs }
}

async function lookUp(database: Database, person: Person): Promise<Found> {
  const began = performance.now()
  const matches = await matchesOf(database, person, 'nobody')
  return { ms: performance.now() - began, ids: new Set(matches.map(({ worker }) => worker)) }
}

async function judged(
  database: Database,
  { kind, posted, index }: Asked,
  { ms, ids }: Found,
): Promise<Measured> {
  const person = postedPerson(posted)
  const { length: candidates } = await candidatesFor(database, person)
  const common = { kind, ms, candidates }
  if (index === undefined) return { ...common, wanted: false, found: false }
  const { match } = comparePeople(person, storedPerson(index), await bluntOf(database, person))
  return { ...common, wanted: match, found: ids.has(idAt(index)) }
}

/** Which of somebody's contacts say nothing, by a look at everybody. */
async function bluntOf(database: Database, { email, phone }: Person) {
  const [row] = await database.rows<{ emails: number; phones: number }>(sql`
    select (select count(*)::int from worker_identity where email = ${email ?? null}) as emails,
      (select count(*)::int from worker_identity where phone = ${phone ?? null}) as phones`)
  return { email: row!.emails >= sharedBy, phone: row!.phones >= sharedBy }
}

export type Scanned = { posts: number; wanted: number; found: number }

/** Everybody among the first workers whose score is a match, and how many of them the look-up finds. */
export async function scan(
  database: Database,
  asked: readonly Asked[],
  workers: number,
  say: Say,
): Promise<Scanned> {
  const everybody = Array.from({ length: workers }, (_, index) => storedPerson(index))
  const scanned = { posts: 0, wanted: 0, found: 0 }
  for (const { posted } of asked) {
    say(`${scanned.posts++} of ${asked.length} posts compared with everybody`)
    const person = postedPerson(posted)
    const blunt = await bluntOf(database, person)
    const { ids } = await lookUp(database, person)
    for (const [index, known] of everybody.entries()) {
      if (!comparePeople(person, known, blunt).match) continue
      scanned.wanted++
      if (ids.has(idAt(index))) scanned.found++
    }
  }
  return scanned
}
