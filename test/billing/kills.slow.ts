// Servers that die while they work out billing checks, and two on one database: what is found is what the records
// say, is told once, and keeps its marks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { checkToEnd } from '../../src/checks/checker.ts'
import { sql } from '../../src/database/sql.ts'
import { eventually } from '../support/eventually.ts'
import { envOf, finished, killedAfter } from '../support/killed-servers.ts'
import { noteEveryCompany } from '../support/noted-work.ts'
import type { Up } from '../support/process.ts'
import { testServer } from '../support/server.ts'
import { lines, loading, owners, rowsOf, worksLeft } from './checked-world.ts'
import { midnight } from './records.ts'

const weeks = Array.from({ length: 24 }, (_, index) =>
  new Date(Date.UTC(2026, 1, 1 + 7 * index)).toISOString().slice(0, 10),
)

/** So many timesheets a week, on one invoice that is wrong. */
const programme = (charge: number) =>
  weeks.flatMap(week => {
    const ids = Array.from({ length: 40 }, (_, index) => `${week}-${index}`)
    const when = { weekEnding: midnight(week), end: `${week}T23:59:59.999Z` }
    const sheets = ids.map(id =>
      lines.timesheet({ id, ...when, assignment: undefined, timelogs: [], charge: { wdBasic: charge } }),
    )
    return [...sheets, lines.invoice({ id: `I-${week}`, of: ids, weekEnding: midnight(week) })]
  })

test('servers killed at any moment, two at a time, leave neither work nor a wrong finding', async () => {
  const server = await testServer()
  const env = envOf(server)
  const load = loading(server)
  const { database } = server
  await load(owners)
  const isDone = async () => (await worksLeft(database)).length === 0
  for (const charge of [1000, 1010, 1020]) {
    await killedAfter(env, async () => {
      await load(programme(charge))
      await eventually('something was taken', async () => {
        const left = await worksLeft(database)
        return left.length === 0 || left.some(({ taken }) => taken)
      })
    })
  }
  await finished(env, isDone)
  const found = await rowsOf(database)
  assert.ok(found.length > weeks.length)
  await database.transaction(tx => noteEveryCompany(tx, 'all', true))
  await checkToEnd(database)
  assert.deepEqual(await rowsOf(database), found)
})

/** The last weeks but some, of which events are told. */
const recent = Array.from({ length: 12 }, (_, index) => {
  const lastSunday = Date.now() - new Date().getUTCDay() * 86_400_000
  return new Date(lastSunday - (index + 4) * 7 * 86_400_000).toISOString().slice(0, 10)
})

/** Of every second week the bill is wrong in each round, of the others in one and right in the next. */
const roundOf = (round: number) =>
  recent.flatMap((week, place) => {
    const ids = Array.from({ length: 10 }, (_, index) => `${week}-${index}`)
    const when = { weekEnding: midnight(week), end: `${week}T23:59:59.999Z` }
    const more = { assignment: undefined, timelogs: [], netHours: 40, updatedAt: new Date().toISOString() }
    const isWrong = place % 2 === 0 || round % 2 === 0
    const bill = isWrong ? {} : { subtotal: 10_000, values: { netHours: 400 } }
    return [
      ...ids.map(id => lines.timesheet({ id, ...when, ...more })),
      lines.invoice({ id: `I-${week}`, of: ids, weekEnding: midnight(week), ...bill }),
    ]
  })

test('marks that were acknowledged are kept, and each finding is told once, whenever two servers are killed', async t => {
  const server = await testServer()
  const env = envOf(server)
  const load = loading(server)
  const { database } = server
  await load(owners)
  const key = await server.key('company', ['c1'])
  const acknowledged = new Map<string, string>()
  let asked = 0

  /** Marks what is open until the server is gone; each of the two its half, so that the order is known. */
  async function markAll({ baseUrl }: Up, half: number, note: string): Promise<void> {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const query = `mark=open&limit=200&from=${recent.at(-1)}&to=${recent[0]}`
    for (;;) {
      const list = await fetch(`${baseUrl}/billing-checks?${query}`, { headers })
      const { data } = (await list.json()) as { data: { id: string }[] }
      for (const { id } of data.filter(({ id }) => Number.parseInt(id.slice(-1), 16) % 2 === half)) {
        asked++
        const body = JSON.stringify({ state: 'disputed', note })
        const { status } = await fetch(`${baseUrl}/billing-checks/${id}/mark`, {
          method: 'POST',
          headers,
          body,
        })
        // It may have been put right meanwhile.
        assert.ok([200, 409].includes(status), String(status))
        if (status === 200) acknowledged.set(id, note)
      }
    }
  }

  for (let round = 0; round < 6; round++) {
    let marking: readonly Promise<void>[] = []
    await killedAfter(env, async running => {
      marking = running.map((one, at) =>
        markAll(one, at, `round ${round}, server ${at}`).catch(error => {
          if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error
        }),
      )
      await load(roundOf(round))
      await wait(Math.random() * 1_500)
    })
    await Promise.all(marking)
  }
  await finished(env, async () => (await worksLeft(database)).length === 0)

  const found = new Map(
    (await rowsOf(database)).map(({ id, record, facts }) => [
      id,
      { record: JSON.parse(record), facts: JSON.parse(facts) },
    ]),
  )
  const stays = (week: string) => recent.indexOf(week.slice(0, 10)) % 2 === 0
  const staying = [...acknowledged].filter(([id]) => stays(found.get(id)!.record.weekEnding))
  for (const [id, note] of staying) assert.equal(found.get(id)!.record.mark?.note, note)
  t.diagnostic(
    `${asked} marks asked for, ${acknowledged.size} findings marked, of which ${staying.length} stay`,
  )
  assert.ok(staying.length > 0)

  const events = await database.rows<{ id: string; types: string[] }>(sql`
    select object_id as id, array_agg(type order by seq) as types from event
    where object = 'billingCheck' group by object_id`)
  const told = new Map(
    events.map(({ id, types }) => [id, types.map(type => type.replace('billing_check_', ''))]),
  )
  assert.ok([...told.values()].some(types => types.length > 2))
  for (const [id, { record, facts }] of found) {
    const types = told.get(id) ?? []
    const expected = types.map((_, at) => (at % 2 === 0 ? 'found' : 'resolved'))
    assert.deepEqual(types, expected, `${record.code} of ${record.weekEnding}`)
    assert.equal(types.at(-1), facts.state === 'current' ? 'found' : 'resolved', `${record.code}`)
  }
})
