// `muster openapi`: the OpenAPI document of this version, without a server.
import { events } from '../api/events.ts'
import { operations } from '../api/index.ts'
import { openApiDocument } from '../describe/openapi.ts'
import type { Command } from './command.ts'

export const openApiCommand: Command = {
  synopsis: 'openapi',
  details: 'A running server has the same at /api/open/v1/openapi.json.',
  examples: ['./muster openapi > openapi.json'],
  async run() {
    process.stdout.write(`${JSON.stringify(openApiDocument(operations, events), null, 1)}\n`)
    return undefined
  },
}
