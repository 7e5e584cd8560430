// The beginnings of tables: what a mapping is proposed from, and what one makes of their first rows.
import { plainText, readEncoding } from '../body/lines.ts'
import { orNearestOrAll } from '../errors/nearest.ts'
import { badRequest, Problem } from '../errors/problem.ts'
import { loadableTypes } from '../record-types/record-type.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import { type KnownIds, knownIdsOf } from './guess-columns.ts'
import { type MappedLine, mappedLines } from './map-rows.ts'
import { mappingFor } from './mapped-body.ts'
import { type MappedTypes, readMapping } from './mapping.ts'
import { typeOfFile } from './names.ts'
import type { MappingChoices } from './property-lines.ts'
import { type Proposal, proposeMapping } from './propose.ts'
import { openTable, type SourceTable, type TableRow, tableFormOf } from './rows.ts'

/** So many rows are looked at for a proposal. */
const sampled = 1_000
/** And so many for the ids that others may refer to. */
export const mostIds = 100_000
/** What a decoder puts in place of bytes that it cannot read. */
const unreadable = '\ufffd'

/** The first rows, and the encoding where they are not UTF-8. */
export async function sampleRows(
  open: (encoding: string | undefined) => Promise<SourceTable>,
  encoding: string | undefined,
): Promise<{ rows: TableRow[]; encoding: string | undefined }> {
  const rows = await firstRows(await open(encoding), sampled)
  if (encoding !== undefined || !JSON.stringify(rows).includes(unreadable)) return { rows, encoding }
  const western = 'windows-1252'
  return { rows: await firstRows(await open(western), sampled), encoding: western }
}

export async function firstRows({ rows }: SourceTable, most: number): Promise<TableRow[]> {
  const found: TableRow[] = []
  for await (const { row } of rows) {
    if (!(row instanceof InvalidValue)) found.push(row)
    if (found.length >= most) break
  }
  return found
}

const newline = 10
/** A field with more lines than this in it is not looked for. */
const mostCuts = 20

/** The same, up to the last row that is whole. */
async function cutToRows(table: SampledTable): Promise<SampledTable> {
  let { bytes } = table
  if (table.isWhole) return table
  for (let cuts = 0; ; cuts++) {
    bytes = bytes.subarray(0, bytes.lastIndexOf(newline, bytes.length - 2) + 1)
    try {
      await firstRows(await opened({ ...table, bytes }, undefined), Number.POSITIVE_INFINITY)
      return { ...table, bytes }
    } catch (error) {
      // A quotation mark that is closed after the cut, for example.
      if (bytes.length === 0 || cuts === mostCuts) throw error
    }
  }
}

/** The beginning of a table, and what was chosen for it. */
type SampledTable = {
  /** What its file is called. */
  name: string
  bytes: Uint8Array
  /** Whether these are all its bytes. */
  isWhole: boolean
  /** What its rows are; told by the name of the file where it is left out. */
  type?: string | undefined
  /** What the mapping is to call the files that it reads; the name of this one where it is left out. */
  source?: string | undefined
  choices?: MappingChoices | undefined
}

/** What is asked about tables that are loaded together. */
export type TrialRequest = {
  types: MappedTypes
  tables: readonly SampledTable[]
  /** The mapping to try, in place of one that is proposed. */
  text?: string | undefined
}

export type TableTrial = {
  name: string
  /** Undefined where the name of the file does not say what its rows are. */
  type?: string | undefined
  /** Undefined where a mapping was given, or the type is not known. */
  proposal?: Proposal | undefined
  /** Why it cannot be read as it is. */
  problem?: string | undefined
  tried: Pick<MappedLine, 'line' | 'text' | 'rows'>[]
}

export type Trial = {
  tables: TableTrial[]
  /** The mapping of them all; undefined until it is known what the rows of each are. */
  text?: string | undefined
  /** Why the mapping cannot be used as it is. */
  problem?: string | undefined
}

/** So many records are shown before and after. */
const shown = 5

