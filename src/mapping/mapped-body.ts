// Tables that come in one body, one behind the other, as the lines of a load that their mapping makes.
import { plainText } from '../body/lines.ts'
import { badRequest } from '../errors/problem.ts'
import { checkSnapshot, leftOutNote } from './left-out.ts'
import { type MappedLine, mappedLines } from './map-rows.ts'
import { type MappedTypes, type Mapping, type MappingFile, readMapping, readsFrom } from './mapping.ts'
import { openTable, tableFormOf } from './rows.ts'

/** A table of a body: what its file is called, by which the mapping knows it, and how long it is where others follow. */
export type BodyTable = { name: string; bytes?: number | undefined }

export type MappedBody = {
  /** The mapping, as it is written. */
  mapping: string
  types: MappedTypes
  tables: readonly BodyTable[]
  encoding?: string | undefined
  /** Types of which the load is to have all. */
  snapshot?: readonly string[] | undefined
}

/** Called with notes, for each table that is begun, and for each row that was read. */
type MappingListener = { note(note: string): void; table(name: string): void; row(): void }

export async function* mappedBody(
  body: AsyncIterable<Buffer>,
  { mapping: written, types, tables, encoding, snapshot = [] }: MappedBody,
  told: MappingListener,
): AsyncGenerator<MappedLine> {
  const file = readMapping(written, types)
  const read = tables.map(({ name }) => mappingFor(file, name))
  const idle = file.mappings.filter(one => !read.includes(one))
  checkSnapshot(snapshot, read, idle)
  for (const note of leftOutNote(idle)) told.note(note)
  const pieces = new BodyPieces(body)
  for (const [index, { name, bytes }] of tables.entries()) {
    const mapping = read[index]!
    told.table(name)
    const content = bytes === undefined ? pieces.rest() : pieces.next(bytes, name)
    const text = plainText(content, encoding ?? mapping.encoding)
    const table = await openTable(name || 'The table', text, tableFormOf(name, mapping.table))
    yield* mappedLines(mapping, { ...table, rows: noticed(table.rows, told.row) }, { note: told.note })
    // What a reader leaves at the end of a table is not the beginning of the next.
    for await (const _ of content);
  }
  for await (const chunk of pieces.rest())
    if (chunk.length > 0)
      throw badRequest('The body goes on behind its last table; say of all how long they are')
}

/** A body in pieces of so many bytes. */
class BodyPieces {
  private readonly chunks: AsyncIterator<Buffer>
  private held: Buffer = Buffer.alloc(0)

  constructor(body: AsyncIterable<Buffer>) {
    this.chunks = body[Symbol.asyncIterator]()
  }

  /** The next so many bytes; refuses a body that ends before. */
  next(bytes: number, name: string): AsyncIterable<Buffer> {
    return this.taken(bytes, () => badRequest(`The body ends before ${name} does, which has ${bytes} bytes`))
  }

  /** All that is left. */
  rest(): AsyncIterable<Buffer> {
    return this.taken(Number.POSITIVE_INFINITY)
  }

  /** One generator for each piece: whoever stops reading may go on. */
  private taken(bytes: number, tooShort?: () => Error): AsyncIterable<Buffer> {
    let left = bytes
    const next = async (): Promise<IteratorResult<Buffer>> => {
      if (left === 0) return { value: undefined, done: true }
      if (this.held.length === 0) {
        const { value, done } = await this.chunks.next()
        if (done && tooShort) throw tooShort()
        if (done) return { value: undefined, done: true }
        this.held = value
      }
      const chunk = this.held.subarray(0, left)
      this.held = this.held.subarray(chunk.length)
      left -= chunk.length
      return { value: chunk, done: false }
    }
    return { [Symbol.asyncIterator]: () => ({ next }) }
  }
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
  const command = './muster load --map'
  if (another)
    throw badRequest(
      `The mappings of ${found.type} and ${another.type} both read ${name}; ${command} reads it for each, or leave one out`,
    )
  const [beside] = found.beside
  if (beside)
    throw badRequest(
      `The mapping of ${found.type} looks into ${beside.source} too; tables that look into others are for ${command}`,
    )
  return found
}
