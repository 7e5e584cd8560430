// Owners who do not read what they export, several at once, keep nobody else from exporting; whoever reads too slowly is cut
// off, and the log says why.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { operations, recordTypes } from '../../src/api/index.ts'
import { apiPrefix } from '../../src/http/surface.ts'
import { testDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { openExport, readExport, readLines } from '../support/exports.ts'
import { testFolder } from '../support/files.ts'
import {
  agency,
  company,
  connection,
  type Line,
  project,
  rivals,
  timesheet,
  withComment,
} from '../support/lines.ts'
import { type TestServer, type TestServerOptions, testServer } from '../support/server.ts'

const rows = 500
const path = '/timesheets?format=ndjson'
const folder = await testFolder()
const on = await testDatabase()
const serving = (exports: NonNullable<TestServerOptions['exports']> = {}) =>
  testServer({ operations, types: recordTypes, exports: { spill: { folder }, ...exports }, on })
const server = await serving()

/** More than sockets hold, of each hostile owner: 15 MB; the honest one has a few rows. */
const sheets = (n: string, count: number, length: number): Line[] =>
  Array.from({ length: count }, (_, at) =>
    timesheet(
      `s${n}-${at}`,
      { company: `c${n}`, project: `p${n}`, agency: `a${n}`, worker: 'w1' },
      withComment(length),
    ),
  )
await server.load([
  ...rivals(),
  ...['3', '4'].flatMap(n => [
    company(`c${n}`),
    agency(`a${n}`),
    connection(`c${n}`, `a${n}`),
    project(`p${n}`, `c${n}`),
  ]),
])
for (const n of ['1', '3']) await server.load(sheets(n, rows, 30_000))
await server.load(sheets('4', 20, 100))

const hostile = [
  ['company', 'c1'],
  ['agency', 'a1'],
  ['company', 'c3'],
  ['agency', 'a3'],
] as const
const honest = await server.key('company', ['c4'])

/** Two keys of each owner with two exports each, which nobody reads. */
async function unread(
  of: TestServer,
  owners: readonly (typeof hostile)[number][],
): Promise<IncomingMessage[]> {
  const open: IncomingMessage[] = []
  for (const [kind, owner] of owners)
    for (const secret of [await of.key(kind, [owner]), await of.key(kind, [owner])])
      for (let n = 0; n < 2; n++) {
        const answer = await openExport(of.origin, path, secret)
        assert.equal(answer.statusCode, 200, `an export of ${owner}`)
        open.push(answer)
        await eventually('its rows are read, or nearly', () => of.exportsUnderWay().reading < 2)
      }
  return open
}

async function expectHonestExport(of: TestServer): Promise<void> {
  const began = performance.now()
  const { status, text } = await readExport(of.origin, path, honest)
  assert.equal(status, 200, text.slice(0, 300))
  assert.equal(readLines(text).lines.length, 20)
  assert.ok(performance.now() - began < 20_000, 'within the time that one waits for a place')
}

for (const count of [2, hostile.length])
  test(`${count} owners with two keys and two unread exports each stop nobody else’s exports`, async () => {
    const open = await unread(server, hostile.slice(0, count))
    assert.equal(open.length, count * 4)
    await expectHonestExport(server)
    // An answer that was read to its end is told of a moment later.
    const cutOff = () => server.seen.filter(({ brokenOff }) => brokenOff).length
    const before = cutOff()
    for (const answer of open) answer.destroy()
    await eventually('all are over', () => cutOff() === before + open.length)
  })

/** Reads so many bytes a second, and no more ahead than a socket does. */
function slowReader(of: TestServer, secret: string, bytesPerSecond: number): Socket {
  const socket = connect({ port: Number(new URL(of.origin).port), host: '127.0.0.1' })
  socket.on('error', () => {})
  socket.pause()
  socket.write(`GET ${apiPrefix}${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n\r\n`)
  const timer = setInterval(() => socket.read(Math.max(1, Math.round(bytesPerSecond / 20))), 50)
  socket.on('close', () => clearInterval(timer))
  after(() => socket.destroy())
  return socket
}

test('readers of one byte a second lose their exports in time, each with the reason in the log, while others go on', async () => {
  const strict = await serving({ pace: { leastBytesPerSecond: 100_000, patienceMs: 1_500 } })
  const keys = await Promise.all(hostile.map(([kind, owner]) => strict.key(kind, [owner])))
  const readers = keys.map(secret => slowReader(strict, secret, 1))
  await eventually(
    'all are cut off',
    () => strict.seen.filter(({ brokenOff }) => brokenOff === 'slow').length === 4,
  )
  // Whoever reads on learns that it was cut off.
  await Promise.all(
    readers.map(async reader => {
      const cut = once(reader, 'close')
      reader.resume()
      await assert.rejects(cut, { code: 'ECONNRESET' })
    }),
  )
  for (const { error } of strict.seen)
    assert.match(String(error), /The reader took less than 100000 bytes a second for 1.5 seconds/)
  await expectHonestExport(strict)
})

test('a reader above the least speed gets everything, though it takes longer than the patience', async () => {
  const strict = await serving({ pace: { leastBytesPerSecond: 50_000, patienceMs: 1_000 } })
  const answer = await openExport(strict.origin, path, await strict.key('company', ['c1']))
  const pieces: Buffer[] = []
  const began = performance.now()
  for await (const piece of answer) {
    pieces.push(piece)
    // About 5 MB a second.
    await wait(piece.length / 5_000)
  }
  assert.ok(performance.now() - began > 2_000)
  assert.equal(readLines(Buffer.concat(pieces).toString()).lines.length, rows)
})

test('where unread exports fill the disk, those who have the most there are cut off, and others still get theirs', async () => {
  const small = await serving({
    atOnce: 8,
    spill: { folder, memoryBytes: 100_000 },
    spills: { memoryBytes: 1_000_000, diskBytes: 30_000_000 },
  })
  const keys = await Promise.all(hostile.map(([kind, owner]) => small.key(kind, [owner])))
  for (let round = 0; round < 2; round++)
    await Promise.all(keys.map(secret => openExport(small.origin, path, secret)))
  await eventually('some are cut off', () => small.seen.some(({ brokenOff }) => brokenOff === 'slow'))
  await expectHonestExport(small)
  for (const { error, brokenOff } of small.seen)
    if (brokenOff) assert.match(String(error), /wait(s|ing) on disk/)
})
