// The address of a PostgreSQL, read as libpq reads a connection string: postgres://user:password@host:port,host:port/database?…
import { userInfo } from 'node:os'

/** A host that begins with a slash is the folder of a Unix socket. */
export type Host = { host: string; port: number }

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
const attributes = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const
const bindings = ['disable', 'prefer', 'require'] as const
const negotiations = ['postgres', 'direct'] as const

export type Tls = {
  mode: (typeof modes)[number]
  negotiation: (typeof negotiations)[number]
  /** Files; `system` for the authorities that everybody trusts. */
  rootCertificate?: string | undefined
  certificate?: string | undefined
  key?: string | undefined
}

export type Address = {
  hosts: readonly [Host, ...Host[]]
  user: string
  password?: string | undefined
  database: string
  tls: Tls
  channelBinding: (typeof bindings)[number]
  /** Which of several hosts will do; undefined where nothing was said. */
  attributes?: (typeof attributes)[number] | undefined
  connectTimeoutMs?: number | undefined
  /** Set for each session, such as `options`. */
  settings: Record<string, string>
}

export class AddressError extends Error {}

const usualPort = 5432
/** A timer that should wait longer would not wait at all. */
const longestMs = 2 ** 31 - 1
/** Parameters of a session, not of the way to it. */
const settings = ['application_name', 'options']
const ways = `host port user password dbname sslmode sslnegotiation sslrootcert sslcert sslkey channel_binding
  target_session_attrs connect_timeout client_encoding`.split(/\s+/)

/** The user and the password may come from the environment, as for libpq. */
export function readDatabaseAddress(text: string, environment: NodeJS.ProcessEnv = process.env): Address {
  const parts = /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(text)
  if (!parts)
    throw new AddressError('A database address looks like postgres://user:password@host:5432/database')
  const [, credentials = '', places = '', path = '', query = ''] = parts
  const said = parametersOf(query)
  const unknown = [...said.keys()].find(key => !ways.includes(key) && !settings.includes(key))
  if (unknown)
    throw new AddressError(
      `A database address has no "${unknown}"; it has ${[...ways, ...settings].join(', ')}`,
    )
  const colon = credentials.indexOf(':')
  const [name, secret] =
    colon < 0 ? [credentials] : [credentials.slice(0, colon), credentials.slice(colon + 1)]
  const user = said.get('user') ?? (decoded(name!) || environment.PGUSER || userInfo().username)
  // Texts are read and written in no other encoding.
  chosen('client_encoding', said.get('client_encoding'), ['UTF8'])
  const one = <T extends string>(key: string, values: readonly T[]): T | undefined =>
    chosen(key, said.get(key), values)
  const root = said.get('sslrootcert')
  const mode = one('sslmode', modes) ?? (root === 'system' ? 'verify-full' : undefined)
  if (root === 'system' && mode !== 'verify-full')
    throw new AddressError('sslrootcert=system needs sslmode=verify-full')
  if (mode === 'verify-ca' && root === undefined)
    throw new AddressError('sslmode=verify-ca needs sslrootcert')
  const negotiation = one('sslnegotiation', negotiations) ?? 'postgres'
  const isWeak = mode === undefined || ['disable', 'allow', 'prefer'].includes(mode)
  if (negotiation === 'direct' && isWeak)
    throw new AddressError('sslnegotiation=direct needs sslmode=require, verify-ca or verify-full')
  if (said.has('sslcert') !== said.has('sslkey'))
    throw new AddressError('sslcert and sslkey go together: a certificate, and the key to it')
  const seconds = said.get('connect_timeout')
  if (seconds !== undefined && !/^\d+$/.test(seconds))
    throw new AddressError(`connect_timeout is a number of seconds, not "${seconds}"`)
  return {
    hosts: hostsOf(places, said.get('host'), said.get('port')),
    user,
    password: said.get('password') ?? (secret === undefined ? environment.PGPASSWORD : decoded(secret)),
    database: said.get('dbname') ?? (decoded(path) || user),
    tls: {
      mode: mode ?? 'prefer',
      negotiation,
      rootCertificate: said.get('sslrootcert'),
      certificate: said.get('sslcert'),
      key: said.get('sslkey'),
    },
    channelBinding: one('channel_binding', bindings) ?? 'prefer',
    attributes: one('target_session_attrs', attributes),
    // Zero would be for ever; whoever opens it has a limit of its own.
    connectTimeoutMs: Math.min(Number(seconds ?? 0) * 1000, longestMs) || undefined,
    settings: Object.fromEntries([...said].filter(([key]) => settings.includes(key))),
  }
}

/** A plus is a plus, as for libpq. */
function parametersOf(query: string): Map<string, string> {
  const said = new Map<string, string>()
  for (const pair of query.split('&').filter(Boolean)) {
    const [, key = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(pair)!
    if (value === undefined)
      throw new AddressError(
        'A parameter of a database address has no value; in a password, ? is written %3F',
      )
    if (said.has(key)) throw new AddressError(`A database address says "${key}" twice`)
    said.set(decoded(key), decoded(value))
  }
  return said
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new AddressError('A % in a database address is written %25')
  }
}

function chosen<T extends string>(
  key: string,
  given: string | undefined,
  values: readonly T[],
): T | undefined {
  if (given === undefined) return undefined
  const value = values.find(known => known === given)
  if (value === undefined) throw new AddressError(`${key} is one of ${values.join(', ')}, not "${given}"`)
  return value
}

/** `?host=` and `?port=` go before what stands between the slashes; several of them are separated by commas. */
function hostsOf(places: string, hosts: string | undefined, ports: string | undefined): Address['hosts'] {
  const given = (hosts ?? places).split(',').map(each => {
    const [, name = '', port] =
      hosts === undefined ? (/^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(each) ?? ['', each]) : ['', each]
    return { name: decoded(name).replace(/^\[(.*)\]$/, '$1'), port }
  })
  const apart = ports?.split(',')
  if (apart && apart.length !== 1 && apart.length !== given.length)
    throw new AddressError(`A database address names ${given.length} hosts and ${apart.length} ports`)
  const [first, ...rest] = given.map(({ name, port }, index): Host => {
    const text = apart ? (apart[index] ?? apart[0]!) : port || String(usualPort)
    const number = Number(text || usualPort)
    if (!/^\d*$/.test(text) || number < 1 || number > 65_535)
      throw new AddressError(
        `A port is a number from 1 to 65535; in a password, write @ : / ? # as %40 %3A %2F %3F %23`,
      )
    return { host: name || 'localhost', port: number }
  })
  return [first!, ...rest]
}
