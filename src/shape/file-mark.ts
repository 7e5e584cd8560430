// How a link to a file is kept in a stored record: the file's id between two 0x01 bytes, which JSON never has, so
// that links are found in ready text without reading it. In values the same characters, which loads refuse.
import { type Node, nodeOf, type TSchema, withoutNull } from './shape.ts'

const mark = '\u0001'

export const markFor = (fileId: string) => mark + fileId + mark

/** The id of the file that a value stands for. */
export const markedFile = (value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith(mark) ? value.slice(1, -1) : undefined

/** JSON text in which marks are bare. */
export function writeMarked(value: unknown): string {
  const text = JSON.stringify(value)
  // After a quotation mark, \u0001 can only be the escape: a backslash in a text is written as two.
  return text.includes('"\\u0001') ? text.replace(/"\\u0001([\w-]+)\\u0001"/g, '"\u0001$1\u0001"') : text
}

export function readMarked(text: string): unknown {
  return JSON.parse(text.includes(mark) ? text.replaceAll(mark, '\\u0001') : text)
}

/** Whether values of this Shape may have links to files in them. */
export function linksFiles(schema: TSchema): boolean {
  const { node } = withoutNull(nodeOf(schema))
  if (node['x-file']) return true
  const patterns = (node as { patternProperties?: Record<string, Node> }).patternProperties
  const inside = [
    node.items,
    ...(node.anyOf ?? []),
    ...Object.values(node.properties ?? {}),
    ...Object.values(patterns ?? {}),
  ]
  return inside.some(child => child !== undefined && linksFiles(child))
}

/** Ready text with every mark replaced by what `link` makes of its id. Chunks without marks are handed on. */
export const fillMarks = (body: readonly Buffer[], link: (fileId: string) => string): Buffer[] =>
  body.map(chunk => (chunk.includes(1) ? filled(chunk, link) : chunk))

/** In one piece, as joining hundreds of small ones takes longer than making them. */
function filled(chunk: Buffer, link: (fileId: string) => string): Buffer {
  const marks: { from: number; to: number; link: string }[] = []
  let length = chunk.length
  for (let from = chunk.indexOf(1); from >= 0; ) {
    const end = chunk.indexOf(1, from + 1)
    if (end < 0) throw new Error('A link to a file has no end')
    const found = { from, to: end + 1, link: link(chunk.toString('latin1', from + 1, end)) }
    length += Buffer.byteLength(found.link) - (found.to - from)
    marks.push(found)
    from = chunk.indexOf(1, found.to)
  }
  const whole = Buffer.allocUnsafeSlow(length)
  let [read, written] = [0, 0]
  for (const { from, to, link } of marks) {
    written += chunk.copy(whole, written, read, from)
    written += whole.write(link, written)
    read = to
  }
  chunk.copy(whole, written, read)
  return whole
}
