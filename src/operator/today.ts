// What needs an operator's attention, the most urgent first, and today's figures.

import { statfs } from 'node:fs/promises'
import type { Database } from '../database/database.ts'
import { dayMs, utcDay } from '../formats/day.ts'
import { capitalized } from '../formats/words.ts'
import { instant, integer, list, oneOf, orNull, record, type Static, text } from '../shape/shape.ts'
import {
  type EndpointTrouble,
  type GivenUpDeliveries,
  type KeyTrouble,
  type LoadTrouble,
  todayRows,
  type WaitingCount,
} from '../store/figures/today.ts'
import type { ReplicaState } from '../store/replicas/reads.ts'
import { type ClosedSteps, Outcomes, summaryOfRequests } from '../store/requests/request-summary.ts'
import { type InvalidRecords, invalidRecords } from '../store/schema/shape-checks.ts'
import { type JobStatus, jobs, lateWords } from '../store/writing/jobs.ts'
import { type OperatorBackend, operatorOperation } from './operation.ts'

const severities = ['critical', 'warning', 'notice'] as const

const Attention = record({
  kind: oneOf(
    'disk_full',
    'sweep_failed',
    'columns_filling',
    'invalid_records',
    'refresh_behind',
    'replica_away',
    'replica_behind',
    'endpoint_disabled',
    'endpoint_failing',
    'deliveries_given_up',
    'matches_waiting',
    'key_near_limit',
    'key_expiring',
    'key_refused',
    'job_late',
    'load_failed',
    'load_interrupted',
    'lines_rejected',
  ),
  severity: oneOf(...severities),
  text,
  subject: record({
    type: oneOf('server', 'webhook', 'matches', 'key', 'load', 'job'),
    id: orNull(text),
    name: orNull(text),
  }),
  since: orNull(instant),
  count: integer,
})
type Attention = Static<typeof Attention>

const Today = record({
  at: instant,
  since: [instant, 'Midnight UTC: requests and deliveries are counted from then on.'],
  attention: list(Attention),
  requests: [
    orNull(Outcomes),
    'Since midnight UTC, as the list of requests has them; null where its log cannot be read.',
  ],
  deliveries: [
    record({ waiting: integer, delivered: integer, exhausted: integer, withheld: integer }),
    'Of what happened since midnight UTC.',
  ],
})
type Today = Static<typeof Today>

/** Thresholds from which a key is mentioned. */
const bounds = {
  nearLimit: 0.8,
  expiringDays: 14,
  refusedFrom: 50,
  refusals: [
    'RATE_LIMIT_EXCEEDED',
    'IP_NOT_ALLOWED',
    'INSUFFICIENT_SCOPE',
    'EXPIRED_API_KEY',
    'REVOKED_API_KEY',
    'KEY_OWNER_DELETED',
  ],
}
/** Shares of the disk that are free. */
const disk = { low: 0.1, lowest: 0.03 }
/** Work that has run for less is normal. */
const behindMs = 60_000
const replicaBehindSeconds = 60
const keptMs = 1_000

const kept = new WeakMap<Database, { until: number; today: Promise<Today>; hours: ClosedSteps }>()

/** However many look at it, it is worked out once a second. */
function todayOf(backend: OperatorBackend): Promise<Today> {
  const known = kept.get(backend.database)
  if (known && known.until > Date.now()) return known.today
  const hours: ClosedSteps = known?.hours ?? new Map()
  const today = readToday(backend, hours)
  kept.set(backend.database, { until: Date.now() + keptMs, today, hours })
  today.catch(() => kept.delete(backend.database))
  return today
}

