// Servers of two versions on one database, under all that clients do at once: what each was told is kept, and held against what
// is there in the end. A request goes to a server that takes requests, as a load balancer would send it, and to another one
// where the first is killed meanwhile.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Dice } from '../access/dice.ts'
import { eventually } from '../support/eventually.ts'
import { rivals, timesheet, worker } from '../support/lines.ts'
import { masterLists, newcomer } from '../support/newcomer.ts'
import type { Json } from '../support/server.ts'
import { type Receiver, receiver } from '../webhooks/receiver.ts'

type Environment = Record<string, string>
export type Finished = { code: number; stdout: string; stderr: string }

const { MUSTER_DATA: _, DATABASE_URL: __, PORT: ___, ...rest } = process.env

/** A command of one version. */
export async function muster(root: string, args: string[], env: Environment, input = ''): Promise<Finished> {
  const child = spawn(join(root, 'muster'), args, { env: { ...rest, NO_COLOR: '1', ...env } })
  const [stdout, stderr] = [child.stdout.toArray(), child.stderr.toArray()]
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return {
    code,
    stdout: Buffer.concat(await stdout).toString(),
    stderr: Buffer.concat(await stderr).toString(),
  }
}

export type Running = {
  root: string
  origin: string
  child: ChildProcess
  /** Whether it is sent requests. */
  takes: boolean
  killed: boolean
  log(): string
}

/** Servers on one database, and who may be asked. */
export class Fleet {
  readonly running: Running[] = []
  private turn = 0
  private readonly env: Environment

  constructor(env: Environment) {
    this.env = env
    after(() => {
      for (const { child } of this.running) child.kill('SIGKILL')
    })
  }

