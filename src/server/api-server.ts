// The parts of a server that answers the API, put together: by the server itself and by its tests alike.
import type { Server } from 'node:http'
import { hashOfSecret } from '../access/key-format.ts'
import { wellFormedToken } from '../access/refusal.ts'
import { events } from '../api/events.ts'
import { followedBy } from '../api/feeds.ts'
import { bodyDecoder } from '../body/decoder.ts'
import { type Database, requireAnswer } from '../database/database.ts'
import { documentPages } from '../describe/pages.ts'
import type { Files } from '../files/open-files.ts'
import type { HostNames } from '../formats/hosts.ts'
import { crossOrigin } from '../http/cors.ts'
import { type Busy, healthHandler, type ReadyProcesses } from '../http/health.ts'
import { ownAddress } from '../http/own-address.ts'
import type { ReadingPace } from '../http/pace.ts'
import { apiRoutes } from '../http/routes.ts'
import { securityTxt } from '../http/security-txt.ts'
import { httpServer } from '../http/server.ts'
import type { SpillOptions } from '../http/spill.ts'
import { type SpillLimits, spillRoom } from '../http/spill-room.ts'
import type { Api, CrossOrigin, Handler, Surface } from '../http/surface.ts'
import { webHandler } from '../http/web.ts'
import type { AnswerMemory } from '../kernel/call/answer-memory.ts'
import type { Backend } from '../kernel/call/call.ts'
import type { Operation, World } from '../kernel/operation/operation.ts'
import type { Endpoint } from '../mcp/endpoint.ts'
import { mostMessageBytes } from '../mcp/protocol.ts'
import { type Addresses, isForClients, isForTokens } from '../oauth/addresses.ts'
import { type AllowedHosts, isOfAssistant } from '../oauth/redirects.ts'
import { toolsForTokens } from '../oauth/tools.ts'
import { marksOfKeys } from '../operator/mark-operations.ts'
import type { RecordType } from '../record-types/record-type.ts'
import type { ExportsUnderWay } from '../sharing/export-places.ts'
import { billingStages, isWorkWaiting, standingStages } from '../store/checks/work.ts'
import { type ExportLimits, storedExports } from '../store/exports/exports.ts'
import { storedFeeds } from '../store/feeds/stored-feeds.ts'
import { storedFigures } from '../store/figures/stored-figures.ts'
import { type CallerBook, callerBook } from '../store/keys/callers.ts'
import { type CountingGate, gateOf, gatePreview, keyLookup } from '../store/keys/gate.ts'
import { type Ledger, ledgerOf } from '../store/keys/ledger.ts'
import { fairRecords } from '../store/reading/fair-records.ts'
import { noReplicas, type Reads } from '../store/replicas/reads.ts'
import type { Readiness } from '../store/schema/readiness.ts'
import { freshnessBook } from '../store/writing/freshness.ts'
import { inSpan } from '../telemetry/trace.ts'
import { type WorkerCreationOptions, workerCreator } from '../workers/create-worker.ts'

type ApiServerOptions = Pick<Surface, 'trustedProxies' | 'slowDown' | 'room' | 'began' | 'observe'> & {
  database: Database
  /** How long a request waits for an answer of the database. */
  databaseTimeoutMs: number
  /** Where records are read, if not where they are written. */
  reads?: (primary: Database) => Reads
  readiness: Readiness
  /** Where answers are kept that stay the same. */
  answers: AnswerMemory
  operations: readonly Operation[]
  types: readonly RecordType[]
  files: Files
  workerCreation: Omit<WorkerCreationOptions, 'database' | 'readiness' | 'store'>
  /** Address under which clients reach the server; what each request says where it is not set. */
  publicUrl?: string | undefined
  hosts: HostNames
  /** Origins whose pages may call the API from a browser. */
  corsOrigins?: readonly string[]
  /** Where weaknesses of this server are reported. */
  securityContact?: string | undefined
  exports: ExportLimits & { spill: SpillOptions; spills: SpillLimits; pace: ReadingPace }
  busy: Busy
  /** Set where several processes share the port. */
  processes?: ReadyProcesses
  /** Whether OpenTelemetry is told how long requests waited to be let in. */
  traces?: boolean
  bodyThreads: number
  /** Where assistants may sign in: the addresses of that, and whose assistants. */
  oauth?: { addresses: Addresses; hosts: AllowedHosts } | undefined
  /** What else is answered on the same port. */
  handlers?: (inside: ApiParts) => readonly Handler[]
}

/** What other surfaces need of the API. */
export type ApiParts = { api: Api & { backend: CountingGate }; callers: CallerBook }

export type ApiServer = ApiParts & {
  server: Server
  ledger: Ledger
  /** What is published of the API, and the page for browsers where nothing is. */
  documents: Pick<ReturnType<typeof documentPages>, 'handler' | 'missing'>
  exportsUnderWay(): ExportsUnderWay
  reads: Reads
  close(): Promise<void>
}

