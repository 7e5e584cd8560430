// `muster load`: records in, from files or standard input.
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { recordTypes } from '../../api/index.ts'
import { readEncoding } from '../../body/lines.ts'
import type { Database } from '../../database/database.ts'
import { sealOf } from '../../encryption/sealing.ts'
import { readSecrets } from '../../encryption/secret.ts'
import { fileIntake } from '../../files/intake.ts'
import { openFileStore } from '../../files/open-files.ts'
import type { LoadOptions } from '../../load/load.ts'
import type { LoadReport, Rejection } from '../../load/load-report.ts'
import { Places } from '../../load/places.ts'
import { readTimezone } from '../../load/read.ts'
import { recordedLoad } from '../../load/recorded-load.ts'
import { readSnapshot } from '../../load/snapshot.ts'
import { checkSnapshot } from '../../mapping/left-out.ts'
import { SettingError } from '../../settings/settings.ts'
import type { FaultGroup } from '../../shape/fault-groups.ts'
import { commandLine } from '../../store/keys/ledger.ts'
import { typedName } from '../../store/writing/jobs.ts'
import { beginSource, endSource, lastMarkOf } from '../../store/writing/load-sources.ts'
import { eraserOf } from '../../workers/erasure.ts'
import { sealingState } from '../../workers/resealing.ts'
import { type CommandCall, exitCodes, readableCount, shareBar, usageProblem } from '../command.ts'
import { requireOwners, withDatabase } from '../database.ts'
import type { Command } from '../declaration.ts'
import { loopbackOf } from '../loopback.ts'
import { loadSummary, type RejectsPlace, withPlaces } from './load-summary.ts'
import {
  checkTables,
  type Job,
  jobsFor,
  linesOfJobs,
  type NamedMapping,
  notesOf,
  readMappingFile,
  readSavedMapping,
  tableForms,
} from './mapped.ts'
import { linesIn, openSources } from './sources.ts'

export const loadCommand: Command = {
  arguments: {
    SOURCE: {
      optional: true,
      several: true,
      meaning: 'files; a folder, of which every .ndjson and .jsonl file is loaded; or - for standard input',
    },
  },
  options: {
    'dry-run': { meaning: 'store nothing, and list what would go and which events would fire' },
    strict: { meaning: 'set aside what is probably wrong, too, which is otherwise loaded with a warning' },
    patch: { meaning: 'every line changes only what it names; null clears' },
    'allow-older': { meaning: 'take lines whose updatedAt is older than what is stored' },
    snapshot: {
      value: 'TYPE,…',
      meaning: 'the load has all there is of these types: what is not in it is deleted',
    },
    company: { value: 'ID', meaning: 'with --snapshot: all that this company alone has' },
    'delete-at-most': { value: 'N', meaning: 'with --snapshot: delete up to N, instead of 10 % of a type' },
    timezone: {
      value: 'ZONE',
      meaning: 'the time zone of times without an offset, such as 2021-03-01 09:00:00',
    },
    encoding: { value: 'NAME', meaning: 'the encoding of files that are not UTF-8' },
    map: {
      value: 'MAPPING',
      meaning: 'read CSV, TSV, XLSX, JSON and NDJSON tables by a mapping; ./muster map init proposes one',
    },
    mapping: {
      value: 'NAME',
      meaning: 'the same, by a mapping that was saved under this name, in the portal or by ./muster map save',
    },
    job: {
      value: 'NAME',
      meaning: 'the job that this is, for ./muster jobs; the name of --mapping unless given',
    },
    from: { value: 'URL', meaning: 'with --map: read the answers of its queries to a PostgreSQL' },
    since: {
      meaning:
        'with --map: only what is new since the last load that ended without a reject, by the column that each mapping names with "since"',
    },
    'since-column': { value: 'NAME', meaning: 'the same, with the column of mappings that name none' },
    'no-events': { meaning: 'load a backfill silently: no events for webhooks and feeds' },
    rejects: {
      value: 'FILE',
      writes: 'file',
      meaning: 'where lines that are set aside go, with their reasons',
    },
  },
  notes:
    'One JSON object per line: {"type": "site", "record": {…}, "facts": {…}} writes a record, and\n{"type": "site", "id": "…", "deleted": true} deletes one. A line replaces the record; facts that it leaves out stay, and\nfor a worker so does everything that it does not name. A line with "patch": true changes only what it names. A line with\n"replace": true is all there is of its record.\nA snapshot deletes workers that came by POST, too. It deletes nothing if more than 10 % of a type would go, unless\n--delete-at-most allows so many, nor if a line could not be read.\nLines that cannot be right are set aside with their reasons, and the rest is loaded; the exit code is then 3.\ndocs/loading.md says more, and has a page for every type.',
  examples: [
    './muster load records.ndjson.gz',
    'export-tool | ./muster load -',
    './muster load records.ndjson --dry-run --strict',
    './muster load exports/ --timezone Europe/London',
    './muster load --map legacy.yaml exports/',
    './muster load --mapping timesheets exports/timesheets.csv',
    './muster load --map legacy.yaml --from postgres://reader@erp/live --since',
    './muster load sites.ndjson --snapshot site --company 65f2… --dry-run',
  ],
  run,
}

