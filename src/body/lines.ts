// The bytes of a load as its lines: unzipped, in UTF-8 whatever they came in, without a byte order mark.
import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Problem } from '../errors/problem.ts'
import { InvalidValue } from '../shape/invalid-value.ts'

export const maxLineBytes = 64 * 1024 * 1024
/** A deferred line begins with its number. */
export const maxDeferredBytes = maxLineBytes + 64
const [newline, carriageReturn] = [10, 13]

type TextLine = { line: number; text: string | InvalidValue }

/** Each line must be UTF-8; one that is too long is skipped, and the others are read. Those that are empty are only
 * counted, since a few bytes of gzip may have a million of them. */
export async function* linesOf(
  input: AsyncIterable<Buffer>,
  maxBytes = maxLineBytes,
): AsyncGenerator<TextLine> {
  let rest: Buffer[] = []
  let held = 0
  let line = 0
  const ended = (): TextLine => {
    const text =
      held > maxBytes ? tooLong(maxBytes) : textOf(rest.length === 1 ? rest[0]! : Buffer.concat(rest))
    rest = []
    held = 0
    return { line, text }
  }
  const hold = (bytes: Buffer) => {
    held += bytes.length
    if (held > maxBytes) rest = []
    else rest.push(bytes)
  }
  for await (const chunk of input) {
    let from = 0
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      line++
      if (at > from) hold(chunk.subarray(from, at))
      from = at + 1
      if (held > 0) yield ended()
    }
    if (from < chunk.length) hold(chunk.subarray(from))
  }
  line++
  if (held > 0) yield ended()
}

const tooLong = (maxBytes: number) =>
  new InvalidValue(
    '',
    `is longer than ${Math.floor(maxBytes / 1024 / 1024)} MB`,
    'write one JSON object a line, and files as lines of their own',
  )

function textOf(bytes: Buffer): string | InvalidValue {
  const line = bytes.at(-1) === carriageReturn ? bytes.subarray(0, -1) : bytes
  return isUtf8(line)
    ? line.toString()
    : new InvalidValue('', 'is not UTF-8', 'save the file as UTF-8, or say with --encoding what it is')
}

/** As a command or a query gives it. */
export function readEncoding(encoding: string | undefined): string | undefined {
  try {
    return encoding && new TextDecoder(encoding).encoding
  } catch {
    const reason = `There is no encoding "${encoding?.slice(0, 60)}"; most files are in utf-8, windows-1252 or utf-16le`
    throw new Problem('BAD_REQUEST', reason)
  }
}

/** Gzip and byte order marks are recognised by the first bytes. */
export async function* plainText(input: AsyncIterable<Buffer>, encoding = 'utf-8'): AsyncGenerator<Buffer> {
  const chunks = await peeked(await unzipped(input))
  const found = markedAs(chunks.first)
  const decoder = new TextDecoder(found ?? encoding)
  // As it is, so that a line that is not UTF-8 can be told.
  const isUtf = decoder.encoding === 'utf-8'
  let start = isUtf && found ? 3 : 0
  for await (const chunk of chunks.all()) {
    yield isUtf ? chunk.subarray(start) : Buffer.from(decoder.decode(chunk, { stream: true }))
    start = 0
  }
  if (!isUtf) yield Buffer.from(decoder.decode())
}

function markedAs(start: Buffer): string | undefined {
  if (start.subarray(0, 3).equals(Buffer.of(0xef, 0xbb, 0xbf))) return 'utf-8'
  if (start.subarray(0, 2).equals(Buffer.of(0xff, 0xfe))) return 'utf-16le'
  return start.subarray(0, 2).equals(Buffer.of(0xfe, 0xff)) ? 'utf-16be' : undefined
}

/** The first bytes of an input, at least three where there are so many, and all of it. */
async function peeked(input: AsyncIterable<Buffer>) {
  const chunks = input[Symbol.asyncIterator]()
  let first: Buffer = Buffer.alloc(0)
  while (first.length < 3) {
    const next = await chunks.next()
    if (next.done) break
    first = first.length === 0 ? next.value : Buffer.concat([first, next.value])
  }
  return {
    first,
    async *all() {
      try {
        if (first.length > 0) yield first
        for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
      } finally {
        await chunks.return?.()
      }
    },
  }
}

async function unzipped(input: AsyncIterable<Buffer>): Promise<AsyncIterable<Buffer>> {
  const { first, all } = await peeked(input)
  if (first[0] !== 0x1f || first[1] !== 0x8b) return all()
  let packed = 0
  const source = Readable.from(
    (async function* () {
      for await (const chunk of all()) {
        packed += chunk.length
        yield chunk
      }
    })(),
  )
  const gunzip = createGunzip()
  source.on('error', error => gunzip.destroy(error))
  return bounded(source.pipe(gunzip), () => packed)
}

/** Records compress to a tenth or a thirtieth of their size; what compresses to less than a hundredth is hardly anything but
 * repetition, and only so much of it is accepted. */
const usualTimes = 100
const [mostRepeatedBytes, mostRepeatedLines] = [64 * 1024 * 1024, 100_000]

async function* bounded(unpacked: AsyncIterable<Buffer>, packed: () => number): AsyncGenerator<Buffer> {
  let [bytes, lines] = [0, 0]
  for await (const chunk of unpacked) {
    bytes += chunk.length
    if (bytes > usualTimes * packed()) {
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) lines++
      if (bytes > mostRepeatedBytes || lines > mostRepeatedLines)
        throw new Problem(
          'BAD_REQUEST',
          `The gzip data unpacks to more than ${usualTimes} times its size; see whether it is what it should be, or unpack it first`,
        )
    }
    yield chunk
  }
}
