// Files and folders that commands write: refused in one sentence before anything is done, and written whole or not at
// all.
import { constants, createWriteStream } from 'node:fs'
import { access, mkdtemp, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { CliProblem, exitCodes } from './command.ts'
import type { WriteTarget } from './declaration.ts'

const refused = (message: string) => new CliProblem(message, exitCodes.notAllowed)

const reasons: Record<string, string> = {
  EROFS: 'the file system is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOTDIR: 'part of its path is not a folder',
}

/** Refuses what could not be written; a file that is there stays as it is. */
export async function requireWritable(path: string, kind: WriteTarget): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found && kind !== 'file') throw refused(`There is a ${path} already; choose another name`)
  if (found?.isDirectory()) throw refused(`${path} cannot be written: it is a folder; name a file`)
  const folder = dirname(resolve(path))
  try {
    if (found) await access(path, constants.W_OK)
    // A device or a pipe, which nothing is put beside.
    if (found && !found.isFile()) return
    await rmdir(await mkdtemp(join(folder, '.muster-')))
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? `there is no folder ${folder}` : (reasons[code] ?? message)
    throw refused(`${path} cannot be written: ${reason}`)
  }
}

/** The file gets its name only once it is complete; it holds personal data, so only its owner may read it. */
export async function writeWhole<T>(file: string, write: (to: Writable) => Promise<T>): Promise<T> {
  const found = await stat(file).catch(() => undefined)
  if (found && !found.isFile()) return write(createWriteStream(file))
  const partial = `${file}.partial`
  try {
    const result = await write(createWriteStream(partial, { mode: 0o600, flush: true }))
    await rename(partial, file)
    return result
  } finally {
    await rm(partial, { force: true })
  }
}
