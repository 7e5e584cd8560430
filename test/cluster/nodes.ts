// PostgreSQL, PgBouncer and HAProxy from Debian's packages, started for a test and gone after it.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** What is not there yet is installed, which takes the rights to do so. */
export async function installed(...packages: readonly string[]): Promise<void> {
  const missing: string[] = []
  for (const one of packages) {
    const { stdout } = await execute('dpkg', ['-s', one]).catch(() => ({ stdout: '' }))
    if (!stdout.includes('Status: install ok installed')) missing.push(one)
  }
  if (missing.length === 0) return
  const install = () => execute('apt-get', ['install', '-y', '--no-install-recommends', ...missing])
  await install().catch(async () => {
    await execute('apt-get', ['update'])
    await install()
  })
}

export const asPostgres = ['--reuid=postgres', '--regid=postgres', '--init-groups', '--']

const bin = '/usr/lib/postgresql/15/bin'

export const password = 'a password for tests'

/** As whom Muster connects: it owns its database, and may do nothing else. */
export const ordinary = 'muster'
const superuser = 'postgres'

/** What a superuser does before Muster is started. */
export async function makeHome(sql: (text: string, database: string) => Promise<unknown>): Promise<void> {
  await sql(`create role ${ordinary} login password '${password}'`, 'postgres')
  await sql(`create database muster owner ${ordinary}`, 'postgres')
}

export const urlAs = (role: string, at: string, database: string) =>
  `postgres://${role}:${encodeURIComponent(password)}@${at}/${database}`

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Where the user postgres may write. */
export async function clusterFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-cluster-'))
  await chmod(folder, 0o711)
  await execute('chown', ['postgres:postgres', folder])
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

const runAs = (file: string, args: readonly string[]) =>
  execute('setpriv', [...asPostgres, file, ...args], {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', LANG: 'C', PGPASSWORD: password },
  })

export type PgNode = {
  port: number
  url(database?: string): string
  superuserUrl(database?: string): string
  /** All of its processes at once, as when the machine stops. */
  signal(signal: NodeJS.Signals): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
  promote(): Promise<void>
  /** As a superuser. */
  sql(text: string, database?: string): Promise<string>
  processes(): Promise<number[]>
}

/** A primary with an empty database that an ordinary role owns. */
export async function primaryNode(settings: Record<string, string> = {}): Promise<PgNode> {
  await installed('postgresql-15', 'procps')
  const data = join(await clusterFolder(), 'data')
  const passwordFile = `${data}.password`
  await writeFile(passwordFile, password)
  await chmod(passwordFile, 0o644)
  await runAs(`${bin}/initdb`, [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
    '--locale=C',
    '-k',
    '--no-sync',
  ])
  await writeFile(
    join(data, 'pg_hba.conf'),
    'host all all 127.0.0.0/8 scram-sha-256\nhost replication all 127.0.0.0/8 scram-sha-256\nlocal all all scram-sha-256\n',
  )
  const made = await node(data, {
    fsync: 'off',
    wal_level: 'replica',
    hot_standby: 'on',
    wal_keep_size: '256MB',
    ...settings,
  })
  await makeHome(made.sql)
  return made
}

/** A standby that streams from a primary; with a delay it applies what comes so much later. */
export async function standbyOf(primary: PgNode, settings: Record<string, string> = {}): Promise<PgNode> {
  const data = join(await clusterFolder(), 'data')
  await runAs(`${bin}/pg_basebackup`, [
    '-d',
    primary.superuserUrl('postgres'),
    '-D',
    data,
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
    '--no-sync',
  ])
  return node(data, { fsync: 'off', hot_standby: 'on', ...settings })
}

