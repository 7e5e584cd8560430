// `muster export`: records out, as the lines that would load them.
import { once } from 'node:events'
import { PassThrough, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { recordTypes } from '../../api/index.ts'
import type { Database } from '../../database/database.ts'
import { sealOf } from '../../encryption/sealing.ts'
import { readSecrets } from '../../encryption/secret.ts'
import { orNearestOrAll } from '../../errors/nearest.ts'
import { type ExportReport, exportRecords, type RecordExportOptions } from '../../export/records.ts'
import { openFileStore } from '../../files/open-files.ts'
import { loadableTypes, type RecordType } from '../../record-types/record-type.ts'
import { commandLine, noteReadings } from '../../store/keys/ledger.ts'
import { type CommandCall, countTexts, readableCount, usageProblem } from '../command.ts'
import { requireOwners, withDatabase } from '../database.ts'
import type { Command } from '../declaration.ts'
import { writeWhole } from '../targets.ts'

export const exportCommand: Command = {
  arguments: { TYPE: { several: true, meaning: 'types of records, or all' } },
  options: {
    company: { value: 'ID', meaning: "only what is this company's or open to it" },
    since: {
      value: 'CURSOR',
      meaning: 'only what was changed and deleted after an export, which ended with this cursor',
    },
    'with-identity': {
      meaning: 'identity numbers and other encrypted facts too, in plain text; it is noted for each worker',
    },
    to: {
      value: 'FILE',
      writes: 'file',
      meaning: 'the file to write, compressed if its name ends in .gz; standard output unless given',
    },
  },
  notes:
    'Files that records name come with them. Loaded into an empty database, the lines give the same answers.\nEach export ends with a cursor, which --since takes for as long as feeds are kept.\nWithout --with-identity no rightToWorkCheck is written, since none can be loaded without its share code; with it,\n./muster audit shows whose numbers were written. The numbers of documents (documentNumber), which the API shows, are in\nevery export.',
  examples: [
    './muster export all --to everything.ndjson.gz',
    './muster export site worker --company 65f2… | gzip > copy.ndjson.gz',
    './muster export timesheet --since 8c1f…',
  ],
  run,
}

async function run(call: CommandCall): Promise<undefined> {
  const types = typesNamed(call.arguments, call.option('company') !== undefined)
  const file = call.option('to')
  await withDatabase(call, async database => {
    await requireOwners(database, call)
    const options: RecordExportOptions = {
      types,
      company: call.option('company'),
      since: call.option('since'),
      files: await openFileStore(call.settings, database),
      ...(call.flag('with-identity') && { identity: await audited(database, call) }),
      progress: (lines, type) => call.output.progress(`${readableCount(lines)} lines, ${type}`),
    }
    const report = await (file === undefined
      ? writeTo(call.terminal.stdout, database, options)
      : writeFile(file, database, options))
    if (file === undefined) call.output.say(summary(report))
    else call.output.result({ file, ...report }, () => summary(report))
  })
}

const exported = loadableTypes(recordTypes)

function typesNamed(names: readonly string[], forCompany: boolean): readonly RecordType[] {
  if (names.length === 1 && names[0] === 'all')
    return forCompany ? exported.filter(({ owners }) => owners?.company !== undefined) : exported
  const known = exported.map(({ type }) => type)
  for (const name of names)
    if (!known.includes(name))
      throw usageProblem(`"${name}" is not a type of record${orNearestOrAll(name, known)}`)
  return exported.filter(({ type }) => names.includes(type))
}

/** Notes in the ledger whose numbers are opened, before they are written. */
async function audited(database: Database, call: CommandCall): Promise<RecordExportOptions['identity']> {
  const seal = sealOf(await readSecrets(call.settings))
  return {
    seal,
    opening: (kind, ids) => noteReadings(database, kind, ids, commandLine, 'export with identity numbers'),
  }
}

async function writeTo(
  to: Writable,
  database: Database,
  options: RecordExportOptions,
): Promise<ExportReport> {
  return exportRecords(database, options, async line => {
    if (!to.write(line)) await once(to, 'drain')
  })
}

/** What breaks the writing ends the reading, which would wait for ever for room. */
const writeFile = (file: string, database: Database, options: RecordExportOptions): Promise<ExportReport> =>
  writeWhole(file, async out => {
    const lines = new PassThrough()
    const written = file.endsWith('.gz') ? pipeline(lines, createGzip(), out) : pipeline(lines, out)
    const broken = written.then(() => new Promise<never>(() => {}))
    broken.catch(() => {})
    const report = await exportRecords(database, options, async line => {
      if (!lines.write(line)) await Promise.race([once(lines, 'drain'), broken])
    })
    lines.end()
    await written
    return report
  })

function summary({ records, files, leftOut, lines, cursor }: ExportReport): string {
  const parts = countTexts({ ...records, ...(files > 0 && { file: files }) })
  return [
    `Exported ${readableCount(lines)} lines${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`,
    ...Object.entries(leftOut).map(
      ([type, number]) =>
        `Left out: ${readableCount(number)} ${type}, not to be loaded without --with-identity.`,
    ),
    `What changes from now on: --since ${cursor}`,
  ].join('\n')
}
