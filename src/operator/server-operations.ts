// Status and metrics over the operator's interface.
import { integer, mapOf, record, text } from '../shape/shape.ts'
import { figures } from '../store/figures/figures.ts'
import { version } from '../version.ts'
import { operatorOperation } from './operation.ts'

export const serverOperations = [
  operatorOperation('GET', '/status', {
    summary: 'Version, database, records and work that waits',
    for: 'read',
    answers: record({
      version: text,
      postgres: text,
      bytes: integer,
      records: mapOf(integer),
      queue: mapOf(integer),
    }),
    run: async (_, { database, types }) => ({ version, ...(await figures(database, types)) }),
  }),
  operatorOperation('GET', '/metrics', {
    summary: 'Counts and durations for Prometheus',
    for: 'read',
    answers: 'text',
    run: (_, { measured }) => measured.exposition(),
  }),
]
