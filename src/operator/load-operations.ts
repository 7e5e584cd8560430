// Loads over the operator's interface: records in, and every load with how it went.

import type { IncomingMessage } from 'node:http'
import { readEncoding } from '../body/lines.ts'
import type { Database } from '../database/database.ts'
import { badRequest, Problem } from '../errors/problem.ts'
import type { LoadOptions } from '../load/load.ts'
import { LoadReport, type LoadWarning, type Rejection } from '../load/load-report.ts'
import { Places } from '../load/places.ts'
import { readTimezone } from '../load/read.ts'
import { readSnapshot } from '../load/snapshot.ts'
import { mapInThread } from '../mapping/mapped-aside.ts'
import { type BodyTable, mappingBefore } from '../mapping/mapped-body.ts'
import { longestMapping } from '../mapping/yaml.ts'
import { Type } from '../shape/schema.ts'
import { integer, list, maybe, oneOf, record, text } from '../shape/shape.ts'
import { warningCodes } from '../shape/warning-codes.ts'
import { typedName } from '../store/writing/jobs.ts'
import { loads } from '../store/writing/loads.ts'
import { type MappingRef, savedMapping } from '../store/writing/mappings.ts'
import { loadSubject } from './audit.ts'
import { listFrom, oneFrom } from './list-operations.ts'
import { operatorOperation } from './operation.ts'

const yesOrNo = oneOf('true', 'false')
const shownAtMost = 1000

/** Rejected lines are given back up to so many characters; a load with more of them is for the command. */
const givenBackAtMost = 16 * 1024 * 1024

function push<T>(list: T[], item: T): void {
  if (list.length < shownAtMost) list.push(item)
}

/** Keeps rejections with the text of their lines while there is room for them. */
function keeper(kept: Omit<Rejection, 'text'>[]) {
  let room = givenBackAtMost
  return (rejection: Rejection) => {
    room -= JSON.stringify(rejection).length
    if (room >= 0) kept.push(rejection)
  }
}

const fault = { path: text, reason: text, hint: text }

export const loadOperations = [
  operatorOperation('POST', '/loads', {
    summary:
      'Load records: NDJSON, or tables by a mapping; plain or gzip. What takes over two minutes to arrive is for the command',
    meanings: {
      saved: 'the saved mapping that the table is read by',
      mapping: 'how many bytes of mapping the body begins with, before its table',
      name: 'what the file of the table is called',
      tables:
        'of several tables, one behind the other, the name and the bytes of each as JSON, as in [["sites.csv",1200],["workers.csv",5600]]',
      rejects: 'whether every rejection has the text of its line, which is kept nowhere',
      job: 'which job of every night it is, for /jobs',
      id: 'what to call it, to follow it meanwhile',
    },
    for: 'operate',
    changes: loadSubject,
    query: {
      dryRun: yesOrNo,
      events: yesOrNo,
      patch: yesOrNo,
      allowOlder: yesOrNo,
      strict: yesOrNo,
      rejects: yesOrNo,
      timezone: text,
      encoding: text,
      mapping: Type.String({ pattern: '^[1-9]\\d{0,6}$', description: 'a number of bytes' }),
      saved: Type.String({ minLength: 1, maxLength: 64 }),
      job: Type.String({ minLength: 1, maxLength: 64 }),
      snapshot: text,
      company: text,
      deleteAtMost: text,
      name: Type.String({ minLength: 1, maxLength: 255 }),
      tables: text,
      id: Type.String({
        pattern: '^[A-Za-z0-9_-]{8,64}$',
        description: '8 to 64 letters, digits, "_" or "-"',
      }),
    },
    body: 'lines',
    answers: record({
      id: text,
      ...LoadReport.properties,
      rejections: list(
        record({
          line: integer,
          file: maybe(text),
          ...fault,
          others: maybe(list(record(fault))),
          text: maybe(text),
        }),
      ),
      warnings: list(
        record({ line: integer, file: maybe(text), type: text, code: oneOf(...warningCodes), ...fault }),
      ),
      fired: maybe(list(record({ type: text, objectId: text }))),
      missing: maybe(list(record({ type: text, id: text }))),
      notes: maybe(list(text)),
    }),
    run: async ({ query, request, operator, load, types, database }) => {
      const snapshot = readSnapshot(types, { ...query, types: query.snapshot })
      const missing: { type: string; id: string }[] = []
      const rejections: Omit<Rejection, 'text'>[] = []
      const warnings: LoadWarning[] = []
      const fired: { type: string; objectId: string }[] = []
      const dryRun = query.dryRun === 'true'
      const encoding = readEncoding(query.encoding)
      const notes: string[] = []
      // Nothing passes while what has arrived is loaded, and the client still waits for the answer.
      request.socket.setTimeout(0)
      const { mapping, saved, input } = await mappingOf(query, request, database)
      const places = new Places()
      const table = mapping !== undefined && {
        mapping,
        types,
        encoding,
        tables: readTables(query),
        snapshot: snapshot?.types,
      }
      const options: LoadOptions = {
        dryRun,
        events: query.events !== 'false',
        patch: query.patch === 'true',
        allowOlder: query.allowOlder === 'true',
        strict: query.strict === 'true',
        local: readTimezone(query.timezone),
        encoding,
        ...(table && {
          linesOf: body =>
            numbered(
              places,
              mapInThread(body, table, {
                note: note => push(notes, note),
                table: name => places.begin(name),
              }),
            ),
        }),
        snapshot,
        onMissing: one => push(missing, one),
        onRejection:
          query.rejects === 'true'
            ? keeper(rejections)
            : ({ text, ...rejection }) => push(rejections, rejection),
        onWarning: warning => push(warnings, warning),
        onEvent: ({ type, objectId }) => dryRun && push(fired, { type, objectId }),
      }
      const report = await load(input, options, {
        id: query.id,
        source: request.headers['x-muster-portal'] === undefined ? 'http' : 'portal',
        who: operator.name,
        name: query.name,
        mapping: saved,
        job: query.job === undefined ? undefined : typedName('job', query.job),
        places,
      }).catch(asBrokenGzip)
      const placed = <T extends { line: number }>(all: readonly T[]) =>
        all.map(one => (one.line === 0 ? one : { ...one, ...places.of(one.line) }))
      return {
        ...report,
        rejections: placed(rejections),
        warnings: placed(warnings),
        ...(table && { notes }),
        ...(dryRun && { fired }),
        ...(snapshot && { missing }),
      }
    },
  }),
  operatorOperation('GET', '/loads', {
    summary: 'All loads, newest first; after is the last of the page before',
    for: 'read',
    ...listFrom(loads),
  }),
  operatorOperation('GET', '/loads/{id}', {
    summary: 'One load: how far it is or how it ended, and why lines were rejected',
    for: 'read',
    ...oneFrom(loads),
  }),
]

