// What a server does besides answering, again and again: fills new columns, finishes renames that others left, writes times
// of last use and the ledger, sweeps, and brings the embedded database back when it dies under it. Of several processes that
// share a port, one does what is enough once.
import { recordTypes } from '../api/index.ts'
import { checkWaiting } from '../checks/checker.ts'
import { beginDay } from '../checks/daily.ts'
import { weekWorker } from '../checks/work-out.ts'
import { databaseTime } from '../database/database-time.ts'
import { currentSecret } from '../encryption/sealing.ts'
import type { Secrets } from '../encryption/secret.ts'
import type { FileStore } from '../files/store.ts'
import { refreshAll } from '../load/refresh.ts'
import { checkStored, type ShapeCheckResult } from '../load/stored-shapes.ts'
import type { Settings } from '../settings/settings.ts'
import type { CallerBook } from '../store/keys/callers.ts'
import type { Ledger } from '../store/keys/ledger.ts'
import { forgetDecided } from '../store/people/match-decisions.ts'
import { lastScan } from '../store/people/match-scan.ts'
import { countHours } from '../store/requests/request-summary.ts'
import type { RequestLog } from '../store/requests/requests.ts'
import { fillPending } from '../store/schema/fill.ts'
import { completeUpgrade } from '../store/schema/prepare.ts'
import type { Readiness } from '../store/schema/readiness.ts'
import { schemaVersionOf } from '../store/schema/schema-version.ts'
import { olderServers } from '../store/schema/upgrade.ts'
import { jobs, lateWords } from '../store/writing/jobs.ts'
import type { Logger } from '../telemetry/log.ts'
import { resealEndpoints } from '../webhooks/sealed.ts'
import { isMatchable } from '../workers/matches.ts'
import { changeOver, resealAll } from '../workers/resealing.ts'
import { continueScan } from '../workers/scan.ts'
import { scrubIfAsked } from '../workers/scrubbing.ts'
import { type HeldHome, keepDatabaseUp } from './keep-database-up.ts'
import { type BackgroundTime, backgroundTimeUntil, type Trouble, type Work } from './shift.ts'
import { sweepsOf } from './sweeps.ts'

const everyMs = 5_000
/** Often, as operators watch requests come in. */
const logEveryMs = 1_000
/** Older servers that are away for less may be starting again, or the database may. */
const olderGoneMs = 30_000
/** Listing everything that mentions a large company takes minutes. */
const refreshWithinMs = 600_000
const changeOverEveryMs = 500
/** What was noted so long ago is checked; a load notes the same again and again. */
const noteMs = 1_000
const sweepEveryMs = 3_600_000
/** What can wait is left until those who waited for the start have been answered. */
const laterMs = 5_000
const countEveryMs = 60_000
/** As many as the page of requests shows at most. */
const hoursCounted = 168

export type UpkeepContext = {
  home: HeldHome
  settings: Settings
  callers: CallerBook
  ledger: Ledger
  requests: RequestLog
  /** What failed and has not gone well since, for operators. */
  troubles: Map<Work['name'], Trouble>
  files: FileStore
  readiness: Readiness
  log: Logger
  secrets: Secrets
  /** Set where what is stored was sealed with the secret before the present one. */
  formerSecrets?: Secrets
  /** Does only what each process does for itself: another one does the rest. */
  isBeside?: boolean
}

type Task = Work & { isDue?(): boolean; run(): Promise<unknown> }

/** Tasks that are done one after another, with a rest before the next round. */
type Round = { tasks: readonly Task[]; restMs: number | (() => number); startMs?: number }

export function upkeep(context: UpkeepContext): { stop(): Promise<void> } {
  const { home, settings, callers, ledger, requests, log } = context
  const ending = new AbortController()
  const shift = backgroundTimeUntil(ending.signal, context)
  const rounds = [
    ...ownRounds(context),
    ...(context.isBeside ? [followRound(context)] : commonRounds(context, shift)),
  ]
  const up = keepDatabaseUp(home, { data: settings.data, log }, shift)
  const work = [...rounds.map(round => repeat(round, shift)), up]
  return {
    async stop() {
      ending.abort()
      await Promise.all(work)
      for (const flush of [callers.flush, ledger.flush, requests.flush])
        await flush().catch(error => log.warn({ err: error }, 'the last of the ledger was not written'))
    },
  }
}

/** What each process has to do for itself. */
function ownRounds({ home: { database }, callers, ledger, requests, secrets }: UpkeepContext): Round[] {
  return [
    {
      tasks: [
        { name: 'last_use', trouble: 'times of last use were not written', run: callers.flush },
        { name: 'ledger', trouble: 'the ledger was not written', run: ledger.flush },
      ],
      restMs: everyMs,
    },
    {
      tasks: [{ name: 'request_log', trouble: 'the log of requests was not written', run: requests.flush }],
      restMs: logEveryMs,
    },
    {
      tasks: [
        {
          // Another server may take the secret into use that this one was started with.
          name: 'master_secret',
          trouble: 'the master secret of this server is not the database’s',
          run: () => currentSecret(database, secrets),
        },
      ],
      restMs: everyMs,
    },
  ]
}

