// Every family of Muster's metrics: name, type, labels and meaning. The exposition and docs/metrics.md come from it. A
// label never names a key, an address or a person, and has few values.

export type Family = {
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  labels: readonly string[]
  /** Read from the database, and so the same at each of its servers; absent while it does not answer. */
  shared: boolean
  /** What several processes that share a port say together: their sum, what each says, or what any of them says. */
  together: 'sum' | 'each' | 'any'
}

const family =
  (type: Family['type'], together: Family['together'] = 'sum', shared = false) =>
  (help: string, ...labels: string[]): Family => ({ type, help, labels, shared, together })
const counter = family('counter')
const gauge = family('gauge')
const counterOfAny = family('counter', 'any')
const gaugeOfEach = family('gauge', 'each')
const gaugeOfAny = family('gauge', 'any')
const sharedCounter = family('counter', 'any', true)
const sharedGauge = family('gauge', 'any', true)

export const families = {
  muster_build_info: gaugeOfAny('The running version; always 1', 'version'),
  muster_processes: gaugeOfAny(
    'Processes that share the port (PROCESSES), by whether they answer: ready, or starting',
    'state',
  ),
  muster_process_ends_total: counterOfAny(
    'Times that one of several processes ended without being told to; another is started in its place',
  ),
  muster_http_request_duration_seconds: family('histogram')(
    'Time from the first byte of a request to its answer, by route, method and status',
    'route',
    'method',
    'status',
  ),
  muster_http_requests_in_flight: gauge('Requests in progress, including the one for these metrics'),
  muster_http_errors_total: counter('Requests and tool calls answered with an error, by its code', 'code'),
  muster_http_broken_off_total: counter(
    'Exports that were begun but not completed: the client went away, the server failed, or the client read too slowly and was cut off (slow)',
    'by',
  ),
  muster_gate_calls_total: counter(
    'Database calls that admit requests; each one admits all that were waiting',
  ),
  muster_gate_requests_total: counter(
    'Requests those calls decided on: divided by the calls, how many were admitted or refused at a time',
  ),
  muster_answers_asked_total: counter(
    'Answers of the kind kept in memory: hit (it was there, or already being made) or miss (it was made)',
    'outcome',
  ),
  muster_answers_kept_bytes: gauge('Memory used by kept answers (at most ANSWER_MEMORY_MB)'),
  muster_exports_in_flight: gauge(
    'Exports in progress: waiting for a turn, reading the database (at most EXPORTS_AT_ONCE), or fully read and still sending to a slow reader',
    'stage',
  ),
  muster_body_room_used_bytes: gauge('Memory held by large bodies while they arrive and are read'),
  muster_body_room_limit_bytes: gauge('Memory available for large bodies'),
  muster_bodies_waiting: gauge('Requests with large bodies waiting for room'),
  muster_load_source_last_start_timestamp_seconds: sharedGauge(
    'When a mapped source was last started on; at most 200 sources',
    'source',
  ),
  muster_load_source_last_success_timestamp_seconds: sharedGauge(
    'When a mapped source was last read to its end: time() - … > 90000 means that a nightly load is missing',
    'source',
  ),
  muster_load_source_last_success_rows: sharedGauge(
    'Rows of a source when it was last read to its end',
    'source',
  ),
  muster_load_source_last_success_rejected_rows: sharedGauge(
    'Rows of a source that were rejected when it was last read to its end',
    'source',
  ),
  muster_job_late: sharedGauge(
    'Whether a job that is expected, such as a nightly load or the backup, did not come: 1 or 0; at most 200 jobs',
    'job',
  ),
  muster_job_last_success_timestamp_seconds: sharedGauge(
    'When the last run of a job that ended well began; at most 200 jobs',
    'job',
  ),
  muster_replica_reading: gaugeOfEach(
    'Whether records are read from a replica, by its place in DATABASE_REPLICA_URLS: 1, or 0 while it is away or behind an upgrade',
    'replica',
  ),
  muster_replica_lag_seconds: gaugeOfEach(
    'How long ago the last change that a replica has applied was made, where it has received newer ones; else 0',
    'replica',
  ),
  muster_replica_reads_total: counter(
    'Reads that a replica might answer: answered by one, or by the primary because the replica asked was behind, ahead (it showed a commit before the primary did) or failed, or because none could be asked (unasked)',
    'outcome',
  ),
  muster_database_up: gaugeOfEach(
    'Whether the database answered within 2 s when it was last asked for these metrics: 1 or 0',
  ),
  muster_database_size_bytes: sharedGauge('Size of the database on its disk'),
  muster_database_connections: gauge(
    'Connections of this server by their state in PostgreSQL: active, idle, in_transaction; absent while it does not answer',
    'state',
  ),
  muster_database_pool_limit: gauge(
    'DATABASE_CONNECTIONS: connections that requests share; exports and some other work have their own',
  ),
  muster_database_statements_in_flight: gauge(
    'Statements sent or waiting to be sent that are not answered yet',
  ),
  muster_database_transactions_in_flight: gauge(
    'Transactions on the shared connections; those beyond muster_database_pool_limit are waiting for one',
  ),
  muster_database_unanswered_total: counter('Statements not answered in time (DATABASE_TIMEOUT)'),
  muster_servers: sharedGauge('Servers running on this database, by version', 'version'),
  muster_webhook_deliveries_waiting: sharedGauge(
    'Deliveries still to be made, due or not; counted up to 100000',
  ),
  muster_webhook_oldest_waiting_seconds: sharedGauge('Age of the oldest of them; 0 where none waits'),
  muster_webhook_attempts_total: counter(
    'Attempts of this server to deliver: delivered; failed, to be tried again; given_up, the last one failed too; withheld, not sent as the record is no longer its owner’s to see',
    'outcome',
  ),
  muster_webhook_endpoints: sharedGauge(
    'Endpoints: active; failing, nothing was delivered since a failure; paused for a while as nothing answers there; disabled',
    'state',
  ),
  muster_matches_waiting: sharedGauge(
    'Submitted workers who may be known already, waiting for a decision; counted up to 100000',
  ),
  muster_matches_oldest_waiting_seconds: sharedGauge('Age of the oldest of them; 0 where none waits'),
  muster_loads_running: sharedGauge('Loads in progress, by command or over HTTP'),
  muster_loads_interrupted: sharedGauge(
    'Loads of the last day that never finished because their process died',
  ),
  muster_loads_ended_total: sharedCounter('Finished loads, not counting dry runs: done or failed', 'outcome'),
  muster_load_lines_total: sharedCounter('Lines read by those loads'),
  muster_load_rejected_lines_total: sharedCounter('Lines rejected by those loads'),
  muster_refresh_jobs_waiting: sharedGauge(
    'Changes still to be copied into the records that mention what changed; counted up to 100000',
  ),
  muster_refresh_jobs_oldest_waiting_seconds: sharedGauge('Age of the oldest of them; 0 where none waits'),
  muster_billing_checks_waiting: sharedGauge(
    'Notes of writes whose billing checks and clearances are still to be worked out again; counted up to 100000',
  ),
  muster_billing_checks_oldest_waiting_seconds: sharedGauge('Age of the oldest of them; 0 where none waits'),
  muster_invalid_records: sharedGauge(
    'Stored records of an earlier version that do not fit what is declared now; absent where all do',
    'type',
  ),
  muster_columns_filling: gaugeOfEach(
    'New columns and indexes still being filled; requests that use them get 503',
  ),
  muster_background_failures: gaugeOfEach(
    'Consecutive failures of a background task; absent while it succeeds',
    'work',
  ),
  muster_file_store_errors_total: counter(
    'Files that the file store failed to put, get or remove',
    'operation',
  ),
  muster_data_disk_free_bytes: gaugeOfAny('Free space on the disk that holds MUSTER_DATA'),
  muster_data_disk_size_bytes: gaugeOfAny('Size of that disk'),
} satisfies Record<string, Family>

export type FamilyName = keyof typeof families

/** A table for docs/metrics.md. */
export function familiesTable(): string {
  const rows = Object.entries(families).map(
    ([name, { type, labels, help, shared, together }]) =>
      `| \`${name}\` | ${type} | ${labels.map(label => `\`${label}\``).join(', ')} | ${shared ? 'database' : together === 'each' ? 'process' : 'server'} | ${help} |`,
  )
  return ['| metric | type | labels | of the | meaning |', '|---|---|---|---|---|', ...rows].join('\n')
}
