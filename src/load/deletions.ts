// The deletions of a batch: what others still mention stays, unless they go with it; what is not there counts as done.
import { InvalidValue } from '../shape/invalid-value.ts'
import { mentionedBy } from '../store/records/load-queries.ts'
import { addRefreshJobs } from '../store/records/refresh-jobs.ts'
import { deleteRows, type StoredRow, unsplit } from '../store/records/write-records.ts'
import { dependantsOf } from './dependants.ts'
import { noteUnnamed } from './file-batch.ts'
import type { Deletion } from './line.ts'
import { publishChanges } from './tell.ts'
import { judging, keyOf, storedRows, type Work } from './work.ts'

export async function writeDeletions(work: Work, entries: readonly Deletion[]): Promise<void> {
  const { tx, types, memory, result } = work
  const stored = await storedRows(work, entries)
  const there = entries.flatMap(entry => {
    const row = stored.get(keyOf(entry))
    return row ? [{ entry, row }] : []
  })
  result.counts.unchanged += entries.length - there.length
  const going = await unmentioned(work, there)
  if (going.length === 0) return
  memory.forget()
  result.counts.deleted += going.length
  const gone = going.map(({ entry: { type, id }, row }) => ({ type, id, before: unsplit(type, row) }))
  for (const { type, id, before } of gone) {
    result.refreshJobs += await addRefreshJobs(tx, types, dependantsOf(types, type, id, before, undefined))
    await deleteRows(tx, type, [id])
  }
  // Told together: who saw one of them may have seen it through another.
  await publishChanges(work, gone)
  await noteUnnamed(tx, gone)
}

type Going = { entry: Deletion; row: StoredRow }

/** Those that only others mention which go too; the rest is refused, and then what those that stay mention stays too. */
async function unmentioned(work: Work, all: readonly Going[]): Promise<readonly Going[]> {
  const { tx, types } = work
  let going = all
  for (let before = -1; before !== going.length; ) {
    before = going.length
    const ids = Map.groupBy(going, ({ entry }) => entry.type.type)
    const goes = (type: string) => (ids.get(type) ?? []).map(({ entry }) => entry.id)
    const kept: Going[] = []
    for (const [type, group] of ids) {
      const by = await mentionedBy(tx, types, type, goes(type), goes)
      for (const one of group) {
        const other = by.get(one.entry.id)
        if (!other) kept.push(one)
        else judging(work, one.entry, () => refuseMentioned(other))
      }
    }
    going = kept
  }
  return going
}

function refuseMentioned({ type, id }: { type: string; id: string }): never {
  throw new InvalidValue(
    'id',
    `is still mentioned by ${type} ${id}`,
    'delete or change what mentions it first',
  )
}
