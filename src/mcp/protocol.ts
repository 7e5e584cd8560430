// What a server and a bridge to it share: who they are, a tool as it is listed, and what a call comes to. It knows no
// operation, so that a bridge is small and right for any version of its server.
import { meaningOf, type Problem } from '../errors/problem.ts'
import { version } from '../settings/version.ts'

export const serverInfo = { name: 'muster', title: 'Muster', version }

export const defaultToolLimit = 25

type Schema = Record<string, unknown>

export type ToolDefinition = {
  name: string
  description: string
  inputSchema: { type: 'object' } & Schema
  outputSchema: { type: 'object' } & Schema
  annotations: Schema
  _meta?: { [postTargetName]: PostTarget }
}

/** The largest message that is taken. */
export const mostMessageBytes = 4 * 1024 * 1024

/** Where a bridge posts arguments that may be too large for a message to the tools, such as documents. */
export const postTargetName = 'muster/postedAt'

export type PostTarget = {
  path: string
  /** The arguments that are parameters of the address; the others are the body. */
  query: readonly string[]
}

export type ToolResult = {
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

export const textResult = (value: Record<string, unknown>): ToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  structuredContent: value,
})

export function problemResult(problem: Problem, next?: string): ToolResult {
  const meaning = next && problem.code === 'BAD_REQUEST' ? undefined : meaningOf[problem.code]
  const step = [meaning, next].filter(Boolean).join(' ')
  const text = `${problem.code}: ${problem.message}\nNext step: ${step}`
  return { content: [{ type: 'text', text }], isError: true }
}

/** Control characters, and those that turn or hide text, have no business in data. */
const unwanted =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are taken out
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

const withoutUnwanted = (text: string) => text.replace(unwanted, '')

/** The body of an answer as a value, without them. */
export const bodyWithoutUnwanted = (text: string): Record<string, unknown> =>
  JSON.parse(text, (_, value) => (typeof value === 'string' ? withoutUnwanted(value) : value))
