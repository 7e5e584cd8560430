// The PostgreSQL that Muster brings along: start it, find it, stop it; must not know what is stored in it.
import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, clusterFolder, findOrCreateCluster } from './cluster.ts'
import { askClusterState, connectionTo, type EmbeddedConnection, easeLogin } from './connection.ts'
import { EmbeddedUnavailable, ignoreCodes, sharedMemoryAdvice, useAnother } from './errors.ts'
import {
  clearStaleLocks,
  endOrphans,
  type Launch,
  launchPostmaster,
  lockFolder,
  postmasterOf,
  stopPostmaster,
} from './postmaster.ts'

export type { EmbeddedConnection } from './connection.ts'
export { EmbeddedUnavailable } from './errors.ts'

type DatabaseStart = { connection: EmbeddedConnection; startedHere: boolean; logFile: string }

/** After a crash in the middle of a load it may have 4 GB of its log to read again. */
const readyWithinMs = 180_000
const patienceMs = 2_000
/** A PostgreSQL that starts in another container listens long before that; of one on another machine nothing is heard. */
const elsewhereMs = 10_000

/** Finds or creates the cluster in `${data}/postgres-18`, starts a postmaster unless one is alive. */
export async function startDatabase(data: string, say: (line: string) => void): Promise<DatabaseStart> {
  const home = resolve(data)
  try {
    const cluster = await findOrCreateCluster(home, say)
    const connection = await connectionTo(home, cluster.folder)
    const logFile = join(home, 'postgres.log')
    const startedHere = await bringUp(cluster, connection, logFile, say)
    if (startedHere) await easeLogin(connection)
    return { connection, startedHere, logFile }
  } catch (error) {
    throw explained(error, home)
  }
}

/** Starts one that went away; where its folder is gone as well, such as with its disk, no empty one takes its place. */
export async function restartDatabase(data: string, say: (line: string) => void): Promise<void> {
  const folder = clusterFolder(resolve(data))
  if (!(await stat(join(folder, 'PG_VERSION')).catch(ignoreCodes('ENOENT'))))
    throw new EmbeddedUnavailable(
      `${folder} is gone, and all records with it: put it back, or stop this server and restore a backup.`,
    )
  await startDatabase(data, say)
}

/** EmbeddedConnection of a postmaster that is alive now, or undefined; waits for one that is still starting. */
export async function runningDatabase(data: string): Promise<EmbeddedConnection | undefined> {
  const home = resolve(data)
  const folder = clusterFolder(home)
  try {
    if (!(await stat(join(folder, 'PG_VERSION')).catch(ignoreCodes('ENOENT')))) return undefined
    const connection = await connectionTo(home, folder)
    const deadline = Date.now() + readyWithinMs
    for (;;) {
      const state = await askClusterState(connection)
      if (state === 'ready') return connection
      if (state === 'down' && !(await postmasterOf(folder))) return undefined
      if (Date.now() > deadline) throw await notReady(join(home, 'postgres.log'), 0)
      await sleep(25)
    }
  } catch (error) {
    throw explained(error, home)
  }
}

/** Fast shutdown, waits until it is gone. No-op when none runs. */
export async function stopDatabase(data: string): Promise<void> {
  const folder = clusterFolder(resolve(data))
  try {
    if (await stat(folder).catch(ignoreCodes('ENOENT'))) await stopPostmaster(folder)
  } catch (error) {
    throw explained(error, folder)
  }
}

// Several processes may do this at once: the folder's lock decides, and the others connect to the winner's.
async function bringUp(
  cluster: Cluster,
  connection: EmbeddedConnection,
  logFile: string,
  say: (line: string) => void,
) {
  const began = Date.now()
  let start: Launch | undefined
  let isTold = false
  let takenSince: number | undefined
  for (;;) {
    const state = await askClusterState(connection)
    const waited = Date.now() - began
    if (state === 'ready')
      return start?.pid !== undefined && start.pid === (await postmasterOf(cluster.folder))
    if (waited > readyWithinMs) throw await notReady(logFile, start?.logFrom ?? 0)
    if (state === 'busy' && waited > patienceMs && !isTold) {
      isTold = true
      say('Waiting for PostgreSQL to recover')
    }
    const running = (start && start.ended === undefined) || (await postmasterOf(cluster.folder))
    const next = state === 'down' && !running && (await relaunch(cluster, logFile, start, say))
    takenSince = next === 'taken' ? (takenSince ?? Date.now()) : undefined
    if (takenSince !== undefined) await waitForTaken(cluster, Date.now() - takenSince)
    if (next && next !== 'taken') start = next
    // Each question that comes too early leaves a line in the log.
    await sleep(Math.min(250, 25 + waited / 10))
  }
}

async function relaunch(
  cluster: Cluster,
  logFile: string,
  failed: Launch | undefined,
  say: (line: string) => void,
): Promise<Launch | 'taken'> {
  if (failed) {
    const lines = await logLines(logFile, failed.logFrom)
    if (!/lock file .* (already exists|is empty)|shared memory block .* in use/.test(lines)) {
      const advice = sharedMemoryAdvice(lines)
      throw new EmbeddedUnavailable(
        `PostgreSQL did not start (${failed.ended}).${advice ? ` ${advice}` : ''} Its log ${logFile} ends:\n${lines}`,
      )
    }
    await sleep(100)
  }
  const lock = await lockFolder(cluster.folder)
  if (lock === 'taken') return lock
  if (lock.why)
    say(
      `Nothing keeps another container or machine that shares ${cluster.folder} from starting a second PostgreSQL on it (${lock.why}): see to it that none does`,
    )
  try {
    await clearStaleLocks(cluster.folder)
    return await launchPostmaster(cluster, logFile, lock.file)
  } finally {
    await lock.file.close()
  }
}

/** A killed postmaster may have left a busy child here; what runs elsewhere is for a person to end. */
async function waitForTaken(cluster: Cluster, takenMs: number): Promise<void> {
  if (takenMs > patienceMs) await endOrphans(cluster.folder)
  if (takenMs > elsewhereMs)
    throw new EmbeddedUnavailable(
      `Another PostgreSQL runs on ${cluster.folder} that cannot be reached from here, in another container or on another machine that shares the folder: stop that one first, or give this Muster a data folder of its own.`,
    )
}

async function notReady(logFile: string, from: number): Promise<EmbeddedUnavailable> {
  const lines = await logLines(logFile, from)
  const advice = 'it may still be recovering, so try again later'
  return new EmbeddedUnavailable(`PostgreSQL is not ready yet, ${advice}; its log ${logFile} ends:\n${lines}`)
}

async function logLines(logFile: string, from: number): Promise<string> {
  const log = await readFile(logFile).catch(() => Buffer.alloc(0))
  return log.subarray(from).toString().trim().split('\n').slice(-15).join('\n')
}

function explained(error: unknown, place: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (error instanceof EmbeddedUnavailable || !/^E[A-Z]+$/.test(code ?? '')) return error
  const advice = `choose a folder this user owns, put this right, or ${useAnother}`
  return new EmbeddedUnavailable(`The embedded PostgreSQL cannot use ${place} (${message}): ${advice}.`, {
    cause: error,
  })
}
