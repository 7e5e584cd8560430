// One of each kind of thing that can be asked of a connection, with what comes of it in a form that can be compared.
import type { Connection } from '../../../src/postgres/connection.ts'
import { Cursor } from '../../../src/postgres/cursor.ts'
import { CopyIn, CopyOut, Script } from '../../../src/postgres/script.ts'
import { BytesStatement, copyRows, Description, RowsStatement } from '../../../src/postgres/statement.ts'

export type Kind = { name: string; run(connection: Connection): Promise<unknown> }

export const rows = (
  connection: Connection,
  text: string,
  parameters: readonly unknown[] = [],
  kept = false,
) => connection.ask(new RowsStatement(text, parameters, kept)).done

export const script = (connection: Connection, text: string) => connection.ask(new Script(text)).done

export const bytes = async (
  connection: Connection,
  text: string,
  parameters: readonly unknown[] = [],
  kept = false,
) => {
  const found = copyRows(await connection.ask(new BytesStatement(text, parameters, kept)).done)
  return found.map(row => row.map(column => column?.toString('hex') ?? null))
}

/** A failure as what it says; what should have failed and did not is said as well. */
export const failure = (asked: Promise<unknown>) =>
  asked.then(
    value => ({ value }),
    ({ name, code, message, detail }) => ({ name, code, message, detail }),
  )

const values = `select $1::int4 as number, $2::text as words, $3::timestamptz as moment, $4::bytea as bytes,
  $5::text[] as several, $6::jsonb as document, null as nothing, 12.50::numeric as price`
const given = [
  -7,
  'zwölf Boxkämpfer €',
  new Date('1999-12-31T23:59:59.001Z'),
  Buffer.from([0, 255, 10]),
  ['a"b\\', null, ''],
  { a: [1] },
]
const series = (count: number) => `select i, 'row ' || i as words from generate_series(1, ${count}) i`

async function copyOut(connection: Connection, text: string): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of await connection.ask(new CopyOut(text)).rows) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

async function cursor(connection: Connection, text: string, batch: number): Promise<unknown> {
  const batches: unknown[] = []
  for await (const each of connection.ask(new Cursor(text, [], batch)).batches(connection)) batches.push(each)
  return batches
}

/** Each leaves the connection as it found it, but for what it prepared and temporary tables that it drops first. */
export const kinds: readonly Kind[] = [
  { name: 'rows, for once', run: c => rows(c, values, given) },
  {
    name: 'rows, prepared and asked again',
    run: async c => [await rows(c, values, given, true), await rows(c, values, given, true)],
  },
  { name: 'bytes, for once', run: c => bytes(c, series(20)) },
  {
    name: 'bytes, prepared',
    run: async c => [
      await bytes(c, `${series(20)} where i > $1`, [10], true),
      await bytes(c, `${series(20)} where i > $1`, [15], true),
    ],
  },
  { name: 'a row longer than is read at once', run: c => bytes(c, `select repeat('0123456789', 100000)`) },
  { name: 'the columns of a statement', run: c => c.ask(new Description(values, given, false)).done },
  {
    name: 'a script',
    run: async c => {
      const asked = c.ask(new Script('select 1; select 2; create temp table s (a int); drop table s'))
      await asked.done
      return asked.tag
    },
  },
  {
    name: 'a transaction',
    run: async c => {
      await script(c, 'begin')
      await script(c, 'create temp table t (a int) on commit drop')
      const written = await rows(c, 'insert into t select generate_series(1, $1::int) returning a', [3])
      const during = c.isIdle
      await script(c, 'commit')
      return { written, during, after: c.isIdle }
    },
  },
  {
    name: 'a copy in, and one out',
    run: async c => {
      await script(c, 'create temp table copied (a int, b text)')
      const lines = Array.from({ length: 300 }, (_, i) => `${i}\tline ${'x'.repeat(i)}\n`)
      await c.ask(new CopyIn('copy copied from stdin', lines)).done
      const out = await copyOut(c, 'copy copied to stdout')
      await script(c, 'drop table copied')
      return { same: out === lines.join(''), out }
    },
  },
  { name: 'a cursor', run: c => cursor(c, series(25), 10) },
  { name: 'a cursor that ends with a batch', run: c => cursor(c, series(20), 10) },
  { name: 'an empty result', run: c => rows(c, 'select 1 as one where false') },
  { name: 'nothing at all', run: c => rows(c, '') },
  { name: 'a statement that cannot be read', run: c => failure(rows(c, 'selekt 1', [], true)) },
  {
    name: 'a statement that fails among its rows',
    run: c => failure(bytes(c, 'select 1 / (i - 5) from generate_series(1, 9) i')),
  },
  { name: 'a value that PostgreSQL does not take', run: c => failure(rows(c, 'select $1::int4', ['seven'])) },
  { name: 'a value that we do not take', run: c => failure(rows(c, 'select $1::int4', [undefined])) },
  {
    name: 'a copy that is refused',
    run: c => failure(c.ask(new CopyIn('copy nowhere from stdin', ['1\n'])).done),
  },
  {
    name: 'a copy whose rows run out',
    run: async c => {
      await script(c, 'create temp table broken (a int)')
      const lines = function* () {
        yield '1\n'
        throw new Error('No more of them')
      }
      const said = await failure(c.ask(new CopyIn('copy broken from stdin', lines())).done)
      const left = await rows(c, 'select count(*)::int as count from broken')
      await script(c, 'drop table broken')
      return { said, left }
    },
  },
  {
    name: 'many at once',
    run: c =>
      Promise.all(
        Array.from({ length: 40 }, (_, i): Promise<unknown> => {
          if (i % 8 === 1) return failure(rows(c, `select 1 / $1::int`, [0], true))
          if (i % 8 === 3) return script(c, `select ${i}`)
          if (i % 8 === 5) return copyOut(c, `copy (select ${i}, repeat('y', 900)) to stdout`)
          if (i % 8 === 7) return cursor(c, series(i), 10)
          return i % 2 ? rows(c, 'select $1::int as i', [i], i % 3 > 0) : bytes(c, `select 'n${i}'`)
        }),
      ),
  },
]
