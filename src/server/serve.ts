// A running server: settings → database → surfaces → listen, and the way back down.
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { slowDown } from '../access/slow-down.ts'
import type { People } from '../api/create-worker/people.ts'
import { operations, recordTypes } from '../api/index.ts'
import { fingerprints, sealOf } from '../encryption/sealing.ts'
import { readSecrets, type Secrets } from '../encryption/secret.ts'
import { fileIntake } from '../files/intake.ts'
import { openFileStore, openFiles } from '../files/open-files.ts'
import type { FileStore } from '../files/store.ts'
import { watchedStore } from '../files/watched.ts'
import { hostsOf } from '../formats/hosts.ts'
import { isLoopbackAddress } from '../formats/web-address.ts'
import { roomFor } from '../http/room.ts'
import { httpServer } from '../http/server.ts'
import { spilled } from '../http/spill.ts'
import { prefix } from '../http/surface.ts'
import { answerMemory } from '../kernel/call/answer-memory.ts'
import { refreshAll } from '../load/refresh.ts'
import { type Measures, measures } from '../operator/measures.ts'
import type { OperatorBackend } from '../operator/operation.ts'
import { recordedLoad } from '../operator/recorded-load.ts'
import { databaseSamples, scrapeLimitMs, serverSamples } from '../operator/server-metrics.ts'
import { operatorAnswers, operatorSurface, ownAnswers } from '../operator/surface.ts'
import { portalAssets } from '../portal/assets.ts'
import { type PortalParts, portalSurface } from '../portal/surface.ts'
import type { Seal } from '../record-types/seal.ts'
import type { Settings } from '../settings/settings.ts'
import type { Database } from '../store/database/database.ts'
import { HomeProblem, ownHome } from '../store/database/home.ts'
import { hasSeveralHosts } from '../store/database/pool.ts'
import { noReplicas, ofSeveralHosts, type ReplicaState } from '../store/database/reads.ts'
import { readsOver } from '../store/database/replicas.ts'
import { tracedDatabase } from '../store/database/traced.ts'
import { requestLog } from '../store/keys/requests.ts'
import { rememberPortal } from '../store/keys/sessions.ts'
import { checkLists } from '../store/lists/check-lists.ts'
import { declaredLists } from '../store/lists/list.ts'
import { prepare } from '../store/schema/prepare.ts'
import { isUpgrading } from '../store/writing/refresh-jobs.ts'
import { announceSecrets } from '../store/writing/sealed-with.ts'
import type { Logger } from '../telemetry/log.ts'
import { telemetry } from '../telemetry/open-telemetry.ts'
import { traceBy } from '../telemetry/trace.ts'
import { openWebhooks } from '../webhooks/open-webhooks.ts'
import { eraserOf } from '../workers/erasure.ts'
import { endpointKeys, resealAll, sealingState } from '../workers/resealing.ts'
import { type ApiParts, apiServer } from './api-server.ts'
import { type Trouble, upkeep } from './upkeep.ts'
import { meetRecent, warmUp } from './warm-up.ts'

export type ServerHandle = {
  /** Where the API answers, with its version prefix. */
  baseUrl: string
  operatorUrl: string
  /** Where operators sign in. */
  portalUrl: string
  database: Database
  files: FileStore
  seal: Seal
  people: People
  /** Called when all that has to be done before it can serve is done. */
  ready(): void
  stop(): Promise<void>
}

