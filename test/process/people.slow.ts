// People as an operator deals with them: exported, erased, and loads in and out, with the real command and server.
import assert from 'node:assert/strict'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { recordTypes } from '../../src/api/index.ts'
import { sealOf } from '../../src/encryption/sealing.ts'
import { secretsOf } from '../../src/encryption/secret.ts'
import { fileIntake } from '../../src/files/intake.ts'
import { openFileStore } from '../../src/files/open-files.ts'
import { load } from '../../src/load/load.ts'
import { operatorOperations } from '../../src/operator/surface.ts'
import { createOperatorToken } from '../../src/store/operators/tokens.ts'
import { command } from '../support/command.ts'
import { testDatabase, urlOf } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { findInBytes, findInFolder, findInTables } from '../support/find-anywhere.ts'
import { lifeOf } from '../support/life.ts'
import { rivals } from '../support/lines.ts'
import { operatorAt } from '../support/operator.ts'
import { answered } from '../support/operator-check.ts'
import { dataFolder, stop, up } from '../support/process.ts'
import { ndjson } from '../support/server.ts'

const { database, connection } = await testDatabase()
const secret = 's'.repeat(32)
const env = { DATABASE_URL: urlOf(connection), MUSTER_SECRET: secret, LOG_LEVEL: 'trace' }
const data = await dataFolder()
const server = await up(data, [], env)
after(() => stop(server))
const [kept, other, loner] = [lifeOf(1), lifeOf(2), lifeOf(3, true)]
const store = await openFileStore({ data, s3: undefined }, database)
const report = await load(
  database,
  recordTypes,
  ndjson([...rivals(), ...kept.lines, ...other.lines, ...loner.lines]),
  { files: fileIntake(store, undefined), seal: sealOf(secretsOf([secret])) },
)
assert.equal(report.rejected, 0)
const token = await createOperatorToken(database, 'data protection', 'owner')

const operator = operatorAt(new URL(server.baseUrl).origin, token.secret)

const muster = (...args: string[]) => command([...args, '--data', data], env)

test('everything that is held on a person comes in a folder, and nothing of others', async () => {
  const folder = join(data, 'for-them')
  const { code, stdout, stderr } = await muster('people', 'export', kept.id, '--to', folder)
  assert.equal(code, 0, stderr)
  assert.match(stdout, /5 records that name the worker, 6 files, 0 attempts/)
  const person = JSON.parse(await readFile(join(folder, 'person.json'), 'utf8'))
  assert.deepEqual(
    [person.worker.facts.nationalIns, person.worker.record.email],
    [kept.numbers.nationalIns, 'mail0001xq@people.example'],
  )
  const page = await readFile(join(folder, 'index.html'))
  for (const bytes of [page, Buffer.from(JSON.stringify(person))]) {
    for (const word of kept.words.filter(word => !word.startsWith('content')))
      assert.ok(findInBytes(bytes, [word], 'the export').length > 0, word)
    assert.deepEqual(findInBytes(bytes, other.words, 'the export'), [])
    assert.ok(!bytes.toString().includes('Ada w1'), 'others who were submitted beside them')
  }
  const files = await readdir(join(folder, 'files'))
  assert.equal(files.length, 6)
  assert.match(await readFile(join(folder, 'files', files[0]!), 'latin1'), /content0001xq/)
  assert.equal((await stat(join(folder, 'person.json'))).mode & 0o777, 0o600)
  assert.match((await muster('people', 'export', kept.id, '--to', folder)).stderr, /There is a .* already/)
  assert.match((await muster('audit', 'worker', kept.id)).stdout, /command line +export of everything held/)
})

test('a person is found by the reference too, unless several workers have it', async () => {
  const dry = (given: string) => operator('POST', `/people/${given}/erase`, { dryRun: true })
  const known = async (id: string) => (await operator('GET', `/people/${id}`)).data.worker.record.reference
  const references = { [kept.id]: await known(kept.id), [other.id]: await known(other.id) }
  const refer = (to: Record<string, string>) =>
    load(
      database,
      recordTypes,
      ndjson(
        Object.entries(to).map(([id, reference]) => ({
          type: 'worker',
          record: { id, reference },
          patch: true,
        })),
      ),
      { seal: sealOf(secretsOf([secret])) },
    )
  assert.equal((await dry(references[kept.id])).data.id, kept.id)
  assert.equal((await dry('WK-')).status, 404)
  await refer({ [kept.id]: 'WK-TWICE', [other.id]: 'WK-TWICE' })
  const { status, error } = await dry('WK-TWICE')
  assert.deepEqual([status, error.message], [400, 'Several workers have the reference WK-TWICE; give the id'])
  await refer(references)
})

