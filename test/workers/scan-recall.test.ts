// A scan against a look at every pair: it finds whom either of the two would be refused for, were they sent again.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { recordTypes } from '../../src/api/index.ts'
import { load } from '../../src/load/load.ts'
import { beginScan } from '../../src/store/people/match-scan.ts'
import { matches as storedMatches } from '../../src/store/people/matches.ts'
import { scanToEnd } from '../../src/workers/scan.ts'
import { testDatabase } from '../support/database.ts'
import { isLong } from '../support/long.ts'
import { ndjson } from '../support/server.ts'
import { apart, type Given, personIn, scanned, seal, villageLines, villager } from './village.ts'

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

test(`in a village where all are alike, a scan finds every pair that a look at all pairs finds (SEED=${seed})`, async () => {
  const { database } = await testDatabase()
  const villagers = fc
    .sample(villager, { numRuns: isLong ? 400 : 120, seed })
    .map((given, at) => apart(given as Given, at))
  const { rejected } = await load(database, recordTypes, ndjson(villageLines(villagers)), { seal })
  assert.equal(rejected, 0)
  const people = villagers.map((given, at) => [`v${at}`, personIn(given)] as const)
  const wanted = new Set<string>()
  for (const [id, person] of people) {
    const others = new Map(people.filter(([other]) => other !== id))
    for (const other of scanned(others, person)) wanted.add([id, other].sort().join())
  }
  await beginScan(database, false)
  const { found } = await scanToEnd(database, { atOnce: 4 })
  const pairs = (await storedMatches.rows(database, { state: 'open' })).map(({ workers }) => workers!.join())
  assert.deepEqual(pairs.toSorted(), [...wanted].sort())
  assert.equal(found, wanted.size)
  assert.ok(wanted.size > (isLong ? 1000 : 80), `${wanted.size} pairs`)
})
