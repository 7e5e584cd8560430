// Where in the text of a stored record something is not shown to everybody who sees the record, and to whom it is shown.
// Worked out when the text is written (shown-to.ts has the rules), so that a reader cuts bytes and parses nothing.
import { memoized } from '../shape/memoized.ts'
import { nodeOf, type TSchema } from '../shape/shape.ts'
import { connectedCompany } from './redact.ts'
import {
  type FieldGuard,
  type Guards,
  guardsOf,
  namesOf,
  type RecordObject,
  type ShownCondition,
} from './shown-to.ts'
import type { Viewer } from './viewer.ts'

/** From and to, in bytes, and the names of those who are shown it. Those inside others come after them. */
type Span = [from: number, to: number, ...names: string[]]

/** The text's length, so that spans are never taken for those of another text. */
type Spans = [length: number, ...Span[]]

/** Stands for all callers of a kind. */
const everyone = { company: 'c', agency: 'a' } as const

/** A text without spans is shown to everybody whole. */
type RecordSpans = { record: string; spans: string | null }

/** Writes records of a Shape as `write` does, with their spans. Undefined where everything is shown to everybody. */
export function spanWriter(
  schema: TSchema,
  connectedTo: string | undefined,
  write: (value: unknown) => string,
): ((record: RecordObject, mark: string) => RecordSpans) | undefined {
  const guards = guardsOf(nodeOf(schema))
  if (!guards) return undefined
  return (record, mark) => {
    const writer = new SpanWriter(write, connectedCompany(record, connectedTo))
    if (mark) writer.span([[]], () => writer.add(mark))
    writer.object(record, guards)
    return writer.end()
  }
}

class SpanWriter {
  private text = ''
  private bytes = 0
  private readonly spans: Span[] = []
  private readonly write: (value: unknown) => string
  private readonly company: string | undefined

  constructor(write: (value: unknown) => string, company: string | undefined) {
    this.write = write
    this.company = company
  }

  add(text: string): void {
    this.text += text
    this.bytes += Buffer.byteLength(text)
  }

  end(): RecordSpans {
    const spans = this.spans.length > 0 ? JSON.stringify([this.bytes, ...this.spans]) : null
    return { record: this.text, spans }
  }

  /** What `content` writes is shown to those who have a name in each of these lists. */
  span(lists: readonly (readonly string[])[], content: () => void): void {
    const from = this.bytes
    const own = lists.map((names): Span => [from, from, ...names])
    this.spans.push(...own)
    content()
    const to = this.bytes
    for (const span of own) span[1] = to
  }

  object(value: RecordObject, guards: Guards): void {
    let separator = '{'
    /** Properties that follow each other and are not guarded are written at once. */
    let open: RecordObject | undefined
    const close = () => {
      if (open) this.add(separator + this.write(open).slice(1, -1))
      if (open) separator = ','
      open = undefined
    }
    for (const [name, inner] of Object.entries(value)) {
      if (inner === undefined) continue
      const guard = guards.get(name)
      if (guard) {
        close()
        this.add(separator)
        separator = ','
        const key = `${JSON.stringify(name)}:`
        this.span(this.ofProperty(guard, inner), () => this.guarded(key, inner, guard))
      } else {
        open ??= {}
        open[name] = inner
      }
    }
    close()
    this.add(separator === '{' ? '{}' : '}')
  }

  private guarded(key: string, value: unknown, { items, inner }: FieldGuard): void {
    this.add(key)
    if (Array.isArray(value)) this.list(value, items, inner)
    else this.item(value, inner)
  }

  private list(
    values: readonly unknown[],
    conditions: readonly ShownCondition[],
    inner: Guards | undefined,
  ): void {
    this.add('[')
    for (const [index, item] of values.entries()) {
      if (index > 0) this.add(',')
      this.span(this.names(conditions, item), () => this.item(item, inner))
    }
    this.add(']')
  }

  private item(value: unknown, inner: Guards | undefined): void {
    if (!inner || value === null || typeof value !== 'object') this.add(this.write(value))
    else if (Array.isArray(value)) this.list(value, [], inner)
    else this.object(value as RecordObject, inner)
  }

  /** An object that is not shown goes with its property; of what is null there is nothing to hide. */
  private ofProperty({ property, items }: FieldGuard, value: unknown): string[][] {
    const isOne = value !== null && !Array.isArray(value)
    return [...this.names(property), ...(isOne ? this.names(items, value) : [])]
  }

  /** For each condition that not everybody fulfils, the names of those who do. */
  private names(conditions: readonly ShownCondition[], item?: unknown): string[][] {
    return conditions.flatMap(({ kind, shownTo }) => {
      const names = shownTo(item as RecordObject | undefined, this.company)
      if (!names) return []
      const others = kind === undefined ? [] : [everyone[kind === 'company' ? 'agency' : 'company']]
      return [[...others, ...names]]
    })
  }
}

/** What a viewer is shown of texts: writes it into `target` from `at` on, and says where it ends. Undefined where the spans
 * are not those of this text. */
type SpanCutter = (text: Buffer, spans: Buffer, target: Buffer, at: number) => number | undefined

const comma = 0x2c

export const spanCutter = memoized((viewer: Viewer): SpanCutter => {
  const names = new Set([everyone[viewer.kind], ...namesOf(viewer)])
  return (text, given, target, start) => {
    const [length, ...spans] = JSON.parse(given.toString()) as Spans
    if (length !== text.length) return undefined
    let [at, read] = [start, 0]
    for (const span of spans) {
      // It lies inside something that is cut already.
      if (span[0] < read) continue
      let isShown = false
      for (let index = 2; index < span.length && !isShown; index++) isShown = names.has(span[index] as string)
      if (isShown) continue
      at += text.copy(target, at, read, span[0])
      read = span[1]
      // With the comma after it, or else, where it is the last, with the one before.
      if (text[read] === comma) read++
      else if (at > start && target[at - 1] === comma) at--
    }
    return at + text.copy(target, at, read)
  }
})
