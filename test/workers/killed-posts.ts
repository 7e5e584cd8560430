// A server that is killed in the middle of posts, again and again: what it acknowledged is whole, what it did not
// is whole or not there, and repeating it under its name makes it once.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { recordTypes } from '../../src/api/index.ts'
import { scopesFor } from '../../src/api/scopes.ts'
import { sql } from '../../src/database/sql.ts'
import { openFileStore } from '../../src/files/open-files.ts'
import { sweepFiles } from '../../src/files/sweep.ts'
import { load } from '../../src/load/load.ts'
import { createKey } from '../../src/store/keys/keys.ts'
import { readFiles } from '../../src/store/writing/file-rows.ts'
import { testDatabase, urlOf } from '../support/database.ts'
import { rivals } from '../support/lines.ts'
import { largePdf, masterLists, newcomer, paper, posted } from '../support/newcomer.ts'
import { dataFolder, stop, type Up, up } from '../support/process.ts'
import { ndjson } from '../support/server.ts'

const postsAtOnce = 6
const filesOfEach = 3

export type Tally = { rounds: number; acknowledged: number; cutOff: number; committedUnheard: number }

export async function killRounds(rounds: number, random: () => number): Promise<Tally> {
  const { database, connection } = await testDatabase()
  await load(database, recordTypes, ndjson([...rivals(), ...masterLists()]))
  const env = {
    DATABASE_URL: urlOf(connection),
    MUSTER_SECRET: 's'.repeat(32),
    LOG_LEVEL: 'warn',
  }
  const data = await dataFolder()
  const { secret } = await createKey(database, {
    kind: 'agency',
    owners: ['a1'],
    name: 'k',
    scopes: scopesFor('agency'),
    perMinute: 1_000_000,
    perDay: 100_000_000,
  })
  const store = await openFileStore({ data, s3: undefined }, database)

  const post = async (server: Up, number: number): Promise<string | undefined> => {
    const { headers, ...init } = posted(bodyOf(number), { 'Idempotency-Key': `person-${number}` })
    const response = await fetch(`${server.baseUrl}/workers`, {
      ...init,
      headers: { ...headers, Authorization: `Bearer ${secret}` },
    })
    const answer = (await response.json()) as { data?: { id: string } }
    assert.equal(response.status, 200, JSON.stringify(answer))
    return answer.data!.id
  }

  /** The worker of each number, whole to the last byte; undefined where it is not there. */
  const workerOf = async (number: number): Promise<string | undefined> => {
    const rows = await database.rows<{ id: string; record: string }>(sql`
      select m.id, t.record from worker_member m
      join worker w using (id) join worker_text t using (id) join worker_identity i using (id)
      where m.agency_id = ${`AG-${number}`}`)
    const [members] = await database.rows<{ n: number }>(
      sql`select count(*)::int as n from worker_member where agency_id = ${`AG-${number}`}`,
    )
    assert.equal(rows.length, members!.n, 'a worker is in all its tables or in none')
    assert.ok(rows.length <= 1, `person ${number} was made ${rows.length} times`)
    const [row] = rows
    if (!row) return undefined
    const ids = row.record.split('\u0001').filter((_, at) => at % 2 === 1)
    assert.equal(ids.length, filesOfEach)
    const files = await readFiles(database, ids)
    for (const id of ids) {
      const { storageKey, sha256 } = files.get(id)!
      const content = await buffer((await store.get(storageKey)).stream)
      assert.equal(createHash('sha256').update(content).digest('hex'), sha256)
    }
    return row.id
  }

  const tally: Tally = { rounds, acknowledged: 0, cutOff: 0, committedUnheard: 0 }
  let left: number[] = []
  let spanMs = 600
  for (let round = 0; round < rounds; round++) {
    const server = await up(data, [], env)
    for (const number of left) {
      const before = await workerOf(number)
      assert.equal(
        await post(server, number),
        before ?? (await workerOf(number)),
        'repeated, it is the same one',
      )
    }
    const numbers = Array.from({ length: postsAtOnce }, (_, index) => round * postsAtOnce + index)
    const all = Promise.allSettled(numbers.map(number => post(server, number)))
    await wait(random() * spanMs)
    await stop(server, 'SIGKILL')
    const outcomes = await all
    left = []
    const heard = outcomes.filter(({ status }) => status === 'fulfilled').length
    // So that the kill falls among the answers, however fast the machine is.
    spanMs *= heard === 0 ? 1.5 : heard === postsAtOnce ? 0.75 : 1
    for (const [index, outcome] of outcomes.entries()) {
      const number = numbers[index]!
      if (outcome.status === 'fulfilled') {
        tally.acknowledged++
        assert.equal(await workerOf(number), outcome.value, 'what was acknowledged is there')
      } else {
        if (outcome.reason instanceof assert.AssertionError) throw outcome.reason
        tally.cutOff++
        left.push(number)
        if (await workerOf(number)) tally.committedUnheard++
      }
    }
  }
  await sweepFiles(database, store, new Date(Date.now() + 2 * 3_600_000))
  const rows = await database.rows<{ storage_key: string }>(sql`select storage_key from file`)
  const kept: string[] = []
  for await (const { key } of store.list()) kept.push(key)
  assert.deepEqual(
    kept.sort(),
    rows.map(row => row.storage_key).sort(),
    'no file is left over, and none is missing',
  )
  return tally
}

/** Of different sizes, so that the moments differ. */
const bodyOf = (number: number) =>
  newcomer(number, {
    attachments: [
      paper('cv'),
      paper('course', {
        files: [{ fileName: 'large.pdf', content: largePdf(20_000 + (number % 5) * 400_000, number) }],
      }),
    ],
    rightToWork: [
      paper('passport', { documentNumber: String(100_000_000 + number), expiration: '2031-01-01' }),
    ],
  })
