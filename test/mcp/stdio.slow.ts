// The tools over standard input and output: `muster mcp` as a desktop assistant starts it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { newSecret } from '../../src/access/key-format.ts'
import { recordTypes } from '../../src/api/index.ts'
import { recordedLoad } from '../../src/load/recorded-load.ts'
import { assistant } from '../support/assistants.ts'
import { command as ran } from '../support/command.ts'
import { rivals, timesheet } from '../support/lines.ts'
import { type Json, ndjson, testServer } from '../support/server.ts'

const server = await testServer()
const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
await server.load(rivals())
const load = { source: 'command', who: 'tests' } as const
await recordedLoad(server.database, recordTypes, ndjson([timesheet('t1', of)]), {}, load)
const key = await server.key('company', ['c1'])
// So that the server knows of the load at once.
await server.get('/me?includeFreshness=true', key)
const command = fileURLToPath(new URL('../../muster', import.meta.url))
const env = { ...(process.env as Record<string, string>), MUSTER_URL: server.origin, MUSTER_API_KEY: key }
const me = { name: 'test', version: '1.0.0' }

test('it bridges to the server of MUSTER_URL for clients of either kind', async () => {
  const recent = new Client(me, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await recent.connect(new StdioClientTransport({ command, args: ['mcp'], env }))
  const old = new OldClient(me)
  await old.connect(new OldStdio({ command, args: ['mcp', '--set', 'finance'], env }))
  const [all, some] = [(await recent.listTools()).tools, (await old.listTools()).tools]
  assert.ok(all.length > some.length && some.some(tool => tool.name === 'open_api_list_invoices'))
  const asked = { name: 'open_api_list_timesheets', arguments: { limit: 1 } }
  const direct = await assistant(server.origin, key)
  const said = await direct.call(asked.name, asked.arguments)
  assert.match(said.structuredContent.loadedAt, /^\d{4}-\d\d-\d\dT/)
  for (const client of [recent, old]) {
    const told = (await client.callTool(asked)) as Json
    assert.equal(told.structuredContent.data[0].id, 't1')
    assert.deepEqual(told.structuredContent, said.structuredContent, 'how fresh it is with it')
  }
  await Promise.all([recent.close(), old.close(), direct.close()])
})

test('what the server refuses is told as it would be over HTTP', async () => {
  const open = async (secret: string) => {
    const client = new Client(me)
    const own = { ...env, MUSTER_API_KEY: secret }
    await client.connect(new StdioClientTransport({ command, args: ['mcp'], env: own }))
    return client
  }
  const known = await open(key)
  await assert.rejects(known.callTool({ name: 'nothing', arguments: {} }), { code: -32602 })
  await known.close()
  const stranger = await open(newSecret('company'))
  const told = (await stranger.callTool({ name: 'open_api_get_me', arguments: {} })) as Json
  assert.match(told.content[0].text, /^INVALID_API_KEY: /)
  await stranger.close()
})

test('it says what is missing', async () => {
  const without = await ran(['mcp', '--data', '/nonexistent'], { MUSTER_URL: server.origin })
  assert.equal(without.code, 2)
  assert.match(without.stderr, /MUSTER_API_KEY is not set/)
  const address = await ran(['mcp'], { MUSTER_URL: 'localhost:8080', MUSTER_API_KEY: key })
  assert.match(address.stderr, /MUSTER_URL is not an address: localhost:8080/)
  const set = await ran(['mcp', '--set', 'nothing'], { MUSTER_URL: server.origin, MUSTER_API_KEY: key })
  assert.match(set.stderr, /There is no set "nothing"/)
})
