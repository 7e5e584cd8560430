// What is hidden stays hidden whatever is loaded later: a kind of document that changes its name, a record that an answer was
// worked out from and that is gone, an owner that is deleted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { name, sql } from '../../src/database/sql.ts'
import { checkStored } from '../../src/load/stored-shapes.ts'
import { eventually } from '../support/eventually.ts'
import { agency, connection, creditNote, invoice, rivals, worker } from '../support/lines.ts'
import { masterLists } from '../support/newcomer.ts'
import { testServer } from '../support/server.ts'

type Server = Awaited<ReturnType<typeof testServer>>
const quick = { stopped: () => false, rest: async () => {}, tell: () => {} }

/** The lists with CVs that are an agency's own, or everybody's, under that name. */
const kinds = (agencySpecific: boolean, called = 'CV') =>
  masterLists().map(line =>
    'name' in line.record && line.record.name === 'CV'
      ? { ...line, record: { ...line.record, agencySpecific, name: called } }
      : line,
  )
const withCv = (id: string) => ({
  ...worker(id, {
    agencies: ['a1', 'a2'].map(of => ({ id: of, active: true })),
    companyIds: [{ company: 'c1', id: 'x' }],
    attachments: [{ id: `cv-${id}`, type: 'attachment', documentType: 'CV', createdAt: '2025-01-01' }],
  }),
  facts: {},
})
const documentsOf = (on: Server, id: string) =>
  Promise.all(
    (['c1', 'a1', 'a2'] as const).map(async owner => {
      const key = await on.key(owner === 'c1' ? 'company' : 'agency', [owner])
      return (await on.get(`/workers/${id}`, key)).body.data.attachments.length
    }),
  )

test('documents that were hidden because nobody said whose they are stay so when their kind is renamed or deleted', async () => {
  const on = await testServer()
  await on.load([...rivals(), ...kinds(false), withCv('own')])
  await on.load(kinds(true))
  assert.deepEqual(await documentsOf(on, 'own'), [0, 0, 0])
  await on.load(kinds(true, 'Curriculum vitae'))
  assert.deepEqual(await documentsOf(on, 'own'), [0, 0, 0], 'renamed')
  const kind = kinds(true, 'Curriculum vitae').find(
    ({ record }) => 'name' in record && record.name === 'Curriculum vitae',
  )!
  await on.load([{ type: 'masterQualification', id: kind.record.id, deleted: true }])
  await checkStored(on.database, recordTypes, quick)
  assert.deepEqual(await documentsOf(on, 'own'), [0, 0, 0], 'deleted')
})

test('a kind that becomes an agency’s own while stored records are checked hides those that were passed already', async () => {
  const on = await testServer()
  const many = Array.from({ length: 150 }, (_, n) => withCv(`w${String(n).padStart(3, '0')}`))
  await on.load([...rivals(), ...kinds(false), ...many])
  await on.database.rows(sql`delete from shape_check`)
  let loading: Promise<unknown> | undefined
  await checkStored(on.database, recordTypes, {
    ...quick,
    async rest() {
      const [row] = await on.database.rows<{ at: string }>(
        sql`select watermark as at from shape_check where type = 'worker'`,
      )
      if (loading || !row?.at) return
      loading = on.load(kinds(true))
      const flag = sql`select 1 from master_qualification_text where record like '%"agencySpecific":true%'`
      await eventually('the flag is written', () => on.database.hasRows(flag))
    },
  })
  assert.ok(loading)
  await loading
  for (const id of ['w000', 'w149']) assert.deepEqual(await documentsOf(on, id), [0, 0, 0], id)
})

for (const how of ['a refresh', 'a check after an upgrade'])
  test(`who sees a credit note whose invoice is gone stays as it was after ${how}`, async () => {
    const on = await testServer()
    const between = { company: 'c1', agency: 'a1' }
    await on.load([
      ...rivals(),
      invoice('i1', between, { invoiceType: 'mspToClient', msp: 'c2' }),
      invoice('i2', between, { invoiceType: 'supplierToMsp', msp: 'c2' }),
      creditNote('toClient', between, { invoice: 'i1' }),
      creditNote('toMsp', between, { invoice: 'i2' }),
    ])
    const seen = () =>
      Promise.all(
        (['c1', 'c2', 'a1', 'a2'] as const).map(async owner => {
          const key = await on.key(owner.startsWith('c') ? 'company' : 'agency', [owner])
          return (await on.get('/credit-notes', key)).body.data.map(({ id }: { id: string }) => id).sort()
        }),
      )
    const before = await seen()
    for (const table of ['invoice', 'invoice_text']) await on.database.rows(sql`delete from ${name(table)}`)
    if (how === 'a refresh')
      await on.load([{ type: 'agency', record: { id: 'a1', name: 'Other name' }, patch: true }])
    else {
      await on.database.rows(sql`delete from shape_check`)
      await checkStored(on.database, recordTypes, quick)
    }
    assert.deepEqual(await seen(), before)
  })

test('a link to a file dies with the owners of its key', async () => {
  const on = await testServer()
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const card = { id: 'd1', type: 'attachment', documentType: 'Card', createdAt: '2025-01-01' }
  await on.load([
    ...rivals(),
    agency('a9'),
    connection('c1', 'a9'),
    { type: 'file', id: 'f1', fileName: 'x.png', contentType: 'image/png', base64: png },
    worker('own', {
      agencies: [{ id: 'a9', active: true }],
      attachments: [{ ...card, files: [{ fileName: 'x.png', url: 'file:f1' }] }],
    }),
  ])
  const key = await on.key('agency', ['a9'])
  const [link] = (await on.get('/workers', key)).text.match(/https?:[^"]*\/files\/[^"]*/)!
  assert.equal((await fetch(link)).status, 200)
  await on.load([
    { type: 'worker', record: { id: 'own', agencies: [{ id: 'a1', active: true }] }, patch: true },
    { type: 'connection', id: 'c1-a9', deleted: true },
  ])
  await on.load([{ type: 'agency', id: 'a9', deleted: true }])
  assert.equal((await on.get('/me', key)).status, 401)
  assert.equal((await fetch(link)).status, 404)
})
