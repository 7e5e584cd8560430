// Rows are read into memory that is used again. Whatever their lengths, however many are read at once, and whichever
// connection breaks meanwhile: what was taken is never overwritten.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { copied, openDatabase } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { newDatabase } from '../support/database.ts'

const connection = await newDatabase()
const database = openDatabase({ connection }, { connections: 3, applicationName: 'memory' })
after(() => database.close())

const lengths = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 5000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 60_000, max: 70_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 250_000, max: 600_000 }) },
)
const asked = fc.record({
  lengths: fc.array(fc.option(lengths), { maxLength: 60 }),
  /** Whether the rows are copied from where they were read, or stay there. */
  isCopied: fc.boolean(),
  parsed: fc.boolean(),
})

const letter = (asking: number, row: number) => String.fromCharCode(97 + ((asking * 7 + row) % 26))

const textOf = (length: number | null, asking: number, row: number) =>
  length === null ? null : letter(asking, row).repeat(length)

const rowsSql = (lengths: readonly (number | null)[], asking: number) => sql`
  select n::text as place, repeat(chr(97 + (${asking}::int * 7 + n::int - 1) % 26), length) as text
  from unnest(${lengths}::int[]) with ordinality x(length, n) order by n`

test('what was taken stays as it was, whatever is read after it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { minLength: 1, maxLength: 12 }), async all => {
      const taken = await Promise.all(
        all.map(async ({ lengths, isCopied, parsed }, asking) => {
          if (parsed) {
            const rows = await database.rows<{ text: string | null }>(rowsSql(lengths, asking))
            return rows.map(({ text }) => text)
          }
          const found = await database.raw(rowsSql(lengths, asking))
          const kept = isCopied ? copied(found) : found.rows
          return () => kept.map(([, text]) => text?.toString() ?? null)
        }),
      )
      for (const [asking, { lengths }] of all.entries()) {
        const rows = taken[asking]!
        const found = typeof rows === 'function' ? rows() : rows
        assert.deepEqual(
          found,
          lengths.map((length, row) => textOf(length, asking, row)),
        )
      }
    }),
    { numRuns: 60 },
  )
})

test('a connection that breaks in the middle of its rows takes nothing of others with it', async () => {
  const sizes = Array.from({ length: 40 }, (_, at) => 1000 + at * 997)
  for (let round = 0; round < 10; round++) {
    const kept = copied(await database.raw(rowsSql(sizes, round)))
    const ending = database.raw(sql`
      select repeat('!', 9000), case when n = 30 then pg_terminate_backend(pg_backend_pid())::text end
      from generate_series(1, 60) n`)
    await assert.rejects(ending)
    const later = copied(await database.raw(rowsSql(sizes, round + 1)))
    for (const [rows, asking] of [
      [kept, round],
      [later, round + 1],
    ] as const)
      assert.deepEqual(
        rows.map(([, text]) => text!.toString()),
        sizes.map((length, row) => textOf(length, asking, row)),
      )
  }
})
