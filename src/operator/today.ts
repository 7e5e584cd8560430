// What needs an operator's attention, the most urgent first, and today's figures.
import { statfs } from 'node:fs/promises'
import { type AnyProblemCode, operatorStatusOf, statusOf } from '../errors/problem.ts'
import { instant, integer, list, oneOf, orNull, record, type Static, text } from '../shape/shape.ts'
import type { Database } from '../store/database/database.ts'
import type { ReplicaState } from '../store/database/reads.ts'
import {
  type EndpointTrouble,
  type GivenUp,
  type KeyTrouble,
  type LoadTrouble,
  type TodayRows,
  todayRows,
} from '../store/figures/today.ts'
import { type Outcomes as OutcomeCounts, outcomeOf } from '../store/keys/request-summary.ts'
import { type InvalidRecords, invalidRecords } from '../store/schema/shape-checks.ts'
import { type OperatorBackend, operatorOperation } from './operation.ts'
import { Outcomes } from './request-operations.ts'

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
    'load_failed',
    'load_interrupted',
    'lines_rejected',
  ),
  severity: oneOf('critical', 'warning', 'notice'),
  text,
  subject: record({
    type: oneOf('server', 'webhook', 'matches', 'key', 'load'),
    id: orNull(text),
    name: orNull(text),
  }),
  since: orNull(instant),
  count: integer,
})
type Attention = Static<typeof Attention>

