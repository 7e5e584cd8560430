// The Python client against a real server, run by the Python of this machine: see python/*.py for what is promised.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { pdfSaying } from '../../demo/files.ts'
import { pythonResources, pythonTypes } from '../../src/describe/python.ts'
import { type Operation, operation } from '../../src/kernel/operation/operation.ts'
import { choiceParameter } from '../../src/kernel/operation/parameter.ts'
import { list, number, record, text } from '../../src/shape/shape.ts'
import { signedHeaders, signingKey } from '../../src/webhooks/sign.ts'
import { flaky, type Spoil } from '../support/flaky.ts'
import { connection, type Line, rivals, timesheet } from '../support/lines.ts'
import { masterLists, newcomer } from '../support/newcomer.ts'
import { python } from '../support/python.ts'
import { testServer } from '../support/server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const server = await testServer()
const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
const sheets = Array.from({ length: 450 }, (_, index) => {
  const createdAt = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString()
  return timesheet(`t${index}`, of, { createdAt, ...(index % 3 === 0 && { status: 'approved' }) })
})
await server.load([...rivals(), ...masterLists(), ...sheets])
const key = await server.key('company', ['c1'])
const agencyKey = await server.key('agency', ['a1'])

/** A server of the test's own; the address of it. */
async function listening(listener: RequestListener): Promise<string> {
  const made = createServer(listener).listen(0, '127.0.0.1')
  await once(made, 'listening')
  after(() => {
    made.closeAllConnections()
    made.close()
  })
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}`
}

/** Loads the lines it is sent, as an operator would meanwhile; what is about rows that are gone is set aside. */
const control = await listening(async (request, response) => {
  const lines: Line[] = JSON.parse(Buffer.concat(await request.toArray()).toString())
  await server.load(lines, { onRejection: () => {} })
  response.end()
})

const json = { 'Content-Type': 'application/json' }
const answer = Buffer.from(JSON.stringify({ success: true, data: { name: 'plain' } }))
const packed = gzipSync(answer)
/** Answers that end too early, in each way that an answer can have an end. */
const broken = await listening(({ url }, response) => {
  const whole = url!.startsWith('/packed')
  if (url!.startsWith('/length')) response.writeHead(200, { ...json, 'Content-Length': answer.length })
  else if (url!.startsWith('/chunked')) response.writeHead(200, json)
  else response.writeHead(200, { ...json, 'Content-Encoding': 'gzip' })
  if (whole) response.end(packed)
  else if (url!.startsWith('/gzip')) response.end(packed.subarray(0, -9))
  else response.write(answer.subarray(0, -9), () => response.destroy())
})

/** Exports whose last line is missing, half there, or right; and a large one. */
const halves = await listening(({ url }, response) => {
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson', 'Muster-Next-Change': 'c1' })
  const last = { half: '', cut: '{"exportComplete":tr', whole: '{"exportComplete":true,"count":1}\n' }
  const name = url!.split('/')[1]!
  if (name === 'large') return void response.end('.'.repeat(300_000))
  response.end(name === 'empty' ? '' : `{"id":"t1"}\n${last[name as keyof typeof last]}`)
})

const trouble: Spoil[] = [{ status: 429, headers: { 'Retry-After': '1' } }, { status: 503 }, 'reset before']
const troubled = await flaky(server.origin, number => trouble[number - 1])
const down = await flaky(server.origin, () => ({ status: 503 }))
const deaf = await flaky(server.origin, number => (number === 1 ? undefined : 'reset before'))
const counted = await flaky(server.origin, () => undefined)
/** Closes each connection after its first answer, and does not say so. */
const hasty = await listening((_, response) => {
  response.writeHead(200, json).end(answer, () => response.socket?.destroySoon())
})

const connections = new Set<unknown>()
const steady = await listening(({ socket }, response) => {
  connections.add(socket)
  response.writeHead(200, json).end(answer)
})

const given = {
  ...{ url: server.origin, key, agencyKey, control, broken, halves, hasty, steady },
  ...{ troubled: troubled.url, down: down.url, deaf: deaf.url, counted: counted.url },
  other: await listening((_, response) => void response.end('<html>')),
  silent: await listening(() => {}),
  timesheet: timesheet('t', of),
  newcomer: newcomer(1),
  passport: { documentId: 'passport', documentNumber: '533380006', expiration: '2031-01-01' },
  pdf: pdfSaying('a passport').toString('hex'),
  disconnected: connection('c1', 'a1', { active: false }),
}

const promises = (file: string, env: Record<string, string>) =>
  python(['-m', 'unittest', '-q', file], { cwd: `${root}/test/sdk/python`, env })

test('lists, records, errors, repeats, connections and feeds: python/test_client.py', async () => {
  await promises('test_client', { GIVEN: JSON.stringify(given) })
  assert.equal(troubled.seen.length, 4)
  assert.equal(down.seen.length, 2)
  assert.equal(counted.seen.length, 1)
  assert.deepEqual(
    deaf.seen.map(({ method }) => method),
    ['GET', 'POST'],
  )
  assert.equal(connections.size, 1)
})

test('a copy kept by it is the server’s own rows: python/test_sync.py', async () => {
  await promises('test_sync', { GIVEN: JSON.stringify(given) })
})

test('exports are the rows of their lists, and never half of them: python/test_export.py', async () => {
  await promises('test_export', { GIVEN: JSON.stringify(given) })
})

test('webhooks are verified as the server signs them: python/test_webhooks.py', async () => {
  const guide = await readFile(`${root}/docs/guides/webhooks.md`, 'utf8')
  const part = (name: string) => new RegExp(`^${name} +(.+)$`, 'm').exec(guide)![1]!
  const [secret, at, body] = ['secret', 'timestamp', 'body'].map(part) as [string, string, string]
  const other = secret.replace('Bw', 'Cw')
  const message = { id: 'evt_01JC8Z', type: 'assignment_ended', body }
  const signed = (secrets: string[], text = body) =>
    signedHeaders({ ...message, body: text }, secrets.map(signingKey), new Date(at))
  const headers = signed([secret])
  assert.equal(headers['X-Service-Signature'], part('signature'))
  const SIGNED = {
    ...{ secret, other, third: secret.replace('Bw', 'Dw'), at, body, headers },
    rotating: signed([other, secret]),
    strange: { body: '[]', headers: signed([secret], '[]') },
  }
  await promises('test_webhooks', { SIGNED: JSON.stringify(SIGNED) })
})

test('the programs of its README run as they are written', async () => {
  const readme = await readFile(`${root}/sdk/python/README.md`, 'utf8')
  const programs = [...readme.matchAll(/```python\n([\s\S]*?)```/g)].map(([, code]) => code)
  const printed = await python(['-c', programs.join('\n')], {
    env: { MUSTER_URL: server.origin, MUSTER_API_KEY: key },
  })
  assert.match(
    printed,
    /^test \['Company c1'\]\n[\d.]+ hours approved\n\d+ of \d+ timesheets\nNOT_FOUND 404 [\w-]+\n$/,
  )
})

test('any operation has its method, whatever it is called', () => {
  const run: Operation['run'] = () => assert.fail()
  const totals = operation({
    ...{ method: 'GET', path: '/timesheets/totals', name: 'listTimesheetTotals', run },
    ...{ summary: 'Add up timesheets', noun: 'total', shape: 'list' },
    parameters: [choiceParameter('from', ['class', 'status'], 'Groups')],
    answers: list(record({ class: text, hours: number })),
  })
  const source = pythonResources([totals])
  assert.match(source, /class Timesheets\(Resource\):\n {4}def totals\(/)
  assert.match(source, /self\._pages\("\/timesheets\/totals", params\)/)
  const types = pythonTypes([totals])
  assert.match(types, /from_: Literal\["class", "status"\] \| None/)
  assert.match(types, /TimesheetTotal = TypedDict\(/)
})
