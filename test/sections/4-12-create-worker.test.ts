// §4.12: POST /workers, from the body to the stored worker.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { standardPostcode } from '../../src/formats/postcode.ts'
import { hashIn } from '../../src/record-types/seal.ts'
import { agency, connection, rivals, worker } from '../support/lines.ts'
import {
  type Body,
  dataUrl,
  largePdf,
  masterLists,
  newcomer,
  paper,
  pdf,
  posted,
} from '../support/newcomer.ts'
import { testServer } from '../support/server.ts'

let later = 0
const server = await testServer({
  operations,
  types: recordTypes,
  files: { now: () => new Date(Date.now() + later) },
})
const check = (id: string, more: Body = {}, shareCode = 'W4G12K88K') => ({
  type: 'rightToWorkCheck',
  record: {
    id,
    agency: { id: 'a1' },
    dob: '1990-05-01',
    status: 'passed',
    checkType: 'homeOfficeOnline',
    checkedAt: '2026-10-01T09:00:00Z',
    shareCodeLast4: '288K',
    ...more,
  },
  facts: { shareCode },
})
await server.load([
  ...rivals(),
  ...masterLists(),
  agency('a3', { email: 'office@three.example', phone: { countryCode: '+44', number: '2079460000' } }),
  worker('old', { reference: 'WK-000041', agencies: [{ id: 'a2', agencyId: 'X-1', active: true }] }),
])
const a1 = await server.key('agency', ['a1'])
const a2 = await server.key('agency', ['a2'])
const both = await server.key('agency', ['a1', 'a2'])
const post = (body: unknown, key = a1, query = '', headers = {}) =>
  server.get(`/workers${query}`, key, posted(body, headers))
const codeOf = (answer: { status: number; body: { error?: { code: string } } }) =>
  `${answer.status} ${answer.body.error?.code ?? ''}`.trim()
const counted = async (table: 'worker' | 'file' | 'match_attempt' | 'idempotency') => {
  const [row] = await server.database.rows<{ n: number }>(
    table === 'worker'
      ? sql`select count(*)::int as n from worker`
      : table === 'file'
        ? sql`select count(*)::int as n from file`
        : table === 'idempotency'
          ? sql`select count(*)::int as n from idempotency`
          : sql`select count(*)::int as n from match_attempt`,
  )
  return row!.n
}

test('creates a worker that its agency then reads, with documents and signed links', async () => {
  const body = newcomer(1, {
    address: {
      lineOne: '1 High St',
      lineTwo: 'Flat 2',
      city: 'London',
      country: 'United Kingdom',
      code: 'ec1a 1bb',
      latitude: 51.5,
    },
    attachments: [
      paper('card', { documentNumber: '12345699', expiration: '2030-01-31' }, 2),
      paper('course'),
    ],
    rightToWork: [paper('passport', { documentNumber: '123456789', expiration: '2031-05-31' })],
  })
  const created = await post(body)
  assert.equal(created.status, 200, created.text)
  const { id, reference, attachments, rightToWork, createdAt } = created.body.data
  assert.equal(reference, 'WK-000042', 'the next after those that were loaded')
  const { data } = (await server.get(`/workers/${id}`, a1)).body
  assert.deepEqual(
    [data.name, data.dob, data.email, data.phone, data.address.code, data.trades],
    [
      `${body.firstName} ${body.lastName}`,
      `${body.dob}T00:00:00.000Z`,
      body.email,
      { countryCode: '+44', number: '7400000001' },
      'EC1A 1BB',
      [{ id: 'mt1', name: 'Trade mt1' }],
    ],
  )
  assert.deepEqual(data.agencies, [{ id: 'a1', name: 'Agency a1', agencyId: 'AG-1', active: true }])
  assert.equal(data.createdAt, createdAt)
  const shown = ({ files: _, ...rest }: { files: unknown }) => rest
  assert.deepEqual(data.attachments.map(shown), attachments.map(shown))
  assert.deepEqual(attachments[0].expiration, '2030-01-31T00:00:00.000Z')
  assert.equal(attachments[1].indefinite, true)
  assert.equal(rightToWork[0].documentNumber, '123456789')
  const file = await fetch(attachments[0].files[0].url)
  assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'application/pdf'])
  assert.equal(dataUrl(Buffer.from(await file.arrayBuffer())), pdf())
})

