// The trace that the current work is part of (W3C Trace Context): handed on to what it causes, and sent to OpenTelemetry
// where that is on.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** Never values, nor anything of a person: names of operations and tables, ids of keys, numbers, codes. */
export type Attributes = Readonly<Record<string, string | number>>

export type Span = {
  /** What it causes has this as its parent. */
  traceparent: string
  /** `error` is a code. */
  end(attributes: Attributes, error?: string, name?: string): void
}

export type SpanKind = 'server' | 'client' | 'internal'

export type Tracer = (
  name: string,
  kind: SpanKind,
  parent: string | undefined,
  attributes: Attributes,
) => Span

let tracer: Tracer | undefined

/** For the whole process; nothing is told before. */
export function traceBy(given: Tracer | undefined): void {
  tracer = given
}

const current = new AsyncLocalStorage<string | undefined>()

/** The traceparent of what is being done, where it is part of a trace. */
export const traceparent = () => current.getStore()

/** Version, trace, parent and flags; an id of noughts is none. What a later version adds is left out. */
const form = /^(?!ff)[0-9a-f]{2}-((?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2})(?:$|-)/

export function traceparentIn(given: unknown): string | undefined {
  const found = typeof given === 'string' ? form.exec(given)?.[1] : undefined
  return found && `00-${found}`
}

export const traceIdIn = (traceparent: string) => traceparent.split('-')[1]!

/** Another span of the same trace. */
function nextIn(traceparent: string): string {
  const [version, trace, , flags] = traceparent.split('-')
  return `${version}-${trace}-${randomBytes(8).toString('hex')}-${flags}`
}

/** Where nobody is told of spans, only what others are sent has an id of its own. */
export function beginSpan(
  name: string,
  kind: SpanKind,
  parent: string | undefined,
  attributes: Attributes = {},
): Span | undefined {
  if (tracer) return tracer(name, kind, parent, attributes)
  if (parent === undefined) return undefined
  return { traceparent: kind === 'client' ? nextIn(parent) : parent, end() {} }
}

export const withinSpan = <T>(span: Pick<Span, 'traceparent'> | undefined, run: () => T): T =>
  span ? current.run(span.traceparent, run) : run()

/** A span of what is being done, where OpenTelemetry is on; else only what is to be done. */
export async function inSpan<T>(
  name: string,
  attributes: Attributes,
  run: () => Promise<T>,
  kind: SpanKind = 'internal',
): Promise<T> {
  const parent = current.getStore()
  if (!tracer || parent === undefined) return run()
  const span = tracer(name, kind, parent, attributes)
  try {
    const done = await current.run(span.traceparent, run)
    span.end({})
    return done
  } catch (error) {
    span.end({}, codeOf(error))
    throw error
  }
}

/** Messages may quote values. */
const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? (error as Error).name)
