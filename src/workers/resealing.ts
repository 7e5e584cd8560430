// Encrypts stored values again with the master secret in use: after it was changed, and once for what an older Muster
// stored unencrypted. Until then both secrets are accepted, and hashes of both are searched for.

import { knowByDocuments, personIn } from '../api/rules/worker-identity.ts'
import type { StoredWorker } from '../api/shapes/worker.ts'
import type { Database, Statements, Transaction } from '../database/database.ts'
import {
  currentSecret,
  holdSecret,
  openBytes,
  sealBytes,
  sealOf,
  secretFingerprints,
} from '../encryption/sealing.ts'
import type { Secrets } from '../encryption/secret.ts'
import { Problem } from '../errors/problem.ts'
import { personFingerprint } from '../matching/person.ts'
import type { RecordType } from '../record-types/record-type.ts'
import { isSealed, type Seal } from '../record-types/seal.ts'
import { instant, integer, list, oneOf, orNull, record, type Static, text } from '../shape/shape.ts'
import type { StoredRecord } from '../shape/stored.ts'
import { replaceFingerprint } from '../store/people/match-attempts.ts'
import {
  countRecords,
  hasRecords,
  idsAfter,
  readRows,
  rowMaker,
  wholeRecord,
  writeRows,
} from '../store/records/record-rows.ts'
import { writeInBatches } from '../store/schema/maintenance.ts'
import {
  changeSecret,
  noteSealedWith,
  noteSealing,
  replaceSealed,
  sealedAttempts,
  sealedEdition,
  sealedWith,
  sealingEdition,
  sealingProgress,
  secretInUse,
  serversWithout,
} from '../store/writing/sealed-with.ts'

const batchRows = 500

export class SecretProblem extends Error {}

/** Whether everything is sealed with this secret, with the one before it, or some of it not yet; refuses a secret that
 * the database was not sealed with. */
export async function sealingState(
  db: Statements,
  types: readonly RecordType[],
  secrets: Secrets,
): Promise<'current' | 'former' | 'unsealed'> {
  const known = secretFingerprints(secrets)
  const [current] = known
  const noted = await sealedWith(db)
  if (noted !== undefined) {
    const inUse = await secretInUse(db)
    // An older Muster noted one alone.
    if (!inUse) await changeSecret(db, noted)
    const isNew = inUse?.fingerprint ?? noted
    if (!known.includes(noted) || !known.includes(isNew))
      throw new SecretProblem(refusal(known.includes(noted), known.includes(isNew)))
    await currentSecret(db, secrets)
    if (noted !== current || isNew !== current) return 'former'
    return (await sealedEdition(db)) === sealingEdition ? 'current' : 'unsealed'
  }
  const sealing = types.filter(type => Object.keys(type.sealed).length > 0)
  if (await hasRecords(db, sealing)) return 'unsealed'
  await noteSealedWith(db, current!)
  return 'current'
}

function refusal(opensFormer: boolean, opensNew: boolean): string {
  if (opensFormer)
    return 'This database is being changed over to another master secret. Give that one in MUSTER_SECRET, and this one in MUSTER_SECRET_OLD'
  if (opensNew)
    return 'This database is still being changed over to this master secret. Name the one before in MUSTER_SECRET_OLD until a server logs that everything is sealed with the present one'
  return 'This database was sealed with another master secret. Give that one (MUSTER_SECRET, or the file "secret" of its data folder), or name it in MUSTER_SECRET_OLD to change over'
}

export const SecretRotation = record({
  /** `waiting` for servers that do not accept the new secret yet; `changing` while records are sealed anew with it. */
  state: oneOf('current', 'waiting', 'changing'),
  servers: list(text),
  done: integer,
  total: integer,
  since: orNull(instant),
})

/** How far the change to the master secret that this server was given first has come. */
export async function secretRotation(
  db: Statements,
  secrets: Secrets,
): Promise<Static<typeof SecretRotation>> {
  const [wanted] = secretFingerprints(secrets)
  const [noted, inUse] = [await sealedWith(db), await secretInUse(db)]
  const none = { servers: [], done: 0, total: 0, since: null }
  if (noted === wanted && (inUse?.fingerprint ?? wanted) === wanted) return { state: 'current', ...none }
  if (inUse?.fingerprint !== wanted)
    return { state: 'waiting', ...none, servers: await serversWithout(db, wanted!) }
  return { state: 'changing', ...none, ...(await sealingProgress(db)) }
}

type ResealOptions = {
  stopped(): boolean
  rest(): Promise<void>
  log: { info(about: object, words: string): void; warn(about: object, words: string): void }
}

