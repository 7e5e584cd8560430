// How a body reaches the tools: not before its key is known, within the same bounds as over HTTP, and that it holds up
// nobody.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { newSecret } from '../../src/access/key-format.ts'
import { listKeys, revokeKey } from '../../src/store/keys/keys.ts'
import { assistant } from '../support/assistants.ts'
import { rivals } from '../support/lines.ts'
import { type Json, testServer } from '../support/server.ts'

const server = await testServer()
await server.load(rivals())
const key = await server.key('company', ['c1'])
const { hostname, port } = new URL(server.origin)

/** The head of an answer to a request whose body never comes, or only begins. */
async function answerToHead(secret: string | undefined, begun = ''): Promise<string> {
  const socket = connect(Number(port), hostname)
  const lines = [
    'POST /mcp HTTP/1.1',
    `Host: ${hostname}:${port}`,
    ...(secret ? [`Authorization: Bearer ${secret}`] : []),
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    'Content-Length: 3800000',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n${begun}`)
  let text = ''
  for await (const piece of socket) {
    text += piece
    if (text.includes('"success":false')) break
  }
  return text
}

const headers = (secret: string) => ({
  Authorization: `Bearer ${secret}`,
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
})

const send = async (body: string, secret = key) => {
  const response = await fetch(`${server.origin}/mcp`, { method: 'POST', headers: headers(secret), body })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Json }
}

test('whoever has no key that is good here is refused before the body has come', async () => {
  const revoked = await server.key('company', ['c1'])
  await revokeKey(server.database, (await listKeys(server.database, revoked))[0]!.id)
  const elsewhere = await server.key('company', ['c1'], { allowedIps: ['203.0.113.7'] })
  for (const [secret, status, code] of [
    [undefined, 401, 'MISSING_API_KEY'],
    ['wfc_mistyped', 401, 'INVALID_API_KEY'],
    [newSecret('company'), 401, 'INVALID_API_KEY'],
    [revoked, 401, 'REVOKED_API_KEY'],
    [elsewhere, 403, 'IP_NOT_ALLOWED'],
  ] as const)
    for (const begun of ['', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":']) {
      const answer = await answerToHead(secret, begun)
      assert.ok(answer.startsWith(`HTTP/1.1 ${status} `), answer)
      assert.ok(answer.includes(`"${code}"`), answer)
    }
})

const megabytes = 3.8 * 1024 * 1024
const excessive = {
  'nested 1.9 million deep': '['.repeat(megabytes / 2) + ']'.repeat(megabytes / 2),
  'nested by names': `${'{"a":'.repeat(megabytes / 6)}1${'}'.repeat(megabytes / 6)}`,
  'with 1.9 million values': `[${'1,'.repeat(megabytes / 2 - 2)}1]`,
  'with 1.3 million objects': `[${'{},'.repeat(megabytes / 3 - 2)}{}]`,
  'nested inside a call': `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"open_api_get_me","arguments":{"a":${'['.repeat(megabytes / 2 - 99)}${']'.repeat(megabytes / 2 - 99)}}}}`,
}

for (const [kind, body] of Object.entries(excessive))
  test(`a message ${kind} is refused with one sentence, and meanwhile others are answered`, async () => {
    let over = false
    const refusals = Promise.all([send(body), send(body), send(body)]).finally(() => {
      over = true
    })
    // By the processor time of the thread that answers, as the machine may be at something else.
    let mostMs = 0
    while (!over) {
      const before = process.threadCpuUsage()
      assert.equal((await fetch(`${server.origin}/healthz`)).status, 200)
      const { user, system } = process.threadCpuUsage(before)
      mostMs = Math.max(mostMs, (user + system) / 1000)
    }
    assert.ok(mostMs < 500, `/healthz waited for ${mostMs} ms of work`)
    for (const { status, headers, body } of await refusals) {
      assert.deepEqual([status, body.error.code, body.id], [400, -32700, null])
      assert.match(body.error.message, /^The body (is nested|has) more than [\d,]+ [^\n]{1,60}$/)
      assert.ok(headers.get('ratelimit'))
    }
  })

test('what is not JSON, or has a name twice, is refused with one sentence', async () => {
  for (const body of ['', '{', 'nothing', '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call"}']) {
    const { status, body: said } = await send(body)
    assert.deepEqual([status, said.error.code], [400, -32700], body)
    assert.match(said.error.message, /^The body (is|has) [^\n]{1,80}$/)
  }
})

test('a message of more than 4 MB is 413', async () => {
  const { status, body } = await send(`"${'x'.repeat(4 * 1024 * 1024)}"`)
  assert.deepEqual([status, body.error.code], [413, 'PAYLOAD_TOO_LARGE'])
})

test('refused messages consume nothing; a call is counted once', async () => {
  const counted = await server.key('company', ['c1'], { perMinute: 3 })
  for (const body of ['{', '[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]']) await send(body, counted)
  const one = await assistant(server.origin, counted)
  for (const used of [1, 2, 3])
    assert.equal((await one.call('open_api_get_me')).structuredContent.data.usage.requestsToday, used)
  assert.match((await one.call('open_api_get_me')).content[0].text, /^RATE_LIMIT_EXCEEDED/)
  await one.close()
})

test('a long text in a message stays a text', async () => {
  const one = await assistant(server.origin, key)
  const ids = Array.from({ length: 199 }, (_, index) => `65f0c0ffee0000000000${index + 1000}`)
  const { structuredContent } = await one.call('open_api_list_timesheets', { project: ids.join(',') })
  assert.equal(structuredContent.meta.total, 0)
  await one.close()
})
