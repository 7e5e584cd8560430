// Which property each column of a table gives, told by its name and by what is in it.
import { type Node, withoutNull } from '../shape/shape.ts'
import { foreignNo, foreignYes, nameLikeness, wordsIn } from './names.ts'
import type { TableRow } from './rows.ts'
import { dateForm, dateIn, flagIn, numberIn, usualForms, usualNo, usualYes, wordIn } from './values.ts'

/** Ids that another file has, and the type of its records where its name says it. */
export type KnownIds = {
  type?: string | undefined
  source: string
  ids: ReadonlySet<string>
  /** Its columns, where it has no ids of its own. */
  ties?: readonly string[]
  /** Only its first rows were looked at, so others may have further ids. */
  isBeginning?: boolean
}

type TableRows = {
  type: string | undefined
  source: string
  rows: readonly TableRow[]
  /** The column that has them, where it was said. */
  column?: string | undefined
}

/** The ids of a table: the values of the first column that has another in every row, or nearly, as rows may be there twice. */
export function knownIdsOf({ type, source, rows, column }: TableRows): KnownIds {
  const columns = Object.keys(rows[0] ?? {})
  for (const name of columns) {
    const ids = new Set(rows.map(row => String(row[name] ?? '').trim()))
    if (name === column) return { type, source, ids, ties: [] }
    if (column === undefined && ids.size >= rows.length * 0.95 && !ids.has(''))
      return { type, source, ids, ties: [] }
  }
  return { type, source, ids: new Set(), ties: columns }
}

export type Leaf = {
  path: string
  node: Node
  required: boolean
  /** The object that it is in, and whether that cannot do without it. */
  within: string
  needed: boolean
  /** What it mostly is where tables leave it out. */
  usual?: string | undefined
  isFact?: boolean
}

/** Telephone numbers are mostly written without the code of their own country. */
const usualValues: Record<string, string> = { countryCode: '+44' }
export type SampledColumn = { name: string; values: string[]; words: ReadonlySet<string> }

/** The share of a column's values that must have one form; the others are then taken for mistakes. */
export const mostAre = 0.9

export const shareThatFits = (values: readonly string[], fits: (value: string) => boolean) =>
  values.length === 0 ? 0 : values.filter(fits).length / values.length

/** The first of those that most values fit best; undefined where they fit none. */
function bestOf<T>(
  all: readonly T[],
  values: readonly string[],
  fits: (one: T, value: string) => boolean,
): T | undefined {
  let best: { one: T; share: number } | undefined
  for (const one of all) {
    const found = shareThatFits(values, value => fits(one, value))
    if (found >= mostAre && found > (best?.share ?? 0)) best = { one, share: found }
    if (found === 1) break
  }
  return best?.one
}

const noForms = { dates: [], local: undefined }
const readers = new Map<string, (value: string) => unknown>([
  ['iso', value => dateIn(value, noForms)],
  ...usualForms.map(form => [form, dateForm(form)!] as const),
])

/** How the dates of a column are written: `iso`, a form, or undefined where they are none. */
export const datesIn = (values: readonly string[]): string | undefined =>
  bestOf([...readers.keys()], values, (form, value) => readers.get(form)!(value) !== undefined)

/** Every form that most dates of a column have, where a day may also be read as a month. */
export const formsOf = (values: readonly string[]): string[] =>
  [...readers].flatMap(([form, read]) =>
    shareThatFits(values, value => read(value) !== undefined) >= mostAre ? form : [],
  )

const decimals = ['.', ','] as const
export const decimalIn = (values: readonly string[]) =>
  bestOf(decimals, values, (mark, value) => numberIn(value, mark) !== undefined)

/** How many are not as the others are; nothing of what they say, for a mapping is kept. */
function odd(values: readonly string[], fits: (value: string) => boolean, what: string): string {
  const count = values.filter(value => !fits(value)).length
  return count === 0 ? '' : `    # ${count} of ${values.length} ${count === 1 ? 'is' : 'are'} no such ${what}`
}
export const oddDates = (values: readonly string[], form: string) =>
  odd(values, value => readers.get(form)?.(value) !== undefined, 'date')
export const oddNumbers = (values: readonly string[], mark: '.' | ',') =>
  odd(values, value => numberIn(value, mark) !== undefined, 'number')

export const flagWords = { yes: [...usualYes, ...foreignYes], no: [...usualNo, ...foreignNo] }

