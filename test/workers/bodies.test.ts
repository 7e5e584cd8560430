// How a body reaches POST /workers: what its headers say, how much there is of it, and that it holds up nobody.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { createWorker } from '../../src/api/create-worker/operation.ts'
import { bodyDecoder } from '../../src/body/decoder.ts'
import { readJson } from '../../src/body/read-json.ts'
import { roomFor } from '../../src/http/room.ts'
import { apiPrefix } from '../../src/http/surface.ts'
import { checkAnswer } from '../support/answer-check.ts'
import { eventually } from '../support/eventually.ts'
import { rivals } from '../support/lines.ts'
import { largePdf, masterLists, newcomer, posted } from '../support/newcomer.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load([...rivals(), ...masterLists()])
const key = await server.key('agency', ['a1'])
const reader = await server.key('agency', ['a1'], { scopes: ['read:workers'] })
const { hostname, port } = new URL(server.origin)
const megabyte = 1024 * 1024

type Sent = { headers?: Record<string, string>; secret?: string; chunks?: Iterable<Buffer | string> }

/** A request written piece by piece, as some clients do. */
function send({ headers = {}, secret = key, chunks = [] }: Sent) {
  const answer = Promise.withResolvers<{ status: number; code: string; continued: boolean }>()
  let continued = false
  const sent = request(
    {
      hostname,
      port,
      method: 'POST',
      path: `${apiPrefix}/workers`,
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json', ...headers },
    },
    async response => {
      const body = JSON.parse(await text(response))
      checkAnswer(
        createWorker,
        `${server.origin}/workers`,
        response.statusCode!,
        new Headers(response.headers as never),
        body,
      )
      answer.resolve({ status: response.statusCode!, code: body.error?.code, continued })
    },
  )
  sent.on('error', answer.reject)
  sent.on('continue', () => {
    continued = true
    for (const chunk of chunks) sent.write(chunk)
    sent.end()
  })
  if (headers.Expect) sent.flushHeaders()
  else {
    for (const chunk of chunks) sent.write(chunk)
    sent.end()
  }
  return answer.promise
}

const valid = (number: number) => JSON.stringify(newcomer(number))

test('other content types and any content encoding are 415', async () => {
  for (const type of [
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
    '',
  ])
    assert.equal((await send({ headers: { 'Content-Type': type }, chunks: [valid(1)] })).status, 415, type)
  for (const encoding of ['gzip', 'br', 'identity, gzip', 'x'])
    assert.equal(
      (await send({ headers: { 'Content-Encoding': encoding }, chunks: [valid(1)] })).status,
      415,
      encoding,
    )
  for (const [at, type] of [
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
  ].entries())
    assert.equal(
      (await send({ headers: { 'Content-Type': type }, chunks: [valid(100 + at)] })).code,
      undefined,
    )
})

test('a body that says it is too large is 413 before any of it is read', async () => {
  const length = String(50 * megabyte + 1)
  const answer = await send({ headers: { 'Content-Length': length, Expect: '100-continue' } })
  assert.deepEqual(answer, { status: 413, code: 'PAYLOAD_TOO_LARGE', continued: false })
})

test('a body that turns out too large is 413 while it is read', async () => {
  function* endless() {
    yield '{"firstName":"'
    for (let at = 0; at < 52; at++) yield Buffer.alloc(megabyte, 'x')
  }
  const answer = await send({ headers: { 'Transfer-Encoding': 'chunked' }, chunks: endless() })
  assert.deepEqual([answer.status, answer.code], [413, 'PAYLOAD_TOO_LARGE'])
})

test('a body of exactly the limit is read', async () => {
  const start = '{"firstName":"'
  const body = `${start}${'x'.repeat(50 * megabyte - start.length - 2)}"}`
  assert.equal(body.length, 50 * megabyte)
  const answer = await send({ chunks: [body] })
  assert.deepEqual([answer.status, answer.code], [400, 'VALIDATION_ERROR'])
})

test('401 and 403 come before the body is asked for', async () => {
  const asked = { Expect: '100-continue', 'Content-Length': '1000' }
  assert.deepEqual(await send({ headers: asked, secret: 'wfa_nobody' }), {
    status: 401,
    code: 'INVALID_API_KEY',
    continued: false,
  })
  assert.deepEqual(await send({ headers: asked, secret: reader }), {
    status: 403,
    code: 'INSUFFICIENT_SCOPE',
    continued: false,
  })
  const answer = await send({ headers: { Expect: '100-continue' }, chunks: [valid(2)] })
  assert.deepEqual([answer.status, answer.continued], [200, true])
})

