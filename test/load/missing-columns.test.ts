// What a mapping names and is not there is refused, wherever it is named and whatever the table is: nothing is loaded, and
// nothing that is stored is emptied.
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { command } from '../support/command.ts'
import { onCluster } from '../support/database.ts'
import { testFolder } from '../support/files.ts'
import { troublesOf } from '../support/mapping-troubles.ts'

const env = await onCluster()

type Files = Record<string, string | Buffer>

/** A folder with these files, and what a load of it by this mapping says. */
async function loadOf(mapping: string, files: Files, ...more: string[]) {
  const folder = join(await testFolder(), 'tables')
  await mkdir(folder)
  const map = join(folder, '..', 'map.yaml')
  await writeFile(map, mapping)
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const { stdout, stderr, code } = await command(['load', '--map', map, folder, ...more, '--json'], env)
  const { error, ...report } = JSON.parse(stdout)
  return { code, said: error?.message ?? stderr, report: error ? undefined : report }
}

const stored = async (type: string) =>
  (await command(['export', type], env)).stdout
    .split('\n')
    .filter(line => line.startsWith('{"type"'))
    .map(line => JSON.parse(line).record)

const regions = (record: string, more = '') => `type: region\nid: NO\n${more}record: ${record}\n`
const table = 'NO,NAME,KIND,LINES\n1,North,A,L1\n2,South,B,L2\n'
const asJson = [
  { NO: '1', NAME: 'North', KIND: 'A', LINES: 'L1' },
  { NO: '2', NAME: 'South', KIND: 'B', LINES: 'L2', MORE: { inside: 1 } },
]
const forms: Files = {
  'regions.csv': table,
  'regions.tsv': table.replaceAll(',', '\t'),
  'regions.csv.gz': gzipSync(table),
  'regions.json': JSON.stringify(asJson),
  'regions.ndjson': asJson.map(row => JSON.stringify(row)).join('\n'),
}

/** Every place in which a mapping names a column, with one that the table has not. */
const places: Record<string, string> = {
  'a property': regions('{name: NAMES}'),
  'a word of a property': regions('{name: {column: NAMES, default: x}}'),
  id: 'type: region\nid: NAMES\nrecord: {name: NAME}\n',
  idFrom: 'type: region\nid: {idFrom: [NO, NAMES]}\nrecord: {name: NAME}\n',
  join: regions('{name: {join: [NO, NAMES]}}'),
  first: regions('{name: {first: [NAMES, NAME]}}'),
  'first inside join': regions('{name: {join: [{first: [NO, NAMES]}, NAME]}}'),
  sum: 'type: requisition\nid: NO\npatch: true\nrecord: {quantity: {sum: [NO, NAMES]}}\n',
  deleted: regions('{name: NAME}', 'deleted: NAMES\n'),
  where: regions('{name: NAME}', 'where: {NAMES: [A]}\n'),
  group: regions('{name: NAME}', 'group: NAMES\n'),
  since: regions('{name: NAME}', 'since: NAMES\n'),
  plusDays: 'type: project\npatch: true\nid: NO\nrecord: {endDate: {value: "2026-01-01", plusDays: NAMES}}\n',
  'a fact': 'type: worker\npatch: true\nid: NO\nrecord: {}\nfacts: {nationalIns: NAMES}\n',
  'an object': 'type: site\npatch: true\nid: NO\nrecord: {address.city: NAMES}\n',
  'an item': 'type: worker\npatch: true\nid: NO\nrecord: {agencies: [{id: NAMES, active: {value: true}}]}\n',
  'rows of a group':
    'type: user\npatch: true\nid: NO\ngroup: NO\nrecord: {companies: {rows: {company: NAMES}}}\n',
}

test('a column that the table has not is refused in every place and every form, with the nearest one', async () => {
  for (const [name, text] of Object.entries(forms))
    for (const [place, mapping] of Object.entries(places)) {
      const { code, said, report } = await loadOf(mapping, { [name]: text })
      assert.deepEqual([code, report], [2, undefined], `${place} of ${name}: ${said}`)
      assert.match(
        said,
        /line \d+: \S+ has no column "NAMES"; the nearest one is "NAME"/,
        `${place} of ${name}`,
      )
    }
  assert.deepEqual(await stored('region'), [])
})

test('a column of another table that is not there is refused, on either side of what ties the two', async () => {
  const other = { 'regions.csv': table, 'who.csv': 'NO,WHO\n1,u1\n' }
  const user = (by: string, rows: string) =>
    `type: user\nsource: regions.csv\npatch: true\nid: NO\nrecord: {companies: {from: who.csv, by: ${by}, rows: ${rows}}}\n`
  const site = (company: string) =>
    `type: site\nsource: regions.csv\npatch: true\nid: NO\nrecord: {company: ${company}}\n`
  const wrong: [string, RegExp][] = [
    [user('NOO', '{company: WHO}'), /who\.csv has no column "NOO"; the nearest one is "NO"/],
    [user('{record: NOO, rows: NO}', '{company: WHO}'), /regions\.csv has no column "NOO"/],
    [user('NO', '{company: WH}'), /who\.csv has no column "WH"; the nearest one is "WHO"/],
    [site('{column: WH, from: who.csv, by: NO}'), /who\.csv has no column "WH"/],
    [site('{column: WHO, from: who.csv, by: {record: NOO, rows: NO}}'), /regions\.csv has no column "NOO"/],
    [site('{column: WHO, from: whoo.csv, by: NO}'), /There is no file whoo\.csv|No mapping reads who\.csv/],
  ]
  for (const [mapping, told] of wrong) {
    const { code, said } = await loadOf(mapping, other)
    assert.match(said, told)
    assert.notEqual(code, 0)
  }
})

