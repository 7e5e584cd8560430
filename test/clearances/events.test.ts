// clearance_lost and clearance_expiring: told once each, to the side that it was worked out for, whenever a server comes by.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { checkToEnd } from '../../src/checks/checker.ts'
import { beginDay } from '../../src/checks/daily.ts'
import { runAll } from '../../src/store/database/database.ts'
import { sql } from '../../src/store/database/sql.ts'
import { noteEveryCompany } from '../support/noted-work.ts'
import { all, entry, paper, passport, placedWith, qualificationsOf, validation } from './records.ts'
import type { Everything } from './seen.ts'
import { servedWorlds } from './served-world.ts'
import { files, linesOf } from './world-lines.ts'

const { show, server } = await servedWorlds()
const { database } = server

/** Ann has a card until so many days into 2026. */
const world = (cardUntil: string, more: Partial<Everything> = {}): Everything => ({
  assignment: placedWith({}),
  project: { id: 'p1', sector: undefined },
  qualifications: qualificationsOf(),
  worker: { attachments: [paper('CSCS Skilled Worker', cardUntil, { id: 'card' })], rightToWork: [passport] },
  workersAgencies: ['a1'],
  owners: new Map(),
  validations: [],
  entries: [entry([all('CSCS Skilled Worker')])],
  connection: {},
  asksForSmartChecks: false,
  keysCompanies: [],
  ...more,
})

const workOn = (day: string) => checkToEnd(database, { now: () => new Date(`${day}T06:00:00.000Z`) })

/** What a new day does on a server; of two, whichever comes first. */
const onDay = async (day: string) => {
  await Promise.all([1, 2].map(() => beginDay(database, new Date(`${day}T00:00:05.000Z`))))
  await Promise.all([1, 2].map(() => workOn(day)))
}

const write = async (next: Everything, day: string, options: { events?: boolean } = {}) => {
  await server.load([...files, ...linesOf(next)], options)
  await workOn(day)
}

async function told(): Promise<string[]> {
  const rows = await database.rows<{ type: string; owners: string[]; object: string; id: string }>(sql`
    select e.type, e.object, e.object_id as id, array_agg(o.owner order by o.owner) as owners
    from event e join event_owner o using (seq) where e.type like 'clearance%' group by e.seq order by e.seq`)
  for (const { object, id } of rows) assert.deepEqual([object, id], ['assignment', 'A1'])
  return rows.map(({ type, owners }) => `${type.replace('clearance_', '')} to ${owners.join(' ')}`).toSorted()
}

const both = (what: string, times = 1) =>
  Array.from({ length: times }, () => [`${what} to a:a1`, `${what} to c:c1`])
    .flat()
    .toSorted()

beforeEach(async () => {
  await show(world('2026-04-30'))
  await runAll(database, sql`truncate event, event_owner, delivery, attempt cascade`)
  await database.rows(sql`delete from setting where name = 'checkedDay'`)
  await database.rows(sql`truncate clearance, clearance_text`)
  await server.load([...files, ...linesOf(world('2026-04-30'))])
  await database.transaction(tx => noteEveryCompany(tx, 'standings:', true))
  await workOn('2026-03-02')
  await onDay('2026-03-02')
})

test('what is worked out first tells nobody', async () => {
  assert.deepEqual(await told(), [])
})

test('a clearance that ends is told 30, 14, 7 and 1 days before, and once that it is lost', async () => {
  const from = Date.parse('2026-03-03')
  const days = Array.from({ length: 62 }, (_, at) =>
    new Date(from + at * 86_400_000).toISOString().slice(0, 10),
  )
  const news: string[] = []
  for (const day of days) {
    const before = (await told()).length
    await onDay(day)
    if ((await told()).length > before) news.push(day)
  }
  assert.deepEqual(news, ['2026-04-01', '2026-04-17', '2026-04-24', '2026-04-30', '2026-05-01'])
  assert.deepEqual(await told(), [...both('expiring', 4), ...both('lost')].toSorted())
})

test('servers that were away tell what is so when they are back, and nothing that has passed', async () => {
  await onDay('2026-04-20')
  assert.deepEqual(await told(), both('expiring'))
  await onDay('2026-05-03')
  assert.deepEqual(await told(), [...both('expiring'), ...both('lost')].toSorted())
})

test('worked out again, nothing is told again; another end is', async () => {
  await onDay('2026-04-10')
  await database.transaction(tx => noteEveryCompany(tx, 'standings:', false))
  await workOn('2026-04-10')
  assert.deepEqual(await told(), both('expiring'))
  await write(world('2026-05-02'), '2026-04-10')
  assert.deepEqual(await told(), both('expiring', 2))
})

test('what the company refuses is lost for the company alone, and told again when it is lost again', async () => {
  const refused = world('2026-04-30', { validations: [validation('card', 'rejected')] })
  await write(refused, '2026-03-02')
  assert.deepEqual(await told(), ['lost to c:c1'])
  await write(refused, '2026-03-03')
  await onDay('2026-03-04')
  assert.deepEqual(await told(), ['lost to c:c1'])
  await write(world('2026-04-30', { validations: [validation('card', 'approved')] }), '2026-03-05')
  await write(refused, '2026-03-05')
  assert.deepEqual(await told(), ['lost to c:c1', 'lost to c:c1'])
})

test('what a load without events leaves is told to nobody', async () => {
  await write(world('2026-03-01'), '2026-03-02', { events: false })
  assert.deepEqual(await told(), [])
})

test('what begins without a clearance has not lost one', async () => {
  const later = placedWith({ startDate: '2026-03-10T00:00:00.000Z' })
  await write(world('2026-03-05', { assignment: later }), '2026-03-02')
  await onDay('2026-03-10')
  assert.deepEqual(await told(), [])
})

test('a transaction that did not end told nobody, and the next one does', async () => {
  await server.load([...files, ...linesOf(world('2026-03-01'))])
  const failing = checkToEnd(database, {
    now() {
      throw new Error('The server was killed')
    },
  })
  await assert.rejects(failing, /was killed/)
  assert.deepEqual(await told(), [])
  await workOn('2026-03-02')
  await workOn('2026-03-02')
  assert.deepEqual(await told(), both('lost'))
})
