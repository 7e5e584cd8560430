// Operators among the clients: they rotate the secret of a key, erase people, link somebody whom an agency sends, and undo that.
// What they were told is done holds at every server from then on.
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { worker } from '../../support/lines.ts'
import { newcomer } from '../../support/newcomer.ts'
import type { Turn } from './checker.ts'
import { api, ask, isDone, load, type World } from './clients.ts'

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

/** Asks with the last two secrets of a key: the former is shut out as soon as the latter is given. */
export async function rotating(world: World): Promise<void> {
  const secrets = [{ name: `${world.prefix} secret 0`, secret: world.keys.rotated }]
  const using = async () => {
    while (!world.isOver()) {
      for (const { name, secret } of secrets.slice(-2)) {
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
      const { name } = secrets.at(-1)!
      const { status, text } = await turned(world, name, 'shut', () =>
        operate(world, `/keys/${world.keys.rotatedId}/rotate`, { overlapSeconds: 0 }),
      )
      if (status === 200)
        secrets.push({ name: `${world.prefix} secret ${number}`, secret: JSON.parse(text).data.secret })
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
  for (let number = 0; !world.isOver(); number++) {
    const id = `${world.prefix}-erased-${number}`
    const line = worker(id, { agencies: [agencyOf('a1', 'Agency a1')] })
    if (!(await loadWorker(world, line))) return
    await looking(world, id, id, 4)
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
    if (!(await loadWorker(world, line))) return
    world.history.turns.push({ key: id, to: 'shut', sentMs: 0, ackMs: 0 })
    await looking(world, id, id, 2)
    const attempt = await sentAndFound(world, body, id)
    if (!attempt) continue
    const decision = { decision: 'link', worker: id }
    const linking = turned(world, id, 'open', () => operate(world, `/matches/${attempt}/decide`, decision))
    const [linked] = await Promise.all([linking, looking(world, id, id, 3)])
    await looking(world, id, id, 4)
    if (linked.status !== 200) continue
    const undoing = turned(world, id, 'shut', () => operate(world, `/matches/${attempt}/undo`, {}))
    const [undone] = await Promise.all([undoing, looking(world, id, id, 3)])
    assert.ok(![400, 404, 409].includes(undone.status), `a decision is not undone: ${undone.text}`)
    await looking(world, id, id, 4)
  }
}

/** The match that waits since the agency sent somebody whose number is known. */
async function sentAndFound(world: World, body: object, worker: string): Promise<string | undefined> {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }
  const sent = await ask(world, `${api}/workers`, world.keys.writer, init)
  if (sent.status !== 409) {
    assert.ok([0, 503].includes(sent.status), `somebody who is known is sent: ${sent.status} ${sent.text}`)
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
