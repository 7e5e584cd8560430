// An example of each operation's answer, taken from the demo programme by scripts/examples.ts.
import { readFileSync } from 'node:fs'

export type Example = {
  path?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  answer: unknown
}

export const examples: ReadonlyMap<string, Example> = new Map(
  Object.entries(JSON.parse(readFileSync(new URL('examples.json', import.meta.url), 'utf8'))),
)
