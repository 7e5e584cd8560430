// Every setting there is: its name, what it takes, what it means, and its default.
import {
  addressRanges,
  anyText,
  contactAddress,
  databaseUrl,
  days,
  fraction,
  hostNames,
  hours,
  longSecret,
  oidcIssuer,
  oidcRoles,
  oidcScopes,
  oidcText,
  oneOfTexts,
  optional,
  port,
  processes,
  type ReadValue,
  replicaUrls,
  s3Address,
  s3Prefix,
  s3Word,
  webAddress,
  webOrigins,
  wholeNumber,
} from './setting-values.ts'

const setting = <T>(
  read: ReadValue<T>,
  meaning: string,
  fallback = '',
  alsoNamed: readonly string[] = [],
) => ({
  read,
  meaning,
  fallback,
  /** Names under which it is known elsewhere; read where it is not set by its own. */
  alsoNamed,
  isSecret: false,
})

const secret = <T>(read: ReadValue<T>, meaning: string, alsoNamed: readonly string[] = []) => ({
  ...setting(read, meaning, '', alsoNamed),
  isSecret: true,
})

/** Ten attempts take up to 3.8 days: what is still to be delivered must not be swept. */
const fewestFeedsDays = 5

export const settingsTable = {
  HOST: setting(anyText, 'Address to listen on. Loopback unless you say otherwise.', '127.0.0.1'),
  PORT: setting(port, 'Port to listen on; 0 takes a free one.', '8080'),
  PROCESSES: setting(
    processes,
    'Processes that share PORT, and OPERATOR_PORT, on Linux: one for each core that is to answer. auto takes half of the cores where PostgreSQL is the embedded one, else all, at most 10.',
    '1',
  ),
  OPERATOR_HOST: setting(
    anyText,
    'Address of the operator listener, where OPERATOR_PORT is set.',
    '127.0.0.1',
  ),
  OPERATOR_PORT: setting(
    optional(port),
    'Port of a listener for the operator interface and the portal of operators alone. Empty: they share the main one.',
  ),
  OPERATOR_URL: setting(
    optional(webAddress),
    'Address under which operators reach that listener, if not by an address of this machine. Accounts elsewhere come back to it.',
  ),
  DATABASE_URL: secret(
    optional(databaseUrl),
    'A PostgreSQL 15 or newer to use; of several hosts, separated by commas, the one that accepts writes. Empty: Muster starts its own, in MUSTER_DATA.',
  ),
  DATABASE_DIRECT_URL: secret(
    optional(databaseUrl),
    'The address of PostgreSQL itself, if DATABASE_URL leads to a pooler such as PgBouncer: for listening, locks and exports.',
  ),
  DATABASE_REPLICA_URLS: secret(
    replicaUrls,
    'Streaming replicas to read records from, separated by spaces, each a single node; one answers only if it has exactly what the primary shows. ?weight=2 gives one twice as much.',
  ),
  MUSTER_DATA: setting(
    anyText,
    'Folder for the embedded database, files and secrets; by default .muster in the checkout, or in your home folder where a release is installed.',
    '.muster',
  ),
  PUBLIC_URL: setting(
    optional(webAddress),
    'Address under which clients reach this server. Empty: http://HOST:PORT in links; in pages and OpenAPI the host of the request where it is localhost, HOST or an address of this machine, else that address.',
  ),
  ASSISTANT_HOSTS: setting(
    hostNames,
    'Whose assistants may sign in at /mcp/oauth, by the hosts that they send the user back to, with commas: claude.ai,chatgpt.com; localhost for programs on the user’s own machine, * for any. Needs a PUBLIC_URL that is https, or http on this machine. Empty: none may, and nothing of it is served.',
  ),
  MUSTER_SECRET: secret(
    optional(longSecret),
    'Master secret, at least 32 characters; required with DATABASE_URL. Empty: one is made in MUSTER_DATA.',
  ),
  MUSTER_SECRET_OLD: secret(
    optional(longSecret),
    'The previous master secret, still accepted while servers change to the present one.',
  ),
  FILES_STORE: setting(
    oneOfTexts('disk', 's3'),
    'Where files are kept: disk (the folder files in MUSTER_DATA) or s3 (the bucket that S3_BUCKET names).',
    'disk',
  ),
  FILE_URL: setting(
    optional(webAddress),
    'Address under which clients reach /files of this server. Empty: PUBLIC_URL.',
  ),
  S3_ENDPOINT: setting(
    s3Address,
    'Address of the S3-compatible store, such as https://s3.eu-west-2.amazonaws.com.',
    '',
    ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'],
  ),
  S3_REGION: setting(s3Word(/^[\w-]+$/), 'Region that requests to the store are signed for.', 'us-east-1', [
    'AWS_REGION',
    'AWS_DEFAULT_REGION',
  ]),
  S3_BUCKET: setting(s3Word(/^[a-z0-9][a-z0-9.-]+$/), 'Bucket for files; it must be there already.'),
  S3_PREFIX: setting(s3Prefix, 'What the keys of our objects begin with, such as muster/.'),
  S3_ACCESS_KEY_ID: setting(s3Word(/^\S+$/), 'Access key of the store.', '', ['AWS_ACCESS_KEY_ID']),
  S3_SECRET_ACCESS_KEY: secret(s3Word(/^\S+$/), 'Secret of that access key.', ['AWS_SECRET_ACCESS_KEY']),
  S3_SESSION_TOKEN: secret(optional(anyText), 'Session token, where the access key is a temporary one.', [
    'AWS_SESSION_TOKEN',
  ]),
  WEBHOOK_LOOPBACK: setting(
    oneOfTexts('yes', 'no'),
    'Whether webhooks and smart checks may go to loopback addresses, over http and on any port. With --demo they may, unless it is set to no.',
    'no',
  ),
  HOLD_UPGRADE: setting(
    oneOfTexts('yes', 'no'),
    'Whether what a newer version brings stays closed also after the last server of the older one has stopped, so that the older one can be started again. Start once more without it to complete the upgrade.',
    'no',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    optional(webAddress),
    'Address of an OpenTelemetry collector to send traces to over OTLP/HTTP, such as http://127.0.0.1:4318. Empty: none are sent.',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    fraction,
    'Share of the requests without a traceparent that are traced, from 0 to 1; one with it is traced as it says.',
    '1',
  ),
  TRUSTED_PROXIES: setting(
    addressRanges,
    'Addresses or CIDR ranges of proxies whose X-Forwarded-For, -Proto and -Host are believed, comma-separated.',
  ),
  CORS_ORIGINS: setting(
    webOrigins,
    'Origins whose pages may call the API from a browser, comma-separated, such as https://app.example.com. Empty: none.',
  ),
  SECURITY_CONTACT: setting(
    optional(contactAddress),
    'Where to report a weakness of this server: a mailto: or https: address, published in /.well-known/security.txt. Empty: there is no such page.',
  ),
  LOG_LEVEL: setting(
    oneOfTexts('trace', 'debug', 'info', 'warn', 'error', 'silent'),
    'How much is logged: trace, debug, info, warn, error or silent.',
    'info',
  ),
  DATABASE_CONNECTIONS: setting(
    wholeNumber(1),
    'Connections to PostgreSQL for requests, of each process. Few are faster: they are pipelined.',
    '4',
  ),
  ANSWER_MEMORY_MB: setting(
    wholeNumber(0, 100_000),
    'Megabytes of answers that are kept in memory, for as long as nothing has changed that they show, shared out among PROCESSES; 0 keeps none.',
    '64',
  ),
  DATABASE_TIMEOUT: setting(
    wholeNumber(1, 3600),
    'Seconds that a request waits for one answer from PostgreSQL; then it gets 503, and the next request a fresh connection.',
    '10',
  ),
  DATABASE_CONNECT_TIMEOUT: setting(
    wholeNumber(1, 600),
    'Seconds that a connection to PostgreSQL may take, for each host; several hosts together less than DATABASE_TIMEOUT.',
    '3',
  ),
  // More connections than PostgreSQL has would be refused one by one.
  EXPORTS_AT_ONCE: setting(
    wholeNumber(1, 1000),
    'Exports of whole lists that each process may read from PostgreSQL at once, each over a connection of its own. The keys of one owner have at most half of them, and as many as this under way, those included that are only sent. Whoever comes when all are taken waits up to 20 seconds for a turn.',
    '4',
  ),
  EXPORTS_PER_KEY: setting(
    wholeNumber(1),
    'Exports that one key may have under way at once in each process.',
    '2',
  ),
  EXPORT_TIMEOUT: setting(
    wholeNumber(1, 86_400),
    'Seconds after which an export that has not been read to its end is broken off.',
    '1800',
  ),
  EXPORT_LEAST_SPEED: setting(
    wholeNumber(1),
    'Kilobytes a second that whoever reads an export has to take; an export that is read more slowly for two minutes is broken off.',
    '16',
  ),
  EXPORT_DISK_MB: setting(
    wholeNumber(1),
    'Megabytes of one export that may wait in MUSTER_DATA for a slow reader; with more, it is broken off.',
    '4096',
  ),
  EXPORTS_DISK_MB: setting(
    wholeNumber(1),
    'Megabytes of all exports together that may wait in MUSTER_DATA for slow readers, shared out among PROCESSES, of one owner half of it; with more, the one that has most waiting is broken off, of the owner that has most.',
    '8192',
  ),
  STOP_TIMEOUT: setting(
    wholeNumber(0),
    'Seconds that requests under way are given when the server stops.',
    '10',
  ),
  PORTAL_SESSION_HOURS: setting(
    wholeNumber(1, 24 * 30),
    'Hours after which a session of the portal ends, whatever is done in it.',
    '12',
  ),
  PORTAL_IDLE_MINUTES: setting(
    wholeNumber(1, 60 * 24 * 30),
    'Minutes without a request after which a session of the portal ends.',
    '60',
  ),
  PORTAL_OIDC_ISSUER: setting(
    optional(oidcIssuer),
    'Address of an OpenID Connect provider whose accounts sign operators in, such as https://login.example.com. Empty: none.',
  ),
  PORTAL_OIDC_CLIENT_ID: setting(oidcText, 'What this server is called there.'),
  PORTAL_OIDC_CLIENT_SECRET: secret(
    oidcText,
    'Its secret there. The address to register is /portal/oidc/callback.',
  ),
  PORTAL_OIDC_NAME: setting(oidcText, 'What the sign-in page calls it.', 'single sign-on'),
  PORTAL_OIDC_SCOPES: setting(
    oidcScopes,
    'Scopes that are asked for, with spaces; some providers tell groups only with one of their own.',
    'openid profile email',
  ),
  PORTAL_OIDC_ROLES: setting(
    oidcRoles,
    'Who has which role, the first that fits, as claim:value=role with commas: groups:muster-admins=owner,email:ann@example.com=operator. Nobody else gets in.',
  ),
  KEEP_AUDIT_DAYS: setting(
    days(),
    'Days that changes made by operators are kept, with who made them.',
    '400',
  ),
  KEEP_OPEN_MATCHES_DAYS: setting(
    days(),
    'Days that a possible match waits for a decision; then what was sent is forgotten.',
    '90',
  ),
  KEEP_DECIDED_MATCHES_DAYS: setting(
    days(),
    'Days that decided matches can be listed and shown. Who decided what and when stays, without the note.',
    '400',
  ),
  KEEP_ANSWERS_HOURS: setting(
    hours(1),
    'Hours for which an Idempotency-Key gives the same answer again.',
    '24',
  ),
  KEEP_LEDGER_DAYS: setting(days(), 'Days that the use of keys and the readings of people are kept.', '400'),
  KEEP_REQUESTS_DAYS: setting(days(), 'Days that the log of requests is kept.', '7'),
  KEEP_REQUESTS_MOST: setting(
    wholeNumber(1),
    'Requests that the log holds at most; the oldest go first.',
    '1000000',
  ),
  KEEP_LOADS_DAYS: setting(days(), 'Days that loads can be looked up, with what was rejected and why.', '90'),
  KEEP_BACKUPS_DAYS: setting(
    days(),
    'Days that backups and tried restores stay listed; the last of each that succeeded stays.',
    '400',
  ),
  KEEP_MAPPING_VERSIONS: setting(
    wholeNumber(1),
    'Versions of each saved mapping that are kept, the newest; the oldest go first.',
    '100',
  ),
  KEEP_FEEDS_DAYS: setting(
    days(fewestFeedsDays),
    'Days that events and changes can be read again, and deliveries sent again; at least 5, as long as they are tried.',
    '30',
  ),
  KEEP_DELIVERY_ATTEMPTS_DAYS: setting(
    optional(wholeNumber(1)),
    'Days that attempts to deliver are kept with what receivers answered; at most KEEP_FEEDS_DAYS. Empty: as many.',
  ),
  KEEP_FILES_HOURS: setting(
    hours(0),
    'Hours that content stays in the file store after the last record that named it; 0 and an erasure remove it at once.',
    '0',
  ),
}
