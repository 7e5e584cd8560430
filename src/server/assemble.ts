// The parts of a server put together on what was opened: files, webhooks, the operator's interface, and the HTTP servers
// that answer for them.
import { slowDown } from '../access/slow-down.ts'
import { operations, recordTypes } from '../api/index.ts'
import { scopes } from '../api/scopes.ts'
import type { Database } from '../database/database.ts'
import { hasSeveralHosts } from '../database/pool.ts'
import { fileIntake } from '../files/intake.ts'
import { openFileStore, openFiles } from '../files/open-files.ts'
import { watchedStore } from '../files/watched.ts'
import { hostsOf } from '../formats/hosts.ts'
import { roomFor } from '../http/room.ts'
import { httpServer } from '../http/server.ts'
import { spillOver } from '../http/spill.ts'
import type { Handler } from '../http/surface.ts'
import { answerMemory } from '../kernel/call/answer-memory.ts'
import { recordedLoad } from '../load/recorded-load.ts'
import { addressesAt } from '../oauth/addresses.ts'
import { clientsOf } from '../oauth/clients.ts'
import { type OauthParts, oauthSurface } from '../oauth/surface.ts'
import type { OperatorBackend } from '../operator/operation.ts'
import { type OperatorAnswers, operatorAnswers, operatorSurface, ownAnswers } from '../operator/surface.ts'
import { portalAssets } from '../portal/assets.ts'
import { type PortalParts, portalSurface } from '../portal/surface.ts'
import type { Settings } from '../settings/settings.ts'
import { noReplicas, ofSeveralHosts, type ReplicaState } from '../store/replicas/reads.ts'
import { readsOver } from '../store/replicas/replicas.ts'
import { requestLog } from '../store/requests/requests.ts'
import type { Logger } from '../telemetry/log.ts'
import { openWebhooks } from '../webhooks/open-webhooks.ts'
import { eraserOf } from '../workers/erasure.ts'
import { endpointKeys } from '../workers/resealing.ts'
import { type ApiParts, type ApiServer, apiServer } from './api-server.ts'
import { type ServerMetrics, serverMetrics } from './metrics/metrics.ts'
import { databaseSamples, scrapeLimitMs, serverSamples } from './metrics/samples.ts'
import type { Installation } from './open.ts'
import type { ProcessGroup } from './processes/link.ts'
import { bodyBytes, bodyThreads } from './processes/share.ts'
import type { Trouble } from './upkeep/background-time.ts'

/** What is known only later, or changes while it runs. */
export type ServerState = { busy: string | undefined; url: string; replicas: () => readonly ReplicaState[] }

export type AssemblyInput = {
  settings: Settings
  log: Logger
  opened: Installation
  state: ServerState
  /** Set where it is one of several processes that share a port. */
  group: ProcessGroup | undefined
}

export type AssembledServer = Awaited<ReturnType<typeof assembleServer>>

export async function assembleServer(input: AssemblyInput) {
  const { settings, opened } = input
  const { database } = opened
  const requests = requestLog(database.answering(settings.databaseTimeoutMs), settings.keep.requestsMost)
  const parts = await partsOf(input, serverMetrics(input.log, requests.note))
  return { requests, ...parts, ...serversOf(input, parts) }
}

