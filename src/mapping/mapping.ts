// A mapping as it is written, in YAML, read and checked against the Shapes: what is wrong in it is told with its line.
import { readEncoding } from '../body/lines.ts'
import { orNearestOrAll } from '../errors/nearest.ts'
import { Problem } from '../errors/problem.ts'
import { isObject } from '../formats/json-object.ts'
import { localTime } from '../formats/zone.ts'
import { loadableTypes, type RecordType } from '../record-types/record-type.ts'
import type { Fault } from '../shape/invalid-value.ts'
import { nodeOf } from '../shape/shape.ts'
import { checkExpression, type ExpressionContext, isScalar, type NamedColumn } from './check-expression.ts'
import { type Evaluate, type Expression, expressionEvaluator, type OtherTables } from './expression.ts'
import type { Path } from './nodes.ts'
import { deletionIn, planFor, type RowMapping } from './plan.ts'
import type { TableForm, TableRow } from './rows.ts'
import { badForm, dateForm, type Forms, usualNo, usualYes } from './values.ts'
import { readYaml } from './yaml.ts'

/** How rows of one source become records of one type. */
export type Mapping = {
  type: string
  /** The source that it reads: the name of a file, with * for any letters. */
  source?: string
  /** What is asked of a database in place of a file. */
  query?: string
  /** The column that says how new a row is. */
  since?: string
  encoding?: string | undefined
  table: TableForm
  /** Only rows that have one of these values in each of these columns. */
  where: Readonly<Record<string, readonly string[]>>
  /** Rows with the same value in this column are one record. */
  group?: string
  patch: boolean
  deleted?: (row: TableRow, beside: OtherTables, faults: Fault[]) => boolean
  id: Evaluate
  record: RowMapping
  facts: RowMapping
  forms: Forms
  /** The columns that it names, and those of them that a table may lack. */
  named: readonly NamedColumn[]
  optional: ReadonlySet<string>
  lineOf(path: Path): number
  /** Other tables that it looks into, each with the column that ties its rows. */
  beside: ExpressionContext['beside']
}

/** What a mapping has to know of the types of records. */
export type MappedTypes = readonly Pick<RecordType, 'type' | 'record' | 'facts' | 'computed'>[]

export type MappingFile = { name?: string; mappings: readonly Mapping[] }

/** `*` stands for any letters; whether a file is compressed does not matter. */
export function readsFrom(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const fits = (text: string) => {
    if (rest.length === 0) return text === first
    const last = rest.at(-1)!
    if (!text.startsWith(first) || !text.endsWith(last)) return false
    let at = first.length
    // The first place where each piece is found leaves most for the others, so none has to be tried again.
    for (const piece of rest.slice(0, -1)) {
      const found = text.indexOf(piece, at)
      if (found < 0) return false
      at = found + piece.length
    }
    return at + last.length <= text.length
  }
  return fits(name) || (name.endsWith('.gz') && fits(name.slice(0, -3)))
}

type Values = Record<string, unknown>
type Tell = ExpressionContext['tell']

/** Words that may be said once for all tables, or of each. */
const forms = ['timezone', 'dates', 'decimal', 'yes', 'no', 'empty', 'encoding'] as const
const own = [
  ...(['type', 'source', 'query', 'since', 'csv', 'where', 'group', 'patch', 'deleted'] as const),
  ...(['id', 'record', 'facts', 'optional'] as const),
]

/** Throws a Problem that tells all that is wrong, each with its line. */
export function readMapping(text: string, types: MappedTypes): MappingFile {
  const { value, lineOf } = readYaml(text)
  const troubles: { path: Path; message: string }[] = []
  const refused = () => mappingProblem(troubles.map(({ path, message }) => ({ line: lineOf(path), message })))
  const file = fileFrom(value, loadableTypes(types), lineOf, (path, message) => {
    troubles.push({ path, message })
    if (troubles.length > mostTroubles) throw refused()
  })
  if (troubles.length > 0) throw refused()
  return file
}

/** How many faults are reported; those who have more correct these first. */
const mostTold = 100
/** With more faults the rest of the file is not checked. */
const mostTroubles = 1_000

export function mappingProblem(
  troubles: readonly { line: number; message: string }[],
  advice: readonly string[] = [],
): Problem {
  const told = [...troubles]
    .sort((one, other) => one.line - other.line)
    .map(({ line, message }) => `  line ${line}: ${message}`)
  // What is said once for all tables is told once.
  const all = [...new Set(told)]
  const more = all.length > mostTold ? [`  and ${all.length - mostTold} more`] : []
  return new Problem(
    'BAD_REQUEST',
    ['The mapping is not right:', ...all.slice(0, mostTold), ...more, ...advice].join('\n'),
  )
}

