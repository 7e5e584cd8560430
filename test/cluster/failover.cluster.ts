// Four servers over a cluster of three, under reads, loads, posts and deliveries, while the nodes of the cluster fail in every
// way there is: nothing acknowledged is lost, nobody reads less than was answered before, limits stay exact, no answer is a
// 500, and all is well again within seconds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { recordTypes } from '../../src/api/index.ts'
import { openDatabase } from '../../src/database/database.ts'
import { load } from '../../src/load/load.ts'
import { createKey } from '../../src/store/keys/keys.ts'
import { prepareDatabase } from '../../src/store/schema/prepare.ts'
import { command } from '../support/command.ts'
import { project, rivals, timesheet } from '../support/lines.ts'
import { masterLists, newcomer, posted } from '../support/newcomer.ts'
import { dataFolder, stop, type Up, up } from '../support/process.ts'
import { ndjson } from '../support/server.ts'
import { receiver } from '../webhooks/receiver.ts'
import { pgBouncer, until } from './nodes.ts'
import { patroniCluster } from './patroni.ts'

const faultCount = Number(process.env.FAULTS ?? 40)
/** Which of them, where not all. */
const wanted = new RegExp(process.env.FAULT_NAMES ?? '')
/** So soon after a fault all servers read and write again. */
const healthyWithinMs = 1000 * Number(process.env.HEALTHY_WITHIN_S ?? 15)

const cluster = await patroniCluster()
const bouncer = await pgBouncer({ port: cluster.port }, 10)
const base = {
  MUSTER_SECRET: 's'.repeat(32),
  LOG_LEVEL: 'warn',
  WEBHOOK_LOOPBACK: 'yes',
  DATABASE_TIMEOUT: '5',
  DATABASE_CONNECT_TIMEOUT: '1',
}
const proxied = { ...base, DATABASE_URL: cluster.url() }
const replicas = { DATABASE_REPLICA_URLS: cluster.nodes.map(node => node.url()).join(' ') }

const database = openDatabase(
  { url: cluster.url() },
  { connections: 2, applicationName: 'muster tests', connectTimeoutMs: 1000 },
)
const writing = database.answering(8_000)
await prepareDatabase(database, recordTypes)
await load(database, recordTypes, ndjson([...rivals(), ...masterLists()]))
const key = async (kind: 'company' | 'agency', owner: string, perMinute = 1_000_000) =>
  (
    await createKey(database, {
      kind,
      owners: [owner],
      name: 'k',
      scopes: kind === 'company' ? ['read:projects', 'read:timesheets'] : ['read:workers', 'write:workers'],
      perMinute,
      perDay: 10_000_000,
    })
  ).secret
const keys = {
  c1: await key('company', 'c1'),
  a1: await key('agency', 'a1'),
  limited: await key('company', 'c1', 300),
}
const to = await receiver()
const added = await command(
  ['webhooks', 'add', to.url, '--company', 'c1', '--events', 'timesheet_approval_requested'],
  proxied,
)
assert.equal(added.code, 0, added.stderr)

const servers: Up[] = []
for (const env of [
  { ...proxied, ...replicas },
  { ...proxied, ...replicas },
  { ...base, DATABASE_URL: cluster.hosts() },
  { ...proxied, DATABASE_URL: bouncer.url(), DATABASE_DIRECT_URL: cluster.url() },
])
  servers.push(await up(await dataFolder(), [], env))

type Heard = { status: number; text: string }

async function ask(server: Up, path: string, secret: string, init: RequestInit = {}): Promise<Heard> {
  const response = await fetch(`${server.baseUrl}${path}`, {
    ...init,
    headers: { ...init.headers, Authorization: `Bearer ${secret}` },
    signal: AbortSignal.timeout(60_000),
  })
  return { status: response.status, text: await response.text() }
}

const versionOf = (name: string) => Number(name.split(' ')[1])

/** Everything that goes on all the time, and what came of it. */
class Traffic {
  acknowledged = 0
  readonly timesheets: string[] = []
  /** Of which an endpoint is told. */
  readonly asked: string[] = []
  readonly posted = new Map<number, string>()
  readonly numbers: number[] = []
  readonly wrong: string[] = []
  /** Answers of "later", and loads that failed, by code, since somebody asked. */
  private refused = new Map<string, number>()
  readonly loadsMs: number[] = []
  reads = 0
  private isOver = false

  get writes(): number {
    return this.timesheets.length + this.posted.size
  }

  begin(): Promise<unknown> {
    return Promise.all([
      this.again(() => this.write()),
      ...servers.map(server => this.again(() => this.read(server))),
      ...servers.map((server, at) => this.again(() => this.post(server, at))),
      ...servers.map(server => this.again(() => this.count(server))),
    ])
  }

