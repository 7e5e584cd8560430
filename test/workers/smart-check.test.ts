// Cards that a scheme can be asked about (§4.12): every answer of the simulator, and a service over HTTP.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { sql } from '../../src/database/sql.ts'
import { agency, connection, rivals } from '../support/lines.ts'
import { type Body, masterLists, newcomer, paper, posted } from '../support/newcomer.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const configuration = (id: string, company: string, more: Body, credentials?: string) => ({
  type: 'smartCheckConfiguration',
  record: { id, company: { id: company }, provider: 'simulator', active: true, ...more },
  ...(credentials && { facts: { credentials } }),
})
await server.load([...rivals(), ...masterLists(), agency('a3'), configuration('s1', 'c1', {})])
const key = await server.key('agency', ['a1'])
const alone = await server.key('agency', ['a3'])

let people = 0
const card = (documentNumber: string, more: Body = {}) =>
  newcomer(++people, {
    attachments: [paper('card', { documentNumber, expiration: '2030-06-30' }, 2), paper('course')],
    ...more,
  })
const post = (body: Body, secret = key, query = '') => server.get(`/workers${query}`, secret, posted(body))
const stored = async () => {
  const [row] = await server.database.rows<{ n: number }>(
    sql`select (select count(*) from worker)::int + (select count(*) from file)::int as n`,
  )
  return row!.n
}

test('a card that is good is stored with its verification and the expiry that the check gives', async () => {
  const created = await post(card('12345677'))
  assert.equal(created.status, 200, created.text)
  const [shown] = created.body.data.attachments
  assert.notEqual(shown.expiration, '2030-06-30T00:00:00.000Z')
  assert.ok(!('verification' in shown))
  const read = (await server.get(`/workers/${created.body.data.id}`, key)).body.data.attachments[0]
  assert.equal(read.verification.verified, true)
  assert.equal(`${read.verification.expiry}T00:00:00.000Z`, read.expiration)
  assert.ok(read.verification.lastVerifiedAt)
})

test('a card that is good without an expiry keeps the one that was sent', async () => {
  const { attachments } = (await post(card('12345605'))).body.data
  assert.equal(attachments[0].expiration, '2030-06-30T00:00:00.000Z')
})

test('a card that is not good refuses the whole, and an unavailable check is the one 500', async () => {
  const before = await stored()
  for (const [ending, status, reason] of [
    ['00', 400, /does not know this number/],
    ['01', 400, /was cancelled/],
    ['02', 400, /has expired/],
    ['03', 400, /in another name/],
    ['04', 500, /not available just now; nothing was stored/],
  ] as const) {
    for (const query of ['', '?dryRun=true']) {
      const answer = await post(card(`123456${ending}`), key, query)
      assert.deepEqual(
        [answer.status, answer.body.error.code],
        [status, status === 500 ? 'INTERNAL_ERROR' : 'INVALID_DOCUMENT'],
      )
      assert.match(answer.body.error.message, reason)
    }
  }
  assert.equal(await stored(), before)
})

test('where no connected company has a configuration, the card is stored unverified', async () => {
  const created = await post(card('12345600'), alone)
  assert.equal(created.status, 200)
  const read = (await server.get(`/workers/${created.body.data.id}`, alone)).body.data.attachments[0]
  assert.ok(!('verification' in read))
  await server.load([connection('c1', 'a3', { active: false })])
  assert.equal(
    (await post(card('12345601'), alone)).status,
    200,
    'a connection that has ended counts no more',
  )
})

type Service = { status: number; answer: unknown }
let service: Service = { status: 200, answer: {} }
const asked: { authorization: string | undefined; body: Body }[] = []
const scheme = createServer(async (request, response) => {
  asked.push({ authorization: request.headers.authorization, body: JSON.parse(await text(request)) })
  response.writeHead(service.status, { 'Content-Type': 'application/json' })
  response.end(typeof service.answer === 'string' ? service.answer : JSON.stringify(service.answer))
})
scheme.listen(0, '127.0.0.1')
await once(scheme, 'listening')
after(() => scheme.close())
const address = `http://127.0.0.1:${(scheme.address() as AddressInfo).port}/verify`

