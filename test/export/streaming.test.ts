// An export takes no more than its share: of the database, of memory and disk, of connections; and what is broken off
// is never taken for whole.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { operations, recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { apiPrefix } from '../../src/http/surface.ts'
import { testDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { openExport, readExport, readLines, snapshots } from '../support/exports.ts'
import { testFolder } from '../support/files.ts'
import { rivals, timesheet, withComment } from '../support/lines.ts'
import { type TestServerOptions, testServer } from '../support/server.ts'

const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
const rows = 1500
const folder = await testFolder()

const on = await testDatabase()
const serving = (exports: NonNullable<TestServerOptions['exports']>) =>
  testServer({ operations, types: recordTypes, exports, on })

const spill = { folder, memoryBytes: 100_000, diskBytes: 1_000_000_000 }
const server = await serving({ perKey: 2, atOnce: 3, spill })
await server.load(rivals())
// More than sockets hold: 15 MB.
await server.load(
  Array.from({ length: rows }, (_, number) => timesheet(`s${number}`, of, withComment(10_000))),
)
const key = await server.key('company', ['c1'])
const path = '/timesheets?format=ndjson'
const opened = (secret = key) => openExport(server.origin, path, secret)

const last = (of = server) => of.seen.at(-1)!

test('a reader that takes its time holds no snapshot, and still gets every record', async () => {
  const answer = await opened()
  await once(answer, 'readable')
  await eventually('the transaction is over', async () => (await snapshots(server)) === 0)
  assert.deepEqual(await readdir(folder), [], 'what waits on disk has no name')
  const text = Buffer.concat(await answer.toArray()).toString()
  assert.equal(readLines(text).lines.length, rows)
  assert.equal(answer.trailers['muster-count'], String(rows))
})

test('a connection that is dropped ends the query and makes room at once', async () => {
  const before = server.seen.length
  const open = await Promise.all([opened(), opened()])
  assert.equal((await readExport(server.origin, path, key)).status, 429)
  for (const answer of open) answer.destroy()
  await eventually('both are over', () => server.seen.length === before + 3)
  // PostgreSQL ends them a moment after it was told to.
  await eventually('their queries are over', async () => (await snapshots(server)) === 0)
  const broken = server.seen.slice(before).filter(({ brokenOff }) => brokenOff === 'client')
  assert.equal(broken.length, 2)
  assert.equal(broken[0]!.status, 200)
  assert.equal((await readExport(server.origin, path, key)).status, 200)
})

test('a key has two exports at once and an owner half of them all, which are told to wait; others begin at once', async () => {
  const open = [await opened(), await opened()]
  const own = await readExport(server.origin, path, key)
  assert.equal(own.status, 429)
  assert.match(own.text, /This key has 2 exports under way/)
  assert.ok(Number(own.headers['retry-after']) > 0)
  await eventually('all rows are read', async () => (await snapshots(server)) === 0)
  const second = await server.key('company', ['c1'])
  open.push(await opened(second))
  assert.equal(open[2]!.statusCode, 200, 'those who only read on take no place of those who begin')
  const owner = await readExport(server.origin, path, await server.key('company', ['c1']))
  assert.equal(owner.status, 429)
  assert.match(owner.text, /The keys of one owner have as many exports under way/)
  assert.ok(Number(owner.headers['retry-after']) > 0)
  assert.equal((await server.get('/timesheets', key)).status, 200, 'pages are answered meanwhile')
  const others = [await server.key('agency', ['a1']), await server.key('agency', ['a1'])]
  for (const other of [...others, others[0]!]) {
    const answer = await opened(other)
    assert.equal(answer.statusCode, 200, 'one owner locks no other out')
    open.push(answer)
    await eventually('all rows are read', async () => (await snapshots(server)) === 0)
  }
  const third = await readExport(server.origin, path, await server.key('company', ['c2']))
  assert.equal(third.status, 200, 'what is only sent takes no place of anybody else')
  const before = server.seen.length
  await Promise.all(open.map(answer => answer.toArray()))
  await eventually('all are over', () => server.seen.length === before + open.length)
  assert.equal((await readExport(server.origin, path, key)).status, 200)
})

const isBroken = async (answer: IncomingMessage) => {
  await assert.rejects(answer.toArray(), { code: 'ECONNRESET' })
}

test('a reader that falls too far behind is cut off, and sees it', async () => {
  const small = await serving({ spill: { folder, memoryBytes: 10_000, diskBytes: 100_000 } })
  const answer = await openExport(small.origin, path, key)
  await eventually('it is broken off', () => small.seen.some(({ brokenOff }) => brokenOff === 'slow'))
  await isBroken(answer)
  assert.deepEqual(await readdir(folder), [])
})

test('a client of HTTP/1.0 sees that it is cut off', async () => {
  const small = await serving({ spill: { folder, memoryBytes: 10_000, diskBytes: 100_000 } })
  const socket = connect(Number(new URL(small.origin).port), '127.0.0.1')
  socket.write(`GET ${apiPrefix}${path} HTTP/1.0\r\nAuthorization: Bearer ${key}\r\n\r\n`)
  await eventually('it is broken off', () => small.seen.some(({ brokenOff }) => brokenOff === 'slow'))
  await assert.rejects(socket.toArray(), { code: 'ECONNRESET' })
})

test('an export that nobody reads is cut off in time, and keeps its place until then', async () => {
  const ms = 2000
  const slow = await serving({ ms, perKey: 1, spill })
  const began = performance.now()
  const answer = await openExport(slow.origin, path, key)
  await eventually('all rows are read', async () => (await snapshots(slow)) === 0)
  const second = await readExport(slow.origin, path, key)
  assert.equal(second.status, 429)
  await eventually('it is broken off', () => slow.seen.some(({ brokenOff }) => brokenOff === 'server'))
  assert.ok(performance.now() - began >= ms - 50)
  assert.match(String(last(slow).error), /longer than 2 s/)
  await isBroken(answer)
  assert.equal((await readExport(slow.origin, path, key)).status, 200)
})

test('what breaks in the database never passes for the whole: it is broken off, or every record had come', async () => {
  const answer = await openExport(server.origin, '/timesheets?format=csv', key)
  await server.database.rows(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and query ~ 'from export'`)
  const ended = await answer.toArray().then(
    () => 'whole',
    () => 'broken off',
  )
  if (ended === 'whole') assert.equal(answer.trailers['muster-count'], String(rows))
  else await eventually('it is noted', () => last().brokenOff === 'server')
})

test('everything belongs to one moment, and the changes after its cursor are all that came later', async () => {
  const answer = await opened()
  const written = server.load(
    Array.from({ length: 300 }, (_, number) => timesheet(`s${number}`, of, { status: 'cancelled' })),
  )
  const cursor = answer.headers['muster-next-change'] as string
  const { lines, end } = readLines(Buffer.concat(await answer.toArray()).toString())
  assert.equal(end.next, cursor)
  assert.equal(lines.length, rows)
  assert.ok(lines.every(line => JSON.parse(line).status !== 'cancelled'))
  await written
  const told = new Set<string>()
  for (let after = cursor, more = true; more; ) {
    const { body } = await server.get(`/changes?after=${after}&limit=200`, key)
    for (const { id } of body.data) told.add(id)
    ;({ next: after, more } = body.meta)
  }
  assert.equal(told.size, 300)
})