type MappingOfLoad = {
  mapping?: string
  /** Where it is a saved one. */
  saved?: MappingRef
  input: AsyncIterable<Buffer>
}

async function mappingOf(
  query: { mapping?: string; saved?: string },
  request: IncomingMessage,
  database: Database,
): Promise<MappingOfLoad> {
  const input: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false })
  if (query.saved !== undefined) {
    if (query.mapping !== undefined) throw badRequest('Give mapping or saved, not both')
    const { text: mapping, ...saved } = await savedMapping(database, query.saved)
    return { mapping, saved, input }
  }
  if (query.mapping === undefined) return { input }
  const { mapping, table } = await mappingBefore(input, mappingBytes(query.mapping))
  return { mapping, input: table }
}

async function* numbered<T extends { line: number }>(
  places: Places,
  lines: AsyncIterable<T>,
): AsyncGenerator<T> {
  for await (const line of lines) yield { ...line, line: places.number(line.line) }
}

const mostTables = 100

/** The tables of a body: one, or several with their names and how many bytes each has. */
function readTables({ name, tables }: { name?: string; tables?: string }): BodyTable[] {
  if (tables === undefined) return [{ name: name ?? '' }]
  const wrong = () =>
    badRequest(
      `tables takes up to ${mostTables} names with their bytes, as in [["sites.csv",1200],["workers.csv",5600]]`,
    )
  let read: unknown
  try {
    read = JSON.parse(tables)
  } catch {
    throw wrong()
  }
  if (!Array.isArray(read) || read.length === 0 || read.length > mostTables) throw wrong()
  const found = read.map((one): BodyTable => {
    const [called, bytes] = Array.isArray(one) ? one : []
    if (typeof called !== 'string' || called === '' || !Number.isSafeInteger(bytes) || bytes < 0)
      throw wrong()
    return { name: called, bytes }
  })
  const twice = found.find(({ name: one }, index) => found.findIndex(other => other.name === one) !== index)
  if (twice) throw badRequest(`Two tables are called ${twice.name}; give each its own name`)
  return found
}

function mappingBytes(digits: string): number {
  const bytes = Number(digits)
  if (bytes <= longestMapping) return bytes
  throw new Problem(
    'BAD_REQUEST',
    `A mapping of more than ${longestMapping} bytes is none; this has ${bytes}`,
  )
}

/** Batches that arrived whole are loaded; sending their lines again changes nothing. */
function asBrokenGzip(error: unknown): never {
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string' || !code.startsWith('Z_')) throw error
  throw new Problem(
    'BAD_REQUEST',
    'The gzip data is broken or cut off; what came whole before it may be loaded. Send it all again',
  )
}
