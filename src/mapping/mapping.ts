// A mapping as it is written, in YAML, read and checked against the Shapes: what is wrong in it is told with its line.
import { LineCounter, parseDocument } from 'yaml'
import { guessOrAll } from '../formats/nearest.ts'
import { localTime } from '../formats/zone.ts'
import { Problem } from '../problem.ts'
import type { RecordType } from '../record-types/record-type.ts'
import { nodeOf } from '../shape/shape.ts'
import { type Evaluate, type Expression, evaluator } from './expression.ts'
import { checkedExpression, type Plan, planFor, type Trouble } from './plan.ts'
import type { TableForm } from './rows.ts'
import { badForm, dateForm, type Forms, usualNo, usualYes } from './values.ts'

/** How rows of one source become records of one type. */
export type Mapping = {
  type: string
  /** The source that it reads: the name of a file, with * for any letters. */
  source?: string
  /** What is asked of a database in place of a file. */
  query?: string
  table: TableForm
  /** Only rows that have one of these values in each of these columns. */
  where: Readonly<Record<string, readonly string[]>>
  /** Rows with the same value in this column are one record. */
  group?: string
  patch: boolean
  deleted?: Evaluate
  id: Evaluate
  record: Plan
  facts: Plan
  forms: Forms
}

export type MappingFile = { name?: string; encoding?: string; mappings: readonly Mapping[] }

/** `*` stands for any letters; whether a file is compressed does not matter. */
export function readsFrom(pattern: string, name: string): boolean {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
  return new RegExp(`^${escaped}$`).test(name) || new RegExp(`^${escaped}\\.gz$`).test(name)
}

type Values = Record<string, unknown>

const general = ['timezone', 'dates', 'decimal', 'yes', 'no', 'empty', 'encoding', 'name'] as const
const own = [
  ...([
    'type',
    'source',
    'query',
    'csv',
    'where',
    'group',
    'patch',
    'deleted',
    'id',
    'record',
    'facts',
  ] as const),
]
export const mappingWords = { general, own }

/** Throws a Problem that tells all that is wrong, each with its line. */
export function readMapping(text: string, types: readonly RecordType[]): MappingFile {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const [broken] = document.errors
  if (broken) throw new Problem('BAD_REQUEST', `The mapping is not YAML: ${broken.message.split('\n')[0]}`)
  const troubles: Trouble[] = []
  const file = fileFrom(document.toJS(), types, (path, message) => troubles.push({ path, message }))
  if (troubles.length === 0) return file
  const lineOf = (path: Trouble['path']): number => {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true) as { range?: [number] } | undefined
      if (node?.range) return lines.linePos(node.range[0]).line
    }
    return 1
  }
  const told = troubles
    .map(({ path, message }) => ({ line: lineOf(path), message }))
    .sort((one, other) => one.line - other.line)
    .map(({ line, message }) => `  line ${line}: ${message}`)
  // What is said once for all tables is told once.
  throw new Problem('BAD_REQUEST', `The mapping is not right:\n${[...new Set(told)].join('\n')}`)
}

type Tell = (path: Trouble['path'], message: string) => void

const isObject = (value: unknown): value is Values =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
const listOf = (value: unknown): string[] =>
  value === undefined ? [] : (Array.isArray(value) ? value : [value]).map(String)

function fileFrom(given: unknown, types: readonly RecordType[], tell: Tell): MappingFile {
  const file: Values = isObject(given) ? given : {}
  if (!isObject(given)) tell([], 'a mapping has "type", "id" and "record", or a list "records" of such')
  const several = Array.isArray(file.records)
  const known = [...general, 'records']
  for (const name of several ? Object.keys(file) : [])
    if (!known.includes(name)) tell([name], `"${name}" is no word of a mapping${guessOrAll(name, known)}`)
  const mappings = several
    ? (file.records as unknown[]).flatMap((one, index) =>
        mappingFrom(one, file, ['records', index], types, tell),
      )
    : isObject(given)
      ? mappingFrom(
          Object.fromEntries(Object.entries(file).filter(([name]) => !isGeneral(name))),
          file,
          [],
          types,
          tell,
        )
      : []
  return {
    ...(file.name !== undefined && { name: String(file.name) }),
    ...(file.encoding !== undefined && { encoding: String(file.encoding) }),
    mappings,
  }
}