const Today = record({
  at: instant,
  attention: list(Attention),
  requests: Outcomes,
  deliveries: record({ waiting: integer, delivered: integer, exhausted: integer, withheld: integer }),
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
const dayMs = 86_400_000
const keptMs = 1_000

const kept = new WeakMap<Database, { until: number; today: Promise<Today> }>()

/** However many look at it, it is worked out once a second. */
function todayOf(backend: OperatorBackend): Promise<Today> {
  const known = kept.get(backend.database)
  if (known && known.until > Date.now()) return known.today
  const today = workedOut(backend)
  kept.set(backend.database, { until: Date.now() + keptMs, today })
  today.catch(() => kept.delete(backend.database))
  return today
}

async function workedOut(backend: OperatorBackend): Promise<Today> {
  const now = new Date()
  const [rows, server, invalid] = await Promise.all([
    todayRows(backend.database, bounds),
    ofServer(backend),
    invalidRecords(backend.database),
  ])
  const attention = [
    ...server,
    ...invalid.map(ofInvalid),
    ...rows.endpoints.map(ofEndpoint),
    ...rows.givenUp.map(ofGivenUp),
    ...ofWork(rows, now),
    ...rows.keys.flatMap(key => ofKey(key, now)),
    ...rows.loads.map(ofLoad),
  ]
  const urgency = ({ severity }: Attention) => severities.indexOf(severity)
  return {
    at: now.toISOString(),
    attention: attention.toSorted((one, other) => urgency(one) - urgency(other)),
    requests: outcomesIn(rows.outcomes),
    deliveries: rows.deliveries,
  }
}

const many = (count: number, one: string, more = `${one}s`) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : more}`
const ofItself = { type: 'server', id: null, name: null } as const

async function ofServer({ folder, readiness, troubles, replicas }: OperatorBackend): Promise<Attention[]> {
  const failed = [...troubles].map(
    ([what, { since, count }]): Attention => ({
      kind: 'sweep_failed',
      severity: 'warning',
      text: `${what[0]!.toUpperCase()}${what.slice(1)}; the log of the server says why`,
      subject: ofItself,
      since,
      count,
    }),
  )
  const pending = readiness.pending()
  const filling: Attention = {
    kind: 'columns_filling',
    severity: 'notice',
    text: `${many(pending, 'new column or index', 'new columns and indexes')} still being filled; requests that use them get 503`,
    subject: ofItself,
    since: null,
    count: pending,
  }
  return [
    ...(await ofDisk(folder)),
    ...replicas().flatMap(ofReplica),
    ...failed,
    ...(pending > 0 ? [filling] : []),
  ]
}

/** They are answered as they are stored, which a client that goes by the documents may not expect. */
const ofInvalid = ({ type, count, first: [one] }: InvalidRecords): Attention => ({
  kind: 'invalid_records',
  severity: 'warning',
  text: `${many(count, `stored ${type} does`, `stored ${type} records do`)} not fit what is declared now, such as ${one!.id} (${one!.path} ${one!.reason}); load them again`,
  subject: ofItself,
  since: null,
  count,
})

/** Nobody is answered with less for it: what a replica cannot say, the primary does. */
export function ofReplica({ place, state, lagSeconds = 0 }: ReplicaState): Attention[] {
  const isLate = lagSeconds > replicaBehindSeconds
  if (state === 'reading' && !isLate) return []
  const late = isLate ? `is ${many(Math.round(lagSeconds / 60), 'minute')} behind` : 'is behind an upgrade'
  return [
    {
      kind: state === 'away' ? 'replica_away' : 'replica_behind',
      severity: 'warning',
      text: `Replica ${place} of DATABASE_REPLICA_URLS ${state === 'away' ? 'does not answer as a replica of this database' : late}; the primary answers in its place`,
      subject: { type: 'server', id: String(place), name: `replica ${place}` },
      since: null,
      count: 1,
    },
  ]
}

async function ofDisk(folder: string): Promise<Attention[]> {
  const found = await statfs(folder).catch(() => undefined)
  if (!found || found.blocks === 0) return []
  const free = found.bavail / found.blocks
  if (free >= disk.low) return []
  const gigabytes = ((found.bavail * found.bsize) / 1e9).toFixed(1)
  return [
    {
      kind: 'disk_full',
      severity: free < disk.lowest ? 'critical' : 'warning',
      text: `${gigabytes} GB (${Math.floor(free * 100)} %) are left on the disk with the data folder`,
      subject: ofItself,
      since: null,
      count: 1,
    },
  ]
}

const ofEndpoint = ({ id, url, disabled, because, since, waiting }: EndpointTrouble): Attention => ({
  kind: disabled ? 'endpoint_disabled' : 'endpoint_failing',
  severity: disabled && because !== 'the operator disabled it' ? 'critical' : disabled ? 'notice' : 'warning',
  text: disabled
    ? `${url} is disabled: ${because ?? 'nobody said why'}`
    : `${url} takes nothing; ${many(waiting, 'delivery waits', 'deliveries wait')}`,
  subject: { type: 'webhook', id, name: url },
  since: since?.toISOString() ?? null,
  count: waiting,
})

const ofGivenUp = ({ id, url, count, since }: GivenUp): Attention => ({
  kind: 'deliveries_given_up',
  severity: 'warning',
  text: `${many(count, 'delivery', 'deliveries')} to ${url} given up in the last day; recover sends them again`,
  subject: { type: 'webhook', id, name: url },
  since: since.toISOString(),
  count,
})

function ofWork({ matches, refreshes }: TodayRows, now: Date): Attention[] {
  const waiting: Attention = {
    kind: 'matches_waiting',
    severity: matches.oldest && now.getTime() - matches.oldest.getTime() > 2 * dayMs ? 'warning' : 'notice',
    text: `${many(matches.count, 'match waits', 'matches wait')} for a decision`,
    subject: { type: 'matches', id: null, name: null },
    since: matches.oldest?.toISOString() ?? null,
    count: matches.count,
  }
  const behind: Attention = {
    kind: 'refresh_behind',
    severity: 'warning',
    text: `${many(refreshes.count, 'change is', 'changes are')} still to be repeated in the records that mention what changed`,
    subject: ofItself,
    since: refreshes.oldest?.toISOString() ?? null,
    count: refreshes.count,
  }
  const isBehind = refreshes.oldest !== null && now.getTime() - refreshes.oldest.getTime() > behindMs
  return [...(matches.count > 0 ? [waiting] : []), ...(isBehind ? [behind] : [])]
}

function ofKey(key: KeyTrouble, now: Date): Attention[] {
  const { id, name, used, perDay, expiresAt, refused } = key
  const about = { subject: { type: 'key', id, name }, since: null } as const
  const share = Math.floor((used / perDay) * 100)
  const daysLeft = expiresAt ? (expiresAt.getTime() - now.getTime()) / dayMs : Number.POSITIVE_INFINITY
  const all: (Attention | false)[] = [
    used > bounds.nearLimit * perDay && {
      kind: 'key_near_limit',
      severity: used >= perDay ? 'critical' : 'warning',
      text: `"${name}" has used ${share} % of its ${perDay.toLocaleString('en-GB')} requests of today`,
      count: used,
      ...about,
    },
    daysLeft < bounds.expiringDays && {
      kind: 'key_expiring',
      severity: daysLeft < 3 ? 'warning' : 'notice',
      text: `"${name}" expires ${daysLeft < 1 ? 'within a day' : `in ${many(Math.floor(daysLeft), 'day')}`}`,
      count: 1,
      ...about,
    },
    refused >= bounds.refusedFrom && {
      kind: 'key_refused',
      severity: 'warning',
      text: `"${name}" was refused ${many(refused, 'time')} today; its requests say why`,
      count: refused,
      ...about,
    },
  ]
  return all.filter(one => one !== false)
}

function ofLoad({ id, name, state, rejected, error, at }: LoadTrouble): Attention {
  const called = name ?? 'A load'
  const said = {
    failed: { kind: 'load_failed', text: `${called} failed: ${error}` },
    interrupted: { kind: 'load_interrupted', text: `${called} was interrupted; load it again` },
    done: { kind: 'lines_rejected', text: `${many(rejected, 'line')} of ${name ?? 'a load'} rejected` },
  } as const
  return {
    ...said[state],
    severity: state === 'done' ? 'notice' : 'warning',
    subject: { type: 'load', id, name },
    since: at.toISOString(),
    count: Math.max(1, rejected),
  }
}

const statuses: Record<string, number> = { ...statusOf, ...operatorStatusOf } satisfies Record<
  AnyProblemCode,
  number
>

/** Outcomes are statuses, or codes of problems. */
function outcomesIn(rows: TodayRows['outcomes']): OutcomeCounts {
  const sums = { success: 0, client: 0, limited: 0, failed: 0 }
  for (const { outcome, requests } of rows) {
    const status = /^\d+$/.test(outcome) ? Number(outcome) : (statuses[outcome] ?? 500)
    sums[outcomeOf(status)] += requests
  }
  return sums
}

export const todayOperations = [
  operatorOperation('GET', '/today', {
    summary: 'What needs attention, the most urgent first, and what was asked and delivered today',
    for: 'read',
    answers: Today,
    run: (_, backend) => todayOf(backend),
  }),
]
