// The indexes beside the records of a type: rules, each with what it adds and why.
import { dateColumn, dayColumn, ownedDateEnds } from './columns.ts'
import { type DeclaredLayout, isGranted, type LayoutRules, stateColumns } from './layout-declaration.ts'
import { searchedShort } from './search-columns.ts'

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

type Names = readonly (string | undefined)[]

const index = (by: Names, carries: Names = [], more: Pick<Index, 'counted' | 'filled'> = {}): Index => {
  const columns = by.filter(name => name !== undefined)
  const others = carries
    .filter(name => name !== undefined)
    .filter(name => name !== 'id' && !columns.includes(name))
  return { columns, carries: [...new Set(others)], ...more }
}

/** An index by the second or third company of a row leaves out the rows that have none there, which are most. So does one by
 * the first, of records that have none until others open them to somebody: a worker, before the first assignment. */
const filledAt = (declared: DeclaredLayout, place: number) =>
  place > 0 || isGranted(declared) ? { filled: true as const } : {}

/** The agencies of one company are met among its rows; of several, they have indexes of their own. */
const agencyBeside = ({ list, agency }: DeclaredLayout) => (list ? undefined : agency)

const dateNames = ({ dates, source }: DeclaredLayout) => dates.map(date => dateColumn(source, date).name)
const searched = ({ search }: DeclaredLayout) => search && searchedShort

export const indexRules: LayoutRules<Index> = {
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
        // A caller with both companies of a row meets it by the first; by the second it is left out, for which the index has
        // the first as well.
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
