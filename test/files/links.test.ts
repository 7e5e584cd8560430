// Files out: links in every kind of answer, signed for the key that asked, and what they open.
import assert from 'node:assert/strict'
import { createHmac, createSecretKey } from 'node:crypto'
import { once } from 'node:events'
import { rm, truncate, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import fc from 'fast-check'
import { name, sql } from '../../src/database/sql.ts'
import { secretsOf } from '../../src/encryption/secret.ts'
import { diskStore } from '../../src/files/disk.ts'
import { hmacSha256 } from '../../src/files/hmac.ts'
import { type Claim, fileLinks } from '../../src/files/links.ts'
import { attachmentHeader } from '../../src/files/serving.ts'
import { listKeys, revokeKey, updateKey } from '../../src/store/keys/keys.ts'
import { readFiles } from '../../src/store/writing/file-rows.ts'
import { checkAnswer } from '../support/answer-check.ts'
import { eventually } from '../support/eventually.ts'
import { openUnder, testFolder } from '../support/files.ts'
import { expense, rivals } from '../support/lines.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { declared, file, paper, pdf } from './papers.ts'

const clock = { ahead: 0 }
const server = await testServer({ ...declared, files: { now: () => new Date(Date.now() + clock.ahead) } })
const { files, database, origin } = server
const weird = 'Ω "quoted" 50%; ünï – 文件\u202E\u{1F4C4}\\..\\/a.pdf'
const content = pdf('x'.repeat(2_000_000))
const report = await server.load([
  ...rivals(),
  ...['one', 'two', 'three', 'four', 'five'].map(id => file(id, id)),
  file('long', content),
  file('weird', 'weird', { fileName: weird }),
  file('page', Buffer.from('<script>alert(1)</script>'), { contentType: 'text/html', fileName: 'page.html' }),
  paper('p1', {
    url: 'file:one',
    scan: 'file:two',
    sheets: [
      { name: 'a', url: 'file:three' },
      { name: 'b', url: 'https://elsewhere.example/b' },
      { name: 'c', url: 'file:three' },
    ],
    bare: ['file:one', 'file:four'],
    offers: [
      { agency: { id: 'a1' }, url: 'file:two' },
      { agency: { id: 'a2' }, url: 'file:five' },
    ],
    history: [{ url: 'file:four' }],
  }),
  paper('p2'),
  paper('p3', { url: 'file:long' }),
])
assert.equal(report.rejected, 0)
const companyKey = await server.key('company', ['c1'])
const agencyKey = await server.key('agency', ['a1'])
const keyIdOf = async (secret: string) => (await listKeys(database, secret))[0]!.id

const pattern = new RegExp(`^${origin}/files/([\\w-]+)\\?key=(\\w+)&expires=(\\d{10})&sig=[\\w-]{43}$`)
const opened = (url: string) => pattern.exec(url)?.[1] ?? url

/** Every link in an answer by the file it opens, checked to be this key's. */
async function idsIn(value: unknown, secret: string): Promise<unknown> {
  const keyId = await keyIdOf(secret)
  return JSON.parse(JSON.stringify(value), (_, inner) => {
    if (typeof inner !== 'string' || !inner.startsWith(origin)) return inner
    assert.equal(pattern.exec(inner)?.[2], keyId)
    return opened(inner)
  })
}

type Got = { status: number; headers: Headers; body: Buffer }

async function fetched(url: string, init: RequestInit = {}): Promise<Got> {
  const response = await fetch(url, init)
  const body = Buffer.from(await response.arrayBuffer())
  if (response.status >= 400 && init.method !== 'HEAD')
    checkAnswer(undefined, url, response.status, response.headers, JSON.parse(body.toString()))
  return { status: response.status, headers: response.headers, body }
}

const linkTo = async (id: string, secret = companyKey) => files.links.linkFor(id, await keyIdOf(secret))
const statusOf = async (url: string, init?: RequestInit) => (await fetched(url, init)).status

test('links are filled in single records, lists, parts, and what fields and redaction leave', async () => {
  const shown = {
    url: 'one',
    scan: 'two',
    sheets: [
      { name: 'a', url: 'three' },
      { name: 'b', url: 'https://elsewhere.example/b' },
      { name: 'c', url: 'three' },
    ],
    bare: ['one', 'four'],
  }
  const offers = [
    { agency: { id: 'a1', name: 'Agency a1' }, url: 'two' },
    { agency: { id: 'a2', name: 'Agency a2' }, url: 'five' },
  ]
  for (const secret of [companyKey, agencyKey]) {
    const own = secret === companyKey ? offers : offers.slice(0, 1)
    const read = async (path: string) => idsIn((await server.get(path, secret)).body.data, secret)
    const one = (await read('/papers/p1?includeHistory=true')) as Record<string, unknown>
    const { url, scan, sheets, bare } = one
    assert.deepEqual({ url, scan, sheets, bare }, shown)
    assert.deepEqual([one.offers, one.history], [own, [{ url: 'four' }]])
    const all = (await read('/papers?includeHistory=true&sortOrder=asc')) as Record<string, unknown>[]
    assert.deepEqual(all.map(paper => paper.url).sort(), ['long', 'one', undefined].sort())
    assert.deepEqual(all.find(paper => paper.id === 'p1')!.offers, own)
    assert.deepEqual(
      await read('/papers?fields=id,sheets.url,offers.url,history&includeHistory=true&sortOrder=asc'),
      [
        {
          id: 'p1',
          sheets: shown.sheets.map(({ url }) => ({ url })),
          offers: own.map(({ url }) => ({ url })),
          history: [{ url: 'four' }],
        },
        { id: 'p2', sheets: [], offers: [], history: [] },
        { id: 'p3', sheets: [], offers: [], history: [] },
      ],
    )
  }
})

test('keys that are shown the same are each given links of their own, however often they ask', async () => {
  const receipts = [{ fileName: 'one.pdf', url: 'file:one' }]
  const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
  assert.equal((await server.load([expense('e1', of, { receipts })])).rejected, 0)
  const keys = [companyKey, await server.key('company', ['c1'])]
  const [first, second] = await Promise.all(keys.map(keyIdOf))
  const claims = async (secret: string) => {
    const { data } = (await server.get('/expenses', secret)).body
    const [, opens, keyId, expires] = pattern.exec(data[0].receipts[0].url)!
    assert.equal(opens, 'one')
    return { keyId, expires: Number(expires) }
  }
  for (let n = 0; n < 3; n++) {
    assert.equal((await claims(keys[0]!)).keyId, first)
    assert.equal((await claims(keys[1]!)).keyId, second)
  }
  const before = await claims(keys[0]!)
  clock.ahead = 100_000
  const after = await claims(keys[0]!)
  clock.ahead = 0
  assert.ok(after.expires >= before.expires + 100, 'and each is good for as long as any other')
})

test('no byte of a mark leaves the server, and one that is not asked for is not linked', async () => {
  for (const path of ['/papers', '/papers/p1', '/papers?fields=id', '/papers?includeHistory=true']) {
    const { text } = await server.get(path, agencyKey)
    assert.ok(!text.includes('\u0001') && !text.includes('\\u0001'), path)
    assert.ok(!text.includes('/files/five'), path)
  }
})

test('a link serves the file to whoever has it, as an attachment that no browser runs', async () => {
  const url = (await server.get('/papers/p3', companyKey)).body.data.url
  const { status, headers, body } = await fetched(url)
  assert.equal(status, 200)
  assert.ok(body.equals(content))
  const expected = {
    'content-type': 'application/pdf',
    'content-length': String(content.length),
    'content-disposition': `attachment; filename="long.pdf"; filename*=UTF-8''long.pdf`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  }
  for (const [header, value] of Object.entries(expected)) assert.equal(headers.get(header), value)
  assert.match(headers.get('x-request-id')!, /^[\w-]{8,64}$/)
  const page = await fetched(await linkTo('page'))
  assert.equal(page.headers.get('content-type'), 'text/html')
  assert.match(page.headers.get('content-disposition')!, /^attachment/)
  const routes = server.seen.map(({ route }) => route)
  assert.ok(routes.includes('/files/{id}') && !routes.some(route => route.includes('long')))
})

test('a range or a condition gets the whole file', async () => {
  const { status, body } = await fetched(await linkTo('long'), { headers: { Range: 'bytes=0-4' } })
  assert.deepEqual([status, body.length], [200, content.length])
})

test('any file name is sent safely', async () => {
  const header = (await fetched(await linkTo('weird'))).headers.get('content-disposition')!
  assert.match(header, /^attachment; filename="[\x20-\x21\x23-\x7e]*"; filename\*=UTF-8''[\w.%-]+$/)
  const sent = decodeURIComponent(header.split("UTF-8''")[1]!)
  assert.equal(sent, 'Ω _quoted_ 50%; ünï – 文件\u{1F4C4}_.._' + '_a.pdf')
  for (const given of ['a\r\nSet-Cookie: x=1', 'a\0b', 'a"; filename="b', "it's (1)*.pdf", '\ud800', '']) {
    assert.match(
      attachmentHeader(given),
      /^attachment; filename="[\x20-\x21\x23-\x7e]*"; filename\*=UTF-8''[\w.%~!-]*$/,
    )
  }
  assert.equal(
    attachmentHeader('a\r\n"b"/100%'),
    'attachment; filename="a___b__100_"; filename*=UTF-8\'\'a__%22b%22_100%25',
  )
  assert.equal(
    attachmentHeader("it's (1)*é.pdf"),
    "attachment; filename=\"it's (1)*_.pdf\"; filename*=UTF-8''it%27s%20%281%29%2A%C3%A9.pdf",
  )
})

test('a forged, changed or incomplete address is not found', async () => {
  const url = await linkTo('one')
  const [, , key, expires] = pattern.exec(url)!.map(String) as string[]
  const sig = url.split('sig=')[1]!
  const other = (sig[0] === 'A' ? 'B' : 'A') + sig.slice(1)
  const agencyId = await keyIdOf(agencyKey)
  const at = (id: string, search: string) => `${origin}/files/${id}?${search}`
  const wrong = [
    at('two', `key=${key}&expires=${expires}&sig=${sig}`),
    at('one', `key=${agencyId}&expires=${expires}&sig=${sig}`),
    at('one', `key=${key}&expires=${Number(expires) + 1}&sig=${sig}`),
    at('one', `key=${key}&expires=0${expires}&sig=${sig}`),
    at('one', `key=${key}&expires=${expires}&sig=${other}`),
    at('one', `key=${key}&expires=${expires}&sig=`),
    at('one', `key=${key}&expires=${expires}`),
    at('one', `key=${key}&expires=${expires}&sig=${sig}&sig=${sig}`),
    at('one', `key=${key}&expires=${expires}&sig=${sig}=`),
    at('one', `expires=${expires}&key=${key}&sig=${sig}&x=1`),
    at('one', `x=1&key=${key}&expires=${expires}&sig=${sig}`),
    at('one', `KEY=${key}&expires=${expires}&sig=${sig}`),
    at('x/files/one', `key=${key}&expires=${expires}&sig=${sig}`),
    `${origin}/files/one`,
    `${origin}/files/`,
    `${origin}/files/one/?key=${key}&expires=${expires}&sig=${sig}`,
    `${origin}/files/on%65?key=${key}&expires=${expires}&sig=${sig}`,
    files.links.linkFor('unknown', key!),
    files.links.linkFor('one', 'no-such-key'),
  ]
  assert.equal(await statusOf(url), 200)
  const answers = await Promise.all(wrong.map(address => fetched(address)))
  for (const [index, { status, body }] of answers.entries()) {
    assert.equal(status, 404, wrong[index])
    assert.match(
      body.toString(),
      /There is no file at this address, or the address has expired; fetch the record again/,
    )
    assert.ok(body.equals(answers[0]!.body), 'every refusal says the same')
  }
})

test('no path leads out of the store', async () => {
  const { port, hostname } = new URL(origin)
  const search = new URL(await linkTo('one')).search
  const paths = [
    '/files/../secret',
    '/files/..%2fsecret',
    '/files/%2e%2e/%2e%2e/etc/passwd',
    '/files//etc/passwd',
  ]
  for (const path of [...paths, '/files/..\\secret', '/files/one/../two', '/files/one%00']) {
    const answer = request({ host: hostname, port, path: path + search, method: 'GET' }).end()
    const [response] = await once(answer, 'response')
    assert.equal(response.statusCode, 404, path)
    response.resume()
  }
})

test('only GET is allowed, and HEAD for what comes before the content', async () => {
  const url = await linkTo('one')
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const { status, headers, body } = await fetched(url, { method })
    assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD'], method)
    assert.match(body.toString(), new RegExp(`${method} is not allowed here; use GET`))
  }
  const [get, head] = [await fetched(url, {}), await fetched(url, { method: 'HEAD' })]
  assert.deepEqual([get.status, head.status, head.body.length], [200, 200, 0])
  for (const name of ['content-type', 'content-length', 'content-disposition'])
    assert.equal(head.headers.get(name), get.headers.get(name), name)
})

