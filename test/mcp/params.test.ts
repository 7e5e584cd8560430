// Params that are wrong: whatever they are, the answer is -32602 and one sentence, never what a validator printed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { rivals } from '../support/lines.ts'
import { isLong } from '../support/long.ts'
import { type Json, testServer } from '../support/server.ts'

const server = await testServer()
await server.load(rivals())
const key = await server.key('company', ['c1'])

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** What is answered to a message as 2025-era clients send it, or as those of 2026-07-28 do. */
async function answerTo(method: string, params: Json, modern = false): Promise<Json> {
  const more = {
    'Mcp-Protocol-Version': '2026-07-28',
    'Mcp-Method': method,
    ...(typeof params?.name === 'string' && { 'Mcp-Name': params.name }),
  }
  const response = await fetch(`${server.origin}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(modern && more),
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 7, method },
      params: modern ? { ...params, _meta: envelope } : params,
    }),
  })
  const text = await response.text()
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text)
}

const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } }

test('a bad initialize is -32602 with one sentence that names what is wrong', async () => {
  for (const [params, sentence] of [
    [undefined, 'initialize: params is missing; give an object'],
    [null, 'initialize: params must be an object'],
    [[], 'initialize: params must be an object'],
    ['x', 'initialize: params must be an object'],
    [{}, 'initialize: params.protocolVersion is missing; give a string'],
    [{ ...client, protocolVersion: 1 }, 'initialize: params.protocolVersion must be a string, not a number'],
    [{ ...client, capabilities: [] }, 'initialize: params.capabilities must be an object, not a list'],
    [{ ...client, clientInfo: {} }, 'initialize: params.clientInfo.name is missing; give a string'],
    [{ ...client, _meta: 3 }, 'initialize: params._meta must be an object'],
  ] as const)
    assert.deepEqual(await answerTo('initialize', params), {
      ...{ jsonrpc: '2.0', id: 7 },
      error: { code: -32602, message: sentence },
    })
  assert.ok((await answerTo('initialize', client)).result.serverInfo)
})

test('so are those of every other method, of the old protocol and of the new one', async () => {
  for (const modern of [false, true])
    for (const [method, params, sentence] of [
      ['tools/list', { cursor: 1 }, 'tools/list: params.cursor must be a string, not a number'],
      ['tools/call', {}, 'tools/call: params.name is missing; give a string'],
      ['tools/call', { name: ['x'] }, 'tools/call: params.name must be a string, not a list'],
      [
        'tools/call',
        { name: 'open_api_get_me', arguments: null },
        'tools/call: params.arguments must be an object, not null',
      ],
    ] as const)
      assert.deepEqual((await answerTo(method, params, modern)).error, { code: -32602, message: sentence })
})

test('whatever the params are, no answer is an internal error or a validator’s list', async () => {
  const method = fc.constantFrom('initialize', 'ping', 'tools/list', 'tools/call', 'server/discover', 'x')
  const field = fc.constantFrom('name', 'arguments', 'cursor', 'clientInfo', 'capabilities', '_meta', 'task')
  const params = fc.oneof(fc.jsonValue(), fc.dictionary(field, fc.jsonValue({ maxDepth: 2 })))
  await fc.assert(
    fc.asyncProperty(method, params, async (method, params) => {
      const { error, result } = await answerTo(method, params)
      if (!error) return assert.ok(result)
      assert.ok([-32600, -32601, -32602, -32020].includes(error.code), JSON.stringify(error))
      assert.doesNotMatch(error.message, /invalid_type|"expected"|"path"/)
    }),
    { numRuns: isLong ? 300 : 100 },
  )
})
