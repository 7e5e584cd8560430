// The last step of every write: numbers the changes in commit order, writes the feed and moves the versions of
// the owners they touch. Nothing else may write these, so feeds have no gaps and counters no deadlocks.
import type { Transaction } from './database.ts'
import { sql } from './sql.ts'
import { copy } from './write-records.ts'

export type Change = {
  type: string
  id: string
  kind: 'upserted' | 'deleted'
  /** Owners as `c:<company>` and `a:<agency>`, before and after the write. */
  before: readonly string[]
  after: readonly string[]
}

export async function publish(
  tx: Transaction,
  changes: readonly Change[],
  alsoTouched: Iterable<string> = [],
): Promise<void> {
  const rows = changes.flatMap(change => rowsOf(change))
  const owners = [...new Set([...rows.map(row => row.owner), ...alsoTouched])]
  if (changes.length === 0 && owners.length === 0) return
  const [head] = await tx.rows<{ seq: string }>(
    sql`update head set seq = seq + ${rows.length}::int returning seq - ${rows.length}::int as seq`,
  )
  const first = Number(head!.seq) + 1
  await copy(
    tx,
    'change',
    ['seq', 'owner', 'type', 'id', 'kind'],
    rows.map((row, index) => [first + index, row.owner, row.type, row.id, row.kind]),
  )
  await tx.rows(sql`
    insert into owner_version (owner, version) select o, 1 from unnest(${owners}::text[]) o order by o
    on conflict (owner) do update set version = owner_version.version + 1`)
}

/** Which write was the last: every one passes here and leaves its mark on the head row. */
export async function lastWrite(tx: Transaction): Promise<string> {
  const [head] = await tx.rows<{ mark: string }>(sql`select xmin::text as mark from head`)
  return head!.mark
}

/** An owner that lost the record hears that it is out of scope, one that has it that it was written. */
function rowsOf({ type, id, kind, before, after }: Change) {
  const lost = before.filter(owner => !after.includes(owner))
  return kind === 'deleted'
    ? before.map(owner => ({ owner, type, id, kind }))
    : [
        ...after.map(owner => ({ owner, type, id, kind: kind as string })),
        ...lost.map(owner => ({ owner, type, id, kind: 'out_of_scope' })),
      ]
}