/** Proposes a mapping for all tables, unless one is given, and tries it on the first rows of each. */
export async function tryMapping({ types, tables: given, text }: TrialRequest): Promise<Trial> {
  if (text !== undefined) return triedOnAll(text, given, types)
  const read: (ReadTable | TableTrial)[] = []
  for (const table of given) read.push(await rowsOf(table, types).catch(ifSeveral(given, table)))
  const tables: TableTrial[] = []
  for (const one of read) {
    // A column that has the ids of another table refers to its records.
    const known = read.flatMap(other => (other === one || !('ids' in other) ? [] : other.ids))
    tables.push('ids' in one ? await proposedFor(one, { types, known }) : one)
  }
  const texts = tables.flatMap(({ proposal }) => proposal?.text ?? [])
  if (texts.length < tables.length) return { tables }
  const all = joinedMappings(texts)
  return { tables, text: all, ...(tables.length > 1 && problemOf(all, types)) }
}

async function triedOnAll(text: string, given: readonly SampledTable[], types: MappedTypes): Promise<Trial> {
  const wrong = problemOf(text, types)
  const tables: TableTrial[] = []
  for (const table of given) {
    const tried = async () => triedBy(text, await cutToRows(table), types)
    const trial = wrong.problem ? { tried: [] } : await tried().catch(ifSeveral(given, table))
    tables.push({ name: table.name, ...trial })
  }
  return { tables, text, ...wrong }
}

/** One of several tables that cannot be read says so; the others are tried. */
const ifSeveral =
  (given: readonly SampledTable[], { name }: SampledTable) =>
  (error: unknown): TableTrial => {
    if (given.length === 1 || !(error instanceof Problem)) throw error
    return { name, problem: error.message, tried: [] }
  }

type ReadTable = {
  table: SampledTable
  type: MappedTypes[number] | undefined
  rows: TableRow[]
  encoding: string | undefined
  /** What others know its records by. */
  ids: KnownIds
}

async function rowsOf(given: SampledTable, types: MappedTypes): Promise<ReadTable> {
  const table = await cutToRows(given)
  const mapped = loadableTypes(types)
  const names = mapped.map(({ type }) => type)
  const called = table.type ?? typeOfFile(table.name, names)
  const type = mapped.find(one => one.type === called)
  if (called !== undefined && !type)
    throw badRequest(`"${called}" is not a type of record${orNearestOrAll(called, names)}`)
  const { rows, encoding } = await sampleRows(one => opened(table, one), undefined)
  if (rows.length === 0) throw badRequest(`${table.name} has no rows`)
  const { name: source, choices, isWhole } = table
  const ids = knownIdsOf({
    type: type?.type,
    source,
    rows: await firstRows(await opened(table, encoding), mostIds),
    column: choices?.id?.length === 1 ? choices.id[0] : undefined,
  })
  return { table, type, rows, encoding, ids: { ...ids, isBeginning: !isWhole } }
}

async function proposedFor(
  { table, type, rows, encoding }: ReadTable,
  { types, known }: { types: MappedTypes; known: readonly KnownIds[] },
): Promise<TableTrial> {
  const { name, source = name.replace(/\.gz$/, ''), choices = {} } = table
  if (!type) return { name, tried: [] }
  const proposal = proposeMapping({ type, source, rows, known, encoding, choices })
  return { name, type: type.type, proposal, ...(await triedBy(proposal.text, table, types)) }
}

/** Mappings of several tables as one. */
function joinedMappings(texts: readonly string[]): string {
  const [only] = texts
  if (texts.length === 1) return only!
  const items = texts.map(text => `  - ${text.trimEnd().replaceAll('\n', '\n    ')}\n`)
  return `records:\n${items.join('')}`
}

function problemOf(text: string, types: MappedTypes): { problem?: string } {
  try {
    readMapping(text, types)
    return {}
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { problem: error.message }
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Buffer> {
  yield Buffer.from(bytes)
}

const opened = ({ name, bytes }: SampledTable, encoding: string | undefined, table = {}) =>
  openTable(name, plainText(once(bytes), readEncoding(encoding)), tableFormOf(name, table))

async function triedBy(
  text: string,
  table: SampledTable,
  types: MappedTypes,
): Promise<Pick<TableTrial, 'problem' | 'tried'>> {
  const tried: TableTrial['tried'] = []
  try {
    const mapping = mappingFor(readMapping(text, types), table.name)
    const rows = await opened(table, mapping.encoding, mapping.table)
    for await (const { line, text: made, rows: own } of mappedLines(mapping, rows)) {
      tried.push({ line, text: made, rows: own })
      if (tried.length >= shown) break
    }
    return { tried }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { tried, problem: error.message }
  }
}