/** As a server reads it from an address. */
function claimOf(url: string): Claim {
  const [, fileId, keyId, expires, signature] = /files\/(\w+)\?key=(\w+)&expires=(\d+)&sig=(.+)$/.exec(url)!
  return { fileId: fileId!, keyId: keyId!, expires: expires!, signature: signature! }
}

test('links are signed by HMAC with SHA-256, as any library computes it', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 64 }),
      fc.string({ maxLength: 256 }),
      (bytes, text) => {
        const key = createSecretKey(bytes)
        const whole = text.toWellFormed().slice(0, 256).toWellFormed()
        assert.equal(hmacSha256(key)(whole), createHmac('sha256', key).update(whole).digest('base64url'))
      },
    ),
  )
  const key = createSecretKey(Buffer.alloc(32, 7))
  for (const text of ['', '€'.repeat(256), 'x'.repeat(256), 'short'])
    assert.equal(hmacSha256(key)(text), createHmac('sha256', key).update(text).digest('base64url'))
  assert.throws(() => hmacSha256(key)('x'.repeat(257)), /At most 256 characters are signed, and not 257/)
  assert.throws(() => hmacSha256(createSecretKey(Buffer.alloc(65))), /A key has at most 64 bytes, and not 65/)
})

test('a link lasts five minutes', async () => {
  const url = await linkTo('one')
  clock.ahead = 298_000
  assert.equal(await statusOf(url), 200)
  clock.ahead = 301_000
  assert.equal(await statusOf(url), 404)
  clock.ahead = 0
})

