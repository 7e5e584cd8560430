// What a server does besides answering: fills new columns, finishes renames that others left, writes times of
// last use and the ledger, and brings the embedded database back when it dies under it.
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { recordTypes } from '../api/index.ts'
import { currentSecret } from '../encryption/sealing.ts'
import type { Secrets } from '../encryption/secret.ts'
import type { FileStore } from '../files/store.ts'
import { refreshAll } from '../load/refresh.ts'
import { checkStored, type ShapeCheckResult } from '../load/stored-shapes.ts'
import type { Settings } from '../settings/settings.ts'
import type { Session } from '../store/database/database.ts'
import { type Home, takeLock } from '../store/database/home.ts'
import { startDatabase } from '../store/embedded/embedded-database.ts'
import type { CallerBook } from '../store/keys/callers.ts'
import type { Ledger } from '../store/keys/ledger.ts'
import { countHours } from '../store/keys/request-summary.ts'
import type { RequestLog } from '../store/keys/requests.ts'
import { forgetDecided } from '../store/people/match-decisions.ts'
import { lastScan } from '../store/people/match-scan.ts'
import { complete } from '../store/schema/fill.ts'
import type { Readiness } from '../store/schema/readiness.ts'
import type { Logger } from '../telemetry/log.ts'
import { resealEndpoints } from '../webhooks/sealed.ts'
import { isMatchable } from '../workers/matches.ts'
import { changeOver, resealAll } from '../workers/resealing.ts'
import { continueScan } from '../workers/scan.ts'
import { scrubIfAsked } from '../workers/scrubbing.ts'
import { sweepsOf } from './sweeps.ts'

const everyMs = 5_000
/** Often, as operators watch requests come in. */
const logEveryMs = 1_000
/** Listing everything that mentions a large company takes minutes. */
const refreshWithinMs = 600_000
const changeOverEveryMs = 500
const sweepEveryMs = 3_600_000
/** What can wait is left until those who waited for the start have been answered. */
const laterMs = 5_000
const countEveryMs = 60_000
/** As many as the page of requests shows at most. */
const hoursCounted = 168

export type Trouble = { since: string; count: number }

export type UpkeepContext = {
  home: Home & { lock?: Session }
  settings: Settings
  callers: CallerBook
  ledger: Ledger
  requests: RequestLog
  /** What failed and has not gone well since, for operators. */
  troubles: Map<string, Trouble>
  files: FileStore
  readiness: Readiness
  log: Logger
  secrets: Secrets
  /** Set where what is stored was sealed with the secret before the present one. */
  formerSecrets?: Secrets
}

