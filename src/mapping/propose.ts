// Proposes a mapping for a table: columns by their names and by what is in them, what is required and missing marked.
import { isId } from '../formats/id.ts'
import type { RecordType } from '../record-types/record-type.ts'
import { type Node, nodeOf, withoutNull } from '../shape/shape.ts'
import { kindOf } from './plan.ts'
import type { Row } from './rows.ts'
import { dateForm, dateIn, flagIn, numberIn, usualNo, usualYes, wordIn } from './values.ts'

/** Ids that another file has, and the type of its records where its name says it. */
export type KnownIds = { type?: string | undefined; source: string; ids: ReadonlySet<string> }

type Leaf = {
  path: string
  node: Node
  required: boolean
  /** The object that it is in, and whether that cannot do without it. */
  within: string
  needed: boolean
}
type Column = { name: string; values: string[]; words: ReadonlySet<string> }

/** Words of tables, and what records call the same. */
const synonyms: Record<string, string> = {
  ref: 'reference',
  no: 'number',
  num: 'number',
  hrs: 'hours',
  hr: 'hours',
  wk: 'week',
  amt: 'amount',
  desc: 'description',
  tel: 'phone',
  telephone: 'phone',
  mobile: 'phone',
  mail: 'email',
  added: 'created',
  inserted: 'created',
  modified: 'updated',
  changed: 'updated',
  forename: 'first',
  firstname: 'first',
  surname: 'last',
  lastname: 'last',
  employee: 'worker',
  operative: 'worker',
  op: 'worker',
  person: 'worker',
  client: 'company',
  customer: 'company',
  supplier: 'agency',
  job: 'project',
  location: 'site',
  from: 'start',
  to: 'end',
  ends: 'end',
  ending: 'end',
  starts: 'start',
  birth: 'dob',
  born: 'dob',
  live: 'active',
  enabled: 'active',
  chg: 'charge',
  ot: 'overtime',
  postcode: 'code',
  town: 'city',
  state: 'status',
}
/** Words that say nothing of their own. */
const filler = new Set(['date', 'at', 'on', 'id', 'key', 'code', 'fk', 'the', 'of', 'is', 'name', 'number'])

function wordsIn(name: string): Set<string> {
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(part => part !== '')
  return new Set(parts.map(part => synonyms[part] ?? part))
}

/** The type of record that a file has, by its name: `tbl_clients_2024.csv` has companies. */
export function typeOfFile(file: string, types: readonly string[]): string | undefined {
  const singular = file
    .replace(/\.\w+(\.gz)?$/, '')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .split(/[^A-Za-z]+/)
    .map(word => word.toLowerCase().replace(/ies$/, 'y').replace(/s$/, ''))
  const words = new Set(singular.map(word => synonyms[word] ?? word))
  const joined = [...words].join('')
  return types
    .filter(type => words.has(type.toLowerCase()) || joined.includes(type.toLowerCase()))
    .sort((one, other) => other.length - one.length)[0]
}

/** How alike two names are, from 0 to 1. What one has and the other has not counts against them. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const weight = (word: string) => (filler.has(word) ? 0.3 : 1)
  const all = [...new Set([...one, ...other])]
  const sum = (words: readonly string[]) => words.reduce((total, word) => total + weight(word), 0)
  return sum(all.filter(word => one.has(word) && other.has(word))) / sum(all)
}

const dateForms = [
  ...['DD/MM/YYYY', 'DD/MM/YYYY HH:mm', 'DD/MM/YYYY HH:mm:ss', 'D/M/YYYY', 'DD/MM/YY', 'MM/DD/YYYY'],
  ...['DD.MM.YYYY', 'DD.MM.YYYY HH:mm', 'DD-MM-YYYY', 'DD-MMM-YYYY', 'DD-MMM-YY', 'DD MMM YYYY'],
  ...['YYYY/MM/DD', 'YYYYMMDD'],
]
const noForms = { dates: [], local: undefined }

/** How the dates of a column are written: `iso`, a form, or undefined where they are none. */
function datesIn(values: readonly string[]): string | undefined {
  if (values.length === 0) return undefined
  if (values.every(value => dateIn(value, noForms) !== undefined)) return 'iso'
  return dateForms.find(form => values.every(value => dateForm(form)!(value) !== undefined))
}

const decimals = ['.', ','] as const
const decimalIn = (values: readonly string[]) =>
  decimals.find(mark => values.every(value => numberIn(value, mark) !== undefined))

const share = (values: readonly string[], fits: (value: string) => boolean) =>
  values.length === 0 ? 0 : values.filter(fits).length / values.length