test('what people type is taken with spaces around it, and kept without', async () => {
  const plain = newcomer(970)
  const { code, ...place } = plain.address as Record<string, string>
  const typed = newcomer(970, {
    firstName: ` ${plain.firstName} `,
    lastName: `${plain.lastName}\n`,
    phone: ` ${plain.phone} `,
    nationalIns: ` ${plain.nationalIns} `,
    agencyId: ` ${plain.agencyId}`,
    address: { ...place, lineOne: ` ${place.lineOne} `, city: ' London', code: ` ${code} ` },
  })
  const created = await post(typed)
  assert.equal(created.status, 200, created.text)
  const { data } = (await server.get(`/workers/${created.body.data.id}`, a1)).body
  assert.deepEqual(
    [data.firstName, data.lastName, data.address, data.agencies[0].agencyId],
    [plain.firstName, plain.lastName, { ...place, code: standardPostcode(code!) }, plain.agencyId],
  )
})

test('another agency and every company see nothing of it; a CV is its agency’s alone', async () => {
  const { data } = (await post(newcomer(2, { attachments: [paper('cv'), paper('course')] }))).body
  assert.equal((await server.get(`/workers/${data.id}`, a2)).status, 404)
  const c1 = await server.key('company', ['c1'])
  assert.equal((await server.get(`/workers/${data.id}`, c1)).status, 404)
  await server.load([
    {
      type: 'assignment',
      record: {
        id: 'opened',
        reference: 'C1-A-opened',
        status: 'confirmed',
        payType: 'hourly',
        rateType: 'paye',
        company: { id: 'c1' },
        project: { id: 'p1' },
        agency: { id: 'a1' },
        worker: { id: data.id },
        createdAt: '2026-03-02',
        updatedAt: '2026-03-02',
      },
    },
  ])
  const seen = (await server.get(`/workers/${data.id}`, c1)).body.data
  assert.deepEqual(
    seen.attachments.map((one: Body) => one.documentType),
    ['Manual Handling'],
  )
})

test('identity numbers lie encrypted, are in no answer, and a loaded one is the same as a posted one', async () => {
  const body = newcomer(3, { nationality: 'Poland', nationalIns: 'AB654321C', passportNo: 'PL 1234567' })
  const created = await post(body)
  assert.equal(created.status, 200)
  for (const key of [a1, a2]) {
    const { text } = await server.get(`/workers/${created.body.data.id}`, key)
    assert.ok(!/AB654321|PL1234567/.test(text))
  }
  await server.load([{ ...worker('loaded'), facts: { nationalIns: 'ab 65 43 21 d' } }])
  const rows = await server.database.rows<{ facts: string }>(
    sql`select facts from worker_text where id in (${created.body.data.id}, 'loaded')`,
  )
  const sealed = rows.map(({ facts }) => JSON.parse(facts).nationalIns)
  assert.equal(hashIn(sealed[0]), hashIn(sealed[1]), 'the suffix makes no difference')
  const [dump] = await server.database.rows<{ all: string }>(
    sql`select string_agg(t::text, '') as all from (select facts as t from worker_text union all select array_to_string(numbers, ' ') from worker_identity union all select answer from idempotency) x`,
  )
  assert.ok(!/AB654321|PL1234567/.test(dump!.all))
  const again = await server.load([{ ...worker('loaded'), facts: { nationalIns: 'ab 65 43 21 d' } }])
  assert.equal(again.counts.unchanged, 1, 'sealed twice it is the same text')
})

test('every nationality has its rule', async () => {
  const accepted: Body[] = [
    { nationality: 'Irish', nationalIns: '1234567FA' },
    { nationality: 'Ireland', nationalIns: 'PZ 12 34 56 D' },
    { nationality: 'France', nationalIns: undefined, passportNo: '12AB34567' },
    { nationality: 'Ukraine', nationalIns: undefined, passportNo: 'R4G-12K-88K' },
    { nationality: 'India', nationalIns: 'MW123456A' },
  ]
  for (const [index, more] of accepted.entries())
    assert.equal((await post(newcomer(10 + index, more))).status, 200, JSON.stringify(more))
  const irish = newcomer(16, {
    nationality: 'Irish',
    nationalIns: '7654321PA',
    address: { lineOne: '1 Main St', city: 'Dublin', country: 'Ireland', code: 'D02 X285' },
    phone: '087 123 4567',
    countryCode: '+353',
    rightToWork: [paper('irish', { documentNumber: 'P1234567', expiration: '2020-01-01' })],
  })
  assert.equal((await post(irish)).status, 200, 'an Irish passport may be past its expiry')
})

