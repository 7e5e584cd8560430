// The columns and indexes beside the records of a type: rules, each with what it adds and why. Tables list their columns in
// the order of the rules, and where two give a column of one name, the later holds.
import type { CallerKind } from '../access/caller.ts'
import type { Ownership } from '../access/ownership.ts'
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
  indexedAtOnce,
  itemColumns,
  nonzero,
  ownedDateEnds,
  ownedDatesColumn,
  restColumn,
} from './columns.ts'
import { filterPaths } from './filter.ts'
import { type SearchLayout, searchColumns, searchedOwn, searchedShort } from './search-columns.ts'
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
  /** For each kind of caller the column that says whose entries a record has that others of that kind are not shown. */
  guards: Readonly<Partial<Record<CallerKind, { column: string; paths: readonly string[] }>>>
  search?: SearchLayout
}

export function layoutOf(
  words: RecordWords<TSchema, TSchema>,
  owners: Ownership | undefined,
  source: TSchema,
): Layout {
  const declared = declarationOf(words, owners, source)
  const columns = new Map<string, Column>()
  for (const rule of Object.values(columnRules))
    for (const column of rule(declared)) if (column.name !== 'id') columns.set(column.name, column)
  const { kept, sums, match, search, dates, filtered, sorts } = declared
  const datePaths = dates.flatMap(date => (typeof date === 'string' ? date : factDatePaths(date)))
  const asked = [...filtered, ...datePaths, ...sorts, ...(words.search?.within ?? [])]
  const names = (paths: readonly string[]) => paths.map(path => match(path).name)
  return {
    columns: [...columns.values()],
    indexes: Object.values(indexRules).flatMap(rule => rule(declared)),
    ...(kept.length > 0 && { tally: { by: names(kept), sums: names(sums) } }),
    askedFacts: asked.filter(path => path.startsWith('facts.')),
    guards: guardsOf(declared),
    ...(search && { search: search.layout }),
  }
}