/** How well what is in a column is what a property takes; 0 where it cannot be. */
function fitness({ values }: Column, { node }: Leaf, known: readonly KnownIds[]): number {
  if (values.length === 0) return 0.4
  const type = node['x-reference']
  if (type) {
    const others = known.filter(one => one.type === type)
    if (others.length > 0)
      return Math.max(...others.map(({ ids }) => share(values, value => ids.has(value)))) > 0.9 ? 1.3 : 0
    return 0.8
  }
  if (node['x-instant']) return datesIn(values) ? 1 : 0
  if (node.enum) return 0.6 + 0.5 * share(values, value => wordIn(value, node.enum!) !== undefined)
  if (node.type === 'number' || node.type === 'integer') return decimalIn(values) ? 1 : 0
  if (node.type === 'boolean')
    return share(values, value => flagIn(value, { yes: usualYes, no: usualNo }) !== undefined) > 0.9 ? 1 : 0.3
  // A text may look like anything, but a date is more likely to be one.
  return datesIn(values) ? 0.4 : 0.9
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
    return [{ path, node: open, required, within: prefix, needed: isNeeded }]
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
  const leaves = leavesIn(nodeOf(type.record)).filter(({ path }) => path !== 'id')
  const found = matched(
    type.type,
    leaves,
    columns.filter(column => column !== id),
    known,
  )
  const used = new Set([id, ...found.values()])
  const lines = leaves.flatMap(leaf => {
    const column = found.get(leaf)
    if (column) return propertyLines(leaf, column)
    return leaf.required
      ? [`  # ${leaf.path}:    # REQUIRED: ${kindOf(leaf.node)}; no column looks like it`]
      : []
  })
  const unused = columns.filter(column => !used.has(column))
  return `${[
    `type: ${type.type}`,
    `source: ${source}`,
    ...(encoding === undefined ? [] : [`encoding: ${encoding}`]),
    ...(found.size > 0 && [...found.values()].some(({ values }) => /\d:\d/.test(values[0] ?? ''))
      ? [
          'timezone: Europe/London    # whose clock times without an offset were read from: see whether this is right',
        ]
      : []),
    ...idLines(id),
    'record:',
    ...lines,
    ...(unused.length > 0 ? ['# Columns that nothing looks like, and how each is written down:'] : []),
    ...unused.map(column => `#   ${written(column)}    # ${seenIn(column, known)}`),
    ...leftOut(type),
  ].join('\n')}\n`
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
  const others = known.filter(({ ids }) => share(values, value => ids.has(value)) > 0.9)
  const found = others.map(({ source }) => `, found in ${source}`).join('')
  if (distinct.length === 0) return 'always empty'
  if (datesIn(values)) return `dates${found}`
  if (distinct.length * 2 > values.length || distinct.length > 20)
    return `${decimalIn(values) ? 'numbers' : 'text'}${found}`
  return `${distinct.slice(0, 5).join(', ').slice(0, 100)}${found}`
}

/** Lists and facts are not guessed; what there is of them is said. */
function leftOut(type: RecordType): string[] {
  const lists = Object.entries(nodeOf(type.record).properties ?? {})
    .filter(([, child]) => !child['x-derived'] && withoutNull(child).node.type === 'array')
    .map(([name]) => name)
  const facts = Object.keys(nodeOf(type.facts).properties ?? {})
  return [
    ...(lists.length > 0 ? [`# Lists that can be mapped, too: ${lists.join(', ')}`] : []),
    ...(facts.length > 0 ? [`# Under "facts:", which are stored and never shown: ${facts.join(', ')}`] : []),
  ]
}

function idColumn(type: string, columns: readonly Column[], rows: number): Column | undefined {
  const unique = columns.filter(({ values }) => values.length === rows && new Set(values).size === rows)
  const words = wordsIn(type)
  const isCalledId = ({ name }: Column) => /(^|[^a-z])(id|key)$/i.test(name) || /[a-z]Id$/.test(name)
  return (
    unique.find(({ name }) => /^id$/i.test(name)) ??
    unique.find(column => isCalledId(column) && [...words].some(word => column.words.has(word))) ??
    unique.find(isCalledId) ??
    unique[0]
  )
}

function idLines(column: Column | undefined): string[] {
  if (!column)
    return ['# id:    # REQUIRED: no column has another value in every row; make one with {idFrom: [A, B]}']
  if (column.values.every(isId)) return [`id: ${quoted(column.name)}`]
  return [`id: {idFrom: ${quoted(column.name)}}    # its values are no ids, so one is made of each`]
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
      return { leaf, column, score: named * fit }
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
        within !== '' && leaves.some(one => one.within === within && one.needed && !taken.has(one)),
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
        : `  ${path}: {column: ${name}, date: ${quoted(form)}}`,
    ]
  }
  if (node.enum) return wordLines(path, name, values, node.enum)
  if ((node.type === 'number' || node.type === 'integer') && decimalIn(values) === ',')
    return [`  ${path}: {column: ${name}, decimal: ","}`]
  if (node.type === 'boolean') {
    const unknown = [...new Set(values)].filter(
      value => flagIn(value, { yes: usualYes, no: usualNo }) === undefined,
    )
    if (unknown.length > 0)
      return [
        `  ${path}: {column: ${name}, yes: [], no: []}    # REQUIRED: which of ${unknown.slice(0, 5).join(', ')} mean yes`,
      ]
  }
  return [`  ${path}: ${name}`]
}

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
