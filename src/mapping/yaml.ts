// The YAML of a mapping, within bounds: how long and how deep it is, and how often it repeats itself.
import { type Document, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import { badRequest } from '../errors/problem.ts'
import type { Path } from './nodes.ts'

export const longestMapping = 1_000_000
/** Levels inside one another; the deepest Shape has ten. */
const deepest = 60
/** A text that a mapping gives under a name is said once; aliases may repeat it so often. */
const mostAliases = 100

/** What a mapping says for each row anew; a hundred tables of a hundred columns have fewer. Words are looked up, however
 * many there are. */
const mostValues = 20_000

type Yaml = {
  value: unknown
  /** Where something is written, or the nearest that it is in. */
  lineOf(path: Path): number
}

export function readYaml(text: string): Yaml {
  if (text.length > longestMapping)
    throw badRequest(`A mapping of more than ${longestMapping} bytes is none; this has ${text.length}`)
  if (isDeep(text)) throw tooDeep()
  const lines = new LineCounter()
  // The parser compares every key of a map with every other, which takes seconds with some thousands.
  const document = bounded(() => parseDocument(text, { lineCounter: lines, uniqueKeys: false }))
  const [broken] = [...document.errors, ...document.warnings]
  if (broken) throw badRequest(`The mapping is not YAML: ${broken.message.split('\n')[0]!.slice(0, 300)}`)
  const twice = bounded(() => repeatedKey(document))
  if (twice)
    throw badRequest(
      `The mapping has "${twice.key.slice(0, 60)}" twice in one place, again in line ${lines.linePos(twice.at).line}; say it once`,
    )
  const value: unknown = bounded(() => document.toJS({ maxAliasCount: mostAliases }))
  const { depth, values } = sizeOf(value)
  if (depth > deepest) throw tooDeep()
  if (values > mostValues)
    throw badRequest(
      `The mapping has ${values} columns and other values; it may have ${mostValues}, besides those in "words"`,
    )
  return {
    value,
    lineOf(path) {
      for (let length = path.length; length > 0; length--) {
        const node = document.getIn(path.slice(0, length), true) as { range?: [number] } | undefined
        if (node?.range) return lines.linePos(node.range[0]).line
      }
      return 1
    },
  }
}

function repeatedKey(document: Document): { key: string; at: number } | undefined {
  let found: { key: string; at: number } | undefined
  visit(document, {
    Map(_, { items }) {
      const known = new Set<string>()
      for (const { key } of items) {
        const name = isScalar(key) ? String(key.value) : undefined
        if (name !== undefined && known.has(name)) {
          found = { key: name, at: isScalar(key) ? (key.range?.[0] ?? 0) : 0 }
          return visit.BREAK
        }
        if (name !== undefined) known.add(name)
      }
      return undefined
    },
  })
  return found
}

const tooDeep = () =>
  badRequest(`The mapping has more than ${deepest} levels inside one another; a mapping needs ten`)

/** Brackets that are never closed, and lists in lists in one line: what takes the parser longest. */
function isDeep(text: string): boolean {
  let depth = 0
  for (const [mark] of text.matchAll(/[[\]{}]/g)) {
    depth += mark === '[' || mark === '{' ? 1 : -1
    if (depth > deepest) return true
  }
  return /(?:[-?:] ){60}/.test(text)
}

/** What it repeats too often, or what is too deep for the parser, it throws as errors of its own. */
function bounded<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof ReferenceError)
      throw badRequest(
        `The mapping cannot be read: ${/alias/i.test(error.message) ? `its aliases repeat too much, or name nothing (${error.message.slice(0, 100)})` : error.message.slice(0, 100)}`,
      )
    if (error instanceof RangeError) throw tooDeep()
    throw error
  }
}

const isTable = (value: unknown) =>
  value !== null &&
  typeof value === 'object' &&
  Object.values(value).every(one => one === null || typeof one !== 'object')

/** How many levels it has, where names with dots are levels, too; and how many values, but for tables of words. */
function sizeOf(value: unknown): { depth: number; values: number } {
  let [deepestYet, values] = [0, 0]
  const open: [unknown, number][] = [[value, 0]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [one, depth] = next
    deepestYet = Math.max(deepestYet, depth)
    values++
    if (depth > deepest || one === null || typeof one !== 'object') continue
    for (const [name, inner] of Object.entries(one))
      if (name !== 'words' || !isTable(inner)) open.push([inner, depth + name.split('.').length])
  }
  return { depth: deepestYet, values }
}