test('a client that goes away in the middle leaves nothing and stops nobody', async () => {
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST ${apiPrefix}/workers HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"firstName":`,
  )
  const seen = server.seen.length
  socket.end()
  await eventually('the request is over', () => server.seen.length > seen)
  assert.ok(server.seen.at(-1)!.status < 500)
  assert.equal((await server.get('/workers', key, posted(newcomer(3)))).status, 200)
})

test('large bodies are read beside the main thread', async () => {
  const body = JSON.stringify(
    newcomer(4, {
      attachments: [0, 1].map(salt => ({
        documentId: 'course',
        files: [{ fileName: 'big.pdf', content: largePdf(16 * megabyte, salt) }],
      })),
    }),
  )
  const copies = [0, 1, 2].map(() => Buffer.from(body))
  const busy = async (run: () => Promise<unknown>) => {
    const before = performance.eventLoopUtilization()
    await run()
    return performance.eventLoopUtilization(before).active
  }
  const bodies = bodyDecoder(1)
  const aside = await busy(() => Promise.all(copies.map(copy => bodies.decode(copy))))
  await bodies.close()
  const here = await busy(async () => {
    for (let at = 0; at < 3; at++) readJson(Buffer.from(body))
  })
  assert.ok(aside < here / 2, `busy for ${aside.toFixed(0)} ms, and ${here.toFixed(0)} ms without the thread`)
})

test('the threads that read large bodies go when there are none for a while, and come back', async () => {
  // Only those that are started here: a server's own may end at any time.
  const threads = new Set<Worker>()
  const started = (thread: Worker) => {
    threads.add(thread)
    thread.once('exit', () => threads.delete(thread))
  }
  process.on('worker', started)
  const body = Buffer.from(JSON.stringify({ text: 'x'.repeat(8 * megabyte) }))
  const bodies = bodyDecoder(2, 50)
  for (let round = 0; round < 2; round++) {
    const reading = [bodies.decode(Buffer.from(body)), bodies.decode(Buffer.from(body))]
    await Promise.all(reading)
    assert.equal(threads.size, 2)
    await eventually('they are gone', () => threads.size === 0)
  }
  process.off('worker', started)
  await bodies.close()
})

test('a body that comes in chunks of a byte takes little more memory than it has bytes', async () => {
  const socket = connect(Number(port), hostname).on('error', () => {})
  socket.write(
    `POST ${apiPrefix}/workers HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
  )
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const bytes = Buffer.from('1\r\n \r\n'.repeat(100_000))
  for (let at = 0; at < 4; at++)
    if (!socket.write(bytes)) await new Promise(resolve => socket.once('drain', resolve))
  const took = process.memoryUsage().rss - before
  socket.destroy()
  assert.ok(took < 150 * megabyte, `${Math.round(took / megabyte)} MB for 400,000 bytes`)
})

test('large bodies of one sender wait for each other in order, and those of others do not', async () => {
  const room = roomFor(10 * megabyte)
  const order: string[] = []
  const enter = async (sender: string, name: string) => {
    const body = await room.enter(sender, () => {})
    order.push(name)
    return body
  }
  const first = await Promise.all([1, 2, 3, 4].map(at => enter('one', `one ${at}`)))
  const waiting = [enter('one', 'one 5'), enter('one', 'one 6')]
  await enter('other', 'other 1')
  assert.equal(order.at(-1), 'other 1')
  first[0]!.leave()
  first[0]!.leave()
  await waiting[0]
  assert.deepEqual(order.slice(5), ['one 5'])
  first[1]!.leave()
  await waiting[1]
  assert.deepEqual(order.slice(5), ['one 5', 'one 6'])
})

test('bytes count once they have come; where there is no room, who holds least goes on and who holds most gives up', async () => {
  const room = roomFor(10 * megabyte)
  const given: string[] = []
  const greedy = await Promise.all(
    ['first', 'last'].map(name => room.enter('greedy', problem => given.push(`${name} ${problem.status}`))),
  )
  const modest = await room.enter('modest', () => given.push('modest'))
  assert.equal(greedy[0]!.grow(5 * megabyte), undefined)
  assert.equal(greedy[1]!.grow(4 * megabyte), undefined)
  assert.equal(modest.grow(megabyte), undefined)
  const order: string[] = []
  const more = greedy[0]!.grow(megabyte)!.then(() => order.push('greedy'))
  const little = modest.grow(megabyte)!.then(() => order.push('modest'))
  await eventually('one gives up', () => given.length > 0)
  assert.deepEqual(given, ['last 503'])
  greedy[1]!.leave()
  await Promise.all([more, little])
  assert.deepEqual(order, ['modest', 'greedy'])
  greedy[0]!.isWhole()
  modest.leave()
  greedy[0]!.leave()
  assert.equal(greedy[1]!.grow(4 * megabyte), undefined, 'what still comes of one that was given up')
  assert.deepEqual(room.held(), { bytes: 0, limit: 10 * megabyte, waiting: 0 })
})

test('a key that sends a hundred large bodies a byte at a time keeps nobody else from sending one', async () => {
  const slow = Array.from({ length: 100 }, () => {
    const socket = connect(Number(port), hostname).on('error', () => {})
    socket.write(
      `POST ${apiPrefix}/workers HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${40 * megabyte}\r\n\r\n{"firstName":`,
    )
    return socket
  })
  const body = posted(
    newcomer(5, {
      attachments: [
        { documentId: 'course', files: [{ fileName: 'big.pdf', content: largePdf(3 * megabyte, 7) }] },
      ],
    }),
  )
  const other = await server.key('agency', ['a2'])
  const began = performance.now()
  const answer = await server.get('/workers', other, body)
  for (const socket of slow) socket.destroy()
  assert.equal(answer.status, 200)
  assert.ok(performance.now() - began < 10_000)
})
