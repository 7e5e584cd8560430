// The deletions of a batch: what others still mention stays, unless they go with it; what is not there counts as done.
import { Misfit } from '../kernel/misfit.ts'
import { addFollowJobs } from '../store/follow-jobs.ts'
import { mentionedBy } from '../store/load-queries.ts'
import { deleteRows, type StoredRow, unsplit } from '../store/write-records.ts'
import { announce } from './announce.ts'
import { ledBy } from './led-by.ts'
import type { Deletion } from './line.ts'
import { judging, keyOf, storedRows, type Work } from './work.ts'

export async function writeDeletions(work: Work, entries: readonly Deletion[]): Promise<void> {
  const { tx, types, memory, result } = work
  const stored = await storedRows(work, entries)
  const there = entries.flatMap(entry => {
    const row = stored.get(keyOf(entry))
    return row ? [{ entry, row }] : []
  })
  result.counts.unchanged += entries.length - there.length
  for (const { entry, row } of await unmentioned(work, there)) {
    result.counts.deleted++
    memory.forget()
    const before = unsplit(entry.type, row)
    result.followJobs += await addFollowJobs(tx, types, ledBy(types, entry.type, entry.id, before, undefined))
    await deleteRows(tx, entry.type, [entry.id])
    await announce(work, [{ type: entry.type, id: entry.id, before }])
  }
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
    for (const one of going) {
      const { type, id } = one.entry
      const by = await mentionedBy(tx, types, type.type, id, goes)
      if (!by) kept.push(one)
      judging(work, one.entry, () => {
        if (by)
          throw new Misfit(
            'id',
            `is still mentioned by ${by.type} ${by.id}`,
            'delete or change what mentions it first',
          )
      })
    }
    going = kept
  }
  return going
}
