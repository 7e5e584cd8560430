// Clients of two rival companies that hang up at random, or ask on and on and never read: every answer that arrives whole is
// right, none has a word of the other company, and memory stays in bounds.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { operations, recordTypes } from '../../src/api/index.ts'
import { apiPrefix } from '../../src/http/surface.ts'
import { answerMemory } from '../../src/kernel/call/answer-memory.ts'
import { rivals, timesheet } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

// Every answer comes from the database.
const server = await testServer({ operations, types: recordTypes, memory: answerMemory(0) })
await server.load(rivals())
const words = 'lorem ipsum dolor sit amet '.repeat(40)
await server.load(
  ['1', '2'].flatMap(n =>
    Array.from({ length: 120 }, (_, i) =>
      timesheet(
        `${n}-${i}`,
        { company: `c${n}`, project: `p${n}`, agency: 'a1', worker: 'w1' },
        { reference: `SECRET-OF-C${n}-${i} ${words}`.slice(0, 200) },
      ),
    ),
  ),
)
const { hostname, port } = new URL(server.origin)

type Rival = { key: string; mark: string; other: string }
const rivalsOf: Rival[] = [
  { key: await server.key('company', ['c1']), mark: 'SECRET-OF-C1', other: 'SECRET-OF-C2' },
  { key: await server.key('company', ['c2']), mark: 'SECRET-OF-C2', other: 'SECRET-OF-C1' },
]
const paths = Array.from({ length: 12 }, (_, n) => `/timesheets?limit=${40 + n}&page=${1 + (n % 2)}`)
const expected = new Map<string, string>()
for (const { key, mark } of rivalsOf)
  for (const path of paths) {
    const { status, text } = await server.get(path, key)
    assert.equal(status, 200)
    assert.ok(text.includes(mark))
    expected.set(`${key} ${path}`, text)
  }

const request = ({ key }: Rival, path: string) =>
  `GET ${apiPrefix}${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${key}\r\n\r\n`
const any = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)]!

async function opened(): Promise<Socket> {
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** One that asks and is gone before its page came, or in the middle of it; what it read until then is its own. */
async function hangUp(rival: Rival): Promise<void> {
  const socket = await opened()
  let read = ''
  socket.on('data', chunk => {
    read += chunk.toString('latin1')
  })
  for (let asked = 0; asked < 3; asked++) socket.write(request(rival, any(paths)))
  await wait(Math.random() * 12)
  socket.destroy()
  assert.ok(!read.includes(rival.other))
}

async function readWhole(rival: Rival): Promise<void> {
  const path = any(paths)
  const response = await fetch(`${server.origin}${apiPrefix}${path}`, {
    headers: { Authorization: `Bearer ${rival.key}` },
  })
  const text = await response.text()
  assert.equal(response.status, 200, text)
  assert.ok(!text.includes(rival.other), 'a stranger’s record')
  assert.equal(text, expected.get(`${rival.key} ${path}`))
}

test('answers between three hundred hang-ups are whole, right and nobody else’s', async () => {
  const deaf = await Promise.all(Array.from({ length: 6 }, opened))
  for (const [index, socket] of deaf.entries()) {
    socket.pause()
    for (let asked = 0; asked < 100; asked++) socket.write(request(rivalsOf[index % 2]!, any(paths)))
  }
  const before = process.memoryUsage()
  let highest = 0
  for (let round = 0; round < 10; round++) {
    await Promise.all([
      ...Array.from({ length: 30 }, (_, index) => hangUp(rivalsOf[index % 2]!)),
      ...Array.from({ length: 12 }, (_, index) => readWhole(rivalsOf[index % 2]!)),
    ])
    highest = Math.max(highest, process.memoryUsage().arrayBuffers)
  }
  assert.ok(highest - before.arrayBuffers < 200e6, `${highest - before.arrayBuffers} bytes more`)
  // Whoever reads at last finds their own answers.
  for (const [index, socket] of deaf.entries()) {
    const { mark, other } = rivalsOf[index % 2]!
    let text = ''
    socket.on('data', chunk => {
      text += chunk.toString('latin1')
    })
    socket.resume()
    while (!text.includes(mark)) await once(socket, 'data')
    socket.destroy()
    assert.ok(!text.includes(other), 'a stranger’s record')
  }
  await Promise.all(Array.from({ length: 20 }, (_, index) => readWhole(rivalsOf[index % 2]!)))
})
