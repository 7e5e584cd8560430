// The same server on one PostgreSQL by its Unix socket, by TCP and by TLS: what the way to the database costs.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readFile, rm, stat, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findOrCreateCluster, folderSeenBy } from '../../src/embedded/cluster.ts'
import { askClusterState, connectionTo } from '../../src/embedded/connection.ts'
import { settingsFor } from '../../src/embedded/tuning.ts'
import { answersPerSecond, bearer, requestOf } from '../clients.ts'
import type { Section } from '../results.ts'
import { type BenchServer, startServer } from '../server.ts'
import { markdown, median, progress } from '../table.ts'
import type { Turns } from './rates.ts'

const ways = ['Unix socket', 'TCP', 'TLS'] as const
type Way = (typeof ways)[number]
const wanted: Partial<Record<Way, number>> = { TCP: 0.9, TLS: 0.75 }

export async function networks(data: string, key: string, id: string, turns: Turns): Promise<Section> {
  const postgres = await startListening(data)
  const servers = new Map<Way, BenchServer>()
  try {
    for (const way of ways) servers.set(way, await startOn(data, postgres.addresses[way]))
    const rows: [string, Map<Way, number>][] = []
    for (const [name, path] of [
      ['page of 50 with total', '/timesheets?limit=50'],
      ['one by its id', `/timesheets/${id}`],
    ] as const)
      rows.push([name, await measured(name, path, servers, key, turns)])
    return section(rows)
  } finally {
    for (const server of servers.values()) await server.stop()
    await postgres.stop()
  }
}

const startOn = async (data: string, address: string) =>
  startServer(
    data,
    [],
    {
      DATABASE_URL: address,
      MUSTER_SECRET: (await readFile(join(data, 'secret'), 'utf8')).trim(),
      ANSWER_MEMORY_MB: '0',
    },
    'unread',
  )

async function measured(
  name: string,
  path: string,
  servers: ReadonlyMap<Way, BenchServer>,
  key: string,
  { turns, seconds }: Turns,
): Promise<Map<Way, number>> {
  const found = new Map(ways.map(way => [way, [] as number[]]))
  // The first turn only warms up.
  for (let turn = 0; turn <= turns; turn++)
    for (const at of ways.keys()) {
      const way = ways[(at + turn) % ways.length]!
      const { port, pathname } = new URL(servers.get(way)!.baseUrl)
      progress(`${name} by ${way}, turn ${turn} of ${turns}`)
      const requests = [requestOf(`${pathname}${path}`, bearer(key))]
      const rate = await answersPerSecond({ port, requests, seconds: turn === 0 ? 1 : seconds })
      if (turn > 0) found.get(way)!.push(rate)
    }
  return new Map([...found].map(([way, rates]) => [way, median(rates)]))
}

function section(rows: readonly [string, ReadonlyMap<Way, number>][]): Section {
  const misses: string[] = []
  const lines = rows.map(([name, rates]) => {
    const most = rates.get('Unix socket')!
    const shares = ways.slice(1).map(way => {
      const share = rates.get(way)! / most
      const percent = `${Math.round(share * 100)} %`
      if (share < wanted[way]!) misses.push(`${name} by ${way}: ${percent} of the Unix socket's`)
      return percent
    })
    return [name, ...ways.map(way => rates.get(way)!.toFixed(0)), ...shares]
  })
  return {
    title: 'By way of the database',
    text: [
      'Answers a second of three servers that remember no answers, each on the same PostgreSQL by another way, asked by turns; wanted are 90 % by TCP and 75 % by TLS (`sslmode=verify-full&sslnegotiation=direct`) of what the Unix socket gives.',
      markdown(['', ...ways, 'TCP', 'TLS'], lines),
    ],
    misses,
  }
}

type Listening = { addresses: Record<Way, string>; stop(): Promise<void> }

/** The embedded PostgreSQL of a folder with its own settings, and a port of this machine besides. */
async function startListening(data: string): Promise<Listening> {
  const cluster = await findOrCreateCluster(data, progress)
  const connection = await connectionTo(data, cluster.folder)
  const certificates = await certificatesFor(cluster.folder)
  const port = await freePort()
  const { bavail, bsize } = await statfs(cluster.folder)
  const settings = {
    ...settingsFor('muster-bench', bavail * bsize),
    listen_addresses: '127.0.0.1',
    port: String(port),
    ssl: 'on',
    ssl_cert_file: join(certificates, 'server.pem'),
    ssl_key_file: join(certificates, 'server.key'),
  }
  const named = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const args = ['-D', folderSeenBy(cluster.account, cluster.folder), ...named]
  const child = spawn(cluster.binaries.postgres, args, {
    cwd: cluster.folder,
    stdio: 'ignore',
    env: { LC_ALL: 'C', TZ: 'UTC' },
    ...cluster.account,
  })
  const ended = once(child, 'exit')
  while ((await askClusterState({ ...connection, port })) !== 'ready') await wait(50)
  const { user, password, database, host } = connection
  const login = `${user}:${encodeURIComponent(password)}`
  const tcp = `postgres://${login}@localhost:${port}/${database}`
  return {
    addresses: {
      'Unix socket': `postgres://${login}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
      TCP: `${tcp}?sslmode=disable`,
      TLS: `${tcp}?sslmode=verify-full&sslrootcert=${join(certificates, 'server.pem')}&sslnegotiation=direct`,
    },
    async stop() {
      child.kill('SIGINT')
      await ended
      await rm(certificates, { recursive: true })
    },
  }
}

/** For `localhost`, by itself; readable for whoever PostgreSQL runs as. */
async function certificatesFor(folder: string): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'muster-bench-tls-'))
  const [key, certificate] = [join(made, 'server.key'), join(made, 'server.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  await promisify(execFile)('openssl', [
    'req',
    '-x509',
    ...kind,
    ...subject,
    '-keyout',
    key,
    '-out',
    certificate,
  ])
  const { uid, gid } = await stat(folder)
  for (const path of [made, key, certificate]) await chown(path, uid, gid)
  return made
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
