// Which statements of pages are prepared: those that are asked again and again and whose plan does not hang on values.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RepeatedTexts } from '../../src/database/pool.ts'
import { sql } from '../../src/database/sql.ts'
import { rivals, timesheet } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

test('a statement is prepared when it comes for the fourth time, and a hundred at most', () => {
  const repeated = new RepeatedTexts()
  assert.deepEqual(
    [1, 2, 3, 4, 5].map(() => repeated.isWorthPreparing('one')),
    [false, false, false, true, true],
  )
  for (let n = 0; n < 5000; n++) assert.equal(repeated.isWorthPreparing(`once ${n}`), false)
  const prepared = Array.from({ length: 200 }, (_, n) =>
    [1, 2, 3, 4].map(() => repeated.isWorthPreparing(`form ${n}`)).at(-1),
  )
  assert.equal(prepared.filter(Boolean).length, 99)
  assert.equal(repeated.isWorthPreparing('one'), true)
})

test('pages by one value, and later ones, are planned once; those by days are planned for their days', async () => {
  const server = await testServer()
  const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
  await server.load([...rivals(), ...Array.from({ length: 60 }, (_, n) => timesheet(`t${n}`, of))])
  const key = await server.key('company', ['c1'])
  const preparedFor = async (paths: readonly string[]) => {
    for (const path of paths) assert.equal((await server.get(path, key)).status, 200)
    // Each connection has its own, and only its own can be seen from it.
    const seen = await Promise.all(
      Array.from({ length: 16 }, () =>
        server.database.rows<{ statement: string }>(sql`select statement from pg_prepared_statements`),
      ),
    )
    return (words: string) => seen.flat().some(({ statement }) => statement.includes(words))
  }
  const sites = Array.from({ length: 24 }, (_, n) => `/timesheets?site=s${n}&limit=20`)
  const days = Array.from({ length: 24 }, (_, n) => `/timesheets?from=2026-01-${10 + (n % 19)}&limit=25`)
  const odd = Array.from({ length: 24 }, (_, n) => `/timesheets?site=s${n}&limit=7`)
  const has = await preparedFor([...sites, ...days, ...odd])
  assert.ok(has('limit 20'), 'by one site')
  assert.ok(!has('limit 25'), 'by days')
  assert.ok(!has('limit 7'), 'as long as hardly anybody asks for')
})