const forms = ['.ndjson', '.jsonl']

async function run(call: CommandCall): Promise<number> {
  const saved = call.option('mapping')
  if (saved !== undefined) {
    if (call.option('map') !== undefined) throw usageProblem('Give --map or --mapping, not both')
    checkSince(call)
    return withDatabase(call, async database =>
      loadInto(database, call, await inputOf(call, await readSavedMapping(database, saved))),
    )
  }
  const input = await inputOf(call, await mappingOf(call))
  return withDatabase(call, database => loadInto(database, call, input))
}

type Input = Awaited<ReturnType<typeof inputOf>>

/** What is loaded and how, checked before the database is opened, or at least before anything is written. */
async function inputOf(call: CommandCall, mapping: NamedMapping | undefined) {
  const snapshot = readSnapshot(recordTypes, {
    types: call.option('snapshot'),
    company: call.option('company'),
    deleteAtMost: call.option('delete-at-most'),
  })
  const local = readTimezone(call.option('timezone'))
  const encoding = readEncoding(call.option('encoding'))
  const from = call.option('from')
  const sources = await (from === undefined || call.arguments.length > 0
    ? openSources(call.arguments, mapping ? tableForms : forms, call.terminal)
    : { all: [], folder: process.cwd(), rejects: `${mapping?.name}.rejects.ndjson`, isWhole: true })
  const { jobs, idle } = mapping ? jobsFor(mapping, sources, from) : { jobs: [], idle: [] }
  const columns = sinceColumns(call, jobs)
  if (mapping) {
    const read = jobs.map(job => job.mapping)
    checkSnapshot(snapshot?.types ?? [], read, idle, sources.isWhole)
    await checkTables(jobs, { ...sources, encoding, from, since: columns })
  }
  return { snapshot, local, encoding, mapping, from, sources, jobs, idle, columns }
}

async function loadInto(database: Database, call: CommandCall, input: Input): Promise<number> {
  const { sources, jobs, encoding, from } = input
  await requireOwners(database, call)
  const places = new Places()
  let bytesRead = 0
  const read = (bytes: number) => {
    bytesRead += bytes
  }
  const runs = await beginRuns(call, database, jobs, input.columns)
  const lines = input.mapping
    ? linesOfJobs(jobs, { ...sources, places, encoding, from, since: runs.since, read })
    : linesIn(sources.all, places, encoding, read)
  const rejects = rejectsFile(call.option('rejects') ?? sources.rejects, places)
  const options: LoadOptions = {
    ...(await optionsFor(call, database, input)),
    onRejection: rejection => {
      const job = jobs.find(one => one === places.ownerOf(rejection.line))
      if (job) job.rejected++
      return rejects.write(rejection)
    },
    progress: progressOn(call, sources, () => bytesRead),
  }
  const given = call.option('job')
  const named = sources.all.map(({ name }) => name).join(', ')
  const about = {
    source: 'command',
    who: commandLine,
    ...(named && { name: named }),
    mapping: input.mapping?.saved,
    job: given === undefined ? input.mapping?.saved?.name : typedName('job', given),
    places,
  } as const
  const report = await recordedLoad(database, recordTypes, { lines }, options, about)
  await runs.end()
  const setAside = await rejects.close(report.reasons.map(group => withPlaces(group, places)))
  show(call, input, places, report, setAside)
  if (setAside.rejectsProblem !== undefined) return exitCodes.failed
  const isPartly = report.rejected > 0 || report.snapshot?.refused || jobs.some(({ isEmpty }) => isEmpty)
  return isPartly ? exitCodes.partly : exitCodes.ok
}

async function optionsFor(
  call: CommandCall,
  database: Database,
  { local, snapshot, sources }: Input,
): Promise<LoadOptions> {
  const secrets = await secretsIfGiven(call)
  if (secrets) await sealingState(database, recordTypes, secrets)
  const store = await openFileStore(call.settings, database)
  return {
    dryRun: call.flag('dry-run'),
    events: !call.flag('no-events'),
    patch: call.flag('patch'),
    allowOlder: call.flag('allow-older'),
    strict: call.flag('strict'),
    local,
    snapshot,
    ...(call.flag('dry-run') && {
      onMissing: ({ type, id }) => call.output.say(`would delete ${type} ${id}`),
      onEvent: ({ type, objectId }) => call.output.say(`would fire ${type} for ${objectId}`),
    }),
    files: fileIntake(store, sources.folder),
    keepFilesHours: call.settings.keep.filesHours,
    loopback: loopbackOf(call),
    ...(secrets && {
      seal: sealOf(secrets),
      eraser: eraserOf({ database, types: recordTypes, store, secrets }, commandLine),
    }),
  }
}

