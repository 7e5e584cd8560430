// `muster load`: records in, from a file or standard input.
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import { recordTypes } from '../api/index.ts'
import { fileIntake } from '../files/intake.ts'
import { openFileStore } from '../files/open-files.ts'
import type { Rejection } from '../load/compare.ts'
import type { LoadOptions, LoadReport } from '../load/load.ts'
import { recordedLoad } from '../load/recorded-load.ts'
import { readSnapshot } from '../load/snapshot.ts'
import { sealOf } from '../sealing.ts'
import { readSecrets } from '../secret.ts'
import { SettingError } from '../settings.ts'
import { commandLine } from '../store/keys/ledger.ts'
import { sealingState } from '../workers/resealing.ts'
import {
  bar,
  CliProblem,
  type Command,
  type CommandCall,
  count,
  counts,
  exit,
  options,
  usage,
} from './command.ts'
import { withDatabase } from './database.ts'

const loadCommand: Command = {
  synopsis:
    'load FILE|- [--dry-run] [--patch] [--allow-older] [--snapshot TYPE,… [--company ID] [--delete-at-most N]] [--no-events] [--rejects FILE] [--data FOLDER]',
  details:
    'One JSON object a line: {"type": "site", "record": {…}, "facts": {…}} writes a record, and\n{"type": "site", "id": "…", "deleted": true} deletes one. A line replaces the record; facts that it leaves out stay, and\nof a worker everything that it does not name. A line with "patch": true, or every line with --patch, changes only what\nit names; null clears. A line with "replace": true is all there is of its record. A line whose\nupdatedAt is older than what is stored is left out, unless --allow-older.\n--snapshot says that the file has all there is of these types, or with --company all that this company alone has: what is\nnot in it is deleted, workers that came by POST too. It deletes nothing where more than 10 % of a type would go, unless\n--delete-at-most allows so many, nor where a line could not be read; --dry-run lists what would go.\nLines that cannot be right are set aside with their reason and the rest goes on; then the exit code is 3. What changed\nbecomes events for webhooks and feeds; --no-events loads a backfill silently, and --dry-run lists what would fire.\ndocs/loading.md describes every type.',
  examples: [
    './muster load records.ndjson.gz',
    'export-tool | ./muster load -',
    './muster load records.ndjson --dry-run',
    './muster load sites.ndjson --snapshot site --company 65f2… --dry-run',
  ],
  options: options('rejects snapshot company delete-at-most', 'dry-run patch allow-older no-events'),
  run,
}

async function run(call: CommandCall): Promise<number> {
  const [file, ...more] = call.arguments
  if (!file || more.length > 0) throw usage('Give one file, or - for standard input')
  const snapshot = readSnapshot(recordTypes, {
    types: call.option('snapshot'),
    company: call.option('company'),
    deleteAtMost: call.option('delete-at-most'),
  })
  const size = file === '-' ? 0 : await sizeOf(file)
  return withDatabase(call, async database => {
    const { input, read } = counted(
      file === '-' ? call.terminal.stdin : createReadStream(file, { highWaterMark: 1 << 20 }),
    )
    const rejects = rejectsFile(
      call.option('rejects') ?? (file === '-' ? 'muster.rejects.ndjson' : `${file}.rejects.ndjson`),
    )
    const warnings: WarnedLine[] = []
    const secrets = await secretsIfGiven(call)
    if (secrets) await sealingState(database, recordTypes, secrets)
    const given: LoadOptions = {
      dryRun: call.flag('dry-run'),
      events: !call.flag('no-events'),
      patch: call.flag('patch'),
      allowOlder: call.flag('allow-older'),
      snapshot,
      ...(call.flag('dry-run') && {
        onMissing: ({ type, id }) => call.output.say(`would delete ${type} ${id}`),
        onEvent: ({ type, objectId }) => call.output.say(`would fire ${type} for ${objectId}`),
      }),
      files: fileIntake(
        await openFileStore(call.settings, database),
        file === '-' ? process.cwd() : dirname(resolve(file)),
      ),
      keepFilesHours: call.settings.keep.filesHours,
      ...(secrets && { seal: sealOf(secrets) }),
      onRejection: rejects.write,
      onWarning: warning => {
        if (warnings.length < 5) warnings.push(warning)
      },
      progress: state => {
        const share = state.stage === 'reading' && size > 0 ? `${bar(read() / size)} ` : ''
        const left = state.left === undefined ? '' : `, ${count(state.left)} records still to refresh`
        call.output.progress(
          `${share}${count(state.lines)} lines, ${count(state.rejected)} rejected, ${state.stage}${left}`,
        )
      },
    }
    const about = {
      source: 'command',
      who: commandLine,
      ...(file !== '-' && { name: basename(file) }),
    } as const
    const report = await recordedLoad(database, recordTypes, input, given, about)
    const rejectsPath = await rejects.close()
    call.output.result({ ...report, ...(rejectsPath && { rejectsFile: rejectsPath }) }, () =>
      summary(report, rejects.first, warnings, rejectsPath),
    )
    return report.rejected > 0 || report.snapshot?.refused ? exit.partly : exit.ok
  })
}

