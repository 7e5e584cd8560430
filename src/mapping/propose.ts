// Proposes a mapping for a table: columns by their names and by what is in them, or as somebody chose; what is required and
// missing is marked.

import { orNearestOrAll } from '../errors/nearest.ts'
import { badRequest } from '../errors/problem.ts'
import { isId } from '../formats/id.ts'
import type { RecordType } from '../record-types/record-type.ts'
import { nodeOf, withoutNull } from '../shape/shape.ts'
import {
  columnsByProperty,
  datesIn,
  decimalIn,
  idColumn,
  identifyingPair,
  type KnownIds,
  type Leaf,
  leavesIn,
  mostAre,
  oddDates,
  type SampledColumn,
  shareThatFits,
} from './guess-columns.ts'
import { wordsIn } from './names.ts'
import { acceptedKind } from './nodes.ts'
import { constantLine, type MappingChoices, propertyLines, yamlText } from './property-lines.ts'
import { type ProposedProperty, propertyKey, proposedProperty } from './proposed-property.ts'
import type { TableRow } from './rows.ts'
import { badForm, dateForm } from './values.ts'

type TableToMap = {
  type: Pick<RecordType, 'type' | 'record' | 'facts'>
  /** What the mapping calls the files that it reads. */
  source: string
  rows: readonly TableRow[]
  /** Ids of other tables. */
  known?: readonly KnownIds[]
  encoding?: string | undefined
  choices?: MappingChoices
}

export type Proposal = {
  text: string
  /** The columns that tell records apart; none where that has to be said. */
  id: string[]
  columns: { name: string; gives: string; examples: string[] }[]
  properties: ProposedProperty[]
  /** How many places are marked REQUIRED. */
  missing: number
}

export function proposeMapping({
  type,
  source,
  rows,
  known = [],
  encoding,
  choices = {},
}: TableToMap): Proposal {
  const columns = Object.keys(rows[0] ?? {}).map(name => ({
    name,
    values: rows.map(row => String(row[name] ?? '').trim()).filter(value => value !== ''),
    words: wordsIn(name),
  }))
  const leaves = [
    ...leavesIn(nodeOf(type.record)).filter(({ path }) => path !== 'id'),
    ...leavesIn(nodeOf(type.facts)).map(leaf => ({ ...leaf, required: false, isFact: true })),
  ]
  checkChoices(choices, columns, leaves)
  const { ids, isPair, found } = columnsFor(type.type, leaves, columns, { rows: rows.length, known, choices })
  const id = ids.length === 1 ? ids[0] : undefined
  const used = new Set([id, ...found.values()])
  const unused = columns.filter(column => !used.has(column))
  const isIn = (within: string) => [...found.keys()].some(one => one.within === within && within !== '')
  const linesOf = (leaf: Leaf) => {
    const constant = choices.constants?.[propertyKey(leaf)]
    if (constant) return constantLine(leaf, constant)
    const column = found.get(leaf)
    if (column) return propertyLines(leaf, column, choicesFor(choices, leaf))
    if (leaf.usual !== undefined && isIn(leaf.within))
      return [
        `  ${leaf.path}: {value: ${yamlText(leaf.usual)}}    # a guess: see whether all are so, and given without it`,
      ]
    if (!leaf.required) return []
    return (
      insteadOf(leaf, found, id) ?? [
        `  # ${leaf.path}:    # REQUIRED: ${acceptedKind(leaf.node)}; ${candidates(leaf, unused, known)}`,
      ]
    )
  }
  const lines = new Map(leaves.map(leaf => [leaf, linesOf(leaf)]))
  const text = textOf(
    { type, source, known, encoding },
    { unused, id, idLines: idLines(ids, rows.length, isPair), found, lines },
  )
  const given = new Map([...found].map(([leaf, column]) => [column, propertyKey(leaf)]))
  return {
    text,
    id: ids.map(({ name }) => name),
    columns: columns.map(column => ({
      name: column.name,
      gives: given.get(column) ?? '',
      examples: [...new Set(column.values)].slice(0, 3).map(value => value.slice(0, 80)),
    })),
    properties: leaves.map(leaf =>
      proposedProperty(leaf, { column: found.get(leaf), lines: lines.get(leaf)!, choices }),
    ),
    missing: text.split('REQUIRED').length - 1,
  }
}

