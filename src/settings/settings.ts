// Every setting there is: name, type, default, meaning. The only reader of process.env,
// but for a database's user and password, which postgres/ reads as libpq does; read once, and a bad
// value stops the start with the name of the variable.
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OperatorRole, operatorRoles } from '../access/operators.ts'
import { plainRange } from '../formats/ip-address.ts'
import { readDatabaseAddress } from '../postgres/address.ts'

type Kind = 'text' | 'port' | 'count' | 'seconds' | 'minutes' | 'hours' | 'days' | 'choice' | 'list' | 'yesNo'

type Entry = { kind: Kind; fallback: string; meaning: string; secret?: true; choices?: readonly string[] }

export const settingsTable = {
  HOST: {
    kind: 'text',
    fallback: '127.0.0.1',
    meaning: 'Address to listen on. Loopback unless you say otherwise.',
  },
  PORT: { kind: 'port', fallback: '8080', meaning: 'Port to listen on; 0 takes a free one.' },
  OPERATOR_HOST: {
    kind: 'text',
    fallback: '127.0.0.1',
    meaning: 'Address of the operator listener, where OPERATOR_PORT is set.',
  },
  OPERATOR_PORT: {
    kind: 'port',
    fallback: '',
    meaning:
      'Port of a listener for the operator interface and the portal of operators alone. Empty: they share the main one.',
  },
  OPERATOR_URL: {
    kind: 'text',
    fallback: '',
    meaning:
      'Address under which operators reach that listener, if not by an address of this machine. Accounts elsewhere come back to it.',
  },
  DATABASE_URL: {
    kind: 'text',
    fallback: '',
    secret: true,
    meaning:
      'A PostgreSQL 15 or newer to use; of several hosts, separated by commas, the one that accepts writes. Empty: Muster starts its own, in MUSTER_DATA.',
  },
  DATABASE_DIRECT_URL: {
    kind: 'text',
    fallback: '',
    secret: true,
    meaning:
      'The address of PostgreSQL itself, if DATABASE_URL leads to a pooler such as PgBouncer: for listening, locks and exports.',
  },
  DATABASE_REPLICA_URLS: {
    kind: 'list',
    fallback: '',
    secret: true,
    meaning:
      'Streaming replicas to read records from, separated by spaces, each a single node; one answers only if it has exactly what the primary shows. ?weight=2 gives one twice as much.',
  },
  MUSTER_DATA: {
    kind: 'text',
    fallback: '.muster',
    meaning: 'Folder for the embedded database, files and secrets.',
  },
  PUBLIC_URL: {
    kind: 'text',
    fallback: '',
    meaning:
      'Address under which clients reach this server. Empty: http://HOST:PORT in links; in pages and OpenAPI the host of the request where it is localhost, HOST or an address of this machine, else that address.',
  },
  MUSTER_SECRET: {
    kind: 'text',
    fallback: '',
    secret: true,
    meaning:
      'Master secret, at least 32 characters; required with DATABASE_URL. Empty: one is made in MUSTER_DATA.',
  },
  MUSTER_SECRET_OLD: {
    kind: 'text',
    fallback: '',
    secret: true,
    meaning: 'The previous master secret, still accepted while servers change to the present one.',
  },
  FILES_STORE: {
    kind: 'choice',
    fallback: 'disk',
    choices: ['disk', 's3'],
    meaning:
      'Where files are kept: disk (the folder files in MUSTER_DATA) or s3 (the bucket that S3_BUCKET names).',
  },
  FILE_URL: {
    kind: 'text',
    fallback: '',
    meaning: 'Address under which clients reach /files of this server. Empty: PUBLIC_URL.',
  },
  S3_ENDPOINT: {
    kind: 'text',
    fallback: '',
    meaning: 'Address of the S3-compatible store, such as https://s3.eu-west-2.amazonaws.com.',
  },
  S3_REGION: {
    kind: 'text',
    fallback: 'us-east-1',
    meaning: 'Region that requests to the store are signed for.',
  },
  S3_BUCKET: { kind: 'text', fallback: '', meaning: 'Bucket for files; it must be there already.' },
  S3_PREFIX: {
    kind: 'text',
    fallback: '',
    meaning: 'What the keys of our objects begin with, such as muster/.',
  },
  S3_ACCESS_KEY_ID: { kind: 'text', fallback: '', meaning: 'Access key of the store.' },
  S3_SECRET_ACCESS_KEY: { kind: 'text', fallback: '', secret: true, meaning: 'Secret of that access key.' },
  S3_SESSION_TOKEN: {
    kind: 'text',
    fallback: '',
    secret: true,
    meaning: 'Session token, where the access key is a temporary one.',
  },
  WEBHOOK_LOOPBACK: {
    kind: 'choice',
    fallback: 'no',
    choices: ['yes', 'no'],
    meaning:
      'Whether webhooks and smart checks may go to loopback addresses, over http and on any port. With --demo they may, unless it is set to no.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    kind: 'text',
    fallback: '',
    meaning:
      'Address of an OpenTelemetry collector to send traces to over OTLP/HTTP, such as http://127.0.0.1:4318. Empty: none are sent.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    kind: 'text',
    fallback: '1',
    meaning:
      'Share of the requests without a traceparent that are traced, from 0 to 1; one with it is traced as it says.',
  },
  TRUSTED_PROXIES: {
    kind: 'list',
    fallback: '',
    meaning:
      'Addresses or CIDR ranges of proxies whose X-Forwarded-For, -Proto and -Host are believed, comma-separated.',
  },
  LOG_LEVEL: {
    kind: 'choice',
    fallback: 'info',
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    meaning: 'How much is logged: trace, debug, info, warn, error or silent.',
  },
  DATABASE_CONNECTIONS: {
    kind: 'count',
    fallback: '4',
    meaning: 'Connections to PostgreSQL for requests. Few are faster: they are pipelined.',
  },
  ANSWER_MEMORY_MB: {
    kind: 'count',
    fallback: '64',
    meaning:
      'Megabytes of answers that are kept in memory, for as long as nothing has changed that they show; 0 keeps none.',
  },
  DATABASE_TIMEOUT: {
    kind: 'seconds',
    fallback: '10',
    meaning:
      'Seconds that a request waits for one answer from PostgreSQL; then it gets 503, and the next request a fresh connection.',
  },
  DATABASE_CONNECT_TIMEOUT: {
    kind: 'seconds',
    fallback: '3',
    meaning:
      'Seconds that a connection to PostgreSQL may take, for each host; several hosts together less than DATABASE_TIMEOUT.',
  },
  EXPORTS_AT_ONCE: {
    kind: 'count',
    fallback: '4',
    meaning:
      'Exports of whole lists that may be read from PostgreSQL at once, each over a connection of its own. The keys of one owner have at most half of them, and as many as this under way, those included that are only sent. Whoever comes when all are taken waits up to 20 seconds for a turn.',
  },
  EXPORTS_PER_KEY: {
    kind: 'count',
    fallback: '2',
    meaning: 'Exports that one key may have under way at once.',
  },
  EXPORT_TIMEOUT: {
    kind: 'seconds',
    fallback: '1800',
    meaning: 'Seconds after which an export that has not been read to its end is broken off.',
  },
  EXPORT_LEAST_SPEED: {
    kind: 'count',
    fallback: '16',
    meaning:
      'Kilobytes a second that whoever reads an export has to take; an export that is read more slowly for two minutes is broken off.',
  },
  EXPORT_DISK_MB: {
    kind: 'count',
    fallback: '4096',
    meaning:
      'Megabytes of one export that may wait in MUSTER_DATA for a slow reader; with more, it is broken off.',
  },
  EXPORTS_DISK_MB: {
    kind: 'count',
    fallback: '8192',
    meaning:
      'Megabytes of all exports together that may wait in MUSTER_DATA for slow readers, of one owner half of it; with more, the one that has most waiting is broken off, of the owner that has most.',
  },
  STOP_TIMEOUT: {
    kind: 'seconds',
    fallback: '10',
    meaning: 'Seconds that requests under way are given when the server stops.',
  },
  PORTAL_SESSION_HOURS: {
    kind: 'hours',
    fallback: '12',
    meaning: 'Hours after which a session of the portal ends, whatever is done in it.',
  },
  PORTAL_IDLE_MINUTES: {
    kind: 'minutes',
    fallback: '60',
    meaning: 'Minutes without a request after which a session of the portal ends.',
  },
  PORTAL_OIDC_ISSUER: {
    kind: 'text',
    fallback: '',
    meaning:
      'Address of an OpenID Connect provider whose accounts sign operators in, such as https://login.example.com. Empty: none.',
  },
  PORTAL_OIDC_CLIENT_ID: { kind: 'text', fallback: '', meaning: 'What this server is called there.' },
  PORTAL_OIDC_CLIENT_SECRET: {
    kind: 'text',
    fallback: '',
    secret: true,
    meaning: 'Its secret there. The address to register is /portal/oidc/callback.',
  },
  PORTAL_OIDC_NAME: {
    kind: 'text',
    fallback: 'single sign-on',
    meaning: 'What the sign-in page calls it.',
  },
  PORTAL_OIDC_SCOPES: {
    kind: 'text',
    fallback: 'openid profile email',
    meaning: 'Scopes that are asked for, with spaces; some providers tell groups only with one of their own.',
  },
  PORTAL_OIDC_ROLES: {
    kind: 'list',
    fallback: '',
    meaning:
      'Who has which role, the first that fits, as claim:value=role with commas: groups:muster-admins=owner,email:ann@example.com=operator. Nobody else gets in.',
  },
  KEEP_AUDIT_DAYS: {
    kind: 'days',
    fallback: '400',
    meaning: 'Days that changes made by operators are kept, with who made them.',
  },
  KEEP_OPEN_MATCHES_DAYS: {
    kind: 'days',
    fallback: '90',
    meaning: 'Days that a possible match waits for a decision; then what was sent is forgotten.',
  },
  KEEP_DECIDED_MATCHES_DAYS: {
    kind: 'days',
    fallback: '400',
    meaning:
      'Days that decided matches can be listed and shown. Who decided what and when stays, without the note.',
  },
  KEEP_ANSWERS_HOURS: {
    kind: 'hours',
    fallback: '24',
    meaning: 'Hours for which an Idempotency-Key gives the same answer again.',
  },
  KEEP_LEDGER_DAYS: {
    kind: 'days',
    fallback: '400',
    meaning: 'Days that the use of keys and the readings of people are kept.',
  },
  KEEP_REQUESTS_DAYS: {
    kind: 'days',
    fallback: '7',
    meaning: 'Days that the log of requests is kept.',
  },
  KEEP_REQUESTS_MOST: {
    kind: 'count',
    fallback: '1000000',
    meaning: 'Requests that the log holds at most; the oldest go first.',
  },
  KEEP_LOADS_DAYS: {
    kind: 'days',
    fallback: '90',
    meaning: 'Days that loads can be looked up, with what was rejected and why.',
  },
  KEEP_FEEDS_DAYS: {
    kind: 'days',
    fallback: '30',
    meaning:
      'Days that events and changes can be read again, and deliveries sent again; at least 5, as long as they are tried.',
  },
  KEEP_DELIVERY_ATTEMPTS_DAYS: {
    kind: 'days',
    fallback: '',
    meaning:
      'Days that attempts to deliver are kept with what receivers answered; at most KEEP_FEEDS_DAYS. Empty: as many.',
  },
  KEEP_FILES_HOURS: {
    kind: 'hours',
    fallback: '0',
    meaning:
      'Hours that content stays in the file store after the last record that named it; 0 and an erasure remove it at once.',
  },
} as const satisfies Record<string, Entry>

