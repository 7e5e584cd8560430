// Clients that work until they are told to stop, each by itself, at whichever server answers; all that they ask and hear is
// written down with its times.
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Dice } from '../../access/dice.ts'
import { connection, timesheet } from '../../support/lines.ts'
import { newcomer } from '../../support/newcomer.ts'
import type { History, Read, Turn, Write } from './checker.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers, looked into freely
type Any = any

export type World = {
  prefix: string
  urls(): readonly string[]
  token: string
  keys: {
    company: string
    agency: string
    writer: string
    limited: string
    doomed: string
    doomedId: string
    rotated: string
    rotatedId: string
  }
  history: History
  isOver(): boolean
  dice: Dice
}

const perGroup = 3
export const groups = ['one', 'two'] as const
export const idsOf = ({ prefix }: Pick<World, 'prefix'>, group: string) =>
  Array.from({ length: perGroup }, (_, at) => `${prefix}-${group}-${at}`)

const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }

/** Each time newer, so that what comes late is left out; every other time approval is asked for, which is an event. */
const linesOf = (world: Pick<World, 'prefix'>, group: string, value: number) =>
  idsOf(world, group).map(id =>
    timesheet(id, of, {
      netHours: value,
      status: isEvent(value) ? 'pending_approval' : 'pending',
      updatedAt: new Date(Date.UTC(2026, 3, 1) + value * 1000).toISOString(),
    }),
  )

export const isTold = ({ group }: Write) => groups.some(one => one === group)
export const isEvent = (value: number) => value > 0 && value % 2 === 0

/** What the agency is shown as long as it is connected to the other company. */
const linkedId = 'histories-linked'

export const firstLines = (world: Pick<World, 'prefix'>) => [
  timesheet(linkedId, { ...of, company: 'c2', project: 'p2' }),
  ...groups.flatMap(group => linesOf(world, group, 0)),
]

export const linkLine = (active: boolean) =>
  connection('c2', 'a1', { active, updatedAt: new Date().toISOString() })

const patienceMs = 12_000

/** Nothing is an error of the server, and a server that cannot answer now says why. */
function expectWords(path: string, { status, text }: { status: number; text: string }): void {
  if (status < 500) return
  const said = `${path} is answered with ${status} ${text.slice(0, 400)}`
  assert.equal(status, 503, said)
  const { code, message } = JSON.parse(text).error
  assert.ok(code === 'SERVICE_UNAVAILABLE' && message.length > 10, said)
}

/** An answer, or nothing where none came: then nobody knows whether it was done. */
export async function ask(world: World, path: string, secret: string, init: RequestInit = {}, at?: number) {
  const urls = world.urls()
  const origin = new URL(urls[(at ?? world.dice.int(urls.length)) % urls.length]!).origin
  const sentMs = performance.now()
  const answer = await answered(`${origin}${path}`, {
    ...init,
    headers: { Authorization: `Bearer ${secret}`, ...(init.headers as Record<string, string>) },
    signal: AbortSignal.timeout(patienceMs),
  })
  if (answer.status === 0) await wait(50)
  else expectWords(path, answer)
  return { ...answer, sentMs }
}

async function answered(url: string, init: RequestInit) {
  try {
    const response = await fetch(url, init)
    const text = await response.text()
    const tag = response.headers.get('etag')
    return { status: response.status, text, ...(tag && { tag }), gotMs: performance.now() }
  } catch {
    return { status: 0, text: '', gotMs: performance.now() }
  }
}

export const api = '/api/open/v1'

/** How many backups were put back. */
export const ageNow = ({ history }: Pick<World, 'history'>) => history.restores.length

export function load(world: World, lines: readonly object[]) {
  const body = lines.map(line => `${JSON.stringify(line)}\n`).join('')
  return ask(world, '/operator/loads', world.token, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/x-ndjson' },
  })
}

/** A load that was answered was carried out whole. */
export function isDone({ status, text }: { status: number; text: string }): boolean {
  if (status !== 200) return false
  const { data } = JSON.parse(text)
  assert.ok(data.rejected === 0, `a load was not taken: ${text.slice(0, 400)}`)
  return true
}

export async function writer(world: World, group: string): Promise<void> {
  for (let value = 1, age = 0; !world.isOver(); value++) {
    if (age < ageNow(world)) {
      age = ageNow(world)
      await seen(world, () => list(world, 'writer', group))
    }
    const write: Write = { group, value, sentMs: performance.now() }
    world.history.writes.push(write)
    const answer = await load(world, linesOf(world, group, value))
    if (isDone(answer)) write.ackMs = answer.gotMs
    await wait(world.dice.int(120))
  }
}

/** What a new age begins with is looked at before it is written over. */
export async function seen(world: World, look: () => Promise<boolean>): Promise<void> {
  while (!world.isOver() && !(await look())) await wait(10)
}

const netHours = (rows: readonly Any[]) => rows.map(row => row.netHours as number)

