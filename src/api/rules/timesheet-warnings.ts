// What can hardly be right in a timesheet: sums, more hours than its days have, and rates that are not their base with the
// uplift.
import { dayMs } from '../../formats/day.ts'
import type { Warning } from '../../record-types/rules.ts'
import { capturedNumbers } from '../../shape/list-text.ts'
import type { StoredTimesheet } from '../shapes/timesheet.ts'
import { warnOfDay, warnOfNegative, warnOfSum } from './sum-and-hours-warnings.ts'
import { isOff, warnOfUplift } from './uplifts.ts'

/** What is looked at of each log. */
export const loggedTimes = ['hours.total', 'breaks'] as const

type Timesheet = StoredTimesheet['record']

export function timesheetWarnings({ record }: StoredTimesheet): Warning[] {
  const totals = (['pay', 'charge'] as const).flatMap(side => {
    const { total, ...parts } = record.values?.[side] ?? {}
    return warnOfSum(`record.values.${side}.total`, total, Object.values(parts))
  })
  return [...totals, ...warnOfRates(record), ...(record.timelogs ? warnOfLogs(record) : warnOfPeriod(record))]
}

function warnOfLogs({ netHours, timelogs }: Timesheet): Warning[] {
  const logged = capturedNumbers(timelogs, loggedTimes)
  const hours = logged.map(([total, breaks]) => total! - breaks! / 60)
  const each = logged.flatMap(([total], index) => {
    if (total! >= 0 && total! <= 24) return []
    const path = `record.timelogs.${index}.hours.total`
    return total! < 0 ? warnOfNegative(path) : warnOfDay(path, total)
  })
  return [...warnOfSum('record.netHours', netHours, hours), ...each, ...warnOfSameDay(timelogs!, logged)]
}

/** Several logs of one day, where two of them could be too many hours: mostly nothing is read for it. */
function warnOfSameDay(
  timelogs: NonNullable<Timesheet['timelogs']>,
  logged: readonly (readonly number[])[],
): Warning[] {
  const [first = 0, second = 0] = logged.map(([total]) => total!).sort((one, other) => other - one)
  if (first > 24 || first + second <= 24) return []
  // A list that was taken as text is read only here.
  const logs: { date: string }[] = JSON.parse(JSON.stringify(timelogs))
  const days = Map.groupBy(logs.keys(), index => logs[index]!.date.slice(0, 10))
  return [...days].flatMap(([day, indexes]) => {
    const sum = indexes.reduce((total, index) => total + logged[index]![0]!, 0)
    return warnOfDay(`record.timelogs.${indexes.at(-1)}.hours.total`, sum, ` with the other logs of ${day}`)
  })
}

/** Without logs: as many days as the period has. */
function warnOfPeriod({ netHours, start, end }: Timesheet): Warning[] {
  const days = Math.floor(Date.parse(end) / dayMs) - Math.floor(Date.parse(start) / dayMs) + 1
  return warnOfDay('record.netHours', netHours, '', Math.max(1, days))
}

function warnOfRates({ rates = {} }: Timesheet): Warning[] {
  const { wd, ...others } = rates as Record<string, Rate | undefined>
  if (!wd || wd.uplift) return []
  return Object.entries(others).flatMap(([name, rate]) => {
    if (!rate || rate.uplift === null) return []
    const { uplift } = rate
    const part = parts.find(one => isOff(rate[one], { base: wd[one], uplift }))
    return part ? warnOfUplift(`record.rates.${name}.${part}`, rate[part], { base: wd[part], uplift }) : []
  })
}

const parts = ['pay', 'emp', 'margin'] as const
type Rate = Record<(typeof parts)[number], number> & { uplift: number | null }
