// What is stored beside the records of a type. Its columns come from rules, each with what it adds and why: tables list them in
// the order of the rules, and where two give a column of one name, the later holds. Its indexes are those of index-rules.ts.
import type { CallerKind } from '../access/caller.ts'
import type { Ownership } from '../access/ownership.ts'
import { type GuardPlace, guardPlaces } from '../access/redact.ts'
import { type TSchema, withoutProperties } from '../shape/shape.ts'
import {
  aliasColumn,
  type Column,
  columnFor,
  dateColumn,
  dayColumn,
  factDatePaths,
  guardColumn,
  indexedAtOnce,
  ownedDateEnds,
  ownedDatesColumn,
  withoutZeros,
} from './columns.ts'
import { type Index, indexRules } from './index-rules.ts'
import { type DeclaredLayout, declarationOf, type LayoutRules, stateColumns } from './layout-declaration.ts'
import type { SearchLayout } from './search-columns.ts'
import type { RecordWords } from './words.ts'

/** Figures kept of all records: how many there are with the same values in some columns, and the sums of others. */
export type Tally = { by: readonly string[]; sums: readonly string[] }

export type Layout = {
  columns: readonly Column[]
  /** Facts that lists can be asked by. */
  askedFacts: readonly string[]
  indexes: readonly Index[]
  tally?: Tally
  /** For each kind of caller the column that says whose entries a record has that others of that kind are not shown. */
  guards: Readonly<Partial<Record<CallerKind, { column: string; places: readonly GuardPlace[] }>>>
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

function guardColumns({ words }: DeclaredLayout) {
  // What is put elsewhere in the record is not in its text.
  const merged = Object.values(words.parts ?? {}).flatMap(({ property, merge }) => (merge ? property : []))
  return (['agency', 'company'] as const).flatMap(kind => {
    const places = guardPlaces(withoutProperties(words.record, merged), kind)
    return places.length > 0 ? [{ kind, places, column: guardColumn(`guarded_${kind}`, places) }] : []
  })
}

const guardsOf = (declared: DeclaredLayout): Layout['guards'] =>
  Object.fromEntries(
    guardColumns(declared).map(({ kind, places, column }) => [kind, { column: column.name, places }]),
  )

const columnRules: LayoutRules<Column> = {
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
    return [...[...grouped, ...sums].map(match), ...moreSums.map(path => withoutZeros(match(path)))]
  },
  /** Once more, as a filter may look at the same path. */
  ownersSplit({ list }) {
    return list ? [list.all] : []
  },
  tally({ kept, match }) {
    return kept.map(match)
  },
}