  end(): void {
    this.isOver = true
  }

  private async again(work: () => Promise<unknown>): Promise<void> {
    while (!this.isOver) {
      await work().catch(error => this.wrong.push(String(error)))
      await wait(50)
    }
  }

  private refuse(what: string): void {
    this.refused.set(what, (this.refused.get(what) ?? 0) + 1)
  }

  refusals(): string {
    const told = [...this.refused].map(([what, times]) => `${what} ${times}`).join(', ')
    this.refused = new Map()
    return told || 'none'
  }

  private heard(what: string, { status, text }: Heard, ...fine: number[]): boolean {
    if (fine.includes(status)) return true
    if (status === 503) this.refuse(`${what} ${JSON.parse(text).error.code}`)
    else this.wrong.push(`${what}: ${status} ${text.slice(0, 300)}`)
    return false
  }

  private written = 0

  /** A new timesheet, and approval asked of the one before: an event is what becomes of a record that was there. */
  private async write(): Promise<void> {
    const number = ++this.written
    const [id, before] = [`ts-${number}`, this.timesheets.at(-1)]
    const at = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
    const updatedAt = new Date().toISOString()
    const lines = [
      project('p1', 'c1', { name: `Version ${number}`, updatedAt }),
      timesheet(id, at),
      ...(before ? [timesheet(before, at, { status: 'pending_approval', updatedAt })] : []),
    ]
    const beganMs = performance.now()
    const report = await load(writing, recordTypes, ndjson(lines), { events: true }).catch(error => {
      const { code } = error as { code?: string }
      if (code === undefined) this.wrong.push(String(error))
      else this.refuse(`load ${code}`)
    })
    if (!report) return
    this.loadsMs.push(performance.now() - beganMs)
    if (report.rejected > 0) this.wrong.push(`rejected: ${JSON.stringify(report.reasons)}`)
    this.acknowledged = number
    this.timesheets.push(id)
    if (before) this.asked.push(before)
  }

  private async read(server: Up): Promise<void> {
    const least = this.acknowledged
    const path = this.reads++ % 2 ? '/projects/p1' : '/projects?limit=50'
    const answer = await ask(server, path, keys.c1)
    if (!this.heard('read', answer, 200)) return
    const seen = [JSON.parse(answer.text).data].flat().find(({ id }) => id === 'p1')
    const version = versionOf(seen.name)
    if (version < least)
      this.wrong.push(`server ${servers.indexOf(server) + 1} read ${version} after ${least} was acknowledged`)
  }

  private next = 0

  private async post(server: Up, at: number): Promise<void> {
    const number = this.next++
    const init = posted(newcomer(number), { 'Idempotency-Key': `post-${number}` })
    for (let attempt = 0; attempt < 200; attempt++) {
      const answer = await ask(servers[(at + attempt) % servers.length] ?? server, '/workers', keys.a1, init)
      if (this.heard('post', answer, 200, 201)) {
        this.posted.set(number, JSON.parse(answer.text).data.id)
        return
      }
      if (answer.status !== 503) return
      await wait(500)
    }
  }

  private async count(server: Up): Promise<void> {
    const answer = await ask(server, '/me', keys.limited)
    if (this.heard('count', answer, 200, 429) && answer.status === 200)
      this.numbers.push(JSON.parse(answer.text).data.usage.requestsToday)
  }
}

const traffic = new Traffic()

