// Changes of status that cannot happen are refused, by the table its record type declares.
import type { Stored } from '../kernel/columns.ts'
import { Misfit } from '../kernel/conform.ts'
import type { Barred, RecordType } from '../kernel/record-type.ts'

export function checkTransition(type: RecordType, before: Stored, after: Stored): void {
  const from = before.record.status as string
  const to = after.record.status as string
  const barred = from === to ? undefined : type.never?.[from]
  const bar = barred?.find(one => statusOf(one) === to)
  if (!barred || bar === undefined) return
  if (typeof bar === 'string') {
    const others = barred.filter(one => typeof one === 'string')
    throw new Misfit(
      'record.status',
      `cannot go from ${from} to ${to}`,
      `from ${from} it may go anywhere but to ${others.join(', ')}`,
    )
  }
  if (bar.holds(before, after))
    throw new Misfit('record.status', `cannot go from ${from} to ${to} while ${bar.while}`, bar.hint)
}

const statusOf = (bar: Barred) => (typeof bar === 'string' ? bar : bar.to)
