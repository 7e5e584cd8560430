// §2.7, §4.13: workers and their documents.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  agency,
  assignment,
  connection,
  named,
  requisition,
  response,
  rivals,
  submission,
  worker,
} from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const document = (id: string, type: string, more = {}) => ({
  id,
  type,
  documentType: 'CSCS Labourer',
  createdAt: '2026-01-01',
  files: [{ fileName: 'front.pdf', url: 'https://elsewhere.example/front.pdf', docType: 'Front' }],
  ...more,
})
const validation = (id: string, of: string, company: string, system: boolean) => ({
  id,
  document: of,
  system,
  company: { id: company },
  competency: null,
  user: { id: null, name: 'System' },
  validationType: 'auto',
  status: 'valid',
  statusHistory: [],
  createdAt: '2026-01-02',
  updatedAt: '2026-01-02',
})

await server.load([
  ...rivals(),
  named('masterTrade', 'mt1', 'Bricklayer'),
  agency('a3'),
  {
    ...worker('full', {
      name: 'Full Person',
      email: 'full@person.example',
      dob: '1990-05-01',
      agencies: [
        { id: 'a1', agencyId: 'X1', active: true },
        { id: 'a2', active: false },
        { id: 'a3', active: true },
      ],
      trades: [{ id: 'mt1' }],
      companyIds: [
        { company: 'c1', id: 'EMP-1' },
        { company: 'c2', id: 'EMP-2' },
      ],
      attachments: [
        document('d1', 'attachment'),
        document('cv1', 'attachment'),
        document('cv2', 'attachment'),
      ],
      rightToWork: [
        document('r1', 'rightToWork', {
          rightToWorkCheck: { id: 'k1', status: 'passed', checkType: 'manual', checkedAt: '2026-01-01' },
        }),
      ],
      documentValidations: [
        validation('v1', 'd1', 'c1', false),
        validation('v2', 'd1', 'c2', false),
        validation('v3', 'r1', 'c2', true),
      ],
    }),
    facts: {
      documentOwners: [
        { document: 'cv1', agency: 'a1' },
        { document: 'cv2', agency: 'a2' },
      ],
      nationalIns: 'PZ123456D',
    },
  },
  worker('placed', { agencies: [{ id: 'a2', active: true }] }),
  worker('offered', { agencies: [{ id: 'a2', active: true }] }),
  worker('nowhere', { agencies: [{ id: 'a2', active: true }] }),
  assignment('as', { company: 'c1', project: 'p1', agency: 'a2', worker: 'placed' }),
  requisition(
    'r',
    { company: 'c2', project: 'p2' },
    { agencies: [response('a2', { submissions: [submission('offered')] })] },
  ),
])
const c1 = await server.key('company', ['c1'])
const a1 = await server.key('agency', ['a1'])
const a2 = await server.key('agency', ['a2'])
const idsOf = async (query: string, key: string) =>
  (await server.get(`/workers?fields=id&sortBy=name&sortOrder=asc&${query}`, key)).body.data
    .map((row: { id: string }) => row.id)
    .sort()
    .join(' ')

test('a company sees who was assigned or submitted to it or has its own id there; an agency its own people', async () => {
  assert.equal(await idsOf('', c1), 'full placed')
  assert.equal(await idsOf('', await server.key('company', ['c2'])), 'full offered')
  assert.equal(await idsOf('', a1), 'full')
  assert.equal(await idsOf('', a2), 'full nowhere offered placed')
  assert.equal((await server.get('/workers/offered', c1)).status, 404)
  assert.equal(await idsOf('company=c1', a2), 'placed', 'an id at the company is not the agency’s to know')
})

test('documentExpiry finds whoever has a document that expires then, of those the key is shown', async () => {
  const expiring = (id: string, day: string) => document(id, 'attachment', { expiration: day })
  const both = [
    { id: 'a1', active: true },
    { id: 'a2', active: true },
  ]
  const companyIds = [{ company: 'c1', id: 'E1' }]
  await server.load([
    {
      ...worker('expires', {
        agencies: both,
        companyIds,
        attachments: [
          expiring('x1', '2027-03-01'),
          expiring('x2', '2027-05-01'),
          expiring('x3', '2027-07-01'),
        ],
        rightToWork: [document('x4', 'rightToWork', { expiration: '2027-09-01' })],
      }),
      facts: {
        documentOwners: [
          { document: 'x2', agency: 'a1' },
          { document: 'x3', agency: 'a2' },
        ],
      },
    },
    worker('lasting', { agencies: both, companyIds, attachments: [document('y1', 'attachment')] }),
  ])
  const found = async (day: string, key: string) => {
    const { body } = await server.get(
      `/workers?fields=id&dateField=documentExpiry&from=${day}&to=${day}`,
      key,
    )
    assert.equal(body.meta.total, body.data.length)
    return body.data.length
  }
  const seen = async (key: string) => [
    await found('2027-03-01', key),
    await found('2027-05-01', key),
    await found('2027-07-01', key),
    await found('2027-09-01', key),
    await found('2027-04-01', key),
  ]
  assert.deepEqual(await seen(c1), [1, 0, 0, 1, 0], 'documents of an agency take no part for a company')
  assert.deepEqual(await seen(a1), [1, 1, 0, 1, 0], 'nor those of a rival for an agency')
  assert.deepEqual(await seen(a2), [1, 0, 1, 1, 0])
  assert.deepEqual(await seen(await server.key('agency', ['a3'])), [0, 0, 0, 0, 0])
  assert.equal(await idsOf('dateField=documentExpiry&from=2027-01-01', c1), 'expires')
  assert.equal(await idsOf('dateField=documentExpiry&to=2027-02-28', c1), '')
  await server.load(['expires', 'lasting'].map(id => ({ type: 'worker', id, deleted: true })))
})

