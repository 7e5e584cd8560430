// The bundle for desktop assistants: made by the command that a release runs, checked and unpacked by the format's own tool,
// and started as an assistant would, by the Node of this machine, with nothing of the project beside it.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { getMcpConfigForManifest, hasRequiredConfigMissing } from '@anthropic-ai/mcpb'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { pdfSaying } from '../../demo/files.ts'
import { newSecret } from '../../src/access/key-format.ts'
import { recordTypes } from '../../src/api/index.ts'
import { recordedLoad } from '../../src/load/recorded-load.ts'
import { assistant } from '../support/assistants.ts'
import { rivals, timesheet } from '../support/lines.ts'
import { masterLists, newcomer } from '../support/newcomer.ts'
import { expectNoSecret } from '../support/secret-scan.ts'
import { type Json, ndjson, testServer } from '../support/server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const runs = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'muster-bundle-'))
after(() => rm(folder, { recursive: true, force: true }))
const tool = (...args: string[]) =>
  runs(process.execPath, [join(root, 'test/node_modules/@anthropic-ai/mcpb/dist/cli/cli.js'), ...args])

const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
const { stdout: made } = await runs(process.execPath, [join(root, 'scripts/bundle.ts'), folder])
const bundle = made.trim()
const installed = join(folder, 'installed')
await tool('unpack', bundle, installed)
const manifest = JSON.parse(await readFile(join(installed, 'manifest.json'), 'utf8'))

const server = await testServer()
const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
await server.load([...rivals(), ...masterLists()])
await recordedLoad(
  server.database,
  recordTypes,
  ndjson([timesheet('t1', of)]),
  {},
  { source: 'command', who: 'tests', job: 'nightly' },
)
const key = await server.key('company', ['c1'])
// So that the server knows of the load at once.
await server.get('/me?includeFreshness=true', key)
const me = { name: 'test', version: '1.0.0' }

/** The Node of this machine, not the one that the server brings along; nothing else of our environment. */
const PATH = (process.env.PATH ?? '')
  .split(':')
  .filter(part => !part.includes('node_modules'))
  .join(':')

/** What the manifest says is started, with what a user has filled in. */
async function declared(userConfig: Record<string, string>) {
  const config = await getMcpConfigForManifest({
    manifest,
    extensionPath: installed,
    systemDirs: {},
    userConfig,
    pathSeparator: sep,
  })
  const { command, args = [], env = {} } = config!
  return { command, args, env: { PATH, ...env }, cwd: folder }
}

type Extension = {
  tools(): Promise<Json[]>
  call(name: string, given?: object): Promise<Json>
  /** What the assistant finds in its log. */
  log(): string
  changes: number
}

async function started(userConfig: Record<string, string>): Promise<Extension> {
  const client = new Client(me)
  const transport = new StdioClientTransport({ ...(await declared(userConfig)), stderr: 'pipe' })
  const one = { log: '', changes: 0 }
  transport.stderr!.on('data', piece => (one.log += piece))
  client.setNotificationHandler('notifications/tools/list_changed', () => void one.changes++)
  await client.connect(transport)
  after(() => client.close())
  return {
    tools: async () => (await client.listTools()).tools as Json[],
    call: (name, given = {}) => client.callTool({ name, arguments: { ...given } }),
    log: () => one.log,
    get changes() {
      return one.changes
    },
  }
}