test('the agency: the key’s only one, or the one that is named; 400 without, 403 outside', async () => {
  assert.equal((await post(newcomer(20), both)).status, 400)
  assert.equal(codeOf(await post(newcomer(20), both, '?agency=a3')), '403 AGENCY_ACCESS_DENIED')
  assert.equal(codeOf(await post(newcomer(20), a1, '?agency=nowhere')), '403 AGENCY_ACCESS_DENIED')
  const created = await post(newcomer(20), both, '?agency=a2')
  assert.equal((await server.get(`/workers/${created.body.data.id}`, a2)).status, 200)
  assert.equal((await server.get(`/workers/${created.body.data.id}`, a1)).status, 404)
})

test('somebody who is known, wherever, is 409 without a word on who; a match wins over an agencyId in use', async () => {
  const body = newcomer(30)
  assert.equal((await post(body)).status, 200)
  const other = newcomer(31, { nationalIns: body.nationalIns, agencyId: 'X-1' })
  const refused = await post(other, a2)
  assert.equal(codeOf(refused), '409 WORKER_MATCH_REQUIRES_REVIEW')
  const again = await post(body)
  assert.equal(again.text, refused.text, 'the same words, whose agency’s it may be')
  assert.ok(!refused.text.includes(body.lastName as string))
  const spelt = newcomer(32, {
    firstName: body.firstName,
    lastName: `${body.lastName as string}`.toUpperCase(),
    dob: body.dob,
    email: body.email,
  })
  assert.equal(codeOf(await post(spelt, a2)), '409 WORKER_MATCH_REQUIRES_REVIEW')
})

test('every passport that somebody sends is one they are known by', async () => {
  const passport = (documentNumber: string) => paper('irish', { documentNumber, expiration: '2030-01-01' })
  const sent = { nationality: 'Poland', nationalIns: undefined, passportNo: 'PA123451' }
  const first = await post(
    newcomer(33, { ...sent, rightToWork: [passport('PA123452'), passport('PA123453')] }),
  )
  assert.equal(first.status, 200, first.text)
  for (const [index, passportNo] of ['PA123451', 'PA123452', 'PA123453'].entries()) {
    const other = newcomer(34 + index, { ...sent, passportNo, rightToWork: [passport(`PA12347${index}`)] })
    assert.equal(codeOf(await post(other, a2)), '409 WORKER_MATCH_REQUIRES_REVIEW', passportNo)
  }
})

test('names of any script pass the simulated smart check', async () => {
  const card = paper('card', { documentNumber: '12345677', expiration: '2030-01-01' })
  const made = await post(newcomer(38, { firstName: '𐐀bcdefgh', attachments: [card] }))
  assert.notEqual(made.status, 500, made.text)
})

test('an agencyId in use is 409 WORKER_CONFLICT in that agency, and free in another', async () => {
  assert.equal((await post(newcomer(40, { agencyId: 'USED' }))).status, 200)
  const files = await counted('file')
  assert.equal(
    codeOf(await post(newcomer(41, { agencyId: 'USED', attachments: [paper('cv')] }))),
    '409 WORKER_CONFLICT',
  )
  assert.equal(
    codeOf(await post(newcomer(41, { agencyId: 'USED' }), a1, '?dryRun=true')),
    '409 WORKER_CONFLICT',
  )
  assert.equal(await counted('file'), files)
  assert.equal((await post(newcomer(41, { agencyId: 'USED' }), a2)).status, 200)
})

test('a telephone that is the agency’s own, or that five workers share, is no evidence', async () => {
  const a3 = await server.key('agency', ['a3'])
  const office = { phone: '020 7946 0000', email: 'office@three.example' }
  for (const number of [50, 51, 52])
    assert.equal(
      (await post(newcomer(number, { ...office, dob: '1980-02-03', lastName: 'Lomax' }), a3)).status,
      200,
    )
  const digs = { phone: '07400 999999', dob: '1981-04-05', lastName: 'Nuttall' }
  await server.load(
    [0, 1, 2, 3, 4].map(index =>
      worker(`digs${index}`, {
        firstName: `Quite${'abcde'[index]}`,
        lastName: 'Nuttall',
        name: 'x',
        dob: '1981-04-05',
        phone: { countryCode: '+44', number: '7400999999' },
        agencies: [],
      }),
    ),
  )
  assert.equal((await post(newcomer(55, digs))).status, 200, 'five share it')
})

