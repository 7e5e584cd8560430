// The types of samples.js, which browsers are given as it is.

/** What the samples need to know of an operation. */
export type SampleCall = {
  method: string
  path: string
  shape: 'single' | 'list' | 'feed'
  /** What it is called in the SDKs, such as `creditNotes.list` and `credit_notes.list`. */
  client: string
  python: string
  /** Query parameters that are not plain texts. */
  kinds: Record<string, 'number' | 'boolean' | 'several'>
  tool: string
  list?: string
  /** The topic under which assistants find it, where it is no tool. */
  topic?: string
}

/** What is sent with it. */
export type SampleInput = {
  path?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
}

export type CodeSample = { language: string; title: string; text: string }

export function samplesOf(call: SampleCall, given: SampleInput): CodeSample[]
export function addressOf(call: Pick<SampleCall, 'path'>, given: SampleInput): string
