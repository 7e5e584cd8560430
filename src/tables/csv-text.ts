// The row of a record as CSV, copied from the bytes of its stored text without reading it, several times as fast as by
// way of its values. Only for texts in which nothing is escaped, and tables with a row a record; csv.ts does the rest.

import { formulaSigns } from '../formats/csv-cell.ts'
import type { Table } from './columns.ts'

/** What is wanted of a value: it is a cell, or has cells inside. */
type WantedCell = { cell: number; inside?: WantedObject }
/** Each name is written as it stands before its value. */
type WantedObject = { names: Name[]; wanted: WantedCell[]; at: Map<string, number> }
/** Four bytes at a time; the last four may begin inside those before. */
export type Name = { words: Int32Array; length: number }

const [quote, openObject, openList, closeObject, closeList, comma, apostrophe, cr, lf, n] = Buffer.from(
  `"{[}],'\r\nn`,
) as unknown as number[] as [number, number, number, number, number, number, number, number, number, number]
const backslash = 0x5c
export const withoutEscapes = (text: Buffer) => !text.includes(backslash)
/** What a sign that a formula may begin with begins with, and of those that have three bytes the whole. */
const [no, yes, maybeWide] = [0, 1, 2]
const startsFormula = new Uint8Array(256).fill(no)
const wideSigns = new Set<number>()
for (const sign of formulaSigns) {
  const bytes = Buffer.from(sign)
  startsFormula[bytes[0]!] = bytes.length === 1 ? yes : maybeWide
  if (bytes.length > 1) wideSigns.add(bytes.readUIntBE(0, 3))
}
const isFormula = (bytes: DataView, at: number) => {
  const how = startsFormula[bytes.getUint8(at)]
  return how === yes || (how === maybeWide && wideSigns.has(bytes.getUint32(at) >>> 8))
}

// Bytes are compared four at a time, which is quicker than one by one.
const wordBytes = 4
const [quotes, commas, semicolons] = ['"', ',', ';'].map(sign =>
  Buffer.from(sign.repeat(wordBytes)).readInt32LE(),
) as [number, number, number]
/** Not 0 where a byte of both is the same. The lowest bit belongs to the first such byte; higher ones may be wrong. */
const same = (word: number, other: number) => {
  const differing = word ^ other
  return (differing - 0x01010101) & ~differing & 0x80808080
}
const lowest = (bits: number) => bits & -bits
/** How many bytes come before the one that the lowest bit belongs to. */
const bytesBefore = (bits: number) => (31 - Math.clz32(lowest(bits))) >> 3
/** So that the last byte of a text can be read with three more. */
const padding = Buffer.alloc(wordBytes)
export const paddedToWords = (text: Buffer): Buffer =>
  text.byteOffset + text.length + wordBytes <= text.buffer.byteLength ? text : Buffer.concat([text, padding])

/** How a cell is written: not at all, as it is, as a text that begins like a formula or has a separator in it, as JSON. */
const as = { nothing: 0, plain: 1, formula: 2, separated: 4, json: 8 }

type FromText = {
  /** No fewer bytes than the row of this text takes, or -1 where it has to be read. */
  most(text: Buffer): number
  /** Writes that row, and gives the place after it. */
  write(out: Buffer, at: number): number
}

// What follows is shared by all exports, as each row is read and written at once: functions that are made for each
// export run at half the speed, since the optimizer then knows none of their variables.
const mostCells = 1024
/** Where the text of each cell begins and ends, and how it is written. */
const [starts, ends, ways] = [new Int32Array(mostCells), new Int32Array(mostCells), new Uint8Array(mostCells)]

export function csvFromText({ columns }: Pick<Table, 'columns'>): FromText {
  const width = columns.length
  const { inside: root } = wantedBy(columns)
  // What is left of lists has to be worked out.
  const isRead = columns.some(({ keep }) => keep) || width > mostCells
  let text = new DataView<ArrayBufferLike>(new ArrayBuffer(0))
  return {
    most(given) {
      if (!root || isRead || !withoutEscapes(given)) return -1
      const { buffer, byteOffset: start } = paddedToWords(given)
      if (text.buffer !== buffer) text = new DataView(buffer)
      const end = start + given.length
      ways.fill(as.nothing, 0, width)
      // Whatever lies behind it may be anybody's.
      if (afterInside(text, start, root) !== end) throw new Error('A record ends elsewhere than its text')
      return 2 * given.length + 5 * width + wordBytes
    },
    write: (out, start) => writeRow(text, new DataView(out.buffer, out.byteOffset, out.length), start, width),
  }
}

export function afterText(bytes: DataView, start: number): number {
  for (let at = start + 1; ; at += wordBytes) {
    const found = same(bytes.getInt32(at, true), quotes)
    if (found !== 0) return at + bytesBefore(found) + 1
  }
}

function afterNested(bytes: DataView, start: number): number {
  let at = start
  for (let depth = 0; ; ) {
    const code = bytes.getUint8(at)
    at = code === quote ? afterText(bytes, at) : at + 1
    if (code === openObject || code === openList) depth++
    else if ((code === closeObject || code === closeList) && --depth === 0) return at
  }
}

function afterPlain(bytes: DataView, start: number): number {
  let at = start
  for (let code = bytes.getUint8(at); code !== comma && code !== closeObject && code !== closeList; )
    code = bytes.getUint8(++at)
  return at
}