async function partsOf(input: AssemblyInput, metrics: ServerMetrics) {
  const { settings, log, opened, state, group } = input
  const { database, secrets } = opened
  const troubles = new Map<string, Trouble>()
  const files = await filesFor(input, metrics)
  const webhooks = openWebhooks({
    database,
    types: recordTypes,
    keys: endpointKeys(secrets),
    loopback: settings.webhookLoopback,
    trouble: (error, what) => log.warn({ err: error }, what),
    ended: metrics.attempted,
  })
  const deciding = {
    database,
    store: files.store,
    secrets,
    guard: webhooks.guard,
    trouble: (error: unknown, what: string) => log.error({ err: error }, what),
  }
  const backend: OperatorBackend = {
    database,
    types: recordTypes,
    webhooks,
    deciding,
    seal: opened.seal,
    readiness: opened.readiness,
    replicas: () => state.replicas(),
    metrics: group ? { ...metrics, exposition: () => group.ask('metrics') } : metrics,
    sessions: settings.sessions,
    troubles: async () => (group ? new Map(await group.ask('troubles')) : troubles),
    folder: settings.data,
    load: (sent, options, about) => {
      // What is sent arrives in its own time, however long it takes to load.
      const waiting = spillOver(sent, settings.exports.spill, () => {})
      const given = {
        files: fileIntake(files.store, undefined),
        keepFilesHours: settings.keep.filesHours,
        seal: opened.seal,
        eraser: eraserOf({ database, types: recordTypes, store: files.store, secrets }, about.who),
        loopback: settings.webhookLoopback,
        ...options,
      }
      return recordedLoad(database, recordTypes, waiting, given, about)
    },
  }
  return { metrics, troubles, files, webhooks, deciding, backend }
}

type Parts = Awaited<ReturnType<typeof partsOf>>

/** The server of the API, and that of operators where it has a port of its own. */
function serversOf(input: AssemblyInput, parts: Parts) {
  const { settings, opened, state, group } = input
  const shared = sharedOf(input, parts)
  const oauth = oauthFor(input, parts)
  const { database, readiness } = opened
  const { metrics, backend } = parts
  const answers = operatorAnswers(backend)
  const scraped = { connections: 1, timeoutMs: scrapeLimitMs }
  const watching = database.answering(scrapeLimitMs).apart(scraped)
  const operator = operatorSurface(database, watching, answers)
  const assets = portalAssets()
  const portal = portalFor(input, { ...parts, answers })
  const names = hostsOf(settings)
  const hosts = () => names
  const isOwn = settings.operatorPort === undefined
  // Columns are filled without a version being moved.
  const memory = answerMemory(settings.answerMemoryBytes, {
    holds: () => readiness.pending() === 0,
    renewals: database.renewals,
  })
  const served = apiServer({
    ...shared,
    database,
    reads: readsFor(input),
    databaseTimeoutMs: settings.databaseTimeoutMs,
    readiness,
    answers: memory,
    operations,
    types: recordTypes,
    files: parts.files,
    publicUrl: settings.publicUrl,
    corsOrigins: settings.corsOrigins,
    securityContact: settings.securityContact,
    workerCreation: { ...parts.deciding, answersHours: settings.keep.answersHours },
    hosts,
    exports: settings.exports,
    busy: () => state.busy,
    ...(group && { processes: group.ready }),
    traces: opened.telemetry !== undefined,
    oauth,
    bodyThreads: bodyThreads(group?.of),
    handlers: inside => [
      ...(isOwn ? [operator] : []),
      ...(oauth ? [oauthSurface(oauth)] : []),
      portal(inside, {
        admits: { operators: isOwn, keys: true },
        publicUrl: settings.publicUrl,
        hosts,
        oauth,
      }),
      assets,
    ],
  })
  state.replicas = served.reads.states
  metrics.watch(databaseSamples(watching))
  watchServer(input, parts, served, { answers: memory.counted, room: shared.room })
  const operatorServer = isOwn
    ? undefined
    : httpServer({ ...shared, handlers: operatorHandlers(input, served, { operator, portal, assets }) })
  return { ...served, operatorServer }
}

/** What all listeners of this process have together, and what of it is one with other processes. */
function sharedOf({ settings, group }: AssemblyInput, { metrics, troubles }: Parts) {
  const slow = slowDown(undefined, group?.refused)
  group?.answering({
    metrics: metrics.exposition,
    troubles: () => [...troubles],
    refused: slow.heard,
  })
  return {
    trustedProxies: settings.trustedProxies,
    slowDown: slow,
    room: roomFor(bodyBytes(group?.of)),
    began: metrics.began,
    observe: metrics.observe,
  }
}

