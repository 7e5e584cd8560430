// What is sealed and the secret it was sealed with: refused with another, changed over with both, restored with its own.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { sealOf, secretFingerprints } from '../../src/encryption/sealing.ts'
import { secretsOf } from '../../src/encryption/secret.ts'
import { load } from '../../src/load/load.ts'
import { nationalNumber } from '../../src/matching/identity-numbers.ts'
import { hashIn, isSealed } from '../../src/record-types/seal.ts'
import { createEndpoint, rotateEndpoint, sealedSecrets } from '../../src/store/webhooks/endpoints.ts'
import { sealedWith } from '../../src/store/writing/sealed-with.ts'
import { resealEndpoints, sealSecret, unsealSecret } from '../../src/webhooks/sealed.ts'
import { resealAll, SecretProblem, sealingState, secretRotation } from '../../src/workers/resealing.ts'
import { command } from '../support/command.ts'
import { type TestDatabase, testDatabase, urlOf } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { testFolder } from '../support/files.ts'
import { rivals, worker } from '../support/lines.ts'
import { dataFolder, stop, up } from '../support/process.ts'
import { ndjson } from '../support/server.ts'

const { database, connection } = await testDatabase()
const [old, next, lost] = ['old', 'new', 'lost'].map(word => `${word}-`.repeat(12)) as [
  string,
  string,
  string,
]
const number = 'PZ123456D'
const factsOf = async () => {
  const [row] = await database.rows<{ facts: string }>(sql`select facts from worker_text where id = 'sealed'`)
  return JSON.parse(row!.facts) as { nationalIns: string; shareCodes: string[] }
}
const hashes = async () => {
  const rows = await database.rows<{ hash: string }>(sql`select hash from worker_number where id = 'sealed'`)
  return rows.map(row => row.hash).sort()
}

test('an empty database takes the first secret, and no other after it', async () => {
  assert.equal(await sealingState(database, recordTypes, secretsOf([old])), 'current')
  assert.equal(await sealingState(database, recordTypes, secretsOf([old])), 'current')
  await assert.rejects(sealingState(database, recordTypes, secretsOf([lost])), SecretProblem)
  assert.equal(await sealingState(database, recordTypes, secretsOf([next, old])), 'former')
})

test('a change of the secret seals everything anew; until then both find it', async () => {
  const before = secretsOf([old])
  const line = { ...worker('sealed'), facts: { nationalIns: number, shareCodes: ['W4G12K88K'] } }
  await load(database, recordTypes, ndjson([...rivals(), line]), { seal: sealOf(before) })
  const changing = secretsOf([next, old])
  const first = await factsOf()
  assert.ok(sealOf(changing).hashes('ni:PZ123456').includes(hashIn(first.nationalIns)!))
  assert.equal((await secretRotation(database, before)).state, 'current')
  await resealAll(database, recordTypes, changing, () => true)
  const underWay = await secretRotation(database, changing)
  assert.deepEqual([underWay.state, underWay.servers, underWay.since !== null], ['changing', [], true])
  assert.deepEqual([underWay.done, underWay.total > 0], [0, true])
  await resealAll(database, recordTypes, changing)
  assert.equal((await secretRotation(database, changing)).state, 'current')
  const after = await factsOf()
  assert.notEqual(after.nationalIns, first.nationalIns)
  const alone = sealOf(secretsOf([next]))
  assert.equal(alone.open(after.nationalIns), number)
  assert.deepEqual(await hashes(), [hashIn(after.nationalIns), hashIn(after.shareCodes[0])].sort())
  assert.equal(await sealingState(database, recordTypes, secretsOf([next])), 'current')
  await assert.rejects(sealingState(database, recordTypes, before), SecretProblem)
  assert.throws(() => sealOf(before).open(after.nationalIns), /another master secret/)
})

test('secrets of endpoints follow a change of the master secret', async () => {
  const [present, former] = secretsOf([next, old]).acceptedFor('encryption')
  const endpoint = {
    kind: 'company',
    owners: ['c1'],
    url: 'https://hooks.example',
    types: ['*'],
    projects: [],
  } as const
  await createEndpoint(database, { ...endpoint, id: 'hook' }, sealSecret(former!, 'hook', 'whsec_one'), [])
  await rotateEndpoint(database, 'hook', sealSecret(former!, 'hook', 'whsec_two'), 60_000)
  await resealEndpoints(database, [present!, former!])
  const sealed = await sealedSecrets(database, 'hook')
  assert.deepEqual(
    sealed.map(one => unsealSecret([present!], 'hook', one)),
    ['whsec_two', 'whsec_one'],
  )
  await resealEndpoints(database, [present!, former!])
  assert.deepEqual(await sealedSecrets(database, 'hook'), sealed)
})

