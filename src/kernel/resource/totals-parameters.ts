// The parameters of totals: those of the list that select records, and what to group them by and add up.

import { nearestWord, orNearest } from '../../errors/nearest.ts'
import { badRequest } from '../../errors/problem.ts'
import { allSums, type Totals } from '../../record-types/words.ts'
import { placeAt } from '../../shape/path.ts'
import { Type } from '../../shape/schema.ts'
import type { TSchema } from '../../shape/shape.ts'
import { type Parameter, sortParameters } from '../operation/parameter.ts'
import { fieldsParameter } from '../query/fields.ts'
import { type Step, steps } from '../query/figures.ts'
import { pagesOf } from '../query/paging.ts'
import type { CollectionDeclaration } from './declaration.ts'
import { listParameters } from './list-operation.ts'

const mostGroupings = 4

/** A path, and of a date how long each group lasts. */
export type GroupBy = { path: string; every?: Step }

export function totalsParameters(
  declared: CollectionDeclaration,
  totals: Totals,
  source: TSchema,
  row: TSchema,
): Parameter[] {
  const sums = allSums(totals)
  const others = /^(page|limit|sortBy|sortOrder|fields|format|explode|include.*)$/
  return [
    ...listParameters(declared, source, declared.record).filter(({ name }) => !others.test(name)),
    groupByParameter(totals, source, declared.reading?.stretches?.named),
    ...(sums.length > 0 ? [sumParameter(sums)] : []),
    ...pagesOf('Groups'),
    ...sortParameters(['group', 'count', ...sums], 'group', 'asc', {
      sortBy: 'What to sort groups by, default group, its name or date; a sum is then shown too',
      sortOrder: 'Ascending or descending, default asc for group, desc for figures',
    }),
    fieldsParameter(row),
  ]
}

const isDate = (source: TSchema, path: string) => placeAt(source, path)!.node['x-instant'] === true

function groupByParameter(totals: Totals, source: TSchema, named: string | undefined): Parameter<GroupBy[]> {
  const groups = [...totals.groups, ...(named === undefined ? [] : [named])]
  const dates = totals.groups.filter(path => isDate(source, path))
  const plain = groups.filter(path => !dates.includes(path))
  const withStep = dates.length === 0 ? plain[1]! : `${dates[0]}:month`
  const stepped =
    dates.length === 0
      ? ''
      : `; or by a date: ${dates.join(', ')}, each with ${steps.map(step => `:${step}`).join(', ')}`
  const forms = `${plain.join(', ')}${stepped}`
  return {
    name: 'groupBy',
    joined: true,
    description: `What to group by, comma-separated, at most ${mostGroupings}, such as ${withStep}; omitted = one row for all`,
    takes: forms,
    brief: dates.length === 0 ? 'paths' : 'paths, dates with a step',
    schema: Type.String({ minLength: 1, maxLength: 200 }),
    example: [plain[0], withStep].join(),
    read(text) {
      const asked = [...new Set(text.split(','))].map(word => groupOf(word, groups, dates, forms))
      const twice = asked.find(({ path }, at) => asked.findIndex(other => other.path === path) !== at)
      if (twice) throw badRequest(`groupBy: ${twice.path} is there twice; give it one step`)
      if (asked.length > mostGroupings)
        throw badRequest(`groupBy: ${asked.length} are too many; give at most ${mostGroupings}`)
      return asked
    },
  }
}

function groupOf(word: string, groups: readonly string[], dates: readonly string[], forms: string): GroupBy {
  const [path, every, ...more] = word.split(':') as [string, string?, ...string[]]
  const shown = word.slice(0, 80)
  if (steps.includes(path as Step) && dates.length > 0)
    throw badRequest(`groupBy: "${shown}" needs a date before it, such as ${dates[0]}:${path}`)
  if (!groups.includes(path))
    throw badRequest(`groupBy: "${shown}" is no group here${orNearest(path, groups)}. There are ${forms}`)
  const asDate = `${path}:${nearestWord(every ?? '', steps) ?? 'month'}`
  if (!dates.includes(path)) {
    if (every === undefined) return { path }
    throw badRequest(`groupBy: "${shown}": ${path} is no date and has no steps; write ${path}`)
  }
  if (!steps.includes(every as Step) || more.length > 0)
    throw badRequest(`groupBy: "${shown}" needs one of ${steps.join(', ')}, such as ${asDate}`)
  return { path, every: every as Step }
}

function sumParameter(sums: readonly string[]): Parameter<string[]> {
  return {
    name: 'sum',
    joined: true,
    description: 'What to add up, one path or several separated by commas',
    takes: sums.join(', '),
    brief: 'paths of numbers',
    schema: Type.String({ minLength: 1, maxLength: 1000 }),
    example: sums.slice(0, 2).join(),
    read(text) {
      const asked = [...new Set(text.split(','))]
      const bad = asked.find(path => !sums.includes(path))
      if (bad === undefined) return asked
      throw badRequest(
        `sum: "${bad.slice(0, 80)}" is no sum here${orNearest(bad, sums)}. There are ${sums.join(', ')}`,
      )
    },
  }
}
