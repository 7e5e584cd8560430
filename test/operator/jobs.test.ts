// What comes every night is listed with what it changed; one that is expected and does not come is told of where people look.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from '../../src/database/sql.ts'
import { runServer } from '../../src/server/serve.ts'
import { readSettings } from '../../src/settings/settings.ts'
import { logger } from '../../src/telemetry/log.ts'
import { command } from '../support/command.ts'
import { eventually } from '../support/eventually.ts'
import { operatorServer } from '../support/operator.ts'
import { expectAnswered } from '../support/operator-check.ts'
import type { Json } from '../support/server.ts'

const server = await operatorServer()
const { operator, database, environment, running, token } = server

const job = async (name: string): Promise<Json> => (await operator('GET', `/jobs/${name}`)).data
const attention = async (name: string): Promise<Json | undefined> =>
  (await operator('GET', '/today')).data.attention.find(
    (one: Json) => one.kind === 'job_late' && one.subject.id === name,
  )
const metrics = async () => {
  const headers = { Authorization: `Bearer ${token}` }
  return (await fetch(`${running.operatorUrl}/operator/metrics`, { headers })).text()
}

test('a job is a load that says so, with what it changed; a dry run is none', async () => {
  const file = join(environment.MUSTER_DATA, 'regions.csv')
  await writeFile(file, 'NO,NAME\nr-job-1,North\n')
  const mapping = join(environment.MUSTER_DATA, 'regions.yaml')
  await writeFile(mapping, 'type: region\nid: NO\nrecord: {name: NAME}\n')
  await command(['map', 'save', 'regions', mapping], environment)
  await command(['load', '--mapping', 'regions', file, '--dry-run'], environment)
  assert.equal((await operator('GET', '/jobs/regions')).status, 404)
  await command(['load', '--mapping', 'regions', file], environment)
  const found = await job('regions')
  assert.deepEqual(
    [found.lastState, found.lastCounts.created, found.everyMinutes, found.nextAt, found.isLate],
    ['done', 1, null, null, false],
  )
  await command(['load', '--map', mapping, file, '--job', 'by-hand'], environment)
  assert.equal((await job('by-hand')).lastCounts.unchanged, 1)
  const wrong = await command(['load', '--map', mapping, file, '--job', 'by hand'], environment)
  assert.match(wrong.stderr, /name of a job/)
})

test('one that is expected and does not come is in Today, the metrics and the list; until it comes', async () => {
  await command(['jobs', 'expect', 'regions', '--every', '24h'], environment)
  assert.equal((await job('regions')).isLate, false)
  await database.rows(sql`update load set began_at = now() - interval '26 hours' where job = 'regions'`)
  assert.equal((await job('regions')).isLate, true)
  const late = await eventually('Today says so', () => attention('regions'))
  assert.match((late as Json).text, /The job regions is expected every day and did not come/)
  await eventually('the metrics say so', async () =>
    /muster_job_late\{job="regions"\} 1/.test(await metrics()),
  )
  const written: string[] = []
  const log = logger('info', { write: lines => void written.push(lines) })
  const another = await runServer(readSettings({}, environment), log, () => {})
  another.ready()
  const line = await eventually('the log says so', async () =>
    written
      .join('')
      .split('\n')
      .find(one => one.includes('did not come')),
  ).finally(() => another.stop())
  const { level, job: named, expected, msg } = JSON.parse(line)
  assert.deepEqual([level, named, Number.isNaN(Date.parse(expected))], [40, 'regions', false])
  assert.match(msg, /^The job regions is expected every day and did not come: it last succeeded at /)
  assert.equal(written.join('').split('did not come').length, 2, 'it is said once')
  const listed = await command(['jobs', 'list'], environment)
  assert.deepEqual([listed.code, /regions .*did not come/.test(listed.stdout)], [3, true])
  const { data } = await operator('GET', '/jobs')
  assert.deepEqual(data.map(({ name, isLate }: Json) => [name, isLate]).toSorted(), [
    ['backup', false],
    ['by-hand', false],
    ['regions', true],
  ])
  await operator('POST', '/loads?job=regions', '')
  assert.equal((await job('regions')).isLate, false)
  await eventually('Today says it no longer', async () => (await attention('regions')) === undefined)
  await operator('DELETE', '/jobs/regions')
  assert.equal((await job('regions')).nextAt, null)
})

test('a backup is the run of its job, and a restore that is tried is noted and keeps nothing', async () => {
  await operator('POST', '/jobs/backup', { everyMinutes: 1440 })
  const file = join(environment.MUSTER_DATA, 'all.backup')
  const made = await command(['backup', file], environment)
  assert.equal(made.code, 0, made.stderr)
  assert.equal((await job('backup')).lastState, 'done')
  const tried = await command(['restore', file, '--try'], environment)
  assert.equal(tried.code, 0, tried.stderr)
  await writeFile(file, 'nothing')
  assert.notEqual((await command(['restore', file, '--try'], environment)).code, 0)
  const runs = (await operator('GET', '/backups')).data
  assert.deepEqual(
    runs.map(({ kind, file, error }: Json) => [kind, file, error === null]),
    [
      ['restore', 'all.backup', false],
      ['restore', 'all.backup', true],
      ['backup', 'all.backup', true],
    ],
  )
  assert.equal((await operator('GET', '/secret-rotation')).data.state, 'current')
})

test('every operation of this part was answered here as its document says', () => expectAnswered('jobs'))
