// Changes of status that cannot happen are refused, by the table its record type declares.
import type { Stored } from '../kernel/columns.ts'
import { Misfit } from '../kernel/conform.ts'
import type { RecordType } from '../kernel/record-type.ts'

export function checkTransition(type: RecordType, before: Stored, after: Stored): void {
  const from = before.record.status as string
  const to = after.record.status as string
  if (!type.never?.[from]?.includes(to)) return
  const open = type.never[from]
  throw new Misfit(
    'record.status',
    `cannot go from ${from} to ${to}`,
    `from ${from} it may go anywhere but to ${open.join(', ')}`,
  )
}
