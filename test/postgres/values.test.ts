// Values of every type, written as parameters and read back in binary, are what PostgreSQL itself writes them as.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { openConnection } from '../../src/postgres/open.ts'
import { types } from '../../src/postgres/types.ts'
import { isLong } from '../support/long.ts'
import { newAddress, opening } from './support/connections.ts'
import { rows } from './support/kinds.ts'

const address = await newAddress()
const connection = await openConnection(
  address,
  opening({ settings: { TimeZone: 'UTC', extra_float_digits: '1' } }),
)
after(() => connection.end(0))

/** So many values of each type; the long run has a hundred thousand in all. */
const count = isLong ? 6_000 : 600

/** Values of a type as they are given, as they should come back, and as PostgreSQL writes them. */
type Sample = {
  type: string
  values: fc.Arbitrary<unknown>
  edges: readonly unknown[]
  /** What comes back; the value itself unless it says otherwise. */
  back?(value: never): unknown
  /** What is compared of what came back. */
  seen?(value: never): unknown
  /** PostgreSQL's text of it; none where that is not known. */
  text(value: never): string
}

const same = (value: unknown) => String(value)
const noZero = fc.string({ unit: 'binary', maxLength: 20 }).map(text => text.replaceAll('\0', ''))
const planes = Array.from({ length: 17 }, (_, plane) => String.fromCodePoint(plane * 0x10000 + 0xfffd))
const words = [
  '',
  ' ',
  '"',
  '\\',
  '{}',
  'NULL',
  'null',
  "'",
  'a,b',
  '\n\t\r\x01\x7f',
  '\ufeff',
  'é',
  'e\u0301',
]

/** PostgreSQL writes as few digits as tell a number from its neighbours, and not always as few as JavaScript does. */
const noText = () => ''

const year = (date: Date) => {
  const full = date.getUTCFullYear()
  const known = full > 0 ? full : 1 - full
  return { digits: String(known).padStart(4, '0'), era: full > 0 ? '' : ' BC' }
}
const monthAndDay = (date: Date) =>
  date
    .toISOString()
    .replace(/^[+-]?\d+/, '')
    .slice(0, 6)
const dateText = (date: Date) => `${year(date).digits}${monthAndDay(date)}${year(date).era}`
const time = (date: Date) => {
  const [, clock = '', ms = ''] = /T(\d\d:\d\d:\d\d)(\.\d+)Z$/.exec(date.toISOString()) ?? []
  return clock + ms.replace(/\.?0+$/, '')
}
const instantText = (zone: string) => (date: Date) =>
  `${year(date).digits}${monthAndDay(date)} ${time(date)}${zone}${year(date).era}`

const moments = (min: string, max: string) =>
  fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true })
const wide = moments('-004700-01-01T00:00:00Z', '+270000-01-01T00:00:00Z')
const days = wide.map(date => new Date(Math.floor(date.getTime() / 86_400_000) * 86_400_000))
const turns = [
  '1999-12-31T23:59:59.999Z',
  '2000-01-01T00:00:00Z',
  '1970-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
]
const edgeMoments = [
  ...turns,
  '0000-12-31T23:59:59.999Z',
  '-004712-01-01T00:00:00Z',
  '2255-06-05T23:47:34.740Z',
  '2255-06-05T23:47:34.741Z',
  '1744-07-28T00:12:25.259Z',
  '+275760-09-13T00:00:00Z',
].map(text => new Date(text))

const integers = (type: string, min: number, max: number): Sample => ({
  type,
  values: fc.integer({ min, max }),
  edges: [0, 1, -1, min, max],
  text: same,
})

