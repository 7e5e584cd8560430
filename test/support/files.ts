// A file store for a test server: a folder of its own unless the test gives another store, with a clock to turn.
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Database } from '../../src/database/database.ts'
import { type Secrets, secretsOf } from '../../src/encryption/secret.ts'
import { diskStore } from '../../src/files/disk.ts'
import { type FileIntake, fileIntake } from '../../src/files/intake.ts'
import { type Files, openFiles } from '../../src/files/open-files.ts'
import type { FileStore } from '../../src/files/store.ts'

export type FilesGiven = {
  store?: FileStore
  now?: () => Date
  secrets?: readonly string[]
  trustedProxies?: readonly string[]
}

export type TestFiles = Files & {
  intake: FileIntake
  /** Where the load file would lie; paths start here. */
  folder: string
  /** Where content lies, unless the test gave a store. */
  content: string
  troubles: unknown[]
  secrets: Secrets
}

export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-files-'))
  after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** What this process has open under a folder. */
export async function openUnder(folder: string): Promise<string[]> {
  const places = (await readdir('/proc/self/fd')).map(fd => readlink(`/proc/self/fd/${fd}`).catch(() => ''))
  return (await Promise.all(places)).filter(place => place.startsWith(folder))
}

export async function testFiles(
  database: Database,
  base: () => string,
  { store, now, secrets = ['the master secret of all the tests'], trustedProxies = [] }: FilesGiven = {},
): Promise<TestFiles> {
  const folder = await testFolder()
  const content = join(await testFolder(), 'files')
  const derived = secretsOf(secrets)
  const troubles: unknown[] = []
  const files = openFiles({
    database,
    store: store ?? diskStore(content),
    keys: { sign: () => derived.secretFor('file-links'), accept: derived.acceptedFor('file-links') },
    base,
    trustedProxies,
    ...(now && { now }),
    trouble: error => troubles.push(error),
  })
  return { ...files, intake: fileIntake(files.store, folder), folder, content, troubles, secrets: derived }
}
