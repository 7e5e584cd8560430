// A running server: opened, assembled, listening; and the way back down.
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { People } from '../api/create-worker/people.ts'
import { operations } from '../api/index.ts'
import type { FileStore } from '../files/store.ts'
import { isLoopbackAddress } from '../formats/web-address.ts'
import { prefix } from '../http/surface.ts'
import type { Seal } from '../record-types/seal.ts'
import type { Settings } from '../settings/settings.ts'
import type { Database } from '../store/database/database.ts'
import { HomeProblem } from '../store/database/home.ts'
import { rememberPortal } from '../store/keys/sessions.ts'
import type { Logger } from '../telemetry/log.ts'
import { type Assembled, assemble, type ServerState } from './assemble.ts'
import { type Opened, open } from './open.ts'
import { upkeep } from './upkeep.ts'
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
  const opened = await open(settings, say)
  try {
    const state: ServerState = { busy, url: '', replicas: () => [] }
    const assembled = await assemble({ settings, log, opened, state })
    await warm(settings, opened.database, assembled)
    const urls = await listenAll(settings, assembled, log, state)
    await rememberPortal(opened.database, urls.portalUrl)
    return running({ settings, log, opened, state }, assembled, urls)
  } catch (error) {
    await opened.home.close()
    throw error
  }
}

async function warm(settings: Settings, database: Database, { api, callers }: Assembled): Promise<void> {
  await warmUp(api.backend, operations, settings.databaseConnections)
  const answering = database.answering(settings.databaseTimeoutMs)
  const until = AbortSignal.timeout(warmUpMs)
  await within(warmUpMs, meetRecent(answering, callers, operations, api.backend.world, until))
}

async function listenAll(
  settings: Settings,
  { server, backstage }: Assembled,
  log: Logger,
  state: ServerState,
) {
  const { publicUrl, host } = settings
  const url = await listen(server, host, settings.port, 'PORT')
  state.url = url
  if (publicUrl === undefined && host !== 'localhost' && !isLoopbackAddress(host))
    log.warn(
      `HOST=${host} without PUBLIC_URL: links to files, pages and OpenAPI name ${url}; set PUBLIC_URL to the address that clients use`,
    )
  const operatorUrl = backstage
    ? await listen(backstage, settings.operatorHost, settings.operatorPort!, 'OPERATOR_PORT')
    : url
  const shown = backstage ? (settings.operatorUrl ?? operatorUrl) : (publicUrl ?? url)
  return { url, operatorUrl, portalUrl: new URL('/portal', shown).href }
}

type Urls = Awaited<ReturnType<typeof listenAll>>

/** Sends webhooks and looks after the rest from here on, until it is stopped. */
function running(
  { settings, log, opened, state }: { settings: Settings; log: Logger; opened: Opened; state: ServerState },
  { server, backstage, webhooks, callers, ledger, requests, troubles, files, api, close }: Assembled,
  { url, operatorUrl, portalUrl }: Urls,
): ServerHandle {
  const { home, database, secrets, seal, told, readiness, sealing } = opened
  const sender = webhooks.send()
  const tending = upkeep({
    ...{ home, settings, callers, ledger, requests, troubles, files: files.store, readiness, log, secrets },
    ...(sealing === 'former' && { formerSecrets: secrets }),
  })
  const { stopTimeoutMs } = settings
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
    async stop() {
      state.busy = 'stopping'
      await Promise.all([server, backstage].map(each => each && drain(each, stopTimeoutMs)))
      await within(stopTimeoutMs, Promise.all([tending.stop(), sender.stop(stopTimeoutMs)]))
      await close()
      await home.close()
      if (told)
        await within(
          stopTimeoutMs,
          told.stop().catch(() => {}),
        )
    },
  }
}

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
