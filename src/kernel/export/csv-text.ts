// The rows of a record as CSV, copied from the bytes of its stored text without reading it, several times as fast as by
// way of its values. Only for texts in which nothing is escaped; csv.ts does the rest.

import type { Table } from './columns.ts'
import { formulaStarts } from './csv.ts'

/** What is wanted of a value: it is a cell, has cells inside, or each of its items has a row. */
type Wanted = { cell: number; inside?: Inside; items?: Wanted }
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

/** How a cell is written: not at all, as it is, as a text that begins like a formula or has a separator in it, as JSON. */
const as = { nothing: 0, plain: 1, formula: 2, separated: 4, json: 8 }

export type FromText = {
  /** No fewer bytes than the rows of this text take, or -1 where it has to be read. */
  most(text: Buffer): number
  /** Writes those rows, and gives the place after them. */
  write(out: Buffer, at: number): number
}

export function csvFromText(table: Table): FromText {
  const width = table.columns.length
  const wanted = wantedBy(table)
  const ofItems = [...table.columns.keys()].filter(index => table.columns[index]!.ofItem)
  // What is left of lists has to be worked out.
  const isRead = table.columns.some(({ keep }) => keep)
  const cells = { from: new Int32Array(width), to: new Int32Array(width), how: new Uint8Array(width) }
  let text: Buffer = Buffer.alloc(0)
  let at = 0
  let items: { from: number; to: number; how: number }[][] = []

  const skipNested = () => {
    for (let depth = 0; ; ) {
      const code = text[at++]
      if (code === quote) while (text[at++] !== quote);
      else if (code === openObject || code === openList) depth++
      else if ((code === closeObject || code === closeList) && --depth === 0) return
    }
  }

  const skipPlain = () => {
    for (let code = text[at]; code !== comma && code !== closeObject && code !== closeList; )
      code = text[++at]
  }

  const skip = () => {
    const code = text[at]
    if (code === quote) {
      at++
      while (text[at++] !== quote);
    } else if (code === openObject || code === openList) skipNested()
    else skipPlain()
  }

  const readCell = (cell: number) => {
    const code = text[at]!
    cells.from[cell] = at
    if (code === quote) {
      cells.from[cell] = ++at
      let how = formulaStarts.has(text[at]!) ? as.formula : as.plain
      for (let each = text[at]; each !== quote; each = text[++at])
        if (each === comma || each === semicolon) how |= as.separated
      cells.how[cell] = how
      cells.to[cell] = at++
      return
    }
    const isNested = code === openObject || code === openList
    if (isNested) skipNested()
    else skipPlain()
    cells.to[cell] = at
    cells.how[cell] = isNested ? as.json : code === n ? as.nothing : as.plain
  }

  const readItems = (each: Wanted) => {
    at++
    while (text[at] !== closeList) {
      for (const index of ofItems) cells.how[index] = as.nothing
      readValue(each)
      items.push(
        ofItems.map(index => ({
          from: cells.from[index]!,
          to: cells.to[index]!,
          how: cells.how[index]!,
        })),
      )
      if (text[at] === comma) at++
    }
    at++
  }

  const isNext = (name: Buffer) => {
    const { length } = name
    for (let index = 1; index < length; index++) if (text[at + index] !== name[index]) return false
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
        const from = at++
        while (text[at++] !== quote);
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

  const readValue = ({ cell, inside, items }: Wanted) => {
    if (cell >= 0) readCell(cell)
    else if (inside && text[at] === openObject) readInside(inside)
    else if (items && text[at] === openList) readItems(items)
    else skip()
  }

  const writeCell = (out: Buffer, start: number, from: number, to: number, how: number): number => {
    let end = start
    const isQuoted = how >= as.separated
    if (isQuoted) out[end++] = quote
    if ((how & as.formula) !== 0) out[end++] = apostrophe
    for (let index = from; index < to; index++) {
      const code = text[index]!
      out[end++] = code
      // Quotation marks are in JSON alone: they are escaped in a text.
      if (code === quote) out[end++] = quote
    }
    if (isQuoted) out[end++] = quote
    return end
  }

  const writeRow = (out: Buffer, start: number): number => {
    let end = start
    for (let index = 0; index < width; index++) {
      if (index > 0) out[end++] = comma
      const how = cells.how[index]!
      if (how !== as.nothing) end = writeCell(out, end, cells.from[index]!, cells.to[index]!, how)
    }
    out[end++] = cr
    out[end++] = lf
    return end
  }

  return {
    most(given) {
      if (isRead || given.includes(backslash)) return -1
      text = given
      at = 0
      items = []
      cells.how.fill(as.nothing)
      readValue(wanted)
      return Math.max(1, items.length) * (2 * given.length + 5 * width + 2)
    },
    write(out, start) {
      if (!table.explode) return writeRow(out, start)
      if (items.length === 0) {
        for (const index of ofItems) cells.how[index] = as.nothing
        return writeRow(out, start)
      }
      let end = start
      for (const item of items) {
        for (const [place, index] of ofItems.entries()) {
          const { from, to, how } = item[place]!
          cells.from[index] = from
          cells.to[index] = to
          cells.how[index] = how
        }
        end = writeRow(out, end)
      }
      return end
    },
  }
}

function wantedBy({ columns, explode }: Table): Wanted {
  const root: Wanted = { cell: -1 }
  for (const [index, { path, ofItem }] of columns.entries()) {
    const list = ofItem ? placeAt(root, explode!) : undefined
    if (list) list.items ??= { cell: -1 }
    placeAt(list?.items ?? root, path).cell = index
  }
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
