// `muster people`: exports or erases everything that is held on one person. `muster audit`: who read their record.
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { recordTypes } from '../api/index.ts'
import { openFileStore } from '../files/open-files.ts'
import type { FileStore } from '../files/store.ts'
import { personSubject } from '../operator/subjects.ts'
import { readSecrets } from '../secret.ts'
import { settingsTable } from '../settings.ts'
import type { Database } from '../store/engine/database.ts'
import { commandLine, readingsOf } from '../store/keys/ledger.ts'
import type { FileRow } from '../store/records/file-rows.ts'
import { type ErasureReport, erasePerson } from '../workers/erasure.ts'
import { exportPerson, type PersonExport } from '../workers/person-export.ts'
import {
  CliProblem,
  type Command,
  type CommandCall,
  count,
  counts,
  options,
  table,
  usage,
} from './command.ts'
import { checkedSecrets, withDatabase } from './database.ts'
import { changing, systemUser } from './operator.ts'
import { personPage } from './person-page.ts'

const peopleCommand: Command = {
  synopsis: 'people export ID [--to FOLDER] | erase ID [--dry-run] [--by NAME]',
  details: `ID is the worker's id, nanoid or reference.
export ID [--to FOLDER]   a folder with everything: person.json, a page to read (index.html) and the files.
                          It has identity numbers in plain text; that it was made is noted (./muster audit).
erase ID                  name, contact, identity, documents, answers and free texts about the worker go from every
                          record, file, attempt, stored answer and delivery. Where timesheets or others need the
                          record, it stays as an erased worker; else it goes whole. It cannot be undone, and later loads
                          cannot bring the worker back. Repeating it does no harm.
erase ID --dry-run        says what would go

docs/personal-data.md explains what to do about older backups and PostgreSQL's own pages.`,
  examples: [
    './muster people export 65f2… --to for-them',
    './muster people erase 65f2… --dry-run',
    './muster people erase 65f2…',
  ],
  options: options('to by', 'dry-run'),
  run,
}

type Backend = { call: CommandCall; database: Database; store: FileStore; id: string }

const actions: Record<string, (backend: Backend) => Promise<undefined>> = {
  export: runExport,
  erase: runErase,
}

async function run(call: CommandCall): Promise<undefined> {
  const [word = '', id, ...more] = call.arguments
  const action = Object.hasOwn(actions, word) ? actions[word] : undefined
  if (!action || !id || more.length > 0) throw usage('Say what to do, and with whom: people export|erase ID')
  return withDatabase(call, async database =>
    action({ call, database, store: await openFileStore(call.settings, database), id }),
  )
}

async function runExport({ call, database, store, id }: Backend): Promise<undefined> {
  const secrets = await checkedSecrets(call, database)
  const { person, files } = await exportPerson({ database, types: recordTypes, secrets }, id, commandLine)
  const folder = call.option('to') ?? `person-${person.worker.id}`
  await makeFolder(folder)
  const places = await writeFiles(folder, store, files)
  await writeFile(join(folder, 'person.json'), `${JSON.stringify(person, null, 2)}\n`, { mode: 0o600 })
  await writeFile(join(folder, 'index.html'), personPage(person, places), { mode: 0o600 })
  call.output.result({ folder, records: person.records.length, files: files.length }, () =>
    exported(folder, person),
  )
}

/** Refuses an existing folder, whose content would be handed over too. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST')
      throw new CliProblem(`There is a ${folder} already; choose another with --to`)
    throw error
  })
}

/** Under sanitized names: those that were sent could be paths. */
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

async function runErase({ call, database, store, id }: Backend): Promise<undefined> {
  const dryRun = call.flag('dry-run')
  const by = call.option('by') ?? systemUser().name
  const secrets = await readSecrets(call.settings)
  const erase = () => erasePerson({ database, types: recordTypes, store, secrets }, id, { by, dryRun })
  const report = dryRun ? await erase() : await changing(database, 'people erase', personSubject, id, erase)
  call.output.result(report, () => erased(report))
}

function erased({ id, outcome, dryRun, records, ...others }: ErasureReport): string {
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
  const found = Object.entries({ ...records, ...others }).filter(([, number]) => number > 0)
  const parts = counts(Object.fromEntries(found))
  return [
    said[outcome],
    ...(parts.length > 0 ? [`${dryRun ? 'It would be' : 'It was'} taken out of: ${parts.join(', ')}.`] : []),
    ...(dryRun ? ['This was a dry run: nothing was changed.'] : []),
  ].join('\n')
}

const auditCommand: Command = {
  synopsis: 'audit worker ID',
  details: `ID is the worker's id or nanoid. Readings and decisions are kept for KEEP_LEDGER_DAYS days (${settingsTable.KEEP_LEDGER_DAYS.fallback} unless set), also\nthose about workers that are gone. For those by an operator, the key is the operator token or the command line.`,
  examples: ['./muster audit worker 65f2…', './muster audit worker 65f2… --json'],
  run: runAudit,
}

async function runAudit(call: CommandCall): Promise<undefined> {
  const [kind, id] = call.arguments
  if (kind !== 'worker' || !id) throw usage('Say whose record: audit worker ID')
  const readings = await withDatabase(call, database => readingsOf(database, kind, id))
  call.output.result(readings, () =>
    readings.length === 0
      ? `Nobody has read ${kind} ${id} by itself in the last ${call.settings.keep.ledgerDays} days.`
      : table(
          ['When', 'Key', 'Name', 'Of', 'Operation'],
          readings.map(line => [
            line.at,
            line.keyId,
            line.keyName ?? (line.keyId === commandLine ? '' : '(gone)'),
            line.owner ?? '',
            line.operation,
          ]),
        ),
  )
}

export const commands = { people: peopleCommand, audit: auditCommand }
