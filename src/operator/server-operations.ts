// Status and metrics over the operator's interface.

import { runningServers } from '../database/servers.ts'
import { version } from '../settings/version.ts'
import { instant, integer, list, mapOf, maybe, record, text } from '../shape/shape.ts'
import { databaseFigures } from '../store/figures/figures.ts'
import { SecretRotation, secretRotation } from '../workers/resealing.ts'
import { operatorOperation } from './operation.ts'

export const serverOperations = [
  operatorOperation('GET', '/status', {
    summary: 'Version, servers, database, records, work that waits, and an upgrade that is not complete',
    for: 'read',
    answers: record({
      version: text,
      servers: list(
        record({
          host: text,
          pid: integer,
          supervisor: [
            maybe(integer),
            'The process that looks after it, where it is one of several that share a port.',
          ],
          version: text,
          schema: maybe(integer),
          since: instant,
          connections: integer,
          memoryBytes: [
            maybe(integer),
            'What the process holds of the memory of the machine, where that is the one that answers.',
          ],
        }),
      ),
      postgres: text,
      bytes: integer,
      records: mapOf(integer),
      queue: mapOf(integer),
      invalidRecords: list(
        record({
          type: text,
          count: integer,
          first: list(record({ id: text, path: text, reason: text })),
        }),
      ),
      upgrade: maybe(record({ version: text, schema: integer, since: instant })),
    }),
    run: async ({ database, types }) => ({
      version,
      servers: await runningServers(database),
      ...(await databaseFigures(database, types)),
    }),
  }),
  operatorOperation('GET', '/secret-rotation', {
    summary:
      'How far the change to another master secret has come: current, waiting for servers that do not accept it yet, or changing, with how many records are sealed anew',
    for: 'read',
    answers: SecretRotation,
    run: ({ database, deciding: { secrets } }) => secretRotation(database, secrets),
  }),
  operatorOperation('GET', '/metrics', {
    summary: 'Counts and durations for Prometheus',
    for: 'read',
    answers: 'text',
    run: ({ metrics }) => metrics.exposition(),
  }),
]