/** `busy` is what is still to be done before it can serve; whoever starts it says when that is over. */
export async function serve(
  settings: Settings,
  log: Logger,
  say: (line: string) => void,
  busy?: string,
): Promise<ServerHandle> {
  const secrets = await readSecrets(settings)
  const seal = sealOf(secrets)
  const told = settings.telemetry && telemetry(settings.telemetry)
  traceBy(told?.tracer)
  const home = await ownHome(settings, say)
  const database = told ? tracedDatabase(home.database) : home.database
  try {
    const readiness = await prepare(database, recordTypes, undefined, say)
    await checkLists(database, declaredLists)
    if (await isUpgrading(database)) {
      say('Bringing references up to date after an upgrade')
      await refreshAll(database, recordTypes)
    }
    const sealing = await sealingState(database, recordTypes, secrets)
    await announceSecrets(database, fingerprints(secrets))
    if (sealing === 'unsealed') {
      say('Encrypting identity numbers')
      await resealAll(database, recordTypes, secrets)
    }
    const requests = requestLog(database.answering(settings.databaseTimeoutMs), settings.keep.requestsMost)
    const troubles = new Map<string, Trouble>()
    const measured = measures(log, requests.note)
    const state = { busy, url: '', replicas: (): readonly ReplicaState[] => [] }
    const files = await filesFor(settings, secrets, database, { log, measured }, () => state.url)
    const webhooks = openWebhooks({
      database,
      types: recordTypes,
      keys: endpointKeys(secrets),
      loopback: settings.webhookLoopback,
      trouble: (error, what) => log.warn({ err: error }, what),
      ended: measured.attempted,
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
      readiness,
      replicas: () => state.replicas(),
      measured,
      sessions: settings.sessions,
      troubles,
      folder: settings.data,
      load: (input, options, about) => {
        // What is sent arrives in its own time, however long it takes to load.
        const waiting = spilled(input, settings.exports.spill, () => {})
        const given = {
          files: fileIntake(files.store, undefined),
          keepFilesHours: settings.keep.filesHours,
          seal,
          eraser: eraserOf({ database, types: recordTypes, store: files.store, secrets }, about.who),
          loopback: settings.webhookLoopback,
          ...options,
        }
        return recordedLoad(database, recordTypes, waiting, given, about)
      },
    }
    const answers = operatorAnswers(backend)
    const scraped = { connections: 1, timeoutMs: scrapeLimitMs }
    const watching = database.answering(scrapeLimitMs).apart(scraped)
    const operator = operatorSurface(database, watching, answers)
    const room = roomFor()
    const shared = {
      trustedProxies: settings.trustedProxies,
      slowDown: slowDown(),
      room,
      began: measured.began,
      observe: measured.observe,
    }
    const names = hostsOf(settings)
    const hosts = () => names
    const assets = portalAssets()
    const own = settings.operatorPort === undefined
    const portal = (
      { api, callers }: ApiParts,
      listener: Pick<PortalParts, 'admits' | 'publicUrl' | 'apiUrl' | 'hosts'>,
    ) =>
      portalSurface({
        ...listener,
        database,
        callers,
        api,
        operators: answers,
        own: ownAnswers(backend),
        times: settings.sessions,
        ...(settings.oidc && { oidc: { settings: settings.oidc, secrets } }),
        trustedProxies: settings.trustedProxies,
        trouble: (error, what) => log.error({ err: error }, what),
      })
    const several = settings.databaseUrl !== undefined && hasSeveralHosts(settings.databaseUrl)
    const replicas = (primary: Database) =>
      readsOver(primary, settings.replicas, {
        connections: settings.databaseConnections,
        applicationName: `muster reads ${process.pid}`,
        connectTimeoutMs: settings.databaseConnectTimeoutMs,
        timeoutMs: settings.databaseTimeoutMs,
        filling: readiness,
        hasSeveralHosts: several,
      })
    // Columns are filled without a version being moved.
    const memory = answerMemory(settings.answerMemoryBytes, {
      holds: () => readiness.pending() === 0,
      renewals: database.renewals,
    })
    const { server, api, callers, ledger, documents, exportsUnderWay, reads, close } = apiServer({
      ...shared,
      database,
      reads: settings.replicas.length > 0 ? replicas : several ? ofSeveralHosts : noReplicas,
      databaseTimeoutMs: settings.databaseTimeoutMs,
      readiness,
      answers: memory,
      operations,
      types: recordTypes,
      files,
      publicUrl: settings.publicUrl,
      people: { ...deciding, answersHours: settings.keep.answersHours },
      hosts,
      exports: settings.exports,
      busy: () => state.busy,
      traces: told !== undefined,
      bodyThreads: Math.max(1, Math.min(4, availableParallelism() - 1)),
      extras: inside => [
        ...(own ? [operator] : []),
        portal(inside, { admits: { operators: own, keys: true }, publicUrl: settings.publicUrl, hosts }),
        assets,
      ],
    })
    state.replicas = reads.states
    measured.watch(databaseSamples(watching))
    measured.watch(() =>
      serverSamples({
        reads,
        database,
        folder: settings.data,
        gate: api.backend.counted,
        answers: memory.counted,
        exports: exportsUnderWay,
        room,
        readiness,
        troubles,
      }),
    )
    // PUBLIC_URL is the API's.
    const behindNames = hostsOf({ publicUrl: settings.operatorUrl, host: settings.operatorHost })
    const behind = {
      admits: { operators: true, keys: false },
      publicUrl: settings.operatorUrl,
      hosts: () => behindNames,
      apiUrl: () => settings.publicUrl ?? state.url,
    }
    const backstage = own
      ? undefined
      : httpServer({
          ...shared,
          extras: [operator, documents.extra, portal({ api, callers }, behind), assets, documents.missing],
        })
    await warmUp(api.backend, operations, settings.databaseConnections)
    const answering = database.answering(settings.databaseTimeoutMs)
    const until = AbortSignal.timeout(warmUpMs)
    await within(warmUpMs, meetRecent(answering, callers, operations, api.backend.world, until))
    const url = await listen(server, settings.host, settings.port, 'PORT')
    state.url = url
    if (
      settings.publicUrl === undefined &&
      settings.host !== 'localhost' &&
      !isLoopbackAddress(settings.host)
    )
      log.warn(
        `HOST=${settings.host} without PUBLIC_URL: links to files, pages and OpenAPI name ${url}; set PUBLIC_URL to the address that clients use`,
      )
    const operatorUrl = backstage
      ? await listen(backstage, settings.operatorHost, settings.operatorPort!, 'OPERATOR_PORT')
      : url
    const portalUrl = new URL(
      '/portal',
      own ? (settings.publicUrl ?? url) : (settings.operatorUrl ?? operatorUrl),
    ).href
    await rememberPortal(database, portalUrl)
    const sender = webhooks.send()
    const tending = upkeep({
      home,
      settings,
      callers,
      ledger,
      requests,
      troubles,
      files: files.store,
      readiness,
      log,
      secrets,
      ...(sealing === 'former' && { formerSecrets: secrets }),
    })
    const stop = async () => {
      state.busy = 'stopping'
      await Promise.all([server, backstage].map(each => each && drain(each, settings.stopTimeoutMs)))
      await within(settings.stopTimeoutMs, Promise.all([tending.stop(), sender.stop(settings.stopTimeoutMs)]))
      await close()
      await home.close()
      if (told)
        await within(
          settings.stopTimeoutMs,
          told.stop().catch(() => {}),
        )
    }
    return {
      baseUrl: `${settings.publicUrl ?? url}${prefix}`,
      operatorUrl,
      portalUrl,
      database,
      files: files.store,
      seal,
      people: api.backend.world.people,
      ready: () => {
        if (state.busy !== 'stopping') state.busy = undefined
      },
      stop,
    }
  } catch (error) {
    await home.close()
    throw error
  }
}

const filesFor = async (
  settings: Settings,
  secrets: Secrets,
  database: Database,
  { log, measured }: { log: Logger; measured: Measures },
  ownUrl: () => string,
) =>
  openFiles({
    database,
    store: watchedStore(await openFileStore(settings, database), measured.fileStoreFailed),
    keys: { sign: () => secrets.secretFor('file-links'), accept: secrets.acceptedFor('file-links') },
    base: () => settings.fileUrl ?? settings.publicUrl ?? ownUrl(),
    trustedProxies: settings.trustedProxies,
    trouble: error => log.error({ err: error }, 'the content of a file could not be read'),
  })

async function listen(server: Server, host: string, port: number, setting: string): Promise<string> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE')
      throw new HomeProblem(`Port ${port} is in use; choose another with ${setting}=…`)
    if (code === 'EACCES')
      throw new HomeProblem(`Port ${port} may not be used by this user; choose another with ${setting}=…`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new HomeProblem(`${host} is not an address of this machine`)
    throw error
  }
  const bound = server.address() as AddressInfo
  const shown = bound.address === '0.0.0.0' || bound.address === '::' ? 'localhost' : bound.address
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${bound.port}`
}

/** Lets requests under way finish, then closes what is left. */
async function drain(server: Server, timeoutMs: number): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  await within(timeoutMs, closed)
  server.closeAllConnections()
  await closed
}

/** A server that takes longer to warm up than this listens meanwhile. */
const warmUpMs = 1000

/** Waits for `work`, but no longer than this: a database that went away may never answer. */
async function within(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  const done = new AbortController()
  const late = wait(timeoutMs, undefined, { signal: done.signal }).catch(() => {})
  await Promise.race([work, late]).finally(() => done.abort())
}
