// What GET /clearances tells a company and an agency, held against the oracle over random worlds: on every day on which anything begins
// or ends, the day before and the day after, on the worst of several days, by its filters and in its totals.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diceOf } from '../access/dice.ts'
import { isLong } from '../support/long.ts'
import type { Json } from '../support/server.ts'
import { namesFinding, oracleOf, type Row } from './oracle.ts'
import { dayAfter } from './oracle-days.ts'
import { type Everything, seenByAgency, seenByCompany } from './seen.ts'
import { servedWorlds } from './served-world.ts'
import { changesBetween, servable } from './world-lines.ts'
import { randomWorld } from './worlds.ts'

const seeds = Array.from({ length: isLong ? 300 : 16 }, (_, at) => at + 1)
const within = [0, 1, 7, 30, 366]

const { show, change, get } = await servedWorlds()

type Side = 'company' | 'agency'
const dayOf = (moment: string) => moment.slice(0, 10)

/** What an answer and the oracle have to agree on; sentences are the rules' own. */
const comparable = ({ day, state, needs, until, ends }: Json) => ({
  day: dayOf(day),
  state,
  needs: needs.map(({ why: _, until: end, ...need }: Json) => ({
    ...need,
    ...(end && { until: dayOf(end) }),
  })),
  ...(until && { until: dayOf(until) }),
  ends,
})

const told = async (side: Side, query: string) =>
  (await get(side, `/clearances?${query}`)).data.map(comparable)

/** Each question besides, with whether the row is among what is told. */
function further(row: Row, soon: number): [query: string, isTold: boolean][] {
  const names = [...namesFinding(row)]
  const { state, day, until } = row
  const isGood = state === 'cleared' || state === 'expiring'
  return [
    [`state=${state}`, true],
    [`state=${state === 'unknown' ? 'cleared,expiring' : 'unknown,cleared'}`, state === 'cleared'],
    ['need=CPCS', names.includes('cpcs')],
    ...names
      .slice(0, 1)
      .map((name): [string, boolean] => [`need=${encodeURIComponent(name.toUpperCase())}`, true]),
    [`expiringWithin=${soon}`, isGood && until !== undefined && until <= dayAfter(day, soon)],
  ]
}

async function compareTotals(side: Side, query: string, row: Row | undefined, what: string): Promise<void> {
  const totals = async (by: string) => (await get(side, `/clearances/totals?${query}&groupBy=${by}`)).data
  assert.deepEqual(
    (await totals('state')).map(({ state, count }: Json) => [state, count]),
    row ? [[row.state, 1]] : [],
    `states in ${what}`,
  )
  assert.deepEqual(
    (await totals('need')).map(({ need, count }: Json) => `${need.trim().toLowerCase()} ${count}`).sort(),
    row ? [...namesFinding(row)].map(name => `${name} 1`).sort() : [],
    `needs in ${what}`,
  )
}

async function compareAll(side: Side, world: Everything, seed: number): Promise<number> {
  const records = side === 'company' ? seenByCompany(world) : seenByAgency(world)
  const oracle = records && oracleOf(records)
  const dice = diceOf(seed)
  const dates = oracle?.dates ?? [dayOf(world.assignment.createdAt)]
  const days = [...new Set(dates.flatMap(day => [dayAfter(day, -1), day, dayAfter(day)]))].sort()
  let answers = 0
  const compare = async (query: string, row: Row | undefined, soon: number) => {
    const what = `seed ${seed}, ${side}, ${query}`
    assert.deepEqual(await told(side, query), row ? [row] : [], what)
    answers++
    if (row && dice.chance(0.2))
      for (const [more, isTold] of further(row, soon))
        assert.deepEqual(await told(side, `${query}&${more}`), isTold ? [row] : [], `${what} and ${more}`)
    if (dice.chance(0.1)) await compareTotals(side, query, row, what)
  }
  for (const day of days) {
    const soon = dice.pick(within)
    await compare(`on=${day}&days=${soon}`, oracle?.on(day, soon), soon)
  }
  for (let times = 0; times < 4; times++) {
    const from = dice.pick(days)
    const to = dayAfter(from, dice.int(40))
    const soon = dice.pick(within)
    await compare(`from=${from}&to=${to}&days=${soon}`, oracle?.worst(from, to, soon), soon)
  }
  return answers
}

test('whatever is written, they are told what the oracle says of the records as they are then', async t => {
  let answers = 0
  for (const seed of seeds.slice(0, seeds.length / 2 - 2)) {
    const before = servable(randomWorld(seed))
    const other = servable(randomWorld(seed + 1000))
    // Not every status may become every other.
    const after = { ...other, assignment: { ...other.assignment, status: before.assignment.status } }
    await show(before)
    // In any order, a few lines at a time, as sources send them.
    const lines = changesBetween(before, after)
    const dice = diceOf(seed)
    while (lines.length > 0) await change(lines.splice(0, 1 + dice.int(4)))
    for (const side of ['company', 'agency'] as const) answers += await compareAll(side, after, seed)
  }
  t.diagnostic(`${answers} answers compared`)
})

test('a company and an agency are told what the oracle says, of every world and day', async t => {
  let answers = 0
  for (const seed of seeds) {
    const world = servable(randomWorld(seed))
    await show(world)
    for (const side of ['company', 'agency'] as const) answers += await compareAll(side, world, seed)
  }
  t.diagnostic(`${seeds.length} worlds, ${answers} answers compared`)
})
