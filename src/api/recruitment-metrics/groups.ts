// What aggregates are grouped by, and what a group is called (§4.11): `YYYY-MM`, an ISO week, or a name; several
// joined in the order they were asked for.

import { badRequest } from '../../errors/problem.ts'
import { daysAfter, isCalendarDay } from '../../formats/day.ts'
import { byCodePoints, foldedText } from '../../formats/fold.ts'
import { type GroupKey, type GroupOf, isoWeek } from '../../kernel/query/figures.ts'
import type { Condition } from '../../kernel/query/plan.ts'

export const groupings = ['all', 'company', 'project', 'agency', 'month', 'week'] as const
export type Grouping = (typeof groupings)[number]

/** The columns behind the groups; months and weeks are those of the metric's own date. */
export function keysFor(groupBy: readonly Grouping[], date: string): GroupKey[] {
  return groupBy.flatMap((grouping): GroupKey[] => {
    if (grouping === 'all') return []
    if (grouping === 'month' || grouping === 'week') return [{ column: date, every: grouping }]
    return [{ column: `${grouping}_id`, of: grouping }]
  })
}

/** Empty for all. */
export const labelFor = (keys: readonly GroupKey[], group: GroupOf): string =>
  group.map(({ value, name }, index) => labelOfKey(keys[index]!, value, name)).join(' | ')

function labelOfKey(key: GroupKey, value: string, name: string | undefined): string {
  if ('of' in key) return name ?? value
  return key.every === 'month' ? value.slice(0, 7) : isoWeek(value)
}

/** Stands where rows of a group name nobody; no id is written so. */
const nobody = '~'

/** The same for programs: ids and first days; empty for all. */
export const keyFor = (group: GroupOf): string => group.map(({ value }) => value || nobody).join()

/** What confines rows to one group, and the columns that are empty in all of its rows. */
export function conditionOfGroup(
  groupBy: readonly GroupKey[],
  key: string,
): { where: Condition[]; empty: string[] } {
  const values = groupBy.length === 0 ? [] : key.split(',')
  if (values.length !== groupBy.length || (groupBy.length === 0 && key !== ''))
    throw badRequest(`group=${key.slice(0, 80)}: give the groupKey of a row of the same groupBy`)
  const where = groupBy.flatMap((grouping, at): Condition[] => {
    const { column } = grouping
    const value = values[at]!
    if ('of' in grouping) return value === nobody ? [] : [{ column, in: [value] }]
    if (!isCalendarDay(value)) throw badRequest(`group=${key.slice(0, 80)}: "${value}" is not a day`)
    return [{ column, ...stepFrom(value, grouping.every) }]
  })
  return { where, empty: groupBy.flatMap(({ column }, at) => (values[at] === nobody ? [column] : [])) }
}

function stepFrom(day: string, every: 'month' | 'week'): { from: Date; to: Date } {
  const from = new Date(`${day}T00:00:00Z`)
  const next =
    every === 'week'
      ? new Date(`${daysAfter(day, 7)}T00:00:00Z`)
      : new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1))
  return { from, to: new Date(next.getTime() - 1) }
}

/** By label as lists sort text; groups of the same name by what they stand for. */
export function sortedByLabel<T extends { label: string; group: GroupOf }>(rows: readonly T[]): T[] {
  const keyed = rows.map(row => ({
    row,
    key: [foldedText(row.label), row.label, ...row.group.map(({ value }) => value)],
  }))
  return keyed.toSorted((a, b) => compare(a.key, b.key)).map(({ row }) => row)
}

function compare(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((text, index) => text !== b[index])
  return at < 0 ? 0 : byCodePoints(a[at]!, b[at]!)
}
