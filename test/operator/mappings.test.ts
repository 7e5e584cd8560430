// A mapping is proposed for the beginning of a table, corrected by choosing, tried on its first rows, saved with its history,
// and read by loads; from the interface and from the command it is the same.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { command } from '../support/command.ts'
import { operatorServer } from '../support/operator.ts'
import { expectAnswered } from '../support/operator-check.ts'
import type { Json } from '../support/server.ts'

const server = await operatorServer()
const { operator, environment } = server

const people = [
  'PersNo;Given;Family;Born;Kind',
  'P.01;Ann;Lee;03.04.1980;m',
  'P.02;Bob;Ray;05.06.1981;f',
  'P.03;Cid;Fox;07.08.1982;m',
].join('\n')

const sampled = (name: string, table: string, more: object = {}) => ({
  name,
  sample: Buffer.from(table).toString('base64'),
  isWhole: true,
  ...more,
})

/** Of one table. */
const propose = async (name: string, table: string, more: object = {}) => {
  const { data, ...answer } = await operator('POST', '/mapping-proposals', {
    tables: [sampled(name, table, more)],
  })
  return { ...answer, data: data?.tables[0] }
}

test('the proposal is the one of the command, with what each column gives and the first rows before and after', async () => {
  const { data } = await propose('people.csv', people, { type: 'worker' })
  const file = join(environment.MUSTER_DATA, 'people.csv')
  await writeFile(file, people)
  const init = await command(['map', 'init', file, '--type', 'worker'], environment)
  assert.equal(`${data.proposal.text}`, init.stdout)
  const given = Object.fromEntries(
    data.proposal.columns.map(({ name, gives }: { name: string; gives: string }) => [name, gives]),
  )
  assert.deepEqual(
    {
      id: data.proposal.id,
      PersNo: given.PersNo,
      Given: given.Given,
      Family: given.Family,
      Born: given.Born,
    },
    { id: ['PersNo'], PersNo: '', Given: 'firstName', Family: 'lastName', Born: 'dob' },
  )
  const dob = data.proposal.properties.find(({ path }: { path: string }) => path === 'dob')
  assert.deepEqual([dob.state, dob.column, dob.date], ['column', 'Born', 'DD.MM.YYYY'])
})

test('what is chosen takes the place of what was guessed, and what is not there is refused in words', async () => {
  const table = 'NO,NAME,LABEL\n1,North,N\n2,South,S\n'
  const first = await propose('regions.csv', table)
  assert.equal(first.data.type, 'region')
  assert.equal(first.data.problem, null)
  const choices = { id: ['NO'], columns: { NO: '', NAME: '', LABEL: 'name' } }
  const { data } = await propose('regions.csv', table, { choices })
  assert.match(data.proposal.text, /^ {2}name: LABEL$/m)
  assert.deepEqual(data.tried[0].before, [{ NO: '1', NAME: 'North', LABEL: 'N' }])
  assert.equal(data.tried[0].after.record.name, 'N')
  assert.deepEqual(data.tried[0].faults, [])
  const constant = await propose('regions.csv', table, {
    choices: { columns: { NAME: '', LABEL: '' }, constants: { name: 'Everywhere' } },
  })
  assert.equal(constant.data.tried[0].after.record.name, 'Everywhere')
  const lost = await propose('regions.csv', table, { choices: { columns: { NAME: '', LABEL: '' } } })
  assert.equal(lost.data.proposal.missing, 1)
  assert.match(lost.data.problem, /needs "name"/)
  const two = await propose('regions.csv', table, { choices: { id: ['NO', 'LABEL'] } })
  assert.match(two.data.proposal.text, /^id: \{idFrom: \["NO", LABEL\]\}$/m)
  const none = await propose('regions.csv', table, { choices: { id: [] } })
  assert.deepEqual([none.data.proposal.missing, none.data.tried], [1, []])
  for (const [wrong, words] of [
    [{ choices: { id: ['N'] } }, /no column "N"/],
    [{ choices: { columns: { NAM: 'name' } } }, /no column "NAM"/],
    [{ choices: { columns: { NAME: 'nam' } } }, /no property "nam"/],
    [{ type: 'regin' }, /"regin" is not a type of record/],
  ] as const) {
    const refused = await propose('regions.csv', table, wrong)
    assert.match(refused.error.message, words)
  }
})

