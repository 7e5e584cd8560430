// What several processes that share a port are to each other, without starting any: how many, what each gets, what they
// tell together.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { hostname } from 'node:os'
import { after, test } from 'node:test'
import { slowDown } from '../../src/access/slow-down.ts'
import { nameUnder, ownServerName, serverName, serverNamed, whichServer } from '../../src/database/servers.ts'
import { keepForSharing, listenAt } from '../../src/server/listen.ts'
import { serverMetrics } from '../../src/server/metrics/metrics.ts'
import { wholeMetrics } from '../../src/server/metrics/whole.ts'
import {
  bodyBytes,
  bodyThreads,
  mostConnections,
  processesOf,
  shareOf,
} from '../../src/server/processes/share.ts'
import { readSettings } from '../../src/settings/settings.ts'
import { logger, requestLines } from '../../src/telemetry/log.ts'
import { metricsIn } from '../support/exposition.ts'

const settingsWith = (environment: Record<string, string>) => readSettings({}, environment)

test('PROCESSES is a number or auto: half of the cores beside the embedded PostgreSQL, else all, one at least and ten at most', () => {
  const many = (cores: number, environment: Record<string, string> = {}) =>
    processesOf(settingsWith({ PROCESSES: 'auto', ...environment }), cores)
  assert.deepEqual(
    [1, 2, 3, 8, 64].map(cores => many(cores)),
    [1, 1, 1, 4, 10],
  )
  const DATABASE_URL = 'postgres://u:p@db/muster'
  assert.deepEqual(
    [1, 2, 8, 64].map(cores => many(cores, { DATABASE_URL })),
    [1, 2, 8, 10],
  )
  assert.equal(processesOf(settingsWith({})), 1)
  assert.equal(processesOf(settingsWith({ PROCESSES: '12' }), 2), 12)
  for (const PROCESSES of ['0', '-1', 'all', '65', '1.5', ' 2'])
    assert.throws(() => settingsWith({ PROCESSES }), {
      message: new RegExp(`^PROCESSES=${PROCESSES}: must be`),
    })
})

test('what is bounded for a machine is shared out, and connections are for each process', () => {
  const settings = settingsWith({
    ANSWER_MEMORY_MB: '100',
    EXPORTS_DISK_MB: '1000',
    DATABASE_CONNECTIONS: '6',
  })
  const share = shareOf(settings, 4)
  const megabyte = 1024 * 1024
  assert.deepEqual(
    [share.answerMemoryBytes, share.exports.spills, share.databaseConnections, share.exports.atOnce],
    [25 * megabyte, { memoryBytes: 16 * megabyte, diskBytes: 250 * megabyte }, 6, 4],
  )
  assert.equal(shareOf(settings, 64).exports.spills.memoryBytes, settings.exports.spill.memoryBytes)
  assert.deepEqual(
    [1, 2, 4, 64].map(of => bodyBytes(of) / megabyte),
    [256, 128, 64, 64],
  )
  assert.deepEqual(
    [1, 2, 4].map(of => bodyThreads(of, 8)),
    [4, 2, 1],
  )
  assert.deepEqual(mostConnections(settings, 4), 4 * (6 + 9 + 4))
})

