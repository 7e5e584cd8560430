// Which records of a type are meant when all of them are asked for, or all of one company: by id, in batches, so that
// any number of them takes the same memory.

import type { Reach } from '../../access/ownership.ts'
import type { Statements } from '../../database/database.ts'
import { name, type Sql, sql } from '../../database/sql.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { narrowRows } from '../records/tables.ts'
import { inReach } from './where.ts'

export const belongsToCompanies = ({ owners }: RecordType) => owners?.company !== undefined

/** Rows of `s` that are this company's, or open to it; all where no company is meant. */
function ofCompany({ type, owners }: RecordType, company: string | undefined): Sql {
  if (company === undefined) return sql`true`
  if (!owners?.company) throw new Error(`A ${type} belongs to no company`)
  const { column, isOne } = owners.company
  return isOne ? sql`s.${name(column)} = ${company}` : sql`s.${name(column)} @> array[${company}]::text[]`
}

/** Rows of `s` that are this company's and no other's; all where no company is meant. */
export function onlyOfCompany(type: RecordType, company: string | undefined): Sql {
  const own = ofCompany(type, company)
  const form = type.owners?.company
  if (company === undefined || !form || form.isOne) return own
  // Beside companies that others open it to stand their agencies, as `company agency`.
  return sql`${own} and not exists (
    select from unnest(s.${name(form.column)}) t where split_part(t, ' ', 1) <> ${company})`
}

export const batchIds = 500

/** Ids in batches, each of those that come after the last of the batch before. */
export async function* idBatches(next: (after: string) => Promise<string[]>): AsyncGenerator<string[]> {
  for (let ids = await next(''); ids.length > 0; ids = await next(ids.at(-1)!)) yield ids
}

/** Their ids, in order; where some are given, those of them, in the order given. */
export async function* idsOf(
  db: Statements,
  type: RecordType,
  company: string | undefined,
  among?: readonly string[],
): AsyncGenerator<string[]> {
  const own = sql`select s.id from ${narrowRows(type)} s where ${ofCompany(type, company)}`
  if (!among) {
    yield* idBatches(after => db.column(sql`${own} and s.id > ${after} order by s.id limit ${batchIds}`))
    return
  }
  for (let from = 0; from < among.length; from += batchIds) {
    const batch = among.slice(from, from + batchIds)
    const ids = await db.column(sql`${own} and s.id = any(${batch}::text[]) order by s.id`)
    if (ids.length > 0) yield ids
  }
}

/** Of these ids, those within reach. */
export async function idsWithin(
  db: Statements,
  reach: Reach,
  type: RecordType,
  ids: readonly string[],
): Promise<Set<string>> {
  if (reach.branches.length === 0 || ids.length === 0) return new Set()
  const within = sql`select s.id from ${narrowRows(type)} s
    where s.id = any(${[...new Set(ids)]}::text[]) and ${inReach(reach, type)}`
  return new Set(await db.column(within))
}