test('a link lasts five minutes whenever in a second it is made, and less than a second more', () => {
  let now = 0
  const secrets = secretsOf(['of this test'])
  const links = fileLinks(
    { sign: () => secrets.secretFor('file-links'), accept: secrets.acceptedFor('file-links') },
    () => 'http://x',
    () => new Date(now),
  )
  for (const ms of [0, 1, 499, 500, 700, 998, 999]) {
    now = 1_790_000_000_000 + ms
    const filled = links.fillingFor({ keyId: 'k' }).fill([Buffer.from('"\u0001f\u0001"')])
    for (const link of [links.linkFor('f', 'k'), Buffer.concat(filled).toString().slice(1, -1)]) {
      const isOpenAt = (moment: number) => {
        now = moment
        return links.holds(claimOf(link))
      }
      const end = ms === 0 ? 1_790_000_300_000 : 1_790_000_301_000
      assert.deepEqual([isOpenAt(end - 1), isOpenAt(end)], [true, false], 'to the second')
      assert.ok(link.includes(`expires=${end / 1000}&`))
      now = 1_790_000_000_000 + ms
    }
  }
})

test('a link dies with its key, revoked or expired, and no other key’s does', async () => {
  const [one, two] = [await server.key('company', ['c1']), await server.key('company', ['c1'])]
  const [first, second] = [await linkTo('one', one), await linkTo('one', two)]
  await revokeKey(database, await keyIdOf(one))
  assert.deepEqual([await statusOf(first), await statusOf(second)], [404, 200])
  const id = await keyIdOf(two)
  await database.rows(
    sql`update ${name('api_key')} set expires_at = now() - interval '1 second' where id = ${id}`,
  )
  assert.equal(await statusOf(second), 404)
  assert.equal(await statusOf(await linkTo('one')), 200)
})

