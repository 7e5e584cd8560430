// Three PostgreSQL nodes under Patroni, each in a network namespace of its own, with etcd and HAProxy before them; and what can
// happen to them.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after } from 'node:test'
import { promisify } from 'node:util'
import {
  asPostgres,
  clusterFolder,
  freePort,
  installed,
  makeHome,
  ordinary,
  password,
  until,
  urlAs,
} from './nodes.ts'

const execute = promisify(execFile)

/** Fails quietly where there is nothing to remove. */
const attempt = (file: string, args: readonly string[]) => execute(file, args).catch(() => undefined)

const bridge = 'muster-test'
const network = '10.77.0'
const gateway = `${network}.1`

export type ClusterNode = {
  name: string
  address: string
  url(database?: string): string
  /** Everything that runs there, as when the machine stops. */
  kill(): Promise<void>
  start(): Promise<void>
  /** PostgreSQL alone. */
  signalPostgres(signal: NodeJS.Signals): Promise<void>
  /** Patroni alone: PostgreSQL goes on without it. */
  signalPatroni(signal: NodeJS.Signals): Promise<void>
  /** Leaves nothing free on the disk of PostgreSQL. */
  fillDisk(): Promise<void>
  emptyDisk(): Promise<void>
  cutOff(): Promise<void>
  connect(): Promise<void>
  sql(text: string, database?: string): Promise<string>
}

export type PatroniCluster = {
  nodes: readonly ClusterNode[]
  /** Through HAProxy, to whoever is primary. */
  port: number
  url(database?: string): string
  /** Several hosts in one address. */
  hosts(database?: string): string
  primary(): Promise<ClusterNode>
  /** As a superuser, where the others are an ordinary role's. */
  sql(text: string, database?: string): Promise<string>
  /** One takes writes, and the others follow it. */
  healthy(withinMs: number): Promise<void>
}

const psql = async (url: string, text: string) =>
  (
    await execute('psql', ['-XAtq', '-v', 'ON_ERROR_STOP=1', '-d', `${url}?connect_timeout=2`, '-c', text], {
      timeout: 10_000,
    })
  ).stdout.trim()

async function makeNetwork(names: readonly string[]): Promise<void> {
  const remove = async () => {
    for (const name of names) {
      const { stdout } = (await attempt('ip', ['netns', 'pids', name])) ?? { stdout: '' }
      if (stdout !== '') await attempt('kill', ['-9', ...stdout.trim().split('\n')])
      await attempt('ip', ['netns', 'del', name])
    }
    await attempt('ip', ['link', 'del', bridge])
  }
  await remove()
  await execute('ip', ['link', 'add', bridge, 'type', 'bridge'])
  await execute('ip', ['addr', 'add', `${gateway}/24`, 'dev', bridge])
  await execute('ip', ['link', 'set', bridge, 'up'])
  for (const [at, name] of names.entries()) {
    await execute('ip', ['netns', 'add', name])
    await execute('ip', ['link', 'add', `${name}h`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name])
    await execute('ip', ['link', 'set', `${name}h`, 'master', bridge, 'up'])
    const inside = (...args: string[]) => execute('ip', ['netns', 'exec', name, 'ip', ...args])
    await inside('addr', 'add', `${network}.${11 + at}/24`, 'dev', 'eth0')
    await inside('link', 'set', 'eth0', 'up')
    await inside('link', 'set', 'lo', 'up')
  }
  after(remove)
}

const settings = (name: string, address: string, folder: string) => `
scope: muster
name: ${name}
restapi: { listen: '${address}:8008', connect_address: '${address}:8008' }
etcd3: { hosts: '${gateway}:2379' }
bootstrap:
  dcs:
    ttl: 5
    loop_wait: 1
    retry_timeout: 3
    master_start_timeout: 0
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: { max_connections: 300, wal_log_hints: 'on', hot_standby_feedback: 'on', wal_keep_size: '256MB', max_wal_size: '256MB' }
  initdb: [ { encoding: UTF8 }, { locale: C }, data-checksums ]
postgresql:
  listen: '${address}:5432'
  connect_address: '${address}:5432'
  data_dir: ${folder}/data
  bin_dir: /usr/lib/postgresql/15/bin
  pgpass: ${folder}/pgpass
  authentication:
    superuser: { username: postgres, password: '${password}' }
    replication: { username: replicator, password: '${password}' }
    rewind: { username: postgres, password: '${password}' }
  parameters: { unix_socket_directories: '${folder}', fsync: 'on', log_min_messages: fatal }
  pg_hba:
    - local all all scram-sha-256
    - host all all ${network}.0/24 scram-sha-256
    - host replication all ${network}.0/24 scram-sha-256
`

/** A folder on a file system of its own, which others do not fill. */
async function diskFolder(): Promise<string> {
  let disk = ''
  // Before the folder is removed, which is told to go after this.
  after(() => attempt('umount', ['--lazy', disk]))
  const folder = await clusterFolder()
  const image = join(folder, 'image')
  disk = join(folder, 'disk')
  await mkdir(disk)
  await execute('truncate', ['-s', '1G', image])
  await execute('mkfs.ext4', ['-q', '-m', '0', image])
  await execute('mount', ['-o', 'loop', image, disk])
  return disk
}

