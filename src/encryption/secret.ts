// The master secret of an installation, and the keys derived from it for each purpose; nothing uses the secret itself.
// With the embedded database it is made on the first start, in the file `secret` of the data folder; with DATABASE_URL it
// must be given, the same to every server. To change it, give the new one and name the previous one in MUSTER_SECRET_OLD:
// both are accepted, and the database says which is in use.
import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ownFolder } from '../settings/data-folder.ts'
import { SettingError } from '../settings/settings.ts'

type KeyPurpose = 'encryption' | 'keyed-hash' | 'file-links' | 'sign-in' | 'tokens'

export type Secrets = {
  /** Of the one in use: for what is sealed and signed. */
  secretFor(purpose: KeyPurpose): KeyObject
  /** The one in use, then the other where there is one: for verifying, decrypting and looking up. */
  acceptedFor(purpose: KeyPurpose): readonly KeyObject[]
  /** As the settings give them, whichever is in use. */
  givenFor(purpose: KeyPurpose): readonly KeyObject[]
  /** Takes the one at this place of the settings into use. The database counts such changes: what was read of it earlier,
   * and comes later, changes nothing. */
  use(place: number, turn: number): void
}

type SecretSettings = {
  databaseUrl: string | undefined
  data: string
  secret: string | undefined
  oldSecret: string | undefined
}

export async function readSecrets(settings: SecretSettings): Promise<Secrets> {
  const masters = [settings.secret ?? (await masterOf(settings))]
  if (settings.oldSecret !== undefined) masters.push(settings.oldSecret)
  return secretsOf(masters)
}

/** Keys from master secrets; the first is in use until the database says otherwise. */
export function secretsOf(masters: readonly string[]): Secrets {
  const known = new Map<KeyPurpose, readonly KeyObject[]>()
  const inUse = { place: 0, turn: -1 }
  const givenFor = (purpose: KeyPurpose) => {
    const held = known.get(purpose) ?? masters.map(master => derived(master, purpose))
    known.set(purpose, held)
    return held
  }
  const acceptedFor = (purpose: KeyPurpose) =>
    inUse.place === 0 ? givenFor(purpose) : givenFor(purpose).toReversed()
  return {
    givenFor,
    acceptedFor,
    secretFor: purpose => givenFor(purpose)[inUse.place]!,
    use(place, turn) {
      if (turn >= inUse.turn) Object.assign(inUse, { place, turn })
    },
  }
}

function derived(master: string, purpose: KeyPurpose): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', master, '', `muster ${purpose} v1`, 32)))
}

async function masterOf({ databaseUrl, data }: SecretSettings): Promise<string> {
  if (databaseUrl !== undefined)
    throw new SettingError(
      'MUSTER_SECRET is required with DATABASE_URL; "openssl rand -base64 32" makes one, and every server on this database needs the same',
    )
  const path = join(data, 'secret')
  const text = (await readIfThere(path)) ?? (await made(data, path))
  if (text.length >= 32) return text
  throw new SettingError(`The file ${path} does not hold a secret; restore it from where you keep a copy`)
}

const readIfThere = (path: string) =>
  readFile(path, 'utf8').then(
    text => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
      return undefined
    },
  )

/** Whoever links first wins, so that two processes that start together agree. */
async function made(data: string, path: string): Promise<string> {
  await ownFolder(data)
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  try {
    await writeSynced(draft, `${randomBytes(32).toString('base64')}\n`)
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  const folder = await open(data)
  await folder.sync().finally(() => folder.close())
  return (await readIfThere(path)) ?? ''
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