async function readToday(
  { database, folder, readiness, troubles, replicas }: OperatorBackend,
  hours: ClosedSteps,
): Promise<Today> {
  const now = Date.now()
  const buckets = new Date(now).getUTCHours() + 1
  const [rows, requests, diskState, invalid, allJobs, failing] = await Promise.all([
    todayRows(database, bounds),
    // As the list of requests has them, those without a key included.
    summaryOfRequests(database, { step: 'hour', buckets }, hours).then(
      ({ totals: { success, client, limited, failed } }) => ({ success, client, limited, failed }),
      () => null,
    ),
    ofDisk(folder),
    invalidRecords(database),
    jobs.rows(database),
    troubles(),
  ])
  const attention = [
    ...diskState,
    ...replicas().flatMap(replicaAttention),
    ...[...failing.values()].map(ofTrouble),
    ...ofFilling(readiness.pending()),
    ...invalid.map(ofInvalid),
    ...rows.endpoints.map(ofEndpoint),
    ...rows.givenUp.map(ofGivenUp),
    ...ofMatches(rows.matches, now),
    ...ofRefreshes(rows.refreshes, now),
    ...rows.keys.flatMap(key => ofKey(key, now)),
    ...allJobs.filter(({ isLate }) => isLate).map(ofLateJob),
    ...rows.loads.map(ofLoad),
  ]
  const urgency = ({ severity }: Attention) => severities.indexOf(severity)
  return {
    at: new Date(now).toISOString(),
    since: `${utcDay(new Date(now))}T00:00:00.000Z`,
    attention: attention.toSorted((one, other) => urgency(one) - urgency(other)),
    requests,
    deliveries: rows.deliveries,
  }
}