  /** Undefined where it is killed before it is ready. */
  async start(root: string, env: Environment = {}, killAfterMs?: number): Promise<Running | undefined> {
    const child = spawn(join(root, 'muster'), ['up', '--json', '--port', '0'], {
      env: { ...rest, NO_COLOR: '1', ...this.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let log = ''
    child.stderr.setEncoding('utf8').on('data', text => {
      log += text
    })
    const ended = once(child, 'close')
    if (killAfterMs !== undefined) {
      await Promise.race([wait(killAfterMs), ended])
      child.kill('SIGKILL')
      await ended
      return undefined
    }
    const [line] = (await Promise.race([
      once(createInterface(child.stdout!), 'line'),
      ended.then(() => {
        throw new Error(`The server ended before it was ready: ${log}`)
      }),
    ])) as [string]
    const { baseUrl } = JSON.parse(line)
    const server = {
      root,
      origin: new URL(baseUrl).origin,
      child,
      takes: true,
      killed: false,
      log: () => log,
    }
    this.running.push(server)
    return server
  }

  /** As a load balancer and a supervisor stop one: no more requests first, then the signal. */
  async stop(server: Running): Promise<void> {
    server.takes = false
    await wait(500)
    await this.end(server, 'SIGTERM')
    assert.equal(server.child.exitCode, 0, server.log())
  }

  async kill(server: Running): Promise<void> {
    server.killed = true
    await this.end(server, 'SIGKILL')
  }

  private async end(server: Running, signal: NodeJS.Signals): Promise<void> {
    const ended = once(server.child, 'close')
    server.child.kill(signal)
    await ended
    server.takes = false
    this.running.splice(this.running.indexOf(server), 1)
  }

  next(): Running {
    const taking = this.running.filter(({ takes, killed }) => takes && !killed)
    assert.ok(taking.length > 0, 'there is always a server that takes requests')
    return taking[this.turn++ % taking.length]!
  }

  of(root: string): Running[] {
    return this.running.filter(server => server.root === root)
  }
}

export type Keys = { company: string; agency: string; token: string }

/** What there is before anything is upgraded, made by the earlier version itself. */
export async function begin(root: string, env: Environment, url: string): Promise<Keys> {
  const run = async (args: string[], input?: string): Promise<Json> => {
    const done = await muster(root, [...args, '--json'], env, input)
    assert.equal(done.code, 0, done.stderr)
    return JSON.parse(done.stdout)
  }
  const lines = [...rivals(), ...masterLists(), ...workers.map(id => worker(id))]
  await run(['load', '-'], lines.map(line => `${JSON.stringify(line)}\n`).join(''))
  const limits = ['--per-minute', '1000000', '--per-day', '100000000']
  const keyOf = async (kind: string, id: string) =>
    (await run(['keys', 'create', `--${kind}`, id, '--scopes', 'all', ...limits])).secret as string
  const keys = {
    company: await keyOf('company', 'c1'),
    agency: await keyOf('agency', 'a1'),
    token: (await run(['tokens', 'create', '--name', 'test', '--role', 'owner'])).token as string,
  }
  await run(['webhooks', 'add', url, '--company', 'c1', '--events', 'timesheet_approval_requested'])
  return keys
}

const workers = Array.from({ length: 20 }, (_, at) => `known-${at}`)

/** What clients were told, and what they found wrong. */
export type Heard = {
  asked: number
  faults: string[]
  /** Timesheets that a load said it has written, and workers that were made, by their name. */
  loaded: Set<string>
  /** Of these, whose approval was asked for, which an endpoint is told. */
  asking: Set<string>
  made: Map<string, string>
  /** What the feed said, and whoever was renamed last. */
  fed: Set<string>
  renamed: Map<string, string>
}

export type Traffic = {
  heard: Heard
  receiver: Receiver
  until(enough: () => boolean): Promise<void>
  end(): Promise<void>
}

type Asked = RequestInit & { secret: string }
type Answer = { status: number; text: string; json: Json }

type Ask = (path: string, asked: Asked) => Promise<Answer>

/** All at once, until it is told to end. */
export function traffic(fleet: Fleet, keys: Keys, to: Receiver, dice: Dice, run: string): Traffic {
  const heard: Heard = {
    asked: 0,
    faults: [],
    loaded: new Set(),
    asking: new Set(),
    made: new Map(),
    fed: new Set(),
    renamed: new Map(),
  }
  const ask = asker(fleet, heard)
  const follows = follower(ask, keys, heard)
  const clients = { ...clientsOf(ask, keys, heard, dice, run), follows }
  let isOver = false
  const rests = { reads: 20, loads: 60, posts: 120, exports: 400, follows: 100 }
  const working = Object.entries(clients).map(async ([name, work]) => {
    for (; !isOver; await wait(rests[name as keyof typeof rests])) await work()
  })
  const all = Promise.all(working)
  all.catch(() => {})
  return {
    heard,
    receiver: to,
    async until(enough) {
      while (!enough()) await Promise.race([wait(20), all])
    },
    async end() {
      isOver = true
      await all
      // Whatever was written while the last of them read.
      for (let before = -1; before < heard.fed.size; ) {
        before = heard.fed.size
        await follows()
      }
    },
  }
}

/** A person who is much like one who is known already is the caller's own matter. */
const alike = 'WORKER_MATCH_REQUIRES_REVIEW'

/** Asks whichever server takes it. What a killed one left unanswered is asked again, as clients do. */
function asker(fleet: Fleet, heard: Heard): Ask {
  return async (path, { secret, headers, ...init }) => {
    for (;;) {
      const server = fleet.next()
      const what = `${init.method ?? 'GET'} ${path} of ${server.root}`
      try {
        const answer = await fetch(server.origin + path, {
          ...init,
          headers: { Authorization: `Bearer ${secret}`, ...headers },
        })
        const text = await answer.text()
        heard.asked++
        if (!answer.ok && !text.includes(alike))
          heard.faults.push(`${what}: ${answer.status} ${text.slice(0, 300)}`)
        const isJson = answer.headers.get('content-type')?.startsWith('application/json')
        return { status: answer.status, text, json: isJson ? JSON.parse(text) : undefined }
      } catch (error) {
        if (server.killed) continue
        heard.faults.push(`${what}: ${(error as Error).cause ?? error}`)
        return { status: 0, text: '', json: undefined }
      }
    }
  }
}

function readingOf(dice: Dice): string {
  const limit = dice.between(1, 40)
  return dice.pick([
    `/timesheets?status=pending&limit=${limit}`,
    `/timesheets?limit=${limit}&page=2&sortBy=weekEnding&includeTimelogs=true`,
    `/timesheets/totals?dateField=weekEnding&from=2025-01-0${dice.between(1, 9)}`,
    `/workers?limit=${limit}&query=known`,
    `/projects?limit=${limit}`,
    `/sites?limit=${limit}`,
  ])
}

/** Each does one thing, and holds what it is told against what it knows. */
function clientsOf(ask: Ask, keys: Keys, heard: Heard, dice: Dice, run: string) {
  let number = 0
  return {
    async reads() {
      await ask(`${prefix}${readingOf(dice)}`, { secret: keys.company })
    },
    async loads() {
      const ids = Array.from({ length: dice.between(1, 20) }, () => `${run}-${number++}`)
      const asking = dice.some([...heard.loaded].filter(id => !heard.asking.has(id)).slice(0, 20))
      const [name, who] = [`Renamed ${number}`, dice.pick(workers)]
      const updatedAt = new Date().toISOString()
      const sheet = (id: string, status: string) =>
        timesheet(id, { ...of, worker: workers[Number(id.split('-')[1]) % 3]! }, { status, updatedAt })
      const lines = [
        worker(who, { name, updatedAt }),
        ...ids.map(id => sheet(id, 'pending')),
        ...asking.map(id => sheet(id, 'pending_approval')),
      ]
      const body = lines.map(line => `${JSON.stringify(line)}\n`).join('')
      const { status, json } = await ask('/operator/loads', {
        method: 'POST',
        secret: keys.token,
        headers: { 'Content-Type': 'application/x-ndjson' },
        body,
      })
      if (status !== 200) return
      if (json.data.rejections.length > 0)
        heard.faults.push(JSON.stringify(json.data.rejections).slice(0, 300))
      for (const id of ids) heard.loaded.add(id)
      for (const id of asking) heard.asking.add(id)
      heard.renamed.set(who, name)
    },
    async posts() {
      const own = number++
      const name = `${run}-${own}`
      const { status, json } = await ask(`${prefix}/workers`, {
        method: 'POST',
        secret: keys.agency,
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': name },
        body: JSON.stringify(newcomer(own, { agencyId: name })),
      })
      if (status === 200) heard.made.set(name, json.data.id)
    },
    async exports() {
      const known = new Set(heard.loaded)
      const { status, text } = await ask(`${prefix}/timesheets?format=ndjson`, { secret: keys.company })
      if (status !== 200) return
      const lines = text.trimEnd().split('\n')
      const end = JSON.parse(lines.at(-1)!)
      if (!end.exportComplete || end.count !== lines.length - 1)
        heard.faults.push(`an export ends with ${lines.at(-1)}`)
      const there = new Set(lines.map(line => JSON.parse(line).id))
      const missing = [...known].filter(id => !there.has(id))
      if (missing.length > 0) heard.faults.push(`an export lacks ${missing.join()}`)
    },
  }
}

const prefix = '/api/open/v1'
const of = { company: 'c1', project: 'p1', agency: 'a1' }

/** Reads the feed of changes to its end, from where it was the last time. */
function follower(ask: Ask, keys: Keys, heard: Heard) {
  let cursor: string | undefined
  return async () => {
    for (let more = true; more; ) {
      const after = cursor === undefined ? '' : `&after=${cursor}`
      const { status, json } = await ask(`${prefix}/changes?limit=200${after}`, { secret: keys.company })
      if (status !== 200) return
      for (const change of json.data) heard.fed.add(`${change.type} ${change.id}`)
      cursor = json.meta.next
      more = json.meta.more
    }
  }
}

/** Nothing that anybody was told is missing, in lists, feeds and deliveries. */
export async function assertNothingLost(
  { heard, receiver }: Traffic,
  fleet: Fleet,
  keys: Keys,
): Promise<void> {
  const kinds = [...new Map(heard.faults.map(fault => [fault.replaceAll(/\d+/g, ''), fault])).values()]
  assert.deepEqual(kinds.slice(0, 8), [], `${heard.faults.length} of ${heard.asked}`)
  const { origin } = fleet.next()
  const get = async (path: string, secret: string): Promise<Json> =>
    (await fetch(origin + prefix + path, { headers: { Authorization: `Bearer ${secret}` } })).json()
  const total = (await get('/timesheets?limit=1', keys.company)).meta.total
  assert.ok(total >= heard.loaded.size, `${total} of ${heard.loaded.size}`)
  for (const id of heard.loaded) assert.ok(heard.fed.has(`timesheet ${id}`), `${id} is in the feed`)
  for (const [name, id] of heard.made) {
    const { data } = await get(`/workers/${id}`, keys.agency)
    assert.equal(data.agencies[0].agencyId, name)
  }
  for (const who of workers.slice(0, 3)) {
    const name = heard.renamed.get(who)
    const shown = async () =>
      (await get(`/timesheets?worker=${who}&limit=1`, keys.company)).data[0]?.worker.name
    if (name) await eventually(`what is said of ${who} follows`, async () => (await shown()) === name)
  }
  const delivered = () => new Set(receiver.received.map(({ body }) => JSON.parse(body).data.timesheet.id))
  for (const end = Date.now() + 60_000; Date.now() < end; await wait(200))
    if ([...heard.asking].every(id => delivered().has(id))) return
  const missing = [...heard.asking].filter(id => !delivered().has(id))
  assert.deepEqual(
    missing,
    [],
    `of ${heard.asking.size} were not delivered; one says ${receiver.received[0]?.body}`,
  )
}

export { receiver }