test('dryRun checks everything but who is known, and stores nothing', async () => {
  const [workers, files, attempts] = [
    await counted('worker'),
    await counted('file'),
    await counted('match_attempt'),
  ]
  const known = newcomer(30, { attachments: [paper('course')], agencyId: 'unused' })
  const dry = await post(known, a1, '?dryRun=true', { 'Idempotency-Key': 'dry' })
  assert.deepEqual([dry.status, dry.body], [200, { success: true, data: { dryRun: true } }])
  assert.equal((await post(newcomer(30, { consent: false }), a1, '?dryRun=true')).status, 400)
  assert.deepEqual(
    [await counted('worker'), await counted('file'), await counted('match_attempt')],
    [workers, files, attempts],
  )
  await server.ledger.flush()
})

test('an Idempotency-Key gives the stored answer again, signed anew; another body is 409', async () => {
  const body = newcomer(60, { attachments: [paper('course')] })
  const headers = { 'Idempotency-Key': 'order 66' }
  const first = await post(body, a1, '', headers)
  assert.equal(first.status, 200)
  later = 5_000
  const again = await post(body, a1, '', headers)
  assert.equal(again.status, 200)
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  assert.equal(again.body.data.id, first.body.data.id)
  assert.notEqual(again.body.data.attachments[0].files[0].url, first.body.data.attachments[0].files[0].url)
  assert.equal((await fetch(again.body.data.attachments[0].files[0].url)).status, 200)
  assert.equal(codeOf(await post(newcomer(61), a1, '', headers)), '409 IDEMPOTENCY_CONFLICT')
  assert.equal(
    codeOf(await post(body, both, '?agency=a1', headers)),
    '409 WORKER_MATCH_REQUIRES_REVIEW',
    'another key, another name',
  )
  await server.database.rows(sql`update idempotency set at = at - interval '25 hours'`)
  assert.equal((await post(newcomer(61), a1, '', headers)).status, 200, 'after a day the name is free')
  for (const bad of ['x'.repeat(256), ' ', 'é'])
    assert.equal(
      (await post(newcomer(62), a1, '', { 'Idempotency-Key': bad }).catch(() => ({ status: 400 }))).status,
      400,
    )
  const failed = { 'Idempotency-Key': 'failed' }
  assert.equal((await post(newcomer(63, { consent: false }), a1, '', failed)).status, 400)
  assert.equal(
    (await post(newcomer(63), a1, '', failed)).status,
    200,
    'what was refused may be sent again, put right',
  )
})

test('twenty posts under one Idempotency-Key at once: one worker, one answer', async () => {
  const body = newcomer(70, { attachments: [paper('course')] })
  const all = await Promise.all(
    Array.from({ length: 20 }, () => post(body, a1, '', { 'Idempotency-Key': 'at once' })),
  )
  const ids = new Set(all.map(answer => answer.body.data?.id))
  const codes = new Set(all.map(codeOf))
  assert.deepEqual([ids.size, [...codes]], [1, ['200']])
})