function watchServer(
  { settings, opened }: AssemblyInput,
  { metrics, troubles }: Parts,
  { reads, api, exportsUnderWay }: ApiServer,
  shared: Pick<Parameters<typeof serverSamples>[0], 'answers' | 'room'>,
): void {
  const { database, readiness } = opened
  metrics.watch(() =>
    serverSamples({
      reads,
      database,
      folder: settings.data,
      gate: api.backend.counted,
      exports: exportsUnderWay,
      readiness,
      troubles,
      ...shared,
    }),
  )
}

type Surfaces = { operator: Handler; portal: ReturnType<typeof portalFor>; assets: Handler }

/** What the operators' own port serves. */
function operatorHandlers(
  { settings, state }: AssemblyInput,
  served: ApiServer,
  { operator, portal, assets }: Surfaces,
): Handler[] {
  // PUBLIC_URL is the API's.
  const names = hostsOf({ publicUrl: settings.operatorUrl, host: settings.operatorHost })
  const listener = {
    admits: { operators: true, keys: false },
    publicUrl: settings.operatorUrl,
    hosts: () => names,
    apiUrl: () => settings.publicUrl ?? state.url,
  }
  const { documents } = served
  return [operator, documents.handler, portal(served, listener), assets, documents.missing]
}

const portalFor =
  ({ settings, log, opened }: AssemblyInput, { backend, answers }: Parts & { answers: OperatorAnswers }) =>
  (
    { api, callers }: ApiParts,
    listener: Pick<PortalParts, 'admits' | 'publicUrl' | 'apiUrl' | 'hosts' | 'oauth'>,
  ) =>
    portalSurface({
      ...listener,
      database: opened.database,
      callers,
      api,
      operators: answers,
      own: ownAnswers(backend),
      times: settings.sessions,
      ...(settings.oidc && { oidc: { settings: settings.oidc, secrets: opened.secrets } }),
      trustedProxies: settings.trustedProxies,
      trouble: (error, what) => log.error({ err: error }, what),
    })

/** Where assistants may sign in. */
function oauthFor({ settings, opened }: AssemblyInput, { webhooks }: Parts): OauthParts | undefined {
  const { assistants } = settings
  if (!assistants) return undefined
  const { database, secrets } = opened
  const { hosts, publicUrl } = assistants
  return {
    database,
    secrets,
    hosts,
    addresses: addressesAt(publicUrl),
    clients: clientsOf({ database, guard: webhooks.guard, hosts, loopback: settings.webhookLoopback }),
    scopes: Object.keys(scopes),
    trustedProxies: settings.trustedProxies,
  }
}

function readsFor({ settings, opened }: AssemblyInput) {
  const several = settings.databaseUrl !== undefined && hasSeveralHosts(settings.databaseUrl)
  if (settings.replicas.length === 0) return several ? ofSeveralHosts : noReplicas
  return (primary: Database) =>
    readsOver(primary, settings.replicas, {
      connections: settings.databaseConnections,
      applicationName: `muster reads ${process.pid}`,
      connectTimeoutMs: settings.databaseConnectTimeoutMs,
      timeoutMs: settings.databaseTimeoutMs,
      filling: opened.readiness,
      hasSeveralHosts: several,
    })
}

const filesFor = async ({ settings, log, opened, state }: AssemblyInput, metrics: ServerMetrics) =>
  openFiles({
    database: opened.database,
    store: watchedStore(await openFileStore(settings, opened.database), metrics.fileStoreFailed),
    keys: {
      sign: () => opened.secrets.secretFor('file-links'),
      accept: opened.secrets.acceptedFor('file-links'),
    },
    base: () => settings.fileUrl ?? settings.publicUrl ?? state.url,
    trustedProxies: settings.trustedProxies,
    trouble: error => log.error({ err: error }, 'the content of a file could not be read'),
  })
