// Groups the faults of many lines by reason: how often, in which lines first, and what would be right.
import type { Fault } from './invalid-value.ts'
import { groupTextOf, recordTextOf, type Sentence, sentenceText } from './sentence.ts'
import { flag, integer, list, maybe, record, type Static, text } from './shape.ts'

export const FaultGroup = record({
  /** Where a warning has one. */
  code: maybe(text),
  /** The type of the records, where the lines say it. */
  type: maybe(text),
  path: text,
  reason: text,
  hint: text,
  /** In how many lines. */
  count: integer,
  /** The first of them. */
  lines: list(integer),
  /** Whether it is put right with what is wrong in other lines. */
  follows: maybe(flag),
})
export type FaultGroup = Static<typeof FaultGroup>

type KeptGroup = Pick<FaultGroup, 'path' | 'reason' | 'count' | 'lines'> & { fix: string }

type FaultLine = { line: number; text?: string; type?: string | undefined }

const firstLines = 5
/** A file in which every line is wrong in a way of its own is told of no longer. */
const mostGroups = 1_000
const mostKept = 100
const mostKeptLines = 10

/** What it is about: without indexes of lists, and without the values that each line has of its own. */
const placeOf = (path: string) => path.replace(/\.\d+(?=\.|$)/g, '.*')

const typeIn = (text: string) => /^\{"type":\s*"(\w{1,64})"/.exec(text)?.[1]

type OpenFaultGroup = Omit<FaultGroup, 'reason' | 'hint'> & {
  /** Those of the first line. */
  reason: Sentence
  hint: Sentence
  differ: boolean
  /** Lines that it is the first thing wrong with, and how many these are. */
  leads: number[]
  leading: number
}

export class FaultGroups {
  private readonly byKind = new Map<string, OpenFaultGroup>()
  private ungrouped = 0

  /** The first fault of a line, or warning, leads it: by these the lines are counted. */
  add(told: FaultLine, fault: Fault, { code, leads = true }: { code?: string; leads?: boolean } = {}): void {
    const { line, text = '', type = typeIn(text) } = told
    const place = placeOf(fault.path)
    const kind = [code, type, place, groupTextOf(fault.reason)].join('\n')
    const known = this.byKind.get(kind)
    if (!known && this.byKind.size >= mostGroups) {
      if (leads) this.ungrouped++
      return
    }
    const named = { ...(code !== undefined && { code }), ...(type !== undefined && { type }) }
    const { reason, hint, follows } = fault
    const group = known ?? {
      ...named,
      ...(follows && { follows }),

      path: place,
      reason,
      hint,
      count: 0,
      lines: [],
      differ: false,
      leads: [],
      leading: 0,
    }
    if (!known) this.byKind.set(kind, group)
    group.count++
    if (group.lines.length < firstLines && group.lines.at(-1) !== line) group.lines.push(line)
    group.differ ||= sentenceText(group.reason) !== sentenceText(reason)
    if (!leads) return
    group.leading++
    if (line > 0 && group.leads.length < mostKeptLines) group.leads.push(line)
  }

  /** The most frequent first, and what follows from others behind them. The hint is for the first line. */
  all(): FaultGroup[] {
    return [...this.byKind.values()]
      .sort(
        (one, other) =>
          Number(one.follows ?? false) - Number(other.follows ?? false) ||
          other.count - one.count ||
          one.lines[0]! - other.lines[0]!,
      )
      .map(({ differ, reason, leads: _, leading: __, ...group }) => ({
        ...group,
        hint: sentenceText(group.hint),
        reason: differ ? groupTextOf(reason) : sentenceText(reason),
      }))
  }

  /** The same for those who look later: each line once, and without a value that was given. */
  kept(): { rejections: KeptGroup[]; notGrouped: number } {
    const merged = new Map<string, KeptGroup>()
    for (const { code, path: at, reason: said, hint, leading, leads } of this.byKind.values()) {
      if (leading === 0) continue
      const path = generalPath(at)
      const [reason, fix] = [recordTextOf(said), code ? '' : recordTextOf(hint)]
      const key = [path, reason, fix].join('\n')
      const group = merged.get(key) ?? { path, reason, fix, count: 0, lines: [] }
      merged.set(key, group)
      group.count += leading
      group.lines = [...group.lines, ...leads].sort((one, other) => one - other).slice(0, mostKeptLines)
    }
    const groups = [...merged.values()].sort((one, other) => other.count - one.count)
    const beyond = groups.slice(mostKept).reduce((sum, { count }) => sum + count, 0)
    return { rejections: groups.slice(0, mostKept), notGrouped: this.ungrouped + beyond }
  }
}

/** What cannot be the name of a property may be somebody's. */
const generalPath = (path: string) =>
  path
    .split('.')
    .map(name => (/^[A-Za-z_][\w-]{0,59}$|^\*?$/.test(name) ? name : '…'))
    .join('.')
