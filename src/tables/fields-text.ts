// What `fields` leaves of a record, cut out of the bytes of its text without reading it. Only for texts in which nothing is
// escaped; shape/fields.ts does the rest, and says what is left.
import { type Fields, onlyFields } from '../shape/fields.ts'
import { readMarked, writeMarked } from '../shape/file-mark.ts'
import { memoized } from '../shape/memoized.ts'
import {
  afterText,
  isNext,
  type Name,
  nameOf,
  paddedToWords,
  placeAfter,
  withoutEscapes,
} from './csv-text.ts'

/** Each name as it stands before its value, and what is wanted inside; undefined for all of it. */
type WantedField = { name: Name; inside: readonly WantedField[] | undefined }

const wantedBy = memoized((fields: Fields): readonly WantedField[] =>
  [...fields].map(([name, inner]) => ({
    name: nameOf(`"${name}":`),
    inside: inner === true ? undefined : wantedBy(inner),
  })),
)

const [openObject, closeObject, openList, closeList, comma, n] = Buffer.from('{}[],n') as unknown as [
  number,
  number,
  number,
  number,
  number,
  number,
]

// Shared by all requests, as each record is cut at once.
let out = Buffer.alloc(64 * 1024)
let length = 0

export function fieldsOfText(text: Buffer, fields: Fields): Buffer {
  if (!withoutEscapes(text)) return Buffer.from(writeMarked(onlyFields(readMarked(text.toString()), fields)))
  const { buffer, byteOffset } = paddedToWords(text)
  // Nothing is left that was not there, so it cannot become longer.
  if (out.length < text.length) out = Buffer.alloc(2 * text.length)
  length = 0
  const end = cutObject(new DataView(buffer, byteOffset), 0, wantedBy(fields), true)
  // Whatever lies behind it may be anybody's.
  if (end > text.length) throw new Error('A record ends elsewhere than its text')
  return Buffer.from(out.subarray(0, length))
}

/** Cuts the value there, and gives the place after it; nothing is left of what is neither an object nor a list nor null. */
function cut(bytes: DataView, at: number, wanted: readonly WantedField[]): number {
  const code = bytes.getUint8(at)
  if (code === openObject) return cutObject(bytes, at, wanted, false)
  if (code === openList) return cutList(bytes, at, wanted)
  const end = placeAfter(bytes, at)
  if (code === n) copy(bytes, at, end)
  return end
}

function cutObject(bytes: DataView, start: number, wanted: readonly WantedField[], isWhole: boolean): number {
  let left = wanted.length
  let next = 0
  let at = start + 1
  out[length++] = openObject
  const first = length
  while (bytes.getUint8(at) !== closeObject) {
    const place = placeOf(bytes, at, wanted, next)
    if (place < 0) at = placeAfter(bytes, afterText(bytes, at) + 1)
    else {
      const { name, inside } = wanted[place]!
      const before = length
      if (length > first) out[length++] = comma
      const value = at + name.length
      copy(bytes, at, value)
      const begins = length
      at = inside ? cut(bytes, value, inside) : copied(bytes, value)
      if (length === begins) length = before
      // The order of the Shape is that of the text, and nearly always that of what is asked for.
      next = place + 1
      if (--left === 0 && isWhole) break
    }
    if (bytes.getUint8(at) === comma) at++
  }
  out[length++] = closeObject
  return at + 1
}

function cutList(bytes: DataView, start: number, wanted: readonly WantedField[]): number {
  let at = start + 1
  out[length++] = openList
  const first = length
  while (bytes.getUint8(at) !== closeList) {
    const before = length
    if (length > first) out[length++] = comma
    const begins = length
    at = cut(bytes, at, wanted)
    if (length === begins) length = before
    if (bytes.getUint8(at) === comma) at++
  }
  out[length++] = closeList
  return at + 1
}

function placeOf(bytes: DataView, at: number, wanted: readonly WantedField[], next: number): number {
  for (let place = next; place < wanted.length; place++)
    if (isNext(bytes, at, wanted[place]!.name)) return place
  for (let place = 0; place < next; place++) if (isNext(bytes, at, wanted[place]!.name)) return place
  return -1
}

function copied(bytes: DataView, at: number): number {
  const end = placeAfter(bytes, at)
  copy(bytes, at, end)
  return end
}

function copy(bytes: DataView, from: number, to: number): void {
  for (let at = from; at < to; at++) out[length++] = bytes.getUint8(at)
}
