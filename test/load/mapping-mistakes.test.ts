// Mistakes that people make in mappings: not one of them loads without a word.
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { readMapping } from '../../src/mapping/mapping.ts'
import { command } from '../support/command.ts'
import { onCluster } from '../support/database.ts'
import { testFolder } from '../support/files.ts'
import { troublesOf } from '../support/mapping-troubles.ts'

const region = (more: string) => `type: region\nid: NO\n${more}\n`
const project = (record: string) => `type: project\nid: NO\npatch: true\nrecord: ${record}\n`
const sheet = (record: string) => `type: timesheet\nid: NO\npatch: true\nrecord: ${record}\n`

/** Each mistake with what is said of it. */
const mistakes: [string, RegExp][] = [
  // Words of a mapping.
  [region('record: {name: NAME}\npatch: yes'), /"patch" takes true or false/],
  [region('record: {name: NAME}\ndecimal: ";"'), /"decimal" takes "\." or ","/],
  [region('record: {name: NAME}\ncsv: {delimeter: ";"}'), /"csv" takes \{delimiter/],
  [region('record: {name: NAME}\ncsv: ";"'), /"csv" takes \{delimiter/],
  [region('record: {name: NAME}\ncsv: {header: NO}'), /"csv" takes \{delimiter/],
  [region('record: {name: NAME}\nwhere: KIND'), /"where" takes columns/],
  [region('record: {name: NAME}\nwhere: [KIND]'), /"where" takes columns/],
  [region('record: {name: NAME}\nwhere: {KIND: {A: B}}'), /"where" takes columns/],
  [region('record: {name: NAME}\nwhere: {KIND: }'), /"where" takes columns/],
  [region('record: {name: NAME}\ngroup: [A, B]'), /"group" takes the name of one column/],
  [region('record: {name: NAME}\nyes: {J: ja}'), /"yes" takes a word/],
  [region('record: {name: NAME}\nencoding: latin-9000'), /There is no encoding "latin-9000"/],
  [region('record: {name: NAME}\nencoding: ../../x'), /There is no encoding/],
  [region('record: {name: NAME}\nencodnig: utf-8'), /"encodnig" is no word of a mapping/],
  [
    region('record: {name: NAME}\ndeleted: {column: D, words: {X: yess}}'),
    /cannot be "yess": it takes yes or no/,
  ],
  ['records: []\n', /a list "records" of such/],
  ['records: {type: region, id: NO, record: {name: NAME}}\n', /a list "records" of such/],
  ['records:\n  - {type: region, name: x, id: NO, record: {name: NAME}}\n', /"name" is no word of a mapping/],
  // Words of an expression.
  [region('record: {name: {join: NAME}}'), /"join" takes a list of columns/],
  [region('record: {name: {join: []}}'), /"join" takes a list of columns/],
  [region('record: {name: {join: [{colunm: A}, B]}}'), /"join" takes a list of columns/],
  [region('record: {name: {join: [{column: A, wrods: {}}, B]}}'), /"wrods" is no word of an expression/],
  [region('record: {name: {first: A}}'), /"first" takes a list of columns/],
  [region('record: {name: {value: }}'), /"value" takes a constant/],
  [region('record: {name: {column: [A, B]}}'), /"column" takes the name of a column/],
  [region('record: {name: {column: A, with: "-"}}'), /"with" does nothing without "join"/],
  [region('record: {name: {column: A, take: 2}}'), /"take" does nothing without "split"/],
  [region('record: {name: {column: A, split: "/", take: 0}}'), /"take" takes a whole number/],
  [region('record: {name: {column: A, split: "/"}}'), /say with take which piece/],
  [region('record: {name: {column: A, words: [a, b]}}'), /"words" takes each word with its meaning/],
  [region('record: {name: {column: A, words: {A: x, a: y}}}'), /"a" is there twice/],
  [region('record: {name: {column: A, date: DD/MM/YYYY}}'), /"date" is for dates, and this is none/],
  [region('record: {name: {column: A, decimal: ","}}'), /"decimal" is for numbers, and this is none/],
  [region('record: {name: {column: A, yes: J}}'), /"yes" is for what is yes or no, and this is none/],
  [region('record: {name: {column: A, by: NO}}'), /"by" does nothing without "from"/],
  [region('record: {name: {column: A, from: x.csv}}'), /"from" does nothing without "by"/],
  [region('record: {name: {column: A, from: x.csv, by: {record: A}}}'), /"by" takes a column, or \{record/],
  [
    'type: region\nid: {idFrom: NO, of: regoin}\nrecord: {name: NAME}\n',
    /"regoin" is not a type of record; the nearest one is "region"/,
  ],
  ['type: region\nid: {column: NO, date: DD/MM/YYYY}\nrecord: {name: NAME}\n', /"date" is for dates/],
  [project('{startDate: {join: [{column: DAY, date: DD/MM/YYYY}, TIME]}}'), /"date" is said of the whole/],
  [
    project('{startDate: {column: DAY, plusDays: six}, name: {column: A, plusDays: 6}}'),
    /"plusDays" is for dates/,
  ],
  [project('{startDate: {column: DAY, plusDays: 1.5}}'), /"plusDays" takes a whole number/],
  // What is written and can never be right.
  [project('{active: {value: perhaps}}'), /"active" cannot be "perhaps": it takes yes or no/],
  [project('{company: {value: "c 1"}}'), /"company" cannot be "c 1": it takes the id of a company/],
  [project('{startDate: {value: 31/12/2025}}'), /"startDate" cannot be "31\/12\/2025": it takes a date/],
  [sheet('{netHours: {column: H, default: none}}'), /"netHours" cannot be "none": it takes a number/],
  [sheet('{status: {column: S, words: {A: aproved}}}'), /"status" cannot be "aproved": it takes one of/],
  // What is said twice.
  [
    sheet('{values.pay.total: A, values: {pay: {total: B}}}'),
    /"pay.total" is given twice|"total" is given twice/,
  ],
  [sheet('{values.pay: {total: A}, values: {pay: {total: B}}}'), /"values.pay" is given twice/],
  [
    'type: site\nid: NO\npatch: true\nfacts: {foo: MAIL}\n',
    /"facts" has no "foo"; records of this type have no facts$/,
  ],
  [project('{__proto__: A}'), /"record" has no "__proto__"/],
  [project('{constructor: A}'), /"record" has no "constructor"/],
]

test('no mistake in the words of a mapping loads without a word', () => {
  for (const [mapping, told] of mistakes) {
    const said = troublesOf(mapping)
    assert.ok(
      said.some(line => told.test(line)),
      `${mapping} was told ${JSON.stringify(said)}`,
    )
  }
  assert.throws(
    () => readMapping(project('{name: A, name: B}'), recordTypes),
    /has "name" twice in one place, again in line 4/,
  )
})

const env = await onCluster()

type Files = Record<string, string>

async function loadOf(
  mapping: string,
  files: Files,
  given?: readonly string[],
  more: readonly string[] = [],
) {
  const folder = join(await testFolder(), 'tables')
  await mkdir(folder)
  const map = join(folder, '..', 'map.yaml')
  await writeFile(map, mapping)
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const paths = given?.map(name => join(folder, name)) ?? [folder]
  const { stdout, code } = await command(['load', '--map', map, ...paths, ...more, '--json'], env)
  const { error, ...report } = JSON.parse(stdout)
  return { code, said: error?.message as string | undefined, report }
}

test('a value that "where" names and no row has is told, and where no row is left the load says so with its code', async () => {
  const table = { 'r.csv': 'NO,NAME,KIND\n1,North,Region\n2,South,zone \n' }
  const where = (values: string) => region(`where: {KIND: ${values}}\nrecord: {name: NAME}`)
  const folded = await loadOf(where('[region, ZONE]'), table)
  assert.deepEqual([folded.code, folded.report.lines, folded.report.notes], [0, 2, []])
  const some = await loadOf(where('[region, zoned]'), table)
  assert.deepEqual(
    [some.code, some.report.lines, some.report.notes],
    [0, 1, ['No row of r.csv has "zoned" in KIND; there are "Region", "zone ".']],
  )
  const none = await loadOf(where('[district]'), table)
  assert.deepEqual(
    [none.code, none.report.lines, none.report.notes],
    [3, 0, ['No row of r.csv has "district" in KIND; there are "Region", "zone ".']],
  )
})

test('a row that does not say to which record it belongs is rejected, and not joined with the next', async () => {
  const mapping = 'type: user\nid: {first: [LOGIN, NAME]}\ngroup: LOGIN\nrecord: {name: NAME}\n'
  const { code, report } = await loadOf(mapping, { 'u.csv': 'LOGIN,NAME\n,Ann\n,Bob\ncy,Cy\n' })
  assert.deepEqual([code, report.rejected, report.counts.created], [3, 2, 1])
  assert.match(report.reasons[0].reason, /there is no LOGIN in this row/)
})

test('what is neither yes nor no does not pass for a record that is not deleted', async () => {
  const table = { 'r.csv': 'NO,NAME,GONE\nd1,A,\nd2,B,maybe\nd3,C,no\n' }
  const { report } = await loadOf(region('deleted: GONE\nrecord: {name: NAME}'), table)
  assert.deepEqual([report.counts.created, report.rejected], [2, 1])
  assert.match(report.reasons[0].reason, /column "GONE" has "maybe", which is neither yes nor no/)
  const own = await loadOf(region('deleted: {column: GONE, yes: maybe}\nrecord: {name: NAME}'), {
    'r.csv': 'NO,NAME,GONE\nd1,A,maybe\n',
  })
  assert.equal(own.report.counts.deleted, 1, 'words of its own count')
})

test('an object in place of a text is rejected, with how to name what is inside', async () => {
  const { report } = await loadOf(region('record: {name: NAME}'), {
    'r.json': '[{"NO":"o1","NAME":{"de":"Nord"}}]',
  })
  assert.match(report.reasons[0].reason, /column "NAME" has .*, which is no text/)
  assert.match(report.reasons[0].hint, /with a dot between the names/)
})

test('columns that csv.header names and the file has as well are not loaded as a row', async () => {
  const mapping = region('csv: {header: [NO, NAME]}\nrecord: {name: NAME}')
  const { code, said } = await loadOf(mapping, { 'r.csv': 'no,Name\nh1,A\n' })
  assert.equal(code, 2)
  assert.match(said!, /begins with the very columns that csv\.header names/)
  assert.equal((await loadOf(mapping, { 'r.csv': 'h1,A\nh2,B\n' })).report.lines, 2)
})

test('a mapping for many tables reads the files that are given by name, and says which it left out; a folder must have all', async () => {
  const each = (type: string) => `  - {type: ${type}, source: ${type}s.csv, id: NO, record: {name: NAME}}\n`
  const mapping = `records:\n${each('sector')}${each('activity')}`
  const files = { 'sectors.csv': 'NO,NAME\nm1,A\n' }
  const one = await loadOf(mapping, files, ['sectors.csv'])
  assert.deepEqual(
    [one.code, one.report.counts.created, one.report.notes],
    [0, 1, ['Left out, as no file of theirs was given: activity (activitys.csv).']],
  )
  const all = await loadOf(mapping, files)
  assert.equal(all.code, 2)
  assert.match(all.said!, /The mapping of activity reads activitys\.csv, and no such file was given/)
  const snapshot = await loadOf(mapping, files, ['sectors.csv'], ['--snapshot', 'activity'])
  assert.equal(snapshot.code, 2)
  assert.match(snapshot.said!, /nothing that the mapping reads here makes any activity/)
})

test('a snapshot of what two tables make is refused where only one of them is given', async () => {
  const each = (name: string) => `  - {type: sector, source: ${name}.csv, id: NO, record: {name: NAME}}\n`
  const other = '  - {type: activity, source: activities.csv, id: NO, record: {name: NAME}}\n'
  const mapping = `records:\n${each('north')}${each('south')}${other}`
  const files = {
    'north.csv': `NO,NAME\n${Array.from({ length: 20 }, (_, n) => `north-${n},A\n`).join('')}`,
    'south.csv': 'NO,NAME\nsouth-1,A\n',
  }
  const both = ['north.csv', 'south.csv']
  assert.equal((await loadOf(mapping, files, both)).code, 0)
  const half = await loadOf(mapping, files, ['north.csv'], ['--snapshot', 'sector'])
  assert.equal(half.code, 2)
  assert.match(
    half.said!,
    /A snapshot of sector has every sector, and no file was given for sector \(south\.csv\)/,
  )
  const all = await loadOf(mapping, files, both, ['--snapshot', 'sector', '--delete-at-most', '1000'])
  assert.equal(all.code, 0, all.said)
  assert.equal(all.report.counts.unchanged, 21)
})

test('a snapshot of what any file of a name makes is refused where files are given, and not their folder', async () => {
  const mapping = 'type: sector\nsource: part*.csv\nid: NO\nrecord: {name: NAME}\n'
  const files = { 'part1.csv': 'NO,NAME\npart-1,A\n', 'part2.csv': 'NO,NAME\npart-2,A\n' }
  const more = ['--snapshot', 'sector', '--delete-at-most', '1000']
  assert.equal((await loadOf(mapping, files, undefined, more)).code, 0)
  const half = await loadOf(mapping, files, ['part1.csv'], more)
  assert.equal(half.code, 2)
  assert.match(half.said!, /sector \(part\*\.csv\) may read more files than were given.*Give .* the folder/)
  const { report, code } = await loadOf(mapping, files, ['part1.csv'])
  assert.deepEqual([code, report.counts.unchanged], [0, 1])
})

test('rows of another table that belong to no record are told', async () => {
  const mapping =
    'type: user\nsource: users.csv\nid: NO\nrecord: {name: NO, companies: {from: roles.csv, by: {record: NO, rows: LOGIN}, rows: {company: FIRM}}}\n'
  const { report } = await loadOf(mapping, {
    'users.csv': 'NO\n1\n2\n',
    'roles.csv': 'LOGIN,FIRM\n01,c1\n02,c1\n',
  })
  assert.deepEqual(report.notes, [
    'None of the 2 rows of roles.csv belong to a user that was read, by LOGIN (lines 2, 3).',
  ])
})

test('two mappings of one type are told apart where it is kept how far each was read', async () => {
  const each = (source: string) =>
    `  - {type: region, source: ${source}.csv, since: AT, id: NO, record: {name: NAME}}\n`
  const mapping = `name: both\nrecords:\n${each('north')}${each('south')}`
  const files = {
    'north.csv': 'NO,NAME,AT\nn1,A,2026-05-01\n',
    'south.csv': 'NO,NAME,AT\ns1,B,2026-01-01\n',
  }
  assert.equal((await loadOf(mapping, files, undefined, ['--since'])).report.lines, 2)
  const again = await loadOf(mapping, { ...files, 'south.csv': 'NO,NAME,AT\ns2,C,2026-02-01\n' }, undefined, [
    '--since',
  ])
  assert.equal(again.report.counts.created, 1, 'what is newer in one is not as old as the other')
})