const samples: readonly Sample[] = [
  { type: 'bool', values: fc.boolean(), edges: [true, false], text: same },
  {
    type: 'bytea',
    values: fc.uint8Array({ maxLength: 40 }).map(bytes => Buffer.from(bytes)),
    edges: [Buffer.alloc(0), Buffer.from([0]), Buffer.from([0, 255, 92, 39])],
    text: (value: Buffer) => `\\x${value.toString('hex')}`,
  },
  { type: 'text', values: noZero, edges: [...words, ...planes], text: same },
  { type: 'varchar', values: noZero, edges: [...words, ...planes], text: same },
  {
    type: 'name',
    values: fc.string({ maxLength: 15 }).map(text => text.replaceAll('\0', '')),
    edges: ['', 'a b'],
    text: same,
  },
  {
    type: '"char"',
    values: fc.integer({ min: 33, max: 126 }).map(code => String.fromCharCode(code)),
    edges: ['a'],
    text: same,
  },
  integers('int2', -(2 ** 15), 2 ** 15 - 1),
  integers('int4', -(2 ** 31), 2 ** 31 - 1),
  {
    type: 'int8',
    values: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    edges: [0n, -(2n ** 63n), 2n ** 63n - 1n, 9007199254740993n],
    back: same,
    text: same,
  },
  { ...integers('oid', 0, 2 ** 32 - 1), edges: [0, 2 ** 32 - 1, 2 ** 31] },
  {
    type: 'float8',
    values: fc.double(),
    edges: [0, -0, Number.NaN, Infinity, -Infinity, 5e-324, Number.MAX_VALUE, 0.1, 1e15, 123456789012345680],
    seen: Number,
    text: noText,
  },
  {
    type: 'float4',
    values: fc.float({ noDefaultInfinity: true }),
    edges: [0, -0, Number.NaN, Infinity, -Infinity, 0.1],
    back: Math.fround,
    seen: Math.fround,
    text: noText,
  },
  { type: 'timestamptz', values: wide, edges: edgeMoments, text: instantText('+00') },
  { type: 'timestamp', values: wide, edges: edgeMoments, text: instantText('') },
  {
    type: 'date',
    values: days,
    edges: edgeMoments.map(date => new Date(Math.floor(date.getTime() / 86_400_000) * 86_400_000)),
    text: dateText,
  },
  {
    type: 'numeric',
    values: fc
      .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.nat(9))
      .map(([whole, part]) => `${whole}.${part}`),
    edges: ['0', '0.10', 'NaN', 'Infinity', '-Infinity', `1${'0'.repeat(200)}.5`],
    text: same,
  },
  { type: 'uuid', values: fc.uuid(), edges: ['00000000-0000-0000-0000-000000000000'], text: same },
  {
    type: 'inet',
    values: fc.ipV4(),
    edges: ['::1', '10.0.0.0/8'],
    text: (value: string) => (value.includes('/') ? value : `${value}/${value.includes(':') ? 128 : 32}`),
  },
]

const sampled = ({ values, edges }: Sample, seed: number) => [
  ...edges,
  ...fc.sample(values, { numRuns: count, seed }),
]
const back = (sample: Sample, value: unknown) => (sample.back ? sample.back(value as never) : value)
const seen = (sample: Sample, value: unknown) =>
  sample.seen && value !== null ? sample.seen(value as never) : value
const textOf = (sample: Sample, value: unknown) => sample.text(value as never)

const seed = Number(process.env.MUSTER_SEED ?? Math.floor(Math.random() * 2 ** 31))

for (const sample of samples) {
  const { type } = sample
  test(`values of ${type} come back as they went, and are what PostgreSQL writes them as`, async t => {
    t.diagnostic(`seed ${seed}`)
    const values = sampled(sample, seed)
    // As an array, element by element.
    const [whole] = (await rows(connection, `select $1::${type}[] as all`, [values], true)) as [
      { all: unknown[] },
    ]
    assert.deepEqual(
      whole.all.map(value => seen(sample, value)),
      values.map(value => back(sample, value)),
    )
    const unnested = `select value, value::text as text from unnest($1::${type}[]) with ordinality as u(value, n) order by n`
    const found = (await rows(connection, unnested, [values])) as { value: unknown; text: string }[]
    assert.equal(found.length, values.length)
    for (const [index, { value, text }] of found.entries()) {
      const given = values[index]
      assert.deepEqual(seen(sample, value), back(sample, given))
      if (sample.text === noText) assert.deepEqual(seen(sample, Number(text)), back(sample, given))
      else assert.equal(text, textOf(sample, given))
    }
    // Each on its own, many in one statement.
    const some = values.slice(0, 60)
    const each = some.map(
      (_, index) => `$${index + 1}::${type} as v${index}, ($${index + 1}::${type})::text as t${index}`,
    )
    const [row] = await rows(connection, `select ${each.join()}`, some)
    for (const [index, value] of some.entries()) {
      assert.deepEqual(seen(sample, row![`v${index}`]), back(sample, value))
      if (sample.text !== noText) assert.equal(row![`t${index}`], textOf(sample, value))
    }
  })

  test(`arrays of ${type} that are empty, have nulls or several dimensions are read as they are`, async () => {
    const one = sample.edges.at(-1)
    const expected = sample.seen ? one : back(sample, one)
    const [row] = await rows(
      connection,
      `select $1::${type}[] as none, $2::${type}[] as nulls, null::${type}[] as nothing,
        array[array[$3::${type}, null], array[null, $3::${type}]] as nested,
        ('[5:6]=' || array[$3::${type}, null]::text)::${type}[] as elsewhere`,
      [[], [null, one, null], one],
    )
    assert.deepEqual(row, {
      none: [],
      nulls: [null, expected, null],
      nothing: null,
      nested: [
        [expected, null],
        [null, expected],
      ],
      elsewhere: [expected, null],
    })
  })
}

