// Which records of a type are meant when all of them are asked for, or all of one company: by id, in batches, so that
// any number of them takes the same memory.

import type { Reach } from '../../access/ownership.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import type { Statements } from '../database/database.ts'
import { name, type Sql, sql } from '../database/sql.ts'
import { narrowTable } from '../records/tables.ts'
import { inReach } from './where.ts'

export const belongsToCompanies = ({ owners }: RecordType) => owners?.company !== undefined

/** Rows of `s` that are this company's, or open to it; all where no company is meant. */
export function ofCompany({ type, owners }: RecordType, company: string | undefined): Sql {
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

const batchIds = 500

/** Their ids, in order; where some are given, those of them, in the order given. */
export async function* idsOf(
  db: Statements,
  type: RecordType,
  company: string | undefined,
  among?: readonly string[],
): AsyncIterable<string[]> {
  const table = name(narrowTable(type.type))
  if (among) {
    for (let from = 0; from < among.length; from += batchIds) {
      const rows = await db.rows<{ id: string }>(sql`
        select s.id from ${table} s where s.id = any(${among.slice(from, from + batchIds)}::text[])
          and ${ofCompany(type, company)} order by s.id`)
      if (rows.length > 0) yield rows.map(({ id }) => id)
    }
    return
  }
  for (let last = ''; ; ) {
    const rows = await db.rows<{ id: string }>(sql`
      select s.id from ${table} s
      where s.id > ${last} and ${ofCompany(type, company)} order by s.id limit ${batchIds}`)
    if (rows.length === 0) return
    yield rows.map(({ id }) => id)
    last = rows.at(-1)!.id
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
  const rows = await db.rows<{ id: string }>(sql`
    select s.id from ${name(narrowTable(type.type))} s
    where s.id = any(${[...new Set(ids)]}::text[]) and ${inReach(reach, type)}`)
  return new Set(rows.map(row => row.id))
}
