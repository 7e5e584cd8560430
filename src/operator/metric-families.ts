// Every family of Muster's metrics: name, type, labels and meaning. The exposition and docs/metrics.md come from it. A
// label never names a key, an address or a person, and has few values.

export type Family = {
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  labels?: readonly string[]
  /** Read from the database, and so the same at each of its servers; absent while it does not answer. */
  shared?: true
}

export const families = {
  muster_build_info: { type: 'gauge', labels: ['version'], help: 'The running version; always 1' },
  muster_http_request_duration_seconds: {
    type: 'histogram',
    labels: ['route', 'method', 'status'],
    help: 'Time from the first byte of a request to its answer, by route, method and status',
  },
  muster_http_requests_in_flight: {
    type: 'gauge',
    help: 'Requests in progress, including the one for these metrics',
  },
  muster_http_errors_total: {
    type: 'counter',
    labels: ['code'],
    help: 'Requests and tool calls answered with an error, by its code',
  },
  muster_http_broken_off_total: {
    type: 'counter',
    labels: ['by'],
    help: 'Exports that were begun but not completed: the client went away, the server failed, or the client read too slowly and was cut off (slow)',
  },
  muster_gate_calls_total: {
    type: 'counter',
    help: 'Database calls that admit requests; each one admits all that were waiting',
  },
  muster_gate_requests_total: {
    type: 'counter',
    help: 'Requests those calls decided on: divided by the calls, how many were admitted or refused at a time',
  },
  muster_answers_asked_total: {
    type: 'counter',
    labels: ['outcome'],
    help: 'Answers of the kind kept in memory: hit (it was there, or already being made) or miss (it was made)',
  },
  muster_answers_kept_bytes: {
    type: 'gauge',
    help: 'Memory used by kept answers (at most ANSWER_MEMORY_MB)',
  },
  muster_exports_in_flight: {
    type: 'gauge',
    labels: ['stage'],
    help: 'Exports in progress: waiting for a turn, reading the database (at most EXPORTS_AT_ONCE), or fully read and still sending to a slow reader',
  },
  muster_body_room_used_bytes: {
    type: 'gauge',
    help: 'Memory held by large bodies while they arrive and are read',
  },
  muster_body_room_limit_bytes: { type: 'gauge', help: 'Memory available for large bodies' },
  muster_bodies_waiting: { type: 'gauge', help: 'Requests with large bodies waiting for room' },
  muster_load_source_last_start_timestamp_seconds: {
    type: 'gauge',
    labels: ['source'],
    shared: true,
    help: 'When a mapped source was last started on; at most 200 sources',
  },
  muster_load_source_last_success_timestamp_seconds: {
    type: 'gauge',
    labels: ['source'],
    shared: true,
    help: 'When a mapped source was last read to its end: time() - … > 90000 means that a nightly load is missing',
  },
  muster_load_source_last_success_rows: {
    type: 'gauge',
    labels: ['source'],
    shared: true,
    help: 'Rows of a source when it was last read to its end',
  },
  muster_load_source_last_success_rejected_rows: {
    type: 'gauge',
    labels: ['source'],
    shared: true,
    help: 'Rows of a source that were rejected when it was last read to its end',
  },
  muster_replica_reading: {
    type: 'gauge',
    labels: ['replica'],
    help: 'Whether records are read from a replica, by its place in DATABASE_REPLICA_URLS: 1, or 0 while it is away or behind an upgrade',
  },
  muster_replica_lag_seconds: {
    type: 'gauge',
    labels: ['replica'],
    help: 'How long ago the last change that a replica has applied was made, where it has received newer ones; else 0',
  },
  muster_replica_reads_total: {
    type: 'counter',
    labels: ['outcome'],
    help: 'Reads that a replica might answer: answered by one, or by the primary because the replica asked was behind, ahead (it showed a commit before the primary did) or failed, or because none could be asked (unasked)',
  },
  muster_database_up: {
    type: 'gauge',
    help: 'Whether the database answered within 2 s when it was last asked for these metrics: 1 or 0',
  },
  muster_database_size_bytes: { type: 'gauge', shared: true, help: 'Size of the database on its disk' },
  muster_database_connections: {
    type: 'gauge',
    labels: ['state'],
    help: 'Connections of this server by their state in PostgreSQL: active, idle, in_transaction; absent while it does not answer',
  },
  muster_database_pool_limit: {
    type: 'gauge',
    help: 'DATABASE_CONNECTIONS: connections that requests share; exports and some other work have their own',
  },
  muster_database_statements_in_flight: {
    type: 'gauge',
    help: 'Statements sent or waiting to be sent that are not answered yet',
  },
  muster_database_transactions_in_flight: {
    type: 'gauge',
    help: 'Transactions on the shared connections; those beyond muster_database_pool_limit are waiting for one',
  },
  muster_database_unanswered_total: {
    type: 'counter',
    help: 'Statements not answered in time (DATABASE_TIMEOUT)',
  },
  muster_servers: {
    type: 'gauge',
    labels: ['version'],
    shared: true,
    help: 'Servers running on this database, by version',
  },
  muster_webhook_deliveries_waiting: {
    type: 'gauge',
    shared: true,
    help: 'Deliveries still to be made, due or not; counted up to 100000',
  },
  muster_webhook_oldest_waiting_seconds: {
    type: 'gauge',
    shared: true,
    help: 'Age of the oldest of them; 0 where none waits',
  },
  muster_webhook_attempts_total: {
    type: 'counter',
    labels: ['outcome'],
    help: 'Attempts of this server to deliver: delivered; failed, to be tried again; given_up, the last one failed too; withheld, not sent as the record is no longer its owner’s to see',
  },
  muster_webhook_endpoints: {
    type: 'gauge',
    labels: ['state'],
    shared: true,
    help: 'Endpoints: active; failing, nothing was delivered since a failure; paused for a while as nothing answers there; disabled',
  },
  muster_matches_waiting: {
    type: 'gauge',
    shared: true,
    help: 'Submitted workers who may be known already, waiting for a decision; counted up to 100000',
  },
  muster_matches_oldest_waiting_seconds: {
    type: 'gauge',
    shared: true,
    help: 'Age of the oldest of them; 0 where none waits',
  },
  muster_loads_running: { type: 'gauge', shared: true, help: 'Loads in progress, by command or over HTTP' },
  muster_loads_interrupted: {
    type: 'gauge',
    shared: true,
    help: 'Loads of the last day that never finished because their process died',
  },
  muster_loads_ended_total: {
    type: 'counter',
    labels: ['outcome'],
    shared: true,
    help: 'Finished loads, not counting dry runs: done or failed',
  },
  muster_load_lines_total: { type: 'counter', shared: true, help: 'Lines read by those loads' },
  muster_load_rejected_lines_total: {
    type: 'counter',
    shared: true,
    help: 'Lines rejected by those loads',
  },
  muster_refresh_jobs_waiting: {
    type: 'gauge',
    shared: true,
    help: 'Changes still to be copied into the records that mention what changed; counted up to 100000',
  },
  muster_refresh_jobs_oldest_waiting_seconds: {
    type: 'gauge',
    shared: true,
    help: 'Age of the oldest of them; 0 where none waits',
  },
  muster_invalid_records: {
    type: 'gauge',
    labels: ['type'],
    shared: true,
    help: 'Stored records of an earlier version that do not fit what is declared now; absent where all do',
  },
  muster_columns_filling: {
    type: 'gauge',
    help: 'New columns and indexes still being filled; requests that use them get 503',
  },
  muster_background_failures: {
    type: 'gauge',
    labels: ['work'],
    help: 'Consecutive failures of a background task; absent while it succeeds',
  },
  muster_file_store_errors_total: {
    type: 'counter',
    labels: ['operation'],
    help: 'Files that the file store failed to put, get or remove',
  },
  muster_data_disk_free_bytes: {
    type: 'gauge',
    help: 'Free space on the disk that holds MUSTER_DATA',
  },
  muster_data_disk_size_bytes: { type: 'gauge', help: 'Size of that disk' },
} as const satisfies Record<string, Family>

export type FamilyName = keyof typeof families

/** A table for docs/metrics.md. */
export function familiesTable(): string {
  const rows = Object.entries(families as Record<string, Family>).map(
    ([name, { type, labels = [], help, shared }]) =>
      `| \`${name}\` | ${type} | ${labels.map(label => `\`${label}\``).join(', ')} | ${shared ? 'database' : 'server'} | ${help} |`,
  )
  return ['| metric | type | labels | of the | meaning |', '|---|---|---|---|---|', ...rows].join('\n')
}
