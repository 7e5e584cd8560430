// The columns and indexes beside the records of a type: which ones its words need.
import { grantsColumnName, type Ownership } from '../access/ownership.ts'
import { guardPaths } from '../access/redact.ts'
import { placeAt } from '../shape/path.ts'
import { type TSchema, without } from '../shape/shape.ts'
import {
  aliasColumn,
  type Column,
  columnFor,
  dateColumn,
  dayColumn,
  factDatePaths,
  grantsColumn,
  groupPath,
  guardColumn,
  moreColumn,
  ownedDateEnds,
  ownedDatesColumn,
  placeColumns,
  searchColumns,
} from './columns.ts'
import { filterPaths } from './filter.ts'
import { datesOf, type RecordWords } from './words.ts'

/**
 * An index by columns, in order, the id the last unless rows are only counted by it; what it carries besides is read
 * without the rows.
 */
export type Index = {
  columns: readonly string[]
  carries: readonly string[]
  counted?: true
  /** Only of rows that have something in the first column. */
  filled?: true
}

/** Figures kept of all records: how many there are with the same values in some columns, and the sums of others. */
export type Tally = { by: readonly string[]; sums: readonly string[] }

export type Layout = {
  columns: readonly Column[]
  /** Facts that lists can be asked by. */
  askedFacts: readonly string[]
  indexes: readonly Index[]
  tally?: Tally
}

