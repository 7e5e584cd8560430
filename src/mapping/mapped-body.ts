// A table that comes in one body, as the lines of a load that its mapping makes.
import { plainText } from '../body/lines.ts'
import { badRequest } from '../errors/problem.ts'
import { checkSnapshot, leftOut } from './left-out.ts'
import { type MappedLine, mappedLines } from './map-rows.ts'
import { type MappedTypes, type Mapping, type MappingFile, readMapping, readsFrom } from './mapping.ts'
import { openTable, tableFormOf } from './rows.ts'

export type MappedBody = {
  /** The mapping, as it is written. */
  mapping: string
  types: MappedTypes
  /** What the table's file is called, by which the mapping knows it. */
  name: string
  encoding?: string | undefined
  /** Types of which the load is to have all. */
  snapshot?: readonly string[] | undefined
}

/** Called with notes, and for each row that was read. */
type MappingListener = { note(note: string): void; row(): void }

export async function* mappedBody(
  body: AsyncIterable<Buffer>,
  { mapping: written, types, name, encoding, snapshot = [] }: MappedBody,
  told: MappingListener,
): AsyncGenerator<MappedLine> {
  const file = readMapping(written, types)
  const mapping = mappingFor(file, name)
  const idle = file.mappings.filter(one => one !== mapping)
  checkSnapshot(snapshot, [mapping], idle)
  for (const note of leftOut(idle)) told.note(note)
  const text = plainText(body, encoding ?? mapping.encoding)
  const table = await openTable(name || 'The table', text, tableFormOf(name, mapping.table))
  const rows = noticed(table.rows, told.row)
  yield* mappedLines(mapping, { ...table, rows }, { note: told.note })
}

async function* noticed<T>(rows: AsyncIterable<T>, notice: () => void): AsyncGenerator<T> {
  for await (const row of rows) {
    notice()
    yield row
  }
}

/** A body that begins with so many bytes of a mapping: the mapping, and the table behind it. */
export async function mappingBefore(
  body: AsyncIterable<Buffer>,
  bytes: number,
): Promise<{ mapping: string; table: AsyncIterable<Buffer> }> {
  const chunks = body[Symbol.asyncIterator]()
  const held: Buffer[] = []
  for (let length = 0; length < bytes; ) {
    const { value, done } = await chunks.next()
    if (done) throw badRequest(`The body ends before its mapping of ${bytes} bytes does`)
    held.push(value)
    length += value.length
  }
  const whole = Buffer.concat(held)
  return { mapping: whole.subarray(0, bytes).toString(), table: all(whole.subarray(bytes), chunks) }
}

async function* all(first: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (first.length > 0) yield first
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  } finally {
    await chunks.return?.()
  }
}

/** The one of its mappings that reads a file of this name. */
export function mappingFor({ mappings }: MappingFile, name: string): Mapping {
  const [found, another] = mappings.filter(mapping =>
    mapping.source === undefined ? mappings.length === 1 : readsFrom(mapping.source, name),
  )
  if (!found)
    throw badRequest(
      `The mapping reads ${mappings.map(({ source, type }) => source ?? type).join(', ')}, and not ${name}`,
    )
  const several = './muster load --map'
  if (another)
    throw badRequest(
      `The mappings of ${found.type} and ${another.type} both read ${name}; ${several} reads it for each, or leave one out`,
    )
  const [beside] = found.beside
  if (beside)
    throw badRequest(
      `The mapping of ${found.type} reads ${beside.source} too; several files are for ${several}`,
    )
  return found
}