type MappedColumns = {
  unused: readonly SampledColumn[]
  id: SampledColumn | undefined
  idLines: readonly string[]
  found: ReadonlyMap<Leaf, SampledColumn>
  /** What is written for each property. */
  lines: ReadonlyMap<Leaf, readonly string[]>
}

function textOf(
  { type, source, known = [], encoding }: Omit<TableToMap, 'rows'>,
  { unused, id, idLines, found, lines }: MappedColumns,
): string {
  const [record, facts] = [false, true].map(isFact =>
    [...lines].flatMap(([leaf, own]) => ((leaf.isFact ?? false) === isFact ? own : [])),
  ) as [string[], string[]]
  const hasTimes = [...found.values()].some(({ values }) => /\d:\d/.test(values[0] ?? ''))
  return `${[
    `type: ${type.type}`,
    `source: ${quotedSource(source)}`,
    ...(encoding === undefined ? [] : [`encoding: ${encoding}`]),
    ...(hasTimes
      ? [
          'timezone: Europe/London    # whose clock times without an offset were read from: see whether this is right',
        ]
      : []),
    ...idLines,
    'record:',
    ...record,
    ...(facts.length > 0 ? ['facts:', ...facts] : []),
    ...(unused.length > 0 ? ['# Columns that nothing looks like, and how each is written down:'] : []),
    ...unused.map(column => `#   ${written(column)}    # ${seenIn(column, known)}`),
    ...leftOut(type, id, known, new Set([...found.keys()].flatMap(leaf => (leaf.isFact ? leaf.path : [])))),
  ].join('\n')}\n`
}

/** What is chosen for a column or a property that is not there would be left out in silence. */
function checkChoices(
  choices: MappingChoices,
  columns: readonly SampledColumn[],
  leaves: readonly Leaf[],
): void {
  const names = columns.map(({ name }) => name)
  const paths = leaves.map(propertyKey)
  for (const name of [...(choices.id ?? []), ...Object.keys(choices.columns ?? {})])
    if (!names.includes(name))
      throw badRequest(`The table has no column "${name}"${orNearestOrAll(name, names)}`)
  const chosen = [
    ...Object.values(choices.columns ?? {}).filter(path => path !== ''),
    ...[choices.constants, choices.words, choices.dates].flatMap(one => Object.keys(one ?? {})),
  ]
  for (const form of Object.values(choices.dates ?? {}))
    if (form !== 'iso' && !dateForm(form)) throw badRequest(badForm(form))
  for (const path of chosen)
    if (!paths.includes(path))
      throw badRequest(`There is no property "${path}"${orNearestOrAll(path, paths)}`)
}

type ColumnOptions = { rows: number; known: readonly KnownIds[]; choices: MappingChoices }

/** The columns of the id, and the one of each property: as they were chosen, and otherwise as they are guessed. */
function columnsFor(
  type: string,
  leaves: readonly Leaf[],
  columns: readonly SampledColumn[],
  { rows, known, choices: { id, columns: chosen = {}, constants = {} } }: ColumnOptions,
): { ids: SampledColumn[]; isPair: boolean; found: Map<Leaf, SampledColumn> } {
  const free = columns.filter(({ name }) => chosen[name] === undefined)
  const guessed = id ? undefined : idColumn(type, columns, rows)
  const pair = id || guessed ? undefined : identifyingPair(columns, rows)
  const ids = id ? columns.filter(({ name }) => id.includes(name)) : guessed ? [guessed] : (pair ?? [])
  const fixed = leaves.flatMap((leaf): [Leaf, SampledColumn][] => {
    const column = columns.find(({ name }) => chosen[name] === propertyKey(leaf))
    return column ? [[leaf, column]] : []
  })
  const taken = new Set(fixed.map(([leaf]) => leaf))
  const found = columnsByProperty(
    type,
    leaves.filter(leaf => !taken.has(leaf) && !constants[propertyKey(leaf)]),
    free.filter(column => ids.length !== 1 || column !== ids[0]),
    known,
  )
  return { ids, isPair: pair !== undefined, found: new Map([...fixed, ...found]) }
}

const choicesFor = ({ words, dates }: MappingChoices, leaf: Leaf) => ({
  words: words?.[propertyKey(leaf)] ?? {},
  date: dates?.[propertyKey(leaf)],
})

/** Names of files are text as they are, but for those with a star. */
const quotedSource = (source: string) => (/^[\w][\w .-]*$/.test(source) ? source : JSON.stringify(source))

/** A name of several columns, and the number people quote where the table has but its id. */
function insteadOf(
  { path }: Leaf,
  found: ReadonlyMap<Leaf, SampledColumn>,
  id: SampledColumn | undefined,
): string[] | undefined {
  if (path === 'reference' && id)
    return [`  reference: ${yamlText(id.name)}    # as the id, for no other column looks like it`]
  if (path !== 'name') return undefined
  const parts = ['firstName', 'lastName'].flatMap(
    part => [...found].find(([leaf]) => leaf.path === part)?.[1].name ?? [],
  )
  return parts.length === 2 ? [`  name: {join: [${parts.map(yamlText).join(', ')}]}`] : undefined
}

