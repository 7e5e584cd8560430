// The official conformance tool's scenarios that apply to a server of tools, and the Inspector's command line. The
// conformance tool sends no key, so a real proxy puts one on.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { rivals, timesheet } from '../support/lines.ts'
import { everyNth } from '../support/long.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
await server.load([...rivals(), timesheet('t1', of)])
const key = await server.key('company', ['c1'])

const proxy = createServer((incoming, outgoing) => {
  const headers = { ...incoming.headers, authorization: `Bearer ${key}` }
  const { method, url } = incoming
  const onward = httpRequest(`${server.origin}${url}`, { method, headers }, answer => {
    outgoing.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(outgoing)
  })
  incoming.pipe(onward)
})
proxy.listen(0, '127.0.0.1')
await once(proxy, 'listening')
after(() => {
  proxy.closeAllConnections()
  proxy.close()
})
const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`

const modules = fileURLToPath(new URL('../node_modules/@modelcontextprotocol/', import.meta.url))
const runs = promisify(execFile)
const output = async (args: readonly string[]) => {
  const { stdout } = await runs(process.execPath, [...args]).catch(error => error)
  return stdout as string
}

const scenarios = [
  ['2025-11-25', 'server-initialize'],
  ['2025-11-25', 'ping'],
  ['2025-11-25', 'tools-list'],
  ['2025-11-25', 'dns-rebinding-protection'],
  ['2026-07-28', 'tools-list'],
  ['2026-07-28', 'dns-rebinding-protection'],
  ['2026-07-28', 'http-header-validation'],
] as const

describe('the conformance tool', { concurrency: 3 }, () => {
  for (const [version, scenario] of everyNth(scenarios, 2)) {
    test(`finds nothing wrong: ${scenario} of ${version}`, async () => {
      const tool = `${modules}conformance/dist/index.js`
      const said = await output([
        tool,
        'server',
        '--url',
        url,
        '--scenario',
        scenario,
        '--spec-version',
        version,
      ])
      assert.match(said, /Passed: [1-9]\d*\/[1-9]\d*, 0 failed/, said)
    })
  }
})

/** Checks that need tools of the tool's own, or subscriptions, which a server without changing lists does not offer. */
const notOurs = [
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-missing-capability-http-400',
  'sep-2575-server-no-log-without-loglevel',
  'sep-2575-server-rejects-undeclared-capability',
  'sep-2575-server-sends-subscription-ack',
  'sep-2575-server-tags-subscription-id',
]

test('of server-stateless of 2026-07-28 it finds only what needs its own tools or subscriptions', async () => {
  const tool = `${modules}conformance/dist/index.js`
  const said = await output([
    ...[tool, 'server', '--url', url, '--scenario', 'server-stateless', '--spec-version', '2026-07-28'],
  ])
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the tool writes in colours
  const plain = said.replace(/\u001b\[\d+m/g, '')
  const checks = [...plain.matchAll(/\[([\w-]+) *\] (SUCCESS|FAILURE)/g)].map(([, id, how]) => ({ id, how }))
  const failed = checks.filter(({ how }) => how === 'FAILURE').map(({ id }) => id)
  assert.deepEqual(failed.toSorted(), notOurs)
  assert.ok(checks.length - failed.length >= 15, plain)
})

/** Scenarios that do not apply here, and why. */
const expectedFailures: [scenario: RegExp, reason: string][] = [
  [/^(logging|completion|resources|prompts)-/, 'this is a server of tools, and says so in its capabilities'],
  [
    /^tools-call-|^json-schema-2020-12$|^http-custom-header-/,
    'they call tools of the conformance tool’s own',
  ],
  [/^elicitation-|^input-required-result-/, 'the same, by tools that ask the user back; none here does'],
  [/^caching$/, 'it also asks for prompts and resources'],
  [/^server-stateless$/, 'the test above names its checks one by one'],
]

/** That somebody takes a scenario for one that does not apply is not enough: these do. */
const applying = ['tools-list', 'dns-rebinding-protection']

for (const version of ['2025-11-25', '2026-07-28'])
  test(`of all scenarios of ${version} it finds wrong only what does not apply`, async () => {
    const tool = `${modules}conformance/dist/index.js`
    const said = await output([tool, 'server', '--url', url, '--suite', 'all', '--spec-version', version])
    const found = [...said.matchAll(/^[✓✗] ([\w-]+): \d+ passed, (\d+) failed/gm)]
    assert.ok(found.length > 30, said)
    const failed = found.filter(([, , count]) => count !== '0').map(([, scenario]) => scenario!)
    assert.deepEqual(
      failed.filter(scenario => !expectedFailures.some(([expected]) => expected.test(scenario))),
      [],
    )
    for (const scenario of applying)
      assert.ok(found.some(([, name]) => name === scenario) && !failed.includes(scenario))
  })

test('the Inspector’s command line lists the tools and calls one', async () => {
  const inspect = async (...args: string[]) =>
    JSON.parse(
      await output([
        `${modules}inspector/clients/launcher/build/index.js`,
        ...['--cli', `${server.origin}/mcp`, '--transport', 'http'],
        ...['--header', `Authorization: Bearer ${key}`, '--method', ...args],
      ]),
    )
  assert.ok((await inspect('tools/list')).tools.length > 30)
  const called = await inspect(
    'tools/call',
    '--tool-name',
    'open_api_list_timesheets',
    '--tool-arg',
    'limit=1',
  )
  assert.equal(called.structuredContent.data[0].id, 't1')
})
