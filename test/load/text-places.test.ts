// Narrow rows say where their texts lie. Whatever has become of a place, every key is shown the record itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { fillPending } from '../../src/store/schema/fill.ts'
import { notePlaces } from '../../src/store/schema/maintenance.ts'
import { prepareDatabase } from '../../src/store/schema/prepare.ts'
import { readExport, readLines } from '../support/exports.ts'
import { testServer } from '../support/server.ts'

const server = await testServer({ operations, types: recordTypes })
const stamps = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
const ids = Array.from({ length: 300 }, (_, at) => `s${String(at).padStart(3, '0')}`)
const company = {
  type: 'company',
  record: { id: 'c', name: 'Company', prefix: 'CO', active: true, ...stamps },
}
const project = (name: string) => ({
  type: 'project',
  record: { id: 'p', reference: 'P-1', name, active: true, company: { id: 'c' }, ...stamps },
})
const site = (id: string) => ({
  type: 'site',
  record: { id, name: `Site ${id}`, active: true, project: { id: 'p' }, company: { id: 'c' }, ...stamps },
})
await server.load([company, project('Project'), ...ids.map(site)])
const key = await server.key('company', ['c'])

/** Of the sites, how many say where their texts are. */
async function rightPlaces(): Promise<number> {
  const [row] = await server.database.rows<{ n: string }>(
    sql`select count(*) as n from site s join site_text t on t.ctid = s.text_at and t.id = s.id`,
  )
  return Number(row!.n)
}

/** By pages and by an export, each with its own name and the project's. */
async function assertShown(projectName: string): Promise<void> {
  const pages = await Promise.all([1, 2].map(page => server.get(`/sites?limit=200&page=${page}`, key)))
  const { lines } = readLines((await readExport(server.origin, '/sites?format=ndjson', key)).text)
  for (const records of [pages.flatMap(page => page.body.data), lines.map(line => JSON.parse(line))]) {
    const shown = records.map(({ id, name, project }) => [id, name, project.name]).sort()
    assert.deepEqual(
      shown,
      ids.map(id => [id, `Site ${id}`, projectName]),
    )
  }
}

const asked = (text: string) => server.database.script(text)

test('a load notes where each text lies', async () => {
  assert.equal(await rightPlaces(), ids.length)
  await assertShown('Project')
})

test('what is written again has its place again', async () => {
  await server.load([
    {
      ...site('s007'),
      record: { ...site('s007').record, email: 'gate@site.example', updatedAt: '2026-02-01' },
    },
  ])
  assert.equal(await rightPlaces(), ids.length)
})

test('texts that a rename moved are found by their ids', async () => {
  await server.load([project('Renamed')])
  assert.equal(await rightPlaces(), 0)
  await assertShown('Renamed')
})

test("a place that is another row's by now shows nothing of it", async () => {
  await asked(
    `update site s set text_at = (select t.ctid from site_text t where t.id > s.id order by t.id limit 1)`,
  )
  assert.equal(await rightPlaces(), 0)
  await assertShown('Renamed')
})

test('places that are beyond the table, or not known, do no harm', async () => {
  for (const place of ["'(4294967295,7)'", "'(0,65000)'", 'null']) {
    await asked(`update site set text_at = ${place}`)
    await assertShown('Renamed')
  }
})

test('a database that was made before there were places has them after the upgrade', async () => {
  await asked('alter table site drop column text_at cascade')
  await asked(`delete from declared where type = 'site' and (name = 'text_at' or name like 'site_by_%')`)
  await prepareDatabase(server.database, recordTypes)
  await assertShown('Renamed')
  await fillPending(server.database, recordTypes)
  assert.equal(await rightPlaces(), ids.length)
  await assertShown('Renamed')
})

test('after a rewrite places are noted batch by batch, so that others write in between', async () => {
  await asked('vacuum full site_text')
  await asked("update site set text_at = '(9999,1)'")
  let transactions = 0
  const { database } = server
  const counting: typeof database = {
    ...database,
    transaction(run, mode) {
      transactions++
      return database.transaction(run, mode)
    },
  }
  await notePlaces(counting, recordTypes.find(({ type }) => type === 'site')!, 100)
  assert.deepEqual([await rightPlaces(), transactions], [ids.length, ids.length / 100 + 1])
})