/** Sees what is still to be filled, which another process fills. */
const followRound = ({ readiness }: UpkeepContext): Round => ({
  tasks: [
    {
      name: 'filling_read',
      trouble: 'what is still to be filled was not read',
      run: () => readiness.refresh(),
    },
  ],
  restMs: () => (readiness.pending() > readiness.lost().length && !readiness.isAhead() ? 1_000 : everyMs),
})

/** What one of the processes on a database has to do. */
const commonRounds = (context: UpkeepContext, shift: BackgroundTime): Round[] => [
  upgradeRound(context),
  ...recordRounds(context, shift),
  ...logRounds(context, shift),
  ...workerRounds(context, shift),
  checkRound(context, shift),
  {
    tasks: [
      { name: 'expected_jobs', trouble: 'jobs that are expected were not looked at', run: lateJobs(context) },
    ],
    restMs: countEveryMs,
    startMs: laterMs,
  },
]

async function repeat(
  { tasks, restMs, startMs }: Round,
  { stopped, rest, attempt }: BackgroundTime,
): Promise<void> {
  if (startMs) await rest(startMs)
  while (!stopped()) {
    for (const task of tasks) if (!stopped() && (task.isDue?.() ?? true)) await attempt(task, task.run)
    await rest(typeof restMs === 'number' ? restMs : restMs())
  }
}

/** Once the servers of the older version are gone for good, what is new is opened. */
function upgradeRound({ home: { database }, settings, readiness, log }: UpkeepContext): Round {
  const own = schemaVersionOf(recordTypes)
  let aloneSinceMs: number | undefined
  const end = async () => {
    const isAlone = (await olderServers(database, own)).length === 0
    aloneSinceMs = isAlone ? (aloneSinceMs ?? performance.now()) : undefined
    if (aloneSinceMs === undefined || performance.now() - aloneSinceMs < olderGoneMs) return
    if (!(await completeUpgrade(database, recordTypes, { own }))) return
    await readiness.refresh()
    log.info({ schema: own.number }, 'the upgrade is complete: servers of older versions are refused')
  }
  const isDue = () => readiness.isAhead() && !settings.holdsUpgrade
  return {
    tasks: [{ name: 'upgrade', trouble: 'the upgrade was not completed', isDue, run: end }],
    restMs: everyMs,
  }
}

/** Stored records as this version declares them. */
function recordRounds(
  { home: { database }, readiness, log }: UpkeepContext,
  { stopped, rest }: BackgroundTime,
): Round[] {
  const patient = database.answering(refreshWithinMs)
  const fill = async () => {
    if ((await readiness.refresh()) <= readiness.lost().length || readiness.isAhead()) return
    await fillPending(database, recordTypes, stopped)
    await readiness.refresh()
  }
  const reportLost = async () => {
    const lost = readiness.lost()
    if (lost.length > 0) throw new Error(`${lost.length} are not as declared, such as ${lost[0]}`)
  }
  const refresh = async () => {
    const { unresolved } = await refreshAll(patient, recordTypes)
    if (unresolved > 0)
      log.warn(
        { records: unresolved },
        'records name what is not there, and what they repeat of it stays as it was; ./muster status says which',
      )
  }
  const compareShapes = () =>
    checkStored(database, recordTypes, {
      stopped,
      rest: tookMs => rest(Math.max(20, tookMs)),
      tell: result => tellOf(log, result),
    })
  const isComplete = () => readiness.pending() === 0
  return [
    {
      // Another server that starts may leave something to fill at any time.
      tasks: [
        { name: 'filling', trouble: 'filling new columns was interrupted', run: fill },
        {
          name: 'lost_columns',
          trouble:
            'another version of Muster changed tables that this one needs: stop it, or upgrade and start this server again; until then some requests get 503',
          run: reportLost,
        },
      ],
      restMs: () => (readiness.pending() > readiness.lost().length && !readiness.isAhead() ? 1_000 : everyMs),
    },
    { tasks: [{ name: 'renames', trouble: 'renames were interrupted', run: refresh }], restMs: everyMs },
    {
      tasks: [
        {
          name: 'stored_shapes',
          trouble: 'stored records were not held against their Shapes',
          isDue: isComplete,
          run: compareShapes,
        },
      ],
      restMs: () => (isComplete() ? sweepEveryMs : everyMs),
      startMs: laterMs,
    },
  ]
}

