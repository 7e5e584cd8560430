// Changes of status that cannot happen are refused, by the table its record type declares.

import { type ForbiddenTransition, type RecordType, slotsOf } from '../kernel/resource/record-type.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
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
  const forbidden = from === to ? undefined : type.forbiddenTransitions?.[from]
  const rule = forbidden?.find(one => statusOf(one) === to)
  if (!forbidden || rule === undefined) return
  if (typeof rule === 'string')
    throw new InvalidValue('record.status', `cannot go from ${from} to ${to}`, waysOut(type, from, forbidden))
  const own = `${type.type}:${after.record.id}`
  const holds =
    'named' in rule ? rule.named.some(by => named.has(`${own} by ${by}`)) : rule.holds(before, after)
  if (holds)
    throw new InvalidValue('record.status', `cannot go from ${from} to ${to} while ${rule.while}`, rule.hint)
}

function waysOut(type: RecordType, from: string, forbidden: readonly ForbiddenTransition[]): string {
  const all = nodeOf(type.record).properties?.status?.enum ?? []
  const open = all.filter(status => status !== from && !forbidden.includes(status))
  return open.length > 0 ? `from ${from} it may go to ${open.join(', ')}` : `${from} is for good`
}

const statusOf = (rule: ForbiddenTransition) => (typeof rule === 'string' ? rule : rule.to)

type Known = { isStored(entry: Upsert): boolean; isNewer(entry: Upsert): boolean }

/** Asks of those records alone that are there and are to get a status which being named may rule. */
export async function namedOf(
  tx: Transaction,
  entries: readonly Upsert[],
  { isStored, isNewer }: Known,
): Promise<Named> {
  const found = new Set<string>()
  for (const type of new Set(entries.map(entry => entry.type))) {
    const forbidden = Object.values(type.forbiddenTransitions ?? {})
      .flat()
      .flatMap(rule => (typeof rule === 'object' && 'named' in rule ? [rule] : []))
    const asked = entries.filter(
      entry =>
        entry.type === type &&
        forbidden.some(({ to }) => to === entry.stored.record.status) &&
        isStored(entry),
    )
    const keys = asked.map(({ id }) => `${type.type}:${id}`)
    if (keys.length === 0) continue
    for (const by of new Set(forbidden.flatMap(({ named }) => named))) {
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
