// A table that comes in one body behind the mapping that reads it, as the lines of a load.
import { plainText } from '../body/lines.ts'
import type { NumberedLine } from '../load/read.ts'
import { Problem } from '../problem.ts'
import type { RecordType } from '../record-types/record-type.ts'
import { mappedLines } from './map-rows.ts'
import { type Mapping, type MappingFile, readMapping, readsFrom } from './mapping.ts'
import { rowsOf } from './rows.ts'

export const longestMapping = 1_000_000

export type MappedBody = {
  /** So many bytes at the beginning are the mapping. */
  mappingBytes: number
  types: readonly RecordType[]
  /** What the table's file is called, by which the mapping knows it. */
  name: string
  encoding?: string | undefined
}

export async function* mappedBody(
  body: AsyncIterable<Buffer>,
  { mappingBytes, types, name, encoding }: MappedBody,
): AsyncGenerator<NumberedLine> {
  const chunks = body[Symbol.asyncIterator]()
  try {
    const { taken, rest } = await take(chunks, mappingBytes)
    const file = readMapping(taken.toString(), types)
    const mapping = mappingFor(file, name)
    const delimiter = mapping.table.delimiter ?? (/\.tsv(\.gz)?$/.test(name) ? '\t' : undefined)
    const text = plainText(all(rest, chunks), encoding ?? file.encoding)
    for await (const { line, text: mapped, given } of mappedLines(
      mapping,
      rowsOf(text, { ...mapping.table, delimiter }),
    ))
      yield { line, text: mapped, given }
  } finally {
    await chunks.return?.()
  }
}

async function take(chunks: AsyncIterator<Buffer>, bytes: number): Promise<{ taken: Buffer; rest: Buffer }> {
  const held: Buffer[] = []
  for (let length = 0; length < bytes; ) {
    const { value, done } = await chunks.next()
    if (done) throw new Problem('BAD_REQUEST', `The body ends before its mapping of ${bytes} bytes does`)
    held.push(value)
    length += value.length
  }
  const whole = Buffer.concat(held)
  return { taken: whole.subarray(0, bytes), rest: whole.subarray(bytes) }
}

async function* all(first: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
}

function mappingFor({ mappings }: MappingFile, name: string): Mapping {
  const reading = mappings.filter(mapping =>
    mapping.source === undefined ? mappings.length === 1 : readsFrom(mapping.source, name),
  )
  const [found] = reading
  if (!found)
    throw new Problem(
      'BAD_REQUEST',
      `The mapping reads ${mappings.map(({ source, type }) => source ?? type).join(', ')}, and not ${name}`,
    )
  const [beside] = [...found.record.beside, ...found.facts.beside]
  if (beside)
    throw new Problem(
      'BAD_REQUEST',
      `The mapping of ${found.type} reads ${beside.source} too; several files are for ./muster load --map`,
    )
  return found
}