/** What is worked out from many records: half of the time at most, and after what writes are still noting. */
function checkRound(
  { home: { database }, readiness, log }: UpkeepContext,
  { stopped, rest, ended }: BackgroundTime,
): Round {
  const worker = weekWorker()
  ended.then(() => worker.close())
  const check = async () => {
    // Of servers whose clocks differ, none tells what is not so yet.
    const [at, askedMs] = [await databaseTime(database), performance.now()]
    await beginDay(database, at)
    await checkWaiting(database, {
      // It may last for hours.
      now: () => new Date(at.getTime() + performance.now() - askedMs),
      stopped,
      rest,
      agedMs: noteMs,
      workOut: worker.workOut,
      skipped: findings => log.info({ findings }, 'findings name what was deleted meanwhile'),
    })
  }
  // Records are found by columns that an upgrade may still be filling.
  const isDue = () => readiness.pending() === 0
  return {
    tasks: [{ name: 'billing_checks', trouble: 'billing checks were interrupted', isDue, run: check }],
    restMs: noteMs,
  }
}

/** Says once of each job that it did not come, and once that it came after all. */
function lateJobs({ home: { database }, log }: UpkeepContext): () => Promise<void> {
  const told = new Set<string>()
  return async () => {
    for (const job of await jobs.rows(database)) {
      if (job.isLate && !told.has(job.name)) {
        told.add(job.name)
        log.warn({ job: job.name, expected: job.nextAt }, lateWords(job))
      } else if (!job.isLate && told.delete(job.name)) log.info({ job: job.name }, 'the job came after all')
    }
  }
}

/** What is kept of requests and keys, and for how long. */
function logRounds(
  { home: { database }, settings, files }: UpkeepContext,
  { stopped }: BackgroundTime,
): Round[] {
  // Beside everything else: an hour of many requests takes a while.
  const counting = database.apart()
  const sweeps = sweepsOf({ database, types: recordTypes, files, keep: settings.keep, stopped })
  return [
    {
      tasks: [
        {
          name: 'decided_matches',
          trouble: 'what was decided was not forgotten',
          run: () => forgetDecided(database),
        },
      ],
      restMs: everyMs,
    },
    {
      tasks: [
        {
          name: 'request_hours',
          trouble: 'hours of requests were not counted',
          run: () => countHours(counting, hoursCounted, stopped),
        },
      ],
      restMs: countEveryMs,
      startMs: laterMs,
    },
    {
      tasks: sweeps.map(({ what, ...sweep }) => ({ ...sweep, trouble: `${what} were not swept` })),
      restMs: sweepEveryMs,
      startMs: laterMs,
    },
  ]
}

/** What is encrypted, compared and erased of workers. */
function workerRounds(context: UpkeepContext, { stopped, rest }: BackgroundTime): Round[] {
  const { home, settings, readiness, formerSecrets, log } = context
  const { database } = home
  let isSealed = !formerSecrets
  const reseal = async () => {
    const former = formerSecrets!
    if (await changeOver(database, former, { stopped, log, rest: () => rest(changeOverEveryMs) })) {
      await resealEndpoints(database, former.givenFor('encryption'))
      await resealAll(database, recordTypes, former, stopped)
      if (!stopped()) log.info('everything is sealed with the present master secret')
    }
    isSealed = true
  }
  const scan = async () => {
    const last = await lastScan(database)
    const isDue = last !== undefined && last.finishedAt === undefined && isMatchable(readiness)
    if (isDue) await continueScan(database, { stopped })
  }
  const scrub = () =>
    scrubIfAsked({
      database,
      types: recordTypes,
      settings,
      stopped,
      trouble: error => log.warn({ err: error }, 'a scrub ended before it was done'),
    })
  const tasks: readonly Task[] = [
    {
      name: 'sealing',
      trouble: 'sealing with the present master secret was interrupted',
      isDue: () => !isSealed,
      run: reseal,
    },
    { name: 'scrub', trouble: 'a scrub was interrupted', run: scrub },
  ]
  return [
    ...tasks.map(task => ({ tasks: [task], restMs: everyMs })),
    {
      tasks: [{ name: 'pairs', trouble: 'the look for pairs of workers was interrupted', run: scan }],
      restMs: everyMs,
      startMs: laterMs,
    },
  ]
}

function tellOf(log: Logger, { type, rewritten, invalid }: ShapeCheckResult): void {
  if (rewritten > 0)
    log.info(
      { type, records: rewritten },
      'records of an earlier version were rewritten as they are declared now',
    )
  const [first] = invalid
  if (first)
    log.warn(
      { type, records: invalid.length, ids: invalid.slice(0, 5).map(({ id }) => id), path: first.path },
      `stored records do not fit what is declared now: ${first.reason}`,
    )
}
