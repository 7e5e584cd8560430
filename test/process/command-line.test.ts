// The command line as a person or a program uses it.
import assert from 'node:assert/strict'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { demoProgramme } from '../../src/demo/programme.ts'
import { site } from '../support/lines.ts'
import { dataFolder, run, stop, total, up } from '../support/process.ts'

test('the command line uses a running database, else starts one and stops it again', async () => {
  const data = await dataFolder()
  assert.match((await run(['status', '--data', data])).stdout, /Nothing runs on this data folder/)
  const none = await run(['keys', 'list', '--data', data])
  assert.match(none.stdout, /There are no keys yet/)
  await assert.rejects(stat(join(data, 'postgres-18/postmaster.pid')))
  const server = await up(data)
  const status = JSON.parse((await run(['status', '--json', '--data', data])).stdout)
  assert.deepEqual(
    [status.running, status.pid, status.embedded, status.records.company],
    [true, server.pid, true, 3],
  )
  const companies = JSON.parse(
    await (
      await fetch(`${server.baseUrl}/me`, { headers: { Authorization: `Bearer ${server.companyKey}` } })
    ).text(),
  ).data.companies
  const made = JSON.parse(
    (
      await run([
        'keys',
        'create',
        '--company',
        companies[0].id,
        '--scopes',
        'read:timesheets',
        '--name',
        'Payroll',
        '--json',
        '--data',
        data,
      ])
    ).stdout,
  )
  assert.ok((await total(server, made.secret)) > 0)
  assert.match((await run(['keys', 'show', made.hint, '--data', data])).stdout, /Payroll/)
  const lines = [site('cli-site', 'no-such', companies[0].id), '', { type: 'nonsense' }]
    .map(line => JSON.stringify(line))
    .join('\n')
  const file = join(data, 'some.ndjson')
  await writeFile(file, lines)
  const loaded = await run(['load', file, '--data', data])
  assert.deepEqual(
    [
      loaded.code,
      /3 rejected/.test(loaded.stdout),
      /there is no project with the id "no-such"/.test(loaded.stdout),
    ],
    [3, true, true],
  )
  assert.equal((await stat(`${file}.rejects.ndjson`)).mode & 0o777, 0o600)
  assert.ok((await total(server)) > 0, 'the server goes on after the command line has left')
  await stop(server)
})

test('exit codes and errors are for programs too', async () => {
  const data = await dataFolder()
  assert.equal((await run([])).code, 2)
  assert.equal((await run(['--help'])).code, 0)
  assert.equal((await run(['nonsense'])).code, 2)
  assert.equal((await run(['keys', 'create', '--data', data])).code, 2)
  assert.equal((await run(['keys', 'show', 'nobody', '--data', data])).code, 5)
  assert.equal((await run(['load', 'no-such-file', '--data', data])).code, 5)
  const wrong = await run(['up', '--json', '--data', data], { PORT: 'eighty' })
  assert.deepEqual(
    [wrong.code, JSON.parse(wrong.stdout)],
    [2, { error: { code: 2, message: 'PORT=eighty: must be a whole number of at least 0' } }],
  )
  const help = await run(['load', '--help'])
  assert.match(help.stdout, /Usage: \.\/muster load FILE\|-[\s\S]*Examples:/)
  const settings = JSON.parse(
    (await run(['settings', '--json'], { DATABASE_URL: 'postgres://u:hunter2@h/d' })).stdout,
  )
  assert.ok(!JSON.stringify(settings).includes('hunter2'))
})

test('the demo programme comes in any size, and with other people for another seed', async () => {
  const options = { seed: 7, scale: 0.1 }
  const lines = [...demoProgramme(new Date(), { ...options, files: false })]
  const named = (type: string) =>
    lines.flatMap(line => (line.type === type && 'record' in line ? [line.record as { name?: string }] : []))
  const data = await dataFolder()
  const server = await up(data, ['--demo', '--seed', '7', '--scale', '0.1'])
  const { records } = JSON.parse((await run(['status', '--json', '--data', data])).stdout)
  assert.deepEqual([records.timesheet, records.worker], [named('timesheet').length, named('worker').length])
  const headers = { Authorization: `Bearer ${server.companyKey}` }
  const answer = await fetch(`${server.baseUrl}/workers?fields=name&limit=5`, { headers })
  const shown = (await answer.json()) as { data: { name: string }[] }
  const names = new Set(named('worker').map(worker => worker.name))
  assert.ok(shown.data.every(worker => names.has(worker.name)))
  const usual = [...demoProgramme(new Date(), { scale: 0.1, files: false })].find(
    line => line.type === 'worker',
  )
  assert.notDeepEqual(
    usual,
    lines.find(line => line.type === 'worker'),
  )
  await stop(server)
  for (const wrong of [
    ['--seed', '7'],
    ['--demo', '--scale', '0'],
    ['--demo', '--seed', 'x'],
  ])
    assert.equal((await run(['up', ...wrong, '--data', data])).code, 2, wrong.join(' '))
})