export type SettingName = keyof typeof settingsTable
export type Settings = {
  host: string
  port: number
  operatorHost: string
  operatorUrl: string | undefined
  operatorPort: number | undefined
  databaseUrl: string | undefined
  databaseDirectUrl: string | undefined
  replicas: readonly { url: string; weight: number }[]
  data: string
  publicUrl: string | undefined
  secret: string | undefined
  oldSecret: string | undefined
  fileUrl: string | undefined
  /** Set where files lie in an S3-compatible store. */
  s3: S3Settings | undefined
  webhookLoopback: boolean
  /** Set where traces are told to somebody. */
  telemetry: { endpoint: string; share: number } | undefined
  trustedProxies: string[]
  logLevel: string
  databaseConnections: number
  answerMemoryBytes: number
  databaseTimeoutMs: number
  databaseConnectTimeoutMs: number
  stopTimeoutMs: number
  exports: ExportSettings
  sessions: { hours: number; idleMinutes: number }
  /** Set where accounts of a provider sign operators in. */
  oidc: OidcSettings | undefined
  keep: Retention
}

export type OidcSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  name: string
  scopes: string
  roles: readonly RoleRule[]
}

/** Whoever has this value of a claim, or among those of it, has the role. */
export type RoleRule = { claim: string; value: string; role: OperatorRole }