test('documentsExpiring finds whoever has a document that expires in the next days, of those the key is shown', async () => {
  const ahead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const expiring = (id: string, days: number) => document(id, 'attachment', { expiration: ahead(days) })
  await server.load([
    {
      ...worker('soon', {
        agencies: [
          { id: 'a1', active: true },
          { id: 'a2', active: true },
        ],
        companyIds: [{ company: 'c1', id: 'E1' }],
        attachments: [expiring('x0', -1), expiring('x1', 5), expiring('x2', 3)],
      }),
      facts: { documentOwners: [{ document: 'x2', agency: 'a1' }] },
    },
  ])
  const found = (key: string) =>
    Promise.all([2, 3, 4, 5, 6].map(days => idsOf(`documentsExpiring=${days}`, key)))
  assert.deepEqual(await found(c1), ['', '', '', 'soon', 'soon'], 'an agency’s own takes no part')
  assert.deepEqual(await found(a1), ['', 'soon', 'soon', 'soon', 'soon'])
  assert.deepEqual(await found(a2), ['', '', '', 'soon', 'soon'])
  const { status, body } = await server.get('/workers?documentsExpiring=367', c1)
  assert.deepEqual(
    [status, body.error.message],
    [400, 'documentsExpiring=367: must be a whole number from 0 to 366, in digits alone'],
  )
  await server.load([{ type: 'worker', id: 'soon', deleted: true }])
})

test('a new assignment opens the worker to the company, and its end closes it', async () => {
  await server.load([assignment('as2', { company: 'c1', project: 'p1', agency: 'a2', worker: 'nowhere' })])
  assert.equal((await server.get('/workers/nowhere', c1)).status, 200)
  await server.load([{ type: 'assignment', id: 'as2', deleted: true }])
  assert.equal((await server.get('/workers/nowhere', c1)).status, 404)
})

test('a company is shown its own ids and the agencies connected to it; an agency itself and no ids', async () => {
  const shown = async (key: string) => (await server.get('/workers/full', key)).body.data
  const [company, own] = [await shown(c1), await shown(a1)]
  assert.deepEqual(company.companyIds, [{ company: 'c1', id: 'EMP-1' }])
  assert.deepEqual(
    company.agencies.map((one: { id: string }) => one.id),
    ['a1', 'a2'],
  )
  assert.ok(!('companyIds' in own))
  assert.deepEqual(own.agencies, [{ id: 'a1', name: 'Agency a1', agencyId: 'X1', active: true }])
  assert.deepEqual(own.trades, [{ id: 'mt1', name: 'Bricklayer' }])
})

test('a document that belongs to one agency is shown to that agency alone', async () => {
  const documents = async (key: string) =>
    (await server.get('/workers/full', key)).body.data.attachments.map((one: { id: string }) => one.id)
  assert.deepEqual(await documents(c1), ['d1'])
  assert.deepEqual(await documents(a1), ['d1', 'cv1'])
  assert.deepEqual(await documents(a2), ['d1', 'cv2'])
  assert.ok(!(await server.get('/workers/full', a1)).text.includes('ownedBy'))
})

test('validations come to companies that ask: the system’s and their own; agencies have no such parameter', async () => {
  const asked = (await server.get('/workers/full?includeDocumentValidations=true', c1)).body.data
  assert.deepEqual(
    asked.attachments[0].validations.map((one: { id: string }) => one.id),
    ['v1'],
  )
  assert.deepEqual(
    asked.rightToWork[0].validations.map((one: { id: string }) => one.id),
    ['v3'],
  )
  assert.ok(!('validations' in (await server.get('/workers/full', c1)).body.data.attachments[0]))
  assert.equal((await server.get('/workers/full?includeDocumentValidations=true', a1)).status, 400)
  assert.equal((await server.get('/workers?includeDocumentValidations=true', c1)).status, 400)
})

test('what is stored for matching never comes out', async () => {
  for (const key of [c1, a1, a2])
    assert.ok(!(await server.get('/workers/full?', key)).text.includes('PZ123456'))
})

test('searches name, reference and e-mail; filters by agency and trade', async () => {
  assert.equal(await idsOf('query=FULL@PERSON', c1), 'full')
  assert.equal(await idsOf('query=wk-placed', c1), 'placed')
  assert.equal(await idsOf('trade=mt1', c1), 'full')
  assert.equal(await idsOf('agency=a2', c1), 'full placed')
  assert.equal(await idsOf('agency=a3', c1), '', 'an agency that is not shown is not found either')
  await server.load([connection('c1', 'a2', { active: false })])
  assert.equal(await idsOf('agency=a2', a1), '')
})

test('a number that is searched for counts with what stands around it', async () => {
  const numbered = (id: string, reference: string) =>
    worker(id, { reference, email: `${id}.004711@mail.example`, companyIds: [{ company: 'c1', id }] })
  await server.load([numbered('n1', 'WK-004711'), numbered('n2', 'ZK-004711-20451')])
  assert.equal(await idsOf('query=004711', c1), 'n1 n2')
  assert.equal(await idsOf('query=wk-004711', c1), 'n1')
  assert.equal(await idsOf('query=ZK-004711-2045', c1), 'n2')
  assert.equal(await idsOf('query=n1.004711@', c1), 'n1')
  assert.equal(await idsOf('query=04711-004711', c1), '')
})