test('a table that is cut off anywhere is read as far as its rows are whole', async () => {
  const table = 'NO,NAME\n1,"No\nrth"\n2,"South"\n3,"Ea st"\n'
  for (let bytes = table.indexOf('2,') + 2; bytes < table.length; bytes++) {
    const { data } = await propose('regions.csv', table.slice(0, bytes), { isWhole: false })
    assert.equal(data.problem, null, table.slice(0, bytes))
    assert.deepEqual(data.tried[0].before, [{ NO: '1', NAME: 'No\nrth' }])
    assert.ok(data.tried.length <= 2)
    for (const { faults } of data.tried) assert.deepEqual(faults, [])
  }
})

const regions = (column: string) => `type: region\nsource: regions*.csv\nid: NO\nrecord: {name: ${column}}\n`

test('a mapping is saved with every version of it, and nobody writes over what somebody else saved', async () => {
  const saved = await operator('POST', '/mappings/regions', { text: regions('NAME'), after: 0 })
  assert.deepEqual(saved.data, { name: 'regions', version: 1 })
  assert.equal(
    (await operator('POST', '/mappings/regions', { text: regions('NAME'), after: 1 })).data.version,
    1,
  )
  assert.equal(
    (await operator('POST', '/mappings/regions', { text: regions('LABEL'), after: 1 })).data.version,
    2,
  )
  const late = await operator('POST', '/mappings/regions', { text: regions('OTHER'), after: 1 })
  assert.deepEqual([late.status, late.error.code], [409, 'CHANGED_MEANWHILE'])
  assert.match(late.error.message, /was saved by somebody else, as version 2/)
  const wrong = await operator('POST', '/mappings/regions', { text: 'type: regin\n' })
  assert.match(wrong.error.message, /The mapping is not right/)
  const name = await operator('POST', '/mappings/a%2Fb', { text: regions('NAME') })
  assert.match(name.error.message, /name of a mapping/)
  const versions = (await operator('GET', '/mappings/regions/versions')).data
  assert.deepEqual(
    versions.map(({ version, who, text }: { version: number; who: string; text: string }) => [
      version,
      who,
      text,
    ]),
    [
      [2, 'tests', regions('LABEL')],
      [1, 'tests', regions('NAME')],
    ],
  )
})

test('what was changed between two versions is told place by place, and what is not kept is refused', async () => {
  const changes = async (from: number, to: number) =>
    operator('GET', `/mappings/regions/changes?from=${from}&to=${to}`)
  assert.deepEqual((await changes(1, 2)).data, {
    from: 1,
    to: 2,
    changes: [{ path: 'record.name', before: 'NAME', after: 'LABEL' }],
  })
  assert.deepEqual((await changes(2, 1)).data.changes, [
    { path: 'record.name', before: 'LABEL', after: 'NAME' },
  ])
  assert.deepEqual((await changes(1, 1)).data.changes, [])
  assert.deepEqual(
    (await changes(0, 1)).data.changes.map(({ path, before }: Json) => [path, before]),
    ['type', 'source', 'id', 'record.name'].map(path => [path, null]),
  )
  const noted = `# A note\n${regions('NAME')}  # the end\n`
  await operator('POST', '/mappings/noted', { text: regions('NAME') })
  await operator('POST', '/mappings/noted', { text: noted })
  const several = `records:\n  - {type: region, source: a.csv, id: NO, record: {name: {join: [A, B]}}}\n`
  await operator('POST', '/mappings/noted', { text: several })
  const between = async (query: string) =>
    (await operator('GET', `/mappings/noted/changes?${query}`)).data.changes
  assert.deepEqual(await between('from=1&to=2'), [])
  assert.deepEqual(
    (await between('from=2&to=3')).filter(({ after }: Json) => after !== null).map(({ path }: Json) => path),
    ['type', 'source', 'id', 'record.name'].map(path => `region from a.csv: ${path}`),
  )
  await operator('DELETE', '/mappings/noted')
  assert.ok((await between('from=3&to=4')).every(({ after }: Json) => after === null))
  for (const [query, words] of [
    ['from=1&to=9', /There is no version 9 of a mapping "regions"/],
    ['from=1', /Say with to which version/],
    ['from=x&to=1', /number of a version/],
  ] as const)
    assert.match((await operator('GET', `/mappings/regions/changes?${query}`)).error.message, words)
})

