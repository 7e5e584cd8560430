// People are found by what an operator has of them: names in any order and nearly right, contacts, references, numbers;
// after loads, posts and erasures, and among those who wait. What was typed is kept nowhere.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { erasePerson } from '../../src/workers/erasure.ts'
import { findPeople } from '../../src/workers/find-people.ts'
import { exportPerson } from '../../src/workers/person-export.ts'
import { command } from '../support/command.ts'
import { urlOf } from '../support/database.ts'
import { rivals, worker } from '../support/lines.ts'
import { masterLists, newcomer, paper, posted } from '../support/newcomer.ts'
import { testServer } from '../support/server.ts'

const secret = 'the master secret of this search, whole'
const server = await testServer({ operations, types: recordTypes, files: { secrets: [secret] } })
const { database, files } = server
const { secrets } = files
const env = { DATABASE_URL: urlOf(server.connection), MUSTER_SECRET: secret }

const person = (id: string, firstName: string, lastName: string, more: object = {}, facts: object = {}) => ({
  ...worker(id, { firstName, lastName, name: `${firstName} ${lastName}`, ...more }),
  facts,
})
const card = (id: string, documentNumber: string, documentType = 'CSCS Labourer') => ({
  id,
  type: 'attachment',
  documentType,
  documentNumber,
  createdAt: '2026-03-02T09:00:00.000Z',
  files: [],
})
await server.load([
  ...rivals(),
  ...masterLists(),
  person('f1', 'Piotr', 'Kowalski', {
    dob: '1978-10-03T00:00:00.000Z',
    email: 'p.kowalski+site@gmail.com',
    phone: { countryCode: '+44', number: '7700 900123' },
    agencies: [{ id: 'a1', name: 'Agency a1', agencyId: 'HL-77', active: true }],
    attachments: [card('d1', '1234-5678 9')],
  }),
  person('f2', 'Siobhán', "O'Brien", { email: 'siobhan@mail.example' }, { nationalIns: 'QQ 12 34 56 A' }),
  person('f3', 'William', 'van der Berg', {}, { passportNo: '533 380 006' }),
  person('f4', 'Maria Jane', 'Smith'),
  person('f5', 'Mohammed', 'Khan', { phone: { countryCode: '+48', number: '512 345 678' } }),
  person('f6', 'Muhammad', 'Kahn'),
])
const find = (text: string, by = 'tests') => findPeople({ database, secrets }, text, by)
const foundBy = async (text: string) =>
  (await find(text)).people.map(({ id, reasons }) => `${id} ${reasons.map(({ by }) => by).join()}`)

test('a name is found in any order, nearly right, and how it was found is said', async () => {
  for (const typed of ['Piotr Kowalski', 'kowalski, PIOTR', 'Kowalsky Piotr', 'Peter Kowalski', 'P Kowalski'])
    assert.deepEqual(await foundBy(typed), ['f1 name'], typed)
  for (const typed of ['Kowalski', 'kowlaski', 'Kowalsky'])
    assert.deepEqual(await foundBy(typed), ['f1 name'])
  for (const typed of ['siobhan obrien', 'O Brien Siobhan', 'Siobhan O’Brian'])
    assert.deepEqual(await foundBy(typed), ['f2 name'], typed)
  for (const typed of ['Bill van der Berg', 'Vanderberg', 'berg william'])
    assert.deepEqual(await foundBy(typed), ['f3 name'], typed)
  for (const typed of ['Jane Smith', 'smith maria', 'Maria Anna Smith'])
    assert.deepEqual(await foundBy(typed), ['f4 name'], typed)
  const { people } = await find('Mohammed Khan')
  assert.deepEqual(
    people.map(({ id, reasons: [reason] }) => [id, reason!.verdict, reason!.words]),
    [
      ['f5', 'same', 'the same name'],
      ['f6', 'nearly', 'a nickname, or another form of the name'],
    ],
  )
  assert.deepEqual(await foundBy('Zacharias Unheardof'), [])
  assert.deepEqual(await foundBy('Piotr Unheardof'), [], 'half a name is not the person')
})

test('contacts, references, ids and numbers find in any spelling, and no number is shown', async () => {
  const cases: [string, string][] = [
    ['P.Kowalski@googlemail.com', 'f1 email'],
    ['07700 900123', 'f1 phone'],
    ['+44 (0)7700 900123'.replace('(0)', ''), 'f1 phone'],
    ['512345678', 'f5 phone'],
    ['wk-F1', 'f1 reference'],
    ['f1', 'f1 id'],
    ['HL-77', 'f1 agencyId'],
    ['123456789', 'f1 documentNumber'],
    ['1234 5678-9', 'f1 documentNumber'],
    ['qq123456a', 'f2 identityNumber'],
    ['QQ 12 34 56 B', 'f2 identityNumber'],
    ['533380006', 'f3 identityNumber'],
  ]
  for (const [typed, expected] of cases) assert.deepEqual(await foundBy(typed), [expected], typed)
  for (const [typed] of cases) {
    const text = JSON.stringify(await find(typed))
    for (const number of ['QQ', '533', '5678']) assert.ok(!text.includes(number), `${typed}: ${number}`)
  }
  const nobody = await find('AB 99 99 99 C')
  assert.deepEqual(nobody.people, [])
  assert.match(
    nobody.summary,
    /^Nobody is held under this, compared with reference, .* and identity number\.$/,
  )
  await assert.rejects(find(' x '), /two letters or digits/)
})

