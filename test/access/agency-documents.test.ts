// Documents that an agency alone may see, such as a CV: one that does not say whose it is would be shown to everybody who
// sees the worker.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { checkStored } from '../../src/load/stored-shapes.ts'
import { invalidRecords } from '../../src/store/schema/shape-checks.ts'
import { rivals, site, worker } from '../support/lines.ts'
import { masterLists } from '../support/newcomer.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load([...rivals(), ...masterLists()])

const cv = { id: 'cv1', type: 'attachment', documentType: 'CV', createdAt: '2025-01-01' }
const agencies = ['a1', 'a2'].map(id => ({ id, active: true }))
const line = (facts: object, more: object = {}) => ({
  ...worker('own', { agencies, companyIds: [{ company: 'c1', id: 'x' }], attachments: [cv] }),
  facts,
  ...more,
})
const owners = { documentOwners: [{ document: 'cv1', agency: 'a2' }] }

async function refusal(given: object): Promise<string> {
  const reasons: string[] = []
  const report = await server.load([given], {
    onRejection: ({ path, reason, hint }) => void reasons.push(`${path} ${reason}; ${hint}`),
  })
  assert.equal(report.rejected, reasons.length)
  return reasons.join('\n')
}

test('a CV that does not say whose it is is refused, new and in place of one that does', async () => {
  const told =
    /^record\.attachments\.0 is a CV, which only the agency that it is of may see.*facts\.documentOwners/
  assert.match(await refusal(line({})), told)
  assert.equal(await refusal(line(owners)), '')
  assert.match(await refusal(line({}, { replace: true })), told)
  assert.equal(await refusal(line({})), '', 'what a line does not name stays')
  const [company, first, second] = await Promise.all([
    server.key('company', ['c1']),
    server.key('agency', ['a1']),
    server.key('agency', ['a2']),
  ])
  for (const [key, seen] of [
    [company, 0],
    [first, 0],
    [second, 1],
  ] as const)
    assert.equal((await server.get('/workers/own', key)).body.data.attachments.length, seen)
})

test('a kind of document that comes to be an agency’s own with the same load counts at once', async () => {
  const fresh = await testServer()
  await fresh.load(rivals())
  const { rejected } = await fresh.load([...masterLists(), line({})])
  assert.equal(rejected, 1)
})

const nobody = { c1: 0, a1: 0, a2: 0 }
const everybody = { c1: 1, a1: 1, a2: 1 }

/** How many documents of the worker each of them is shown. */
async function shownOn(on: typeof server, id: string): Promise<Record<string, number>> {
  const counts = Object.keys(nobody).map(async owner => {
    const key = await on.key(owner === 'c1' ? 'company' : 'agency', [owner])
    const pages = [`/workers/${id}?includeDocumentValidations=${owner === 'c1'}`, `/workers?id=${id}`]
    const answers = await Promise.all(pages.map(page => on.get(page.replace(/\?.*=false$/, ''), key)))
    const seen = answers.map(({ body }) => [body.data].flat()[0].attachments.length)
    assert.equal(new Set(seen).size, 1)
    return [owner, seen[0]!] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

const check = (on: typeof server) =>
  checkStored(on.database, recordTypes, { stopped: () => false, rest: async () => {}, tell: () => {} })

test('a CV that an earlier version stored without its agency is shown to nobody and told, until a line says whose it is', async () => {
  const old = await testServer()
  await old.load([
    ...rivals(),
    ...masterLists().filter(({ type }) => type !== 'masterQualification'),
    line({}),
  ])
  assert.deepEqual(await shownOn(old, 'own'), everybody)
  // As where the kinds of documents were there, and the rule was not.
  await old.load(masterLists())
  await old.database.rows(sql`delete from invalid_record`)
  await old.database.rows(sql`
    update worker_text set record = replace(record, '"ownedBy":"",', ''), facts = facts where id = 'own'`)
  await old.database.rows(sql`update shape_check set schema_number = 0, checksum = 'of an earlier version'`)
  await check(old)
  assert.deepEqual(await shownOn(old, 'own'), nobody)
  const [told] = await invalidRecords(old.database)
  assert.deepEqual([told!.type, told!.count, told!.first[0]!.id], ['worker', 1, 'own'])
  assert.match(told!.first[0]!.reason, /^is a CV, which only the agency that it is of may see/)
  await old.load([line(owners, { record: { ...line({}).record, updatedAt: '2030-01-01' } })])
  assert.deepEqual(await shownOn(old, 'own'), { ...nobody, a2: 1 })
  await check(old)
  assert.deepEqual(await invalidRecords(old.database), [])
})

test('documents of a kind that becomes an agency’s own are hidden with that load, and shown again if it is not', async () => {
  const fresh = await testServer()
  const kind = (agencySpecific: boolean) =>
    masterLists().map(one =>
      'name' in one.record && one.record.name === 'CV'
        ? { ...one, record: { ...one.record, agencySpecific } }
        : one,
    )
  await fresh.load([...rivals(), ...kind(false), line({})])
  assert.deepEqual(await shownOn(fresh, 'own'), everybody)
  await fresh.load(kind(true), { dryRun: true })
  assert.deepEqual(await shownOn(fresh, 'own'), everybody)
  await fresh.load(kind(true))
  assert.deepEqual(await shownOn(fresh, 'own'), nobody)
  assert.equal((await invalidRecords(fresh.database))[0]!.count, 1)
  await fresh.load([
    site('renamed', 'p1', 'c1'),
    { type: 'agency', record: { id: 'a1', name: 'Other name' }, patch: true },
  ])
  assert.deepEqual(await shownOn(fresh, 'own'), nobody, 'a refresh leaves it hidden')
  await fresh.load(kind(false))
  assert.deepEqual(await shownOn(fresh, 'own'), everybody)
  assert.deepEqual(await invalidRecords(fresh.database), [])
})