/** Takes the secret that the settings give first into use, once every running server accepts it: one that does not would
 * take whoever is sealed with it for unknown. False where others are changing over to the other one. */
export async function changeOver(
  database: Database,
  secrets: Secrets,
  { stopped, rest, log }: ResealOptions,
): Promise<boolean> {
  const [wanted] = secretFingerprints(secrets)
  let told = ''
  while (!stopped()) {
    const [noted, inUse] = [await sealedWith(database), await secretInUse(database)]
    if (inUse?.fingerprint === wanted) return true
    if (inUse?.fingerprint !== noted) return false
    const waiting = await serversWithout(database, wanted!)
    if (waiting.length === 0) {
      await changeSecret(database, wanted!)
      return true
    }
    if (told !== waiting.join()) {
      told = waiting.join()
      log.warn(
        { servers: waiting },
        'the master secret is changed once these servers accept the new one too; until then they and this one use the one before',
      )
    }
    await rest()
  }
  return false
}

export async function resealAll(
  database: Database,
  types: readonly RecordType[],
  secrets: Secrets,
  stopped: () => boolean = () => false,
): Promise<void> {
  await changeSecret(database, secretFingerprints(secrets)[0]!)
  await currentSecret(database, secrets)
  const seal = sealOf(secrets)
  const sealing = types.filter(one => Object.keys(one.sealed).length > 0)
  const progress = { done: 0, total: await countRecords(database, sealing), since: new Date().toISOString() }
  await noteSealing(database, progress)
  for (const type of sealing) {
    const batch = async (tx: Transaction, after: string) => {
      const ids = await resealBatch(tx, type, seal, after)
      progress.done += ids.length
      await noteSealing(tx, progress)
      return ids.at(-1)
    }
    await writeInBatches(database, '', batch, stopped)
    if (stopped()) return
  }
  await database.transaction(tx => resealAttempts(tx, secrets))
  await noteSealedWith(database, secretFingerprints(secrets)[0]!)
}

async function resealBatch(tx: Transaction, type: RecordType, seal: Seal, after: string): Promise<string[]> {
  const ids = await idsAfter(tx, type.type, after, batchRows)
  const make = rowMaker(type)
  const fingerprintChanges: [id: string, was: string, is: string][] = []
  const changed = [...(await readRows(tx, type, ids)).values()].flatMap(row => {
    const { record, facts } = wholeRecord(type, row)
    const sealed = sealedAnew(type, { record, facts }, seal)
    if (JSON.stringify(sealed) === JSON.stringify(facts)) return []
    if (type.type === 'worker')
      fingerprintChanges.push([
        row.id,
        storedFingerprint({ record, facts }),
        storedFingerprint({ record, facts: sealed }),
      ])
    return [{ row: make(row.id, row.nanoid, { record, facts: sealed }), fresh: false, narrow: false }]
  })
  await writeRows(tx, type, changed)
  for (const [id, was, is] of fingerprintChanges) await replaceFingerprint(tx, id, was, is)
  return ids
}

/** The keys of what endpoints are sealed with. */
export const endpointKeys = (secrets: Secrets) => ({
  async seal(tx: Statements) {
    await holdSecret(tx, secrets)
    return secrets.secretFor('encryption')
  },
  open: secrets.givenFor('encryption'),
})

const storedFingerprint = (worker: StoredRecord) => personFingerprint(personIn(worker as StoredWorker))

function sealedAnew(type: RecordType, { record, facts }: StoredRecord, seal: Seal): StoredRecord['facts'] {
  const sealed = { ...facts }
  if (type.type === 'worker') knowByDocuments({ record, facts: sealed } as StoredRecord as StoredWorker)
  for (const [name, read] of Object.entries(type.sealed)) {
    const value = sealed[name] as string | string[] | undefined
    if (value === undefined) continue
    const again = (text: string) => {
      const plain = isSealed(text) ? ifOpened(() => seal.open(text)) : text
      return plain === undefined ? text : seal.close(read(plain))
    }
    sealed[name] = Array.isArray(value) ? value.map(again) : again(value)
  }
  return sealed
}

async function resealAttempts(tx: Transaction, secrets: Secrets): Promise<void> {
  for (const { id, sealed } of await sealedAttempts(tx)) {
    const plain = ifOpened(() => openBytes(secrets, Buffer.from(sealed)))
    if (plain) await replaceSealed(tx, id, sealBytes(secrets, plain))
  }
}

/** What was sealed with a lost secret stays as it is. */
function ifOpened<T>(open: () => T): T | undefined {
  try {
    return open()
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
