// Servers that die while they work out billing checks, and two on one database: what is found is what the records say, once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkToEnd } from '../../src/checks/checker.ts'
import { noteOfAll } from '../../src/store/checks/work.ts'
import { urlOf } from '../support/database.ts'
import { eventually } from '../support/operator.ts'
import { dataFolder, stop, up } from '../support/process.ts'
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
  const env = {
    DATABASE_URL: urlOf(server.connection),
    MUSTER_SECRET: 'the master secret of all the tests',
    LOG_LEVEL: 'error',
  }
  const load = loading(server)
  const { database } = server
  await load(owners)
  const isDone = async () => (await worksLeft(database)).length === 0
  for (const charge of [1000, 1010, 1020]) {
    const running = [await up(await dataFolder(), [], env), await up(await dataFolder(), [], env)]
    await load(programme(charge))
    await eventually('something was taken', async () => {
      const left = await worksLeft(database)
      return left.length === 0 || left.some(({ taken }) => taken)
    })
    await Promise.all(running.map(one => stop(one, 'SIGKILL')))
  }
  const last = await up(await dataFolder(), [], env)
  await eventually('everything was worked out', isDone)
  await stop(last)
  const found = await rowsOf(database)
  assert.ok(found.length > weeks.length)
  await database.transaction(tx => noteOfAll(tx, { type: 'company' }, 'all', true))
  await checkToEnd(database)
  assert.deepEqual(await rowsOf(database), found)
})
