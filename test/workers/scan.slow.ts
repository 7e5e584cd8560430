// Workers that are stored twice: a scan finds each pair once, goes on where it was killed, and does not ask again.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { operations, recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { secretsOf } from '../../src/encryption/secret.ts'
import { closeIncompletePairs } from '../../src/store/people/match-decisions.ts'
import { beginScan, lastScan, takeScan } from '../../src/store/people/match-scan.ts'
import { type MatchRow, matches as storedMatches } from '../../src/store/people/matches.ts'
import { decideMatch } from '../../src/workers/decisions.ts'
import { resealAll } from '../../src/workers/resealing.ts'
import { reviewOf } from '../../src/workers/reviews.ts'
import { continueScan, scanToEnd } from '../../src/workers/scan.ts'
import { undoDecision } from '../../src/workers/undo.ts'
import { command } from '../support/command.ts'
import { urlOf } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { agency, rivals, worker } from '../support/lines.ts'
import { isLong } from '../support/long.ts'
import { masterLists, newcomer, posted } from '../support/newcomer.ts'
import { testServer } from '../support/server.ts'

const secret = 'the master secret of these scans, whole'
const server = await testServer({ operations, types: recordTypes, files: { secrets: [secret] } })
const { database } = server
await server.load([...rivals(), ...masterLists()])
const { secrets, store } = server.files
const guard = { loopback: true } as never
const deciding = { database, secrets, store, guard, trouble: () => {} }
const env = { DATABASE_URL: urlOf(server.connection), MUSTER_SECRET: secret }

type More = Record<string, unknown>

const letters = (text: string, length: number) =>
  [...createHash('sha256').update(text).digest()]
    .slice(0, length)
    .map(byte => String.fromCharCode(97 + (byte % 26)))
    .join('')

/** Loaded people, of whom no two are alike unless they have the same number. */
function person(id: string, number: number, more: More = {}) {
  const [firstName, lastName] = [letters(`first ${number}`, 9), letters(`last ${number}`, 9)]
  const day = new Date(Date.UTC(1950, 0, 2 + (number % 17_000))).toISOString().slice(0, 10)
  const record = {
    firstName,
    lastName,
    dob: day,
    email: `stored${number}@people.example`,
    phone: { countryCode: '+44', number: `7${String(300_000_000 + number)}` },
    gender: 'Male',
    nationality: 'United Kingdom',
    address: {
      lineOne: '1 High Street',
      city: 'Leeds',
      country: 'United Kingdom',
      code: `${letters(`out ${number}`, 2)}${number % 90} 1${letters(`in ${number}`, 2)}`.toUpperCase(),
    },
    ...more,
  }
  return worker(id, { name: `${record.firstName} ${record.lastName}`, ...record })
}

async function scan() {
  await beginScan(database, false)
  return scanToEnd(database)
}

const open = () => storedMatches.rows(database, { state: 'open' })
const pairOf = async (one: string, other: string): Promise<MatchRow | undefined> =>
  (await storedMatches.rows(database)).find(({ workers }) => workers?.join() === [one, other].sort().join())
const by = { by: 'Ada' }

test('a scan finds each pair once, whichever of the two comes first, and a second scan none', async () => {
  await server.load([
    person('z-first', 1),
    person('a-second', 1, { email: 'elsewhere@people.example' }),
    ...Array.from({ length: 250 }, (_, index) => person(`p-${index}`, 10_000 + index * 13)),
  ])
  const first = await scan()
  assert.equal(first.scanned, first.total)
  assert.equal(first.scanned, 254)
  assert.deepEqual(
    (await open()).map(({ kind, workers, candidates }) => ({ kind, workers, candidates })),
    [{ kind: 'pair', workers: ['a-second', 'z-first'], candidates: 1 }],
  )
  assert.equal(first.found, 1)
  assert.equal((await scan()).found, 0)
  assert.equal((await open()).length, 1)
})