export function upkeep(tended: UpkeepContext): { stop(): Promise<void> } {
  const {
    home,
    settings,
    callers,
    ledger,
    requests,
    troubles,
    files,
    readiness,
    log,
    secrets,
    formerSecrets,
  } = tended
  const { database } = home
  const ending = new AbortController()
  const stopped = () => ending.signal.aborted
  const ended = once(ending.signal, 'abort')
  const rest = (ms: number) => wait(ms, undefined, { signal: ending.signal }).catch(() => {})
  const attempt = (what: string, run: () => Promise<unknown>) =>
    run().then(
      () => void troubles.delete(what),
      error => {
        if (stopped()) return
        log.warn({ err: error }, what)
        const { since = new Date().toISOString(), count = 0 } = troubles.get(what) ?? {}
        troubles.set(what, { since, count: count + 1 })
      },
    )

  /** Another server that starts may leave something to fill at any time. */
  const fillColumns = async () => {
    while (!stopped()) {
      await attempt('filling new columns was interrupted', async () => {
        if ((await readiness.refresh()) > readiness.lost().length) {
          await complete(database, recordTypes, stopped)
          await readiness.refresh()
        }
      })
      await attempt(
        'another version of Muster changed tables that this one needs: stop it, or upgrade and start this server again; until then some requests get 503',
        async () => {
          const lost = readiness.lost()
          if (lost.length > 0) throw new Error(`${lost.length} are not as declared, such as ${lost[0]}`)
        },
      )
      await rest(readiness.pending() > readiness.lost().length ? 1_000 : everyMs)
    }
  }
  const reseal = async () => {
    if (!formerSecrets) return
    const changing = { stopped, log, rest: () => rest(changeOverEveryMs) }
    if (!(await changeOver(database, formerSecrets, changing))) return
    await resealEndpoints(database, formerSecrets.givenFor('encryption'))
    await resealAll(database, recordTypes, formerSecrets, stopped)
    if (!stopped()) log.info('everything is sealed with the present master secret')
  }
  const resealToEnd = async () => {
    for (let isDone = false; !isDone && !stopped(); ) {
      await attempt('sealing with the present master secret was interrupted', async () => {
        await reseal()
        isDone = true
      })
      if (!isDone) await rest(everyMs)
    }
  }
  // Another server may take the secret into use that this one was started with.
  const followSecret = async () => {
    while (!stopped()) {
      await attempt('the master secret of this server is not the database’s', () =>
        currentSecret(database, secrets),
      )
      await rest(everyMs)
    }
  }
  const patient = database.answering(refreshWithinMs)
  const refresh = async () => {
    while (!stopped()) {
      await attempt('renames were interrupted', async () => {
        const { unresolved } = await refreshAll(patient, recordTypes)
        if (unresolved > 0)
          log.warn(
            { records: unresolved },
            'records name what is not there, and what they repeat of it stays as it was; ./muster status says which',
          )
      })
      await rest(everyMs)
    }
  }
  const tick = async () => {
    while (!stopped()) {
      await attempt('times of last use were not written', callers.flush)
      await attempt('the ledger was not written', ledger.flush)
      await attempt('what was decided was not forgotten', () => forgetDecided(database))
      await rest(everyMs)
    }
  }
  const logRequests = async () => {
    while (!stopped()) {
      await attempt('the log of requests was not written', requests.flush)
      await rest(logEveryMs)
    }
  }
  // Beside everything else: an hour of many requests takes a while.
  const counting = database.apart()
  const countRequests = async () => {
    await rest(laterMs)
    while (!stopped()) {
      await attempt('hours of requests were not counted', () => countHours(counting, hoursCounted, stopped))
      await rest(countEveryMs)
    }
  }
  const sweeps = sweepsOf({ database, types: recordTypes, files, keep: settings.keep, stopped })
  const sweep = async () => {
    await rest(laterMs)
    while (!stopped()) {
      for (const { what, run } of sweeps) if (!stopped()) await attempt(`${what} were not swept`, run)
      await rest(sweepEveryMs)
    }
  }
  const scan = async () => {
    await rest(laterMs)
    while (!stopped()) {
      await attempt('the look for pairs of workers was interrupted', async () => {
        const last = await lastScan(database)
        const isDue = last !== undefined && last.finishedAt === undefined && isMatchable(readiness)
        if (isDue) await continueScan(database, { stopped })
      })
      await rest(everyMs)
    }
  }
  const scrub = async () => {
    while (!stopped()) {
      await attempt('a scrub was interrupted', () =>
        scrubIfAsked({
          database,
          types: recordTypes,
          settings,
          stopped,
          trouble: error => log.warn({ err: error }, 'a scrub ended before it was done'),
        }),
      )
      await rest(everyMs)
    }
  }
  const holdShapes = async () => {
    await rest(laterMs)
    while (!stopped()) {
      if (readiness.pending() === 0)
        await attempt('stored records were not held against their Shapes', () =>
          checkStored(database, recordTypes, {
            stopped,
            rest: tookMs => rest(Math.max(20, tookMs)),
            tell: found => tellOf(log, found),
          }),
        )
      await rest(readiness.pending() === 0 ? sweepEveryMs : everyMs)
    }
  }
  const guard = async () => {
    for (let lock = home.lock; lock; ) {
      await Promise.race([lock.lost, ended])
      if (stopped()) return
      log.error('the embedded database went away; starting it again')
      lock = undefined
      while (!lock && !stopped()) {
        await attempt('the embedded database did not start', async () => {
          await startDatabase(settings.data, line => log.info(line))
          lock = await takeLock(database)
        })
        if (!lock) await rest(1_000)
      }
      home.lock = lock!
    }
  }
  const work = [
    fillColumns(),
    resealToEnd(),
    followSecret(),
    refresh(),
    tick(),
    logRequests(),
    countRequests(),
    sweep(),
    scan(),
    scrub(),
    holdShapes(),
    guard(),
  ]
  return {
    async stop() {
      ending.abort()
      await Promise.all(work)
      for (const flush of [callers.flush, ledger.flush, requests.flush])
        await flush().catch(error => log.warn({ err: error }, 'the last of the ledger was not written'))
    },
  }
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