test('a mapping is shown as it is now, and one that is removed is gone', async () => {
  await operator('POST', '/mappings/passing', { text: regions('NAME') })
  assert.equal((await operator('GET', '/mappings/passing')).data.text, regions('NAME'))
  assert.equal((await operator('DELETE', '/mappings/passing')).status, 200)
  assert.equal((await operator('GET', '/mappings/passing')).status, 404)
  assert.equal((await operator('DELETE', '/mappings/passing')).status, 404)
})

test('a load reads its table by the saved mapping, and its page says by which version', async () => {
  const table = 'NO,NAME,LABEL\nr-map-1,North,N\n'
  const { data } = await operator('POST', '/loads?name=regions-1.csv&saved=regions', table)
  assert.equal(data.counts.created, 1)
  const load = (await operator('GET', `/loads/${data.id}`)).data
  assert.deepEqual(load.options.mapping, { name: 'regions', version: 2 })
  assert.equal(load.bytes, table.length)
  const behind = await operator(
    'POST',
    `/loads?name=regions-1.csv&mapping=${regions('NAME').length}&dryRun=true`,
    `${regions('NAME')}${table}`,
  )
  assert.equal((await operator('GET', `/loads/${behind.data.id}`)).data.bytes, table.length)
  const missing = await operator('POST', '/loads?name=regions.csv&saved=region', table)
  assert.match(missing.error.message, /There is no mapping "region"; there are regions/)
})

test('the command reads, saves, shows and removes the same mappings', async () => {
  const table = join(environment.MUSTER_DATA, 'regions-2.csv')
  await writeFile(table, 'NO,NAME,LABEL\nr-map-2,East,E\n')
  const loaded = await command(['load', '--mapping', 'regions', table, '--json'], environment)
  assert.equal(loaded.code, 0, loaded.stderr)
  const [load] = (await operator('GET', '/loads?limit=1')).data
  assert.deepEqual(load.options.mapping, { name: 'regions', version: 2 })
  const unknown = await command(['load', '--mapping', 'regios', table], environment)
  assert.match(unknown.stderr, /There is no mapping "regios"; there are regions/)
  const file = join(environment.MUSTER_DATA, 'regions.yaml')
  await writeFile(file, regions('NAME'))
  const saved = await command(['map', 'save', 'regions', file], environment)
  assert.match(saved.stdout, /Saved regions, version 3/)
  assert.equal((await command(['map', 'show', 'regions'], environment)).stdout, await readFile(file, 'utf8'))
  const old = await command(['map', 'show', 'regions', '--version', '2'], environment)
  assert.equal(old.stdout, regions('LABEL'))
  assert.equal((await command(['map', 'remove', 'regions'], environment)).code, 0)
  assert.deepEqual((await operator('GET', '/mappings')).data, [])
  assert.equal((await operator('GET', '/mappings/regions/versions')).data.length, 4)
  const again = await operator('POST', '/mappings/regions', { text: regions('NAME'), after: 0 })
  assert.equal(again.data.version, 5)
})

const agencies = 'FirmNo;Label;Trading\n701;North;ja\n702;South;nein\n703;West;ja\n'
const workers = [
  'PersNo;Given;Family;Firm;Added;Changed',
  'w-m-1;Ann;Lee;701;2026-01-01;2026-01-02',
  'w-m-2;Bob;Ray;702;2026-01-01;2026-01-02',
  'w-m-3;Cid;Fox;701;2026-01-01;2026-01-02',
].join('\n')

