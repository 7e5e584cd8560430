// The cluster's folder and its password: found, checked or created; knows nothing of running servers.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Account, accountFor, type Binaries, findBinaries, giveFolder } from './binaries.ts'
import { clusterOwner, passwordFile } from './connection.ts'
import { EmbeddedUnavailable, ignoreCodes, sharedMemoryAdvice, useAnother } from './errors.ts'
import { loginRounds, quietRole } from './tuning.ts'

export type Cluster = { folder: string; binaries: Binaries; account: Account | undefined }

const major = '18'
const abandonedMs = 10 * 60_000

export const clusterFolder = (data: string): string => join(data, `postgres-${major}`)

/** What PostgreSQL is told as its folder. Root's data folder may be closed to the account that PostgreSQL runs as; started
 * inside its own folder it needs no way in, and it never leaves that folder. */
export const folderSeenBy = (account: Account | undefined, folder: string): string =>
  account ? '/proc/self/cwd' : folder

export async function findOrCreateCluster(data: string, say: (line: string) => void): Promise<Cluster> {
  await mkdir(data, { recursive: true, mode: 0o700 })
  await sweep(data)
  const folder = clusterFolder(data)
  const account = await accountFor(folder)
  const binaries = await findBinaries(account)
  const cluster = { folder, binaries, account }
  if (!(await hasContents(folder))) {
    await refuseOtherMajor(data)
    say(`Creating the database in ${folder}`)
    await create(data, cluster)
  }
  await refuseOtherVersion(folder)
  await refuseOtherOwner(folder)
  await mendCopy(cluster)
  return cluster
}

async function hasContents(folder: string): Promise<boolean> {
  const entries = await readdir(folder).catch(ignoreCodes('ENOENT'))
  return entries !== undefined && entries.length > 0
}

const steps =
  'start the Muster that wrote it, run `muster backup FILE` there, move that folder away, then run `muster restore FILE` here'

async function refuseOtherMajor(data: string): Promise<void> {
  const other = (await readdir(data)).find(
    name => /^postgres-\d+$/.test(name) && name !== `postgres-${major}`,
  )
  if (!other) return
  throw new EmbeddedUnavailable(
    `${join(data, other)} is of another PostgreSQL version than ${major}: ${steps}.`,
  )
}

async function refuseOtherVersion(folder: string): Promise<void> {
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(ignoreCodes('ENOENT')))?.trim()
  if (version === major) return
  const what = version
    ? `holds data of PostgreSQL ${version}, not ${major}`
    : 'is not a PostgreSQL data folder'
  throw new EmbeddedUnavailable(
    `${folder} ${what}: ${version ? steps : 'move it away or choose another data folder'}.`,
  )
}

async function refuseOtherOwner(folder: string): Promise<void> {
  const { uid } = await stat(folder)
  const self = process.getuid?.()
  if (self === 0 || uid === self) return
  throw new EmbeddedUnavailable(
    `${folder} belongs to another user (uid ${uid}): run Muster as the user that created it.`,
  )
}

// A folder copied by hand has often lost its owner and mode, and PostgreSQL insists on both.
async function mendCopy({ folder, account }: Cluster): Promise<void> {
  const { uid, mode } = await stat(folder)
  if (account && uid === 0) await giveFolder(folder, account)
  if ((mode & 0o777) !== 0o700) await chmod(folder, 0o700)
}

// The folder gets its name only when it is complete, with the password that is already in its file.
async function create(data: string, cluster: Cluster): Promise<void> {
  const password = await claimPassword(data)
  const draft = await mkdtemp(`${cluster.folder}.new-`)
  try {
    const folder = join(draft, 'cluster')
    await mkdir(folder, { mode: 0o700 })
    await writeDurably(join(draft, 'password'), password)
    if (cluster.account) await giveFolder(draft, cluster.account)
    await initialise({ ...cluster, folder })
    // Another start that was faster has left a folder with contents, and that one counts.
    await rename(folder, cluster.folder).catch(ignoreCodes('ENOTEMPTY', 'EEXIST'))
    await sync(data)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function initialise(cluster: Cluster): Promise<void> {
  const seen = folderSeenBy(cluster.account, cluster.folder)
  const rounds = `--set=scram_iterations=${loginRounds}`
  const login = [`--username=${clusterOwner}`, '--pwfile=../password', '--auth=scram-sha-256', rounds]
  const locale = ['--encoding=UTF8', '--locale=C', '--no-instructions']
  await run(cluster, cluster.binaries.initdb, ['-D', seen, ...login, ...locale], '')
  const statements = [`create database ${clusterOwner}`, quietRole(clusterOwner)]
  const single = ['--single', '-D', seen, '-c', 'exit_on_error=on', 'postgres']
  await run(cluster, cluster.binaries.postgres, single, `${statements.join('\n')}\n`)
}

async function run(cluster: Cluster, program: string, args: string[], input: string): Promise<void> {
  const child = spawn(program, args, {
    cwd: cluster.folder,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    ...cluster.account,
  })
  child.stdin.on('error', () => {}).end(input)
  child.stdout.resume()
  const [errors, code] = await Promise.all([
    text(child.stderr),
    new Promise((resolve, reject) => child.once('error', reject).once('close', resolve)),
  ])
  if (code === 0) return
  const advice = sharedMemoryAdvice(errors) ?? `Put this right or ${useAnother}.`
  throw new EmbeddedUnavailable(
    `The database could not be created in ${cluster.folder}. ${advice}\n${errors.trim()}`,
  )
}

// The first password that is complete stays for good, whoever wrote it, so that every cluster made later fits it.
async function claimPassword(data: string): Promise<string> {
  const file = passwordFile(data)
  const draft = `${file}.new-${randomBytes(6).toString('hex')}`
  await writeDurably(draft, randomBytes(24).toString('base64url'))
  await link(draft, file).catch(ignoreCodes('EEXIST'))
  await rm(draft)
  await sync(data)
  return readFile(file, 'utf8')
}

async function writeDurably(file: string, contents: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  await handle.writeFile(contents)
  await handle.sync()
  await handle.close()
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

// Removes what a killed start left behind.
async function sweep(data: string): Promise<void> {
  for (const name of await readdir(data)) {
    if (!/^postgres-(\d+|password)\.new-/.test(name)) continue
    const path = join(data, name)
    const { mtimeMs } = (await stat(path).catch(ignoreCodes('ENOENT'))) ?? { mtimeMs: Date.now() }
    if (Date.now() - mtimeMs > abandonedMs) await rm(path, { recursive: true, force: true })
  }
}
