// Whatever an operator sends as a mapping or a table, others are answered meanwhile, and what cannot be read is told in words.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { heldUpMs, mainThreadMs } from '../support/held-up.ts'
import { operatorServer } from '../support/operator.ts'
import type { Json } from '../support/server.ts'

const server = await operatorServer()
const { operator, running } = server

const region = 'type: region\nid: NO\nrecord: {name: NAME}\n'
const table = 'NO,NAME\n1,North\n'

/** A load, and how long others were held up at most while it went on. */
async function sent(query: string, body: Buffer): Promise<{ answer: Json; heldMs: number; tookMs: number }> {
  const began = performance.now()
  const answering = operator('POST', `/loads?${query}`, body)
  const heldMs = await heldUpMs(new URL('/healthz', running.baseUrl), answering)
  return { answer: await answering, heldMs, tookMs: performance.now() - began }
}

const withMapping = (mapping: string, rest: string | Buffer, name: string) =>
  sent(
    `name=${name}&mapping=${Buffer.byteLength(mapping)}`,
    Buffer.concat([Buffer.from(mapping), Buffer.from(rest)]),
  )

/** An answer of 4xx, or of 200 with everything rejected, is none that waits for long. */
const mostHeldMs = 1_500

const aliases = Array.from(
  { length: 12 },
  (_, n) =>
    `a${n}: &a${n} [${
      n === 0
        ? 'x'
        : Array(12)
            .fill(`*a${n - 1}`)
            .join(', ')
    }]`,
).join('\n')

const hostile: Record<string, [string, string | Buffer, string, RegExp]> = {
  'a pattern with many stars': [
    `type: region\nsource: "${'*a'.repeat(20)}*b"\nid: NO\nrecord: {name: NAME}\n`,
    table,
    `${'a'.repeat(250)}.csv`,
    /The mapping reads .*, and not a+/,
  ],
  'brackets that never end': ['['.repeat(980_000), table, 'r.csv', /more than 60 levels/],
  'braces that never end': ['{a: '.repeat(240_000), table, 'r.csv', /more than 60 levels/],
  'lists in lists in one line': ['- '.repeat(490_000), table, 'r.csv', /more than 60 levels/],
  'keys in keys in one line': ['? '.repeat(490_000), table, 'r.csv', /more than 60 levels/],
  'a name with many dots': [
    `type: region\nid: NO\nrecord: {${'a.'.repeat(200_000)}b: X}\n`,
    table,
    'r.csv',
    /more than 60 levels/,
  ],
  'aliases of aliases': [`${aliases}\n`, table, 'r.csv', /its aliases repeat too much/],
  'an alias of nothing': ['type: *gone\n', table, 'r.csv', /The mapping is not YAML|name nothing/],
  'an encoding that is a path': [`${region}encoding: ../../x\n`, table, 'r.csv', /There is no encoding/],
  'thousands of words that do not exist': [
    Array.from({ length: 8_000 }, (_, n) => `wrd${n}: x`).join('\n'),
    table,
    'r.csv',
    /is no word of a mapping/,
  ],
  'a table of a million empty lines': [
    region,
    gzipSync('\n'.repeat(1_000_000)),
    'r.csv',
    /unpacks to more than 100 times/,
  ],
  'a table of zeros': [region, gzipSync(Buffer.alloc(200_000_000)), 'r.csv', /a row is longer than 1 MB/],
  'more objects than there is memory for': [
    region,
    gzipSync(`[${'{},'.repeat(20_000_000)}{}]`),
    'r.json',
    /more than 64 MB or 4 million values; write one object a line/,
  ],
  'a row that is larger than any': [
    'type: region\nid: a\nrecord: {name: b}\n',
    gzipSync(`{"a":[${'{},'.repeat(15_000_000)}{}]}`),
    'r.ndjson',
    /is longer than 1 MB/,
  ],
  'a join of 30,000 columns': [
    `type: region\nid: NO\nrecord: {name: {join: [${Array(30_000).fill('A')}]}}\n`,
    table,
    'r.csv',
    /The mapping has 3000\d columns and other values; it may have 20000/,
  ],
  'a join that is longer than any text': [
    `type: region\nid: NO\nrecord: {name: {join: [${Array(600).fill('NAME')}]}}\n`,
    `NO,NAME\n1,${'x'.repeat(1_000_000)}\n`,
    'r.csv',
    /what the mapping makes of this row is longer than 64 MB/,
  ],
  'a join of 100 MB': [
    `type: region\nid: NO\nrecord: {name: {join: [${Array(100).fill('NAME')}]}}\n`,
    `NO,NAME\n1,${'x'.repeat(1_000_000)}\n`,
    'r.csv',
    /what the mapping makes of this row is longer than 64 MB/,
  ],
  'a workbook': [region, 'PK\u0003\u0004', 'r.csv', /save the table as CSV/],
}

