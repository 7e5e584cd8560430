// Proposes a mapping for a table: columns by their names and by what is in them, what is required and missing marked.
import { isId } from '../formats/id.ts'
import type { RecordType } from '../record-types/record-type.ts'
import { nodeOf, withoutNull } from '../shape/shape.ts'
import {
  columnsByProperty,
  datesIn,
  decimalIn,
  flagWords,
  idColumn,
  type KnownIds,
  type Leaf,
  leavesIn,
  mostAre,
  oddDates,
  oddNumbers,
  pairOf,
  type SampledColumn,
  share,
} from './guess-columns.ts'
import { wordsIn } from './names.ts'
import { kindOf } from './nodes.ts'
import type { TableRow } from './rows.ts'
import { flagIn, usualNo, usualYes, wordIn } from './values.ts'

export function proposeMapping(
  type: RecordType,
  source: string,
  rows: readonly TableRow[],
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
  const found = columnsByProperty(
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
  found: ReadonlyMap<Leaf, SampledColumn>,
  id: SampledColumn | undefined,
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
function candidates({ node }: Leaf, unused: readonly SampledColumn[], known: readonly KnownIds[]): string {
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
function written({ name, values }: SampledColumn): string {
  const form = datesIn(values)
  if (form !== undefined && form !== 'iso') return `{column: ${quoted(name)}, date: ${quoted(form)}}`
  const isDecimal = values.some(value => value.includes(',')) && decimalIn(values) === ','
  return isDecimal ? `{column: ${quoted(name)}, decimal: ","}` : quoted(name)
}

/** What stands in a column, and in which other table all of it is found. Only words that come again are written out:
 * a mapping is kept, and others may be names or numbers of people. */
function seenIn({ values }: SampledColumn, known: readonly KnownIds[]): string {
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
  id: SampledColumn | undefined,
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

function idLines(
  column: SampledColumn | undefined,
  columns: readonly SampledColumn[],
  rows: number,
): string[] {
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

/** As YAML, in quotation marks where it would not be text by itself. */
const quoted = (text: string) =>
  /^[A-Za-z][\w -]*$/.test(text) && !/^(yes|no|true|false|null|on|off|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text)

function propertyLines({ path, node }: Leaf, column: SampledColumn): string[] {
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
