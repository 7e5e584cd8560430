// How long it takes to decide whether somebody is known, against a million workers: strangers, and people who are
// there under a slightly other spelling. `npm run bench:matching -- [--workers 1000000] [--data FOLDER]`
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { recordTypes } from '../src/api/index.ts'
import { identityRows, numberRows, personIn } from '../src/api/worker-identity.ts'
import { personOf as demoPerson } from '../src/demo/names.ts'
import type { ColumnValue } from '../src/kernel/columns.ts'
import { nationalNumber } from '../src/matching/identity-numbers.ts'
import type { Person } from '../src/matching/person.ts'
import { sealOf } from '../src/sealing.ts'
import { secretsOf } from '../src/secret.ts'
import { copy } from '../src/store/copy.ts'
import { type Database, openDatabase } from '../src/store/database.ts'
import { startDatabase, stopDatabase } from '../src/store/embedded.ts'
import { prepare } from '../src/store/home.ts'
import { sql } from '../src/store/sql.ts'
import { matchesOf } from '../src/workers/matches.ts'
import { progress, table } from './table.ts'

const targetMs = 20

const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '1000000' },
    data: { type: 'string', default: join(tmpdir(), 'muster-bench-matching') },
    decisions: { type: 'string', default: '400' },
  },
})
const workers = Number(values.workers)
const decisions = Number(values.decisions)
const seal = sealOf(secretsOf(['the master secret of a bench, which is none']))

/** Numbers that look thrown, the same each time. */
const thrown = (seed: number, below: number) => {
  let value = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return ((value ^ (value >>> 16)) >>> 0) % below
}

const letters = 'ABCEGHJKLMNPRSTWXYZ'
const two = (value: number) => String(value).padStart(2, '0')

/** The demo's names, spread over forty years and all postcodes; one in thirty uses a telephone that others use. */
function workerAt(index: number) {
  const { firstName, lastName, gender, nationality } = demoPerson(thrown(index, 1_000_000))
  const at = (salt: number, below: number) => thrown(index * 31 + salt, below)
  const letter = (salt: number) => letters[at(salt, letters.length)]!
  const number = `${letter(1)}${letter(2)}${String(at(3, 1_000_000)).padStart(6, '0')}A`
  const shared = at(4, 30) === 0
  return {
    record: {
      firstName,
      lastName,
      gender,
      nationality,
      dob: `${1960 + at(5, 45)}-${two(1 + at(6, 12))}-${two(1 + at(7, 28))}T00:00:00.000Z`,
      email: `${firstName}.${lastName}${index}@mail.example`,
      address: { code: `${letter(8)}${at(9, 90) + 1} ${at(10, 9) + 1}AB` },
      agencies: [],
    },
    facts: {
      nationalIns: seal.close(nationalNumber(number)),
      e164: `+447${String(shared ? at(11, 500) : 100_000_000 + index).padStart(9, '0')}`,
    },
  }
}

type Cells = ColumnValue[]

/** The rows that the writer keeps beside workers, as it makes them; nothing else of a worker is looked at. */
async function fill(database: Database): Promise<void> {
  const [known] = await database.rows<{ n: string }>(sql`select count(*) as n from worker_identity`)
  if (Number(known!.n) === workers) return
  const step = 20_000
  for (let from = 0; from < workers; from += step) {
    const identities: Cells[] = []
    const numbers: Cells[] = []
    for (let index = from; index < Math.min(from + step, workers); index++) {
      const stored = workerAt(index)
      const id = `w${index}`
      identities.push(...identityRows.rows(stored).map(row => [id, 0, ...row]))
      numbers.push(...numberRows.rows(stored).map((row, n) => [id, n, ...row]))
    }
    await database.transaction(async tx => {
      const columns = (child: typeof identityRows) => ['id', 'n', ...child.columns.map(column => column.name)]
      await copy(tx, 'worker_identity', columns(identityRows), identities)
      await copy(tx, 'worker_number', columns(numberRows), numbers)
    })
    progress(`${(from + step).toLocaleString('en-GB')} workers`)
  }
  await database.script('vacuum (analyze) worker_identity; ')
  await database.script('vacuum (analyze) worker_number')
}

/** One who is there, with the e-mail changed, a number that is not known and a letter more in the name. */
function respelt(index: number): Person {
  const person = personIn(workerAt(index))
  return { ...person, last: `${person.last}e`, email: `new${index}@mail.example`, numbers: ['ni:unknown'] }
}

async function measure(database: Database, name: string, personOf: (index: number) => Person) {
  const times: number[] = []
  let found = 0
  for (let at = 0; at < decisions; at++) {
    const person = personOf(at)
    const began = performance.now()
    const matches = await matchesOf(database, person, 'nobody')
    times.push(performance.now() - began)
    if (matches.length > 0) found++
  }
  times.sort((one, other) => one - other)
  const quantile = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))]!
  return { name, medianMs: quantile(0.5), p95Ms: quantile(0.95), p99Ms: quantile(0.99), found }
}

const { connection } = await startDatabase(values.data, () => {})
const database = openDatabase({ connection }, { connections: 4, applicationName: 'muster bench' })
try {
  await prepare(database, recordTypes)
  await fill(database)
  const measured = [
    await measure(database, 'strangers', at => personIn(workerAt(workers + 1 + at))),
    await measure(database, 'known, spelt otherwise', at => respelt(thrown(at, workers))),
    await measure(database, 'known, as they are', at => personIn(workerAt(thrown(at + 7, workers)))),
  ]
  process.stdout.write(`Against ${workers.toLocaleString('en-GB')} workers, ${decisions} decisions each:\n\n`)
  table(
    ['', 'median ms', 'p95 ms', 'p99 ms', 'matched'],
    measured.map(({ name, medianMs, p95Ms, p99Ms, found }) => [
      name,
      medianMs.toFixed(2),
      p95Ms.toFixed(2),
      p99Ms.toFixed(2),
      String(found),
    ]),
  )
  if (measured.some(({ medianMs }) => medianMs >= targetMs)) process.exitCode = 1
} finally {
  await database.close()
  await stopDatabase(values.data)
}