test('who was posted, who waits, who was changed and who was erased is found as they are now', async () => {
  const [a1, a2] = [await server.key('agency', ['a1']), await server.key('agency', ['a2'])]
  const sent = newcomer(40, { attachments: [paper('course', { documentNumber: 'MH-40-X' })] })
  const { id } = (await server.get('/workers', a1, posted(sent))).body.data
  const name = `${sent.lastName} ${sent.firstName}`
  for (const typed of [name, sent.email, sent.phone, sent.nationalIns, 'mh40x'])
    assert.deepEqual(
      (await find(String(typed))).people.map(one => one.id),
      [id],
      String(typed),
    )
  const again = { ...sent, agencyId: 'B-40', email: 'another@mail.example' }
  assert.equal((await server.get('/workers', a2, posted(again))).status, 409)
  for (const typed of [name, 'another@mail.example', sent.nationalIns, 'B-40', 'MH-40-X']) {
    const { waiting } = await find(String(typed))
    assert.deepEqual(
      waiting.map(({ name, agency }) => [name, agency]),
      [[`${sent.firstName} ${sent.lastName}`, 'Agency a2']],
      String(typed),
    )
  }
  await server.load([person('f4', 'Maria', 'Jones', { updatedAt: '2026-04-03T09:00:00.000Z' })])
  assert.deepEqual(await foundBy('Maria Smith'), [])
  assert.deepEqual(await foundBy('Maria Jones'), ['f4 name'])
  await server.load([{ type: 'worker', id: 'f6', deleted: true }])
  assert.deepEqual(await foundBy('Muhammad Kahn'), ['f5 name'])
  await erasePerson({ database, types: recordTypes, store: files.store, secrets }, id, {
    by: 'tests',
    dryRun: false,
  })
  for (const typed of [name, sent.email, sent.phone, sent.nationalIns, 'MH-40-X']) {
    const { people, waiting } = await find(String(typed))
    assert.deepEqual([people, waiting], [[], []], String(typed))
  }
  const [gone] = (await find(id)).people
  assert.ok(gone?.erasedAt && gone.name === undefined, 'that they were erased is said')
})

test('the command finds too, from standard input as well; the audit keeps what was compared and nobody is named in it', async () => {
  const { code, stdout } = await command(['people', 'find', 'kowalsky piotr'], env)
  assert.equal(code, 0)
  assert.match(
    stdout,
    /^1 worker, compared with .*name\.\nId +Reference.*\nf1 +WK-f1 +Piotr Kowalski +1978-10-03 +Agency a1 +one letter differs/,
  )
  assert.match(stdout, /Not searched: users of companies/)
  const [row] = await database.rows<{ kind: string; row: string; after: object }>(
    sql`select kind, a::text as row, after from operator_audit a order by n desc limit 1`,
  )
  assert.deepEqual(row!.after, { comparedWith: ['reference', 'agencyId', 'name'], found: 1, waiting: 0 })
  assert.ok(!/kowalsk|piotr|f1/i.test(row!.row))
  const piped = await command(['people', 'find', '-', '--json'], env, 'QQ 12 34 56 C\n')
  assert.deepEqual(
    JSON.parse(piped.stdout).people.map(({ id }: { id: string }) => id),
    ['f2'],
  )
  await command(['people', 'find', 'f1'], env)
  const [read] = await database.rows<{ id: string; operation: string }>(
    sql`select id, operation from record_read where key_id = 'command line' order by at desc limit 1`,
  )
  assert.deepEqual({ ...read }, { id: 'f1', operation: 'people find' })
})

test('lists and exports are told by the keys that may see the person, and what is not counted is said', async () => {
  const [own, rival] = [await server.key('agency', ['a1']), await server.key('agency', ['a2'])]
  for (const key of [own, rival])
    for (const path of ['/workers', '/workers?limit=1', '/workers?sort=x']) await server.get(path, key)
  await server.ledger.flush()
  const { person } = await exportPerson({ database, types: recordTypes, secrets }, 'f1', 'tests')
  const listed = person.listReadings.filter(({ owner }) => owner !== 'Agency a1')
  assert.deepEqual(listed, [], 'nobody who may not see them')
  assert.deepEqual(
    person.listReadings.map(({ owner, operation, requests }) => [owner, operation, requests]),
    [['Agency a1', 'GET /workers', 2]],
  )
  assert.match(person.notCounted, /Not counted by person: lists and exports \(GET \/workers, GET \/changes\)/)
  const { stdout } = await command(['audit', 'worker', 'f1'], env)
  assert.match(stdout, /GET \/workers +2\n/)
  assert.match(stdout, /Not counted at all/)
})
