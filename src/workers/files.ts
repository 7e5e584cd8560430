// The files of somebody who is to be added: put into the store before the transaction that names them, and taken
// out again where nothing came of it. What a crash leaves in between, the sweep finds.
import { setImmediate as turn } from 'node:timers/promises'
import type { Newcomer, Upload } from '../api/create-worker/people.ts'
import type { FileStore } from '../files/store.ts'
import { newStorageKey } from '../files/store.ts'
import { newId } from '../formats/id.ts'
import { Problem } from '../problem.ts'
import type { FileRow } from '../store/records/file-rows.ts'

/** Of each paper its files, in order. */
export type PaperFiles = readonly (readonly FileRow[])[]

export type PutFiles = (newcomer: Newcomer) => Promise<PaperFiles>

/** So many creations store files at a time: each takes the main thread a little, and ten would take it all. */
const atOnce = 2

/** `trouble` is told why files could not be stored; who sent them is not. */
export function filePutter(store: FileStore, trouble: (error: unknown) => void): PutFiles {
  const lanes: Promise<unknown>[] = Array.from({ length: atOnce }, () => Promise.resolve())
  let next = 0
  return newcomer => {
    if (newcomer.papers.every(({ files }) => files.length === 0))
      return Promise.resolve(newcomer.papers.map(() => []))
    const lane = next++ % atOnce
    const mine = lanes[lane]!.then(() => putAll(store, newcomer, trouble))
    lanes[lane] = mine.catch(() => {})
    return mine
  }
}

async function putAll(
  store: FileStore,
  { papers }: Newcomer,
  trouble: (error: unknown) => void,
): Promise<PaperFiles> {
  const put: FileRow[][] = []
  try {
    for (const { files } of papers) {
      const rows: FileRow[] = []
      put.push(rows)
      for (const file of files) rows.push(await putFile(store, file))
    }
    return put
  } catch (error) {
    await removeFiles(store, put)
    trouble(error)
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

/** Hashing twenty megabytes at a time would hold up everybody else. */
async function* inPieces(bytes: Buffer): AsyncIterable<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield bytes.subarray(at, at + pieceBytes)
    await turn()
  }
}

/** Only where it is certain that no row names them. */
export async function removeFiles(store: FileStore, files: PaperFiles): Promise<void> {
  for (const { storageKey } of files.flat()) await store.remove(storageKey).catch(() => {})
}
