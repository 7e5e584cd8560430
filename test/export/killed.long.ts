// Servers that die by kill -9 while they export and records are loaded: what was broken off is seen to be, and what was
// whole still gives the list with the changes after its cursor. Rounds in MUSTER_ROUNDS.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openExport } from '../support/exports.ts'
import { rivals, timesheet } from '../support/lines.ts'
import { dataFolder, run, stop, up } from '../support/process.ts'
import { Mirror } from './mirror.ts'

const rounds = Number(process.env.MUSTER_ROUNDS ?? 20)
const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
const data = await dataFolder()

async function load(lines: readonly object[]): Promise<void> {
  const file = join(data, 'lines.ndjson')
  await writeFile(file, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
  const { code, stderr } = await run(['load', file, '--data', data])
  assert.equal(code, 0, stderr)
}

const sheets = (hours: number, count: number) =>
  Array.from({ length: count }, (_, number) =>
    timesheet(`s${(number * 7919 + hours) % 6000}`, of, { netHours: hours, payType: 'x'.repeat(2000) }),
  )

test(`${rounds} kills of a server that exports lose and double nothing`, async t => {
  let server = await up(data, [])
  await load([...rivals(), ...sheets(0, 6000)])
  const often = ['--per-minute', '1000000', '--per-day', '1000000']
  const made = await run(['keys', 'create', '--company', 'c1', '--scopes', 'all', ...often, '--data', data])
  const key = /wfc_\w+/.exec(made.stdout)![0]
  const originOf = () => new URL(server.baseUrl).origin
  const get = async (path: string) => {
    const answer = await fetch(`${server.baseUrl}${path}`, { headers: { Authorization: `Bearer ${key}` } })
    return { status: answer.status, text: await answer.text() }
  }
  let broken = 0
  for (let round = 1; round <= rounds; round++) {
    const mirror = new Mirror(originOf(), key, get)
    await mirror.begin()
    const loading = load(sheets(round, 1500))
    const answer = await openExport(originOf(), '/timesheets?format=csv', key)
    const reading = answer.toArray().then(
      () => answer.trailers['muster-count'],
      () => undefined,
    )
    await wait(Math.random() * 120)
    await stop(server, 'SIGKILL')
    const count = await reading
    if (count === undefined) broken++
    else assert.equal(count, '6000', 'an export that ended without an error is whole')
    await loading
    server = await up(data, [])
    await mirror.follow()
    const listed = new Mirror(originOf(), key, get)
    await listed.begin()
    assert.deepEqual(
      [...mirror.rows].sort(([a], [b]) => (a < b ? -1 : 1)),
      [...listed.rows].sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  }
  t.diagnostic(`${broken} exports were broken off`)
  await stop(server)
})
