// Rows of an export come in groups, over a socket with buffers of its own: whatever their lengths and wherever the bytes
// are cut, they are the rows that are read one by one.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { openDatabase } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { groupedSql, readGroup } from '../../src/store/reading/row-groups.ts'
import { newDatabase } from '../support/database.ts'

const connection = await newDatabase()
const database = openDatabase({ connection }, { connections: 2, applicationName: 'groups' })
await database.script(
  'create schema muster; create table muster.line (id text primary key, place int, clean boolean, record text, part text)',
)
after(() => database.close())

const long = 40_000
const lengths = fc.oneof(
  fc.integer({ min: 2, max: 400 }),
  fc.integer({ min: 3000, max: 9000 }),
  fc.constant(long),
)
const rowsOf = fc.array(
  fc.record({ length: lengths, clean: fc.boolean(), restricted: fc.boolean(), part: fc.option(lengths) }),
  { minLength: 1, maxLength: 400 },
)

test('groups have the rows that are read one by one, whatever their lengths', async () => {
  const session = await database.session({ isLarge: true })
  const placed = sql`select id, place, clean from line`
  const grouped = groupedSql(
    placed,
    // Every other text lies elsewhere by now, and is looked up.
    sql` left join (select id, record from line where place % 2 = 0) t on t.id = page.id join (select id, part from line) p on p.id = page.id`,
    sql`line`,
    [sql`p.part`],
  )
  await fc.assert(
    fc.asyncProperty(rowsOf, async rows => {
      await database.rows(sql`truncate line`)
      await database.rows(sql`
        insert into line select 'r' || n, n - 1, clean = 1, repeat(' ', restricted) || '{' || repeat(chr(97 + n::int % 26), length) || '}',
          '[' || repeat('é', part) || ']'
        from unnest(${rows.map(row => row.length)}::int[], ${rows.map(row => Number(row.clean))}::int[],
          ${rows.map(row => Number(row.restricted))}::int[], ${rows.map(row => row.part)}::int[])
          with ordinality x(length, clean, restricted, part, n)`)
      const { rows: right } = await database.raw(
        sql`select id, clean::text, record, part from line order by place`,
      )
      const { rows: groups, release } = await session.raw(sql`${grouped}`, { once: true })
      const found = groups.flatMap(columns => {
        const { rows: group, long: ids } = readGroup(columns)
        assert.equal(group.lines, undefined, 'groups with Parts are read row by row')
        const each = group.each().map(({ text, clean, parts }, index) => {
          const id = ids.get(index)
          return id === undefined ? [clean, text.toString(), parts[0]?.toString() ?? null] : id
        })
        return each
      })
      release()
      const wanted = right.map(([id, clean, record, part]) => {
        if (Math.max(record!.length, part?.length ?? 0) > 32 * 1024) return id!.toString()
        return [String(clean) === 'true' && record![0] === 0x7b, record!.toString(), part?.toString() ?? null]
      })
      assert.deepEqual(found, wanted)
    }),
    { numRuns: 25 },
  )
  await session.release()
})

test('a group with a line more or less than it has records is refused', () => {
  const columns = (clean: string, text: string) => [Buffer.from(clean), Buffer.from(text)]
  assert.equal(readGroup(columns('11', '{}\n{}')).rows.lines?.toString(), '{}\n{}')
  assert.equal(readGroup(columns('10', '{}\n{}')).rows.lines, undefined)
  assert.equal(readGroup(columns('11', '{}\n {}')).rows.lines, undefined, 'one is restricted')
  assert.throws(() => readGroup(columns('11', '{}')), /2 records were read as 1/)
  assert.throws(() => readGroup(columns('11', '{}\n{}\n{}')), /2 records were read as more/)
})

test('a row that was not given back is never written over', async () => {
  const session = await database.session({ isLarge: true })
  const rows = (seed: number) =>
    session.raw(sql`select repeat(chr(97 + ${seed}::int), 300000) from generate_series(1, 12)`, {
      once: true,
    })
  const { rows: kept } = await rows(0)
  for (let seed = 1; seed < 6; seed++) {
    const { rows: some, release } = await rows(seed)
    for (const [text] of some) assert.equal(text!.toString(), String.fromCharCode(97 + seed).repeat(300_000))
    if (seed % 2) release()
  }
  for (const [text] of kept) assert.equal(text!.toString(), 'a'.repeat(300_000))
  await session.release()
})