/** What the rules ask of a declaration. */
function declarationOf(words: RecordWords<TSchema, TSchema>, owners: Ownership | undefined, source: TSchema) {
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
    ...{ words, derived, owners, source, match, sort, filtered, grouped, sums, moreSums },
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

type Declaration = ReturnType<typeof declarationOf>
type Rules<T> = Readonly<Record<string, (declared: Declaration) => readonly T[]>>
type Names = readonly (string | undefined)[]

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

const isGranted = ({ owners }: Declaration) => owners?.company?.grants !== undefined

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

const stateColumns = ({ matched, source, match }: Declaration) =>
  matched.filter(path => placeAt(source, path)?.node.enum).map(match)

function guardColumns({ words }: Declaration) {
  // What is put elsewhere in the record is not in its text.
  const merged = Object.values(words.parts ?? {}).flatMap(({ property, merge }) => (merge ? property : []))
  return (['agency', 'company'] as const).flatMap(kind => {
    const { own, always } = guardPaths(without(words.record, merged), kind)
    return own.length + always.length > 0
      ? [{ kind, column: guardColumn(`guarded_${kind}`, own, always) }]
      : []
  })
}

const guardsOf = (declared: Declaration): Layout['guards'] =>
  Object.fromEntries(
    guardColumns(declared).map(({ kind, column }) => [kind, { column: column.name, paths: column.paths }]),
  )

const columnRules: Rules<Column> = {
  /** Whose a record is: every read is confined by it. */
  owners({ owners, match, list }) {
    const granted = list?.rest ? [list.all] : []
    const own = [owners?.company, owners?.agency].flatMap(form => form?.paths.map(match) ?? [])
    return [...granted, ...own, ...(list?.items ?? []), ...(list?.rest ? [list.rest] : [])]
  },
  /** What other records find this one by. */
  alias({ derived }) {
    return derived.alias ? [aliasColumn(derived.alias)] : []
  },
  /** The usual order, and the dates that lists are asked by. */
  orderAndDates({ words, sort, dates, source }) {
    const { defaultSort, sorts = {} } = words
    const first = defaultSort ? [sort(sorts[defaultSort.split(' ')[0]!]!)] : []
    return [...first, ...dates.map(date => dateColumn(source, date))]
  },
  search({ search }) {
    return search?.columns ?? []
  },
  /** States are carried by indexes in the usual order. */
  states: stateColumns,
  sorts({ sorts, sort }) {
    return sorts.map(sort)
  },
  /** The company whose links say where agencies see a record of several companies. */
  connectedCompany({ list, agency, owners, sorts, match }) {
    return list && agency && owners?.connectedTo && sorts.length > 0 ? [match(owners.connectedTo)] : []
  },
  /** What filters and other records look at. */
  matches({ matched, match }) {
    return matched.map(match)
  },
  /** Figures over many records add up the numbers of each day. */
  figures({ derived, source, match }) {
    return (derived.figures ?? []).flatMap(({ owner, day, each, by, of }) => [
      dayColumn(columnFor(source, day, 'match')),
      ...[owner, each, by, ...of].map(match),
    ])
  },
  /** What the writer finds rows by, right after it has written others. */
  lookedUpByWriter({ derived, match }) {
    return (derived.columns ?? []).map(path => indexedAtOnce(match(path)))
  },
  /** How things stand on a day; what they lack is asked of rows, and no row is found by it. */
  stretches({ words: { reading }, match }) {
    return Object.values(reading?.stretches?.paths ?? {})
      .map(match)
      .map(({ index: _, ...column }) => column)
  },
  datesOfOwners({ ownedDates }) {
    return ownedDates.flatMap(owned => [ownedDatesColumn(owned), ...ownedDateEnds(owned)])
  },
  /** Whether anything in a row is hidden from its reader. */
  guards(declared) {
    return guardColumns(declared).map(({ column }) => column)
  },
  /** What totals group by and add up. */
  totals({ grouped, sums, moreSums, match }) {
    return [...[...grouped, ...sums].map(match), ...moreSums.map(path => nonzero(match(path)))]
  },
  /** Once more, as a filter may look at the same path. */
  ownersSplit({ list }) {
    return list ? [list.all] : []
  },
  tally({ kept, match }) {
    return kept.map(match)
  },
}

const index = (by: Names, carries: Names = [], more: Pick<Index, 'counted' | 'filled'> = {}): Index => {
  const columns = by.filter(name => name !== undefined)
  const others = carries
    .filter(name => name !== undefined)
    .filter(name => name !== 'id' && !columns.includes(name))
  return { columns, carries: [...new Set(others)], ...more }
}

/** Most rows have a first company alone, and what others open has none before these come. What those before it are is
 * asked of each, as no row is given twice. */
const filledAt = (declared: Declaration, place: number) =>
  place > 0 || isGranted(declared) ? { filled: true as const } : {}

/** The agencies of one company are met among its rows; of several, they have indexes of their own. */
const agencyBeside = ({ list, agency }: Declaration) => (list ? undefined : agency)

const dateNames = ({ dates, source }: Declaration) => dates.map(date => dateColumn(source, date).name)
const searched = ({ search }: Declaration) => search && searchedShort

const indexRules: Rules<Index> = {
  alias({ derived }) {
    return derived.alias ? [index(['alias'])] : []
  },
  /** Agencies find what others open to companies in everybody's order. */
  everybodysOrder(declared) {
    return isGranted(declared) ? declared.sorts.map(path => index([declared.sort(path).name])) : []
  },
  /** A page of a company's records in any order. */
  companysOrder(declared) {
    const { companies, sorts, sort, first } = declared
    const states = stateColumns(declared).map(({ name }) => name)
    return companies.flatMap((company, place) =>
      sorts.map(path => {
        const column = sort(path).name
        // Any date, and what is searched, is met on the way through the usual order, without the rows.
        const met =
          column === first
            ? [...dateNames(declared), searched(declared), ...(place > 0 ? states : [])]
            : [first]
        const carried = company ? [agencyBeside(declared), ...met, ...companies.slice(0, place)] : []
        return index([company, column], carried, filledAt(declared, place))
      }),
    )
  },
  /** A range of a date that nothing is sorted by. */
  otherDates(declared) {
    const {
      companies: [company],
      agency,
      first,
      sorts,
      sort,
    } = declared
    const sorted = new Set(sorts.map(path => sort(path).name))
    if (!company) return []
    return dateNames(declared).flatMap(date =>
      sorted.has(date) ? [] : [index([company, date], [agency, first])],
    )
  },
  /** A page of an agency's records of one company. */
  agencysOrder(declared) {
    const {
      list,
      companies: [company],
      agency,
      first,
    } = declared
    if (list || !company || !agency || !first) return []
    const states = stateColumns(declared).map(({ name }) => name)
    return [index([company, agency, first], [...dateNames(declared), ...states, searched(declared)])]
  },
  /** What has the words of a search is counted without the rows. */
  searchCounts(declared) {
    const { companies, agency } = declared
    if (!searched(declared)) return []
    return companies.flatMap((company, place) => {
      if (!company) return []
      // Equal entries that carry nothing are stored once, so an index without what is searched is far smaller.
      const carried = [isGranted(declared) ? undefined : searched(declared), ...companies.slice(0, place)]
      return [index([company, agency], carried, { counted: true, ...filledAt(declared, place) })]
    })
  },
  /** A small index by company alone serves to count all of a company's records. */
  companyCounts(declared) {
    const {
      companies: [company],
      agency,
      kept,
    } = declared
    const isNeeded = searched(declared) && company && agency && !isGranted(declared) && kept.length === 0
    return isNeeded ? [index([company], [], { counted: true })] : []
  },
  /** A page of an agency's records of several companies. */
  agencysOrderOfSeveral({ list, agency, owners, sorts, sort, match }) {
    if (!list || !agency || !owners?.connectedTo) return []
    const { name } = match(owners.connectedTo)
    return sorts.map(path => index([agency, sort(path).name], [name]))
  },
  /** Rows that name something, as filters and refresh jobs find them. */
  matches(declared) {
    const {
      matched,
      match,
      companies: [company],
      agency,
      list,
      owners,
      first,
    } = declared
    return matched.flatMap(path => {
      const { name, kind } = match(path)
      if (kind !== 'text' || name === 'id' || name === company || name === agency) return []
      const within = list && path === owners?.linkedAt ? undefined : company
      return [index([name, within, first], company ? [agencyBeside(declared)] : [])]
    })
  },
  /** Figures are added up from the index alone. */
  figures({ derived, match }) {
    return (derived.figures ?? []).map(({ owner, day, each, by, of }) => {
      const [owns, apart, beside] = [owner, each, by].map(path => match(path).name)
      const days = dayColumn(match(day)).name
      return index(
        [owns, days, apart, beside],
        of.map(path => match(path).name),
        { counted: true },
      )
    })
  },
  /** Stretches of one thing, and those of an owner that are not over on a day. */
  stretches({ words: { reading }, companies, agency, match }) {
    const { paths } = reading?.stretches ?? {}
    if (!paths) return []
    const [of, from, to, state, until] = [paths.of, paths.from, paths.to, paths.state, paths.until].map(
      path => match(path).name,
    )
    return [
      index([of], [], { counted: true }),
      ...[...companies, agency].flatMap(owner => (owner ? index([owner, to], [from, state, until]) : [])),
    ]
  },
  /** A range of dates of which each belongs to somebody. */
  datesOfOwners(declared) {
    const {
      ownedDates,
      companies: [company],
    } = declared
    return ownedDates.flatMap(owned => {
      const [earliest, latest] = ownedDateEnds(owned)
      return company ? [index([company, latest.name, earliest.name], [], filledAt(declared, 0))] : []
    })
  },
}
