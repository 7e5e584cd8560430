// What a page costs the primary, alone and with replicas: with them it only lets the request in.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { openDatabase } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { dataFolder, stop, type Up, up } from '../support/process.ts'
import { type PgNode, primaryNode, standbyOf, until } from './nodes.ts'

const primary = await primaryNode({ autovacuum: 'off' })
const env = {
  DATABASE_URL: primary.url(),
  MUSTER_SECRET: 's'.repeat(32),
  LOG_LEVEL: 'error',
  // An answer that is remembered costs no database anything.
  ANSWER_MEMORY_MB: '0',
}
const maker = await up(await dataFolder(), ['--demo'], env)
await stop(maker)
const database = openDatabase({ url: primary.url() }, { connections: 1, applicationName: 'muster tests' })
await database.rows(sql`update api_key set per_minute = 1000000, per_day = 100000000, stamp = stamp + 1`)
await database.close()
const replicas = [await standbyOf(primary), await standbyOf(primary)]

/** Seconds of the processor that a node's own processes have used. */
async function usedBy(node: PgNode): Promise<number> {
  const pids = await node.processes()
  const used = await Promise.all(
    pids.map(async pid => {
      const fields = (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).split(') ')[1]?.split(' ')
      return fields ? (Number(fields[11]) + Number(fields[12])) / 100 : 0
    }),
  )
  return used.reduce((sum, one) => sum + one, 0)
}

const pages = 3_000
const atOnce = 8

async function measured(server: Up): Promise<{ primaryUs: number; replicasUs: number }> {
  let asked = 0
  const ask = async () => {
    const response = await fetch(`${server.baseUrl}/timesheets?limit=50&page=${1 + (asked++ % 15)}`, {
      headers: { Authorization: `Bearer ${maker.companyKey}` },
    })
    assert.equal(response.status, 200)
    await response.arrayBuffer()
  }
  for (let at = 0; at < 300; at++) await ask()
  const used = async () => [await usedBy(primary), ...(await Promise.all(replicas.map(usedBy)))]
  const before = await used()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let at = 0; at < pages / atOnce; at++) await ask()
    }),
  )
  const [first, ...others] = (await used()).map((seconds, at) => ((seconds - before[at]!) / pages) * 1e6)
  return { primaryUs: first!, replicasUs: others.reduce((sum, one) => sum + one, 0) }
}

test('with one replica and with two, a page costs the primary at most a third of what it does alone', async t => {
  const alone = await up(await dataFolder(), [], env)
  const costs = await measured(alone)
  t.diagnostic(`alone: ${costs.primaryUs.toFixed(0)} µs of the primary for a page`)
  await stop(alone)
  for (const many of [1, 2]) {
    const server = await up(await dataFolder(), [], {
      ...env,
      DATABASE_REPLICA_URLS: replicas
        .slice(0, many)
        .map(node => node.url())
        .join(' '),
    })
    await until(async () => {
      const before = (await Promise.all(replicas.map(usedBy))).reduce((sum, one) => sum + one, 0)
      await fetch(`${server.baseUrl}/timesheets?limit=200`, {
        headers: { Authorization: `Bearer ${maker.companyKey}` },
      })
      const after = (await Promise.all(replicas.map(usedBy))).reduce((sum, one) => sum + one, 0)
      assert.ok(after > before)
    }, 20_000)
    const { primaryUs, replicasUs } = await measured(server)
    t.diagnostic(
      `${many} ${many === 1 ? 'replica' : 'replicas'}: ${primaryUs.toFixed(0)} µs of the primary, ${replicasUs.toFixed(0)} µs of replicas for a page`,
    )
    await stop(server)
    assert.ok(primaryUs <= costs.primaryUs / 3, `${primaryUs} of ${costs.primaryUs} µs`)
  }
})
