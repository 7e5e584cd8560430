// The lines of the server's log about requests, against those that the logger writes itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logger, requestLines } from '../../src/telemetry/log.ts'

const entry = {
  requestId: 'one',
  method: 'G"ET',
  route: '/me',
  tool: { operation: 'x' },
  status: 200,
  ms: 0.4,
}

function logOf(level: string) {
  const written: string[] = []
  return { written, log: logger(level, { write: lines => void written.push(lines) }) }
}

const withoutTime = (line: string) => {
  const { time, ...rest } = JSON.parse(line)
  assert.ok(Math.abs(Date.now() - Date.parse(time)) < 60_000)
  return JSON.stringify(rest)
}

test('a request has the line that the logger would write, and those of several at once are written together', t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { log, written } = logOf('info')
  log.info(entry, 'request')
  const line = requestLines(log)
  line(entry, 'request')
  line({ ...entry, requestId: 'two' }, 'request')
  assert.equal(written.length, 1)
  t.mock.timers.tick(20)
  assert.equal(written.length, 2)
  const [one, two, ...rest] = written[1]!.split('\n')
  assert.equal(withoutTime(one!), withoutTime(written[0]!))
  assert.equal(JSON.parse(two!).requestId, 'two')
  assert.deepEqual(rest, [''])
  for (let lines = 0; written.length === 2; lines++) {
    assert.ok(lines < 1000, 'many are written at once, whatever the time')
    line(entry, 'request')
  }
  assert.equal(written.length, 3)
  t.mock.timers.tick(20)
  assert.equal(written.length, 4, 'the one that there was no room for comes with the next')
  assert.equal(written[3]!.split('\n').length, 2)
})

test('where less is logged, requests are not', t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { log, written } = logOf('warn')
  requestLines(log)(entry, 'request')
  t.mock.timers.tick(20)
  assert.deepEqual(written, [])
})