const listOf = (value: unknown): string[] =>
  value === undefined ? [] : (Array.isArray(value) ? value : [value]).map(String)
const isScalars = (value: unknown) => isScalar(value) || (Array.isArray(value) && value.every(isScalar))
const isText = (value: unknown) => isScalar(value) && String(value) !== ''

type LineOf = (path: Path) => number

function fileFrom(given: unknown, types: MappedTypes, lineOf: LineOf, tell: Tell): MappingFile {
  const each = 'a mapping has "type", "id" and "record", or a list "records" of such'
  if (!isObject(given)) {
    tell([], each)
    return { mappings: [] }
  }
  const { records, name, ...rest } = given
  if (name !== undefined && !isText(name)) tell(['name'], '"name" takes a text')
  const named = name === undefined ? {} : { name: String(name) }
  if (records === undefined) return { ...named, mappings: mappingFrom(rest, {}, [], types, lineOf, tell) }
  const known = [...forms, 'name', 'records']
  for (const word of Object.keys(rest))
    if (!known.includes(word)) tell([word], `"${word}" is no word of a mapping${orNearestOrAll(word, known)}`)
  if (!Array.isArray(records) || records.length === 0) tell(['records'], each)
  const mappings = (Array.isArray(records) ? records : []).flatMap((one, index) =>
    mappingFrom(one, rest, ['records', index], types, lineOf, tell),
  )
  return { ...named, mappings }
}

/** What each word of a mapping takes. Anything else is refused, as other programs give the same words other values. */
const rules: Record<string, { takes: string; fits(value: unknown): boolean }> = {
  source: { takes: 'the name of a file', fits: isText },
  query: { takes: 'a query', fits: isText },
  since: { takes: 'the name of a column', fits: isText },
  csv: {
    takes: '{delimiter: ";"}, and {header: [A, B]} where the first line has no names',
    fits: value =>
      isObject(value) &&
      Object.keys(value).every(name => name === 'delimiter' || name === 'header') &&
      (value.delimiter === undefined || isText(value.delimiter)) &&
      (value.header === undefined || (Array.isArray(value.header) && value.header.every(isText))),
  },
  where: {
    takes: 'columns, each with the values that are wanted, as in {KIND: [A, B]}',
    fits: value => isObject(value) && Object.values(value).every(isScalars),
  },
  group: { takes: 'the name of one column', fits: isText },
  patch: { takes: 'true or false', fits: value => typeof value === 'boolean' },
  optional: { takes: 'a list of columns', fits: isScalars },
}

function mappingFrom(
  given: unknown,
  file: Values,
  at: Path,
  types: MappedTypes,
  lineOf: LineOf,
  tell: Tell,
): Mapping[] {
  if (!isObject(given)) {
    tell(at, 'each of "records" has "type", "id" and "record"')
    return []
  }
  for (const [name, value] of Object.entries(given)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
    if (!own.includes(name as never) && !forms.includes(name as never))
      tell([...at, name], `"${name}" is no word of a mapping${orNearestOrAll(name, own)}`)
    else if (rule && !rule.fits(value)) tell([...at, name], `"${name}" takes ${rule.takes}`)
  }
  const known = types.map(one => one.type)
  const type = types.find(one => one.type === given.type)
  if (!type) {
    tell(
      [...at, 'type'],
      given.type === undefined
        ? '"type" is missing: say what kind of record the rows are'
        : `"${given.type}" is not a type of record${orNearestOrAll(String(given.type), known)}`,
    )
    return []
  }
  const checking: ExpressionContext = { tell, named: [], beside: [], types: known }
  const mapping = compiled(given, file, at, type, checking)
  const { named, beside } = checking
  return [{ ...mapping, named, beside, optional: optionalIn(given, at, checking), lineOf }]
}

