// Stored workers by what an operator has of a person: a name, nearly right and in any order, or something that belongs to
// few. It looks across agencies, so nothing of it may reach the caller of the API.

import type { Statements } from '../../database/database.ts'
import { name, none, type Sql, sql } from '../../database/sql.ts'
import {
  hasFinding,
  nameFinding,
  type Which,
  type WordFindings,
  wordFinder,
} from '../../matching/search-words.ts'
import type { Finding } from '../../matching/verdicts.ts'

/** Enough to see that a person has to be told apart by more. */
export const mostPeople = 50

type WorkerFinding = { id: string; finding: Finding; far: number }

/** Names are compared once each, and not once a worker: few are distinct. */
export async function workersNamed(db: Statements, typed: readonly string[]): Promise<WorkerFinding[]> {
  const [first, last] = await Promise.all([namesLike(db, typed, 'first'), namesLike(db, typed, 'last')])
  const neither = typed.map(() => undefined)
  const alone = (names: ReadonlyMap<string, WordFindings>) =>
    [...names].filter(([, findings]) => nameFinding(findings, neither)).map(([name]) => name)
  const rows = await db.rows<{ id: string; first: string; last: string }>(sql`
    select id, first, last from worker_identity
    where (first = any(${[...first.keys()]}::text[]) and last = any(${[...last.keys()]}::text[]))
      or last = any(${alone(last)}::text[]) ${orFirst(alone(first))}
    order by (first = any(${typed}::text[]))::int + (last = any(${typed}::text[]))::int desc, id
    limit ${mostRead}::int`)
  return rows
    .flatMap(({ id, first: given, last: family }) => {
      const found = nameFinding(first.get(given) ?? neither, last.get(family) ?? neither)
      return found ? [{ id, ...found }] : []
    })
    .sort((one, other) => one.far - other.far)
}

/** Rows read before they are compared; those with a name as it was typed come first. */
const mostRead = 5000

/** First names have no index of their own, so they are asked about only where there is something to ask. */
const orFirst = (names: readonly string[]): Sql =>
  names.length > 0 ? sql`or first = any(${names}::text[])` : none

async function namesLike(
  db: Statements,
  typed: readonly string[],
  which: Which,
): Promise<Map<string, WordFindings>> {
  const names = await db.column(sql`select distinct ${name(which)} from worker_identity`)
  const findings = wordFinder(typed, which)
  return new Map(
    names.flatMap(one => {
      const found = findings(one)
      return hasFinding(found) ? [[one, found] as const] : []
    }),
  )
}

const conditions = {
  id: (text: string) => sql`select id from worker where id = ${text} or nanoid = ${text}`,
  reference: (folded: string) => sql`select id from worker where reference_key = ${folded}`,
  agencyId: (text: string) => sql`select id from worker_member where agency_id = ${text}`,
  email: (plain: string) => sql`select id from worker_identity where email = ${plain}`,
  /** By its last digits, as it may be typed without the code of its country. */
  phone: (digits: string) =>
    sql`select id from worker_identity where right(phone, ${digits.length}::int) = ${digits}`,
  documentNumber: (compacted: string) =>
    sql`select id from worker_identity where documents @> array[${compacted}::text]`,
} as const

export type PersonIdentifier = keyof typeof conditions

/** More than are shown, so that it can be said that there are more. */
export const workersWith = (db: Statements, by: PersonIdentifier, text: string): Promise<string[]> =>
  db.column(sql`select distinct id from (${conditions[by](text)}) f limit ${mostPeople + 1}::int`)

export const workersWithNumber = (db: Statements, hashes: readonly string[]): Promise<string[]> =>
  db.column(
    sql`select distinct id from worker_number where hash = any(${hashes}::text[]) limit ${mostPeople + 1}::int`,
  )
