// What the rules of a layout ask of the declaration of a type: its paths as columns, and whose its records are.
import type { Ownership } from '../access/ownership.ts'
import { placeAt } from '../shape/path.ts'
import type { TSchema } from '../shape/shape.ts'
import { type Column, columnFor, grantsColumn, groupPath, itemColumns, restColumn } from './columns.ts'
import { filterPaths } from './filter.ts'
import { type SearchLayout, searchColumns, searchedOwn, searchedShort } from './search-columns.ts'
import { datesOf, type RecordWords } from './words.ts'

/** What the rules ask of a declaration. */
export function declarationOf(
  words: RecordWords<TSchema, TSchema>,
  owners: Ownership | undefined,
  source: TSchema,
) {
  const { derived = {}, sorts = {} } = words
  const { groups = [], sums = [], moreSums = [], kept = [] } = words.reading?.totals ?? {}
  const match = (path: string) => columnFor(source, path, 'match')
  const sort = (path: string) => columnFor(source, path, 'sort')
  const grouped = groups.map(path => groupPath(source, path))
  const filtered = Object.values(words.filters ?? {}).flatMap(filter => filterPaths(filter, source))
  const matched = new Set([
    ...filtered,
    ...ownerPaths(owners),
    ...(derived.derivations ?? []).flatMap(({ by }) => by),
    ...(derived.columns ?? []),
    // What is a reference is looked for by its id when the record it names changes.
    ...grouped.filter(path => !groups.includes(path)),
  ])
  const dates = Object.values(datesOf({ dates: words.dates ?? [] }))
  const [company, agency] = [owners?.company, owners?.agency].map(form => {
    const [own] = form?.paths ?? []
    return form?.isOne && own !== undefined ? match(own).name : undefined
  })
  const list = ownerList(owners, match)
  const first = words.defaultSort && sort(sorts[words.defaultSort.split(' ')[0]!]!).name
  return {
    words,
    derived,
    owners,
    source,
    match,
    sort,
    filtered,
    grouped,
    sums,
    moreSums,
    kept: kept.map(path => groupPath(source, path)),
    matched: [...matched],
    sorts: Object.values(sorts),
    /** The column of the usual order. */
    first,
    dates: dates.filter(date => typeof date === 'string' || 'path' in date),
    ownedDates: dates.filter(date => typeof date !== 'string' && 'each' in date),
    list,
    /** The columns that say whose a row is, one for each company that it may be of. */
    companies: list ? list.items.map(({ name }) => name) : [company],
    agency,
    search: words.search && searchOf(words.search, source, match, agency),
  }
}

export type DeclaredLayout = ReturnType<typeof declarationOf>
export type LayoutRules<T> = Readonly<Record<string, (declared: DeclaredLayout) => readonly T[]>>

/** The companies of a record that may be of several: all in one column, and the first of them in one each. */
function ownerList({ company }: Ownership = {}, match: (path: string) => Column) {
  if (!company?.most) return undefined
  const { column, grants, most, paths } = company
  const all = grants
    ? grantsColumn(grantedByItself(grants))
    : paths.map(match).find(({ name }) => name === column)!
  const items = itemColumns(all, most)
  const rest = grants && restColumn(all, most)
  const split = { items: items.map(({ name }) => name), ...(rest && { rest: rest.name }) }
  return { all: { ...all, split }, items, rest }
}

const grantedByItself = (grants: NonNullable<NonNullable<Ownership['company']>['grants']>): string[] =>
  grants.flatMap(grant => ('own' in grant ? grant.own : []))

/** Paths that a Reach or a grant looks at, besides those of the owners. */
const ownerPaths = ({ linkedAt, company, needs }: Ownership = {}): string[] => [
  ...(needs?.paths ?? []),
  ...(linkedAt ? [linkedAt] : []),
  ...grantedByItself(company?.grants ?? []),
]

export const isGranted = ({ owners }: DeclaredLayout) => owners?.company?.grants !== undefined

function searchOf(
  { within, through: references = {} }: NonNullable<RecordWords<TSchema, TSchema>['search']>,
  source: TSchema,
  match: (path: string) => Column,
  agency: string | undefined,
) {
  const through = Object.entries(references).map(([path, repeated]) => {
    const type = placeAt(source, path)!.node['x-reference']!
    return { type, id: `${path}.id`, column: match(`${path}.id`).name, repeated }
  })
  const paths = [...new Set(within)]
  const restricted = paths.filter(path => isInReference(source, path))
  const owner = through.find(({ column }) => column === agency)
  const layout: SearchLayout = {
    letters: through.length > 0 ? searchedOwn : searchedShort,
    isRestricted: restricted.length > 0,
    through,
    ...(owner && { owner }),
  }
  return {
    layout,
    columns: [...through.map(({ id }) => match(id)), ...searchColumns(paths, layout, restricted)],
  }
}

const isInReference = (source: TSchema, path: string) =>
  placeAt(source, path.slice(0, Math.max(0, path.lastIndexOf('.'))))?.node['x-restricted'] === true

export const stateColumns = ({ matched, source, match }: DeclaredLayout) =>
  matched.filter(path => placeAt(source, path)?.node.enum).map(match)