test('tables that are loaded together have one mapping, and refer to one another by their ids', async () => {
  const weeks = 'NO;WHO;OF\nc-1;w-m-1;701\nc-2;w-m-2;702\n'
  const tables = [
    sampled('firms.csv', agencies, { type: 'agency' }),
    sampled('people.csv', workers, { type: 'worker' }),
    sampled('weeks.csv', weeks, { type: 'timesheet' }),
  ]
  const { data } = await operator('POST', '/mapping-proposals', { tables })
  const [firms, people, third] = data.tables
  assert.equal(firms.problem, null, firms.problem)
  const gives = ({ proposal }: Json, name: string) =>
    proposal.columns.find((column: Json) => column.name === name).gives
  assert.deepEqual([gives(third, 'WHO'), gives(third, 'OF')], ['worker', 'agency'])
  assert.equal(people.name, 'people.csv')
  const alone = await propose('weeks.csv', weeks, { type: 'timesheet' })
  assert.equal(gives(alone.data, 'WHO'), '')
  // Whatever is still to be chosen is told of each, and the whole is what would be saved.
  assert.match(data.text, /^records:\n {2}- type: agency\n {4}source: firms\.csv\n/)
  const tried = await operator('POST', '/mapping-proposals', {
    tables: tables.slice(0, 1),
    text: firms.proposal.text,
  })
  assert.equal(tried.data.tables[0].tried.length, 3)
  const wrong = await operator('POST', '/mapping-proposals', {
    tables: tables.slice(0, 2),
    text: firms.proposal.text,
  })
  assert.deepEqual(
    wrong.data.tables.map(({ problem }: Json) => problem),
    [null, 'The mapping reads firms.csv, and not people.csv'],
  )
})

const regionsOf = (name: string, ...rows: string[]) => `${name}\n${rows.join('\n')}\n`

test('several tables come in one body, and what is rejected is told with its file', async () => {
  const mapping = `records:\n  - {type: region, source: north.csv, id: NO, record: {name: NAME}}\n  - {type: region, source: south.csv, id: KEY, record: {name: LABEL}}\n`
  const north = regionsOf('NO,NAME', 'r-two-1,North')
  const south = regionsOf('KEY,LABEL', 'r-two-2,South', ',Nobody', 'r-two-3,')
  const listed = (...all: [string, number][]) => encodeURIComponent(JSON.stringify(all))
  const load = (tables: string, body: string) =>
    operator('POST', `/loads?name=two&mapping=${mapping.length}&tables=${tables}`, `${mapping}${body}`)
  const { data } = await load(listed(['north.csv', north.length], ['south.csv', south.length]), north + south)
  assert.deepEqual([data.counts.created, data.rejected], [2, 2])
  assert.deepEqual(
    data.rejections.map(({ file, line }: Json) => [file, line]),
    [
      ['south.csv', 3],
      ['south.csv', 4],
    ],
  )
  const { data: kept } = await operator('GET', `/loads/${data.id}`)
  assert.deepEqual(kept.rejections.map(({ where }: Json) => where).toSorted(), [
    'south.csv line 3',
    'south.csv line 4',
  ])
  assert.equal(kept.bytes, north.length + south.length)
  for (const [tables, words] of [
    [
      listed(['north.csv', north.length], ['south.csv', south.length + 1]),
      /body ends before south\.csv does/,
    ],
    [listed(['north.csv', north.length], ['south.csv', south.length - 5]), /goes on behind its last table/],
    [listed(['north.csv', north.length], ['north.csv', south.length]), /Two tables are called north\.csv/],
    [listed(['north.csv', north.length], ['east.csv', south.length]), /and not east\.csv/],
    [listed(['north.csv', -1]), /tables takes up to 100 names/],
    ['nothing', /tables takes up to 100 names/],
    ['[1]', /tables takes up to 100 names/],
  ] as const)
    assert.match((await load(tables, north + south)).error.message, words)
})

test('every operation of this part was answered here as its document says', () => expectAnswered('mappings'))
