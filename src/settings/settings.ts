// The settings in force. The only reader of process.env, but for a database's user and password, which postgres/ reads as
// libpq does; read once, and a bad value stops the start with the name of the variable.
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SettingError } from './setting-values.ts'
import { settingsTable } from './settings-table.ts'
import { isRelease } from './version.ts'

export { type RoleRule, SettingError } from './setting-values.ts'
export { settingsTable } from './settings-table.ts'

type SettingName = keyof typeof settingsTable
type Value<N extends SettingName> = ReturnType<(typeof settingsTable)[N]['read']>
type Read = <N extends SettingName>(name: N) => Value<N>

export type Environment = Record<string, string | undefined>

export type Settings = ReturnType<typeof readSettings>

/** How much exports of whole lists may take. */
export type ExportSettings = Settings['exports']
/** How long things are kept that are not kept for ever. */
export type Retention = Settings['keep']
export type S3Settings = ReturnType<typeof s3Settings>
export type OidcSettings = NonNullable<Settings['oidc']>

const megabyte = 1024 * 1024

export function readSettings(overrides: Environment = {}, environment: Environment = process.env) {
  refuseFilesOfPlainSettings(environment)
  const read: Read = name => {
    const { read, fallback } = settingsTable[name]
    return read(overrides[name] ?? textOf(name, environment) ?? fallback, name) as Value<typeof name>
  }
  const data = dataFolder(overrides.MUSTER_DATA ?? environment.MUSTER_DATA)
  return {
    host: read('HOST'),
    port: read('PORT'),
    processes: read('PROCESSES'),
    operatorHost: read('OPERATOR_HOST'),
    operatorPort: read('OPERATOR_PORT'),
    databaseUrl: read('DATABASE_URL'),
    databaseDirectUrl: read('DATABASE_DIRECT_URL'),
    replicas: read('DATABASE_REPLICA_URLS'),
    data,
    operatorUrl: read('OPERATOR_URL'),
    publicUrl: read('PUBLIC_URL'),
    secret: read('MUSTER_SECRET'),
    oldSecret: read('MUSTER_SECRET_OLD'),
    fileUrl: read('FILE_URL'),
    /** Set where files lie in an S3-compatible store. */
    s3: read('FILES_STORE') === 's3' ? s3Settings(read) : undefined,
    webhookLoopback: read('WEBHOOK_LOOPBACK') === 'yes',
    holdsUpgrade: read('HOLD_UPGRADE') === 'yes',
    telemetry: telemetrySettings(read),
    trustedProxies: read('TRUSTED_PROXIES'),
    corsOrigins: read('CORS_ORIGINS'),
    securityContact: read('SECURITY_CONTACT'),
    logLevel: read('LOG_LEVEL'),
    databaseConnections: read('DATABASE_CONNECTIONS'),
    answerMemoryBytes: read('ANSWER_MEMORY_MB') * megabyte,
    databaseTimeoutMs: read('DATABASE_TIMEOUT') * 1000,
    databaseConnectTimeoutMs: read('DATABASE_CONNECT_TIMEOUT') * 1000,
    stopTimeoutMs: read('STOP_TIMEOUT') * 1000,
    exports: exportSettings(read, data),
    sessions: { hours: read('PORTAL_SESSION_HOURS'), idleMinutes: read('PORTAL_IDLE_MINUTES') },
    oidc: oidcSettings(read),
    assistants: assistantSettings(read),
    keep: retention(read),
  }
}

const keyOfStore = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_SESSION_TOKEN']

/** What a setting is set to: by its name, by a file that has it, or by a name that it has elsewhere. */
function textOf(name: SettingName, environment: Environment): string | undefined {
  const { isSecret, alsoNamed } = settingsTable[name]
  const file = isSecret ? environment[`${name}_FILE`] : undefined
  if (environment[name] && file)
    throw new SettingError(`${name} and ${name}_FILE are both set; leave one of them out`)
  if (file) return textIn(file, `${name}_FILE`)
  if (environment[name] !== undefined) return environment[name]
  // The parts of an access key belong together, whatever else is set for other programs.
  const isOwnKey =
    keyOfStore.includes(name) && keyOfStore.some(part => environment[part] || environment[`${part}_FILE`])
  const other = isOwnKey ? undefined : alsoNamed.find(known => environment[known])
  return other && environment[other]
}

