// How fast the real server on its embedded database delivers to a receiver on this machine, how soon the first attempt
// comes, and whether dead endpoints delay a healthy one. `npm run bench webhooks -- [--events 20000]`
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { recordTypes } from '../src/api/index.ts'
import type { Database } from '../src/database/database.ts'
import { borrowHome } from '../src/database/home.ts'
import { readSecrets } from '../src/encryption/secret.ts'
import { newId } from '../src/formats/id.ts'
import { load } from '../src/load/load.ts'
import { publishWrite } from '../src/store/feeds/publish.ts'
import { prepareDatabase } from '../src/store/schema/prepare.ts'
import { createEndpoint, removeEndpoint } from '../src/store/webhooks/endpoints.ts'
import { sealSecret } from '../src/webhooks/sealed.ts'
import { newSigningSecret } from '../src/webhooks/sign.ts'
import { startServer } from './server.ts'
import { judged, progress, table } from './table.ts'

const targets = { perSecond: 1000, firstP99Ms: 500, besideDeadP99Ms: 1000 }

const { values } = parseArgs({ options: { events: { type: 'string', default: '20000' } } })

const stamps = { createdAt: '2026-03-02T09:00:00.000Z', updatedAt: '2026-03-02T09:00:00.000Z' }
const own = { company: { id: 'c1' }, project: { id: 'p1' }, agency: { id: 'a1' }, worker: { id: 'w1' } }
const week = { start: '2026-03-02', end: '2026-03-08', weekEnding: '2026-03-08', version: 1, netHours: 40 }
const person = { reference: 'W1', firstName: 'Ada', lastName: 'Reid', name: 'Ada Reid' }
const lines = [
  ['company', { id: 'c1', name: 'One', prefix: 'ONE', active: true, ...stamps }],
  ['agency', { id: 'a1', name: 'First', active: true }],
  ['connection', { id: 'k1', company: own.company, agency: own.agency, active: true, ...stamps }],
  ['project', { id: 'p1', name: 'Wharf', active: true, company: own.company, ...stamps }],
  ['worker', { id: 'w1', ...person, ...stamps }],
  ['timesheet', { id: 't1', reference: 'T1', status: 'pending', ...own, ...week, ...stamps }],
] as const

async function* ndjson() {
  for (const [type, record] of lines) yield Buffer.from(`${JSON.stringify({ type, record })}\n`)
}

/** Arrivals at one address: when each came, and how long after its event. */
async function receiving(answer: 'well' | 'refusing' | 'silent' | 'moved') {
  const latencies: number[] = []
  const waiting: { count: number; resolve(): void }[] = []
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', chunk => {
      body += chunk
    })
    request.on('end', () => {
      latencies.push(Date.now() - Date.parse(JSON.parse(body).createdAt))
      if (answer === 'well') response.end()
      if (answer === 'moved') response.writeHead(302, { Location: '/' }).end()
      for (const each of waiting) if (latencies.length >= each.count) each.resolve()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  if (answer === 'refusing') server.close()
  const arrived = (count: number) =>
    new Promise<void>(resolve => {
      if (latencies.length >= count) resolve()
      else waiting.push({ count, resolve })
    })
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url, latencies, arrived, close }
}

const event = { type: 'timesheet_approval_requested', object: 'timesheet', objectId: 't1' }

const tell = (database: Database, count: number) =>
  database.transaction(tx =>
    publishWrite(tx, {
      changes: [],
      touched: ['c:c1'],
      events: Array.from({ length: count }, () => ({ ...event, owners: ['c:c1'], projects: ['p1'] })),
    }),
  )

async function steadily(database: Database, perSecond: number, seconds: number): Promise<number> {
  const began = Date.now()
  for (let told = 0; told < perSecond * seconds; told++) {
    await wait(Math.max(0, began + (told * 1000) / perSecond - Date.now()))
    await tell(database, 1)
  }
  return perSecond * seconds
}

const at = (sorted: readonly number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1]!
const spread = (latencies: readonly number[]) => {
  const sorted = latencies.toSorted((a, b) => a - b)
  return { medianMs: at(sorted, 0.5), p99Ms: at(sorted, 0.99) }
}

async function measure(database: Database, endpoint: (url: string) => Promise<string>) {
  const events = Number(values.events)
  progress(`Delivering ${events} events that wait`)
  const bulk = await receiving('well')
  const id = await endpoint(bulk.url)
  const began = performance.now()
  for (let told = 0; told < events; told += 1000) await tell(database, Math.min(1000, events - told))
  await bulk.arrived(events)
  const perSecond = (events * 1000) / (performance.now() - began)
  await removeEndpoint(database, id)

  progress('100 events a second')
  const soon = await receiving('well')
  const second = await endpoint(soon.url)
  await soon.arrived(await steadily(database, 100, 15))
  await removeEndpoint(database, second)

  progress('50 events a second beside 20 dead endpoints')
  const kinds = ['refusing', 'silent', 'moved', 'silent'] as const
  const dead = await Promise.all(Array.from({ length: 20 }, (_, index) => receiving(kinds[index % 4]!)))
  for (const each of dead) await endpoint(each.url)
  const beside = await receiving('well')
  await endpoint(beside.url)
  await beside.arrived(await steadily(database, 50, 30))
  for (const each of [bulk, soon, beside, ...dead]) each.close()
  return { perSecond, first: spread(soon.latencies), beside: spread(beside.latencies) }
}

const folder = await mkdtemp(join(tmpdir(), 'muster-bench-hooks-'))
process.env.WEBHOOK_LOOPBACK = 'yes'
try {
  const settings = { databaseUrl: undefined, data: join(folder, 'data'), databaseConnections: 2 }
  const home = await borrowHome(settings, progress)
  await prepareDatabase(home.database, recordTypes)
  const report = await load(home.database, recordTypes, ndjson())
  if (report.rejected > 0) throw new Error('The lines of this bench are wrong')
  const secrets = await readSecrets({ ...settings, secret: undefined, oldSecret: undefined })
  const server = await startServer(settings.data)
  const { perSecond, first, beside } = await measure(home.database, async url => {
    const id = newId()
    const wanted = { id, kind: 'company' as const, owners: ['c1'], url, types: ['*'], projects: [] }
    await createEndpoint(
      home.database,
      wanted,
      sealSecret(secrets.secretFor('encryption'), id, newSigningSecret()),
      [],
    )
    return id
  })
  await home.database.close()
  await server.stop()
  table(
    ['', 'measured', 'wanted'],
    [
      ['deliveries a second', perSecond.toFixed(0), `${targets.perSecond}`],
      ['first attempt at 100/s, median ms', first.medianMs.toFixed(0), ''],
      ['first attempt at 100/s, p99 ms', first.p99Ms.toFixed(0), `under ${targets.firstP99Ms}`],
      ['beside 20 dead at 50/s, median ms', beside.medianMs.toFixed(0), ''],
      ['beside 20 dead at 50/s, p99 ms', beside.p99Ms.toFixed(0), `under ${targets.besideDeadP99Ms}`],
    ],
  )
  judged([
    ...(perSecond < targets.perSecond ? [`${perSecond.toFixed(0)} deliveries a second`] : []),
    ...(first.p99Ms >= targets.firstP99Ms ? [`${first.p99Ms} ms to the first attempt`] : []),
    ...(beside.p99Ms >= targets.besideDeadP99Ms ? [`${beside.p99Ms} ms beside dead endpoints`] : []),
  ])
} finally {
  await rm(folder, { recursive: true, force: true })
}