export function apiServer(parts: ApiServerOptions): ApiServer {
  const { operations, types, files, trustedProxies } = parts
  const database = parts.database.answering(parts.databaseTimeoutMs)
  const reads = (parts.reads ?? noReplicas)(database)
  const own = database.apart()
  const callers = callerBook(database, types)
  const ledger = ledgerOf(database)
  const bodies = bodyDecoder(parts.bodyThreads)
  const limits = parts.exports
  const exports = storedExports({
    database,
    reads,
    types,
    limits,
    readiness: parts.readiness,
    followedBy: followedBy(operations),
  })
  const freshness = freshnessBook(database, operations)
  const backend = {
    ...gateFor(parts, database, callers),
    note: ledger.note,
    world: { ...worldOf(parts, database, reads), freshness, exports },
    answers: parts.answers,
    decode: bodies.decode,
  }
  const address = ownAddress(parts.publicUrl, trustedProxies, parts.hosts)
  const documents = documentPages(operations, events, address)
  const api = {
    routes: apiRoutes(operations),
    backend,
    open: documents.paths,
    address,
    crossOrigin: sharedWith(parts.corsOrigins ?? []),
    spill: { ...limits.spill, room: spillRoom(limits.spills), pace: limits.pace },
  }
  const tools = { trustedProxies, maxBytes: mostMessageBytes, parse: bodies.parse }
  const server = httpServer({
    api,
    handlers: [
      healthHandler(() => requireAnswer(own), parts.busy, parts.processes),
      securityTxt(parts.securityContact),
      files.serving,
      documents.handler,
      webHandler(toolsFor(parts, backend, { database, callers }), tools),
      ...(parts.handlers?.({ api, callers }) ?? []),
      documents.missing,
    ],
    crossOriginAt: parts.oauth && sharedWithAssistants(parts.oauth.hosts),
    trustedProxies,
    slowDown: parts.slowDown,
    ...(parts.room && { room: parts.room }),
    ...(parts.began && { began: parts.began }),
    observe: parts.observe,
  })
  return {
    server,
    api,
    callers,
    ledger,
    documents,
    reads,
    exportsUnderWay: exports.underWay,
    async close() {
      freshness.close()
      await reads.close()
      await bodies.close()
    },
  }
}

/** The API with pages of these origins. */
function sharedWith(origins: readonly string[]): CrossOrigin | undefined {
  const listed = new Set(origins)
  return listed.size > 0 ? crossOrigin(origin => listed.has(origin)) : undefined
}

/** What clients ask by themselves to sign in, and the tools for those who have, with pages of these hosts. */
function sharedWithAssistants(hosts: AllowedHosts) {
  const shared = crossOrigin(origin => isOfAssistant(origin, hosts))
  return (url: string) => (isForClients(url) ? shared : undefined)
}

/** Who lets requests in. */
function gateFor({ readiness, traces }: ApiServerOptions, database: Database, callers: CallerBook) {
  const gate = gateOf(database.apart(), callers, undefined, readiness)
  return {
    ...gate,
    ...(traces && {
      admit: (secret: string | undefined, ip: string) => inSpan('gate', {}, () => gate.admit(secret, ip)),
    }),
    look: keyLookup(database, callers),
  }
}

/** What operations work on. */
function worldOf(
  { types, readiness, files, ...parts }: ApiServerOptions,
  database: Database,
  reads: Reads,
): Omit<World, 'freshness' | 'exports'> {
  return {
    records: fairRecords(database, types, readiness, {
      reads,
      timeoutMs: parts.databaseTimeoutMs,
      // Nobody waits for it: PostgreSQL ends it, and no other takes its place before.
      slowly: parts.database.apart({ connections: 1, timeoutMs: 30_000 }),
    }),
    links: files.links.fillingFor,
    feeds: storedFeeds(database, types),
    figures: storedFigures(database, types, readiness, reads),
    workerCreation: workerCreator({ ...parts.workerCreation, database, readiness, store: files.store }),
    billingWork: { isWaiting: names => isWorkWaiting(database, names, billingStages) },
    clearanceWork: { isWaiting: names => isWorkWaiting(database, names, standingStages) },
    marks: marksOfKeys({ database, now: parts.workerCreation.now, waitMs: parts.workerCreation.waitMs }),
    now: () => new Date(),
  }
}

/** Loaded by the first request, as the library of the protocol would slow every start down. */
function toolsFor(
  { operations, hosts, oauth }: ApiServerOptions,
  backend: Backend & CountingGate,
  { database, callers }: { database: Database; callers: CallerBook },
): Endpoint {
  const byToken: Backend = {
    ...backend,
    admit: async (token, ip) => backend.admitHash(hashOfSecret(wellFormedToken(token)), ip),
    look: async (token, ip) =>
      gatePreview(database, callers, hashOfSecret(wellFormedToken(token))).admit(undefined, ip),
  }
  const loaded = async () => {
    const { toolAnswers } = await import('../mcp/endpoint.ts')
    const answer = toolAnswers(operations, backend, hosts)
    if (!oauth) return { answer, signedIn: answer }
    const opened = toolAnswers(operations, byToken, hosts, origin => isOfAssistant(origin, oauth.hosts))
    return { answer, signedIn: toolsForTokens(opened, oauth.addresses, operations) }
  }
  let tools: ReturnType<typeof loaded> | undefined
  return {
    matches: path => path === '/mcp' || path.startsWith('/mcp/'),
    async answer(asked) {
      tools ??= loaded()
      const { answer, signedIn } = await tools
      return isForTokens(asked.path) ? signedIn(asked) : answer(asked)
    },
  }
}
