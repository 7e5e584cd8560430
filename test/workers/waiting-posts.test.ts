// While the writer is busy, creations wait so long and no longer, each from its own arrival; who was sent away wrote nothing.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { operations, recordTypes } from '../../src/api/index.ts'
import { openDatabase } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { writingInTurn } from '../../src/load/single-writes.ts'
import { lockWriter } from '../../src/store/schema/writer-lock.ts'
import { rivals } from '../support/lines.ts'
import { masterLists, newcomer, paper, posted } from '../support/newcomer.ts'
import { testServer } from '../support/server.ts'

const waitMs = 1_500
const server = await testServer({ operations, types: recordTypes, waitMs })
await server.load([...rivals(), ...masterLists()])
const key = await server.key('agency', ['a1'])
const { database } = server

const post = async (number: number) => {
  const since = performance.now()
  const body = newcomer(number, { attachments: [paper('cv')] })
  const {
    status,
    headers,
    body: answer,
  } = await server.get('/workers', key, posted(body, { 'Idempotency-Key': `attempt-${number}` }))
  const retryAfter = headers.get('retry-after')
  return { status, retryAfter, id: answer.data?.id as string | undefined, ms: performance.now() - since }
}

/** Somebody writes for as long as this takes. */
async function whileWriting<T>(run: () => Promise<T>): Promise<T> {
  return database.transaction(async tx => {
    await lockWriter(tx)
    return run()
  })
}

const waitingForWriter = async () => {
  const [row] = await database.rows<{ n: number }>(
    sql`select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`,
  )
  return row!.n
}

const counted = async () => {
  const [row] = await database.rows<{ workers: number; files: number; kept: number; attempts: number }>(sql`
    select (select count(*) from worker)::int as workers, (select count(*) from file)::int as files,
      (select count(*) from idempotency)::int as kept, (select count(*) from match_attempt)::int as attempts`)
  return row!
}

const storedFiles = async () => {
  let found = 0
  for await (const _ of server.files.store.list()) found++
  return found
}

test('six posts at once, and two that come later, are all answered within their own time', async () => {
  const [before, filesBefore] = [await counted(), await storedFiles()]
  const answers = await whileWriting(async () => {
    const posts = [1, 2, 3, 4, 5, 6].map(post)
    let mostAtOnce = 0
    let isOver = false
    const watched = (async () => {
      while (!isOver) mostAtOnce = Math.max(mostAtOnce, await waitingForWriter())
    })()
    await wait(waitMs / 2)
    const all = await Promise.all([...posts, post(7), post(8)])
    isOver = true
    await watched
    assert.equal(mostAtOnce, 1, 'one creation at a time holds a connection')
    return all
  })
  for (const { status, retryAfter, ms } of answers) {
    assert.deepEqual([status, retryAfter], [503, '20'])
    // One after the other, the third would already take longer.
    assert.ok(ms >= waitMs && ms < 3 * waitMs, `answered after ${Math.round(ms)} ms`)
  }
  // Whoever comes now is behind them all.
  assert.equal((await post(9)).status, 200)
  const { workers, files, kept, attempts } = before
  assert.deepEqual(await counted(), { workers: workers + 1, files: files + 1, kept: kept + 1, attempts })
  assert.equal(await storedFiles(), filesBefore + 1, 'the files of those who were sent away are gone')
})

test('the same attempt again after a 503 creates the worker, and then has the same answer', async () => {
  const refused = await whileWriting(() => post(20))
  assert.equal(refused.status, 503)
  const created = await post(20)
  assert.equal(created.status, 200)
  assert.deepEqual([(await post(20)).id, (await post(20)).status], [created.id, 200])
})

test('a post whose turn comes in time is stored', async () => {
  const waiting = await whileWriting(async () => {
    const asked = post(30)
    await wait(waitMs / 3)
    return { asked }
  })
  assert.equal((await waiting.asked).status, 200)
})

test('the wait for a connection counts, and who gave up never writes', async () => {
  const { connection } = server
  const single = openDatabase({ connection }, { connections: 1, applicationName: 'muster tests' })
  after(() => single.close())
  const inTurn = writingInTurn(single, 200)
  const written: number[] = []
  const write = (number: number) => inTurn(async () => void written.push(number))
  await single.transaction(async () => {
    const since = performance.now()
    for (const one of await Promise.allSettled([write(1), write(2), write(3)])) {
      assert.equal(one.status === 'rejected' && one.reason.code, 'SERVICE_UNAVAILABLE')
    }
    assert.ok(performance.now() - since < 1000)
  })
  await write(4)
  assert.deepEqual(written, [4])
})