/** What a reference may be found in, where it is not known which type of record another table has. */
function candidates({ node }: Leaf, unused: readonly SampledColumn[], known: readonly KnownIds[]): string {
  const type = node['x-reference']
  const untold = known.filter(one => type !== undefined && one.type === undefined)
  const found = unused.flatMap(column =>
    untold
      .filter(({ ids }) => shareThatFits(column.values, value => ids.has(value)) > mostAre)
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
  if (form !== undefined && form !== 'iso') return `{column: ${yamlText(name)}, date: ${yamlText(form)}}`
  const isDecimal = values.some(value => value.includes(',')) && decimalIn(values) === ','
  return isDecimal ? `{column: ${yamlText(name)}, decimal: ","}` : yamlText(name)
}

/** What stands in a column, and in which other table all of it is found. Only words that come again are written out:
 * a mapping is kept, and others may be names or numbers of people. */
function seenIn({ values }: SampledColumn, known: readonly KnownIds[]): string {
  const distinct = [...new Set(values)]
  const others = known.filter(({ ids }) => shareThatFits(values, value => ids.has(value)) > mostAre)
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
  type: TableToMap['type'],
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
        `#   of the rows of ${source}, with {from: ${source}, by: ${yamlText(id!.name)}, rows: {…}}`,
    ),
    ...(facts.length > 0 ? [`# Under "facts:", which are stored and never shown: ${facts.join(', ')}`] : []),
  ]
}

function idLines(ids: readonly SampledColumn[], rows: number, isGuessed: boolean): string[] {
  const [column, another] = ids
  if (!column)
    return ['# id:    # REQUIRED: no column has another value in every row; make one with {idFrom: [A, B]}']
  if (another)
    return [
      `id: {idFrom: [${ids.map(({ name }) => yamlText(name)).join(', ')}]}${isGuessed ? '    # together they differ from row to row: see whether they always do' : ''}`,
    ]
  const again = rows - new Set(column.values).size
  const notes = [
    ...(column.values.every(isId) ? [] : ['its values are no ids, so one is made of each']),
    ...(again > 0
      ? [
          `${again} of ${rows} rows ${again === 1 ? 'has' : 'have'} one that is there already; the last counts`,
        ]
      : []),
  ]
  const name = yamlText(column.name)
  return [
    `id: ${column.values.every(isId) ? name : `{idFrom: ${name}}`}${notes.length > 0 ? `    # ${notes.join('; ')}` : ''}`,
  ]
}