const notFrom = (address: string) => `This API key may not be used from ${address}; it has an IP allow-list`

/** What becomes of a link of a key with this allow-list: "in", or why not. */
async function openedFrom(on: TestServer, allowedIps: string[], forwarded?: string): Promise<string> {
  const secret = await on.key('company', ['c1'], { allowedIps })
  const [key] = await listKeys(on.database, secret)
  const headers = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded }
  const { status, body } = await fetched(on.files.links.linkFor('one', key!.id), { headers })
  if (status === 200) return 'in'
  const { code, message } = JSON.parse(body.toString()).error
  assert.deepEqual([status, code], [403, 'IP_NOT_ALLOWED'])
  return message
}

test('a link opens only where its key may be used', async () => {
  assert.equal(await openedFrom(server, ['127.0.0.1']), 'in')
  assert.equal(await openedFrom(server, ['10.0.0.0/8', '127.0.0.0/8']), 'in')
  assert.equal(await openedFrom(server, ['203.0.113.7']), notFrom('127.0.0.1'))
  assert.equal(await openedFrom(server, ['203.0.113.7'], '203.0.113.7'), notFrom('127.0.0.1'))
  const secret = await server.key('company', ['c1'])
  const url = await linkTo('one', secret)
  assert.equal(await statusOf(url), 200)
  const [key] = await listKeys(database, secret)
  await updateKey(database, key!, { allowedIps: ['203.0.113.7'] })
  assert.equal(await statusOf(url), 403, 'the allow-list is the present one')
  await revokeKey(database, key!.id)
  assert.equal(await statusOf(url), 404, 'of a dead key nothing is told')
})

