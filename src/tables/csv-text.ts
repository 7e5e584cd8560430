// The row of a record as CSV, copied from the bytes of its stored text without reading it, several times as fast as by
// way of its values. Only for texts in which nothing is escaped, and tables with a row a record; csv.ts does the rest.

import type { Table } from './columns.ts'
import { formulaStarts } from './csv.ts'

/** What is wanted of a value: it is a cell, or has cells inside. */
type Wanted = { cell: number; inside?: Inside }
/** Each name is written as it stands before its value. */
type Inside = { names: Buffer[]; wanted: Wanted[]; at: Map<string, number> }

const [quote, openObject, openList, closeObject, closeList, comma, semicolon, apostrophe, cr, lf, n] =
  Buffer.from(`"{[}],;'\r\nn`) as unknown as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
const backslash = 0x5c
const startsFormula = Uint8Array.from({ length: 256 }, (_, code) => Number(formulaStarts.has(code)))

/** How a cell is written: not at all, as it is, as a text that begins like a formula or has a separator in it, as JSON. */
const as = { nothing: 0, plain: 1, formula: 2, separated: 4, json: 8 }

export type FromText = {
  /** No fewer bytes than the row of this text takes, or -1 where it has to be read. */
  most(text: Buffer): number
  /** Writes that row, and gives the place after it. */
  write(out: Buffer, at: number): number
}

export function csvFromText({ columns }: Pick<Table, 'columns'>): FromText {
  const width = columns.length
  const wanted = wantedBy(columns)
  // What is left of lists has to be worked out.
  const isRead = columns.some(({ keep }) => keep)
  const cells = { from: new Int32Array(width), to: new Int32Array(width), how: new Uint8Array(width) }
  let text: Buffer = Buffer.alloc(0)
  let at = 0

  // Loops count in variables of their own: what several functions share is written back for each byte.
  const skipNested = () => {
    const bytes = text
    let place = at
    for (let depth = 0; ; ) {
      const code = bytes[place++]
      if (code === quote) while (bytes[place++] !== quote);
      else if (code === openObject || code === openList) depth++
      else if ((code === closeObject || code === closeList) && --depth === 0) break
    }
    at = place
  }

  const skipPlain = () => {
    const bytes = text
    let place = at
    for (let code = bytes[place]; code !== comma && code !== closeObject && code !== closeList; )
      code = bytes[++place]
    at = place
  }

  const skipText = () => {
    const bytes = text
    let place = at + 1
    while (bytes[place++] !== quote);
    at = place
  }

  const skip = () => {
    const code = text[at]
    if (code === quote) skipText()
    else if (code === openObject || code === openList) skipNested()
    else skipPlain()
  }

  const readCell = (cell: number) => {
    const bytes = text
    const code = bytes[at]!
    if (code === quote) {
      const from = at + 1
      let place = from
      let how = startsFormula[bytes[from]!] === 1 ? as.formula : as.plain
      for (let each = bytes[place]; each !== quote; each = bytes[++place])
        if (each === comma || each === semicolon) how |= as.separated
      cells.from[cell] = from
      cells.to[cell] = place
      cells.how[cell] = how
      at = place + 1
      return
    }
    cells.from[cell] = at
    const isNested = code === openObject || code === openList
    if (isNested) skipNested()
    else skipPlain()
    cells.to[cell] = at
    cells.how[cell] = isNested ? as.json : code === n ? as.nothing : as.plain
  }

  const isNext = (name: Buffer) => {
    const bytes = text
    const start = at
    const { length } = name
    for (let index = 1; index < length; index++) if (bytes[start + index] !== name[index]) return false
    return true
  }

  const readInside = ({ names, wanted, at: places }: Inside) => {
    let next = 0
    at++
    while (text[at] !== closeObject) {
      let place = next
      // Names come in the order of the Shape, so the next is nearly always the one.
      if (place < names.length && isNext(names[place]!)) at += names[place]!.length
      else {
        const from = at
        skipText()
        at++
        place = places.get(text.toString('latin1', from, at)) ?? -1
      }
      if (place < 0) skip()
      else {
        readValue(wanted[place]!)
        next = place + 1
      }
      if (text[at] === comma) at++
    }
    at++
  }

  const readValue = ({ cell, inside }: Wanted) => {
    if (cell >= 0) readCell(cell)
    else if (inside && text[at] === openObject) readInside(inside)
    else skip()
  }

  const writeCell = (out: Buffer, start: number, from: number, to: number, how: number): number => {
    let end = start
    const isQuoted = how >= as.separated
    if (isQuoted) out[end++] = quote
    if ((how & as.formula) !== 0) out[end++] = apostrophe
    const bytes = text
    if (how !== as.json) {
      for (let index = from; index < to; index++) out[end++] = bytes[index]!
    } else
      for (let index = from; index < to; index++) {
        const code = bytes[index]!
        out[end++] = code
        // Quotation marks are in JSON alone: they are escaped in a text.
        if (code === quote) out[end++] = quote
      }
    if (isQuoted) out[end++] = quote
    return end
  }

  return {
    most(given) {
      if (isRead || given.includes(backslash)) return -1
      text = given
      at = 0
      cells.how.fill(as.nothing)
      readValue(wanted)
      return 2 * given.length + 5 * width + 2
    },
    write(out, start) {
      let end = start
      for (let index = 0; index < width; index++) {
        if (index > 0) out[end++] = comma
        const how = cells.how[index]!
        if (how !== as.nothing) end = writeCell(out, end, cells.from[index]!, cells.to[index]!, how)
      }
      out[end++] = cr
      out[end++] = lf
      return end
    },
  }
}

function wantedBy(columns: Table['columns']): Wanted {
  const root: Wanted = { cell: -1 }
  for (const [index, { path }] of columns.entries()) placeAt(root, path).cell = index
  return root
}

function placeAt(root: Wanted, path: readonly string[]): Wanted {
  let place = root
  for (const each of path) {
    place.inside ??= { names: [], wanted: [], at: new Map() }
    const { names, wanted, at } = place.inside
    const name = `"${each}":`
    let index = at.get(name)
    if (index === undefined) {
      index = names.push(Buffer.from(name)) - 1
      wanted.push({ cell: -1 })
      at.set(name, index)
    }
    place = wanted[index]!
  }
  return place
}
