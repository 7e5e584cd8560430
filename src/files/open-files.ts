// Everything a server needs of files, put together: the store that the settings name, links into it, and the
// path that serves them.
import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import type { Handler } from '../http/surface.ts'
import type { S3Settings } from '../settings/settings.ts'
import { installationOf } from '../store/writing/file-rows.ts'
import { diskStore } from './disk.ts'
import { type FileLinks, fileLinks, type Keys } from './links.ts'
import { s3Store } from './s3.ts'
import { fileServing } from './serving.ts'
import type { FileStore } from './store.ts'

type StoreSettings = { data: string; s3: S3Settings | undefined }

/** The part of the store that belongs to this database, which must be prepared. */
export async function openFileStore({ data, s3 }: StoreSettings, database: Database): Promise<FileStore> {
  const own = await installationOf(database)
  return s3 ? s3Store({ ...s3, prefix: `${s3.prefix}${own}/` }) : diskStore(join(data, 'files', own))
}

export type Files = { store: FileStore; links: FileLinks; serving: Handler }

type FilesOptions = {
  database: Database
  store: FileStore
  keys: Keys
  /** Where clients find /files. */
  base(): string
  trustedProxies: readonly string[]
  now?(): Date
  trouble(error: unknown): void
}

export function openFiles({ now = () => new Date(), ...options }: FilesOptions): Files {
  const links = fileLinks(options.keys, options.base, now)
  return { store: options.store, links, serving: fileServing({ ...options, links, now }) }
}
