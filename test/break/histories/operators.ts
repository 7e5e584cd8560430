// Operators among the clients: they rotate the secret of a key, erase people, link somebody whom an agency sends, and undo that.
// What they were told is done holds at every server from then on.
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { worker } from '../../support/lines.ts'
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

/** Whether the agency is shown somebody, by a list or by their record. */
async function look(world: World, key: string, id: string): Promise<void> {
  const asList = world.dice.chance(0.5)
  const path = asList ? `${api}/workers?id=${id}&fields=id` : `${api}/workers/${id}?fields=id`
  const { status, text, sentMs, gotMs } = await ask(world, path, world.keys.writer)
  if (status !== 200 && status !== 404) return
  const is = status === 200 && (!asList || JSON.parse(text).data.length > 0)
  world.history.seen.push({ key, is, sentMs, gotMs })
}

async function looking(world: World, key: string, id: string, times: number): Promise<void> {
  for (let left = times; left > 0 && !world.isOver(); left--) {
    await look(world, key, id)
    await wait(world.dice.int(80))
  }
}

const agencyOf = (id: string, name: string) => ({ id, name, active: true })

async function loadWorker(world: World, line: object): Promise<boolean> {
  while (!world.isOver()) if (isDone(await load(world, [line]))) return true
  return false
}

/** Somebody is there, and then erased: nobody sees them afterwards. */
export async function erasing(world: World): Promise<void> {
  const idOf = (number: number) => `${world.prefix}-erased-${number}`
  for (let number = 0; !world.isOver(); number++) {
    const id = idOf(number)
    const line = worker(id, { agencies: [agencyOf('a1', 'Agency a1')] })
    notYet(world, id)
    const added = await turned(world, id, 'open', () => load(world, [line]))
    if (!isDone(added)) continue
    await looking(world, id, id, 4)
    const former = idOf(world.dice.int(number + 1))
    await looking(world, former, former, 1)
    const gone = turned(world, id, 'shut', () => operate(world, `/people/${id}/erase`, { dryRun: false }))
    await Promise.all([gone, looking(world, id, id, 4)])
    await looking(world, id, id, 8)
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
    const age = ageNow(world)
    if (!(await loadWorker(world, line))) return
    notYet(world, id)
    await looking(world, id, id, 2)
    const attempt = await sentAndFound(world, { body, worker: id, age })
    if (!attempt) continue
    const decision = { decision: 'link', worker: id }
    const linking = turned(world, id, 'open', () => operate(world, `/matches/${attempt}/decide`, decision))
    const [linked] = await Promise.all([linking, looking(world, id, id, 3)])
    await looking(world, id, id, 4)
    if (linked.status !== 200) continue
    const undoing = turned(world, id, 'shut', () => operate(world, `/matches/${attempt}/undo`, {}))
    const [undone] = await Promise.all([undoing, looking(world, id, id, 3)])
    const isLost = [400, 404, 409].includes(undone.status) && age === ageNow(world)
    assert.ok(!isLost, `a decision is not undone: ${undone.text}`)
    await looking(world, id, id, 4)
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
