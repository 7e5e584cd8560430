// Status, metrics and loads over the operator's interface.
import type { LineWarning, Rejection } from '../load/compare.ts'
import { readEncoding } from '../load/lines.ts'
import { readTimezone } from '../load/read.ts'
import { readSnapshot } from '../load/snapshot.ts'
import { Problem } from '../problem.ts'
import { flag, integer, list, mapOf, maybe, record, text } from '../shape/shape.ts'
import { figures } from '../store/figures/figures.ts'
import { version } from '../version.ts'
import { operatorOperation, yesOrNo } from './operation.ts'

const shownAtMost = 1000
const fault = { path: text, reason: text, hint: text }
const group = record({
  code: maybe(text),
  type: maybe(text),
  ...fault,
  count: integer,
  lines: list(integer),
})

function push<T>(list: T[], item: T): void {
  if (list.length < shownAtMost) list.push(item)
}

export const serverOperations = [
  operatorOperation('GET', '/status', {
    summary: 'Version, database, records and work that waits',
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
    answers: 'text',
    run: (_, { measured }) => measured.exposition(),
  }),
  operatorOperation('POST', '/loads', {
    summary:
      'Load records: NDJSON, plain or gzip, as ./muster load takes it; what takes over two minutes to arrive is for the command',
    query: {
      dryRun: yesOrNo,
      events: yesOrNo,
      patch: yesOrNo,
      allowOlder: yesOrNo,
      strict: yesOrNo,
      timezone: text,
      encoding: text,
      snapshot: text,
      company: text,
      deleteAtMost: text,
    },
    body: 'lines',
    answers: record({
      lines: integer,
      counts: mapOf(integer),
      rejected: integer,
      warned: integer,
      losses: mapOf(integer),
      followed: integer,
      dryRun: flag,
      events: mapOf(integer),
      reasons: list(group),
      warnedOf: list(group),
      rejections: list(record({ line: integer, ...fault, others: maybe(list(record(fault))) })),
      warnings: list(record({ line: integer, type: text, code: text, ...fault })),
      fired: maybe(list(record({ type: text, objectId: text }))),
      snapshot: maybe(
        record({ missing: mapOf(record({ missing: integer, of: integer })), refused: maybe(text) }),
      ),
      missing: maybe(list(record({ type: text, id: text }))),
    }),
    run: async ({ query, request }, { load, types }) => {
      const snapshot = readSnapshot(types, { ...query, types: query.snapshot })
      const missing: { type: string; id: string }[] = []
      const rejections: Omit<Rejection, 'text'>[] = []
      const warnings: LineWarning[] = []
      const fired: { type: string; objectId: string }[] = []
      const dryRun = query.dryRun === 'true'
      const report = await load(request, {
        dryRun,
        events: query.events !== 'false',
        patch: query.patch === 'true',
        allowOlder: query.allowOlder === 'true',
        strict: query.strict === 'true',
        local: readTimezone(query.timezone),
        encoding: readEncoding(query.encoding),
        snapshot,
        onMissing: one => push(missing, one),
        onRejection: ({ text: _, ...rejection }) => push(rejections, rejection),
        onWarning: warning => push(warnings, warning),
        onEvent: ({ type, objectId }) => dryRun && push(fired, { type, objectId }),
      }).catch(asBrokenGzip)
      return { ...report, rejections, warnings, ...(dryRun && { fired }), ...(snapshot && { missing }) }
    },
  }),
]

/** Batches that arrived whole are loaded; sending their lines again changes nothing. */
function asBrokenGzip(error: unknown): never {
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string' || !code.startsWith('Z_')) throw error
  throw new Problem(
    'BAD_REQUEST',
    'The gzip data is broken or cut off; what came whole before it may be loaded. Send it all again',
  )
}