test('the operator reads and erases people over HTTP too', async () => {
  const search = await operator('POST', '/people/find', { text: loner.id })
  assert.equal(search.data.people[0].id, loner.id)
  const held = await operator('GET', `/people/${loner.id}`)
  assert.equal(held.data.worker.facts.nationalIns, loner.numbers.nationalIns)
  const dry = await operator('POST', `/people/${loner.id}/erase`, { dryRun: true })
  assert.deepEqual([dry.data.outcome, dry.data.dryRun, dry.data.files], ['deleted', true, 3])
  assert.ok((await findInTables(database, loner.words)).length > 0)
  assert.equal(
    (await operator('POST', `/people/${loner.id}/erase`, { dryRun: false })).data.outcome,
    'deleted',
  )
  assert.deepEqual(await findInTables(database, loner.words), [])
  assert.equal(
    (await operator('POST', `/people/${loner.id}/erase`, { dryRun: false })).data.outcome,
    'erased before',
  )
  assert.equal((await operator('GET', '/people/nobody')).status, 404)
  assert.equal((await operator('POST', '/people/nobody/erase', { dryRun: false })).status, 404)
  assert.match((await muster('audit', 'worker', loner.id)).stdout, /export of everything held/)
  assert.equal((await operator('GET', '/people/scrub')).data, null)
  await operator('POST', '/people/scrub', {})
  const scrub = await eventually('the scrub is over', async () => {
    const { data } = await operator('GET', '/people/scrub')
    return data.state !== 'under way' && data
  })
  assert.deepEqual([scrub.state, scrub.by, scrub.done], ['done', 'data protection', scrub.total])
  const asked = operatorOperations.filter(({ path }) => path.startsWith('/people'))
  for (const operation of asked) assert.ok(answered.has(operation), operation.path)
})

test('erasing says what it does, and leaves nothing in tables, files, logs and a backup', async () => {
  const dry = await muster('people', 'erase', kept.id, '--dry-run')
  assert.match(dry.stdout, /would stay as an erased worker, because others name it/)
  assert.match(dry.stdout, /1 requisition, 1 assignment, 1 timesheet, 1 expense, 6 files, 1 checks/)
  const { code, stdout } = await muster('people', 'erase', kept.id)
  assert.deepEqual([code, /is erased: an id and a reference are left/.test(stdout)], [0, true])
  assert.deepEqual(await findInTables(database, kept.words), [])
  assert.deepEqual(await findInFolder(join(data, 'files'), kept.words), [])
  assert.deepEqual(findInBytes(Buffer.from(server.log()), kept.words, 'the log'), [])
  const backup = join(data, 'after.backup')
  assert.equal((await muster('backup', backup)).code, 0)
  const bytes = gunzipSync(await readFile(backup))
  assert.deepEqual(findInBytes(bytes, kept.words, 'the backup'), [])
  assert.ok(findInBytes(bytes, other.words, 'the backup').length > 0)
  const again = await muster('people', 'erase', kept.id)
  assert.match(again.stdout, /was erased before/)
  assert.equal((await muster('people', 'erase', 'nobody')).code, 5)
  assert.equal((await muster('people', 'forget', 'nobody')).code, 2)
})

test('the command exports what another installation loads, and tells what a snapshot lacks', async () => {
  const file = join(data, 'all.ndjson.gz')
  const { code, stdout } = await muster('export', 'all', '--with-identity', '--to', file)
  assert.equal(code, 0)
  const cursor = /--since ([0-9a-f]{32})/.exec(stdout)![1]!
  assert.match((await muster('audit', 'worker', other.id)).stdout, /export with identity numbers/)
  const copy = await testDatabase()
  const there = await dataFolder()
  const elsewhere = { ...env, DATABASE_URL: urlOf(copy.connection) }
  const loaded = await command(['load', file, '--data', there], elsewhere)
  assert.deepEqual([loaded.code, /0 rejected/.test(loaded.stdout)], [0, true], loaded.stdout)
  const again = await command(['export', 'worker', '--data', there], elsewhere)
  const own = await muster('export', 'worker')
  assert.equal(again.stdout, own.stdout)
  assert.equal((await muster('export', 'worker', '--since', cursor)).stdout, '')
  assert.match((await muster('export', 'workers')).stderr, /nearest one is "worker"/)
  const checks = await muster('export', 'rightToWorkCheck')
  assert.match(checks.stderr, /Left out: \d+ rightToWorkCheck, not to be loaded without --with-identity/)
  const empty = join(data, 'empty.ndjson')
  await writeFile(empty, '')
  const dry = await muster('load', empty, '--snapshot', 'site', '--company', 'c1', '--dry-run')
  assert.deepEqual(
    [dry.code, /would delete site s1/.test(dry.stderr), /more than 10 % of site/.test(dry.stdout)],
    [3, true, true],
  )
  const rejected = await muster('load', empty, '--snapshot', 'sites')
  assert.match(rejected.stderr, /"sites" is not a type of record; the nearest one is "site"/)
})
