// PostgreSQL's main process: started, recognised, stopped; asks the kernel and the lock files, never the database.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { type FileHandle, link, open, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, folderSeenBy } from './cluster.ts'
import { EmbeddedUnavailable } from './errors.ts'
import { commandLineOf, runningProcesses } from './processes.ts'
import { settingsFor } from './tuning.ts'

const largestLogBytes = 4 * 1024 * 1024
const fastShutdownMs = 60_000
const immediateShutdownMs = 15_000

/** A start of the postmaster: `ended` says how it ended, once it has. */
export type Launch = { pid: number | undefined; ended: string | undefined; logFrom: number }

/** A process of glibc keeps so much of the memory that it is done with. It would give back each group of an export and
 * have the next one's cleared again, a sixth of what the export takes PostgreSQL. */
const keptBytes = String(8 * 1024 * 1024)
const keptMemory = { MALLOC_MMAP_THRESHOLD_: keptBytes, MALLOC_TRIM_THRESHOLD_: keptBytes }

/** It inherits the lock of its folder, and so do its children. */
export async function launchPostmaster(cluster: Cluster, logFile: string, lock: FileHandle): Promise<Launch> {
  const { bavail, bsize } = await statfs(cluster.folder)
  const settings = Object.entries(settingsFor(await nameOf(cluster.folder), bavail * bsize))
  const args = ['-D', folderSeenBy(cluster.account, cluster.folder)]
  for (const [name, value] of settings) args.push('-c', `${name}=${value}`)
  const log = await open(logFile, 'a', 0o600)
  try {
    if ((await log.stat()).size > largestLogBytes) await log.truncate()
    const logFrom = (await log.stat()).size
    // Detached: Ctrl-C in the terminal reaches the server, which then stops the database when it is ready to.
    const child = spawn(cluster.binaries.postgres, args, {
      cwd: cluster.folder,
      detached: true,
      env: { LC_ALL: 'C', TZ: 'UTC', ...keptMemory },
      stdio: ['ignore', log.fd, log.fd, lock.fd],
      ...cluster.account,
    })
    const start: Launch = { pid: child.pid, ended: undefined, logFrom }
    child.once('error', error => (start.ended = error.message))
    child.once('exit', (code, signal) => (start.ended = signal ?? `exit code ${code}`))
    child.unref()
    return start
  } finally {
    await log.close()
  }
}

/** `taken`: a PostgreSQL runs on the folder, wherever. `why`: this machine or this disk has no such locks. */
type FolderLock = { file: FileHandle; why?: string } | 'taken'

/** The lock of a cluster's folder, which the kernel keeps for as long as any process of its PostgreSQL lives: the number in
 * PostgreSQL's own lock file means nothing in another container or on another machine. It belongs to the open file: whoever inherits it holds it too, and it ends with the last of them. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  if (process.platform === 'darwin') return openLocked(`${folder}.lock`)
  const file = await open(`${folder}.lock`, 'a', 0o600)
  const outcome = await locked(file)
  if (outcome === 'taken') {
    await file.close()
    return 'taken'
  }
  return { file, ...(outcome !== 'ours' && { why: outcome }) }
}

/** Node has no call for it; the program is part of every common Linux. */
async function locked(file: FileHandle): Promise<string> {
  const child = spawn('flock', ['-x', '-n', '3'], { stdio: ['ignore', 'ignore', 'pipe', file.fd] })
  try {
    const [errors, [code]] = await Promise.all([text(child.stderr!), once(child, 'close')])
    if (code === 0) return 'ours'
    return code === 1 && errors === '' ? 'taken' : errors.trim() || `flock ended with ${code}`
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return 'the program flock, of util-linux, is missing'
  }
}

/** O_EXLOCK of macOS, where a file is opened and locked in one call; Node has no name for it. */
const exclusiveLock = 0x20

async function openLocked(path: string): Promise<FolderLock> {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK } = constants
  const flags = O_WRONLY | O_APPEND | O_CREAT
  try {
    return { file: await open(path, flags | O_NONBLOCK | exclusiveLock, 0o600) }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EAGAIN') return 'taken'
    if (code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error
    return { file: await open(path, flags, 0o600), why: 'its disk has no locks' }
  }
}

/** The live postmaster of this folder, however it was started. */
export async function postmasterOf(folder: string): Promise<number | undefined> {
  const pid = await pidIn(join(folder, 'postmaster.pid'))
  return pid && isPostmaster(await commandLineOf(pid), await nameOf(folder)) ? pid : undefined
}

/** PostgreSQL takes its lock files for valid as long as any process has the number in them. After a crash that may be a
 * stranger's, and then it would never start again. */
export async function clearStaleLocks(folder: string): Promise<void> {
  const name = await nameOf(folder)
  for (const lock of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    const file = join(folder, lock)
    const pid = await pidIn(file)
    if (pid === undefined) continue
    const stale = pid === 0 ? await isOld(file) : isStranger(await commandLineOf(pid), name)
    if (stale) await remove(file, pid)
  }
}

// Between the look and the removal another start may have put its own file there: that one goes back.
async function remove(file: string, pid: number): Promise<void> {
  const aside = `${file}.stale-${randomBytes(6).toString('hex')}`
  await rename(file, aside).catch(() => undefined)
  if ((await pidIn(aside)) !== pid) await link(aside, file).catch(() => undefined)
  await rm(aside, { force: true })
}

/** Ends what a killed postmaster has left: a busy child holds the shared memory until its query is over. */
export async function endOrphans(folder: string): Promise<void> {
  const name = await nameOf(folder)
  for (const { pid, parent, command } of await runningProcesses()) {
    if (!command.startsWith(`postgres: ${name}: `)) continue
    if (!isPostmaster(await commandLineOf(parent), name)) signal(pid, 'SIGQUIT')
  }
}

/** Fast shutdown; one that takes too long becomes an immediate one, after which the next start recovers. */
export async function stopPostmaster(folder: string): Promise<void> {
  const pid = await postmasterOf(folder)
  if (!pid) return
  const name = await nameOf(folder)
  signal(pid, 'SIGINT')
  if (await hasGone(pid, name, fastShutdownMs)) return
  signal(pid, 'SIGQUIT')
  if (await hasGone(pid, name, immediateShutdownMs)) return
  throw new EmbeddedUnavailable(`PostgreSQL (process ${pid}) in ${folder} does not stop: see its log.`)
}

async function hasGone(pid: number, name: string, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs
  while (Date.now() < deadline) {
    if (!isPostmaster(await commandLineOf(pid), name)) return true
    await sleep(10)
  }
  return false
}

// In the command line of the postmaster and in the titles of its children, where every user may read it.
async function nameOf(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder)
  return `muster-${dev}-${ino}`
}

function isPostmaster(command: string, name: string): boolean {
  return command.split(/[\0 ]/).includes(`cluster_name=${name}`)
}

// A PostgreSQL without our name may have been started by hand on this very folder: not a stranger.
function isStranger(command: string, name: string): boolean {
  if (command === '') return false
  const named = /muster-\d+-\d+/.exec(command)?.[0]
  return named ? named !== name : !/^([^\0]*\/)?postgres[\0: ]/.test(command)
}

// 0 for a file that holds no number: its writer was killed, or is about to write it.
async function pidIn(file: string): Promise<number | undefined> {
  const contents = await readFile(file, 'utf8').catch(() => undefined)
  return contents === undefined ? undefined : Number.parseInt(contents, 10) || 0
}

async function isOld(file: string): Promise<boolean> {
  const info = await stat(file).catch(() => undefined)
  return info !== undefined && Date.now() - info.mtimeMs > 1000
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
