// Where a smart check may be asked: the same addresses as webhooks may go to, checked when a configuration is loaded and
// at every connect.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { rivals } from '../support/lines.ts'
import { masterLists, newcomer, paper, posted } from '../support/newcomer.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { receiver } from '../webhooks/receiver.ts'

const names: Record<string, string[]> = {
  'loopback.example': ['127.0.0.1'],
  'private.example': ['10.1.2.3'],
  'metadata.example': ['169.254.169.254'],
  'mixed.example': ['93.184.216.34', '192.168.1.1'],
  'nothing.example': [],
}
const resolve = async (host: string) => names[host] ?? []
const declared = { operations, types: recordTypes }
const guarded = await testServer({ ...declared, guard: { loopback: false, resolve } })
const open = await testServer({ ...declared, guard: { loopback: true, resolve } })
for (const server of [guarded, open]) await server.load([...rivals(), ...masterLists()])

const configuration = (address: string) => ({
  type: 'smartCheckConfiguration',
  record: { id: 's1', company: { id: 'c1' }, provider: 'http', active: true, address },
})

let people = 0
/** Creates somebody with a card, where this address is to be asked about it. */
async function post(server: TestServer, address: string) {
  assert.equal((await server.load([configuration(address)])).rejected, 0, address)
  const attachments = [paper('card', { documentNumber: '55', expiration: '2030-06-30' }, 2)]
  const key = await server.key('agency', ['a1'])
  const somebody = newcomer(++people, { firstName: 'Jedediah', lastName: 'Smithers', attachments })
  return server.get('/workers', key, posted(somebody))
}

const stored = async ({ database }: TestServer) => {
  const [row] = await database.rows<{ n: number }>(
    sql`select (select count(*) from worker)::int + (select count(*) from file)::int as n`,
  )
  return row!.n
}

test('what is not public is never connected to: the check is unavailable and nothing is stored', async () => {
  const inside = await receiver()
  const { port } = new URL(inside.url)
  const before = await stored(guarded)
  for (const [address, why] of [
    [inside.url, /127\.0\.0\.1:\d+ may not be used: https on port 443 or 8443 to a public address/],
    [`http://localhost:${port}/`, /may not be used/],
    [`https://127.1.2.3:${port}/`, /may not be used/],
    [`http://[::1]:${port}/`, /may not be used/],
    ['https://loopback.example/', /may not be used/],
    ['https://private.example/', /private\.example is not a public address/],
    ['https://metadata.example:8443/latest', /is not a public address/],
    ['https://mixed.example/', /is not a public address/],
    ['https://nothing.example/', /nothing\.example has no address/],
  ] as const) {
    guarded.files.troubles.length = 0
    const { status, body } = await post(guarded, address)
    assert.deepEqual([status, body.error.code], [500, 'INTERNAL_ERROR'], address)
    assert.match(body.error.message, /: the smart check is not available just now; nothing was stored/)
    assert.ok(!body.error.message.includes(new URL(address).host))
    assert.match((guarded.files.troubles[0] as Error).message, why)
  }
  assert.equal(inside.connections(), 0)
  assert.equal(await stored(guarded), before)
})

test('a configuration with an address that could never be used is a rejected row that says why', async () => {
  for (const [address, reason] of [
    ['http://checks.example/', 'is not https on port 443 or 8443'],
    ['https://checks.example:444/', 'is not https on port 443 or 8443'],
    ['https://10.0.0.1/', 'is not a public address'],
    ['https://169.254.169.254/latest', 'is not a public address'],
    ['https://[fd00::1]/', 'is not a public address'],
    ['https://[::ffff:10.0.0.1]/', 'is not a public address'],
    ['https://0xa9fea9fe/', 'is not a public address'],
    ['https://me:secret@checks.example/', 'may not hold a user name or password'],
    ['https://checks.example/#part', 'may not have a fragment'],
    ['ftp://checks.example/', 'must begin with https://'],
    ['checks.example', 'is not a URL'],
  ] as const) {
    const rejections: string[] = []
    await guarded.load([configuration(address)], {
      onRejection: ({ path, reason }) => void rejections.push(`${path} ${reason}`),
    })
    assert.deepEqual(rejections, [`record.address ${reason}`], address)
  }
  for (const address of ['https://checks.example/', 'https://checks.example:8443/', 'https://93.184.216.34/'])
    assert.equal((await guarded.load([configuration(address)])).rejected, 0, address)
})

test('a redirect is not followed, and an answer without an end is cut off', async () => {
  const elsewhere = await receiver()
  const redirecting = await receiver(response => {
    response.writeHead(307, { Location: elsewhere.url }).end()
  })
  assert.equal((await post(open, redirecting.url)).status, 500)
  assert.deepEqual([redirecting.received.length, elsewhere.connections()], [1, 0])
  const endless = await receiver(response => {
    const more = () => {
      while (response.write(' '.repeat(16_384)));
      response.once('drain', more)
    }
    more()
  })
  assert.equal((await post(open, endless.url)).status, 500)
  assert.match((open.files.troubles.at(-1) as Error).message, /is no JSON, or longer than 65536 bytes/)
})

test('with the setting, loopback is asked, and a new connection is made for each question', async () => {
  const scheme = await receiver(response => {
    response.end('{"status":"valid","cards":[{"customerName":"J SMITHERS","expiry":"2033-01-01"}]}')
  })
  for (const turn of [1, 2]) {
    assert.equal((await post(open, scheme.url)).status, 200)
    assert.equal(scheme.connections(), turn)
  }
})

test('an address of this machine is not loaded where webhooks may not go there, and the line says why', async () => {
  const refused = ['http://localhost:9/', 'http://127.0.0.1:9/', 'http://[::1]:9/', 'https://localhost/']
  for (const address of refused) {
    const reasons: string[] = []
    const { rejected } = await guarded.load([configuration(address)], {
      loopback: false,
      onRejection: ({ path, reason }) => void reasons.push(`${path} ${reason}`),
    })
    assert.equal(rejected, 1, address)
    assert.match(reasons[0]!, /^record\.address is an address of this machine, which WEBHOOK_LOOPBACK/)
    assert.equal((await guarded.load([configuration(address)], { loopback: true })).rejected, 0, address)
  }
})