/** How much exports of whole lists may take. */
export type ExportSettings = {
  perKey: number
  atOnce: number
  /** How long one waits until it is read. */
  waitMs: number
  ms: number
  /** What of one waits for a reader who is slow, and of all together. */
  spill: { folder: string; memoryBytes: number; diskBytes: number }
  spills: { memoryBytes: number; diskBytes: number }
  /** How fast one has to be read. */
  pace: { leastBytesPerSecond: number; patienceMs: number }
}

/** How long things are kept that are not kept for ever. */
export type Retention = {
  openMatchesDays: number
  decidedMatchesDays: number
  answersHours: number
  ledgerDays: number
  auditDays: number
  requestsDays: number
  requestsMost: number
  loadsDays: number
  feedsDays: number
  deliveryAttemptsDays: number
  filesHours: number
}

export type S3Settings = {
  endpoint: string
  region: string
  bucket: string
  prefix: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | undefined
}

export class SettingError extends Error {}

export type Environment = Record<string, string | undefined>

export function readSettings(overrides: Environment = {}, environment: Environment = process.env): Settings {
  const given = (name: SettingName) => overrides[name] ?? environment[name] ?? settingsTable[name].fallback
  const port = (name: SettingName) => {
    const value = wholeNumber(name, given(name), 0)
    if (value <= 65535) return value
    throw new SettingError(`${name}=${value}: a port is at most 65535`)
  }
  const choice = (name: SettingName, choices: readonly string[]) => {
    const value = given(name)
    if (choices.includes(value)) return value
    throw new SettingError(`${name}=${value}: must be one of ${choices.join(', ')}`)
  }
  return {
    host: given('HOST'),
    port: port('PORT'),
    operatorHost: given('OPERATOR_HOST'),
    operatorPort: given('OPERATOR_PORT') === '' ? undefined : port('OPERATOR_PORT'),
    databaseUrl: databaseUrl('DATABASE_URL', given),
    databaseDirectUrl: databaseUrl('DATABASE_DIRECT_URL', given),
    replicas: replicaUrls(given('DATABASE_REPLICA_URLS')),
    data: dataFolder(overrides.MUSTER_DATA ?? environment.MUSTER_DATA),
    operatorUrl: given('OPERATOR_URL') === '' ? undefined : webAddress('OPERATOR_URL', given('OPERATOR_URL')),
    publicUrl: given('PUBLIC_URL') === '' ? undefined : webAddress('PUBLIC_URL', given('PUBLIC_URL')),
    secret: secretText('MUSTER_SECRET', given('MUSTER_SECRET')),
    oldSecret: secretText('MUSTER_SECRET_OLD', given('MUSTER_SECRET_OLD')),
    fileUrl: given('FILE_URL') === '' ? undefined : webAddress('FILE_URL', given('FILE_URL')),
    s3: choice('FILES_STORE', settingsTable.FILES_STORE.choices) === 's3' ? s3Settings(given) : undefined,
    webhookLoopback: choice('WEBHOOK_LOOPBACK', settingsTable.WEBHOOK_LOOPBACK.choices) === 'yes',
    telemetry: telemetrySettings(given),
    trustedProxies: ranges('TRUSTED_PROXIES', given('TRUSTED_PROXIES')),
    logLevel: choice('LOG_LEVEL', settingsTable.LOG_LEVEL.choices),
    databaseConnections: wholeNumber('DATABASE_CONNECTIONS', given('DATABASE_CONNECTIONS'), 1),
    answerMemoryBytes: wholeNumber('ANSWER_MEMORY_MB', given('ANSWER_MEMORY_MB'), 0, 100_000) * megabyte,
    databaseTimeoutMs: wholeNumber('DATABASE_TIMEOUT', given('DATABASE_TIMEOUT'), 1, 3600) * 1000,
    databaseConnectTimeoutMs:
      wholeNumber('DATABASE_CONNECT_TIMEOUT', given('DATABASE_CONNECT_TIMEOUT'), 1, 600) * 1000,
    stopTimeoutMs: wholeNumber('STOP_TIMEOUT', given('STOP_TIMEOUT'), 0) * 1000,
    exports: exportSettings(given, dataFolder(overrides.MUSTER_DATA ?? environment.MUSTER_DATA)),
    sessions: {
      hours: wholeNumber('PORTAL_SESSION_HOURS', given('PORTAL_SESSION_HOURS'), 1, 24 * 30),
      idleMinutes: wholeNumber('PORTAL_IDLE_MINUTES', given('PORTAL_IDLE_MINUTES'), 1, 60 * 24 * 30),
    },
    oidc: given('PORTAL_OIDC_ISSUER') === '' ? undefined : oidcSettings(given),
    keep: retention(given),
  }
}

