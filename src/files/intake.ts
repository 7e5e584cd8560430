// Takes in the content of loaded files: found, checked and measured, and stored where it is new, all before the
// transaction that will name it.
import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { maxFileBytes } from '../formats/data-url.ts'
import { contentFault } from '../formats/file-type.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import { sentence } from '../shape/sentence.ts'
import type { FileRow } from '../store/writing/file-rows.ts'
import type { FileLine } from './file-line.ts'
import { type FileMeasure, type FileStore, FileTooLarge, measuredContent, newStorageKey } from './store.ts'

export type FileIntake = {
  store: FileStore
  /** The row to write for a line. Content that the known row has already is not stored again. */
  take(line: FileLine, known: FileRow | undefined, dryRun: boolean): Promise<FileRow>
}

/** `folder` is where paths start; without one, content must be in the line itself. */
export function fileIntake(store: FileStore, folder: string | undefined): FileIntake {
  return {
    store,
    async take({ id, file: { fileName, contentType, source } }, known, dryRun) {
      const given = 'path' in source ? 'path' : 'base64'
      const content = 'path' in source ? await openInside(folder, source.path) : inLine(source.base64)
      try {
        const bytes = await content.read()
        const fault = contentFault(contentType, bytes)
        if (fault !== undefined) throw new InvalidValue(given, fault, 'give a whole file of its contentType')
        const measured = await measure(bytes)
        const named = { id, fileName, contentType }
        if (known?.sha256 === measured.sha256) return { ...named, ...measured, storageKey: known.storageKey }
        const storageKey = newStorageKey()
        return { ...named, ...(dryRun ? measured : await store.put(storageKey, bytes)), storageKey }
      } catch (error) {
        throw error instanceof FileTooLarge ? tooLarge(given) : error
      } finally {
        await content.close()
      }
    },
  }
}

type HeldFile = { read(): Promise<Buffer>; close(): Promise<void> }

async function measure(bytes: Buffer): Promise<FileMeasure> {
  const { chunks, measured } = measuredContent(bytes)
  for await (const _ of chunks);
  return measured()
}

function inLine(base64: string): HeldFile {
  const bytes = Buffer.from(base64, 'base64')
  return { read: async () => bytes, close: async () => {} }
}

const tooLarge = (given: string) =>
  new InvalidValue(given, `is more than ${maxFileBytes / 1024 / 1024} MiB`, 'make the file smaller')

/** A file inside the folder, wherever links lead: a load must not bring in what lies elsewhere. */
async function openInside(folder: string | undefined, path: string): Promise<HeldFile> {
  if (folder === undefined)
    throw new InvalidValue('path', 'cannot be used here', 'give the content as "base64"')
  const file = await openFound(folder, path).catch((error: NodeJS.ErrnoException) => {
    throw error instanceof InvalidValue ? error : explained(error, path)
  })
  return { read: () => file.readFile(), close: () => file.close() }
}

async function openFound(folder: string, path: string): Promise<FileHandle> {
  const top = await realpath(folder)
  const found = isAbsolute(path) ? '/' : await realpath(resolve(top, path))
  if (relative(top, found).split(sep)[0] === '..')
    throw new InvalidValue(
      'path',
      'leads out of the folder of the load file',
      'put the file beside the load file',
    )
  // Without O_NONBLOCK, opening a named pipe waits for a writer.
  const file = await open(found, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  const state = await file.stat()
  if (state.isFile() && state.size <= maxFileBytes) return file
  await file.close()
  throw state.isFile()
    ? tooLarge('path')
    : new InvalidValue('path', 'is not a file', 'give the path of a file')
}

function explained(error: NodeJS.ErrnoException, path: string): Error {
  if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'].includes(error.code!))
    return new InvalidValue(
      'path',
      sentence`there is no file "${path.slice(0, 200)}"`,
      'paths start at the load file',
    )
  if (error.code === 'EACCES')
    return new InvalidValue(
      'path',
      sentence`the file "${path.slice(0, 200)}" may not be read`,
      'allow it to be read',
    )
  return error
}
