// `muster export`: records out, as the lines that would load them.
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { PassThrough, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { recordTypes } from '../api/index.ts'
import { type ExportOptions, type ExportReport, exportRecords } from '../export/records.ts'
import { openFileStore } from '../files/open-files.ts'
import { guessOrAll } from '../formats/nearest.ts'
import type { RecordType } from '../record-types/record-type.ts'
import { sealOf } from '../sealing.ts'
import { readSecrets } from '../secret.ts'
import type { Database } from '../store/engine/database.ts'
import { commandLine, noteReadings } from '../store/keys/ledger.ts'
import { type Command, type CommandCall, count, counts, options, usage } from './command.ts'
import { withDatabase } from './database.ts'

const exportCommand: Command = {
  synopsis: 'export TYPE…|all [--company ID] [--since CURSOR] [--with-identity] [--to FILE] [--data FOLDER]',
  details:
    "Writes to standard output, or to FILE, compressed if its name ends in .gz. Files that records name come with them.\nLoaded into an empty database, the lines give the same answers. --company takes only what is that company's or open to\nit. Each export ends with a cursor; --since writes what was changed and deleted after it, for as long as feeds are kept.\nIdentity numbers and other encrypted facts are left out; --with-identity writes them in plain text, and notes that for each\nworker (./muster audit). Without them no rightToWorkCheck is written, since none can be loaded without its\nshare code. The numbers of documents (documentNumber), which the API shows, are in every export.",
  examples: [
    './muster export all --to everything.ndjson.gz',
    './muster export site worker --company 65f2… | gzip > copy.ndjson.gz',
    './muster export timesheet --since 8c1f…',
  ],
  options: options('company since to', 'with-identity'),
  run,
}

async function run(call: CommandCall): Promise<undefined> {
  const types = typesNamed(call.arguments, call.option('company') !== undefined)
  const file = call.option('to')
  await withDatabase(call, async database => {
    const options: ExportOptions = {
      types,
      company: call.option('company'),
      since: call.option('since'),
      files: await openFileStore(call.settings, database),
      ...(call.flag('with-identity') && { identity: await audited(database, call) }),
      progress: (lines, type) => call.output.progress(`${count(lines)} lines, ${type}`),
    }
    const report = await (file === undefined
      ? writeTo(call.terminal.stdout, database, options)
      : writeFile(file, database, options))
    if (file === undefined) call.output.say(summary(report))
    else call.output.result({ file, ...report }, () => summary(report))
  })
}

function typesNamed(names: readonly string[], forCompany: boolean): readonly RecordType[] {
  if (names.length === 0) throw usage('Say which types, or all')
  if (names.length === 1 && names[0] === 'all')
    return forCompany ? recordTypes.filter(({ owners }) => owners?.company !== undefined) : recordTypes
  const known = recordTypes.map(({ type }) => type)
  for (const name of names)
    if (!known.includes(name)) throw usage(`"${name}" is not a type of record${guessOrAll(name, known)}`)
  return recordTypes.filter(({ type }) => names.includes(type))
}

/** Notes in the ledger whose numbers are opened, before they are written. */
async function audited(database: Database, call: CommandCall): Promise<ExportOptions['identity']> {
  const seal = sealOf(await readSecrets(call.settings))
  return {
    seal,
    opening: (kind, ids) => noteReadings(database, kind, ids, commandLine, 'export with identity numbers'),
  }
}

async function writeTo(to: Writable, database: Database, options: ExportOptions): Promise<ExportReport> {
  return exportRecords(database, options, async line => {
    if (!to.write(line)) await new Promise(resolve => to.once('drain', resolve))
  })
}

/** The file gets its name only once it is complete; it holds personal data, so only its owner may read it. */
async function writeFile(file: string, database: Database, options: ExportOptions): Promise<ExportReport> {
  const partial = `${file}.partial`
  const lines = new PassThrough()
  const out = createWriteStream(partial, { mode: 0o600, flush: true })
  const written = file.endsWith('.gz') ? pipeline(lines, createGzip(), out) : pipeline(lines, out)
  try {
    const report = await Promise.race([writeTo(lines, database, options), written.then(() => never)])
    lines.end()
    await written
    await rename(partial, file)
    return report
  } catch (error) {
    lines.destroy()
    await written.catch(() => {})
    await rm(partial, { force: true })
    throw error
  }
}

const never = new Promise<never>(() => {})

function summary({ records, files, leftOut, lines, cursor }: ExportReport): string {
  const parts = counts({ ...records, ...(files > 0 && { file: files }) })
  return [
    `Exported ${count(lines)} lines${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`,
    ...Object.entries(leftOut).map(
      ([type, number]) => `Left out: ${count(number)} ${type}, not to be loaded without --with-identity.`,
    ),
    `What changes from now on: --since ${cursor}`,
  ].join('\n')
}

export const commands = { export: exportCommand }