const megabyte = 1024 * 1024

function exportSettings(given: (name: SettingName) => string, data: string): ExportSettings {
  const count = (name: SettingName, most?: number) => wholeNumber(name, given(name), 1, most)
  return {
    perKey: count('EXPORTS_PER_KEY'),
    // More connections than PostgreSQL has would be refused one by one.
    atOnce: count('EXPORTS_AT_ONCE', 1000),
    waitMs: 20_000,
    ms: count('EXPORT_TIMEOUT', 86_400) * 1000,
    spill: {
      folder: join(data, 'exports'),
      memoryBytes: 8 * megabyte,
      diskBytes: count('EXPORT_DISK_MB') * megabyte,
    },
    spills: { memoryBytes: 64 * megabyte, diskBytes: count('EXPORTS_DISK_MB') * megabyte },
    pace: { leastBytesPerSecond: count('EXPORT_LEAST_SPEED') * 1024, patienceMs: 120_000 },
  }
}

/** A folder that was named is meant from where the command runs; the default lies in the installation. */
const dataFolder = (given: string | undefined) =>
  given
    ? resolve(given)
    : fileURLToPath(new URL(`../../${settingsTable.MUSTER_DATA.fallback}`, import.meta.url))

function wholeNumber(name: string, text: string, least: number, most = 999_999_999): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < least)
    throw new SettingError(`${name}=${text}: must be a whole number of at least ${least}`)
  if (Number(text) > most) throw new SettingError(`${name}=${text}: must be at most ${most}`)
  return Number(text)
}

