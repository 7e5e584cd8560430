// `muster people`: finds somebody, exports or erases everything that is held on one person. `muster audit`: who read their record.
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { recordTypes } from '../../api/index.ts'
import type { Database } from '../../database/database.ts'
import { openFileStore } from '../../files/open-files.ts'
import type { FileStore } from '../../files/store.ts'
import { personSubject } from '../../operator/audit.ts'
import { settingsTable } from '../../settings/settings.ts'
import { commandLine, type ReadingLine, readingsOf } from '../../store/keys/ledger.ts'
import { erasureOf } from '../../store/people/erasures.ts'
import { workerIdOf } from '../../store/people/person-rows.ts'
import type { FileRow } from '../../store/writing/file-rows.ts'
import { type ErasureReport, erasePerson } from '../../workers/erasure.ts'
import { countingNote, type ListReading, listReadingsOf } from '../../workers/list-readings.ts'
import { exportPerson, type PersonExport } from '../../workers/person-export.ts'
import {
  alignedTable,
  CliProblem,
  type CommandCall,
  countTexts,
  exitCodes,
  readableCount,
  usageProblem,
} from '../command.ts'
import { checkedSecrets, onDatabase } from '../database.ts'
import type { Arguments, Command } from '../declaration.ts'
import { changeAsSystem, systemUser } from '../operator.ts'
import { findCommand } from './find.ts'
import { personPage } from './person-page.ts'
import { runScrub, scrubCommand } from './scrub.ts'

const worker: Arguments = { ID: { meaning: "the worker's id, nanoid or reference" } }

export const peopleCommand: Command = {
  subcommands: {
    find: findCommand,
    export: {
      summary: 'a folder with everything: person.json, a page to read (index.html) and the files',
      arguments: worker,
      options: {
        to: { value: 'FOLDER', writes: 'new folder', meaning: 'the folder to make; person-ID unless given' },
      },
      notes: 'It has identity numbers in plain text; that it was made is noted (./muster audit).',
      run: onPerson(runExport),
    },
    erase: {
      summary:
        'take everything about the worker out of every record, file, attempt, stored answer and delivery',
      arguments: worker,
      options: {
        'dry-run': { meaning: 'say what would go, and change nothing' },
        scrub: { meaning: 'then rewrite every table, as people scrub does' },
        by: { value: 'NAME', meaning: 'who is noted to have erased it; your user name unless given' },
      },
      notes: `Name, contact, identity, documents, answers and free texts go. Where timesheets or others need the record, it stays as
an erased worker; else it goes whole. It cannot be undone, and later loads cannot bring the worker back. Repeating it
does no harm.`,
      run: onPerson(runErase),
    },
    scrub: scrubCommand,
  },
  notes: 'docs/personal-data.md explains what to do about older backups.',
  examples: [
    "./muster people find 'kowalski piotr'",
    './muster people export 65f2… --to for-them',
    './muster people erase 65f2… --dry-run',
    './muster people erase 65f2… --scrub',
    './muster people scrub',
  ],
}

type Backend = { call: CommandCall; database: Database; store: FileStore; id: string }

function onPerson(run: (backend: Backend) => Promise<undefined>) {
  return onDatabase(async (call, database) =>
    run({ call, database, store: await openFileStore(call.settings, database), id: call.argument('ID') }),
  )
}

async function runExport({ call, database, store, id }: Backend): Promise<undefined> {
  const secrets = await checkedSecrets(call, database)
  const { person, files } = await exportPerson({ database, types: recordTypes, secrets }, id, commandLine)
  const folder = call.option('to') ?? `person-${person.worker.id}`
  // Never one that is there, whose content would be handed over too.
  await mkdir(folder, { mode: 0o700 })
  const places = await writeFiles(folder, store, files)
  await writeFile(join(folder, 'person.json'), `${JSON.stringify(person, null, 2)}\n`, { mode: 0o600 })
  await writeFile(join(folder, 'index.html'), personPage(person, places), { mode: 0o600 })
  call.output.result({ folder, records: person.records.length, files: files.length }, () =>
    exported(folder, person),
  )
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
    `Everything that is held is in ${folder}: ${readableCount(records.length)} records that name the worker, ${readableCount(files.length)} files, ${readableCount(attempts.length)} attempts.`,
    `Open ${folder}/index.html to read it. Identity numbers are open in it: keep it safe, and delete it once it is given.`,
  ].join('\n')

