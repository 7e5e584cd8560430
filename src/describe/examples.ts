// An example of each operation's answer, taken from the demo programme by scripts/examples.ts.
import { readFileSync } from 'node:fs'

export type Example = {
  path?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  answer: unknown
}

/** A body that an operation takes, one for each way through it, with what a server with the demo programme answered. */
type BodyExample = { title: string; body: unknown; answer: unknown }

const read = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))

export const examples: ReadonlyMap<string, Example> = new Map(Object.entries(read('examples.json')))

export const bodyExamples: Readonly<Record<string, readonly BodyExample[]>> = read('body-examples.json')