/** A century, and dates that long ago are still dates everywhere. */
const mostDays = 36_500
/** Ten attempts take up to 3.8 days: what is still to be delivered must not be swept. */
const fewestFeedsDays = 5

function retention(given: (name: SettingName) => string): Retention {
  const days = (name: SettingName, least = 1) => wholeNumber(name, given(name), least, mostDays)
  const hours = (name: SettingName, least: number) => wholeNumber(name, given(name), least, mostDays * 24)
  const feedsDays = days('KEEP_FEEDS_DAYS', fewestFeedsDays)
  return {
    openMatchesDays: days('KEEP_OPEN_MATCHES_DAYS'),
    decidedMatchesDays: days('KEEP_DECIDED_MATCHES_DAYS'),
    answersHours: hours('KEEP_ANSWERS_HOURS', 1),
    ledgerDays: days('KEEP_LEDGER_DAYS'),
    auditDays: days('KEEP_AUDIT_DAYS'),
    requestsDays: days('KEEP_REQUESTS_DAYS'),
    requestsMost: wholeNumber('KEEP_REQUESTS_MOST', given('KEEP_REQUESTS_MOST'), 1),
    loadsDays: days('KEEP_LOADS_DAYS'),
    feedsDays,
    deliveryAttemptsDays: attemptsDays(given('KEEP_DELIVERY_ATTEMPTS_DAYS'), feedsDays),
    filesHours: hours('KEEP_FILES_HOURS', 0),
  }
}