test('over HTTP: credentials go along, the holder is compared, the card that expires last counts', async () => {
  await server.load([configuration('s1', 'c1', { provider: 'http', address }, 'secret-of-c1')])
  const good = { customerName: 'J HEPWORTH', documentNumber: '55' }
  service = {
    status: 200,
    answer: {
      status: 'valid',
      cards: [
        { ...good, cardTypeName: 'Old', expiry: '2029-01-01' },
        {
          ...good,
          cardTypeName: 'New',
          expiry: '2033-01-01',
          unknown: 'dropped',
          occupationQualifications: [{ qual: 'Q' }],
        },
        { ...good, cardTypeName: 'Cancelled', status: 'cancelled', expiry: '2039-01-01' },
        { customerName: 'P OTHER', cardTypeName: 'Another’s', expiry: '2040-01-01' },
      ],
    },
  }
  const created = await post(card('77', { firstName: 'José', lastName: 'Hepworth' }))
  assert.equal(created.status, 200, created.text)
  const { verification } = (await server.get(`/workers/${created.body.data.id}`, key)).body.data
    .attachments[0]
  assert.deepEqual(
    [verification.cardTypeName, verification.expiry, verification.occupationQualifications],
    ['New', '2033-01-01', [{ qual: 'Q' }]],
  )
  assert.deepEqual(asked.at(-1), {
    authorization: 'Bearer secret-of-c1',
    body: { scheme: 'CSCS', registrationNumber: '77', firstName: 'José', lastName: 'Hepworth' },
  })
  service = {
    status: 200,
    answer: { status: 'valid', cards: [{ customerName: 'J OTHER', expiry: '2033-01-01' }] },
  }
  assert.match((await post(card('78'))).body.error.message, /in another name/)
})

test('the surname on a card is the whole one, and a card that has expired is not good', async () => {
  const told = async (lastName: string, customerName: string, expiry = '2033-01-01') => {
    service = { status: 200, answer: { status: 'valid', cards: [{ customerName, expiry }] } }
    const { status, body } = await post(card('76', { firstName: 'Jedediah', lastName }), key, '?dryRun=true')
    return status === 200 ? 'good' : body.error.message
  }
  for (const [lastName, customerName] of [
    ['Smithers', 'J SMITHERS'],
    ['Smithers', 'Jedediah A Smithers'],
    ['Van der Berg', 'J VANDERBERG'],
    ['O’Neill', 'J O NEILL'],
    ['Carter-Holt', 'J Carter Holt'],
  ] as const)
    assert.equal(await told(lastName, customerName), 'good', customerName)
  for (const [lastName, customerName] of [
    ['Smithers', 'J BLACKSMITHERS'],
    ['Son', 'J PETERSON'],
    ['Smithers', 'K SMITHERS'],
    ['Smithers', 'SMITHERS'],
    ['Smithers', ''],
  ] as const)
    assert.match(await told(lastName, customerName), /in another name/, customerName)
  assert.match(await told('Smithers', 'J SMITHERS', '2020-01-01'), /has expired/)
  assert.equal(await told('Smithers', 'J SMITHERS', '2033-02-01T00:00:00Z'), 'good')
})

test('a service that fails, stalls on nonsense or redirects is unavailable', async () => {
  for (const wrong of [
    { status: 503, answer: '' },
    { status: 200, answer: 'not json' },
    { status: 200, answer: { status: 'fine' } },
    { status: 200, answer: `{"status":"valid","cards":[${' '.repeat(70_000)}]}` },
    { status: 302, answer: '' },
    {
      status: 200,
      answer: { status: 'valid', cards: [{ customerName: 'J SMITHERS', expiry: '2031-02-31' }] },
    },
    { status: 401, answer: {} },
  ]) {
    service = wrong
    const body = card('79', { firstName: 'Jedediah', lastName: 'Smithers' })
    assert.equal((await post(body)).status, 500, JSON.stringify(wrong).slice(0, 80))
  }
  service = { status: 404, answer: {} }
  assert.equal((await post(card('79'))).status, 400)
})

test('another company’s service is asked where the first is unavailable', async () => {
  await server.load([connection('c2', 'a1'), configuration('s2', 'c2', {})])
  service = { status: 503, answer: '' }
  assert.equal((await post(card('12345688'))).status, 200)
})

test('credentials lie encrypted, and an address must be https', async () => {
  const [row] = await server.database.rows<{ facts: string; record: string }>(
    sql`select facts, record from smart_check_configuration_text where id = 's1'`,
  )
  assert.ok(!`${row!.facts}${row!.record}`.includes('secret-of-c1'))
  const report = await server.load([
    configuration('s9', 'c1', { provider: 'http', address: 'http://checks.example/' }),
    configuration('s8', 'c1', { provider: 'http' }),
  ])
  assert.equal(report.rejected, 2)
})