test('a column that is said to be optional may be missing, but not one that tells rows apart', async () => {
  const mapping = regions('{name: {first: [LONG, NAME]}}', 'optional: [LONG]\n')
  for (const [name, text] of Object.entries(forms)) {
    const { code, report, said } = await loadOf(mapping, { [name]: text })
    assert.deepEqual([code, report?.lines, report?.rejected], [0, 2, 0], `${name}: ${said}`)
  }
  assert.deepEqual(troublesOf(regions('{name: NAME}', 'optional: [NAM]\n')), [
    'line 3: nothing here reads "NAM"; the nearest one is "NAME"',
  ])
  assert.deepEqual(troublesOf(regions('{name: NAME}', 'group: NAME\noptional: [NAME]\n')), [
    'line 4: "group" cannot do without "NAME"',
  ])
})

test('a property of JSON is there if one row has it, however late, and one that is null is there', async () => {
  const rows = Array.from({ length: 300 }, (_, n) => ({ NO: `${n}`, ...(n === 299 && { NAME: 'last' }) }))
  const late = regions('{name: {column: NAME, default: x}}')
  for (const text of [JSON.stringify(rows), rows.map(row => JSON.stringify(row)).join('\n')]) {
    const { report } = await loadOf(late, { 'r.json': text })
    assert.deepEqual([report.lines, report.rejected], [300, 0])
  }
  const inside = regions('{name: {column: a.b, default: x}}')
  const nothing = await loadOf(inside, { 'r.ndjson': '{"NO":"1","a":null}\n' })
  assert.equal(nothing.report.lines, 1)
  const other = await loadOf(inside, { 'r.ndjson': '{"NO":"1","a":{"c":1}}\n' })
  assert.match(other.said, /r\.ndjson has no column "a\.b"/)
})

test('a table with a header alone is empty, and a file without one is refused', async () => {
  const mapping = regions('{name: NAME}')
  for (const [name, text] of Object.entries({ 'r.csv': 'NO,NAME\n', 'r.json': '[]', 'r.ndjson': '' })) {
    const { code, report } = await loadOf(mapping, { [name]: text })
    assert.deepEqual([code, report?.lines], [0, 0], name)
  }
  const refused: [Files, RegExp][] = [
    [{ 'r.csv': '' }, /r\.csv is empty: a table has a header at least/],
    [{ 'r.json': '  \n\n' }, /r\.json is empty/],
    [{ 'r.csv': '1,Ada Hopper\n2,Bo\n' }, /has none of the columns that the mapping names/],
    [{ 'r.csv': 'NAME\n' }, /no column "NO"/],
    [
      { 'r.csv': Buffer.from('PK\u0003\u0004workbook') },
      /is a spreadsheet or a zip file; save the table as CSV/,
    ],
  ]
  for (const [files, told] of refused) {
    const { code, said } = await loadOf(mapping, files)
    assert.equal(code, 2, said)
    assert.match(said, told)
    assert.doesNotMatch(said, /Hopper/, 'a first line that is no header may be about people')
  }
})

test('a column that was renamed in one of many tables empties nothing, and nothing of the others is loaded', async () => {
  const mapping =
    'records:\n  - {type: sector, source: s.csv, id: NO, record: {name: NAME}}\n  - {type: costCode, source: c.csv, id: NO, record: {name: NAME, description: ABOUT}}\n'
  const before = { 's.csv': 'NO,NAME\ns1,Roads\n', 'c.csv': 'NO,NAME,ABOUT\nc1,Digging,By hand\n' }
  assert.equal((await loadOf(mapping, before)).report.counts.created, 2)
  const after = { 's.csv': 'NO,NAME\ns1,Rail\n', 'c.csv': 'NO,NAME,ABOUTS\nc1,Digging,By hand\n' }
  for (const more of [[], ['--strict'], ['--dry-run']]) {
    const { code, said } = await loadOf(mapping, after, ...more)
    assert.equal(code, 2)
    assert.match(said, /line 3: c\.csv has no column "ABOUT"; the nearest one is "ABOUTS"/)
  }
  assert.deepEqual(await stored('sector'), [{ id: 's1', name: 'Roads' }])
  assert.deepEqual(await stored('costCode'), [{ id: 'c1', name: 'Digging', description: 'By hand' }])
})

test('standard input is looked at before anything of it is loaded', async () => {
  const folder = await testFolder()
  const map = join(folder, 'map.yaml')
  const before = await stored('region')
  await writeFile(map, regions('{name: NAMES}'))
  for (const input of [forms['regions.csv'], forms['regions.ndjson']]) {
    const { code, stderr } = await command(['load', '--map', map, '-'], env, String(input))
    assert.equal(code, 2, stderr)
    assert.match(stderr, /standard input has no column "NAMES"/)
  }
  assert.deepEqual(await stored('region'), before)
})