function compiled(
  given: Values,
  file: Values,
  at: Path,
  type: MappedTypes[number],
  checking: ExpressionContext,
): Omit<Mapping, 'named' | 'beside' | 'optional' | 'lineOf'> {
  const { tell, named } = checking
  const forms = formsFrom(file, given, at, tell)
  const group = given.group === undefined ? undefined : String(given.group)
  const context = { ...checking, forms, type: type.type, group }
  const isWhole = given.patch !== true && given.record !== undefined
  const where = isObject(given.where) ? given.where : {}
  const csv = isObject(given.csv) ? given.csv : {}
  if (group !== undefined) named.push({ column: group, path: [...at, 'group'], needs: 'group' })
  if (given.since !== undefined)
    named.push({ column: String(given.since), path: [...at, 'since'], needs: 'since' })
  for (const column of Object.keys(where))
    named.push({ column, path: [...at, 'where', column], needs: 'where' })
  const hasId = given.id !== undefined && checkExpression(given.id, [...at, 'id'], 'id', checking)
  if (given.id === undefined) tell(at, '"id" is missing: name its column, or make one with idFrom')
  if (given.record === undefined && given.deleted === undefined)
    tell(at, '"record" is missing: name the column of each property')
  const encoding = given.encoding ?? file.encoding
  return {
    type: type.type,
    ...(given.source !== undefined && { source: String(given.source) }),
    ...(given.query !== undefined && { query: String(given.query) }),
    ...(given.since !== undefined && { since: String(given.since) }),
    ...(encoding !== undefined && { encoding: String(encoding) }),
    table: {
      delimiter: csv.delimiter === undefined ? undefined : String(csv.delimiter),
      header: Array.isArray(csv.header) ? csv.header.map(String) : undefined,
    },
    where: Object.fromEntries(Object.entries(where).map(([name, values]) => [name, listOf(values)])),
    ...(group !== undefined && { group }),
    patch: given.patch === true,
    ...(given.deleted !== undefined && {
      deleted: deletionIn(given.deleted, [...at, 'deleted'], context),
    }),
    id: hasId ? expressionEvaluator(given.id as Expression, type.type, forms) : () => undefined,
    record: planFor(given.record ?? {}, nodeOf(type.record), [...at, 'record'], {
      ...context,
      partial: !isWhole,
      without: 'id',
    }),
    facts: planFor(given.facts ?? {}, nodeOf(type.facts), [...at, 'facts'], { ...context, partial: true }),
    forms,
  }
}

/** Columns that a table may lack: only those that something reads, and that are not needed to tell rows apart. */
function optionalIn(given: Values, at: Path, { named, tell }: ExpressionContext): ReadonlySet<string> {
  const columns = [...new Set(named.map(({ column }) => column))]
  const optional = listOf(given.optional)
  for (const name of optional) {
    const needed = named.find(({ column, needs }) => needs !== undefined && column === name)
    if (!columns.includes(name))
      tell([...at, 'optional'], `nothing here reads "${name}"${orNearestOrAll(name, columns)}`)
    else if (needed) tell([...at, 'optional'], `"${needed.needs}" cannot do without "${name}"`)
  }
  return new Set(optional)
}

const isForms: Record<(typeof forms)[number], { takes: string; fits(value: unknown): boolean }> = {
  timezone: { takes: 'the name of a time zone, such as Europe/London', fits: isText },
  dates: { takes: 'a form such as DD/MM/YYYY, or a list of such', fits: isScalars },
  decimal: { takes: '"." or ","', fits: value => ['.', ',', 'comma'].includes(value as string) },
  yes: { takes: 'a word, or a list of words', fits: isScalars },
  no: { takes: 'a word, or a list of words', fits: isScalars },
  // NULL in a list is null in YAML.
  empty: {
    takes: 'a word, or a list of words',
    fits: value => isScalars(Array.isArray(value) ? value.map(String) : value),
  },
  encoding: { takes: 'the name of an encoding, such as windows-1252', fits: isText },
}

/** What a mapping does not say itself is said once, at the top of its file. */
function formsFrom(file: Values, own: Values, at: Path, tell: Tell): Forms {
  const given = { ...file, ...own }
  const placeOf = (name: string) => (name in own ? [...at, name] : [name])
  for (const [name, { takes, fits }] of Object.entries(isForms))
    if (given[name] !== undefined && !fits(given[name])) tell(placeOf(name), `"${name}" takes ${takes}`)
  const written = listOf(given.dates)
  const dates = written.flatMap(form => dateForm(form) ?? [])
  for (const form of written) if (!dateForm(form)) tell(placeOf('dates'), badForm(form))
  const zone = given.timezone === undefined ? undefined : String(given.timezone)
  const local = zone === undefined ? undefined : localTime(zone)
  if (zone !== undefined && !local)
    tell(placeOf('timezone'), `there is no time zone "${zone}"; write it like Europe/London`)
  try {
    if (isText(given.encoding)) readEncoding(String(given.encoding))
  } catch (error) {
    tell(placeOf('encoding'), (error as Problem).message)
  }
  return {
    dates,
    local,
    decimal: given.decimal === ',' || given.decimal === 'comma' ? ',' : '.',
    yes: [...usualYes, ...listOf(given.yes)],
    no: [...usualNo, ...listOf(given.no)],
    empty: listOf(given.empty).map(word => word.toLowerCase()),
  }
}