/** Only encrypted facts need the master secret, and most lines have none. */
const secretsIfGiven = ({ settings }: CommandCall) =>
  readSecrets(settings).catch(error => {
    if (!(error instanceof SettingError)) throw error
    return undefined
  })

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new CliProblem(`There is no file ${file}`, exit.notFound)
  return found.size
}

function counted(stream: AsyncIterable<Buffer>) {
  let bytes = 0
  async function* through() {
    for await (const chunk of stream) {
      bytes += chunk.length
      yield chunk
    }
  }
  return { input: through(), read: () => bytes }
}

/** Made only when a line is rejected; only its owner may read it, because rejected lines hold personal data. */
function rejectsFile(path: string) {
  const first: Rejection[] = []
  let stream: ReturnType<typeof createWriteStream> | undefined
  return {
    first,
    write(rejection: Rejection) {
      if (first.length < 5) first.push(rejection)
      stream ??= createWriteStream(path, { mode: 0o600 })
      stream.write(`${JSON.stringify(rejection)}\n`)
    },
    async close() {
      if (!stream) return undefined
      stream.end()
      await finished(stream)
      return path
    },
  }
}

type WarnedLine = Parameters<NonNullable<LoadOptions['onWarning']>>[0]

function summary(
  report: LoadReport,
  first: readonly Rejection[],
  warnings: readonly WarnedLine[],
  rejectsPath: string | undefined,
): string {
  const { created, updated, unchanged, older, deleted } = report.counts
  const parts = counts({ created, updated, unchanged, deleted })
  if (older > 0) parts.push(`${count(older)} older than what is stored`)
  const lines = [`${count(report.lines)} lines: ${parts.join(', ')}, ${count(report.rejected)} rejected.`]
  const losses = counts(report.losses)
  if (losses.length > 0)
    lines.push(`${report.dryRun ? 'Would be taken' : 'Taken'} away of workers: ${losses.join(', ')}.`)
  if (report.followed > 0)
    lines.push(
      `${count(report.followed)} records that repeat what changed ${report.dryRun ? 'would be' : 'were'} brought up to date.`,
    )
  if (report.warned > 0) {
    lines.push(`${count(report.warned)} sums disagree with what they are of; sums are taken as given.`)
    for (const { line, path, reason } of warnings) lines.push(`  line ${line}, ${path}: ${reason}`)
  }
  const events = counts(report.events)
  if (events.length > 0) lines.push(`Events${report.dryRun ? ' that would fire' : ''}: ${events.join(', ')}.`)
  if (report.dryRun) lines.push('This was a dry run: nothing was stored.')
  if (report.snapshot) lines.push(...missingIn(report.snapshot))
  for (const { line, path, reason, hint, text } of first)
    lines.push(
      `  ${line === 0 ? `missing ${text}` : `line ${line}`}, ${path || 'the line'}: ${reason}; ${hint}`,
    )
  if (rejectsPath)
    lines.push(`${report.rejected > first.length ? 'The rest is' : 'They are'} in ${rejectsPath}.`)
  return lines.join('\n')
}

function missingIn({ missing, refused }: NonNullable<LoadReport['snapshot']>): string[] {
  const parts = Object.entries(missing).map(
    ([type, { missing, of }]) => `${count(missing)} of ${count(of)} ${type}`,
  )
  return [
    `Not in the load: ${parts.join(', ')}.`,
    ...(refused ? [`Nothing of that was deleted: ${refused}.`] : []),
  ]
}

export const commands = { load: loadCommand }
