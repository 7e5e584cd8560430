// The look-up against a look at everybody: in a village where all are alike, and in a population with the mistakes that
// people make.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { kinds, pairOf } from '../../bench/people/pairs.ts'
import { lineAt, type Somebody, somebodyAt, storedAt } from '../../bench/people/population.ts'
import { recordTypes } from '../../src/api/index.ts'
import { load } from '../../src/load/load.ts'
import { plainEmail } from '../../src/matching/contacts.ts'
import { nationalNumber } from '../../src/matching/identity-numbers.ts'
import { keys } from '../../src/matching/keys.ts'
import { type Person, personOf } from '../../src/matching/person.ts'
import { compare, sharedBy } from '../../src/matching/score.ts'
import { sealOf } from '../../src/sealing.ts'
import { secretsOf } from '../../src/secret.ts'
import { candidatesFor } from '../../src/store/candidates.ts'
import type { Database } from '../../src/store/database.ts'
import { sql } from '../../src/store/sql.ts'
import { matchesOf } from '../../src/workers/matches.ts'
import { testDatabase } from '../support/database.ts'
import { worker } from '../support/lines.ts'
import { ndjson } from '../support/server.ts'

const seal = sealOf(secretsOf(['the master secret of look-ups']))

type Given = Partial<Somebody> & Pick<Somebody, 'firstName' | 'lastName'>

function personIn({ email, nationalIns, ...given }: Given): Person {
  const numbers = nationalIns ? seal.hashes(nationalNumber(nationalIns).foundBy) : []
  return personOf({ ...given, email: email && plainEmail(email), numbers })
}

/** Everybody among those who are stored whose score is a match, by their ids. */
function scanned(everybody: ReadonlyMap<string, Person>, person: Person): string[] {
  const sharing = (field: 'email' | 'phone') =>
    [...everybody.values()].filter(one => one[field] === person[field]).length >= sharedBy
  const blunt = { email: sharing('email'), phone: sharing('phone') }
  return [...everybody].flatMap(([id, known]) => (compare(person, known, blunt).match ? [id] : [])).sort()
}

async function loaded(lines: Iterable<object>, given?: Database) {
  const database = given ?? (await testDatabase()).database
  const { rejected } = await load(database, recordTypes, ndjson(lines), { seal })
  assert.equal(rejected, 0)
  return async (person: Person) =>
    (await matchesOf(database, person, 'nobody')).map(match => match.worker).sort()
}

const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 6 })
const days = [
  '1988-07-04',
  '1988-04-07',
  '1988-07-05',
  '1978-07-04',
  '1988-08-04',
  '1988-01-01',
  '1971-11-30',
]
const villager = fc.record({
  firstName: fc.constantFrom('Frederick', 'Freddie', 'Fredrick', 'F', 'Paul', 'John', 'Coghlan', 'Zoltan'),
  lastName: fc.constantFrom(
    ...['Coghlan', 'Coghaln', 'Cockallen', 'Coghlan-Garside', 'Garside', 'Smith', 'Frederick', 'Zeller'],
  ),
  dob: maybe(days),
  code: maybe(['M1 1AE', 'M1 1AF', 'M1 9ZZ', 'EH1 1YZ', 'D02 X285', 'D02 Y123', '00-950']),
  email: maybe(['one@x.example', 'two@x.example', 'office@x.example', 'office@x.example']),
  phone: maybe(['+447700900001', '+447700900002', '+442079460000']),
  gender: maybe(['Male', 'Female']),
  nationality: maybe(['Ireland', 'Poland']),
  nationalIns: maybe(['PZ123456A', 'PZ123457B', 'PZ123458C']),
})

/** What only some have is rare, or everybody would share it. */
const apart = (given: Given, index: number): Given => ({
  ...given,
  ...(index % 8 > 0 && given.email && { email: `${index}@x.example` }),
  ...(index % 8 > 1 && given.phone && { phone: `+4477${10_000_000 + index}` }),
  ...(index % 8 > 2 && given.nationalIns && { nationalIns: `CR${100_000 + index}A` }),
})

test('in a village where all are alike, the look-up finds whom a look at everybody finds', async () => {
  const villagers = fc
    .sample(villager, { numRuns: 400, seed: 7 })
    .map((given, at) => apart(given as Given, at))
  const lines = villagers.map(({ firstName, lastName, nationalIns, phone, code, ...shown }, at) => ({
    ...worker(`v${at}`, {
      ...shown,
      firstName,
      lastName,
      ...(code && { address: { lineOne: '1 Green', city: 'Ham', country: 'Ireland', code } }),
    }),
    facts: { nationalIns, e164: phone },
  }))
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
    { numRuns: 300 },
  )
  assert.ok(matches > 1000, `${matches} matches`)
})

test('with the mistakes that people make, the look-up finds whom a look at everybody finds', async () => {
  const population = 1500
  const find = await loaded(Array.from({ length: population }, (_, index) => lineAt(index)))
  const everybody = new Map(
    Array.from({ length: population }, (_, index) => [`w${index}`, personIn(storedAt(index))]),
  )
  const posts = kinds.flatMap(kind => [0, 1, 2, 3].map(at => pairOf(kind, at, population)))
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
  const bound = keys.reduce((sum, { atMost }) => sum + atMost, 0)
  const { length } = await candidatesFor(database, person)
  assert.ok(length <= bound, `${length} candidates, at most ${bound}`)
  assert.deepEqual(await find(person), ['own0', 'own1', 'own2', 'own3'])
})
