// What aggregates are grouped by, and what a group is called (§4.11): `YYYY-MM`, an ISO week, or a name; several
// joined in the order they were asked for.

import { byCodePoints, fold } from '../../formats/fold.ts'
import { type GroupKey, type GroupOf, isoWeek } from '../../kernel/query/figures.ts'

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

/** By label as lists sort text; groups of the same name by what they stand for. */
export function sortedByLabel<T extends { label: string; group: GroupOf }>(rows: readonly T[]): T[] {
  const keyed = rows.map(row => ({
    row,
    key: [fold(row.label), row.label, ...row.group.map(({ value }) => value)],
  }))
  return keyed.toSorted((a, b) => compare(a.key, b.key)).map(({ row }) => row)
}

function compare(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((text, index) => text !== b[index])
  return at < 0 ? 0 : byCodePoints(a[at]!, b[at]!)
}