async function nodeOf(name: string, address: string): Promise<ClusterNode> {
  const folder = await diskFolder()
  await writeFile(join(folder, 'patroni.yml'), settings(name, address, folder))
  await execute('chown', ['-R', 'postgres:postgres', folder])
  const url = (database = 'muster') => urlAs(ordinary, `${address}:5432`, database)
  const inside = async () => {
    const { stdout } = await execute('ip', ['netns', 'pids', name]).catch(() => ({ stdout: '' }))
    return stdout.split('\n').flatMap(line => (line ? [Number(line)] : []))
  }
  const signal = (pids: readonly number[], how: NodeJS.Signals) => {
    for (const pid of pids)
      try {
        process.kill(pid, how)
      } catch {}
  }
  const running = async (command: string) => {
    const pids = await inside()
    const { stdout } = await execute('ps', ['-o', 'pid=,comm=', '-p', pids.join()]).catch(() => ({
      stdout: '',
    }))
    return stdout
      .split('\n')
      .flatMap(line => (line.endsWith(` ${command}`) ? [Number(line.trim().split(' ')[0])] : []))
  }
  const made: ClusterNode = {
    name,
    address,
    url,
    sql: (text, database = 'muster') => psql(urlAs('postgres', `${address}:5432`, database), text),
    async start() {
      spawn(
        'ip',
        [
          'netns',
          'exec',
          name,
          'setsid',
          'setpriv',
          ...asPostgres,
          'env',
          `HOME=${folder}`,
          'patroni',
          join(folder, 'patroni.yml'),
        ],
        { stdio: 'ignore', cwd: '/' },
      )
    },
    async kill() {
      const pids = await inside()
      signal(pids, 'SIGCONT')
      signal(pids, 'SIGKILL')
      await until(async () => {
        if ((await inside()).length > 0) throw new Error('Some still run')
      }, 5_000)
    },
    signalPostgres: async how => signal(await running('postgres'), how),
    signalPatroni: async how => signal(await running('patroni'), how),
    async fillDisk() {
      // It ends where there is no room left, which is no success.
      await attempt('dd', ['if=/dev/zero', `of=${folder}/filler`, 'bs=1M'])
      await attempt('dd', ['if=/dev/zero', `of=${folder}/filler-too`, 'bs=1k'])
    },
    async emptyDisk() {
      await Promise.all(['filler', 'filler-too'].map(file => rm(join(folder, file), { force: true })))
    },
    async cutOff() {
      await execute('ip', ['link', 'set', `${name}h`, 'down'])
    },
    async connect() {
      await execute('ip', ['link', 'set', `${name}h`, 'up'])
    },
  }
  return made
}

async function etcd(): Promise<void> {
  const folder = await clusterFolder()
  const child = spawn(
    'etcd',
    [
      '--data-dir',
      join(folder, 'etcd'),
      '--listen-client-urls',
      `http://${gateway}:2379`,
      '--advertise-client-urls',
      `http://${gateway}:2379`,
      '--listen-peer-urls',
      'http://127.0.0.1:0',
      '--unsafe-no-fsync',
    ],
    { stdio: 'ignore' },
  )
  after(() => child.kill('SIGKILL'))
  await until(() => execute('curl', ['-sf', `http://${gateway}:2379/health`]), 10_000)
}

async function haproxy(nodes: readonly ClusterNode[]): Promise<number> {
  const port = await freePort()
  const folder = await clusterFolder()
  const file = join(folder, 'haproxy.cfg')
  await mkdir(folder, { recursive: true })
  await writeFile(
    file,
    `global
  maxconn 2000
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, address }) => `  server ${name} ${address}:5432 check port 8008`).join('\n')}
`,
  )
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  after(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  })
  return port
}

export const patroniPackages = [
  'postgresql-15',
  'patroni',
  'etcd-server',
  'python3-etcd',
  'haproxy',
  'iproute2',
  'e2fsprogs',
  'mount',
  'curl',
  'procps',
]

export async function patroniCluster(): Promise<PatroniCluster> {
  await installed(...patroniPackages)
  const names = ['mu1', 'mu2', 'mu3']
  await makeNetwork(names)
  await etcd()
  const nodes = await Promise.all(names.map((name, at) => nodeOf(name, `${network}.${11 + at}`)))
  await nodes[0]!.start()
  await until(() => nodes[0]!.sql('select 1', 'postgres'), 60_000)
  await Promise.all(nodes.slice(1).map(node => node.start()))
  const port = await haproxy(nodes)
  const url = (database = 'muster') => urlAs(ordinary, `127.0.0.1:${port}`, database)
  const sql = (text: string, database = 'muster') =>
    psql(urlAs('postgres', `127.0.0.1:${port}`, database), text)
  const cluster: PatroniCluster = {
    nodes,
    port,
    url,
    sql,
    hosts: (database = 'muster') =>
      urlAs(ordinary, nodes.map(({ address }) => `${address}:5432`).join(), database),
    async primary() {
      const address = await until(() => sql('select host(inet_server_addr())', 'postgres'), 30_000)
      return nodes.find(node => node.address === address)!
    },
    async healthy(withinMs) {
      await until(async () => {
        const roles = await Promise.all(nodes.map(node => node.sql('select pg_is_in_recovery()', 'postgres')))
        if (roles.toSorted().join() !== 'f,t,t') throw new Error(`The nodes are ${roles.join()}`)
        const following = await sql(
          "select count(*) || ' ' || count(*) filter (where sync_state = 'sync') from pg_stat_replication where state = 'streaming' and application_name like 'mu%'",
          'postgres',
        )
        if (following !== '2 1') throw new Error(`${following} replicas follow, in step`)
        // Until Patroni has noted which one is in step, none may take over.
        const at = await fetch(`http://${nodes[roles.indexOf('f')]!.address}:8008/cluster`)
        const { members } = (await at.json()) as { members: { role: string }[] }
        if (!members.some(({ role }) => role === 'sync_standby')) throw new Error('Nobody may take over')
      }, withinMs)
    },
  }
  await cluster.healthy(90_000)
  await makeHome(sql)
  return cluster
}