/** How well what is in a column is what a property takes; 0 where it cannot be. */
function fitness({ values }: SampledColumn, { node }: Leaf, known: readonly KnownIds[]): number {
  if (values.length === 0) return 0.4
  const type = node['x-reference']
  if (type) {
    const others = known.filter(one => one.type === type)
    const found = others.some(({ ids }) => shareThatFits(values, value => ids.has(value)) > mostAre)
    if (found) return 1.3
    return others.every(({ isBeginning }) => isBeginning) ? 0.8 : 0
  }
  if (node['x-instant']) return datesIn(values) ? 1 : 0
  if (node.enum) {
    const known = shareThatFits(values, value => wordIn(value, node.enum!) !== undefined)
    // Amounts are no words for something, whatever the column is called.
    return known === 0 && decimalIn(values) ? 0 : 0.6 + 0.5 * known
  }
  if (node.type === 'number' || node.type === 'integer') return decimalIn(values) ? 1 : 0
  if (node.type === 'boolean') {
    const known = shareThatFits(values, value => flagIn(value, flagWords) !== undefined)
    // A word among them that is not understood is asked for.
    return known >= mostAre ? 1 : known > 0.5 ? 0.6 : 0.3
  }
  // A text may look like anything, but a date or an amount is more likely to be one.
  return datesIn(values) || shareThatFits(values, value => /\d[.,]\d{1,2}$/.test(value)) >= mostAre
    ? 0.4
    : 0.9
}

/** The properties that a column can give, those inside objects with their paths. */
export function leavesIn(node: Node, prefix = '', needed = true): Leaf[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, child]): Leaf[] => {
    if (child['x-derived'] || child['x-hidden']) return []
    const { node: open, nullable } = withoutNull(child)
    const path = `${prefix}${name}`
    const required = needed && !nullable && (node.required?.includes(name) ?? false)
    if (open.type === 'array') return []
    if (open.type === 'object' && !open['x-reference']) return leavesIn(open, `${path}.`, required)
    const isNeeded = node.required?.includes(name) === true && !nullable
    return [{ path, node: open, required, within: prefix, needed: isNeeded, usual: usualValues[name] }]
  })
}

/** A column that has another value in every row, or nearly: rows may be there twice. Times are no ids, however much
 * they differ. */
export function idColumn(
  type: string,
  columns: readonly SampledColumn[],
  rows: number,
): SampledColumn | undefined {
  const nearly = columns.filter(
    ({ values }) => values.length === rows && new Set(values).size >= rows * 0.95 && !datesIn(values),
  )
  const unique = nearly.filter(({ values }) => new Set(values).size === rows)
  const words = wordsIn(type)
  const isCalledId = ({ name }: SampledColumn) => /(^|[^a-z])(id|key)$/i.test(name) || /[a-z]Id$/.test(name)
  return (
    unique.find(({ name }) => /^id$/i.test(name)) ??
    unique.find(column => isCalledId(column) && [...words].some(word => column.words.has(word))) ??
    unique.find(isCalledId) ??
    unique[0] ??
    nearly[0]
  )
}

/** The first two columns that together have another value in every row. */
export function identifyingPair(
  columns: readonly SampledColumn[],
  rows: number,
): [SampledColumn, SampledColumn] | undefined {
  const full = columns.filter(({ values }) => values.length === rows && !datesIn(values))
  for (const [index, one] of full.entries())
    for (const other of full.slice(index + 1))
      if (new Set(one.values.map((value, row) => JSON.stringify([value, other.values[row]]))).size === rows)
        return [one, other]
  return undefined
}

/** Each column goes to the property that it is most like, and each property gets the column most like it. */
export function columnsByProperty(
  type: string,
  leaves: readonly Leaf[],
  columns: readonly SampledColumn[],
  known: readonly KnownIds[],
): Map<Leaf, SampledColumn> {
  const own = wordsIn(type)
  const pairs = leaves.flatMap(leaf => {
    const words = wordsIn(leaf.path)
    return columns.map(column => {
      // timesheet_status is the status of a timesheet.
      const bare = new Set([...column.words].filter(word => !own.has(word) || words.has(word)))
      const alike = Math.max(nameLikeness(words, column.words), nameLikeness(words, bare))
      const fit = fitness(column, leaf, known)
      // Where ids are found in another file, the name hardly matters.
      const named = fit > 1.2 ? Math.max(alike, 0.6) : alike
      // What is shown comes before what is only stored with it, where both would do.
      return { leaf, column, score: named * fit * (leaf.isFact ? 0.95 : 1) }
    })
  })
  const best = pairs.filter(({ score }) => score >= 0.45).sort((one, other) => other.score - one.score)
  for (const left = new Set<string>(); ; ) {
    const taken = new Map<Leaf, SampledColumn>()
    const used = new Set<SampledColumn>()
    for (const { leaf, column } of best) {
      if (taken.has(leaf) || used.has(column) || left.has(leaf.within)) continue
      taken.set(leaf, column)
      used.add(column)
    }
    // An object that would lack what it needs is no match for any of its parts.
    const broken = [...taken.keys()].find(
      ({ within }) =>
        within !== '' &&
        leaves.some(one => one.within === within && one.needed && one.usual === undefined && !taken.has(one)),
    )
    if (!broken) return taken
    left.add(broken.within)
  }
}
