// The deletions of a batch: what others still mention stays, what is not there counts as done.
import { Misfit } from '../kernel/misfit.ts'
import { addFollowJobs } from '../store/follow-jobs.ts'
import { mentionedBy } from '../store/load-queries.ts'
import { deleteRows, unsplit } from '../store/write-records.ts'
import { announce } from './announce.ts'
import { ledBy } from './led-by.ts'
import type { Deletion } from './line.ts'
import { judging, keyOf, storedRows, type Work } from './work.ts'

export async function writeDeletions(work: Work, entries: readonly Deletion[]): Promise<void> {
  const { tx, types, memory, result } = work
  const stored = await storedRows(work, entries)
  for (const entry of entries) {
    const row = stored.get(keyOf(entry))
    const by = row && (await mentionedBy(tx, types, entry.type.type, entry.id))
    judging(work, entry, () => {
      if (by)
        throw new Misfit(
          'id',
          `is still mentioned by ${by.type} ${by.id}`,
          'delete or change what mentions it first',
        )
    })
    if (!row) result.counts.unchanged++
    if (!row || by) continue
    result.counts.deleted++
    memory.forget()
    const before = unsplit(entry.type, row)
    result.followJobs += await addFollowJobs(tx, types, ledBy(types, entry.type, entry.id, before, undefined))
    await deleteRows(tx, entry.type, [entry.id])
    await announce(work, [{ type: entry.type, id: entry.id, before }])
  }
}
