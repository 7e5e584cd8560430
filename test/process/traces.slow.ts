// Traces from end to end with real processes: what a request, its load and its webhooks tell an OpenTelemetry collector,
// and that nothing of it is loaded where there is none.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, rename } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { command } from '../support/command.ts'
import { onCluster } from '../support/database.ts'
import { rivals, timesheet } from '../support/lines.ts'
import { masterLists, newcomer, posted } from '../support/newcomer.ts'
import { dataFolder, run, stop, type Up, up } from '../support/process.ts'
import { receiver } from '../webhooks/receiver.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
await promisify(execFile)(process.execPath, [join(root, 'scripts/install.mjs'), 'telemetry'])

type Value = { stringValue?: string; intValue?: number | string }
type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  attributes: { key: string; value: Value }[]
}

/** A collector: what is sent to it as OTLP in JSON. */
async function collector() {
  const spans: Span[] = []
  const texts: string[] = []
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString()
    texts.push(text)
    for (const { scopeSpans } of JSON.parse(text).resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans)
    response.setHeader('Content-Type', 'application/json').end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, texts }
}

const attribute = ({ attributes }: Span, name: string) => {
  const found = attributes.find(({ key }) => key === name)?.value
  return found?.stringValue ?? (found && Number(found.intValue))
}

const traceOf = (digit: string) => ({ id: digit.repeat(32), parent: '00f067aa0ba902b7' })
const traceparent = ({ id, parent }: ReturnType<typeof traceOf>) => `00-${id}-${parent}-01`

const database = await onCluster()
const env = { ...database, WEBHOOK_LOOPBACK: 'yes', LOG_LEVEL: 'info' }
const data = await dataFolder()
const muster = async (...args: string[]) => {
  const done = await command([...args, '--json', '--data', data], env)
  assert.equal(done.code, 0, done.stderr)
  return JSON.parse(done.stdout)
}

const token: string = (await muster('tokens', 'create', '--role', 'owner')).token
const lines = (given: readonly object[]) => `${given.map(line => JSON.stringify(line)).join('\n')}\n`

async function load(server: Up, given: readonly object[], headers: Record<string, string> = {}) {
  const response = await fetch(`${new URL(server.baseUrl).origin}/operator/loads`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-ndjson', ...headers },
    body: lines(given),
  })
  const text = await response.text()
  assert.equal(response.status, 200, text)
  assert.equal(JSON.parse(text).data.rejected, 0, text)
}

const at = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
const pending = (id: string, minute: number) =>
  timesheet(id, at, {
    status: 'pending_approval',
    updatedAt: new Date(Date.now() + minute * 60_000).toISOString(),
  })

