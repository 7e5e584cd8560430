// A mapping is proposed for the beginning of a table, corrected by choosing, tried on its first rows, saved with its history,
// and read by loads; from the interface and from the command it is the same.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { command } from '../support/command.ts'
import { operatorServer } from '../support/operator.ts'
import { expectAnswered } from '../support/operator-check.ts'

const server = await operatorServer()
const { operator, environment } = server

const people = [
  'PersNo;Given;Family;Born;Kind',
  'P.01;Ann;Lee;03.04.1980;m',
  'P.02;Bob;Ray;05.06.1981;f',
  'P.03;Cid;Fox;07.08.1982;m',
].join('\n')

const propose = (name: string, table: string, more: object = {}) =>
  operator('POST', '/mapping-proposals', {
    name,
    sample: Buffer.from(table).toString('base64'),
    isWhole: true,
    ...more,
  })

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

test('every operation of this part was answered here as its document says', () => expectAnswered('mappings'))