function progressOn(
  call: CommandCall,
  { all }: Input['sources'],
  bytesRead: () => number,
): NonNullable<LoadOptions['progress']> {
  const size = all.reduce((sum, source) => sum + source.size, 0)
  return state => {
    const share = state.stage === 'reading' && size > 0 ? `${shareBar(bytesRead() / size)} ` : ''
    const left = state.left === undefined ? '' : `, ${readableCount(state.left)} records still to refresh`
    call.output.progress(
      `${share}${readableCount(state.lines)} lines, ${readableCount(state.rejected)} rejected, ${state.stage}${left}`,
    )
  }
}

function show(
  call: CommandCall,
  { mapping, jobs, idle }: Input,
  places: Places,
  report: LoadReport,
  setAside: RejectsPlace,
): void {
  const placed = (groups: readonly FaultGroup[]) => groups.map(group => withPlaces(group, places))
  const sources = jobs.map(({ name, rows, rejected, newest, repeated }) => ({
    name,
    rows,
    rejected,
    newest,
    ...(repeated.count > 0 && { repeated: repeated.count }),
  }))
  call.output.result(
    {
      ...report,
      reasons: placed(report.reasons),
      warnedOf: placed(report.warnedOf),
      kept: placed(report.kept),
      ...setAside,
      ...(mapping && { sources, notes: notesOf(jobs, idle) }),
    },
    () => [loadSummary(report, places, setAside, jobs), ...notesOf(jobs, idle)].join('\n'),
  )
}

function mappingOf(call: CommandCall) {
  const map = call.option('map')
  if (map !== undefined) {
    checkSince(call)
    return readMappingFile(map)
  }
  for (const name of ['from', 'since-column'])
    if (call.option(name) !== undefined)
      throw usageProblem(`--${name} is for tables; say with --map or --mapping how they are read`)
  if (call.flag('since'))
    throw usageProblem('--since is for tables; say with --map or --mapping how they are read')
  return undefined
}

function checkSince(call: CommandCall): void {
  if (isSince(call) && call.option('snapshot') !== undefined)
    throw usageProblem(
      'A snapshot has all there is, and --since leaves out what is not new; give one of them',
    )
}

const isSince = (call: CommandCall) => call.flag('since') || call.option('since-column') !== undefined

/** The column by which it is told what is new in each source; those that have none are read whole. */
function sinceColumns(call: CommandCall, jobs: readonly Job[]): Map<Job, { column: string }> {
  const usual = call.option('since-column')
  const all = jobs.flatMap(job => {
    const column = job.mapping.since ?? usual
    return isSince(call) && column !== undefined ? [[job, { column }] as const] : []
  })
  if (call.flag('since') && all.length === 0)
    throw usageProblem('--since: no mapping says with "since" which column tells what is new')
  return new Map(all)
}

/** Notes when each source is read, and moves its mark when it was read to the end and nothing of it was rejected. */
async function beginRuns(
  call: CommandCall,
  database: Database,
  jobs: readonly Job[],
  columns: ReadonlyMap<Job, { column: string }>,
) {
  const since = new Map<Job, { column: string; mark: string | undefined }>()
  for (const job of jobs) {
    const { column } = columns.get(job) ?? {}
    const begin = call.flag('dry-run') ? lastMarkOf : beginSource
    const mark = await begin(database, job.name, column)
    if (column !== undefined) since.set(job, { column, mark })
  }
  return {
    since,
    async end() {
      if (call.flag('dry-run')) return
      for (const { newest, ...job } of jobs)
        await endSource(database, {
          ...job,
          ...(job.rejected === 0 && newest !== undefined && { mark: newest }),
        })
    },
  }
}

/** Only encrypted facts need the master secret, and most lines have none. */
const secretsIfGiven = ({ settings }: CommandCall) =>
  readSecrets(settings).catch(error => {
    if (!(error instanceof SettingError)) throw error
    return undefined
  })

/** Made only when a line is rejected; only its owner may read it, because rejected lines hold personal data. What breaks
 * its writing does not end the load, and is said with its result. */
function rejectsFile(path: string, places: Places) {
  let stream: ReturnType<typeof createWriteStream> | undefined
  return {
    write(rejection: Rejection) {
      stream ??= createWriteStream(path, { mode: 0o600 }).on('error', () => {})
      const placed = rejection.line === 0 ? {} : places.of(rejection.line)
      stream.write(`${JSON.stringify({ ...rejection, ...placed })}\n`)
    },
    /** The last lines say what is wrong with how many. */
    async close(reasons: readonly object[]): Promise<RejectsPlace> {
      if (!stream) return {}
      for (const reason of reasons) stream.write(`${JSON.stringify({ summary: reason })}\n`)
      stream.end()
      const broken = await finished(stream).catch((error: Error) => error.message)
      return { rejectsFile: path, ...(broken !== undefined && { rejectsProblem: broken }) }
    },
  }
}