test('behind trusted proxies it is the client’s address that counts for a link, as for a call', async () => {
  const proxied = await testServer({ ...declared, trustedProxies: ['127.0.0.1', '10.0.0.0/8'] })
  await proxied.load([...rivals(), file('one', 'one')])
  const allowed = ['203.0.113.0/24', '2001:db8::/32']
  for (const [forwarded, outcome] of [
    ['203.0.113.7', 'in'],
    ['198.51.100.1, 203.0.113.7, 10.9.9.9', 'in'],
    ['2001:DB8:0::5', 'in'],
    ['203.0.113.7, 198.51.100.1', notFrom('198.51.100.1')],
    ['nonsense', notFrom('an address that is not known')],
    [undefined, notFrom('127.0.0.1')],
  ] as const)
    assert.equal(await openedFrom(proxied, allowed, forwarded), outcome, forwarded)
})

test('content that is gone or not whole is a storage error, told to the operator and not to the client', async () => {
  const { storageKey } = (await readFiles(database, ['four'])).get('four')!
  const url = await linkTo('four')
  await truncate(join(files.content, storageKey), 3)
  assert.equal(await statusOf(url), 500)
  await rm(join(files.content, storageKey))
  const { status, body } = await fetched(url)
  assert.equal(status, 500)
  assert.equal(JSON.parse(body.toString()).error.code, 'STORAGE_ERROR')
  assert.match(body.toString(), /The file is there, but its content cannot be read just now/)
  assert.ok(!body.toString().includes(storageKey))
  assert.equal(files.troubles.length, 2)
  assert.match(String(files.troubles[0]), /not as long as it was when it was stored/)
  assert.match(String(files.troubles[1]), /ENOENT/)
  assert.deepEqual(await openUnder(files.content), [])
  await writeFile(join(files.content, storageKey), pdf('four'))
  assert.equal(await statusOf(url), 200)
})

test('content that breaks off on its way breaks off for the client, and the operator is told', async () => {
  async function* breaking() {
    yield Buffer.from('%PDF')
    throw new Error('the disk went away')
  }
  const store = diskStore(await testFolder())
  const broken = {
    ...store,
    get: async () => ({ size: pdf('one').length, stream: Readable.from(breaking()) }),
  }
  const failing = await testServer({ ...declared, files: { store: broken } })
  await failing.load([...rivals(), file('one', 'one')])
  const [key] = await listKeys(failing.database, await failing.key('company', ['c1']))
  const response = await fetch(failing.files.links.linkFor('one', key!.id))
  await assert.rejects(response.arrayBuffer())
  assert.match(String(failing.files.troubles), /^Error: the disk went away$/)
})

test('a client that goes away in the middle disturbs nobody, and is no trouble to tell the operator', async () => {
  const before = [...files.troubles]
  const { pathname, search, port } = new URL(await linkTo('long'))
  for (let round = 0; round < 5; round++) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: x\r\n\r\n`)
    await once(socket, 'data')
    socket.destroy()
    await eventually('the file is closed', async () => (await openUnder(files.content)).length === 0)
  }
  assert.deepEqual(files.troubles, before)
  assert.equal((await fetched(await linkTo('long'))).body.length, content.length)
})

test('after a change of the master secret old links still open, until the old one is no longer given', () => {
  const linksWith = (...masters: string[]) => {
    const secrets = secretsOf(masters)
    const keys = { sign: () => secrets.secretFor('file-links'), accept: secrets.acceptedFor('file-links') }
    return fileLinks(
      keys,
      () => 'http://x',
      () => new Date(),
    )
  }
  const [before, during, afterwards] = [linksWith('old'), linksWith('new', 'old'), linksWith('new')]
  const [old, fresh] = [claimOf(before.linkFor('f', 'k')), claimOf(during.linkFor('f', 'k'))]
  assert.deepEqual([during.holds(old), during.holds(fresh)], [true, true])
  assert.deepEqual([afterwards.holds(old), afterwards.holds(fresh)], [false, true])
})