const isGeneral = (name: string) => general.includes(name as never)

function mappingFrom(
  given: unknown,
  file: Values,
  at: Trouble['path'],
  types: readonly RecordType[],
  tell: Tell,
): Mapping[] {
  if (!isObject(given)) {
    tell(at, 'each of "records" has "type", "id" and "record"')
    return []
  }
  for (const name of Object.keys(given))
    if (!own.includes(name as never) && !isGeneral(name))
      tell([...at, name], `"${name}" is no word of a mapping${guessOrAll(name, own)}`)
  const type = types.find(one => one.type === given.type)
  if (!type) {
    const known = types.map(one => one.type)
    tell(
      [...at, 'type'],
      given.type === undefined
        ? '"type" is missing: say what kind of record the rows are'
        : `"${given.type}" is not a type of record${guessOrAll(String(given.type), known)}`,
    )
    return []
  }
  const forms = formsFrom(file, given, at, tell)
  const context = { forms, type: type.type, tell }
  if (given.id !== undefined) checkedExpression(given.id, [...at, 'id'], tell)
  if (given.deleted !== undefined) checkedExpression(given.deleted, [...at, 'deleted'], tell)
  if (given.id === undefined) tell(at, '"id" is missing: name its column, or make one with idFrom')
  const group = given.group === undefined ? undefined : String(given.group)
  const isWhole = given.patch !== true && given.record !== undefined
  const expression = (name: string) => evaluator(given[name] as Expression, type.type, forms)
  const csv = isObject(given.csv) ? given.csv : {}
  if (given.record === undefined && given.deleted === undefined)
    tell(at, '"record" is missing: name the column of each property')
  return [
    {
      type: type.type,
      ...(given.source !== undefined && { source: String(given.source) }),
      ...(given.query !== undefined && { query: String(given.query) }),
      table: {
        delimiter: csv.delimiter === undefined ? undefined : String(csv.delimiter),
        header: Array.isArray(csv.header) ? csv.header.map(String) : undefined,
      },
      where: Object.fromEntries(
        Object.entries(isObject(given.where) ? given.where : {}).map(([name, values]) => [
          name,
          listOf(values),
        ]),
      ),
      ...(group !== undefined && { group }),
      patch: given.patch === true,
      ...(given.deleted !== undefined && { deleted: expression('deleted') }),
      id: given.id === undefined ? () => undefined : expression('id'),
      record: planFor(given.record ?? {}, nodeOf(type.record), [...at, 'record'], {
        ...context,
        partial: !isWhole,
        group,
        without: 'id',
      }),
      facts: planFor(given.facts ?? {}, nodeOf(type.facts), [...at, 'facts'], {
        ...context,
        partial: true,
        group,
      }),
      forms,
    },
  ]
}

/** What a mapping does not say itself is said once, at the top of its file. */
function formsFrom(file: Values, own: Values, at: Trouble['path'], tell: Tell): Forms {
  const given = { ...file, ...own }
  const placeOf = (name: string) => (name in own ? [...at, name] : [name])
  const written = listOf(given.dates)
  const dates = written.flatMap(form => dateForm(form) ?? [])
  for (const form of written) if (!dateForm(form)) tell(placeOf('dates'), badForm(form))
  const zone = given.timezone === undefined ? undefined : String(given.timezone)
  const local = zone === undefined ? undefined : localTime(zone)
  if (zone !== undefined && !local)
    tell(placeOf('timezone'), `there is no time zone "${zone}"; write it like Europe/London`)
  const decimal = given.decimal === ',' || given.decimal === 'comma' ? ',' : '.'
  return {
    dates,
    local,
    decimal,
    yes: [...usualYes, ...listOf(given.yes)],
    no: [...usualNo, ...listOf(given.no)],
    empty: listOf(given.empty).map(word => word.toLowerCase()),
  }
}