async function node(data: string, settings: Record<string, string>): Promise<PgNode> {
  const port = await freePort()
  const options = Object.entries({
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    log_min_messages: 'fatal',
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const url = (database = 'muster') => urlAs(ordinary, `127.0.0.1:${port}`, database)
  const superuserUrl = (database = 'muster') => urlAs(superuser, `127.0.0.1:${port}`, database)
  let child: ChildProcess | undefined
  const family = async () => {
    if (!child?.pid) return []
    // It fails, too, where there are none.
    const { stdout } = await execute('ps', ['-o', 'pid=', '--ppid', String(child.pid)]).catch(error => {
      if (error.code === 'ENOENT') throw error
      return { stdout: '' }
    })
    return [child.pid, ...stdout.split('\n').flatMap(line => (line.trim() ? [Number(line)] : []))]
  }
  const sql = async (text: string, database?: string) =>
    (
      await execute('psql', ['-XAtq', '-v', 'ON_ERROR_STOP=1', '-d', superuserUrl(database), '-c', text])
    ).stdout.trim()
  const made: PgNode = {
    port,
    url,
    superuserUrl,
    sql,
    processes: family,
    async start() {
      await rm(join(data, 'postmaster.pid'), { force: true })
      child = spawn('setpriv', [...asPostgres, `${bin}/postgres`, '-D', data, ...options], {
        stdio: 'ignore',
        cwd: '/',
      })
      await until(() => sql('select 1', 'postgres'), 30_000)
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const closed = once(child, 'close')
      child.kill('SIGINT')
      await closed
    },
    async signal(signal) {
      for (const pid of await family())
        try {
          process.kill(pid, signal)
        } catch {}
      if (signal === 'SIGKILL' && child && child.exitCode === null && child.signalCode === null)
        await once(child, 'close')
    },
    promote: async () => {
      await sql('select pg_promote(true, 30)', 'postgres')
    },
  }
  await made.start()
  after(async () => {
    await made.signal('SIGCONT')
    await made.signal('SIGKILL')
  })
  return made
}

/** Asks again until it goes well. */
export async function until<T>(ask: () => Promise<T>, withinMs: number): Promise<T> {
  for (const endsMs = performance.now() + withinMs; ; await wait(50)) {
    try {
      return await ask()
    } catch (error) {
      if (performance.now() > endsMs) throw error
    }
  }
}

export type Bouncer = {
  port: number
  url(database?: string): string
  restart(): Promise<void>
  console(command: string): Promise<string>
}

/** PgBouncer in transaction mode in front of a PostgreSQL. */
export async function pgBouncer(behind: { host?: string; port: number }, poolSize = 4): Promise<Bouncer> {
  await installed('pgbouncer', 'postgresql-client-15')
  const folder = await clusterFolder()
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(join(folder, 'users.txt'), `"${superuser}" "${password}"\n"${ordinary}" "${password}"\n`)
  await writeFile(
    file,
    `[databases]
* = host=${behind.host ?? '127.0.0.1'} port=${behind.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
admin_users = postgres
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
server_lifetime = 3600
server_login_retry = 1
logfile = ${join(folder, 'log')}
pidfile = ${join(folder, 'pid')}
`,
  )
  await execute('chown', ['-R', 'postgres:postgres', folder])
  const at = `127.0.0.1:${port}`
  const url = (database = 'muster') => urlAs(ordinary, at, database)
  const console = async (command: string) =>
    (await execute('psql', ['-XAtq', '-d', urlAs(superuser, at, 'pgbouncer'), '-c', command])).stdout.trim()
  let child: ChildProcess
  const start = async () => {
    child = spawn('setpriv', [...asPostgres, '/usr/sbin/pgbouncer', file], { stdio: 'ignore', cwd: '/' })
    await until(() => console('show version'), 10_000)
  }
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const closed = once(child, 'close')
    child.kill('SIGKILL')
    await closed
    await rm(join(folder, 'pid'), { force: true })
  }
  await start()
  after(end)
  return {
    port,
    url,
    console,
    async restart() {
      await end()
      await start()
    },
  }
}
