// The beginning of a table: what a mapping is proposed from, and what one makes of its first rows.
import { plainText, readEncoding } from '../body/lines.ts'
import { guessOrAll } from '../errors/nearest.ts'
import { badRequest, Problem } from '../errors/problem.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import type { KnownIds } from './guess-columns.ts'
import { type MappedLine, mappedLines } from './map-rows.ts'
import { mappingFor } from './mapped-body.ts'
import { type MappedTypes, readMapping } from './mapping.ts'
import { typeOfFile } from './names.ts'
import type { MappingChoices } from './property-lines.ts'
import { type Proposal, proposeMapping } from './propose.ts'
import { openTable, type SourceTable, type TableRow, tableFormOf } from './rows.ts'

/** So many rows are looked at for a proposal. */
const sampled = 1_000
/** What stands for bytes that are no letter. */
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

/** The bytes up to the last row that is whole. */
async function cutToRows(request: TrialRequest): Promise<Uint8Array> {
  let { bytes } = request
  for (let cuts = 0; ; cuts++) {
    bytes = bytes.subarray(0, bytes.lastIndexOf(newline, bytes.length - 2) + 1)
    try {
      await firstRows(await tableOf({ ...request, bytes }, undefined), Number.POSITIVE_INFINITY)
      return bytes
    } catch (error) {
      // A quotation mark that is closed after the cut, for example.
      if (bytes.length === 0 || cuts === mostCuts) throw error
    }
  }
}

/** What is asked about the beginning of a table. */
export type TrialRequest = {
  types: MappedTypes
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
  /** The mapping to try, in place of one that is proposed. */
  text?: string | undefined
  known?: readonly KnownIds[] | undefined
}

export type Trial = {
  /** Undefined where the name of the file does not say what its rows are. */
  type?: string | undefined
  /** Undefined where a mapping was given, or the type is not known. */
  proposal?: Proposal | undefined
  /** Why the mapping cannot be used as it is. */
  problem?: string | undefined
  tried: Pick<MappedLine, 'line' | 'text' | 'rows'>[]
}

/** So many records are shown before and after. */
const shown = 5

/** Proposes a mapping, unless one is given, and tries it on the first rows. */
export async function tryMapping(given: TrialRequest): Promise<Trial> {
  const request = given.isWhole ? given : { ...given, bytes: await cutToRows(given) }
  const { text, types } = request
  if (text !== undefined) return triedBy(text, request)
  const names = types.map(({ type }) => type)
  const called = request.type ?? typeOfFile(request.name, names)
  const type = types.find(one => one.type === called)
  if (called !== undefined && !type)
    throw badRequest(`"${called}" is not a type of record${guessOrAll(called, names)}`)
  const { name, source = name.replace(/\.gz$/, ''), choices = {}, known = [] } = request
  const { rows, encoding } = await sampleRows(one => tableOf(request, one), undefined)
  if (rows.length === 0) throw badRequest(`${name} has no rows`)
  if (!type) return { tried: [] }
  const proposal = proposeMapping({ type, source, rows, known, encoding, choices })
  return { type: type.type, proposal, ...(await triedBy(proposal.text, request)) }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Buffer> {
  yield Buffer.from(bytes)
}

const tableOf = ({ name, bytes }: TrialRequest, encoding: string | undefined, table = {}) =>
  openTable(name, plainText(once(bytes), readEncoding(encoding)), tableFormOf(name, table))

async function triedBy(text: string, request: TrialRequest): Promise<Pick<Trial, 'problem' | 'tried'>> {
  const tried: Trial['tried'] = []
  try {
    const mapping = mappingFor(readMapping(text, request.types), request.name)
    const table = await tableOf(request, mapping.encoding, mapping.table)
    for await (const { line, text: made, rows } of mappedLines(mapping, table)) {
      tried.push({ line, text: made, rows })
      if (tried.length >= shown) break
    }
    return { tried }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { tried, problem: error.message }
  }
}
