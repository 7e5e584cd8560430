// Proposes a mapping for a table: columns by their names and by what is in them, what is required and missing marked.
import { isId } from '../formats/id.ts'
import type { RecordType } from '../record-types/record-type.ts'
import { type Node, nodeOf, withoutNull } from '../shape/shape.ts'
import { foreignNo, foreignYes, likeness, wordsIn } from './names.ts'
import { kindOf } from './nodes.ts'
import type { Row } from './rows.ts'
import { dateForm, dateIn, flagIn, numberIn, usualForms, usualNo, usualYes, wordIn } from './values.ts'

/** Ids that another file has, and the type of its records where its name says it. */
export type KnownIds = {
  type?: string | undefined
  source: string
  ids: ReadonlySet<string>
  /** Its columns, where it has no ids of its own. */
  ties?: readonly string[]
}

type Leaf = {
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
type Column = { name: string; values: string[]; words: ReadonlySet<string> }

/** The share of a column's values that must have one form; the others are then taken for mistakes. */
const mostAre = 0.9

const share = (values: readonly string[], fits: (value: string) => boolean) =>
  values.length === 0 ? 0 : values.filter(fits).length / values.length

/** The first of those that most values fit best; undefined where they fit none. */
function bestOf<T>(
  all: readonly T[],
  values: readonly string[],
  fits: (one: T, value: string) => boolean,
): T | undefined {
  let best: { one: T; share: number } | undefined
  for (const one of all) {
    const found = share(values, value => fits(one, value))
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
const datesIn = (values: readonly string[]): string | undefined =>
  bestOf([...readers.keys()], values, (form, value) => readers.get(form)!(value) !== undefined)

const decimals = ['.', ','] as const
const decimalIn = (values: readonly string[]) =>
  bestOf(decimals, values, (mark, value) => numberIn(value, mark) !== undefined)

/** How many are not as the others are; nothing of what they say, for a mapping is kept. */
function odd(values: readonly string[], fits: (value: string) => boolean, what: string): string {
  const count = values.filter(value => !fits(value)).length
  return count === 0 ? '' : `    # ${count} of ${values.length} ${count === 1 ? 'is' : 'are'} no such ${what}`
}
const oddDates = (values: readonly string[], form: string) =>
  odd(values, value => readers.get(form)!(value) !== undefined, 'date')
const oddNumbers = (values: readonly string[], mark: '.' | ',') =>
  odd(values, value => numberIn(value, mark) !== undefined, 'number')

const flagWords = { yes: [...usualYes, ...foreignYes], no: [...usualNo, ...foreignNo] }

/** How well what is in a column is what a property takes; 0 where it cannot be. */
function fitness({ values }: Column, { node }: Leaf, known: readonly KnownIds[]): number {
  if (values.length === 0) return 0.4
  const type = node['x-reference']
  if (type) {
    const others = known.filter(one => one.type === type)
    if (others.length > 0)
      return Math.max(...others.map(({ ids }) => share(values, value => ids.has(value)))) > mostAre ? 1.3 : 0
    return 0.8
  }
  if (node['x-instant']) return datesIn(values) ? 1 : 0
  if (node.enum) {
    const known = share(values, value => wordIn(value, node.enum!) !== undefined)
    // Amounts are no words for something, whatever the column is called.
    return known === 0 && decimalIn(values) ? 0 : 0.6 + 0.5 * known
  }
  if (node.type === 'number' || node.type === 'integer') return decimalIn(values) ? 1 : 0
  if (node.type === 'boolean')
    return share(values, value => flagIn(value, flagWords) !== undefined) >= mostAre ? 1 : 0.3
  // A text may look like anything, but a date or an amount is more likely to be one.
  return datesIn(values) || share(values, value => /\d[.,]\d{1,2}$/.test(value)) >= mostAre ? 0.4 : 0.9
}

/** The properties that a column can give, those inside objects with their paths. */
function leavesIn(node: Node, prefix = '', needed = true): Leaf[] {
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

export function proposeMapping(
  type: RecordType,
  source: string,
  rows: readonly Row[],
  known: readonly KnownIds[] = [],
  encoding?: string,
): string {
  const columns = Object.keys(rows[0] ?? {}).map(name => ({
    name,
    values: rows.map(row => String(row[name] ?? '').trim()).filter(value => value !== ''),
    words: wordsIn(name),
  }))
  const id = idColumn(type.type, columns, rows.length)
  const leaves = [
    ...leavesIn(nodeOf(type.record)).filter(({ path }) => path !== 'id'),
    ...leavesIn(nodeOf(type.facts)).map(leaf => ({ ...leaf, required: false, isFact: true })),
  ]
  const found = matched(
    type.type,
    leaves,
    columns.filter(column => column !== id),
    known,
  )
  const used = new Set([id, ...found.values()])
  const unused = columns.filter(column => !used.has(column))
  const isIn = (within: string) => [...found.keys()].some(one => one.within === within && within !== '')
  const linesOf = (leaf: Leaf) => {
    const column = found.get(leaf)
    if (column) return propertyLines(leaf, column)
    if (leaf.usual !== undefined && isIn(leaf.within))
      return [
        `  ${leaf.path}: {value: ${quoted(leaf.usual)}}    # a guess: see whether all are so, and given without it`,
      ]
    if (!leaf.required) return []
    return (
      insteadOf(leaf, found, id) ?? [
        `  # ${leaf.path}:    # REQUIRED: ${kindOf(leaf.node)}; ${candidates(leaf, unused, known)}`,
      ]
    )
  }
  const [record, facts] = [false, true].map(isFact =>
    leaves.filter(leaf => (leaf.isFact ?? false) === isFact).flatMap(linesOf),
  ) as [string[], string[]]
  return `${[
    `type: ${type.type}`,
    `source: ${source}`,
    ...(encoding === undefined ? [] : [`encoding: ${encoding}`]),
    ...(found.size > 0 && [...found.values()].some(({ values }) => /\d:\d/.test(values[0] ?? ''))
      ? [
          'timezone: Europe/London    # whose clock times without an offset were read from: see whether this is right',
        ]
      : []),
    ...idLines(id, columns, rows.length),
    'record:',
    ...record,
    ...(facts.length > 0 ? ['facts:', ...facts] : []),
    ...(unused.length > 0 ? ['# Columns that nothing looks like, and how each is written down:'] : []),
    ...unused.map(column => `#   ${written(column)}    # ${seenIn(column, known)}`),
    ...leftOut(type, id, known, new Set([...found.keys()].flatMap(leaf => (leaf.isFact ? leaf.path : [])))),
  ].join('\n')}\n`
}

/** A name of several columns, and the number people quote where the table has but its id. */
function insteadOf(
  { path }: Leaf,
  found: ReadonlyMap<Leaf, Column>,
  id: Column | undefined,
): string[] | undefined {
  if (path === 'reference' && id)
    return [`  reference: ${quoted(id.name)}    # as the id, for no other column looks like it`]
  if (path !== 'name') return undefined
  const parts = ['firstName', 'lastName'].flatMap(
    part => [...found].find(([leaf]) => leaf.path === part)?.[1].name ?? [],
  )
  return parts.length === 2 ? [`  name: {join: [${parts.map(quoted).join(', ')}]}`] : undefined
}

/** What a reference may be found in, where it is not known which type of record another table has. */
function candidates({ node }: Leaf, unused: readonly Column[], known: readonly KnownIds[]): string {
  const type = node['x-reference']
  const untold = known.filter(one => type !== undefined && one.type === undefined)
  const found = unused.flatMap(column =>
    untold
      .filter(({ ids }) => share(column.values, value => ids.has(value)) > mostAre)
      .map(({ source }) => ({ column, source })),
  )
  if (found.length === 0)
    return `no column looks like it${type === undefined ? '; {value: …} gives all the same' : ''}`
  const names = [...new Set(found.map(({ column }) => column.name))].join(' or ')
  return `${names}? Give the table that has these as ${type}=${found[0]!.source}`
}

/** A column as a mapping takes it, whatever it is for. */
function written({ name, values }: Column): string {
  const form = datesIn(values)
  if (form !== undefined && form !== 'iso') return `{column: ${quoted(name)}, date: ${quoted(form)}}`
  const isDecimal = values.some(value => value.includes(',')) && decimalIn(values) === ','
  return isDecimal ? `{column: ${quoted(name)}, decimal: ","}` : quoted(name)
}

/** What stands in a column, and in which other table all of it is found. Only words that come again are written out:
 * a mapping is kept, and others may be names or numbers of people. */
function seenIn({ values }: Column, known: readonly KnownIds[]): string {
  const distinct = [...new Set(values)]
  const others = known.filter(({ ids }) => share(values, value => ids.has(value)) > mostAre)
  const found = others.map(({ source }) => `, found in ${source}`).join('')
  if (distinct.length === 0) return 'always empty'
  const form = datesIn(values)
  if (form) return `dates${oddDates(values, form).replace('    #', ',')}${found}`
  if (distinct.length * 2 > values.length || distinct.length > 20)
    return `${decimalIn(values) ? 'numbers' : 'text'}${found}`
  return `${distinct.slice(0, 5).join(', ').slice(0, 100)}${found}`
}

/** Lists, and most facts, are not guessed; what there is of them is said. */
function leftOut(
  type: RecordType,
  id: Column | undefined,
  known: readonly KnownIds[],
  mapped: ReadonlySet<string>,
): string[] {
  const lists = Object.entries(nodeOf(type.record).properties ?? {})
    .filter(([, child]) => !child['x-derived'] && withoutNull(child).node.type === 'array')
    .map(([name]) => name)
  const facts = Object.keys(nodeOf(type.facts).properties ?? {}).filter(name => !mapped.has(name))
  // Another table that names these records, and that none of them refers to, has what belongs to them.
  const tied = known.filter(one => id !== undefined && lists.length > 0 && one.ties?.includes(id.name))
  return [
    ...(lists.length > 0 ? [`# Lists that can be mapped, too: ${lists.join(', ')}`] : []),
    ...tied.map(
      ({ source }) =>
        `#   of the rows of ${source}, with {from: ${source}, by: ${quoted(id!.name)}, rows: {…}}`,
    ),
    ...(facts.length > 0 ? [`# Under "facts:", which are stored and never shown: ${facts.join(', ')}`] : []),
  ]
}

/** A column that has another value in every row, or nearly: rows may be there twice. Times are no ids, however much
 * they differ. */
function idColumn(type: string, columns: readonly Column[], rows: number): Column | undefined {
  const nearly = columns.filter(
    ({ values }) => values.length === rows && new Set(values).size >= rows * 0.95 && !datesIn(values),
  )
  const unique = nearly.filter(({ values }) => new Set(values).size === rows)
  const words = wordsIn(type)
  const isCalledId = ({ name }: Column) => /(^|[^a-z])(id|key)$/i.test(name) || /[a-z]Id$/.test(name)
  return (
    unique.find(({ name }) => /^id$/i.test(name)) ??
    unique.find(column => isCalledId(column) && [...words].some(word => column.words.has(word))) ??
    unique.find(isCalledId) ??
    unique[0] ??
    nearly[0]
  )
}

function idLines(column: Column | undefined, columns: readonly Column[], rows: number): string[] {
  if (!column) {
    const pair = pairOf(columns, rows)
    return pair
      ? [
          `id: {idFrom: [${pair.map(({ name }) => quoted(name)).join(', ')}]}    # together they differ from row to row: see whether they always do`,
        ]
      : ['# id:    # REQUIRED: no column has another value in every row; make one with {idFrom: [A, B]}']
  }
  const again = rows - new Set(column.values).size
  const notes = [
    ...(column.values.every(isId) ? [] : ['its values are no ids, so one is made of each']),
    ...(again > 0
      ? [
          `${again} of ${rows} rows ${again === 1 ? 'has' : 'have'} one that is there already; the last counts`,
        ]
      : []),
  ]
  const name = quoted(column.name)
  return [
    `id: ${column.values.every(isId) ? name : `{idFrom: ${name}}`}${notes.length > 0 ? `    # ${notes.join('; ')}` : ''}`,
  ]
}

/** The first two columns that together have another value in every row. */
function pairOf(columns: readonly Column[], rows: number): [Column, Column] | undefined {
  const full = columns.filter(({ values }) => values.length === rows && !datesIn(values))
  for (const [index, one] of full.entries())
    for (const other of full.slice(index + 1))
      if (new Set(one.values.map((value, row) => JSON.stringify([value, other.values[row]]))).size === rows)
        return [one, other]
  return undefined
}

/** Each column goes to the property that it is most like, and each property gets the column most like it. */
function matched(
  type: string,
  leaves: readonly Leaf[],
  columns: readonly Column[],
  known: readonly KnownIds[],
): Map<Leaf, Column> {
  const own = wordsIn(type)
  const pairs = leaves.flatMap(leaf => {
    const words = wordsIn(leaf.path)
    return columns.map(column => {
      // timesheet_status is the status of a timesheet.
      const bare = new Set([...column.words].filter(word => !own.has(word) || words.has(word)))
      const alike = Math.max(likeness(words, column.words), likeness(words, bare))
      const fit = fitness(column, leaf, known)
      // Where ids are found in another file, the name hardly matters.
      const named = fit > 1.2 ? Math.max(alike, 0.6) : alike
      // What is shown comes before what is only stored with it, where both would do.
      return { leaf, column, score: named * fit * (leaf.isFact ? 0.95 : 1) }
    })
  })
  const best = pairs.filter(({ score }) => score >= 0.45).sort((one, other) => other.score - one.score)
  for (const left = new Set<string>(); ; ) {
    const taken = new Map<Leaf, Column>()
    const used = new Set<Column>()
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

/** As YAML, in quotation marks where it would not be text by itself. */
const quoted = (text: string) =>
  /^[A-Za-z][\w -]*$/.test(text) && !/^(yes|no|true|false|null|on|off|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text)

function propertyLines({ path, node }: Leaf, column: Column): string[] {
  const name = quoted(column.name)
  const { values } = column
  if (node['x-reference'] && !values.every(isId))
    return [
      `  ${path}: {idFrom: ${name}}    # its values are no ids; the ${node['x-reference']} must be mapped by the same`,
    ]
  if (node['x-instant']) {
    const form = datesIn(values)
    return [
      form === undefined || form === 'iso'
        ? `  ${path}: ${name}`
        : `  ${path}: {column: ${name}, date: ${quoted(form)}}${oddDates(values, form)}`,
    ]
  }
  if (node.enum) return wordLines(path, name, values, node.enum)
  if ((node.type === 'number' || node.type === 'integer') && decimalIn(values) === ',')
    return [`  ${path}: {column: ${name}, decimal: ","}${oddNumbers(values, ',')}`]
  if (node.type === 'boolean') {
    const unknown = [...new Set(values)].filter(
      value => flagIn(value, { yes: usualYes, no: usualNo }) === undefined,
    )
    const [yes, no] = [true, false].map(flag =>
      unknown.filter(value => flagIn(value, flagWords) === flag),
    ) as [string[], string[]]
    if (unknown.length > 0 && yes.length + no.length === unknown.length)
      return [`  ${path}: {column: ${name}${wordsFor('yes', yes)}${wordsFor('no', no)}}    # a guess`]
    if (unknown.length > 0)
      return [
        `  ${path}: {column: ${name}, yes: [], no: []}    # REQUIRED: which of ${unknown.slice(0, 5).join(', ')} mean yes`,
      ]
  }
  return [`  ${path}: ${name}`]
}

const wordsFor = (name: string, words: readonly string[]) =>
  words.length === 0 ? '' : `, ${name}: [${words.map(quoted).join(', ')}]`

/** What is spelt otherwise is guessed by its first letters, and said to be a guess. */
function wordLines(
  path: string,
  name: string,
  values: readonly string[],
  allowed: readonly string[],
): string[] {
  const unknown = [...new Set(values)].filter(value => wordIn(value, allowed) === undefined)
  if (unknown.length === 0) return [`  ${path}: ${name}`]
  const meant = unknown.slice(0, 20).map(value => {
    const like = allowed.filter(word => word.toLowerCase().startsWith(value.toLowerCase().slice(0, 3)))
    return `      ${quoted(value)}: ${like.length === 1 ? like[0] : ''}    # ${like.length === 1 ? 'a guess' : `REQUIRED: one of ${allowed.join(', ')}`}`
  })
  return [`  ${path}:`, `    column: ${name}`, '    words:', ...meant]
}
