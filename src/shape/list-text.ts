// Lists that are taken as the text they came in: where a text is letter by letter what we would write of it, it need
// be neither read nor written again. What fits is said by a pattern made of the Shape; what does not is read as usual.
import { valuesAt } from './path.ts'
import { type Node, nodeOf, type TSchema, withoutNull } from './shape.ts'

/** A list as its text, and of each item the numbers that something looks at. */
export class AsText {
  readonly text: string
  readonly numbers: readonly (readonly number[])[]

  constructor(text: string, numbers: readonly (readonly number[])[]) {
    this.text = text
    this.numbers = numbers
  }

  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}

/** Of each item of a list the numbers at these paths, 0 where there is none; of one taken as text, those it was
 * declared with. */
export const capturedNumbers = (list: unknown, paths: readonly string[]): readonly (readonly number[])[] =>
  list instanceof AsText
    ? list.numbers
    : (list as unknown[]).map(item => paths.map(path => (valuesAt(item, path.split('.'))[0] as number) ?? 0))

/** Reads a list at a place in a text; undefined where what is there is not what we would write. */
type TextReader = (text: string, at: number) => AsText | undefined

export function textReader(list: TSchema, paths: readonly string[]): TextReader {
  const captured: string[] = []
  const item = new RegExp(`${patternOf(nodeOf(list).items!, '', { paths, captured })}([,\\]])`, 'y')
  const groups = paths.map(path => captured.indexOf(path) + 1)
  if (groups.includes(0)) throw new Error(`There is no number at ${paths[groups.indexOf(0)]} to look at`)
  return (text, at) => {
    if (text[at] !== '[') return undefined
    const numbers: number[][] = []
    item.lastIndex = at + 1
    for (let found = item.exec(text); found; found = item.exec(text)) {
      numbers.push(groups.map(group => Number(found![group] ?? 0)))
      if (found.at(-1) === ']') return new AsText(text.slice(at, item.lastIndex), numbers)
    }
    return undefined
  }
}

/** Patterns keep a trail of where they were, which must not grow with a line. */
const longestText = 1024 * 1024

/** A record's JSON text in which each extracted list is empty, and the lists. */
export type ExtractedLists = { text: string; lists: Readonly<Record<string, AsText>> }

/** Takes top-level lists out of a text that holds a record of this Shape; `paths` are of each the numbers to capture. */
export function listExtractor(
  schema: TSchema,
  paths: Readonly<Record<string, readonly string[]>>,
): (text: string) => ExtractedLists {
  const possible = Object.entries(paths).map(([name, captured]) => {
    const { node } = withoutNull(nodeOf(schema).properties![name]!)
    return { name, quoted: `"${name}"`, read: textReader(node, captured) }
  })
  return text => {
    const lists: Record<string, AsText> = {}
    // An escaped name could be a second occurrence that is not noticed.
    if (possible.length === 0 || text.length > longestText || text.includes('\\u')) return { text, lists }
    let rest = text
    for (const { name, quoted, read } of possible) {
      const at = rest.indexOf(quoted)
      const from = at + quoted.length + 1
      const list = at > 0 && rest[at - 1] === ',' && rest[from - 1] === ':' ? read(rest, from) : undefined
      // Of a name that occurs twice, the other could be the record's.
      if (!list || rest.includes(quoted, from + list.text.length)) continue
      lists[name] = list
      rest = `${rest.slice(0, from)}[]${rest.slice(from + list.text.length)}`
    }
    return { text: rest, lists }
  }
}

/** What `JSON.stringify` leaves as it is: no escapes, and no half of a character. */
const text = '"[^"\\\\\\x00-\\x1f\\ud800-\\udfff]*"'
/** Fifteen digits at most, which no number loses, and none that is written with an exponent. */
const whole = '(?:-(?!0\\D))?(?:0|[1-9]\\d{0,14})'
const number = '(?:-(?!0[^.]))?(?:0|[1-9]\\d{0,8})(?:\\.\\d{0,5}[1-9])?(?=[,}\\]])'
const day = '(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)'
const instant = `"(?!0000)\\d{4}-${day}T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z"`

type CaptureState = { paths: readonly string[]; captured: string[] }

/** The texts of a Shape, as we would write them; numbers at some paths are captured. */
function patternOf(node: Node, path: string, capturing: CaptureState): string {
  const inside = (child: Node) => patternOf(child, path, capturing)
  const open = withoutNull(node)
  if (open.nullable) return `(?:null|${inside(open.node)})`
  if (node['x-instant']) return instant
  if (node.enum) return `(?:${node.enum.map(quoted).join('|')})`
  if (node.type === 'array') return `\\[${each(inside(node.items!), ']')}${node['x-filled'] ? '+' : '*'}\\]`
  if (node.type === 'string' && !node['x-file']) return text
  if (node.type === 'integer') return whole
  if (node.type === 'boolean') return '(?:true|false)'
  if (node.type === 'number') {
    if (!capturing.paths.includes(path)) return number
    capturing.captured.push(path)
    return `(${number})`
  }
  if (!node.properties || node['x-reference']) throw new Error('Such a Shape cannot be taken as text')
  return objectPattern(node, path, capturing)
}

function objectPattern(node: Node, path: string, capturing: CaptureState): string {
  const given = Object.entries(node.properties!).filter(([, child]) => !child['x-derived'])
  const properties = given.map(([name, child]) => {
    const value = patternOf(child, path ? `${path}.${name}` : name, capturing)
    const property = each(`${quoted(name)}:${value}`, '}')
    return node.required?.includes(name) ? property : `${property}?`
  })
  return `\\{${properties.join('')}\\}`
}

const quoted = (word: string) => JSON.stringify(word).replace(/[^\w"]/g, '\\$&')

/** One of several, with the comma before the next, or the last. */
const each = (pattern: string, end: ']' | '}') => `(?:${pattern}(?:,(?!\\${end})|(?=\\${end})))`
