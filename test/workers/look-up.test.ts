// The look-up against a look at everybody: in a village where all are alike, and in a population with the mistakes that
// people make.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { kinds, pairOf } from '../../bench/people/pairs.ts'
import { lineAt, somebodyAt, storedAt } from '../../bench/people/population.ts'
import { recordTypes } from '../../src/api/index.ts'
import type { Database } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { load } from '../../src/load/load.ts'
import { candidateKeys } from '../../src/matching/keys.ts'
import type { Person } from '../../src/matching/person.ts'
import { candidatesFor } from '../../src/store/people/candidates.ts'
import { matchesOf } from '../../src/workers/matches.ts'
import { testDatabase } from '../support/database.ts'
import { worker } from '../support/lines.ts'
import { isLong } from '../support/long.ts'
import { ndjson } from '../support/server.ts'
import { apart, type Given, personIn, scanned, seal, villageLines, villager } from './village.ts'

async function loaded(lines: Iterable<object>, given?: Database) {
  const database = given ?? (await testDatabase()).database
  const { rejected } = await load(database, recordTypes, ndjson(lines), { seal })
  assert.equal(rejected, 0)
  return async (person: Person) =>
    (await matchesOf(database, person, 'nobody')).map(match => match.worker).sort()
}

test('in a village where all are alike, the look-up finds whom a look at everybody finds', async () => {
  const villagers = fc
    .sample(villager, { numRuns: isLong ? 400 : 200, seed: 7 })
    .map((given, at) => apart(given as Given, at))
  const lines = villageLines(villagers)
  const find = await loaded(lines)
  const everybody = new Map(villagers.map((given, at) => [`v${at}`, personIn(given)]))
  let matches = 0
  await fc.assert(
    fc.asyncProperty(villager, fc.nat(5000), async (given, at) => {
      const person = personIn(apart(given as Given, at))
      const found = await find(person)
      matches += found.length
      assert.deepEqual(found, scanned(everybody, person))
    }),
    { numRuns: isLong ? 300 : 30 },
  )
  assert.ok(matches > (isLong ? 1000 : 90), `${matches} matches`)
})

test('with the mistakes that people make, the look-up finds whom a look at everybody finds', async () => {
  const population = isLong ? 1500 : 500
  const find = await loaded(Array.from({ length: population }, (_, index) => lineAt(index)))
  const everybody = new Map(
    Array.from({ length: population }, (_, index) => [`w${index}`, personIn(storedAt(index))]),
  )
  const posts = kinds.flatMap(kind => (isLong ? [0, 1, 2, 3] : [0]).map(at => pairOf(kind, at, population)))
  let known = 0
  for (const { kind, index, posted } of posts) {
    const found = await find(personIn(posted))
    assert.deepEqual(found, scanned(everybody, personIn(posted)), `${kind} of w${index}`)
    if (found.includes(`w${index}`)) known++
  }
  assert.ok(known > posts.length * 0.8, `${known} of ${posts.length} are known`)
  for (let stranger = 0; stranger < 20; stranger++) {
    const person = personIn(somebodyAt(1_000_000 + stranger))
    assert.deepEqual(await find(person), scanned(everybody, person))
  }
})

test('what thousands share makes few candidates, and those who agree in more are among them', async () => {
  const { database } = await testDatabase()
  const shared = { dob: '1980-06-15', code: 'LS9 9ZZ' }
  await database.rows(sql`
    insert into worker_identity (id, n, first, last, dob, postcode, outward, numbers)
    select 'pile' || i, 0, 'f' || i, 'l' || i, ${shared.dob}, 'LS99ZZ', 'LS9', '{}'
    from generate_series(1, 12000) i`)
  const stored: Given[] = [
    { firstName: 'Callum', lastName: 'Hepworth', ...shared },
    { firstName: 'Callum', lastName: 'Hepworth', ...shared, dob: '1981-06-15' },
    { firstName: 'Hepworth', lastName: 'Callum', ...shared },
    { firstName: 'Callum', lastName: 'Hepwroth', ...shared, dob: '1980-06-16' },
  ]
  const find = await loaded(
    stored.map(({ dob, code, ...names }, at) =>
      worker(`own${at}`, {
        ...names,
        dob,
        address: { lineOne: '1 Way', city: 'Leeds', country: 'United Kingdom', code },
      }),
    ),
    database,
  )
  await database.script('analyze worker_identity')
  const person = personIn({ firstName: 'Callum', lastName: 'Hepworth', ...shared })
  const bound = candidateKeys.reduce((sum, { atMost }) => sum + atMost, 0)
  const { length } = await candidatesFor(database, person)
  assert.ok(length <= bound, `${length} candidates, at most ${bound}`)
  assert.deepEqual(await find(person), ['own0', 'own1', 'own2', 'own3'])
})