export function layoutOf(
  words: RecordWords<TSchema, TSchema>,
  owners: Ownership | undefined,
  source: TSchema,
): Layout {
  const { derived = {}, search, sorts = {} } = words
  const { groups = [], sums = [], kept = [] } = words.reading?.totals ?? {}
  const grouped = groups.map(path => groupPath(source, path))
  const filtered = Object.values(words.filters ?? {}).flatMap(filter => filterPaths(filter, source))
  const followed = (derived.derivations ?? []).flatMap(({ by }) => by)
  // What is a reference is looked for by its id when the record it names changes.
  const referred = grouped.filter(path => !groups.includes(path))
  const matched = [
    ...new Set([...filtered, ...ownerPaths(owners), ...followed, ...(derived.columns ?? []), ...referred]),
  ]
  const given = Object.values(datesOf({ dates: words.dates ?? [] }))
  const dated = given.filter(date => typeof date === 'string' || 'path' in date)

  const columns = new Map<string, Column>()
  const add = (column: Column) => {
    if (column.name !== 'id') columns.set(column.name, column)
    return column.name
  }
  const match = (path: string) => add(columnFor(source, path, 'match'))
  const sort = (path: string) => add(columnFor(source, path, 'sort'))

  const indexes: Index[] = []
  const granted = owners?.company?.grants !== undefined
  if (granted) add(grantsColumn(grantedByItself(owners)))
  const [ofCompany, agency] = [owners?.company, owners?.agency].map(form => {
    const [own] = form?.paths.map(match) ?? []
    return form?.isOne ? own : undefined
  })
  const several = owners?.company?.most ? owners.company : undefined
  const places = several ? placeColumns(columns.get(several.column)!, several.most!).map(add) : []
  const more = granted ? add(moreColumn(columns.get(grantsColumnName)!, several!.most!)) : undefined
  const companies = several ? places : [ofCompany]
  const [company] = companies
  /** The agencies of one company are met among its rows; of several, they have indexes of their own. */
  const beside = several ? undefined : agency
  /** Most rows have a first company alone, and what others open has none before these come. What those before it are is
   * asked of each, as no row is given twice. */
  const filledAt = (place: number) => (place > 0 || granted ? { filled: true as const } : {})
  type Names = readonly (string | undefined)[]
  const index = (by: Names, carries: Names = [], more: Pick<Index, 'counted' | 'filled'> = {}) => {
    const known = by.filter(name => name !== undefined)
    const others = carries.filter(name => name !== undefined && name !== 'id' && !known.includes(name))
    indexes.push({ columns: known, carries: [...new Set(others as string[])], ...more })
  }
  if (derived.alias) index([add(aliasColumn)])
  const first = words.defaultSort && sort(sorts[words.defaultSort.split(' ')[0]!]!)
  const dates = dated.map(date => add(dateColumn(source, date)))
  const through = Object.entries(search?.through ?? {}).map(([path, repeated]) => {
    const type = placeAt(source, path)!.node['x-reference']!
    return { type, id: `${path}.id`, column: match(`${path}.id`), repeated }
  })
  const looked = [...new Set(search?.within)]
  const restricted = looked.filter(path => isInReference(source, path))
  const [searched] = search ? searchColumns(looked, through, agency, restricted).map(add) : []
  const states = matched.filter(path => placeAt(source, path)?.node.enum).map(match)
  // Agencies find theirs in everybody's order.
  if (granted) for (const path of Object.values(sorts)) index([sort(path)])
  for (const [place, company] of companies.entries()) {
    for (const path of Object.values(sorts)) {
      const column = sort(path)
      // Any date, and what is searched, is met on the way through the usual order, without the rows.
      const met = column === first ? [...dates, searched, ...(place > 0 ? states : [])] : [first]
      index([company, column], company ? [beside, ...met, ...companies.slice(0, place)] : [], filledAt(place))
    }
  }
  const sorted = new Set(indexes.map(({ columns }) => columns.at(-1)))
  for (const date of dates) if (company && !sorted.has(date)) index([company, date], [agency, first])
  if (ofCompany && agency && first) index([company, agency, first], [...dates, ...states, searched])
  if (searched)
    for (const [place, company] of companies.entries())
      if (company)
        // Equal entries that carry nothing are stored once, so an index without what is searched is far smaller.
        index([company, agency], [granted ? undefined : searched, ...companies.slice(0, place)], {
          counted: true,
          ...filledAt(place),
        })
  // A small index by company alone serves to count all of a company's records.
  if (searched && company && agency && !granted && kept.length === 0) index([company], [], { counted: true })
  if (several && agency && owners?.connectedTo)
    for (const path of Object.values(sorts)) index([agency, sort(path)], [match(owners.connectedTo)])
  for (const path of matched) {
    const column = columns.get(match(path))
    if (column?.kind === 'text' && column.name !== company && column.name !== agency) {
      const within = several && path === owners?.linkedAt ? undefined : company
      index([column.name, within, first], company ? [beside] : [])
    }
  }
  for (const { owner, day, each, by, of } of derived.figures ?? []) {
    const days = add(dayColumn(columnFor(source, day, 'match')))
    index([match(owner), days, match(each), match(by)], of.map(match), { counted: true })
  }
  for (const path of derived.columns ?? []) add({ ...columns.get(match(path))!, lookedUp: true })
  for (const owned of given) {
    if (typeof owned === 'string' || 'path' in owned) continue
    add(ownedDatesColumn(owned))
    const [earliest, latest] = ownedDateEnds(owned).map(add)
    if (company) index([company, latest, earliest])
  }
  // What is put elsewhere in the record is not in its text.
  const merged = Object.values(words.parts ?? {}).flatMap(({ property, merge }) => (merge ? property : []))
  for (const kind of ['agency', 'company'] as const) {
    const { own, always } = guardPaths(without(words.record, merged), kind)
    if (own.length + always.length > 0) add(guardColumn(`guarded_${kind}`, own, always))
  }
  for (const path of [...grouped, ...sums]) match(path)
  if (several) add({ ...columns.get(several.column)!, places, ...(more && { more }) })
  const tally = kept.length > 0 && {
    by: kept.map(path => match(groupPath(source, path))),
    sums: sums.map(match),
  }
  const datePaths = dated.flatMap(date => (typeof date === 'string' ? date : factDatePaths(date)))
  const asked = [...filtered, ...datePaths, ...Object.values(sorts), ...(search?.within ?? [])]
  const askedFacts = asked.filter(path => path.startsWith('facts.'))
  return { columns: [...columns.values()], indexes, ...(tally && { tally }), askedFacts }
}

const grantedByItself = ({ company }: Ownership = {}): string[] =>
  (company?.grants ?? []).flatMap(grant => ('own' in grant ? grant.own : []))

/** Paths that a Reach or a grant looks at, besides those of the owners. */
const ownerPaths = (owners: Ownership = {}): string[] => [
  ...(owners.linkedAt ? [owners.linkedAt] : []),
  ...grantedByItself(owners),
]

const isInReference = (source: TSchema, path: string) =>
  placeAt(source, path.slice(0, Math.max(0, path.lastIndexOf('.'))))?.node['x-restricted'] === true
