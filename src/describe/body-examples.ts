// Bodies that operations take, one for each way through them, with what a server with the demo programme answered.
import { readFileSync } from 'node:fs'

export type BodyExample = { title: string; body: unknown; answer: unknown }

export const bodyExamples: Readonly<Record<string, readonly BodyExample[]>> = JSON.parse(
  readFileSync(new URL('body-examples.json', import.meta.url), 'utf8'),
)
