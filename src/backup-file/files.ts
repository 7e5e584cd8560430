// The files of a backup: read from their folder, and written into one beside it that takes its place only when
// the database has the records that belong to them.
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BackupProblem, type StoredFile } from './format.ts'
import type { BackupWriter } from './writer.ts'

const pieceBytes = 256 * 1024

export async function backUpFiles(writer: BackupWriter, folder: string, wrote: () => void): Promise<void> {
  for await (const path of filesIn(folder, '')) {
    const file = await open(join(folder, path), constants.O_RDONLY | constants.O_NOFOLLOW).catch(absent)
    if (!file) continue
    try {
      await writeFile(writer, path, file)
    } finally {
      await file.close()
    }
    writer.counts.files++
    wrote()
  }
}

/** Ordinary files only; one that is removed meanwhile is left out. */
async function* filesIn(folder: string, under: string): AsyncGenerator<string> {
  const entries = await opendir(join(folder, under)).catch(absent)
  if (!entries) return
  for await (const entry of entries) {
    const path = under === '' ? entry.name : `${under}/${entry.name}`
    if (entry.isDirectory()) yield* filesIn(folder, path)
    else if (entry.isFile()) yield path
  }
}

async function writeFile(writer: BackupWriter, path: string, file: FileHandle): Promise<void> {
  const { mode } = await file.stat()
  await writer.line({ file: path, mode: mode & 0o777 } satisfies StoredFile)
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes)
    await writer.bytes(`${bytesRead}\n`)
    if (bytesRead === 0) return
    await writer.bytes(buffer.subarray(0, bytesRead))
  }
}

export type RestoredFiles = ReturnType<typeof restoredFiles>

export function restoredFiles(folder: string) {
  const fresh = `${folder}.restoring`
  const former = `${folder}.before-restore`
  let hasBegun = false
  const remove = (path: string) => rm(path, { recursive: true, force: true })
  return {
    async begin(replace: boolean): Promise<void> {
      const entries = await readdir(folder).catch(absent)
      if (!replace && entries && entries.length > 0)
        throw new BackupProblem(`There are files in ${folder} already; --replace throws them away`)
      hasBegun = true
      await remove(fresh)
      await mkdir(fresh, { recursive: true, mode: 0o700 })
    },

    async write({ file: path, mode }: StoredFile, pieces: AsyncIterable<Buffer>): Promise<void> {
      if (!staysInside(path))
        throw new BackupProblem(
          'This backup has a file whose place is outside its folder. Nothing was changed.',
        )
      const target = join(fresh, path)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      const file = await open(target, 'wx', 0o600)
      try {
        for await (const piece of pieces) await file.writeFile(piece)
        await file.chmod(mode)
        await file.sync()
      } finally {
        await file.close()
      }
    },

    /** The old folder is kept until the new one is in its place. */
    async place(): Promise<void> {
      try {
        if (await stat(folder).catch(absent)) {
          await remove(former)
          await rename(folder, former)
        }
        await rename(fresh, folder)
        await remove(former)
      } catch (error) {
        throw new BackupProblem(
          `The database is restored, but its files are still in ${fresh} (${(error as { code?: string }).code}); move them to ${folder}`,
        )
      }
    },

    async discard(): Promise<void> {
      if (hasBegun) await remove(fresh)
    },
  }
}

const staysInside = (path: string) =>
  !path.includes('\0') && path.split('/').every(part => part !== '' && part !== '.' && part !== '..')

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
