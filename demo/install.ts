// Loads the demo programme into an empty database, once, keeps a company key and an agency key for it, and sends workers
// with the latter that may be known already.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WorkerCreation } from '../src/api/create-worker/new-worker.ts'
import { recordTypes } from '../src/api/index.ts'
import { scopesFor } from '../src/api/scopes.ts'
import type { Database } from '../src/database/database.ts'
import { fileIntake } from '../src/files/intake.ts'
import type { FileStore } from '../src/files/store.ts'
import { load } from '../src/load/load.ts'
import { LoadedOwners } from '../src/load/loaded-owners.ts'
import type { Seal } from '../src/record-types/seal.ts'
import { countOf } from '../src/store/figures/figures.ts'
import { createKey, listKeys, unknownOwners } from '../src/store/keys/keys.ts'
import { noteFreshness } from '../src/store/writing/freshness.ts'
import { demoKeys, demoProgramme, type ProgrammeOptions } from './programme.ts'
import { newcomers } from './workers.ts'

/** Where progress is reported. */
type Output = { say(line: string): void; progress(line: string): void }

export type Demo = { baseUrl: string; companyKey: string; agencyKey: string }

export async function loadDemo(
  running: {
    database: Database
    files: FileStore
    seal: Seal
    workerCreation: WorkerCreation
    baseUrl: string
  },
  settings: { data: string },
  output: Output,
  options: ProgrammeOptions = {},
): Promise<Demo | undefined> {
  const { database, files, seal, workerCreation, baseUrl } = running
  const path = join(settings.data, 'demo.json')
  const known = await readDemo(path)
  if (known && (await isKnown(database, known))) return save(path, { ...known, baseUrl })
  const { look, sent } = newcomers(demoKeys.agency[0]!)
  if ((await countOf(database, 'company')) === 0) {
    output.say('Loading the demo programme')
    const loaded = new LoadedOwners()
    await load(database, recordTypes, lines(new Date(), options, look), {
      files: fileIntake(files, undefined),
      seal,
      loaded,
      progress: state =>
        output.progress(`Loading the demo programme: ${state.lines.toLocaleString('en-GB')} records`),
      onRejection: ({ line, path, reason }) => {
        throw new Error(`The demo programme is wrong at line ${line}, ${path}: ${reason}`)
      },
    })
    await noteFreshness(database, loaded.all(), 'demo')
  } else if (!(await hasDemoOwners(database))) return undefined
  const newKey = (kind: 'company' | 'agency') =>
    createKey(database, { kind, owners: demoKeys[kind], name: `Demo ${kind} key`, scopes: scopesFor(kind) })
  const { secret: companyKey } = await newKey('company')
  const { secret: agencyKey, key } = await newKey('agency')
  const adding = { caller: { keyId: key.id }, agency: demoKeys.agency[0]! }
  for (const worker of sent())
    await workerCreation.add(worker, adding).catch(error => {
      if (error.code !== 'WORKER_MATCH_REQUIRES_REVIEW') throw error
    })
  return save(path, { baseUrl, companyKey, agencyKey })
}

type Look = ReturnType<typeof newcomers>['look']

async function* lines(today: Date, options: ProgrammeOptions, look: Look): AsyncIterable<Buffer> {
  for (const line of demoProgramme(today, options)) {
    look(line)
    yield Buffer.from(`${JSON.stringify(line)}\n`)
  }
}

async function readDemo(path: string): Promise<Demo | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}

async function isKnown(database: Database, demo: Demo): Promise<boolean> {
  const found = await Promise.all([listKeys(database, demo.companyKey), listKeys(database, demo.agencyKey)])
  return found.every(keys => keys[0]?.state === 'active')
}

async function hasDemoOwners(database: Database): Promise<boolean> {
  const missing = [
    ...(await unknownOwners(database, 'company', demoKeys.company)),
    ...(await unknownOwners(database, 'agency', demoKeys.agency)),
  ]
  return missing.length === 0
}

async function save(path: string, demo: Demo): Promise<Demo> {
  await writeFile(path, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  return demo
}
