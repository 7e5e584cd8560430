// Which records were written since an export, by the number that every change has in the feed, whoever was told of it.

import { asCompany } from '../../access/owners.ts'
import type { Transaction } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { Problem } from '../../errors/problem.ts'
import { cursorsFor } from '../../kernel/operation/cursors.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { nobodysOwner } from '../feeds/publish.ts'
import { narrowRows } from '../records/tables.ts'

/** The cursor of this moment, and the number that an earlier one stands for. */
export async function exportPlace(tx: Transaction, since: string | undefined) {
  const row = await tx.row<{ secret: string; seq: string; floor: string }>(
    sql`select (select value from setting where name = 'feed') as secret, seq, floor_seq as floor from head`,
  )
  const cursors = cursorsFor(row!.secret, 'export', { owners: [], types: [] })
  const cursor = cursors.write(Number(row!.seq))
  if (since === undefined) return { cursor }
  const after = /^[0-9a-f]{32}$/.test(since) ? cursors.read(since) : undefined
  if (after === undefined || after > Number(row!.seq))
    throw new Problem('BAD_REQUEST', 'This is not a cursor of an export of this database; export everything')
  if (after < Number(row!.floor))
    throw new Problem(
      'RESYNC_REQUIRED',
      'This cursor is older than the changes that are kept; export everything',
    )
  return { cursor, after }
}

/** Records of a type that name a file which was replaced after that. */
export async function namingChangedFiles(tx: Transaction, { type, mentions }: RecordType, after: number) {
  if (!mentions.some(mention => mention.type === 'file')) return []
  const naming = sql`
    select distinct s.id from (
      select distinct id from change where seq > ${after}::bigint and type = 'file'
    ) f cross join lateral (
      select id from ${narrowRows({ type })} where mentions @> array['file:' || f.id collate "default"]
    ) s order by s.id`
  return tx.column(naming)
}

/** Records of a type that were written after that, and whether this company was told, or nobody. */
export async function changedSince(
  tx: Transaction,
  type: string,
  after: number,
  company: string | undefined,
): Promise<{ id: string; toldCompany: boolean }[]> {
  const rows = await tx.rows<{ id: string; told: boolean }>(sql`
    select id, bool_or(owner = any(${[nobodysOwner, asCompany(company ?? '')]}::text[])) as told
    from change where seq > ${after}::bigint and type = ${type} group by id order by id`)
  return rows.map(({ id, told }) => ({ id, toldCompany: company === undefined || told }))
}