test('it is one file, valid to its own tool, of the version of this checkout, with nothing but what it needs', async () => {
  assert.equal(bundle, join(folder, `muster-${version}.mcpb`))
  assert.equal(manifest.version, version)
  await tool('validate', join(installed, 'manifest.json'))
  const files = (await readdir(installed, { recursive: true })).sort()
  assert.deepEqual(files, ['icon.png', 'licences.txt', 'manifest.json', 'server', 'server/main.mjs'])
  assert.ok((await stat(bundle)).size < 1_000_000, 'it is small enough to be sent by mail')
  assert.match(
    await readFile(join(installed, 'licences.txt'), 'utf8'),
    /@modelcontextprotocol\/server [\d.]+ \(/,
  )
  const code = await readFile(join(installed, 'server/main.mjs'), 'utf8')
  assert.ok(!code.includes(root), 'no path of the machine that made it')
})

test('it asks for the address and the key, keeps the key as a secret, and is not started without both', () => {
  const { address, key: asked } = manifest.user_config
  assert.deepEqual([address.required, address.sensitive ?? false], [true, false])
  assert.deepEqual([asked.required, asked.sensitive], [true, true])
  assert.equal(hasRequiredConfigMissing({ manifest, userConfig: {} }), true)
  assert.equal(hasRequiredConfigMissing({ manifest, userConfig: { address: server.origin } }), true)
  assert.equal(hasRequiredConfigMissing({ manifest, userConfig: { address: server.origin, key } }), false)
})

test('it answers as the server itself does, how fresh the data is with it, to clients of either kind', async () => {
  const direct = await assistant(server.origin, key)
  const extension = await started({ address: `${server.origin}/portal`, key })
  const old = new OldClient(me)
  await old.connect(new OldStdio(await declared({ address: ` ${server.origin} `, key: ` ${key} ` })))
  const names = (tools: readonly Json[]) => tools.map(({ name }) => name)
  const wanted = names(await direct.tools())
  assert.deepEqual(names(await extension.tools()), wanted)
  assert.deepEqual(names((await old.listTools()).tools), wanted)
  const asked = { name: 'open_api_list_timesheets', arguments: { limit: 1 } }
  const said = await direct.call(asked.name, asked.arguments)
  assert.match(said.structuredContent.loadedAt, /^\d{4}-\d\d-\d\dT/)
  for (const told of [
    await extension.call(asked.name, asked.arguments),
    (await old.callTool(asked)) as Json,
  ]) {
    assert.deepEqual(told.structuredContent, said.structuredContent)
    assert.deepEqual(told.content, said.content)
  }
  assert.equal(old.getServerVersion()!.version, version)
  await Promise.all([direct.close(), old.close()])
})

test('a worker is created with a document that lies on this machine', async () => {
  const paper = join(folder, 'course.pdf')
  await writeFile(paper, pdfSaying('Manual Handling'))
  const extension = await started({ address: server.origin, key: await server.key('agency', ['a1']) })
  const { attachments: _, rightToWork: __, ...somebody } = newcomer(1)
  const attachments = [{ documentId: 'course', files: [{ path: paper }] }]
  const { structuredContent } = await extension.call('open_api_create_worker', { ...somebody, attachments })
  assert.match(structuredContent.data.reference, /./)
})

/** Another server, at its address. */
async function elsewhere(answer: RequestListener): Promise<string> {
  const other = createServer(answer).listen(0, '127.0.0.1')
  await once(other, 'listening')
  after(() => other.close().closeAllConnections())
  return `http://127.0.0.1:${(other.address() as AddressInfo).port}`
}

const settings = /the address in the settings of the Muster extension of your assistant/

test('a wrong address is told to the person in words: by the only tool there is, by any call, and in the log', async () => {
  const seen: (string | undefined)[] = []
  const page = await elsewhere((_, response) => response.end('<!doctype html><h1>Hello</h1>'))
  const missing = await elsewhere((_, response) => response.writeHead(404).end('not here'))
  const away = await elsewhere((_, response) => response.writeHead(502).end())
  const other = await elsewhere(({ headers }, response) => {
    seen.push(headers.authorization)
    response.end()
  })
  const unlike = await elsewhere((_, response) =>
    response.writeHead(403).end('{"error":{"code":7,"message":"No such app"}}'),
  )
  const moved = await elsewhere((_, response) => response.writeHead(308, { Location: `${other}/mcp` }).end())
  const wrong: [string, RegExp][] = [
    ['muster.example.com', /"muster\.example\.com" is not the address of a server.*begins with https:\/\//],
    ['localhost:8080', /is not the address of a server/],
    [`\${user_config.address}`, /is not the address of a server/],
    ['http://127.0.0.1:2', /There is no server at http:\/\/127\.0\.0\.1:2 \(ECONNREFUSED\); start it/],
    ['https://nowhere.invalid', /There is no server at https:\/\/nowhere\.invalid \(\w+\)/],
    [page, /http:\S+ gave no answer of Muster; change/],
    [missing, /answered 404, which is no answer of Muster; change/],
    [away, /answered 502 and may just be starting; try again in a moment, or change/],
    [unlike, /says “No such app”; ask whoever runs it, or change/],
    [moved, new RegExp(`has moved to ${other}`)],
  ]
  for (const [address, words] of wrong) {
    const extension = await started({ address, key })
    const tools = await extension.tools()
    assert.deepEqual([tools.length, tools[0].name], [1, 'muster_connection'], address)
    const calls = [await extension.call('muster_connection'), await extension.call('open_api_get_me')]
    assert.ok(calls.every(({ isError }) => isError === true))
    for (const said of [
      tools[0].description,
      extension.log(),
      ...calls.map(({ content }) => content[0].text),
    ]) {
      assert.match(said, words, address)
      assert.match(said, settings, address)
      expectNoSecret(said, address)
    }
  }
  assert.deepEqual(seen, [], 'the key goes to nobody whom another server names')
})

test('a wrong key is told in words too, with the server’s own reason', async () => {
  const wrong: [string, RegExp][] = [
    [
      newSecret('company'),
      /^INVALID_API_KEY: .*\nNext step: .* Change the API key in the settings of the Muster/,
    ],
    ['hunter2', /^INVALID_API_KEY: /],
    [' ', /^There is no API key; set the API key in the settings of the Muster extension/],
  ]
  for (const [given, words] of wrong) {
    const extension = await started({ address: server.origin, key: given })
    const [only, ...others] = await extension.tools()
    assert.deepEqual([only.name, others], ['muster_connection', []])
    const { content, isError } = await extension.call('open_api_list_timesheets')
    assert.equal(isError, true)
    assert.match(content[0].text, words)
    assert.ok(only.description.includes(content[0].text))
    assert.ok(extension.log().includes(content[0].text))
    expectNoSecret(`${content[0].text} ${only.description} ${extension.log()}`, 'what is told of a wrong key')
  }
})

test('a server that was away is there again for the asking', async () => {
  let isAway = true
  const front = await elsewhere((request, response) => {
    if (isAway) return void response.writeHead(503).end()
    const { authorization = '', accept = '' } = request.headers
    void (async () => {
      const body = Buffer.concat(await request.toArray())
      const headers = { authorization, accept, 'Content-Type': 'application/json' }
      const answer = await fetch(`${server.origin}${request.url}`, { method: 'POST', headers, body })
      response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type')! })
      response.end(await answer.text())
    })()
  })
  const extension = await started({ address: front, key })
  assert.equal((await extension.tools()).length, 1)
  isAway = false
  assert.match((await extension.call('muster_connection')).content[0].text, /answers again/)
  assert.equal(extension.changes, 1)
  assert.ok((await extension.tools()).length > 10)
})

test('it ends with the assistant that started it', async () => {
  const { command, args, env } = await declared({ address: server.origin, key })
  const child = spawn(command, args, { env, cwd: folder, stdio: ['pipe', 'ignore', 'inherit'] })
  child.stdin.end()
  const [code] = await once(child, 'close')
  assert.equal(code, 0)
})