test('a Visa needs a saved Home Office check that was passed; the latest wins', async () => {
  const visa = (more: Body = {}) => ({
    dob: '1990-05-01',
    nationality: 'Brazil',
    nationalIns: undefined,
    passportNo: 'BR123456',
    rightToWork: [paper('visa', { documentNumber: 'W4G-12K-88K', expiration: '2030-01-01', ...more })],
  })
  const refused = async (number: number, reason: RegExp, key = a1) => {
    const answer = await post(newcomer(number, visa()), key)
    assert.equal(codeOf(answer), '400 INVALID_DOCUMENT')
    assert.match(answer.body.error.message, reason)
  }
  await refused(80, /no Home Office check is saved/)
  await server.load([check('k1', { status: 'refused' })])
  await refused(80, /was not passed/)
  await server.load([check('k2', { checkedAt: '2026-10-02T09:00:00Z', evidence: undefined })])
  await refused(80, /no Home Office check is saved/, a2)
  const created = await post(newcomer(80, visa()))
  assert.equal(created.status, 200, created.text)
  assert.ok(!created.text.includes('rightToWorkCheck'))
  const read = (await server.get(`/workers/${created.body.data.id}`, a1)).body.data.rightToWork[0]
  assert.deepEqual(
    [read.documentNumber, read.rightToWorkCheck.id, read.rightToWorkCheck.status],
    ['W4G12K88K', 'k2', 'passed'],
  )
  await server.load([
    check(
      'k4',
      { permissionType: 'timeLimited', permissionExpiry: '2029-03-29', checkedAt: '2026-10-04T09:00:00Z' },
      'WBBBBBBBB',
    ),
  ])
  const limited = { ...visa({ documentNumber: 'WBBBBBBBB', expiration: undefined }), passportNo: 'BR999998' }
  const ends = await post(newcomer(82, limited))
  assert.deepEqual(
    [ends.body.data?.rightToWork[0].expiration, ends.body.data?.rightToWork[0].indefinite],
    ['2029-03-29T00:00:00.000Z', undefined],
    ends.text,
  )
  const ended = { permissionType: 'timeLimited', permissionExpiry: '2025-01-01' }
  await server.load([check('k5', { ...ended, checkedAt: '2026-10-05T09:00:00Z' }, 'WCCCCCCCC')])
  const late = { ...visa({ documentNumber: 'WCCCCCCCC' }), passportNo: 'BR999997' }
  assert.match((await post(newcomer(83, late))).body.error.message, /ended on 2025-01-01/)
  await server.load([check('k3', { status: 'expired', checkedAt: '2026-10-03T09:00:00Z' }, 'WAAAAAAAA')])
  const body = newcomer(81, { ...visa({ documentNumber: 'WAAAAAAAA' }), passportNo: 'BR999999' })
  assert.match((await post(body)).body.error.message, /was not passed/)
  assert.match((await post(body, a1, '?dryRun=true')).body.error.message, /was not passed/)
})

test('a worker posted is in the feed of its agency as a loaded one is', async () => {
  const { id } = (await post(newcomer(90))).body.data
  const rows = await server.database.rows<{ owner: string; kind: string }>(
    sql`select owner, kind from change where type = 'worker' and id = ${id}`,
  )
  assert.deepEqual(rows, [{ owner: 'a:a1', kind: 'upserted' }])
  assert.equal((await server.load([connection('c1', 'a1')])).rejected, 0)
})

test('references go on above those that a later load brings', async () => {
  const numberOf = async (number: number) =>
    Number((await post(newcomer(number))).body.data.reference.slice(3))
  const now = await numberOf(95)
  const taken = `WK-${String(now + 1).padStart(6, '0')}`
  await server.load([worker('later', { reference: taken }), worker('far', { reference: 'WK-1000000' })])
  assert.equal(await numberOf(96), 1_000_001)
  assert.equal(await numberOf(97), 1_000_002)
})

test('files of many megabytes arrive byte for byte', async () => {
  const content = largePdf(19 * 1024 * 1024)
  const escaped = JSON.stringify(
    newcomer(98, { attachments: [{ documentId: 'course', files: [{ fileName: 'big.pdf', content }] }] }),
  ).replaceAll('/', '\\/')
  const created = await post(escaped)
  assert.equal(created.status, 200, created.text.slice(0, 300))
  const file = await fetch(created.body.data.attachments[0].files[0].url)
  assert.equal(dataUrl(Buffer.from(await file.arrayBuffer())), content)
  const large = newcomer(99, {
    attachments: [
      { documentId: 'course', files: [{ fileName: 'big.pdf', content: largePdf(20 * 1024 * 1024 + 1) }] },
    ],
  })
  const refused = await post(large)
  assert.equal(codeOf(refused), '400 FILE_TOO_LARGE')
  assert.match(refused.body.error.message, /larger than 20 MB when decoded/)
})

test('nothing of a person is in what was logged', () => {
  const logged = JSON.stringify(server.seen)
  for (const word of ['people.example', 'AB654321', 'High Street', 'W4G12K88K'])
    assert.ok(!logged.includes(word), word)
  assert.deepEqual(
    server.seen.filter(({ status }) => status >= 500),
    [],
  )
})