function noteRead(
  world: World,
  key: string,
  from: Read['from'],
  answer: { sentMs: number; gotMs: number },
  rows: readonly Any[],
): void {
  for (const group of groups) {
    const ids = idsOf(world, group)
    const values = netHours(rows.filter(row => ids.includes(row.id)))
    if (values.length > 0)
      world.history.reads.push({ group, key, from, values, sentMs: answer.sentMs, gotMs: answer.gotMs })
  }
}

/** Whether it was answered. */
async function list(world: World, key: string, group: string, secret = world.keys.company): Promise<boolean> {
  const path = `${api}/timesheets?id=${idsOf(world, group).join()}&fields=id,netHours`
  const answer = await ask(world, path, secret)
  if (answer.status !== 200) return false
  noteRead(world, key, 'list', answer, JSON.parse(answer.text).data)
  return true
}

/** Lists and single records, by a key of the company or of the agency. */
export async function reader(world: World, kind: 'company' | 'agency'): Promise<void> {
  const secret = world.keys[kind]
  while (!world.isOver()) {
    const group = world.dice.pick(groups)
    const ids = idsOf(world, group)
    if (world.dice.chance(0.5)) await list(world, kind, group, secret)
    else {
      const answer = await ask(world, `${api}/timesheets/${world.dice.pick(ids)}`, secret)
      if (answer.status === 200) noteRead(world, kind, 'record', answer, [JSON.parse(answer.text).data])
    }
    await wait(world.dice.int(30))
  }
}

/** Asks with all the tags that it was given: what one stands for is what is shown, whenever it was given. */
export async function tagger(world: World, held: (rows: readonly Any[]) => void): Promise<void> {
  const given = new Map(groups.map(group => [group, new Map<string, Any[]>()] as const))
  while (!world.isOver()) {
    const group = world.dice.pick(groups)
    const known = given.get(group)!
    const path = `${api}/timesheets?id=${idsOf(world, group).join()}&fields=id,netHours`
    const tags = [...known.keys()].slice(-200).join(', ')
    const answer = await ask(
      world,
      path,
      world.keys.company,
      tags ? { headers: { 'If-None-Match': tags } } : {},
    )
    if (answer.status === 304) {
      const rows = known.get(answer.tag!)!
      held(rows)
      noteRead(world, 'tagger', 'list', answer, rows)
    } else if (answer.status === 200) {
      const { data } = JSON.parse(answer.text)
      known.set(answer.tag!, data)
      noteRead(world, 'tagger', 'list', answer, data)
    }
    await wait(world.dice.int(30))
  }
}

export async function exporter(world: World): Promise<void> {
  while (!world.isOver()) {
    const ids = groups.flatMap(group => idsOf(world, group))
    const answer = await ask(world, `${api}/timesheets?id=${ids.join()}&format=ndjson`, world.keys.company)
    if (answer.status === 200) {
      const lines = answer.text
        .trim()
        .split('\n')
        .map(line => JSON.parse(line) as Any)
      // Without its last line it was cut off, and says nothing.
      if (lines.at(-1)?.exportComplete) noteRead(world, 'exporter', 'export', answer, lines.slice(0, -1))
    }
    await wait(world.dice.int(300))
  }
}

export type Copy = { rows: Map<string, Any>; cursor: string; age: number; former: string[] }

/** From an export with its cursor, and then by what is told. */
export async function beginCopy(world: World, secret: string): Promise<Copy> {
  for (;;) {
    const age = ageNow(world)
    const answer = await ask(world, `${api}/timesheets?format=ndjson`, secret)
    const lines =
      answer.status === 200
        ? answer.text
            .trim()
            .split('\n')
            .map(line => JSON.parse(line) as Any)
        : []
    const end = lines.pop()
    if (!end?.exportComplete || age !== ageNow(world)) continue
    return { rows: new Map(lines.map(row => [row.id, row])), cursor: end.next, age, former: [] }
  }
}

/** Reads what was told since; gives back whether that was all. A cursor from before a restore is refused, and the copy begins again. */
export async function followOnce(world: World, copy: Copy, secret: string): Promise<boolean> {
  const path = `${api}/changes?type=timesheet&include=records&limit=7&after=${encodeURIComponent(copy.cursor)}`
  const isOld = copy.age < ageNow(world)
  const answer = await ask(world, path, secret)
  if (answer.status === 409 && copy.age < ageNow(world)) {
    assert.equal(JSON.parse(answer.text).error.code, 'RESYNC_REQUIRED')
    const former = [...copy.former, copy.cursor]
    Object.assign(copy, await beginCopy(world, secret), { former })
    return false
  }
  if (answer.status !== 200) {
    // A server that was killed, or has no connection yet, is asked again.
    assert.ok([0, 503].includes(answer.status), `a copy cannot follow: ${answer.text}`)
    return false
  }
  assert.ok(!isOld, 'a cursor from before a restore is taken')
  const { data, meta } = JSON.parse(answer.text)
  for (const change of data) {
    if (change.change === 'upserted' && change.record) copy.rows.set(change.id, change.record)
    else if (change.change !== 'upserted') copy.rows.delete(change.id)
  }
  noteRead(world, 'copy', 'changes', answer, data.flatMap((one: Any) => one.record ?? []).slice(-1))
  copy.cursor = meta.next
  return data.length < 7
}

