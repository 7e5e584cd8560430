// What waits to be sent, when the clock of the database is set back: every time that it has told is then in the future.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { sql } from '../../src/database/sql.ts'
import { followClock } from '../../src/store/webhooks/claims.ts'
import { rivals, timesheet } from '../support/lines.ts'
import { testServer } from '../support/server.ts'
import { endpointAt, senderOver, tell } from './outbox.ts'
import { receiver } from './receiver.ts'

const server = await testServer()
const { database } = server
const at = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
await server.load([...rivals(), timesheet('t1', at)])

const setBackAnHour = () =>
  database.transaction(async tx => {
    await tx.rows(sql`update delivery set next_at = next_at + interval '1 hour'`)
    await tx.rows(sql`update endpoint set paused_until = paused_until + interval '1 hour'`)
    await tx.rows(sql`update clock_seen set at = at + interval '1 hour'`)
  })

const waits = () =>
  database.rows<{ seconds: number }>(sql`
    select extract(epoch from next_at - clock_timestamp())::float8 as seconds from delivery where state = 'waiting' order by n`)

test('of several servers one moves what waits, by as much as the clock was set back', async () => {
  await endpointAt(database, 'http://127.0.0.1:9/')
  const paused = await endpointAt(database, 'http://127.0.0.1:9/')
  await tell(database, 2)
  await database.rows(sql`update delivery set next_at = clock_timestamp() + n * interval '5 minutes'`)
  await database.rows(sql`
    update endpoint set paused_until = clock_timestamp() + interval '30 seconds' where id = ${paused.endpoint.id}`)
  const before = await waits()
  assert.equal(await followClock(database), 0)
  await setBackAnHour()
  const moved = await Promise.all(Array.from({ length: 4 }, () => followClock(database)))
  assert.equal(moved.filter(seconds => seconds > 0).length, 1)
  assert.ok(Math.abs(Math.max(...moved) - 3600) < 10, String(moved))
  const after = await waits()
  assert.equal(after.length, 4)
  for (const [index, { seconds }] of after.entries())
    assert.ok(
      Math.abs(seconds - before[index]!.seconds) < 20,
      `${seconds} instead of ${before[index]!.seconds}`,
    )
  const [left] = await database.rows<{ seconds: number }>(sql`
    select extract(epoch from paused_until - clock_timestamp())::float8 as seconds from endpoint
    where id = ${paused.endpoint.id}`)
  assert.ok(left!.seconds <= 30, String(left!.seconds))
  await database.rows(sql`delete from endpoint`)
})

test('a retry comes when it was due, not an hour later, and the log is told of the clock', async () => {
  let isDown = true
  const to = await receiver(response => response.writeHead(isDown ? 500 : 200).end())
  const sender = senderOver(database, { pollMs: 50, clockMs: 50 })
  await endpointAt(database, to.url)
  await tell(database, 1)
  await to.arrived(1)
  isDown = false
  for (;;) {
    const [{ seconds } = { seconds: 60 }] = await waits()
    if (seconds < 10) break
    await once(AbortSignal.timeout(20), 'abort')
  }
  await setBackAnHour()
  await to.arrived(2)
  assert.equal(to.received[1]!.headers['x-service-delivery-attempt'], '2')
  assert.match(String(sender.troubles[0]), /the clock was set back by (3[56]\d\d) s/)
})