test('what an older Muster stored open is sealed', async () => {
  await database.rows(sql`delete from setting where name = 'sealed-with'`)
  await database.rows(
    sql`update worker_text set facts = '{"nationalIns":"PZ123456D","shareCodes":["W4G12K88K"]}' where id = 'sealed'`,
  )
  await database.rows(sql`delete from worker_number`)
  const secrets = secretsOf([next])
  assert.equal(await sealingState(database, recordTypes, secrets), 'unsealed')
  await resealAll(database, recordTypes, secrets)
  const { nationalIns, shareCodes } = await factsOf()
  assert.ok([nationalIns, ...shareCodes].every(isSealed))
  assert.equal((await hashes()).length, 2)
  assert.equal(await sealedWith(database), secretFingerprints(secrets)[0])
})

test('the numbers of documents that an older Muster did not keep are sealed, and what a lost secret sealed stays', async () => {
  const stranger = sealOf(secretsOf([lost])).close(nationalNumber(number))
  const passport = {
    id: 'd1',
    type: 'rightToWork',
    documentType: 'UK passport',
    documentNumber: '123 456 789',
    createdAt: '2026-03-02',
    files: [],
  }
  const secrets = secretsOf([next])
  const line = worker('sealed', { rightToWork: [passport] })
  await load(database, recordTypes, ndjson([line]), { seal: sealOf(secrets) })
  await database.rows(
    sql`update worker_text set facts = ${JSON.stringify({ nationalIns: stranger })} where id = 'sealed'`,
  )
  await database.rows(sql`delete from worker_number`)
  await database.rows(sql`delete from setting where name = 'sealed-edition'`)
  assert.equal(await sealingState(database, recordTypes, secrets), 'unsealed')
  await resealAll(database, recordTypes, secrets)
  assert.equal(await sealingState(database, recordTypes, secrets), 'current')
  assert.equal((await factsOf()).nationalIns, stranger)
  const found = sealOf(secrets).hashes('travel:123456789')
  assert.deepEqual(await hashes(), [hashIn(stranger), ...found].sort())
  await load(database, recordTypes, ndjson([{ ...line, facts: { nationalIns: number } }]), {
    seal: sealOf(secrets),
  })
})

test('a server refuses another secret, and changes over to a new one while it runs', async () => {
  const start = (secret: string, before?: string) =>
    up(data, [], {
      DATABASE_URL: urlOf(connection),
      MUSTER_SECRET: secret,
      ...(before && { MUSTER_SECRET_OLD: before }),
      LOG_LEVEL: 'warn',
    })
  const data = await dataFolder()
  await assert.rejects(start(lost), /sealed with another master secret/)
  const server = await start(lost, next)
  const [wanted] = secretFingerprints(secretsOf([lost]))
  await eventually('all is sealed anew', async () => (await sealedWith(database)) === wanted)
  assert.equal(sealOf(secretsOf([lost])).open((await factsOf()).nationalIns), number)
  // A server that does not accept the next one yet is waited for, and named.
  const waiting = await secretRotation(database, secretsOf([old, lost]))
  assert.deepEqual([waiting.state, waiting.servers.length], ['waiting', 1])
  assert.match(waiting.servers[0]!, new RegExp(`${server.pid}`))
  assert.equal(await stop(server), 0)
})

test('a change in a sealed text is found out', () => {
  const seal = sealOf(secretsOf([next]))
  const sealed = seal.close({ text: number, foundBy: 'ni:PZ123456' })
  const flipped = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
  assert.equal(seal.open(sealed), number)
  assert.throws(() => seal.open(flipped))
})

test('a restore asks for the secret of the backup and changes nothing without it', async () => {
  const file = join(await testFolder(), 'all.backup')
  const lines = join(await testFolder(), 'lines.ndjson')
  const sealed = { ...worker('sealed'), facts: { nationalIns: number } }
  await writeFile(lines, [...rivals(), sealed].map(line => JSON.stringify(line)).join('\n'))
  const data = await dataFolder()
  const on = ({ connection }: TestDatabase, secret: string) => {
    const env = { DATABASE_URL: urlOf(connection), MUSTER_SECRET: secret }
    return (...args: string[]) => command([...args, '--data', data], env)
  }
  const [source, target, third] = [await testDatabase(), await testDatabase(), await testDatabase()]
  assert.equal((await on(source, old)('load', lines)).code, 0)
  assert.equal((await on(source, old)('backup', file)).code, 0)
  const refused = await on(target, next)('restore', file)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /made with another master secret.*Nothing was changed/s)
  assert.ok(!(await readFile(file)).includes(number))
  assert.equal((await on(target, old)('restore', file)).code, 0)
  const again = await on(target, old)('load', lines, '--json')
  assert.equal(JSON.parse(again.stdout).counts.created, 0)
  assert.equal(JSON.parse(again.stdout).counts.updated, 0, 'what was restored is what was sealed')
  assert.equal((await on(third, next)('restore', file, '--new-secret')).code, 0)
  const loaded = await on(third, next)('load', lines, '--json')
  assert.equal(
    JSON.parse(loaded.stdout).counts.updated,
    1,
    'with another secret, what was sealed is loaded again',
  )
})
