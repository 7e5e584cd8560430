// Statements of texts alone are answered in binary form: the same bytes as in text form, whatever else is asked meanwhile,
// prepared or not, of PostgreSQL directly or through an address.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { openDatabase } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { newDatabase, urlOf } from '../support/database.ts'

const connection = await newDatabase()
const options = { connections: 2, applicationName: 'binary texts' }
const embedded = openDatabase({ connection }, options)
const addressed = openDatabase({ url: urlOf(connection) }, options)
after(() => Promise.all([embedded.close(), addressed.close()]))

const places = [embedded, addressed]
const texts = fc.array(
  fc.option(fc.string({ unit: 'binary', maxLength: 300 }).map(text => text.replaceAll('\0', ''))),
  {
    minLength: 1,
    maxLength: 20,
  },
)

test('a number shows which form was asked for', async () => {
  const one = sql`select ${258}::int`
  for (const place of places) {
    assert.deepEqual((await place.raw(one)).rows[0], [Buffer.from([0, 0, 1, 2])])
    assert.deepEqual(await place.rows(one), [{ int4: 258 }])
  }
})

test('texts are the same in both forms, many at once and between other statements', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 8 }), fc.boolean(), async (lists, once) => {
      for (const place of places) {
        const asked = lists.flatMap(list => {
          const statement = sql`select text, 'x' from unnest(${list}::text[]) with ordinality x(text, n) order by n`
          return [
            place
              .raw(statement, { once })
              .then(({ rows }) => rows.map(([text, x]) => [text?.toString() ?? null, x!.toString()])),
            place
              .rows<{ text: string | null }>(statement, { once })
              .then(rows => rows.map(({ text }) => [text, 'x'])),
          ]
        })
        const found = await Promise.all(asked)
        assert.deepEqual(
          found,
          lists.flatMap(list => [list.map(text => [text, 'x']), list.map(text => [text, 'x'])]),
        )
      }
    }),
    { numRuns: 60 },
  )
})

test('a statement that fails leaves the connection as it was, in a transaction too', async () => {
  for (const place of places) {
    await assert.rejects(place.raw(sql`select (1 / ${0}::int)::text`), { code: '22012' })
    const found = await place.transaction(async tx => {
      await tx.script('create temporary table if not exists kept (text text)')
      await tx.copyIn(sql`copy kept from stdin`, ['one\n', 'two\n'])
      return tx.raw(sql`select text from kept order by text`)
    })
    assert.deepEqual(found.rows.flat().map(String), ['one', 'two'])
  }
})