/** Nor is it taken later, when there are as many changes again as it has seen. */
export async function tryFormer(world: World, { former }: Copy, secret: string): Promise<void> {
  if (former.length === 0 || world.dice.chance(0.8)) return
  const cursor = world.dice.pick(former)
  const answer = await ask(world, `${api}/changes?type=timesheet&after=${encodeURIComponent(cursor)}`, secret)
  assert.ok([0, 409, 503].includes(answer.status), `a cursor from before a restore is taken: ${answer.text}`)
}

/** Each of these is sent again and again until somebody answers; now and then one that was answered long ago. */
export async function poster(world: World): Promise<void> {
  const sent: { name: string; body: object }[] = []
  while (!world.isOver()) {
    const name = `${world.prefix}-${sent.length}`
    if (sent.length === 0 || world.dice.chance(0.8))
      sent.push({ name, body: newcomer(world.dice.int(1_000_000), { agencyId: name }) })
    await post(world, world.dice.chance(0.7) ? sent.at(-1)! : world.dice.pick(sent))
    await wait(world.dice.int(300))
  }
}

async function post(world: World, { name, body }: { name: string; body: object }): Promise<void> {
  const at = world.dice.int(world.urls().length)
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': name }
  for (let tries = 0; tries < 6; tries++) {
    const post: History['posts'][number] = { name, sentMs: performance.now() }
    world.history.posts.push(post)
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const both = world.dice.chance(0.3)
    const answers = await Promise.all([
      ask(world, `${api}/workers`, world.keys.writer, init, at + tries),
      ...(both ? [ask(world, `${api}/workers`, world.keys.writer, init, at + tries + 1)] : []),
    ])
    for (const { status, text, gotMs } of answers)
      if (status === 200)
        world.history.posts.push({ ...post, worker: JSON.parse(text).data.id, ackMs: gotMs })
    if (answers.some(({ status }) => status === 200 || status === 409)) return
  }
}

/** Asks for more than it may have. */
export async function limited(world: World): Promise<void> {
  while (!world.isOver()) {
    const answers = await Promise.all(
      world.urls().map((_, at) => ask(world, `${api}/me`, world.keys.limited, {}, at)),
    )
    for (const { status, sentMs, gotMs } of answers)
      if (status === 200) world.history.admitted.push({ key: 'limited', sentMs, gotMs })
    await wait(world.dice.int(100))
  }
}

/** The agency’s connection ends and begins again; then it sees the company’s timesheet, or none. */
export async function linker(world: World): Promise<void> {
  let to: Turn['to'] = 'shut'
  while (!world.isOver()) {
    await wait(300 + world.dice.int(900))
    const turn: Turn = { key: 'agency', to, sentMs: performance.now() }
    world.history.turns.push(turn)
    const answer = await load(world, [linkLine(to === 'open')])
    if (isDone(answer)) {
      turn.ackMs = answer.gotMs
      to = to === 'open' ? 'shut' : 'open'
    }
  }
}

export async function linkedReader(world: World): Promise<void> {
  while (!world.isOver()) {
    const answer = await ask(world, `${api}/timesheets?id=${linkedId}&fields=id`, world.keys.agency)
    if (answer.status === 200)
      world.history.seen.push({
        key: 'agency',
        is: JSON.parse(answer.text).data.length > 0,
        sentMs: answer.sentMs,
        gotMs: answer.gotMs,
      })
    await wait(world.dice.int(60))
  }
}

/** A key that is used at every server, and revoked in the middle. */
export async function doomed(world: World): Promise<void> {
  const using = async (at: number) => {
    while (!world.isOver()) {
      const { status, sentMs, gotMs } = await ask(world, `${api}/me`, world.keys.doomed, {}, at)
      if (status === 200 || status === 401)
        world.history.seen.push({ key: 'doomed', is: status === 200, sentMs, gotMs })
      await wait(world.dice.int(80))
    }
  }
  // Once more where a backup that was put back may not know of it.
  const revoking = async () => {
    for (let revokedIn = -1; !world.isOver(); ) {
      await wait(1_000 + world.dice.int(4_000))
      const age = ageNow(world)
      if (revokedIn === age) continue
      const turn: Turn = { key: 'doomed', to: 'shut', sentMs: performance.now() }
      world.history.turns.push(turn)
      const path = `/operator/keys/${world.keys.doomedId}/revoke`
      const { status, gotMs } = await ask(world, path, world.token, { method: 'POST' })
      if (status === 200) {
        turn.ackMs = gotMs
        revokedIn = age
      }
    }
  }
  await Promise.all([...world.urls().map((_, at) => using(at)), revoking()])
}