export function placeAfter(bytes: DataView, at: number): number {
  const code = bytes.getUint8(at)
  if (code === quote) return afterText(bytes, at)
  return code === openObject || code === openList ? afterNested(bytes, at) : afterPlain(bytes, at)
}

function afterCell(bytes: DataView, start: number, cell: number): number {
  const code = bytes.getUint8(start)
  if (code !== quote) {
    const isNested = code === openObject || code === openList
    const at = isNested ? afterNested(bytes, start) : afterPlain(bytes, start)
    starts[cell] = start
    ends[cell] = at
    ways[cell] = isNested ? as.json : code === n ? as.nothing : as.plain
    return at
  }
  let at = start + 1
  let how = isFormula(bytes, at) ? as.formula : as.plain
  for (let separators = 0; ; at += wordBytes) {
    const word = bytes.getInt32(at, true)
    const last = same(word, quotes)
    const found = same(word, commas) | same(word, semicolons)
    separators |= last === 0 ? found : found & (lowest(last) - 1)
    if (last === 0) continue
    if (separators !== 0) how |= as.separated
    at += bytesBefore(last)
    break
  }
  starts[cell] = start + 1
  ends[cell] = at
  ways[cell] = how
  return at + 1
}

export function isNext(bytes: DataView, at: number, { words, length }: Name): boolean {
  const last = words.length - 1
  for (let index = 0; index < last; index++)
    if (bytes.getInt32(at + wordBytes * index, true) !== words[index]) return false
  return bytes.getInt32(at + length - wordBytes, true) === words[last]
}

function afterInside(bytes: DataView, start: number, { names, wanted, at: places }: WantedObject): number {
  let next = 0
  let at = start + 1
  while (bytes.getUint8(at) !== closeObject) {
    // Names come in the order of the Shape, so one of the next is nearly always the one.
    let place = next
    while (place < names.length && !isNext(bytes, at, names[place]!)) place++
    if (place < names.length) at += names[place]!.length
    else {
      const from = at
      at = afterText(bytes, from) + 1
      place = places.get(Buffer.from(bytes.buffer, from, at - from).toString('latin1')) ?? -1
    }
    if (place < 0) at = placeAfter(bytes, at)
    else {
      const { cell, inside } = wanted[place]!
      if (cell >= 0) at = afterCell(bytes, at, cell)
      else
        at =
          inside && bytes.getUint8(at) === openObject ? afterInside(bytes, at, inside) : placeAfter(bytes, at)
      next = place + 1
    }
    if (bytes.getUint8(at) === comma) at++
  }
  return at + 1
}

function writeRow(bytes: DataView, out: DataView, start: number, width: number): number {
  let place = start
  for (let cell = 0; cell < width; cell++) {
    const how = ways[cell]!
    if (how === as.plain) place = copyCell(bytes, out, place, cell)
    else if (how !== as.nothing) place = writeCell(bytes, out, place, cell)
    out.setUint8(place++, comma)
  }
  out.setUint8(place - 1, cr)
  out.setUint8(place++, lf)
  return place
}

/** What is copied too much is written over, by the separator at least. */
function copyCell(bytes: DataView, out: DataView, start: number, cell: number): number {
  const to = ends[cell]!
  let at = starts[cell]!
  let place = start
  while (at < to) {
    out.setInt32(place, bytes.getInt32(at, true), true)
    at += wordBytes
    place += wordBytes
  }
  return place - (at - to)
}

function writeCell(bytes: DataView, out: DataView, start: number, cell: number): number {
  const how = ways[cell]!
  const to = ends[cell]!
  let place = start
  if (how >= as.separated) out.setUint8(place++, quote)
  if ((how & as.formula) !== 0) out.setUint8(place++, apostrophe)
  let at = starts[cell]!
  while (at < to) {
    const word = bytes.getInt32(at, true)
    // Quotation marks are in JSON alone: they are escaped in a text.
    const found = same(word, quotes)
    const count = found === 0 ? wordBytes : bytesBefore(found) + 1
    out.setInt32(place, word, true)
    place += count
    at += count
    if (found !== 0 && at <= to) out.setUint8(place++, quote)
  }
  place -= at - to
  if (how >= as.separated) out.setUint8(place++, quote)
  return place
}

function wantedBy(columns: Table['columns']): WantedCell {
  const root: WantedCell = { cell: -1 }
  for (const [index, { path }] of columns.entries()) placeAt(root, path).cell = index
  return root
}

function placeAt(root: WantedCell, path: readonly string[]): WantedCell {
  let place = root
  for (const each of path) {
    place.inside ??= { names: [], wanted: [], at: new Map() }
    const { names, wanted, at } = place.inside
    const name = `"${each}":`
    let index = at.get(name)
    if (index === undefined) {
      index = names.push(nameOf(name)) - 1
      wanted.push({ cell: -1 })
      at.set(name, index)
    }
    place = wanted[index]!
  }
  return place
}

/** With its quotation marks and colon it has four bytes at least. */
export function nameOf(written: string): Name {
  const bytes = Buffer.from(written)
  const last = bytes.length - wordBytes
  const count = Math.ceil(bytes.length / wordBytes)
  const words = Int32Array.from({ length: count }, (_, index) =>
    bytes.readInt32LE(Math.min(wordBytes * index, last)),
  )
  return { words, length: bytes.length }
}
