// A real server on a real port over a test database, and a client whose every answer is checked.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { CallerKind } from '../../src/access/caller.ts'
import { slowDown, type Time } from '../../src/access/slow-down.ts'
import { operations, recordTypes } from '../../src/api/index.ts'
import { scopesFor } from '../../src/api/scopes.ts'
import type { Database } from '../../src/database/database.ts'
import type { EmbeddedConnection } from '../../src/embedded/postgresql.ts'
import { sealOf } from '../../src/encryption/sealing.ts'
import { type HostNames, hostsOf } from '../../src/formats/hosts.ts'
import { apiRoutes, type Routes } from '../../src/http/routes.ts'
import { apiPrefix, type RequestReport } from '../../src/http/surface.ts'
import type { AnswerMemory } from '../../src/kernel/call/answer-memory.ts'
import type { Operation } from '../../src/kernel/operation/operation.ts'
import { type LoadOptions, load } from '../../src/load/load.ts'
import type { LoadReport } from '../../src/load/load-report.ts'
import { type GuardOptions, guardOf } from '../../src/outbound/guard.ts'
import type { RecordType } from '../../src/record-types/record-type.ts'
import { apiServer } from '../../src/server/api-server.ts'
import type { ExportSettings } from '../../src/settings/settings.ts'
import type { ExportsUnderWay } from '../../src/sharing/export-places.ts'
import { createKey, type NewKey } from '../../src/store/keys/keys.ts'
import type { Ledger } from '../../src/store/keys/ledger.ts'
import type { Reads } from '../../src/store/replicas/reads.ts'
import { describeError } from '../../src/telemetry/log.ts'
import { eraserOf } from '../../src/workers/erasure.ts'
import { checkAnswer } from './answer-check.ts'
import { checkedAnswers } from './checked-answers.ts'
import { answerTo } from './client.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { type FilesGiven, type TestFiles, testFiles } from './files.ts'
import { expectNoSecret } from './secret-scan.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are checked against their schemas before a test sees them
export type Json = any

export type Reply = { status: number; headers: Headers; body: Json; text: string }

export type TestServer = {
  origin: string
  database: Database
  connection: EmbeddedConnection
  seen: RequestReport[]
  exportsUnderWay(): ExportsUnderWay
  ledger: Ledger
  files: TestFiles
  load(lines: Iterable<object>, options?: LoadOptions): Promise<LoadReport>
  key(kind: CallerKind, owners: readonly string[], more?: Partial<NewKey>): Promise<string>
  /** A request to the API; `path` is under the version prefix. */
  get(path: string, secret?: string, init?: RequestInit): Promise<Reply>
  /** Ends it before its test is over; its database goes on. */
  end(): Promise<void>
}

export type TestServerOptions = {
  operations: readonly Operation[]
  types: readonly RecordType[]
  /** A database of the test, where several servers have one. */
  on?: TestDatabase
  files?: FilesGiven
  trustedProxies?: readonly string[]
  hosts?: HostNames
  publicUrl?: string
  corsOrigins?: readonly string[]
  securityContact?: string
  /** By which those who try unknown keys are slowed down; it passes at once unless the test says otherwise. */
  time?: Time
  /** What smart checks may be asked at; loopback too unless the test says otherwise. */
  guard?: GuardOptions
  /** As long as that a creation waits for its turn to write. */
  waitMs?: number
  /** As long as that a request waits for an answer of the database. */
  databaseTimeoutMs?: number
  /** How much exports may take, where that matters. */
  exports?: Partial<Omit<ExportSettings, 'spill' | 'spills' | 'pace'>> & {
    [P in 'spill' | 'spills' | 'pace']?: Partial<ExportSettings[P]>
  }
  /** Where answers are kept, where a test looks into it. */
  memory?: AnswerMemory
  /** As long as that an Idempotency-Key gives the same answer. */
  answersHours?: number
  /** Where records are read, where that is not the primary alone. */
  reads?: (primary: Database) => Reads
}

const timeless: Time = { now: () => performance.now(), wait: async () => {} }

