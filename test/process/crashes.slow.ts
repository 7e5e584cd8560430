// The server after kill -9 of anything.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { isLong } from '../support/long.ts'
import { demoFolder, postmasterPid, stop, total, up } from '../support/process.ts'

const victimsOf = {
  'the server': ['server'],
  PostgreSQL: ['postgres'],
  'both, the server first': ['server', 'postgres'],
  'both, PostgreSQL first': ['postgres', 'server'],
}

for (const [name, victims] of Object.entries(victimsOf).slice(0, isLong ? undefined : 1)) {
  test(`after kill -9 of ${name}, the next start recovers by itself`, async () => {
    const data = await demoFolder()
    const first = await up(data)
    const before = await total(first)
    const postmaster = await postmasterPid(data)
    for (const victim of victims) process.kill(victim === 'server' ? first.pid : postmaster, 'SIGKILL')
    if (victims.includes('server')) await once(first.child, 'close')
    else await stop(first)
    const second = await up(data)
    assert.equal(await total(second), before)
    assert.equal(await stop(second), 0)
  })
}

test('a server whose database dies under it answers 503 meanwhile and brings it back', async () => {
  const data = await demoFolder()
  const server = await up(data)
  const before = await total(server)
  const killed = await postmasterPid(data)
  process.kill(killed, 'SIGKILL')
  const isBack = async () => (await postmasterPid(data).catch(() => killed)) !== killed
  const statuses = new Set<number>()
  let after: unknown
  for (let status = 0; status !== 200 || !(await isBack()); ) {
    const response = await fetch(`${server.baseUrl}/timesheets?limit=1`, {
      headers: { Authorization: `Bearer ${server.companyKey}` },
    })
    const { meta } = (await response.json()) as { meta?: { total: number } }
    status = response.status
    statuses.add(status)
    after = meta?.total
    await wait(20)
  }
  assert.ok(
    [...statuses].every(status => status === 200 || status === 503),
    [...statuses].join(),
  )
  // That answer, not another one: a connection that is not back yet may still give a 503.
  assert.equal(after, before)
  assert.equal(await stop(server), 0)
})