const to = await receiver()
const collected = await collector()
/** Node writes down there which scripts it has loaded. */
const coverage = await dataFolder()
const loadedFrom = async (folder: string) => {
  const files = await readdir(folder)
  assert.ok(files.length > 0)
  const texts = await Promise.all(files.map(file => readFile(join(folder, file), 'utf8')))
  return texts.flatMap(text => text.match(/telemetry\/node_modules[^"]*/g) ?? [])
}
const silent = await up(data, [], { ...env, NODE_V8_COVERAGE: coverage })
await load(silent, [...rivals(), ...masterLists(), ...['t1', 't2', 't3'].map(id => timesheet(id, at))])
await muster('webhooks', 'add', to.url, '--company', 'c1', '--events', 'timesheet_approval_requested')
const key: string = (
  await muster('keys', 'create', '--agency', 'a1', '--name', 'k', '--scopes', 'read:workers,write:workers')
).secret

test('a delivery carries the trace of the load that caused it, and a span of its own', async () => {
  const trace = traceOf('a')
  await load(silent, [pending('t1', 1)], { traceparent: traceparent(trace) })
  await load(silent, [pending('t2', 2)])
  await to.arrived(2)
  const [first, second] = to.received
  const [version, id, span, flags] = String(first!.headers.traceparent).split('-')
  assert.deepEqual([version, id, flags], ['00', trace.id, '01'])
  assert.match(span!, /^[0-9a-f]{16}$/)
  assert.notEqual(span, trace.parent)
  assert.equal(second!.headers.traceparent, undefined, 'a load that is part of no trace')
})

test('where there is no collector, nothing of its packages is loaded', async () => {
  assert.equal(await stop(silent), 0)
  assert.deepEqual(await loadedFrom(coverage), [])
})

test('requests, gate, statements, loads and deliveries become spans of the client’s trace, without anything personal', async () => {
  const loaded = await dataFolder()
  const server = await up(data, [], {
    ...env,
    OTEL_EXPORTER_OTLP_ENDPOINT: collected.url,
    NODE_V8_COVERAGE: loaded,
  })
  const [reading, loading] = [traceOf('b'), traceOf('c')]
  const person = newcomer(7)
  const { headers, ...init } = posted(person) as { headers: Record<string, string> }
  const made = await fetch(`${server.baseUrl}/workers`, {
    ...init,
    headers: { ...headers, Authorization: `Bearer ${key}`, traceparent: traceparent(reading) },
  })
  assert.equal(made.status, 200)
  const found = await fetch(`${server.baseUrl}/workers?query=${String(person.lastName)}`, {
    headers: { Authorization: `Bearer ${key}` },
  })
  assert.equal(found.status, 200)
  await load(server, [pending('t3', 3)], { traceparent: traceparent(loading) })
  await to.arrived(3)
  assert.equal(await stop(server), 0)
  assert.ok((await loadedFrom(loaded)).length > 0)

  const named = (trace: string) => collected.spans.filter(({ traceId }) => traceId === trace)
  const request = named(reading.id).find(({ name }) => name === 'POST /workers')!
  assert.equal(request.parentSpanId, reading.parent)
  assert.equal(attribute(request, 'http.response.status_code'), 200)
  assert.match(String(attribute(request, 'muster.key.id')), /./)
  const children = named(reading.id).filter(({ parentSpanId }) => parentSpanId === request.spanId)
  assert.ok(children.some(({ name }) => name === 'gate'))
  assert.ok(children.some(({ name }) => name === 'transaction'))
  assert.ok(named(reading.id).some(({ name }) => name === 'copy worker_text'))

  const byName = new Map(named(loading.id).map(span => [span.name, span]))
  const sent = byName.get('POST /operator/loads')!
  assert.equal(sent.parentSpanId, loading.parent)
  assert.equal(byName.get('load')!.parentSpanId, sent.spanId)
  const delivery = byName.get('webhook')!
  assert.equal(String(to.received[2]!.headers.traceparent), `00-${loading.id}-${delivery.spanId}-01`)
  assert.equal(attribute(delivery, 'http.response.status_code'), 200)

  const search = collected.spans.find(({ name }) => name === 'GET /workers')!
  assert.ok(server.log().includes(`"traceId":"${search.traceId}"`), 'its own trace is in the log')
  assert.equal(search.parentSpanId || undefined, undefined)
  const told = collected.texts.join('\n')
  for (const value of [person.firstName, person.lastName, person.email, key, token, 'postgres://'])
    assert.ok(!told.includes(String(value)), `${value} is told`)
})

test('without its packages a server with a collector is refused in a sentence', async () => {
  const modules = join(root, 'telemetry/node_modules')
  await rename(modules, `${modules}-away`)
  try {
    const { code, stderr } = await run(['up', '--port', '0', '--data', await dataFolder()], {
      ...env,
      OTEL_EXPORTER_OTLP_ENDPOINT: collected.url,
    })
    assert.notEqual(code, 0)
    assert.match(stderr, /node scripts\/install\.mjs telemetry/)
    assert.equal(stderr.trim().split('\n').length, 1)
  } finally {
    await rename(`${modules}-away`, modules)
  }
})