/** A line end after a secret is the editor's, not the secret's. */
function textIn(file: string, name: string): string {
  try {
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    if (text === '') throw new SettingError(`${name}=${file}: the file is empty`)
    return text
  } catch (error) {
    if (error instanceof SettingError) throw error
    throw new SettingError(`${name}=${file}: cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

function refuseFilesOfPlainSettings(environment: Environment): void {
  for (const [name, { isSecret }] of Object.entries(settingsTable))
    if (!isSecret && environment[`${name}_FILE`])
      throw new SettingError(`${name}_FILE: only secrets are read from a file; set ${name} itself`)
}

/** A folder that was named is meant from where the command runs. The default lies in the checkout; npm removes the folder of
 * a release with its next version, so there it lies in the user's. */
const dataFolder = (named: string | undefined) => {
  if (named) return resolve(named)
  const home = isRelease ? homedir() : fileURLToPath(new URL('../..', import.meta.url))
  return join(home, settingsTable.MUSTER_DATA.fallback)
}

function s3Settings(read: Read) {
  return {
    prefix: read('S3_PREFIX'),
    endpoint: read('S3_ENDPOINT'),
    region: read('S3_REGION'),
    bucket: read('S3_BUCKET'),
    accessKeyId: read('S3_ACCESS_KEY_ID'),
    secretAccessKey: read('S3_SECRET_ACCESS_KEY'),
    sessionToken: read('S3_SESSION_TOKEN'),
  }
}

/** Set where traces are told to somebody. */
function telemetrySettings(read: Read) {
  const share = read('OTEL_TRACES_SAMPLER_ARG')
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT')
  return endpoint === undefined ? undefined : { endpoint, share }
}

function exportSettings(read: Read, data: string) {
  return {
    perKey: read('EXPORTS_PER_KEY'),
    atOnce: read('EXPORTS_AT_ONCE'),
    /** How long one waits until it is read. */
    waitMs: 20_000,
    ms: read('EXPORT_TIMEOUT') * 1000,
    /** What of one waits for a reader who is slow, and of all together. */
    spill: {
      folder: join(data, 'exports'),
      memoryBytes: 8 * megabyte,
      diskBytes: read('EXPORT_DISK_MB') * megabyte,
    },
    spills: { memoryBytes: 64 * megabyte, diskBytes: read('EXPORTS_DISK_MB') * megabyte },
    /** How fast one has to be read. */
    pace: { leastBytesPerSecond: read('EXPORT_LEAST_SPEED') * 1024, patienceMs: 120_000 },
  }
}

/** Set where accounts of a provider sign operators in. */
function oidcSettings(read: Read) {
  const issuer = read('PORTAL_OIDC_ISSUER')
  if (issuer === undefined) return undefined
  return {
    issuer,
    scopes: read('PORTAL_OIDC_SCOPES'),
    clientId: read('PORTAL_OIDC_CLIENT_ID'),
    clientSecret: read('PORTAL_OIDC_CLIENT_SECRET'),
    name: read('PORTAL_OIDC_NAME'),
    roles: read('PORTAL_OIDC_ROLES'),
  }
}

/** Set where assistants may sign in. */
function assistantSettings(read: Read) {
  const hosts = read('ASSISTANT_HOSTS')
  if (hosts.length === 0) return undefined
  const publicUrl = read('PUBLIC_URL')
  const url = publicUrl === undefined ? undefined : new URL(publicUrl)
  const isLocal = url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  if (publicUrl === undefined || url?.origin !== publicUrl || !(isLocal || url.protocol === 'https:'))
    throw new SettingError(
      'ASSISTANT_HOSTS needs a PUBLIC_URL that is https, with a host in lower case and no path',
    )
  return { hosts, publicUrl }
}

function retention(read: Read) {
  const feedsDays = read('KEEP_FEEDS_DAYS')
  const attempts = 'KEEP_DELIVERY_ATTEMPTS_DAYS'
  const deliveryAttemptsDays = read(attempts) ?? feedsDays
  if (deliveryAttemptsDays > feedsDays)
    throw new SettingError(
      `${attempts}=${deliveryAttemptsDays}: must be at most KEEP_FEEDS_DAYS, which is ${feedsDays}`,
    )
  return {
    openMatchesDays: read('KEEP_OPEN_MATCHES_DAYS'),
    decidedMatchesDays: read('KEEP_DECIDED_MATCHES_DAYS'),
    answersHours: read('KEEP_ANSWERS_HOURS'),
    ledgerDays: read('KEEP_LEDGER_DAYS'),
    auditDays: read('KEEP_AUDIT_DAYS'),
    requestsDays: read('KEEP_REQUESTS_DAYS'),
    requestsMost: read('KEEP_REQUESTS_MOST'),
    loadsDays: read('KEEP_LOADS_DAYS'),
    backupsDays: read('KEEP_BACKUPS_DAYS'),
    mappingVersions: read('KEEP_MAPPING_VERSIONS'),
    feedsDays,
    deliveryAttemptsDays,
    filesHours: read('KEEP_FILES_HOURS'),
  }
}

/** The table with what is in force, secrets masked: for `muster settings` and the documentation. */
export function describeSettings(environment: Environment = process.env) {
  return (Object.keys(settingsTable) as SettingName[]).map(name => {
    const { fallback, meaning, isSecret } = settingsTable[name]
    const value = textOf(name, environment) ?? fallback
    return { name, value: isSecret && value !== '' ? '(set, not shown)' : value, default: fallback, meaning }
  })
}
