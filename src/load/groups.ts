// What is wrong with many lines, told once for each reason: how often, in which lines first, and what would be right.
import type { Fault } from '../shape/invalid-value.ts'

export type Group = {
  /** Where a warning has one. */
  code?: string
  /** The type of the records, where the lines say it. */
  type?: string
  path: string
  reason: string
  hint: string
  /** In how many lines. */
  count: number
  /** The first of them. */
  lines: number[]
}

type Told = { line: number; text?: string; type?: string | undefined }

const firstLines = 5
/** A file in which every line is wrong in a way of its own is told of no longer. */
const mostGroups = 1_000

/** What it is about: without indexes of lists, and without the values that each line has of its own. */
const placeOf = (path: string) => path.replace(/\.\d+(?=\.|$)/g, '.*')
const kindOf = (reason: string) =>
  reason
    .replace(/"(?:[^"\\]|\\.)*"?/g, '"…"')
    .replace(/(?<![\w-])-?\d[\d,.]*(?![\w-])/g, '…')
    .replace(/( by \S+) .*/, '$1 …')

const typeIn = (text: string) => /^\{"type":\s*"(\w{1,64})"/.exec(text)?.[1]

export class Groups {
  private readonly byKind = new Map<string, Group & { differ: boolean }>()

  add({ line, text = '', type = typeIn(text) }: Told, { path, reason, hint }: Fault, code?: string): void {
    const place = placeOf(path)
    const kind = [code, type, place, kindOf(reason)].join('\n')
    const known = this.byKind.get(kind)
    if (known) {
      known.count++
      if (known.lines.length < firstLines && known.lines.at(-1) !== line) known.lines.push(line)
      known.differ ||= known.reason !== reason
    } else if (this.byKind.size < mostGroups)
      this.byKind.set(kind, {
        ...(code !== undefined && { code }),
        ...(type !== undefined && { type }),
        path: place,
        reason,
        hint,
        count: 1,
        lines: [line],
        differ: false,
      })
  }

  /** The most frequent first. The hint is for the first line. */
  all(): Group[] {
    return [...this.byKind.values()]
      .sort((one, other) => other.count - one.count || one.lines[0]! - other.lines[0]!)
      .map(({ differ, reason, ...group }) => ({ ...group, reason: differ ? kindOf(reason) : reason }))
  }
}