test('a pair is shown side by side, field by field with verdict and weight, and who looked is noted', async () => {
  const { id } = (await pairOf('a-second', 'z-first'))!
  const review = (await reviewOf(database, secrets, id))!
  assert.deepEqual([review.kind, review.sent?.worker], ['pair', 'a-second'])
  const [candidate] = review.candidates
  assert.equal(candidate!.worker, 'z-first')
  const verdicts = Object.fromEntries(candidate!.fields.map(({ field, verdict }) => [field, verdict]))
  assert.deepEqual([verdicts.dob, verdicts.phone, verdicts.email], ['same', 'same', 'different'])
  assert.deepEqual(
    review.consequences.map(({ decision, records }) => [decision, records.length]),
    [
      ['link', 3],
      ['different', 3],
      ['dismiss', 3],
    ],
  )
  const [read] = await database.rows<{ operation: string }>(
    sql`select operation from record_read where id = 'z-first' and key_id = 'command line'`,
  )
  assert.equal(read!.operation, 'match show')
})

test('what was decided is not asked again, until one of the two is known by something else', async () => {
  let sequence = 1
  for (const what of ['different', 'dismiss', 'link'] as const) {
    const { id } = (await pairOf('a-second', 'z-first'))!
    await decideMatch(deciding, { attempt: id, ...by }, what)
    assert.equal((await scan()).found, 0, what)
    const unknown = {
      type: 'worker',
      record: { id: 'z-first' },
      facts: { sequence: sequence++ },
      patch: true,
    }
    assert.equal((await server.load([unknown])).counts.updated, 1)
    assert.equal((await scan()).found, 0, 'what nobody is known by does not count')
    await server.load([person('z-first', 1, { email: `after-${what}@people.example` })])
    assert.equal((await scan()).found, 1, what)
    assert.equal((await pairOf('a-second', 'z-first'))!.id, id)
    assert.equal((await pairOf('a-second', 'z-first'))!.state, 'open')
  }
})

test('two who are one person are noted as such, and nothing of them is changed', async () => {
  const { id } = (await pairOf('a-second', 'z-first'))!
  const rows = () => database.rows(sql`select * from worker_text order by id`)
  const before = await rows()
  await assert.rejects(decideMatch(deciding, { attempt: id, ...by }, 'link', 'w1'), /not one of the two/)
  const outcome = await decideMatch(deciding, { attempt: id, ...by }, 'link', 'a-second')
  assert.deepEqual(outcome, { kind: 'pair', spare: 'z-first' })
  assert.deepEqual(await rows(), before)
  assert.equal((await reviewOf(database, secrets, id))!.state, 'linked')
  await assert.rejects(decideMatch(deciding, { attempt: id, ...by }, 'dismiss'), /is linked already/)
  await undoDecision(database, id, by)
  assert.equal((await reviewOf(database, secrets, id))!.state, 'open')
})

test('a decision or an undo is refused where one of the two was changed since it was looked at', async () => {
  const { id } = (await pairOf('a-second', 'z-first'))!
  await server.load([person('z-first', 1, { email: 'changed@people.example' })])
  await assert.rejects(
    decideMatch(deciding, { attempt: id, ...by }, 'different'),
    /z-first was changed since/,
  )
  await reviewOf(database, secrets, id)
  await decideMatch(deciding, { attempt: id, ...by }, 'different')
  await server.load([person('z-first', 1, { email: 'again@people.example' })])
  await assert.rejects(undoDecision(database, id, by), /z-first was changed since/)
})

test('a pair of which one is gone waits no more; one that came back is asked again', async () => {
  await scan()
  const { id } = (await pairOf('a-second', 'z-first'))!
  await server.load([{ type: 'worker', id: 'z-first', deleted: true }])
  assert.deepEqual(await open(), [])
  await assert.rejects(
    decideMatch(deciding, { attempt: id, ...by }, 'different'),
    /z-first was deleted meanwhile/,
  )
  await closeIncompletePairs(database)
  assert.equal((await pairOf('a-second', 'z-first'))!.state, 'closed')
  await server.load([person('z-first', 1)])
  assert.equal((await scan()).found, 1)
})

test('a pair that became unlike is closed when it is looked at', async () => {
  const { id } = (await pairOf('a-second', 'z-first'))!
  await server.load([person('z-first', 2)])
  assert.equal((await reviewOf(database, secrets, id))!.state, 'closed')
  assert.equal((await scan()).found, 0)
})

