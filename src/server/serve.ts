// A running server: opened, assembled, listening; and the way back down.
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { WorkerCreation } from '../api/create-worker/new-worker.ts'
import { operations } from '../api/index.ts'
import type { Database } from '../database/database.ts'
import type { FileStore } from '../files/store.ts'
import { isLoopbackAddress } from '../formats/web-address.ts'
import { apiPrefix } from '../http/surface.ts'
import type { Seal } from '../record-types/seal.ts'
import type { Settings } from '../settings/settings.ts'
import { rememberPortal } from '../store/operators/sessions.ts'
import type { Logger } from '../telemetry/log.ts'
import { type AssembledServer, type AssemblyInput, assembleServer, type ServerState } from './assemble.ts'
import { listenAt } from './listen.ts'
import { openInstallation } from './open.ts'
import type { ProcessGroup } from './processes/link.ts'
import type { Ports } from './processes/messages.ts'
import { shareOf } from './processes/share.ts'
import { startUpkeep } from './upkeep/upkeep.ts'
import { meetRecent, warmUp } from './warm-up.ts'

export type ServerHandle = {
  /** Where the API answers, with its version prefix. */
  baseUrl: string
  operatorUrl: string
  /** Where operators sign in. */
  portalUrl: string
  ports: Ports
  database: Database
  files: FileStore
  seal: Seal
  workerCreation: WorkerCreation
  /** Called when all that has to be done before it can serve is done. */
  ready(): void
  stop(): Promise<void>
}

type Serving = {
  /** What is still to be done before it can serve; whoever starts it says when that is over. */
  busy?: string | undefined
  /** Set where it is one of several processes that share its ports and its database. */
  group?: ProcessGroup | undefined
}

export async function runServer(
  given: Settings,
  log: Logger,
  say: (line: string) => void,
  { busy, group }: Serving = {},
): Promise<ServerHandle> {
  const settings = group ? shareOf(given, group.of) : given
  const opened = await openInstallation(settings, say, group !== undefined)
  try {
    const starting = group && 'starting the processes of this server'
    const state: ServerState = { busy: busy ?? starting, url: '', replicas: () => [] }
    const input = { settings, log, opened, state, group }
    const assembled = await assembleServer(input)
    await warm(settings, opened.database, assembled)
    const urls = await listenAll(input, assembled)
    await rememberPortal(opened.database, urls.portalUrl)
    return running(input, assembled, urls)
  } catch (error) {
    await opened.home.close()
    throw error
  }
}

async function warm(
  settings: Settings,
  database: Database,
  { api, callers }: AssembledServer,
): Promise<void> {
  await warmUp(api.backend, operations, settings.databaseConnections)
  const answering = database.answering(settings.databaseTimeoutMs)
  const until = AbortSignal.timeout(warmUpMs)
  await within(warmUpMs, meetRecent(answering, callers, operations, api.backend.world, until))
}

async function listenAll(
  { settings, log, state, group }: AssemblyInput,
  { server, operatorServer }: AssembledServer,
) {
  const { publicUrl, host, port, operatorHost, operatorPort = 0 } = settings
  const isShared = group !== undefined
  const url = await listenAt(server, { host, port, setting: 'PORT', isShared })
  state.url = url
  const isFirst = (group?.process ?? 1) === 1
  if (isFirst && publicUrl === undefined && host !== 'localhost' && !isLoopbackAddress(host))
    log.warn(
      `HOST=${host} without PUBLIC_URL: links to files, pages and OpenAPI name ${url}; set PUBLIC_URL to the address that clients use`,
    )
  const operatorUrl = operatorServer
    ? await listenAt(operatorServer, {
        host: operatorHost,
        port: operatorPort,
        setting: 'OPERATOR_PORT',
        isShared,
      })
    : url
  const shown = operatorServer ? (settings.operatorUrl ?? operatorUrl) : (publicUrl ?? url)
  const portOf = (listening: Server) => (listening.address() as AddressInfo).port
  const ports = { port: portOf(server), operatorPort: operatorServer && portOf(operatorServer) }
  return { url, operatorUrl, portalUrl: new URL('/portal', shown).href, ports }
}

type Urls = Awaited<ReturnType<typeof listenAll>>

/** Sends webhooks and looks after the rest from here on, until it is stopped. */
function running(
  { settings, log, opened, state, group }: AssemblyInput,
  {
    server,
    operatorServer,
    webhooks,
    callers,
    ledger,
    requests,
    troubles,
    files,
    api,
    close,
  }: AssembledServer,
  { url, operatorUrl, portalUrl, ports }: Urls,
): ServerHandle {
  const { home, database, secrets, seal, telemetry, readiness, sealing } = opened
  const sender = webhooks.send()
  const tending = startUpkeep({
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
    isBeside: (group?.process ?? 1) > 1,
  })
  const { stopTimeoutMs } = settings
  return {
    baseUrl: `${settings.publicUrl ?? url}${apiPrefix}`,
    operatorUrl,
    portalUrl,
    ports,
    database,
    files: files.store,
    seal,
    workerCreation: api.backend.world.workerCreation,
    ready: () => {
      if (state.busy !== 'stopping') state.busy = undefined
    },
    async stop() {
      state.busy = 'stopping'
      await Promise.all([server, operatorServer].map(each => each && drain(each, stopTimeoutMs)))
      await within(stopTimeoutMs, Promise.all([tending.stop(), sender.stop(stopTimeoutMs)]))
      await close()
      await home.close()
      if (telemetry)
        await within(
          stopTimeoutMs,
          telemetry.stop().catch(() => {}),
        )
    },
  }
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
