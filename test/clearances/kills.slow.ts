// Servers that are killed at any moment while they work out clearances, two on one database, with clocks that are right, ahead and
// behind: who is lost and whose clearance ends soon is told once each, and nothing else is.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from '../../src/database/sql.ts'
import { daysAfter } from '../../src/formats/day.ts'
import { isAnyWaiting } from '../../src/store/checks/work.ts'
import { type Dice, diceOf } from '../access/dice.ts'
import { envOf, finished, killedAfter } from '../support/killed-servers.ts'
import { worker } from '../support/lines.ts'
import { testServer } from '../support/server.ts'
import { paper, passport, placedWith } from './records.ts'
import { worldUntil } from './told-world.ts'
import { files, linesOf, peopleAndPlaces } from './world-lines.ts'

const today = new Date().toISOString().slice(0, 10)
const seed = Number(process.env.MUSTER_SEED ?? Date.now() % 1_000_000)

const assignmentOf = (id: string) => ({
  ...placedWith({
    startDate: `${daysAfter(today, -30)}T00:00:00.000Z`,
    endDate: `${daysAfter(today, 900)}T00:00:00.000Z`,
  }),
  ...{ id: `A-${id}`, reference: `BRK-A-${id}`, worker: { id } },
})

const personLine = (id: string, cardUntil: string) => {
  const { record } = worker(id, { reference: id, name: id })
  const papers = {
    attachments: [paper('CSCS Skilled Worker', cardUntil, { id: `card-${id}` })],
    rightToWork: [{ ...passport, id: `passport-${id}` }],
  }
  return {
    type: 'worker',
    record: { ...record, agencies: [{ id: 'a1', active: true }], ...papers },
    replace: true,
  }
}

/** These people, each on an assignment, whom nobody was told of. */
async function serverWith(people: readonly string[], cardUntil: (id: string) => string) {
  const server = await testServer()
  const load = async (lines: readonly object[], events: boolean) => {
    const { rejected } = await server.load([...files, ...lines], { events })
    assert.equal(rejected, 0)
  }
  const place = linesOf(worldUntil(today)).filter(
    line => !['worker', 'assignment'].includes((line as { type: string }).type),
  )
  await load([...peopleAndPlaces(), ...place], false)
  await load(
    people.map(id => personLine(id, cardUntil(id))),
    false,
  )
  await load(
    people.map(id => ({ type: 'assignment', record: assignmentOf(id) })),
    false,
  )
  const { database } = server
  const isDone = async () => !(await isAnyWaiting(database))
  await finished(envOf(server), isDone)
  return { database, load, isDone, env: envOf(server) }
}

type Told = Awaited<ReturnType<typeof serverWith>>['database']

/** How often each was told, by owner, assignment and event. */
async function told(database: Told): Promise<Record<string, number>> {
  const rows = await database.rows<{ what: string; times: number }>(sql`
    select o.owner || ' ' || e.object_id || ' ' || e.type as what, count(*)::int as times
    from event e join event_owner o using (seq) where e.type like 'clearance%' group by 1 order by 1`)
  return Object.fromEntries(rows.map(({ what, times }) => [what, times]))
}

class Expected {
  readonly #times = new Map<string, number>()
  tell(id: string, event: 'lost' | 'expiring'): void {
    for (const owner of ['a:a1', 'c:c1']) {
      const what = `${owner} A-${id} clearance_${event}`
      this.#times.set(what, (this.#times.get(what) ?? 0) + 1)
    }
  }
  get all(): Record<string, number> {
    return Object.fromEntries([...this.#times].toSorted(([one], [other]) => (one < other ? -1 : 1)))
  }
}

before(() => console.log(`seed ${seed}`))

const people = Array.from({ length: 40 }, (_, at) => `w${at}`)

/** Cards that are good for long, end soon or have ended. */
const cards = { long: daysAfter(today, 700), soon: daysAfter(today, 10), over: daysAfter(today, -1) }
type Card = keyof typeof cards

/** What a server is given whose clock is ahead of this machine's. */
const aheadBy = (days: number): Record<string, string> => {
  const moved = `const Real = Date, ms = ${days * 86_400_000}
    globalThis.Date = class Date extends Real {
      constructor(...given) { given.length === 0 ? super(Real.now() + ms) : super(...given) }
      static now() { return Real.now() + ms }
    }`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(moved)}` }
}

/** Of the servers of each round. */
const aheads = [0, 30, -30, 400, 0]

test('each loss and each end that is near is told once, whenever two servers are killed and whatever their clocks say', async t => {
  const dice: Dice = diceOf(seed)
  const { database, load, isDone, env } = await serverWith(people, () => cards.long)
  const held = new Map<string, Card>(people.map(id => [id, 'long']))
  const expected = new Expected()
  let killedAtWork = 0
  for (const [round, ahead] of aheads.entries()) {
    const moved = { ...env, ...aheadBy(ahead) }
    const next = new Map(people.map(id => [id, dice.pick(['long', 'soon', 'over'] as const)]))
    for (const [id, card] of next) {
      if (card === held.get(id)) continue
      if (card === 'over') expected.tell(id, 'lost')
      if (card === 'soon') expected.tell(id, 'expiring')
    }
    for (const [id, card] of next) held.set(id, card)
    await killedAfter(moved, async () => {
      await load(
        people.map(id => personLine(id, cards[next.get(id)!])),
        true,
      )
      await wait(dice.int(1_500))
    })
    if (!(await isDone())) killedAtWork++
    await finished(moved, isDone)
    assert.deepEqual(await told(database), expected.all, `round ${round}`)
  }
  t.diagnostic(`${killedAtWork} of ${aheads.length} pairs were killed before they were done`)
})