test('contacts that five share, or that are the agency’s own, make no pair', async () => {
  /** Two of these are a pair if their e-mail says anything. */
  const some = (name: string, number: number, count: number, more: More) =>
    Array.from({ length: count }, (_, index) =>
      person(`${name}-${index}`, number + index * 29, {
        lastName: letters(name, 9),
        dob: undefined,
        phone: undefined,
        ...more,
      }),
    )
  await server.load([
    agency('a3', { email: 'desk@a3.example' }),
    ...some('two', 30_000, 2, { email: 'both@people.example' }),
    ...some('shared', 31_000, 7, { email: 'office@agency.example' }),
    ...some('own', 32_000, 2, { email: 'desk@a3.example', agencies: [{ id: 'a3', active: true }] }),
  ])
  assert.equal((await scan()).found, 1)
  assert.equal((await pairOf('two-0', 'two-1'))!.state, 'open')
})

test('whom the operator created as somebody else is not brought up as a pair', async () => {
  const key = await server.key('agency', ['a1'])
  const other = await server.key('agency', ['a2'])
  assert.equal((await server.get('/workers', key, posted(newcomer(50)))).status, 200)
  const again = posted(newcomer(50, { agencyId: 'B-50' }))
  assert.equal((await server.get('/workers', other, again)).status, 409)
  const [{ id } = { id: '' }] = (await open()).filter(({ kind }) => kind === 'submission')
  await decideMatch(deciding, { attempt: id, ...by }, 'different')
  assert.equal((await scan()).found, 0)
  await undoDecision(database, id, by)
  assert.ok((await open()).some(one => one.id === id))
  assert.equal((await scan()).found, 0, 'the worker is gone again')
  await decideMatch(deciding, { attempt: id, ...by }, 'dismiss')
})

test('a change of the master secret does not bring decided pairs again', async () => {
  const facts = { nationalIns: 'AB123456C' }
  await server.load([
    { ...person('ni-1', 3), facts },
    { ...person('ni-2', 4), facts },
  ])
  assert.equal((await scan()).found, 1)
  const { id } = (await pairOf('ni-1', 'ni-2'))!
  await decideMatch(deciding, { attempt: id, ...by }, 'different')
  await resealAll(database, recordTypes, secretsOf(['another master secret, whole and long', secret]))
  assert.equal((await scan()).found, 0)
  await resealAll(database, recordTypes, secretsOf([secret, 'another master secret, whole and long']))
})

test('one process scans at a time, and whoever comes second watches', async () => {
  const turn = (await takeScan(database))!
  await beginScan(database, true)
  assert.equal(await continueScan(database), false)
  const watching = scanToEnd(database)
  await turn.release()
  assert.ok((await watching).finishedAt)
})

test('a scan begun anew while another runs is not moved on by that one', async () => {
  await beginScan(database, true)
  let begun = false
  const scanned = await scanToEnd(database, {
    progress: ({ scanned }) => {
      if (scanned > 0 && !begun) {
        begun = true
        void beginScan(database, true)
      }
    },
  })
  assert.equal(scanned.scanned, scanned.total)
})

test('a scan that is killed goes on where it was, and misses nobody', async () => {
  const count = isLong ? 1200 : 400
  await server.load(
    Array.from({ length: 2 * count }, (_, index) => person(`k-${index}`, 100_000 + (index % count) * 13)),
  )
  await beginScan(database, true)
  const muster = fileURLToPath(new URL('../../muster', import.meta.url))
  const child = spawn(muster, ['matches', 'scan', '--json'], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
    detached: true,
  })
  const closed = once(child, 'close')
  await eventually('some are scanned', async () => {
    assert.equal(child.exitCode, null, 'it ended before it was killed')
    return (await lastScan(database))!.scanned > 0
  })
  process.kill(-child.pid!, 'SIGKILL')
  await closed
  const killed = (await lastScan(database))!
  assert.ok(killed.finishedAt === undefined && killed.scanned > 0 && killed.scanned < killed.total)
  const done = await command(['matches', 'scan'], env)
  assert.equal(done.code, 0, done.stderr)
  assert.match(done.stderr, /Going on after [\d,]+ workers/)
  const finished = (await lastScan(database))!
  assert.deepEqual([finished.round, finished.scanned], [killed.round, finished.total])
  const pairs = (await open()).flatMap(({ workers }) => (workers ? [workers.join()] : []))
  assert.equal(new Set(pairs).size, pairs.length)
  for (let index = 0; index < count; index++)
    assert.ok(pairs.includes([`k-${index}`, `k-${index + count}`].sort().join()), `k-${index}`)
})
