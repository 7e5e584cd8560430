// Lists that a line has as we would write them, lifted out of its text: they need be neither read nor written again.

import type { RecordType } from '../kernel/resource/record-type.ts'
import { type AsText, type TextReader, textReader } from '../shape/list-text.ts'
import { nodeOf, withoutNull } from '../shape/shape.ts'

/** A line without its lifted lists: each is empty in the text. */
export type Lifted = { text: string; lists: Readonly<Record<string, AsText>> }

export type Lifter = (text: string) => Lifted

const beginning = /^\{"type":"([^"\\]*)","record":\{/
/** Patterns keep a trail of where they were; it shall not grow with any line. */
const longestText = 1024 * 1024

export function lifter(types: readonly RecordType[]): Lifter {
  const known = new Map(types.map(type => [type.type, listsOf(type)]))
  return text => {
    const type = text.length <= longestText ? beginning.exec(text)?.[1] : undefined
    const possible = type === undefined ? [] : (known.get(type) ?? [])
    // With an escape a name could be there a second time, unseen.
    if (possible.length === 0 || text.includes('\\u')) return { text, lists: {} }
    const lists: Record<string, AsText> = {}
    let rest = text
    for (const { name, quoted, read } of possible) {
      const at = rest.indexOf(quoted)
      const from = at + quoted.length + 1
      const list = at > 0 && rest[at - 1] === ',' && rest[from - 1] === ':' ? read(rest, from) : undefined
      // A name that is there twice could be another's.
      if (!list || rest.includes(quoted, from + list.text.length)) continue
      lists[name] = list
      rest = `${rest.slice(0, from)}[]${rest.slice(from + list.text.length)}`
    }
    return { text: rest, lists }
  }
}

function listsOf(type: RecordType): { name: string; quoted: string; read: TextReader }[] {
  return Object.entries(type.asText).map(([name, paths]) => {
    const shape = withoutNull(nodeOf(type.record).properties![name]!).node
    return { name, quoted: `"${name}"`, read: textReader(shape, paths) }
  })
}

/** Whether the lists were the record's own, and not of something inside it. */
export const areOwn = (record: unknown, lists: Lifted['lists']): boolean =>
  Object.keys(lists).every(name => {
    const held = (record as Record<string, unknown> | null | undefined)?.[name]
    return Array.isArray(held) && held.length === 0
  })
