// clearance_lost and clearance_expiring: told once each, to the side that it was worked out for, whenever a server comes by.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { checkToEnd } from '../../src/checks/checker.ts'
import { sql } from '../../src/database/sql.ts'
import { placedWith, validation } from './records.ts'
import { toldWorld, worldUntil } from './told-world.ts'
import { files, linesOf } from './world-lines.ts'

const { server, begin, workOn, onDay, write, noteEverybody } = await toldWorld()
const { database } = server

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

beforeEach(() => begin(worldUntil('2026-04-30'), '2026-03-02'))

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
  await noteEverybody('2026-04-10')
  assert.deepEqual(await told(), both('expiring'))
  await write(worldUntil('2026-05-02'), '2026-04-10')
  assert.deepEqual(await told(), both('expiring', 2))
})

test('what the company refuses is lost for the company alone, and told again when it is lost again', async () => {
  const refused = worldUntil('2026-04-30', { validations: [validation('card', 'rejected')] })
  await write(refused, '2026-03-02')
  assert.deepEqual(await told(), ['lost to c:c1'])
  await write(refused, '2026-03-03')
  await onDay('2026-03-04')
  assert.deepEqual(await told(), ['lost to c:c1'])
  await write(worldUntil('2026-04-30', { validations: [validation('card', 'approved')] }), '2026-03-05')
  await write(refused, '2026-03-05')
  assert.deepEqual(await told(), ['lost to c:c1', 'lost to c:c1'])
})

test('what a load without events leaves is told to nobody', async () => {
  await write(worldUntil('2026-03-01'), '2026-03-02', { events: false })
  assert.deepEqual(await told(), [])
})

test('what begins without a clearance has not lost one', async () => {
  const later = placedWith({ startDate: '2026-03-10T00:00:00.000Z' })
  await write(worldUntil('2026-03-05', { assignment: later }), '2026-03-02')
  await onDay('2026-03-10')
  assert.deepEqual(await told(), [])
})

test('a transaction that did not end told nobody, and the next one does', async () => {
  await server.load([...files, ...linesOf(worldUntil('2026-03-01'))])
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

/** As servers do whose clock was set back: they begin days again, and work out what is written then. */
async function backTo(...days: string[]): Promise<void> {
  for (const day of days) {
    await onDay(day)
    await noteEverybody(day)
  }
}

test('a clock that is set back and goes on tells nothing twice', async () => {
  await onDay('2026-04-17')
  await onDay('2026-05-01')
  const once = [...both('expiring'), ...both('lost')].toSorted()
  assert.deepEqual(await told(), once)
  await backTo(
    '2026-04-10',
    '2026-04-24',
    '2026-04-30',
    '2026-05-01',
    '2026-05-02',
    '2026-03-20',
    '2026-05-01',
  )
  assert.deepEqual(await told(), once)
})

test('nor does one that was set back before the assignment, or far ahead and back', async () => {
  await onDay('2026-05-01')
  assert.deepEqual(await told(), both('lost'))
  await backTo('2026-01-02', '2026-05-01', '2027-02-01', '2026-04-28', '2026-05-01')
  assert.deepEqual(await told(), both('lost'))
})

test('what is lost by something else while the clock was set back is told', async () => {
  await onDay('2026-05-01')
  await backTo('2026-04-20')
  await write(worldUntil('2026-04-30', { validations: [validation('card', 'rejected')] }), '2026-04-21')
  assert.deepEqual(await told(), [...both('lost'), 'lost to c:c1'].toSorted())
})

test('who is cleared again and loses it for the same reason has lost it twice', async () => {
  await onDay('2026-05-01')
  await write(worldUntil('2026-06-30'), '2026-05-04')
  await write(worldUntil('2026-04-30'), '2026-05-05')
  assert.deepEqual(await told(), both('lost', 2))
})