async function runErase({ call, database, store, id }: Backend): Promise<undefined> {
  const dryRun = call.flag('dry-run')
  if (dryRun && call.flag('scrub'))
    throw usageProblem('--scrub does not go with --dry-run, which changes nothing; leave one of them out')
  const by = call.option('by') ?? systemUser().name
  const secrets = await checkedSecrets(call, database)
  const erase = () => erasePerson({ database, types: recordTypes, store, secrets }, id, { by, dryRun })
  const report = dryRun
    ? await erase()
    : await changeAsSystem(database, 'people erase', personSubject, id, erase)
  if (!call.flag('scrub')) {
    call.output.result(report, () => erased(report))
    return
  }
  call.output.say(erased(report))
  await runScrub(call, database, report)
}

function erased({ id, outcome, dryRun, records, unopened, ...others }: ErasureReport): string {
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
  const parts = countTexts(Object.fromEntries(found))
  return [
    said[outcome],
    ...(parts.length > 0 ? [`${dryRun ? 'It would be' : 'It was'} taken out of: ${parts.join(', ')}.`] : []),
    ...(unopened > 0
      ? [
          `Numbers of theirs that were sealed with a master secret that is not given here: ${unopened}. Right-to-work checks that only these would find ${dryRun ? 'would stay' : 'stay'}; look for them by the worker’s name, and delete them by a load line.`,
        ]
      : []),
    ...(dryRun ? ['This was a dry run: nothing was changed.'] : []),
  ].join('\n')
}

export const auditCommand: Command = {
  subcommands: {
    worker: {
      summary: 'who read the record of a worker or decided on a match with it, and when; newest first',
      arguments: worker,
      notes: `Readings and decisions are kept for KEEP_LEDGER_DAYS days (${settingsTable.KEEP_LEDGER_DAYS.fallback} unless set), also those about workers that are gone.
For those by an operator, the key is the operator token or the command line. Lists and exports are not counted by person: what
is printed for people says how often keys that may see the worker now asked for them.`,
      run: onDatabase(runAudit),
    },
  },
  examples: ['./muster audit worker 65f2…', './muster audit worker 65f2… --json'],
}

async function runAudit(call: CommandCall, database: Database): Promise<undefined> {
  const given = call.argument('ID')
  const [kind, days] = ['worker', call.settings.keep.ledgerDays]
  const known = (await workerIdOf(database, given)) ?? (await erasureOf(database, kind, given))?.id
  const readings = await readingsOf(database, kind, known ?? given)
  // Of a worker that is gone, readings are left; without any, the id may as well be mistyped.
  if (readings.length === 0 && known === undefined)
    throw new CliProblem(
      `There is no worker ${given.slice(0, 64)}, nor has one been read in the last ${days} days`,
      exitCodes.notFound,
    )
  const lists = known === undefined ? [] : await listReadingsOf(database, recordTypes, known)
  call.output.result(readings, () =>
    [
      readings.length === 0
        ? `Nobody has read ${kind} ${known} by itself in the last ${days} days.`
        : alignedTable(['When', 'Key', 'Name', 'Of', 'Operation'], readings.map(readingCells)),
      ...(lists.length > 0 ? [alignedTable(listHeadings, lists.map(listCells))] : []),
      countingNote,
    ].join('\n'),
  )
}

const readingCells = (line: ReadingLine) => [
  line.at,
  line.keyId,
  line.keyName ?? (line.keyId === commandLine ? '' : '(gone)'),
  line.owner ?? '',
  line.operation,
]

const listHeadings = ['From', 'To', 'Key', 'Name', 'Of', 'Operation', 'Times']
const listCells = (line: ListReading) => [
  line.firstDay,
  line.lastDay,
  line.keyId,
  line.keyName,
  line.owner,
  line.operation,
  readableCount(line.requests),
]