const many = (count: number, one: string, more = `${one}s`) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : more}`

type About = { subject?: Attention['subject']; since?: Date | string | null; count?: number }

/** About the server, unless something else is named. */
const attention = (
  kind: Attention['kind'],
  severity: Attention['severity'],
  text: string,
  { subject = { type: 'server', id: null, name: null }, since = null, count = 1 }: About = {},
): Attention => ({ kind, severity, text, subject, since: since && new Date(since).toISOString(), count })

const ofTrouble = ({ text, ...about }: { text: string; since: string; count: number }) =>
  attention('sweep_failed', 'warning', `${capitalized(text)}; the log of the server says why`, about)

function ofFilling(count: number): Attention[] {
  if (count === 0) return []
  const what = many(count, 'new column or index', 'new columns and indexes')
  const text = `${what} still being filled; requests that use them get 503`
  return [attention('columns_filling', 'notice', text, { count })]
}

/** They are answered as they are stored, which a client that goes by the documents may not expect. */
function ofInvalid({ type, count, first: [one] }: InvalidRecords): Attention {
  const what = many(count, `stored ${type} does`, `stored ${type} records do`)
  const text = `${what} not fit what is declared now, such as ${one!.id} (${one!.path} ${one!.reason}); load them again`
  return attention('invalid_records', 'warning', text, { count })
}

/** Nobody is answered with less for it: what a replica cannot say, the primary does. */
export function replicaAttention({ place, state, lagSeconds = 0, why }: ReplicaState): Attention[] {
  const isLate = lagSeconds > replicaBehindSeconds
  if (state === 'reading' && !isLate) return []
  const late = isLate ? `is ${many(Math.round(lagSeconds / 60), 'minute')} behind` : 'is behind an upgrade'
  const what = state === 'away' ? `does not answer as a replica of this database (${why})` : late
  const text = `Replica ${place} of DATABASE_REPLICA_URLS ${what}; the primary answers in its place`
  const subject = { type: 'server', id: String(place), name: `replica ${place}` } as const
  return [attention(state === 'away' ? 'replica_away' : 'replica_behind', 'warning', text, { subject })]
}

async function ofDisk(folder: string): Promise<Attention[]> {
  const found = await statfs(folder).catch(() => undefined)
  if (!found || found.blocks === 0) return []
  const free = found.bavail / found.blocks
  if (free >= disk.low) return []
  const gigabytes = ((found.bavail * found.bsize) / 1e9).toFixed(1)
  const text = `${gigabytes} GB (${Math.floor(free * 100)} %) are left on the disk with the data folder`
  return [attention('disk_full', free < disk.lowest ? 'critical' : 'warning', text)]
}

function ofEndpoint({ id, url, disabled, because, byOperator, since, waiting }: EndpointTrouble): Attention {
  const about = { subject: { type: 'webhook', id, name: url }, since, count: waiting } as const
  if (!disabled) {
    const text = `${url} takes nothing; ${many(waiting, 'delivery waits', 'deliveries wait')}`
    return attention('endpoint_failing', 'warning', text, about)
  }
  const text = `${url} is disabled: ${because ?? 'nobody said why'}`
  return attention('endpoint_disabled', byOperator ? 'notice' : 'critical', text, about)
}

function ofGivenUp({ id, url, count, since }: GivenUpDeliveries): Attention {
  const text = `${many(count, 'delivery', 'deliveries')} to ${url} given up in the last day; recover sends them again`
  return attention('deliveries_given_up', 'warning', text, {
    subject: { type: 'webhook', id, name: url },
    since,
    count,
  })
}

const ageMs = (oldest: Date | null, now: number) => (oldest ? now - oldest.getTime() : 0)

function ofMatches({ count, oldest }: WaitingCount, now: number): Attention[] {
  if (count === 0) return []
  const severity = ageMs(oldest, now) > 2 * dayMs ? 'warning' : 'notice'
  const text = `${many(count, 'match waits', 'matches wait')} for a decision`
  const subject = { type: 'matches', id: null, name: null } as const
  return [attention('matches_waiting', severity, text, { subject, since: oldest, count })]
}

function ofRefreshes({ count, oldest }: WaitingCount, now: number): Attention[] {
  if (ageMs(oldest, now) <= behindMs) return []
  const what = many(count, 'change is', 'changes are')
  const text = `${what} still to be repeated in the records that mention what changed`
  return [attention('refresh_behind', 'warning', text, { since: oldest, count })]
}

function ofKey({ id, name, used, perDay, expiresAt, refused }: KeyTrouble, now: number): Attention[] {
  const subject = { type: 'key', id, name } as const
  const share = Math.floor((used / perDay) * 100)
  const daysLeft = expiresAt ? (expiresAt.getTime() - now) / dayMs : Number.POSITIVE_INFINITY
  const left = daysLeft < 1 ? 'within a day' : `in ${many(Math.floor(daysLeft), 'day')}`
  const all = [
    used > bounds.nearLimit * perDay &&
      attention(
        'key_near_limit',
        used >= perDay ? 'critical' : 'warning',
        `"${name}" has used ${share} % of its ${perDay.toLocaleString('en-GB')} requests of today`,
        { subject, count: used },
      ),
    daysLeft < bounds.expiringDays &&
      attention('key_expiring', daysLeft < 3 ? 'warning' : 'notice', `"${name}" expires ${left}`, {
        subject,
      }),
    refused >= bounds.refusedFrom &&
      attention(
        'key_refused',
        'warning',
        `"${name}" was refused ${many(refused, 'time')} today; its requests say why`,
        { subject, count: refused },
      ),
  ]
  return all.filter(one => one !== false)
}

function ofLateJob(job: JobStatus): Attention {
  const subject = { type: 'job', id: job.name, name: job.name } as const
  return attention('job_late', 'warning', lateWords(job), { subject, since: job.nextAt })
}

function ofLoad({ id, name, state, rejected, error, at }: LoadTrouble): Attention {
  const about = { subject: { type: 'load', id, name }, since: at, count: Math.max(1, rejected) } as const
  const title = name ?? 'A load'
  if (state === 'failed') return attention('load_failed', 'warning', `${title} failed: ${error}`, about)
  if (state === 'interrupted')
    return attention('load_interrupted', 'warning', `${title} was interrupted; load it again`, about)
  return attention(
    'lines_rejected',
    'notice',
    `${many(rejected, 'line')} of ${name ?? 'a load'} rejected`,
    about,
  )
}

export const todayOperations = [
  operatorOperation('GET', '/today', {
    summary: 'What needs attention, the most urgent first, and what was asked and delivered today',
    for: 'read',
    answers: Today,
    run: backend => todayOf(backend),
  }),
]
