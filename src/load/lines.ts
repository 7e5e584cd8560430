// Bytes into lines: gzip is recognised by its first bytes, each line must be UTF-8, and none may be endless.
import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { InvalidValue } from '../shape/invalid-value.ts'

const maxLineBytes = 64 * 1024 * 1024

export async function* linesOf(input: AsyncIterable<Buffer>): AsyncIterable<string | InvalidValue> {
  let rest: Buffer[] = []
  let held = 0
  for await (const chunk of await unzipped(input)) {
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      rest.push(chunk.subarray(from, at))
      yield textOf(rest.length === 1 ? rest[0]! : Buffer.concat(rest))
      rest = []
      held = 0
      from = at + 1
    }
    if (from < chunk.length) {
      rest.push(chunk.subarray(from))
      held += chunk.length - from
    }
    if (held > maxLineBytes) throw new Error('A line is longer than 64 MB; write one JSON object a line')
  }
  if (held > 0) yield textOf(Buffer.concat(rest))
}

function textOf(bytes: Buffer): string | InvalidValue {
  return isUtf8(bytes) ? bytes.toString() : new InvalidValue('', 'is not UTF-8', 'save the file as UTF-8')
}

async function unzipped(input: AsyncIterable<Buffer>): Promise<AsyncIterable<Buffer>> {
  const chunks = input[Symbol.asyncIterator]()
  const first = await chunks.next()
  const all = async function* () {
    if (first.done) return
    yield first.value
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  const zipped = !first.done && first.value[0] === 0x1f && first.value[1] === 0x8b
  if (!zipped) return all()
  const source = Readable.from(all())
  const gunzip = createGunzip()
  source.on('error', error => gunzip.destroy(error))
  return source.pipe(gunzip)
}
