// What a server tells Prometheus of itself and of its database. The database is asked over a connection of its own, by few
// statements and at most every few seconds; when it does not answer, the rest is told all the same.
import { statfs } from 'node:fs/promises'
import type { Database, Statements } from '../../database/database.ts'
import type { Room } from '../../http/room.ts'
import type { AnswerMemory } from '../../kernel/call/answer-memory.ts'
import type { ExportsUnderWay } from '../../sharing/export-places.ts'
import { type Backlog, readBacklog } from '../../store/figures/backlog.ts'
import type { CountingGate } from '../../store/keys/gate.ts'
import type { Reads } from '../../store/replicas/reads.ts'
import type { Readiness } from '../../store/schema/readiness.ts'
import { invalidRecords } from '../../store/schema/shape-checks.ts'
import { type JobStatus, jobs } from '../../store/writing/jobs.ts'
import { type LoadSource, loadSources } from '../../store/writing/load-sources.ts'
import type { Samples } from './metrics.ts'

type SampleSources = {
  database: Database
  folder: string
  gate: CountingGate['counted']
  answers: AnswerMemory['counted']
  exports(): ExportsUnderWay
  room: Room
  reads: Reads
  readiness: Readiness
  troubles: ReadonlyMap<string, { count: number }>
}

export async function serverSamples(watched: SampleSources): Promise<Samples> {
  const { database, gate, answers, room, troubles } = watched
  const { connections, statements, transactions, unanswered } = database.underWay()
  const { bytes, limit, waiting } = room.held()
  return {
    muster_gate_calls_total: gate.calls,
    muster_gate_requests_total: gate.requests,
    muster_answers_asked_total: { hit: answers.hits, miss: answers.misses },
    muster_answers_kept_bytes: answers.bytes,
    muster_exports_in_flight: watched.exports(),
    muster_body_room_used_bytes: bytes,
    muster_body_room_limit_bytes: limit,
    muster_bodies_waiting: waiting,
    muster_database_pool_limit: connections,
    muster_database_statements_in_flight: statements,
    muster_database_transactions_in_flight: transactions,
    muster_database_unanswered_total: unanswered,
    muster_columns_filling: watched.readiness.pending(),
    muster_background_failures: Object.fromEntries([...troubles].map(([work, { count }]) => [work, count])),
    ...replicaSamples(watched.reads),
    ...(await diskSamples(watched.folder)),
  }
}

function replicaSamples(reads: Reads): Samples {
  const states = reads.states()
  const known = states.filter(({ lagSeconds }) => lagSeconds !== undefined)
  return {
    muster_replica_reading: Object.fromEntries(
      states.map(({ place, state }) => [place, state === 'reading' ? 1 : 0]),
    ),
    muster_replica_lag_seconds: Object.fromEntries(
      known.map(({ place, lagSeconds }) => [place, lagSeconds!]),
    ),
    muster_replica_reads_total: { ...reads.counted },
  }
}

async function diskSamples(folder: string): Promise<Samples> {
  const found = await statfs(folder).catch(() => undefined)
  return found
    ? {
        muster_data_disk_free_bytes: found.bavail * found.bsize,
        muster_data_disk_size_bytes: found.blocks * found.bsize,
      }
    : {}
}

/** A scrape usually waits ten seconds. */
export const scrapeLimitMs = 2_000
const keptMs = 5_000

/** However many ask, the database is asked only once in a while. */
export function databaseSamples(database: Statements): () => Promise<Samples> {
  let kept: { until: number; samples: Promise<Samples> } | undefined
  return () => {
    if (!kept || kept.until <= performance.now())
      kept = {
        until: performance.now() + keptMs,
        samples: Promise.all([
          readBacklog(database),
          loadSources.rows(database),
          jobs.rows(database),
          invalidRecords(database),
        ]).then(
          ([found, sources, allJobs, invalid]) => ({
            ...samplesOf(found),
            ...sourceSamples(sources),
            ...jobSamples(allJobs),
            muster_invalid_records: Object.fromEntries(invalid.map(({ type, count }) => [type, count])),
          }),
          () => ({ muster_database_up: 0 }),
        ),
      }
    return kept.samples
  }
}

function samplesOf({ deliveries, matches, refreshes, checks, loads, ...found }: Backlog): Samples {
  const ended = (count: 'loads' | 'lines' | 'rejected') =>
    Object.fromEntries([
      ...['done', 'failed'].map(outcome => [outcome, 0] as const),
      ...loads.ended.map(total => [total.outcome, total[count]] as const),
    ])
  const sum = (of: Record<string, number>) => Object.values(of).reduce((one, other) => one + other, 0)
  return {
    muster_database_up: 1,
    muster_database_size_bytes: found.bytes,
    muster_database_connections: found.connections,
    muster_servers: found.servers,
    muster_webhook_deliveries_waiting: deliveries.waiting,
    muster_webhook_oldest_waiting_seconds: deliveries.oldestSeconds,
    muster_webhook_endpoints: found.endpoints,
    muster_matches_waiting: matches.waiting,
    muster_matches_oldest_waiting_seconds: matches.oldestSeconds,
    muster_loads_running: loads.running,
    muster_loads_interrupted: loads.interrupted,
    muster_loads_ended_total: ended('loads'),
    muster_load_lines_total: sum(ended('lines')),
    muster_load_rejected_lines_total: sum(ended('rejected')),
    muster_refresh_jobs_waiting: refreshes.waiting,
    muster_refresh_jobs_oldest_waiting_seconds: refreshes.oldestSeconds,
    muster_billing_checks_waiting: checks.waiting,
    muster_billing_checks_oldest_waiting_seconds: checks.oldestSeconds,
  }
}

/** The most sources that are shown. */
const mostSources = 200

function sourceSamples(sources: readonly LoadSource[]): Samples {
  const told = sources.slice(0, mostSources)
  const ended = told.filter(({ succeeded }) => succeeded !== undefined)
  const by = (of: readonly LoadSource[], value: (source: LoadSource) => number) =>
    Object.fromEntries(of.map(source => [source.name, value(source)]))
  return {
    muster_load_source_last_start_timestamp_seconds: by(told, ({ began }) => seconds(began)),
    muster_load_source_last_success_timestamp_seconds: by(ended, ({ succeeded }) => seconds(succeeded!)),
    muster_load_source_last_success_rows: by(ended, ({ rows }) => rows),
    muster_load_source_last_success_rejected_rows: by(ended, ({ rejected }) => rejected),
  }
}

function jobSamples(all: readonly JobStatus[]): Samples {
  const shown = all.slice(0, mostSources)
  const expected = shown.filter(({ everyMinutes }) => everyMinutes !== null)
  const succeeded = shown.filter(({ succeededAt }) => succeededAt !== null)
  return {
    muster_job_late: Object.fromEntries(expected.map(({ name, isLate }) => [name, Number(isLate)])),
    muster_job_last_success_timestamp_seconds: Object.fromEntries(
      succeeded.map(({ name, succeededAt }) => [name, seconds(succeededAt!)]),
    ),
  }
}

const seconds = (moment: string) => Date.parse(moment) / 1000