export async function testServer(
  declared: TestServerOptions = { operations, types: recordTypes },
): Promise<TestServer> {
  const { database, connection, readiness } = declared.on ?? (await testDatabase(declared.types))
  const seen: RequestReport[] = []
  const { trustedProxies = [] } = declared
  const files = await testFiles(database, () => origin, { trustedProxies, ...declared.files })
  const seal = sealOf(files.secrets)
  const routes = apiRoutes(declared.operations)
  const { server, ledger, close, exportsUnderWay } = apiServer({
    database,
    databaseTimeoutMs: declared.databaseTimeoutMs ?? 60_000,
    readiness,
    answers: checkedAnswers(database, declared.memory),
    operations: declared.operations,
    types: declared.types,
    ...(declared.reads && { reads: declared.reads }),
    files,
    workerCreation: {
      secrets: files.secrets,
      guard: guardOf(declared.guard ?? { loopback: true }),
      trouble: error => files.troubles.push(error),
      answersHours: declared.answersHours ?? 24,
      ...(declared.waitMs && { waitMs: declared.waitMs }),
    },
    trustedProxies,
    publicUrl: declared.publicUrl,
    ...(declared.corsOrigins && { corsOrigins: declared.corsOrigins }),
    securityContact: declared.securityContact,
    hosts: declared.hosts ?? (() => hostsOf()),
    slowDown: slowDown(declared.time ?? timeless),
    observe: request => {
      expectNoSecret(JSON.stringify({ ...request, error: describeError(request.error) }), 'a log line')
      seen.push(request)
    },
    exports: {
      perKey: 2,
      atOnce: 4,
      ms: 60_000,
      waitMs: 5_000,
      ...declared.exports,
      spill: {
        folder: join(tmpdir(), 'muster-test-exports'),
        memoryBytes: 1_000_000,
        diskBytes: 1_000_000_000,
        ...declared.exports?.spill,
      },
      spills: { memoryBytes: 8_000_000, diskBytes: 4_000_000_000, ...declared.exports?.spills },
      pace: { leastBytesPerSecond: 16_000, patienceMs: 120_000, ...declared.exports?.pace },
    },
    busy: () => undefined,
    bodyThreads: 1,
  })
  let ended: Promise<void> | undefined
  const end = () => {
    server.closeAllConnections()
    server.close()
    ended ??= close()
    return ended
  }
  after(end)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const lastOf: KnownAnswers = new Map()
  return {
    origin,
    database,
    connection,
    seen,
    exportsUnderWay,
    ledger,
    files,
    load: (lines, options) =>
      load(database, declared.types, ndjson(lines), {
        files: files.intake,
        seal,
        eraser: eraserOf(
          { database, types: declared.types, store: files.store, secrets: files.secrets },
          'load',
        ),
        loopback: true,
        takesComputed: true,
        ...options,
      }),
    key: async (kind, owners, more = {}) =>
      (
        await createKey(database, {
          kind,
          owners,
          name: 'test',
          scopes: scopesFor(kind),
          perMinute: 1_000_000,
          perDay: 100_000_000,
          ...more,
        })
      ).secret,
    get: (path, secret, init) => checked({ origin, routes, lastOf }, path, secret, init),
    end,
  }
}

export async function* ndjson(lines: Iterable<object>): AsyncIterable<Buffer> {
  for (const line of lines) yield Buffer.from(`${JSON.stringify(line)}\n`)
}

/** The last answer with a tag, by key and address. */
type KnownAnswers = Map<string, { tag: string; text: string }>

async function checked(
  { origin, routes, lastOf }: { origin: string; routes: Routes; lastOf: KnownAnswers },
  path: string,
  secret?: string,
  init: RequestInit = {},
): Promise<Reply> {
  const url = `${origin}${apiPrefix}${path}`
  const headers = {
    ...(secret && { Authorization: `Bearer ${secret}` }),
    ...(init.headers as Record<string, string>),
  }
  const { text, ...response } = await answerTo(url, { ...init, headers })
  expectNoSecret(
    `${text} ${JSON.stringify([...response.headers])}`,
    `the answer of ${init.method ?? 'GET'} ${path}`,
  )
  const body = text === '' ? undefined : JSON.parse(text)
  if (init.method !== 'HEAD')
    checkAnswer(operationAt(routes, init.method ?? 'GET', path), url, response.status, response.headers, body)
  if (response.status === 200)
    expectSameForTag(lastOf, `${secret} ${url}`, response.headers.get('etag'), text)
  return { status: response.status, headers: response.headers, body, text }
}

/** Who sends a tag back and hears that it still holds goes on with the answer that had it. */
function expectSameForTag(lastOf: KnownAnswers, asked: string, tag: string | null, text: string): void {
  if (!tag) return
  const last = lastOf.get(asked)
  if (last?.tag === tag)
    assert.equal(text, last.text, `${asked.split(' ')[1]}: another answer with the same tag`)
  lastOf.set(asked, { tag, text })
}

function operationAt(routes: Routes, method: string, path: string): Operation | undefined {
  try {
    return routes(method, path.split('?')[0]!).operation
  } catch {
    return undefined
  }
}
