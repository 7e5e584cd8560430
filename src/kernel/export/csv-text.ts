// The rows of a record as CSV, cut out of its stored text without reading it: 2.6 times as fast as by way of its values.
// It takes the text with a character for each byte, and only where nothing in it is escaped; csv.ts does the rest.

import type { Table } from './columns.ts'
import { formulaStarts } from './csv.ts'

/** What is wanted of a value: it is a cell, has cells inside, or each of its items has a row. */
type Wanted = { cell?: number; inside?: Inside; items?: Wanted }
/** Each name is written as it stands before its value. */
type Inside = { names: string[]; wanted: Wanted[]; at: Map<string, number> }

const [quote, openObject, openList, closeObject, closeList, comma] = [...'"{[}],'].map(letter =>
  letter.charCodeAt(0),
) as [number, number, number, number, number, number]

/** Writes the rows of a record; undefined where its text has to be read. */
export function csvFromText(table: Table): (text: string) => string | undefined {
  // What is left of lists has to be worked out.
  if (table.columns.some(({ keep }) => keep)) return () => undefined
  const wanted = wantedBy(table)
  const ofItems = [...table.columns.keys()].filter(index => table.columns[index]!.ofItem)
  const cells: string[] = new Array(table.columns.length)
  let [text, at] = ['', 0]
  let items: string[][] = []

  const endOfText = () => text.indexOf('"', at + 1) + 1

  const endOfPlain = () => {
    let end = at
    for (let code = text.charCodeAt(end); code !== comma && code !== closeObject && code !== closeList; )
      code = text.charCodeAt(++end)
    return end
  }

  const endOfNested = () => {
    let [end, depth] = [at, 0]
    for (;;) {
      const code = text.charCodeAt(end)
      if (code === quote) {
        end = text.indexOf('"', end + 1) + 1
        continue
      }
      end++
      if (code === openObject || code === openList) depth++
      else if ((code === closeObject || code === closeList) && --depth === 0) return end
    }
  }

  const endOfValue = (code: number) =>
    code === quote ? endOfText() : code === openObject || code === openList ? endOfNested() : endOfPlain()

  const readCell = (code: number): string => {
    const from = at
    at = endOfValue(code)
    if (code === quote) return textCell(text.slice(from + 1, at - 1))
    const written = text.slice(from, at)
    if (code === openObject || code === openList) return jsonCell(written)
    return written === 'null' ? '' : written
  }

  const readItems = (each: Wanted) => {
    at++
    while (text.charCodeAt(at) !== closeList) {
      for (const index of ofItems) cells[index] = ''
      readValue(each)
      items.push(ofItems.map(index => cells[index]!))
      if (text.charCodeAt(at) === comma) at++
    }
    at++
  }

  const readInside = ({ names, wanted, at: places }: Inside) => {
    let next = 0
    at++
    while (text.charCodeAt(at) !== closeObject) {
      let place = next
      // Names come in the order of the Shape, so the next is nearly always the one.
      if (place < names.length && text.startsWith(names[place]!, at)) at += names[place]!.length
      else {
        const end = endOfText() + 1
        place = places.get(text.slice(at, end)) ?? -1
        at = end
      }
      if (place < 0) at = endOfValue(text.charCodeAt(at))
      else {
        readValue(wanted[place]!)
        next = place + 1
      }
      if (text.charCodeAt(at) === comma) at++
    }
    at++
  }

  const readValue = ({ cell, inside, items }: Wanted) => {
    const code = text.charCodeAt(at)
    if (cell !== undefined) cells[cell] = readCell(code)
    else if (inside && code === openObject) readInside(inside)
    else if (items && code === openList) readItems(items)
    else at = endOfValue(code)
  }

  return given => {
    if (given.includes('\\')) return undefined
    text = given
    at = 0
    items = []
    cells.fill('')
    readValue(wanted)
    if (!table.explode) return `${cells.join(',')}\r\n`
    let rows = ''
    for (const item of items.length > 0 ? items : [ofItems.map(() => '')]) {
      for (const [place, index] of ofItems.entries()) cells[index] = item[place]!
      rows += `${cells.join(',')}\r\n`
    }
    return rows
  }
}

/** In a text in which nothing is escaped there are no quotation marks and no line ends. */
function textCell(text: string): string {
  const safe = formulaStarts.has(text.charCodeAt(0)) ? `'${text}` : text
  return safe.includes(',') || safe.includes(';') ? `"${safe}"` : safe
}

const jsonCell = (text: string) =>
  text.includes('"') || text.includes(',') ? `"${text.replaceAll('"', '""')}"` : text

function wantedBy({ columns, explode }: Table): Wanted {
  const root: Wanted = {}
  for (const [index, { path, ofItem }] of columns.entries()) {
    let place = root
    if (ofItem) {
      place = placeAt(root, explode!)
      place.items ??= {}
      place = place.items
    }
    placeAt(place, path).cell = index
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
      index = names.push(name) - 1
      wanted.push({})
      at.set(name, index)
    }
    place = wanted[index]!
  }
  return place
}
