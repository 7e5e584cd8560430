// Operators among the clients: they rotate the secret of a key, erase people, link somebody whom an agency sends, and undo that.
// What they were told is done holds at every server from then on.
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { timesheet, worker } from '../../support/lines.ts'
import { newcomer } from '../../support/newcomer.ts'
import type { Turn } from './checker.ts'
import { ageNow, api, ask, isDone, load, type World } from './clients.ts'

const operate = (world: World, path: string, body: object) =>
  ask(world, `/operator${path}`, world.token, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Notes a turn before it is asked for, and that it is certain once it was answered. */
async function turned(world: World, key: string, to: Turn['to'], asking: () => Promise<Answered>) {
  const turn: Turn = { key, to, sentMs: performance.now() }
  world.history.turns.push(turn)
  const answer = await asking()
  if (answer.status === 200) turn.ackMs = answer.gotMs
  return answer
}
type Answered = Awaited<ReturnType<typeof ask>>

/** Nobody has it yet, in whichever age. */
const notYet = (world: World, key: string) =>
  void world.history.turns.push({ key, to: 'shut', sentMs: 0, ackMs: 0 })

/** Asks with secrets of a key: those before are shut out as soon as another is given. */
export async function rotating(world: World): Promise<void> {
  const secrets = [{ name: `${world.prefix} secret 0`, secret: world.keys.rotated }]
  const using = async () => {
    while (!world.isOver()) {
      for (const { name, secret } of new Set([...secrets.slice(-2), world.dice.pick(secrets)])) {
        const { status, sentMs, gotMs } = await ask(world, `${api}/me`, secret)
        if (status === 200 || status === 401)
          world.history.seen.push({ key: name, is: status === 200, sentMs, gotMs })
      }
      await wait(world.dice.int(100))
    }
  }
  const giving = async () => {
    for (let number = 1; !world.isOver(); number++) {
      await wait(300 + world.dice.int(1_500))
      const name = `${world.prefix} secret ${number}`
      notYet(world, name)
      // After a restore that may be any of them.
      const turns = [
        ...secrets.map((one): Turn => ({ key: one.name, to: 'shut', sentMs: performance.now() })),
        { key: name, to: 'open', sentMs: performance.now() } as Turn,
      ]
      world.history.turns.push(...turns)
      const path = `/keys/${world.keys.rotatedId}/rotate`
      const { status, text, gotMs } = await operate(world, path, { overlapSeconds: 0 })
      if (status !== 200) continue
      for (const turn of turns) turn.ackMs = gotMs
      secrets.push({ name, secret: JSON.parse(text).data.secret })
    }
  }
  await Promise.all([using(), giving()])
}

/** Where the agency may be shown somebody, and by which word they are known there. */
type Somebody = { key: string; paths: readonly string[]; word: string }

const workerPaths = (id: string) => [
  `${api}/workers?id=${id}&fields=id,name`,
  `${api}/workers/${id}?fields=id,name`,
]

/** Whether the agency is shown somebody, in one of these places. */
async function look(world: World, { key, paths, word }: Somebody): Promise<void> {
  const { status, text, sentMs, gotMs } = await ask(world, world.dice.pick(paths), world.keys.writer)
  if (status !== 200 && status !== 404) return
  const is = status === 200 && text.includes(word)
  world.history.seen.push({ key, is, sentMs, gotMs })
}

async function looking(world: World, somebody: Somebody, times: number): Promise<void> {
  for (let left = times; left > 0 && !world.isOver(); left--) {
    await look(world, somebody)
    await wait(world.dice.int(80))
  }
}

const agencyOf = (id: string, name: string) => ({ id, name, active: true })

async function loadWorker(world: World, line: object): Promise<boolean> {
  while (!world.isOver()) if (isDone(await load(world, [line]))) return true
  return false
}

/** Somebody is there, and then erased: nobody sees them afterwards. A timesheet names every other one; then their id stays. */
export async function erasing(world: World): Promise<void> {
  const all: Somebody[] = []
  while (!world.isOver()) {
    const id = `${world.prefix}-erased-${all.length}`
    const lastName = `Named ${world.prefix} ${all.length}.`
    const lines = [worker(id, { lastName, name: lastName, agencies: [agencyOf('a1', 'Agency a1')] })]
    const paths = workerPaths(id)
    if (all.length % 2 === 1) {
      lines.push(timesheet(`${id}-sheet`, { company: 'c1', project: 'p1', agency: 'a1', worker: id }))
      paths.push(`${api}/timesheets/${id}-sheet`, `${api}/timesheets?id=${id}-sheet`)
    }
    const somebody = { key: id, paths, word: lastName }
    all.push(somebody)
    notYet(world, id)
    const added = await turned(world, id, 'open', () => load(world, lines))
    if (!isDone(added)) continue
    await looking(world, somebody, 4)
    await look(world, world.dice.pick(all))
    const gone = turned(world, id, 'shut', () => operate(world, `/people/${id}/erase`, { dryRun: false }))
    await Promise.all([gone, looking(world, somebody, 4)])
    await looking(world, somebody, 8)
  }
}

/** Somebody of another agency whom this one sends: seen once they are linked, and no longer when that is undone. */
export async function linkingPeople(world: World): Promise<void> {
  for (let number = 0; !world.isOver(); number++) {
    const id = `${world.prefix}-linked-${number}`
    const body = newcomer(world.dice.int(1_000_000), { agencyId: id })
    const line = {
      ...worker(id, { agencies: [agencyOf('a2', 'Agency a2')] }),
      facts: { nationalIns: body.nationalIns, documentOwners: [] },
    }
    const somebody = { key: id, paths: workerPaths(id), word: id }
    const age = ageNow(world)
    if (!(await loadWorker(world, line))) return
    notYet(world, id)
    await looking(world, somebody, 2)
    const attempt = await sentAndFound(world, { body, worker: id, age })
    if (!attempt) continue
    const decision = { decision: 'link', worker: id }
    const linking = turned(world, id, 'open', () => operate(world, `/matches/${attempt}/decide`, decision))
    const [linked] = await Promise.all([linking, looking(world, somebody, 3)])
    await looking(world, somebody, 4)
    if (linked.status !== 200) continue
    const undoing = turned(world, id, 'shut', () => operate(world, `/matches/${attempt}/undo`, {}))
    const [undone] = await Promise.all([undoing, looking(world, somebody, 3)])
    const isLost = [400, 404, 409].includes(undone.status) && age === ageNow(world)
    assert.ok(!isLost, `a decision is not undone: ${undone.text}`)
    await looking(world, somebody, 4)
  }
}

/** The match that waits since the agency sent somebody whose number is known. */
async function sentAndFound(
  world: World,
  { body, worker, age }: { body: object; worker: string; age: number },
): Promise<string | undefined> {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }
  const sent = await ask(world, `${api}/workers`, world.keys.writer, init)
  if (sent.status !== 409) {
    const mayBe = [0, 503].includes(sent.status) || age !== ageNow(world)
    assert.ok(mayBe, `somebody who is known is sent: ${sent.status} ${sent.text}`)
    return undefined
  }
  const open = await ask(world, '/operator/matches?limit=20', world.token)
  if (open.status !== 200) return undefined
  for (const { id } of JSON.parse(open.text).data) {
    const review = await ask(world, `/operator/matches/${id}`, world.token)
    if (review.status === 200 && review.text.includes(JSON.stringify(worker))) return id
  }
  return undefined
}