function attemptsDays(text: string, feedsDays: number): number {
  const name = 'KEEP_DELIVERY_ATTEMPTS_DAYS'
  const days = text === '' ? feedsDays : wholeNumber(name, text, 1)
  if (days <= feedsDays) return days
  throw new SettingError(`${name}=${text}: must be at most KEEP_FEEDS_DAYS, which is ${feedsDays}`)
}

function ranges(name: string, text: string): string[] {
  const entries = text.split(',').flatMap(entry => entry.trim() || [])
  const wrong = entries.find(entry => plainRange(entry) === undefined)
  if (wrong === undefined) return entries
  throw new SettingError(`${name}: "${wrong}" is neither an address nor a CIDR range such as 10.0.0.0/8`)
}

function secretText(name: string, text: string): string | undefined {
  if (text === '') return undefined
  if (text.trim().length >= 32) return text.trim()
  throw new SettingError(`${name} must have at least 32 characters; "openssl rand -base64 32" makes one`)
}

function webAddress(name: string, text: string): string {
  const plain = /^https?:\/\/[\w.~:/[\]-]+$/.test(text) && URL.canParse(text)
  if (plain) return text.replace(/\/+$/, '')
  throw new SettingError(`${name}=${text}: must be an http or https address without a query`)
}

function telemetrySettings(given: (name: SettingName) => string): Settings['telemetry'] {
  const endpoint = given('OTEL_EXPORTER_OTLP_ENDPOINT')
  const share = given('OTEL_TRACES_SAMPLER_ARG')
  if (!/^(0|1|0?\.\d+|1\.0+)$/.test(share))
    throw new SettingError(`OTEL_TRACES_SAMPLER_ARG=${share}: must be a number from 0 to 1`)
  if (endpoint === '') return undefined
  return { endpoint: webAddress('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint), share: Number(share) }
}

function s3Settings(given: (name: SettingName) => string): S3Settings {
  const needed = (name: SettingName, pattern: RegExp) => {
    if (given(name) === '') throw new SettingError(`${name} is required with FILES_STORE=s3`)
    if (pattern.test(given(name))) return given(name)
    throw new SettingError(`${name} is not in the right form`)
  }
  const prefix = given('S3_PREFIX')
  if (!/^([\w-][\w.-]*\/)*$/.test(prefix))
    throw new SettingError('S3_PREFIX must end with a slash and have only letters, digits, "_", "-" and "."')
  return {
    endpoint: webAddress('S3_ENDPOINT', needed('S3_ENDPOINT', /./)),
    region: needed('S3_REGION', /^[\w-]+$/),
    bucket: needed('S3_BUCKET', /^[a-z0-9][a-z0-9.-]+$/),
    prefix,
    accessKeyId: needed('S3_ACCESS_KEY_ID', /^\S+$/),
    secretAccessKey: needed('S3_SECRET_ACCESS_KEY', /^\S+$/),
    sessionToken: given('S3_SESSION_TOKEN') || undefined,
  }
}

function oidcSettings(given: (name: SettingName) => string): OidcSettings {
  const needed = (name: SettingName) => {
    if (given(name) !== '') return given(name)
    throw new SettingError(`${name} is required with PORTAL_OIDC_ISSUER`)
  }
  const issuer = webAddress('PORTAL_OIDC_ISSUER', given('PORTAL_OIDC_ISSUER'))
  const { protocol, hostname } = new URL(issuer)
  if (protocol !== 'https:' && !['127.0.0.1', '[::1]', 'localhost'].includes(hostname))
    throw new SettingError(`PORTAL_OIDC_ISSUER=${issuer}: must be https, or on this machine`)
  const scopes = given('PORTAL_OIDC_SCOPES')
  if (!scopes.split(' ').includes('openid'))
    throw new SettingError(`PORTAL_OIDC_SCOPES=${scopes}: must have openid`)
  return {
    issuer,
    clientId: needed('PORTAL_OIDC_CLIENT_ID'),
    clientSecret: needed('PORTAL_OIDC_CLIENT_SECRET'),
    name: needed('PORTAL_OIDC_NAME'),
    scopes,
    roles: needed('PORTAL_OIDC_ROLES')
      .split(',')
      .flatMap(entry => (entry.trim() === '' ? [] : roleRule(entry.trim()))),
  }
}

function roleRule(entry: string): RoleRule {
  const [, claim, value, given] = /^([\w.-]+):(.+)=([\w-]+)$/.exec(entry) ?? []
  const role = operatorRoles.find(known => known === given)
  if (claim && value && role) return { claim, value, role }
  throw new SettingError(
    `PORTAL_OIDC_ROLES: "${entry}" is not claim:value=role, where a role is ${operatorRoles.join(', ')}`,
  )
}

function databaseUrl(name: SettingName, given: (name: SettingName) => string): string | undefined {
  const text = given(name)
  if (text === '') return undefined
  requireAddress(name, text)
  return text
}

function requireAddress(name: SettingName, text: string): void {
  try {
    readDatabaseAddress(text)
  } catch (error) {
    throw new SettingError(`${name}: ${(error as Error).message}`)
  }
}

function replicaUrls(text: string): Settings['replicas'] {
  return text.split(/\s+/).flatMap(entry => {
    if (entry === '') return []
    if (entry.split(/[/?]/, 3).at(2)?.includes(','))
      throw new SettingError(
        'DATABASE_REPLICA_URLS: an address names several hosts; give each replica an address of its own, with spaces between',
      )
    if (!/^postgres(ql)?:\/\//.test(entry) || !URL.canParse(entry))
      throw new SettingError(
        'DATABASE_REPLICA_URLS must be addresses that begin with postgres://, with spaces between',
      )
    const url = new URL(entry)
    const weight = url.searchParams.get('weight') ?? '1'
    url.searchParams.delete('weight')
    requireAddress('DATABASE_REPLICA_URLS', url.href)
    return [{ url: url.href, weight: wholeNumber('DATABASE_REPLICA_URLS: weight', weight, 1, 1000) }]
  })
}

/** The table with what is in force, secrets masked: for `muster settings` and the documentation. */
export function describeSettings(environment: Environment = process.env) {
  return Object.entries(settingsTable as Record<string, Entry>).map(([name, entry]) => {
    const value = environment[name] ?? entry.fallback
    return {
      name,
      value: entry.secret && value !== '' ? '(set, not shown)' : value,
      default: entry.fallback,
      meaning: entry.meaning,
    }
  })
}