test('there is a sample for every type that the client knows', async () => {
  const named = samples.flatMap(({ type }) => [type, `${type}[]`])
  const covered = (await rows(
    connection,
    `select array(select ($1::regtype[])[i]::oid from generate_series(1, $2::int) i) as oids`,
    [`{${named.map(name => `"${name.replaceAll('"', '\\"')}"`).join()}}`, named.length],
  )) as [{ oids: number[] }]
  // Fixed in length, and documents: below.
  const apart = [1042, 1014, 114, 3802]
  const missing = [...types.keys()].filter(oid => !covered[0].oids.includes(oid) && !apart.includes(oid))
  assert.deepEqual(missing, [])
})

test('documents of JSON and texts of a fixed length come back as they went', async () => {
  const documents = [
    ...fc.sample(fc.json(), { numRuns: count, seed }).map(text => JSON.parse(text)),
    {},
    [],
    'x',
    '',
    0,
  ]
  for (const type of ['json', 'jsonb'])
    for (let at = 0; at < documents.length; at += 200) {
      const some = documents
        .slice(at, at + 200)
        .filter(
          value => value !== null && typeof value !== 'boolean' && !JSON.stringify(value).includes('\\u0000'),
        )
      const [row] = await rows(
        connection,
        `select ${some.map((_, i) => `$${i + 1}::${type} as v${i}`).join()}`,
        some,
      )
      assert.deepEqual(
        Object.values(row!)
          .map(value => JSON.stringify(value))
          .map(sorted),
        some.map(value => JSON.stringify(value)).map(sorted),
      )
    }
  const fixed = await rows(connection, `select $1::char(3) as one, $2::char(3)[] as all`, [
    'ab',
    ['x', null, 'é'],
  ])
  assert.deepEqual(fixed, [{ one: 'ab ', all: ['x  ', null, 'é  '] }])
})

/** jsonb has an order of its own, and no zero below zero. */
const sorted = (text: string) =>
  JSON.stringify(JSON.parse(text), (_, value) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  ).replaceAll('-0,', '0,')

test('infinite dates are no dates, and what is finer than a millisecond is left out', async () => {
  const [row] = (await rows(
    connection,
    `select 'infinity'::date as d, '-infinity'::date as e, 'infinity'::timestamptz as t, '-infinity'::timestamp as s,
      '1999-12-31 23:59:59.999999+00'::timestamptz as before, '2300-01-01 00:00:00.000999+00'::timestamptz as late,
      '1600-01-01 00:00:00.000999+00'::timestamptz as early`,
  )) as [Record<string, Date>]
  for (const name of ['d', 'e', 't', 's']) assert.ok(Number.isNaN(row[name]!.getTime()), name)
  assert.equal(row.before!.toISOString(), '1999-12-31T23:59:59.999Z')
  assert.equal(row.late!.toISOString(), '2300-01-01T00:00:00.000Z')
  assert.equal(row.early!.toISOString(), '1600-01-01T00:00:00.000Z')
})

