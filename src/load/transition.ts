// Changes of status that cannot happen are refused, by the table its record type declares.

import { type Barred, type RecordType, slotsOf } from '../kernel/resource/record-type.ts'
import { Misfit } from '../shape/invalid-value.ts'
import { nodeOf } from '../shape/shape.ts'
import type { Stored } from '../shape/stored.ts'
import type { Transaction } from '../store/engine/database.ts'
import { namedIn } from '../store/records/load-queries.ts'
import type { Upsert } from './line.ts'

/** Records of a batch that others name, as `type:id by type`, where that decides what may become of them. */
export type Named = ReadonlySet<string>

export function checkTransition(type: RecordType, before: Stored, after: Stored, named: Named): void {
  const from = before.record.status as string
  const to = after.record.status as string
  const barred = from === to ? undefined : type.never?.[from]
  const bar = barred?.find(one => statusOf(one) === to)
  if (!barred || bar === undefined) return
  if (typeof bar === 'string')
    throw new Misfit('record.status', `cannot go from ${from} to ${to}`, waysOut(type, from, barred))
  const own = `${type.type}:${after.record.id}`
  const holds = 'named' in bar ? bar.named.some(by => named.has(`${own} by ${by}`)) : bar.holds(before, after)
  if (holds) throw new Misfit('record.status', `cannot go from ${from} to ${to} while ${bar.while}`, bar.hint)
}

function waysOut(type: RecordType, from: string, barred: readonly Barred[]): string {
  const all = nodeOf(type.record).properties?.status?.enum ?? []
  const open = all.filter(status => status !== from && !barred.includes(status))
  return open.length > 0 ? `from ${from} it may go to ${open.join(', ')}` : `${from} is for good`
}

const statusOf = (bar: Barred) => (typeof bar === 'string' ? bar : bar.to)

type Known = { isStored(entry: Upsert): boolean; isNewer(entry: Upsert): boolean }

/** Asks of those records alone that are there and are to get a status which being named may bar. */
export async function namedOf(
  tx: Transaction,
  entries: readonly Upsert[],
  { isStored, isNewer }: Known,
): Promise<Named> {
  const found = new Set<string>()
  for (const type of new Set(entries.map(entry => entry.type))) {
    const bars = Object.values(type.never ?? {})
      .flat()
      .flatMap(bar => (typeof bar === 'object' && 'named' in bar ? [bar] : []))
    const asked = entries.filter(
      entry =>
        entry.type === type && bars.some(({ to }) => to === entry.stored.record.status) && isStored(entry),
    )
    const keys = asked.map(({ id }) => `${type.type}:${id}`)
    if (keys.length === 0) continue
    for (const by of new Set(bars.flatMap(({ named }) => named))) {
      // Of those that come with this batch, what they name now counts.
      const naming = entries.filter(entry => entry.type.type === by && isNewer(entry))
      const now = naming.flatMap(entry => slotsOf(entry.type, entry.stored))
      const before = await namedIn(
        tx,
        by,
        keys,
        naming.map(({ id }) => id),
      )
      for (const key of [...before, ...now.map(slot => `${slot.type}:${slot.id}`)])
        found.add(`${key} by ${by}`)
    }
  }
  return found
}