test('counters and histograms are added up, gauges are added up or kept apart, and nothing that was counted goes with its process', async () => {
  const one = serverMetrics(logger('silent'), () => {})
  const other = serverMetrics(logger('silent'), () => {})
  const asked = (server: typeof one, ms: number, code?: 'NOT_FOUND') => {
    server.began()
    server.observe({
      requestId: 'r',
      method: 'GET',
      route: '/sites',
      status: code ? 404 : 200,
      ms,
      ...(code && { code }),
    })
  }
  asked(one, 2)
  asked(one, 40)
  asked(other, 2)
  asked(other, 3, 'NOT_FOUND')
  other.began()
  for (const [server, mb] of [
    [one, 1],
    [other, 2],
  ] as const)
    server.watch(() => ({
      muster_answers_kept_bytes: mb,
      muster_database_up: 1,
      muster_data_disk_free_bytes: 7,
      muster_background_failures: { 'a "sweep"': mb },
    }))
  const whole = wholeMetrics()
  const told = async () => [
    { process: '1', exposition: await one.exposition() },
    { process: '2', exposition: await other.exposition() },
  ]
  const { values, types } = metricsIn(whole.exposition(await told()))
  const value = (name: string) => values.get(name)
  assert.equal(
    value('muster_http_request_duration_seconds_count{route="/sites",method="GET",status="200"}'),
    3,
  )
  assert.equal(
    value(
      'muster_http_request_duration_seconds_bucket{le="0.0025",route="/sites",method="GET",status="200"}',
    ),
    2,
  )
  assert.equal(value('muster_http_errors_total{code="NOT_FOUND"}'), 1)
  assert.equal(value('muster_http_requests_in_flight'), 1)
  assert.deepEqual([value('muster_answers_kept_bytes'), value('muster_data_disk_free_bytes')], [3, 7])
  assert.deepEqual(
    [1, 2].map(each => value(`muster_database_up{process="${each}"}`)),
    [1, 1],
  )
  assert.equal(value('muster_background_failures{work="a \\"sweep\\"",process="2"}'), 2)
  assert.ok(value('process_resident_memory_bytes{process="1"}')! > 0)
  assert.deepEqual(
    [types.get('process_cpu_user_seconds_total'), types.get('nodejs_gc_duration_seconds')],
    ['counter', 'histogram'],
  )
  assert.ok(value('process_cpu_user_seconds_total')! > 0)

  // The second ends; what it had counted stays, and what it held is gone.
  const [first, second] = await told()
  whole.ended(second!)
  const after = metricsIn(whole.exposition([first!])).values
  assert.equal(
    after.get('muster_http_request_duration_seconds_count{route="/sites",method="GET",status="200"}'),
    3,
  )
  assert.equal(after.get('muster_http_errors_total{code="NOT_FOUND"}'), 1)
  assert.deepEqual(
    [after.get('muster_http_requests_in_flight'), after.get('muster_answers_kept_bytes')],
    [0, 1],
  )
  for (const [name, before] of values) {
    const type = types.get(name.replace(/\{.*/, '').replace(/_(bucket|sum|count)$/, '')) ?? 'counter'
    if (type !== 'gauge') assert.ok(after.get(name)! >= before, name)
  }
})

test('a refusal by one process counts at the others, and is told once', async () => {
  const waits: number[] = []
  const time = { now: () => 0, wait: async (ms: number) => void waits.push(ms) }
  const told: unknown[] = []
  const [one, other] = [slowDown(time, refused => void told.push(refused)), slowDown(time)]
  const gone = new AbortController().signal
  for (let tries = 0; tries < 5; tries++) await one.hold('198.51.100.7', gone)
  await one.holdKey('k1', gone)
  assert.deepEqual(told.at(-1), { of: 'key', name: 'k1' })
  for (const refused of told) other.heard(refused as Parameters<typeof other.heard>[0])
  assert.deepEqual(waits, [])
  await other.hold('198.51.100.7', gone)
  assert.deepEqual([waits, told.length], [[125], 6])
})

test('lines of requests say their process, and several processes write no more of them in one go than a pipe takes whole', () => {
  const written = (about: { process?: number }) => {
    const pieces: string[] = []
    const note = requestLines(logger('info', { write: text => void pieces.push(text) }, about))
    for (let at = 0; at < 200; at++) note({ route: '/sites', at }, 'request')
    return pieces
  }
  const [alone, beside] = [written({}), written({ process: 3 })]
  assert.ok(Math.max(...alone.map(piece => piece.length)) > 4096)
  assert.ok(
    beside.length > 1 && beside.every(piece => Buffer.byteLength(piece) <= 4096 && piece.endsWith('\n')),
  )
  const [first] = beside[0]!.split('\n')
  const { pid, process: number, at } = JSON.parse(first!)
  assert.deepEqual([pid, number, at], [process.pid, 3, 0])
  assert.equal(JSON.parse(alone[0]!.split('\n')[0]!).process, undefined)
})

test('the name of one of several processes says whose it is, and they count as one server', () => {
  const [one, supervised] = [serverNamed(serverName())!, serverNamed(serverName(hostname(), 4_194_303))!]
  assert.deepEqual([one.supervisor, supervised.supervisor], [undefined, 4_194_303])
  assert.equal(supervised.version, one.version)
  assert.equal(whichServer(supervised), whichServer({ ...supervised, pid: 7 }))
  assert.notEqual(whichServer(one), whichServer(supervised))
  assert.ok(Buffer.byteLength(serverName('h'.repeat(80), 4_194_303)) <= 63)
  nameUnder(17)
  assert.equal(serverNamed(ownServerName())!.supervisor, 17)
})

test('a port that is to be shared is refused while anybody else has it, even one who would share it', async () => {
  const taken = createServer()
  after(() => taken.close())
  const at = { host: '127.0.0.1', setting: 'PORT' }
  const port = Number(new URL(await listenAt(taken, { ...at, port: 0, isShared: true })).port)
  const refused = { message: `Port ${port} is in use; choose another with PORT=…` }
  await assert.rejects(keepForSharing({ ...at, port }), refused)
  const closed = once(taken, 'close')
  taken.close()
  await closed

  await keepForSharing({ ...at, port })
  // Nobody listens there yet: another server that starts just now is refused all the same.
  await assert.rejects(keepForSharing({ ...at, port }), refused)
})