test('work that does hold others up is noticed', async () => {
  const inMainThread = async () => {
    await new Promise(setImmediate)
    for (const began = mainThreadMs(); mainThreadMs() - began < mostHeldMs; );
  }
  assert.ok((await heldUpMs(new URL('/healthz', running.baseUrl), inMainThread())) >= mostHeldMs)
})

for (const [what, [mapping, rest, name, told]] of Object.entries(hostile))
  test(`others are answered while a mapping or a table is read that has ${what}, and it is refused in words`, async () => {
    const { answer, heldMs } = await withMapping(mapping, rest, name)
    // A row that cannot be read is rejected by itself.
    const said: string = answer.error?.message ?? answer.data.rejections[0].reason
    assert.equal(answer.status, answer.data ? 200 : 400, said)
    assert.equal(answer.data?.counts.created ?? 0, 0)
    assert.match(said, told)
    assert.ok(said.length < 20_000)
    assert.ok(heldMs < mostHeldMs, `${heldMs} ms`)
  })

test('a million empty lines are refused as gzip, and skipped in an instant where they were sent as they are', async () => {
  const packed = await sent('name=r.ndjson', gzipSync('\n'.repeat(1_000_000)))
  assert.equal(packed.answer.status, 400)
  assert.match(packed.answer.error.message, /unpacks to more than 100 times its size/)
  const plain = await sent(
    'name=r.ndjson',
    Buffer.from(`${'\n'.repeat(1_000_000)}{"type":"region","record":{"id":"last","name":"L"}}`),
  )
  assert.deepEqual([plain.answer.status, plain.answer.data.counts.created], [200, 1])
  const rejected = await sent('name=r.ndjson', Buffer.from(`${'\n'.repeat(999)}no JSON\n`))
  assert.equal(rejected.answer.data.rejections[0].line, 1000, 'lines are counted as they stand in the file')
  for (const { heldMs, tookMs } of [packed, plain]) {
    assert.ok(heldMs < mostHeldMs, `${heldMs} ms`)
    assert.ok(tookMs < 10_000, `${tookMs} ms`)
  }
})

test('a table is read in its thread as it would be without, with notes of what was left out', async () => {
  const mapping =
    'records:\n  - {type: region, source: r.csv, id: NO, where: {KIND: [A, C]}, record: {name: NAME}}\n  - {type: sector, source: s.csv, id: NO, record: {name: NAME}}\n'
  const rows = Array.from({ length: 2_000 }, (_, n) => `n${n},Name ${n},${n % 2 ? 'A' : 'B'}\n`)
  const { answer } = await withMapping(
    mapping,
    gzipSync(`NO,NAME,KIND\n${rows.join('')}bad id,x,A\n`),
    'r.csv',
  )
  assert.deepEqual([answer.status, answer.data.lines, answer.data.rejected], [200, 1_001, 1])
  assert.deepEqual([answer.data.rejections[0].line, answer.data.rejections[0].path], [2_002, 'record.id'])
  assert.deepEqual(answer.data.notes, [
    'Left out, as no file of theirs was given: sector (s.csv).',
    'No row of r.csv has "C" in KIND; there are "B", "A".',
  ])
  const missing = await withMapping(region, 'NO,NAMES\n1,x\n', 'r.csv')
  assert.equal(missing.answer.status, 400)
  assert.match(missing.answer.error.message, /r\.csv has no column "NAME"; the nearest one is "NAMES"/)
  const both = mapping.replace('s.csv', 'r.csv')
  assert.match(
    (await withMapping(both, table, 'r.csv')).answer.error.message,
    /region and sector both read r\.csv/,
  )
})

test('a snapshot of what another mapping makes as well is refused, as one table is only a part of it', async () => {
  const each = (name: string) => `  - {type: region, source: ${name}, id: NO, record: {name: NAME}}\n`
  const mapping = `records:\n${each('r.csv')}${each('s.csv')}`
  const { answer } = await sent(
    `name=r.csv&snapshot=region&mapping=${mapping.length}`,
    Buffer.from(`${mapping}${table}`),
  )
  assert.equal(answer.status, 400)
  assert.match(answer.error.message, /A snapshot of region has every region, .* region \(s\.csv\)/)
})
