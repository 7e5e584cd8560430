// Everything that a server answers passes the proxies of deploy/: real nginx and Caddy, as their files have them but for
// name, port and certificate.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { certificateFor } from '../support/certificate.ts'
import { readLines } from '../support/exports.ts'
import { timesheet, withComment } from '../support/lines.ts'
import { newcomer, paper } from '../support/newcomer.ts'
import { operatorServer } from '../support/operator.ts'
import type { Json } from '../support/server.ts'
import { installed, program, running } from './programs.ts'

installed({ nginx: 'nginx-light', caddy: 'caddy' })
const name = 'muster.example.com'
const folder = await mkdtemp(join(tmpdir(), 'muster-proxy-'))
after(() => rm(folder, { recursive: true, force: true }))
const { key: privateKey, cert } = certificateFor([name])
await Promise.all([
  writeFile(join(folder, 'fullchain.pem'), cert),
  writeFile(join(folder, 'privkey.pem'), privateKey),
])
const deployed = (file: string) => readFile(new URL(`../../deploy/${file}`, import.meta.url), 'utf8')

const server = await operatorServer({ PUBLIC_URL: `https://${name}`, TRUSTED_PROXIES: '127.0.0.1' })
const own = new URL(server.running.operatorUrl)
const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
const rows = 1_500
await server.loaded(...Array.from({ length: rows }, (_, n) => timesheet(`x${n}`, of, withComment(10_000))))
const company = (await server.key('company', ['c1'], { allowedIps: ['127.0.0.1/32'] })).secret
const agency = (await server.key('agency', ['a1'])).secret

async function freePort(): Promise<number> {
  const held = createServer().listen(0, '127.0.0.1')
  await once(held, 'listening')
  const { port } = held.address() as AddressInfo
  held.close()
  await once(held, 'close')
  return port
}

type Given = { method?: string; headers?: Record<string, string>; body?: string | Buffer }
type Passed = {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
  firstMs: number
  ms: number
}

/** A client of the name, over TLS. */
const clientOf =
  (port: number) =>
  (path: string, secret = '', given: Given = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<Passed>()
    const began = performance.now()
    const headers = { Host: name, ...(secret && { Authorization: `Bearer ${secret}` }), ...given.headers }
    const asked = {
      host: '127.0.0.1',
      port,
      path,
      servername: name,
      ca: cert,
      method: given.method ?? 'GET',
      headers,
    }
    request(asked, async response => {
      const chunks: Buffer[] = []
      let firstMs = 0
      try {
        for await (const chunk of response) {
          firstMs ||= performance.now() - began
          chunks.push(chunk)
        }
      } catch (error) {
        return reject(error)
      }
      const text = Buffer.concat(chunks).toString()
      resolve({
        status: response.statusCode!,
        headers: response.headers,
        text,
        firstMs,
        ms: performance.now() - began,
      })
    })
      .on('error', reject)
      .end(given.body)
    return promise
  }

async function answering(ask: ReturnType<typeof clientOf>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await ask('/healthz').catch(() => undefined)
    if (answer?.status === 200) return
    await wait(100)
  }
  assert.fail('The proxy does not answer')
}

/** Each is somebody else. */
let number = 1

async function expectEverything(ask: ReturnType<typeof clientOf>): Promise<void> {
  await answering(ask)
  const api = '/api/open/v1'
  const json = { 'Content-Type': 'application/json' }
  assert.equal((await ask(`${api}/me`, company)).status, 200, 'an address that the key allows')
  const forged = { headers: { 'X-Forwarded-For': '203.0.113.9' } }
  assert.equal(
    (await ask(`${api}/me`, company, forged)).status,
    200,
    'an address that a client made up is not believed',
  )
  for (const format of ['ndjson', 'csv']) {
    const { status, text, headers } = await ask(`${api}/timesheets?format=${format}`, company)
    assert.deepEqual([format, status, headers['content-length']], [format, 200, undefined])
    if (format === 'ndjson') assert.ok(readLines(text).lines.length >= rows)
  }
  const created = await ask(`${api}/workers`, agency, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(newcomer(number++, { attachments: [paper('course')] })),
  })
  assert.equal(created.status, 200, created.text)
  const { id } = JSON.parse(created.text).data
  const link = /https:\/\/muster\.example\.com(\/files\/[^"]+)/.exec(
    (await ask(`${api}/workers/${id}`, agency)).text,
  )?.[1]
  assert.ok(link, 'the worker has a file')
  const file = await ask(link.replaceAll('\\u0026', '&'))
  assert.deepEqual(
    [file.status, /^attachment/.test(String(file.headers['content-disposition']))],
    [200, true],
  )
  const large = await ask(`${api}/workers`, agency, {
    method: 'POST',
    headers: json,
    body: Buffer.alloc(49 * 1024 * 1024, ' '),
  })
  assert.equal(JSON.parse(large.text).error.code, 'INVALID_JSON', '49 MB come through')
  const larger = await ask(`${api}/workers`, agency, {
    method: 'POST',
    headers: json,
    body: Buffer.alloc(50.5 * 1024 * 1024, ' '),
  })
  assert.equal(
    JSON.parse(larger.text).error.code,
    'PAYLOAD_TOO_LARGE',
    'what is too large is refused by the server itself',
  )
  const tools = await ask('/mcp', company, {
    method: 'POST',
    headers: { ...json, Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  assert.equal(tools.status, 200, tools.text)
  assert.match((await ask('/docs')).text, /<html/)
  assert.match((await ask('/portal')).text, /<html/)
  const { servers } = JSON.parse((await ask(`${api}/openapi.json`)).text) as Json
  assert.equal(servers[0].url, `https://${name}${api}`)
  const signedIn = await ask('/portal/session', '', {
    method: 'POST',
    headers: { ...json, Origin: `https://${name}`, 'X-Muster-Portal': '1' },
    body: JSON.stringify({ token: server.token }),
  })
  assert.equal(signedIn.status, 201, signedIn.text)
  assert.match(
    String(signedIn.headers['set-cookie']),
    /; Secure/,
    'the server knows that it is reached over TLS',
  )
  assert.equal((await ask('/operator/status', server.token)).status, 200)
}

test('everything passes nginx', async () => {
  const port = await freePort()
  const site = (await deployed('nginx.conf'))
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replaceAll('/etc/ssl/muster', folder)
    .replace('127.0.0.1:8080', own.host)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    kind => `${kind}_temp_path ${folder}/${kind};`,
  )
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; user root; pid ${folder}/pid; error_log ${folder}/error.log; events {}
    http { access_log off; ${paths.join(' ')}\n${site}\n}`,
  )
  const checked = await program('nginx', ['-t', '-c', join(folder, 'nginx.conf')])
  assert.equal(checked.code, 0, checked.said)
  running('nginx', ['-c', join(folder, 'nginx.conf')])
  await expectEverything(clientOf(port))
})

test('everything passes Caddy', async () => {
  const port = await freePort()
  const site = (await deployed('Caddyfile')).replace(
    'flush_interval -1\n\t}',
    `flush_interval -1\n\t}\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`,
  )
  await writeFile(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
  const env = { HOME: folder, MUSTER_NAME: `https://${name}:${port}`, MUSTER_UPSTREAM: own.host }
  running('caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], env)
  await expectEverything(clientOf(port))
})