/** All four answer and a write goes through. */
async function works(): Promise<void> {
  const before = traffic.writes
  const answers = await Promise.all(servers.map(server => ask(server, '/projects/p1', keys.c1)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
    answers.map(({ text }) => text.slice(0, 200)).join(' | '),
  )
  await until(async () => assert.ok(traffic.writes > before), 10_000)
}

const faults: Record<string, () => Promise<() => Promise<void>>> = {
  async 'the node of the primary is killed'() {
    const node = await cluster.primary()
    await node.kill()
    return () => node.start()
  },
  async 'PostgreSQL of the primary is killed'() {
    const node = await cluster.primary()
    await node.signalPostgres('SIGKILL')
    return async () => {}
  },
  async 'Patroni of the primary is killed'() {
    const node = await cluster.primary()
    await node.signalPatroni('SIGKILL')
    // PostgreSQL goes on until another one takes over; HAProxy leads nobody there any more.
    await until(() => assert.rejects(cluster.sql('select 1')), 10_000)
    return async () => {
      await node.kill()
      await node.start()
    }
  },
  async 'PostgreSQL of the primary is frozen'() {
    const node = await cluster.primary()
    await node.signalPostgres('SIGSTOP')
    // As a watchdog does it: a primary that hung and went on would take writes that nobody else gets.
    return async () => {
      await node.kill()
      await node.start()
    }
  },
  async 'the primary is cut off'() {
    const node = await cluster.primary()
    await node.cutOff()
    return () => node.connect()
  },
  async 'a replica is killed'() {
    const primary = await cluster.primary()
    const node = cluster.nodes.find(one => one !== primary)!
    await node.kill()
    return () => node.start()
  },
  async 'a replica is cut off'() {
    const primary = await cluster.primary()
    const node = cluster.nodes.findLast(one => one !== primary)!
    await node.cutOff()
    return () => node.connect()
  },
  async 'a replica lags'() {
    const primary = await cluster.primary()
    const node = cluster.nodes.find(one => one !== primary)!
    await node.sql('select pg_wal_replay_pause()')
    return async () => {
      await wait(30_000)
      await until(() => node.sql('select pg_wal_replay_resume()'), 20_000)
    }
  },
  async 'the disk of the primary is full for 10 s'() {
    const node = await cluster.primary()
    await node.fillDisk()
    await wait(10_000)
    await node.emptyDisk()
    return async () => {}
  },
  async 'PgBouncer is restarted'() {
    await bouncer.restart()
    return async () => {}
  },
}

test(`${faultCount} faults under load: nothing lost, nothing stale, no 500, healthy within ${healthyWithinMs / 1000} s`, async t => {
  const running = traffic.begin()
  const rows: { fault: string; refused: string }[] = []
  try {
    await until(works, 30_000)
    traffic.refusals()
    const names = Object.keys(faults).filter(name => wanted.test(name))
    for (let at = 0; at < faultCount; at++) {
      const name = names[at % names.length]!
      const heal = await faults[name]!()
      const beganMs = performance.now()
      await until(works, 60_000)
      const tookMs = performance.now() - beganMs
      const row = { fault: name, 'healthy after, s': (tookMs / 1000).toFixed(1), refused: traffic.refusals() }
      rows.push(row)
      process.stderr.write(`${at + 1}. ${Object.values(row).join(' | ')}\n`)
      if (tookMs > healthyWithinMs)
        traffic.wrong.push(`${name}: healthy only after ${(tookMs / 1000).toFixed(1)} s`)
      await heal()
      await cluster.healthy(120_000)
      await until(works, 30_000)
      row.refused += `; when it came back: ${traffic.refusals()}`
    }
  } finally {
    traffic.end()
    await running
  }
  t.diagnostic(
    `${traffic.reads} reads, ${traffic.timesheets.length} loads, ${traffic.posted.size} posts, ${traffic.numbers.length} counted`,
  )
  const sorted = traffic.loadsMs.toSorted((one, other) => one - other)
  const share = (of: number) => `${(sorted[Math.floor(sorted.length * of)]! / 1000).toFixed(2)} s`
  t.diagnostic(`a load took ${share(0.5)}, one of twenty more than ${share(0.95)}`)
  process.stderr.write(
    `| ${Object.keys(rows[0]!).join(' | ')} |\n|---|---|---|\n${rows
      .toSorted((one, other) => one.fault.localeCompare(other.fault))
      .map(row => `| ${Object.values(row).join(' | ')} |\n`)
      .join('')}`,
  )
  assert.deepEqual(traffic.wrong, [])
})

test('everything that was acknowledged is there', async () => {
  const [stored] = [
    await cluster.sql(
      `select count(*) from muster.timesheet where id = any('{${traffic.timesheets.join()}}')`,
    ),
  ]
  assert.equal(Number(stored), traffic.timesheets.length)
  const workers = [...new Set(traffic.posted.values())]
  assert.equal(workers.length, traffic.posted.size, 'two posts made one worker')
  const kept = await cluster.sql(`select count(*) from muster.worker where id = any('{${workers.join()}}')`)
  assert.equal(Number(kept), workers.length)
})

test('each request that was let in has a number of its own', () => {
  assert.equal(new Set(traffic.numbers).size, traffic.numbers.length)
})

test('every change was delivered at least once', async () => {
  const told = () => new Set(to.received.map(({ body }) => JSON.parse(body).data.timesheet.id))
  await until(async () => {
    const missing = traffic.asked.filter(id => !told().has(id))
    assert.deepEqual(missing, [])
  }, 120_000)
})

test('the servers stop when told', async () => {
  for (const server of servers) assert.equal(await stop(server), 0)
  await database.close()
})
