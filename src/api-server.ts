// The parts of a server that answers the API, put together: by the server itself and by its tests alike.
import type { Server } from 'node:http'
import type { SlowDown } from './access/slow-down.ts'
import { events } from './api/events.ts'
import { followedBy } from './api/feeds.ts'
import { decoder } from './body/decoder.ts'
import { documentPages } from './describe/pages.ts'
import type { Files } from './files/open-files.ts'
import { type Busy, health } from './http/health.ts'
import { ownAddress } from './http/own-address.ts'
import { routesOf } from './http/routes.ts'
import { type Api, type Extra, httpServer, type Observed } from './http/server.ts'
import type { SpillOptions } from './http/spill.ts'
import { webExtra } from './http/web.ts'
import type { Operation } from './kernel/operation/operation.ts'
import type { RecordType } from './kernel/resource/record-type.ts'
import { maxBodyBytes, mcpEndpoint } from './mcp/endpoint.ts'
import type { Hosts } from './mcp/hosts.ts'
import { answers, type Database } from './store/engine/database.ts'
import { storedFeeds } from './store/events/stored-feeds.ts'
import { storedFigures } from './store/figures/stored-figures.ts'
import { type CallerBook, callerBook } from './store/keys/callers.ts'
import { type CountingGate, gateOf, lookerOf } from './store/keys/gate.ts'
import { type Ledger, ledgerOf } from './store/keys/ledger.ts'
import type { Readiness } from './store/records/evolve.ts'
import { type ExportLimits, storedExports } from './store/records/exports.ts'
import { storedRecords } from './store/records/records.ts'
import { type PeopleOptions, workerCreator } from './workers/create-worker.ts'

export type Parts = {
  database: Database
  /** So long a request waits for an answer of the database. */
  databaseTimeoutMs: number
  readiness: Readiness
  operations: readonly Operation[]
  types: readonly RecordType[]
  files: Files
  people: Omit<PeopleOptions, 'database' | 'readiness' | 'store'>
  trustedProxies: readonly string[]
  /** Address under which clients reach the server; what each request says where it is not set. */
  publicUrl?: string | undefined
  hosts: Hosts
  slowDown: SlowDown
  observe(request: Observed): void
  exports: ExportLimits & { spill: SpillOptions }
  busy: Busy
  bodyThreads: number
  /** What else is answered on the same port. */
  extras?: (inside: Inside) => readonly Extra[]
}

/** What other surfaces need of the API. */
export type Inside = { api: Api & { backend: CountingGate }; callers: CallerBook }

export type ApiServer = Inside & {
  server: Server
  ledger: Ledger
  /** What is published about the API, for other listeners too. */
  documents: Extra
  close(): Promise<void>
}

export function apiServer(parts: Parts): ApiServer {
  const { readiness, operations, types, files, trustedProxies } = parts
  const database = parts.database.answering(parts.databaseTimeoutMs)
  const own = database.apart()
  const callers = callerBook(database, types)
  const ledger = ledgerOf(database)
  const bodies = decoder(parts.bodyThreads)
  const backend = {
    ...gateOf(database.apart(), callers),
    look: lookerOf(database, callers),
    note: ledger.note,
    world: {
      records: storedRecords(database, types, readiness),
      exports: storedExports({
        database,
        types,
        readiness,
        limits: parts.exports,
        followedBy: followedBy(operations),
      }),
      links: files.links.fill,
      feeds: storedFeeds(database, types),
      figures: storedFigures(database, types, readiness),
      people: workerCreator({ ...parts.people, database, readiness, store: files.store }),
      now: () => new Date(),
    },
    decode: bodies.decode,
  }
  const documents = documentPages(operations, events, ownAddress(parts.publicUrl, trustedProxies))
  const api = {
    routes: routesOf(operations),
    backend,
    open: documents.paths,
    spill: parts.exports.spill,
  }
  const server = httpServer({
    api,
    extras: [
      health(() => answers(own), parts.busy),
      files.serving,
      documents.extra,
      webExtra(mcpEndpoint(operations, backend, parts.hosts), {
        trustedProxies,
        maxBytes: maxBodyBytes,
        parse: bodies.parse,
      }),
      ...(parts.extras?.({ api, callers }) ?? []),
      documents.missing,
    ],
    trustedProxies,
    slowDown: parts.slowDown,
    observe: parts.observe,
  })
  return { server, api, callers, ledger, documents: documents.extra, close: bodies.close }
}
