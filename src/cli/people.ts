// `muster people`: everything that is held on one person, put together for them, or erased.
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { recordTypes } from '../api/index.ts'
import { openFileStore } from '../files/open-files.ts'
import type { FileStore } from '../files/store.ts'
import { readSecrets } from '../secret.ts'
import type { Database } from '../store/engine/database.ts'
import { borrowHome, prepare } from '../store/engine/home.ts'
import { commandLine } from '../store/keys/ledger.ts'
import type { FileRow } from '../store/records/file-rows.ts'
import { type ErasureReport, erasePerson } from '../workers/erasure.ts'
import { exportPerson, type PersonExport } from '../workers/person-export.ts'
import { sealingState } from '../workers/resealing.ts'
import { CliProblem, type Command, type CommandCall, count, exit, usage } from './command.ts'
import { personPage } from './people/page.ts'

export const peopleCommand: Command = {
  synopsis: 'people export ID [--to FOLDER] | erase ID [--dry-run] [--by NAME]',
  details: `ID is the worker's id or nanoid.
export ID [--to FOLDER]   a folder with everything: person.json, a page to read (index.html) and the files.
                          Identity numbers are open in it; that it was made is noted (./muster audit).
erase ID                  name, contact, identity, documents, answers and free texts about the worker go from every
                          record, file, attempt, stored answer and delivery. Where timesheets or others need the
                          record, it stays as an erased worker; else it goes whole. It cannot be undone, and later loads
                          cannot bring the worker back. To repeat it does no harm.
erase ID --dry-run        says what would go

docs/personal-data.md says where older backups and PostgreSQL's own pages come in.`,
  examples: [
    './muster people export 65f2… --to for-them',
    './muster people erase 65f2… --dry-run',
    './muster people erase 65f2…',
  ],
  options: { to: { type: 'string' }, by: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  run,
}

type Backend = { call: CommandCall; database: Database; store: FileStore; id: string }

const actions: Record<string, (backend: Backend) => Promise<number>> = { export: runExport, erase: runErase }

async function run(call: CommandCall): Promise<number> {
  const [word = '', id, ...more] = call.arguments
  const action = Object.hasOwn(actions, word) ? actions[word] : undefined
  if (!action || !id || more.length > 0) throw usage('Say what to do, and with whom: people export|erase ID')
  const home = await borrowHome(call.settings, line => call.output.say(line))
  try {
    await prepare(home.database, recordTypes)
    const store = await openFileStore(call.settings, home.database)
    return await action({ call, database: home.database, store, id })
  } finally {
    await home.close()
  }
}

async function runExport({ call, database, store, id }: Backend): Promise<number> {
  const secrets = await readSecrets(call.settings)
  await sealingState(database, recordTypes, secrets)
  const { person, files } = await exportPerson({ database, types: recordTypes, secrets }, id, commandLine)
  const folder = call.option('to') ?? `person-${person.worker.id}`
  await makeFolder(folder)
  const places = await writeFiles(folder, store, files)
  await writeFile(join(folder, 'person.json'), `${JSON.stringify(person, null, 2)}\n`, { mode: 0o600 })
  await writeFile(join(folder, 'index.html'), personPage(person, places), { mode: 0o600 })
  call.output.result({ folder, records: person.records.length, files: files.length }, () =>
    exported(folder, person),
  )
  return exit.ok
}

/** Not into a folder that is there: what lies in it would be given away, too. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST')
      throw new CliProblem(`There is a ${folder} already; choose another with --to`)
    throw error
  })
}

/** Under names of our own making: those that were sent could lead anywhere. */
async function writeFiles(
  folder: string,
  store: FileStore,
  files: readonly FileRow[],
): Promise<Map<string, string>> {
  const places = new Map<string, string>()
  if (files.length > 0) await mkdir(join(folder, 'files'), { mode: 0o700 })
  for (const [index, { id, fileName, storageKey }] of files.entries()) {
    const plain = fileName.replace(/[^\p{L}\p{N}._-]+/gu, '_').replace(/^[._]+/, '')
    const place = `files/${index + 1}-${plain || 'file'}`
    const { stream } = await store.get(storageKey)
    await pipeline(stream, createWriteStream(join(folder, place), { mode: 0o600 }))
    places.set(id, place)
  }
  return places
}

const exported = (folder: string, { records, files, attempts }: PersonExport) =>
  [
    `Everything that is held is in ${folder}: ${count(records.length)} records that name the worker, ${count(files.length)} files, ${count(attempts.length)} attempts.`,
    `Open ${folder}/index.html to read it. Identity numbers are open in it: keep it safe, and delete it once it is given.`,
  ].join('\n')

async function runErase({ call, database, store, id }: Backend): Promise<number> {
  const dryRun = call.flag('dry-run')
  const by = call.option('by') ?? userInfo().username
  const secrets = await readSecrets(call.settings)
  const report = await erasePerson({ database, types: recordTypes, store, secrets }, id, { by, dryRun })
  call.output.result(report, () => erased(report))
  return exit.ok
}

function erased({ id, outcome, dryRun, records, ...counts }: ErasureReport): string {
  const said = dryRun
    ? {
        deleted: `Worker ${id} would be deleted: no record names it.`,
        emptied: `Worker ${id} would stay as an erased worker, because others name it.`,
        'erased before': `Worker ${id} was erased before.`,
      }
    : {
        deleted: `Worker ${id} is deleted.`,
        emptied: `Worker ${id} is erased: an id and a reference are left, for the records that name it.`,
        'erased before': `Worker ${id} was erased before; what was left of it is gone.`,
      }
  const parts = [...Object.entries(records), ...Object.entries(counts)]
    .filter(([, number]) => number > 0)
    .map(([what, number]) => `${count(number)} ${what}`)
  return [
    said[outcome],
    ...(parts.length > 0 ? [`${dryRun ? 'It would be' : 'It was'} taken out of: ${parts.join(', ')}.`] : []),
    ...(dryRun ? ['This was a dry run: nothing was changed.'] : []),
  ].join('\n')
}