test('a text for another type means what PostgreSQL makes of it, or is refused', async () => {
  const texts: [type: string, text: string, expected: string][] = [
    ['bool', 'true', 'true'],
    ['bool', 'yes', 'true'],
    ['bool', 'off', 'false'],
    ['int8', '9223372036854775807', '9223372036854775807'],
    ['date', 'infinity', 'infinity'],
    ['date', '0044-03-15 BC', '0044-03-15 BC'],
    ['date', '10000-01-01', '10000-01-01'],
    ['timestamptz', '-infinity', '-infinity'],
    ['timestamptz', '2024-05-06 07:08:09.123456+02', '2024-05-06 05:08:09.123456+00'],
    ['timestamptz', '2024-05-06T07:08:09.123Z', '2024-05-06 07:08:09.123+00'],
    // As a Date writes them, which PostgreSQL could not read.
    ['timestamptz', '0000-01-01T00:00:00.000Z', '0001-01-01 00:00:00+00 BC'],
    ['timestamptz', '+012024-05-06T07:08:09.123Z', '12024-05-06 07:08:09.123+00'],
    ['date', '-000043-03-15T00:00:00.000Z', '0044-03-15 BC'],
    ['timestamp', '2024-05-06 07:08:09.123456', '2024-05-06 07:08:09.123456'],
    ['float4', 'NaN', 'NaN'],
  ]
  for (const [type, text, expected] of texts) {
    assert.deepEqual(
      await rows(connection, `select ($1::${type})::text as text`, [text]),
      [{ text: expected }],
      `${type} ${text}`,
    )
    const all = await rows(connection, `select ($1::${type}[])[1]::text as text`, [[text]])
    assert.deepEqual(all, [{ text: expected }], `${type}[] ${text}`)
  }
  const refused: [type: string, value: unknown][] = [
    ['bool', 'maybe'],
    ['bool', 2],
    ['date', '2024-02-30'],
    ['timestamptz', '2023-02-29T00:00:00Z'],
    ['timestamptz', 'soon'],
    ['int4', 1.5],
    ['int8', 2n ** 63n],
    ['int2', 40_000],
    ['text', {}],
    ['text', ['a', 'b']],
    ['numeric', ['1']],
    ['uuid', {}],
    ['text[]', 'x'],
    ['text[]', [['a'], ['b']]],
    ['int4[]', [undefined]],
    ['timestamptz', new Date(Number.NaN)],
    ['text', 'a\0b'],
  ]
  for (const [type, value] of refused)
    await assert.rejects(rows(connection, `select $1::${type} as value`, [value]), `${type} ${String(value)}`)
  assert.deepEqual(await rows(connection, 'select 1 as one'), [{ one: 1 }])
})

test('psql shows the same texts', async t => {
  const execute = promisify(execFile)
  const env = {
    PATH: process.env.PATH ?? '',
    PGPASSWORD: address.password,
    PGTZ: 'UTC',
    PGCLIENTENCODING: 'UTF8',
  }
  const [{ host, port }] = address.hosts
  const args = ['-XAtq', '-h', host, '-p', String(port), '-U', address.user, '-d', address.database]
  if (host.startsWith('/proc/self') || !(await execute('psql', ['--version']).catch(() => undefined)))
    return t.diagnostic('psql is not there, or cannot reach the cluster: not compared')
  for (const sample of samples.filter(({ type }) => !['float4', 'float8', 'inet'].includes(type))) {
    const values = sampled(sample, seed)
      .slice(0, 50)
      .filter(value => !/[\n\r]|\p{Noncharacter_Code_Point}/u.test(textOf(sample, value)))
    await rows(
      connection,
      `create table shown_${sample.type.replaceAll('"', '')} as select n, value from unnest($1::${sample.type}[]) with ordinality as u(value, n)`,
      [values],
    )
    const { stdout } = await execute(
      'psql',
      [...args, '-c', `select value from shown_${sample.type.replaceAll('"', '')} order by n`],
      { env },
    )
    const shown = (text: string) => (sample.type === 'bool' ? text[0] : text)
    assert.deepEqual(
      stdout.split('\n').slice(0, -1),
      values.map(value => shown(textOf(sample, value))),
      sample.type,
    )
  }
})
