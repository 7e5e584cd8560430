// The files of a new worker's documents: put into the file store before the transaction that names them, and removed
// where it fails. What a crash leaves behind, the sweep finds.
import { setImmediate as turn } from 'node:timers/promises'
import type { NewWorker, Upload } from '../api/create-worker/new-worker.ts'
import { isDiskFull, Problem } from '../errors/problem.ts'
import { type FileStore, newStorageKey } from '../files/store.ts'
import { newId } from '../formats/id.ts'
import type { FileRow } from '../store/writing/file-rows.ts'

/** The files of each document, in order. */
export type DocumentFiles = readonly (readonly FileRow[])[]

export type PutFiles = (worker: NewWorker) => Promise<DocumentFiles>

/** Creations that store files at a time: each takes the main thread a little, and ten would take it all. */
const atOnce = 2

/** `trouble` is told why files could not be stored, which the caller is not. */
export function filePutter(store: FileStore, trouble: (error: unknown) => void): PutFiles {
  const lanes: Promise<unknown>[] = Array.from({ length: atOnce }, () => Promise.resolve())
  let next = 0
  return worker => {
    if (worker.documents.every(({ files }) => files.length === 0))
      return Promise.resolve(worker.documents.map(() => []))
    const lane = next++ % atOnce
    const mine = lanes[lane]!.then(() => putAll(store, worker, trouble))
    lanes[lane] = mine.catch(() => {})
    return mine
  }
}

async function putAll(
  store: FileStore,
  { documents }: NewWorker,
  trouble: (error: unknown) => void,
): Promise<DocumentFiles> {
  const put: FileRow[][] = []
  try {
    for (const { files } of documents) {
      const rows: FileRow[] = []
      put.push(rows)
      for (const file of files) rows.push(await putFile(store, file))
    }
    return put
  } catch (error) {
    await removeFiles(store, put)
    trouble(error)
    // Answered as a full disk is anywhere else.
    if (isDiskFull(error)) throw error
    throw new Problem(
      'STORAGE_ERROR',
      'The files could not be stored just now; nothing was stored, try again',
    )
  }
}

async function putFile(store: FileStore, { fileName, mime, bytes }: Upload): Promise<FileRow> {
  const storageKey = newStorageKey()
  const measured = await store.put(storageKey, inPieces(bytes))
  return { id: newId(), fileName, contentType: mime, ...measured, storageKey }
}

const pieceBytes = 256 * 1024

/** Hashing twenty megabytes in one go would block the event loop. */
async function* inPieces(bytes: Buffer): AsyncIterable<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield bytes.subarray(at, at + pieceBytes)
    await turn()
  }
}

/** Only for files that certainly no row names. */
export async function removeFiles(store: FileStore, files: DocumentFiles): Promise<void> {
  for (const { storageKey } of files.flat()) await store.remove(storageKey).catch(() => {})
}
