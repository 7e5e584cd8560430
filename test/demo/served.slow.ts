// A server with the demo programme: it shows the whole contract, what a tool gives in full is what HTTP gives, and the
// examples of the documents are what it answers.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { demoKeys } from '../../demo/programme.ts'
import { asking } from '../../scripts/coverage/ask.ts'
import { coverage, table } from '../../scripts/coverage.ts'
import { captureExamples, demoAndSamples, exampleDay } from '../../scripts/examples/capture.ts'
import type { CallerKind } from '../../src/access/caller.ts'
import { allowsKind } from '../../src/access/permit.ts'
import { operations } from '../../src/api/index.ts'
import { checkToEnd } from '../../src/checks/checker.ts'
import { examples } from '../../src/describe/examples.ts'
import { openApiDocument } from '../../src/describe/openapi.ts'
import { describeOperation } from '../../src/describe/reference/operations.ts'
import { samplesOf } from '../../src/describe/reference/samples.js'
import { apiPrefix } from '../../src/http/surface.ts'
import type { Operation } from '../../src/kernel/operation/operation.ts'
import { isTool } from '../../src/mcp/tool.ts'
import { ask, pageOf } from '../mcp/asked.ts'
import { type Assistant, assistant } from '../support/assistants.ts'
import { testFolder } from '../support/files.ts'
import { python } from '../support/python.ts'
import { type Json, testServer } from '../support/server.ts'

const runs = promisify(execFile)

const server = await testServer()
await server.load(demoAndSamples(exampleDay), {
  onRejection: ({ line, path, reason }) => assert.fail(`line ${line}, ${path}: ${reason}`),
})
await checkToEnd(server.database)
const keys = {
  company: await server.key('company', demoKeys.company, { name: 'Payroll' }),
  agency: await server.key('agency', demoKeys.agency),
}

/** Those of the demo's last full weeks, whatever the day. */
const fourWeeks = '&from=2026-10-12&to=2026-11-08'

/** Links are signed anew each second, and a key's own use moves on. */
const steady = (value: Json): Json =>
  JSON.parse(
    JSON.stringify(value)
      .replace(/expires=\d+&sig=[\w-]+/g, '')
      .replace(/"(requestsToday|remainingToday)":\d+/g, '')
      .replace(/,"lastUsedAt":"[^"]+"/, '')
      .replace(/"usage":\{,+/, '"usage":{'),
  )

for (const kind of ['company', 'agency'] as CallerKind[]) {
  describe(`for a key of ${kind === 'agency' ? 'an agency' : 'companies'}`, () => {
    let one: Assistant
    before(async () => {
      one = await assistant(server.origin, keys[kind])
    })

    const idFor = async (operation: Operation): Promise<string> => {
      const list = operation.path.split('/')[1]!
      const { body } = await server.get(
        list === 'companies'
          ? '/me'
          : `/${list === 'trades' ? 'rates' : list}?limit=1${list === 'billing-checks' ? fourWeeks : ''}`,
        keys[kind],
      )
      if (list === 'companies') return body.data.companies?.[0].id ?? demoKeys.company[0]
      return list === 'trades' ? body.data[0].trade.id : body.data[0].id
    }

    for (const operation of operations.filter(
      one => isTool(one) && one.method === 'GET' && allowsKind(one, kind),
    )) {
      test(`${operation.tool} in full is GET ${operation.path}`, async () => {
        const chosen = operation.list ? { list: operation.list } : {}
        const path = operation.path.includes('{id}') ? { id: await idFor(operation) } : {}
        const limit = operation.parameters.some(({ name }) => name === 'limit') ? { limit: 3 } : {}
        const search = 'limit' in limit ? '?limit=3' : ''
        const at = operation.path.replace('{id}', path.id ?? '')
        const { status, body } = await server.get(at + search, keys[kind])
        assert.equal(status, 200)
        const told = await one.call(operation.tool, {
          ...chosen,
          ...path,
          ...limit,
          ...(isFull(operation) && { detail: 'full' }),
        })
        assert.equal(told.structuredContent?.note, undefined)
        assert.deepEqual(steady(told.structuredContent), steady(body))
        assert.deepEqual(JSON.parse(told.content[0].text), told.structuredContent)
      })
    }

    test('a list as it comes fits without a cut, or says how to go on', async t => {
      const lists = operations.filter(
        one => isTool(one) && one.path.split('/').length === 2 && allowsKind(one, kind),
      )
      for (const { tool, shape } of lists.filter(one => one.shape === 'list')) {
        const { structuredContent, content } = await one.call(tool)
        t.diagnostic(
          `${tool} (${shape}): ${structuredContent.data.length} records, ${content[0].text.length} characters`,
        )
        assert.ok(
          structuredContent.data.length === 25 || structuredContent.note || structuredContent.meta.total < 25,
        )
      }
    })
  })
}

const isFull = ({ reads, shape, list }: Operation) =>
  reads !== undefined || (shape === 'list' && list === undefined)

test('the examples in the documents are what a server answers', async () => {
  const ask = asking(`${server.origin}${apiPrefix}`, keys.company)
  const captured = await captureExamples(operations, ask)
  assert.deepEqual(captured, Object.fromEntries(examples), 'npm run examples writes them anew')
})

test('the example of a new worker is one that is taken', async () => {
  const { body } = examples.get('POST /workers')!
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  const reply = await server.get('/workers?dryRun=true', keys.agency, init)
  assert.deepEqual([reply.status, reply.body.data], [200, { dryRun: true }], reply.text)
})

const document = openApiDocument(operations)
/** A finding's id is worked out here, and is not that of the document. */
const isTried = ({ path }: Operation) => path !== '/billing-checks/{id}/mark'

/** What the reference shows of every operation; workers are created by one language and tried by the others. */
const shown = operations.filter(isTried).flatMap(operation => {
  const { key, call, cases } = describeOperation(operation, document)
  return cases.map(({ given, title }) => ({ key: `${key} ${title}`, call, given, method: operation.method }))
})
const written = (title: string) =>
  shown.map(({ call, given, method, key }) => {
    const tried =
      key.startsWith('POST /workers') && title !== 'curl' ? { ...given, query: { dryRun: 'true' } } : given
    return { key, method, text: samplesOf(call, tried).find(one => one.title === title)!.text }
  })
const keyOf = (method: string) => (method === 'POST' ? keys.agency : keys.company)
const environment = { ...process.env, MUSTER_URL: `${server.origin}${apiPrefix}` }

test('the samples in TypeScript run against the SDK', async () => {
  const folder = await testFolder()
  const sdk = new URL('../../sdk/index.ts', import.meta.url).href
  const names = await Promise.all(
    written('TypeScript').map(async ({ key, method, text }, index) => {
      await writeFile(join(folder, `${index}.mjs`), text.replace("'muster-sdk'", `'${sdk}'`))
      return { key, secret: keyOf(method), file: `./${index}.mjs` }
    }),
  )
  const runner = `console.log = () => {}
  for (const { key, secret, file } of ${JSON.stringify(names)}) {
    process.env.MUSTER_API_KEY = secret
    await import(file).catch(error => { throw new Error(key + ': ' + error.message) })
  }`
  await writeFile(join(folder, 'all.mjs'), runner)
  await runs(process.execPath, [join(folder, 'all.mjs')], { env: environment, maxBuffer: 1e8 })
})

test('the samples in Python run against the SDK', async () => {
  const programs = written('Python').map(({ key, method, text }) => [key, keyOf(method), text])
  const runner = `import json, os, sys
for key, secret, text in json.load(open(sys.argv[1])):
    os.environ["MUSTER_API_KEY"] = secret
    try:
        exec(compile(text, key, "exec"), {"print": lambda *_: None})
    except Exception as error:
        raise SystemExit(f"{key}: {error!r}")`
  const file = join(await testFolder(), 'programs.json')
  await writeFile(file, JSON.stringify(programs))
  await python(['-c', runner, file], { env: { MUSTER_URL: environment.MUSTER_URL } })
})

test('every operation, value, field, include, filter, search, sort and date has a right result', async t => {
  const results = await coverage({
    base: `${server.origin}${apiPrefix}`,
    companyKey: await server.key('company', demoKeys.company, {
      description: 'All that a key can say of itself',
      allowedIps: ['127.0.0.1'],
      expiresAt: new Date(Date.now() + 86_400_000),
    }),
    wholeKey: true,
    agencyKey: keys.agency,
  })
  const shown = table(results)
  t.diagnostic(`\n${shown}`)
  assert.ok(
    results.every(result => result.wrong === undefined),
    shown,
  )
})

// The last of all: it creates the workers that the others only try to.
test('the samples in curl are answered, each as it is pasted', async () => {
  const folder = await testFolder()
  const hasCurl = await runs('curl', ['--version']).then(
    () => true,
    () => false,
  )
  if (!hasCurl)
    await symlink(fileURLToPath(new URL('../support/curl.mjs', import.meta.url)), join(folder, 'curl'))
  const lines = written('curl').map(
    ({ text, method }) => `export MUSTER_API_KEY=${keyOf(method)}\n${text}\necho`,
  )
  const env = { ...environment, PATH: `${folder}:${process.env.PATH}` }
  const { stdout } = await runs('bash', ['-euc', lines.join('\n')], { env, maxBuffer: 1e8 })
  const answers = stdout.trim().split('\n')
  assert.equal(answers.length, shown.length)
  for (const [index, { key }] of shown.entries())
    assert.match(answers[index]!, /^\{"success":true,/, `${key}: ${answers[index]!.slice(0, 300)}`)
})

test('times to fill are spread in every group, and some groups have outliers', async () => {
  for (const groupBy of ['agency', 'project']) {
    const query = `metric=timeToFill&groupBy=${groupBy}`
    const { body } = await server.get(`/requisitions/recruitment-metrics?${query}`, keys.company)
    assert.ok(body.data.length > 2)
    for (const { group, values } of body.data) assert.ok(values.minDays < values.maxDays, group)
    assert.ok(body.data.some((one: Json) => one.excludedOutliers > 0))
  }
})

test('last week’s approved timesheets are there for either key', async () => {
  for (const key of Object.values(keys)) {
    const query = 'status=approved&dateField=weekEnding&from=2026-11-02&to=2026-11-08'
    assert.ok((await server.get(`/timesheets?${query}`, key)).body.meta.total > 0)
  }
})

describe('the sixty-one questions', () => {
  const tokens = /, (\d+) tokens\)|takes\s(\d+) tokens/g
  const counts = (page: string) => [...page.matchAll(tokens)].map(([, one, all]) => Number(one ?? all))

  test('are answered rightly by the shortest calls, and after a wrong guess by what the error says', async t => {
    const company = await assistant(server.origin, keys.company)
    const agency = await assistant(server.origin, keys.agency)
    const asked = await ask({ company, agency }, async (question, asks) => {
      await t.test(question, asks)
    })
    await Promise.all([company.close(), agency.close()])
    assert.equal(asked.length, 61)
    const short = asked.filter(({ calls, tokens }) => calls <= 3 && tokens <= 4_000)
    assert.ok(short.length >= 56, `${short.length} take at most three calls and 4,000 tokens`)
    assert.ok(asked.filter(({ led }) => led.length > 0).length >= 15)
    const page = pageOf(asked)
    const written = await readFile(new URL('../../docs/questions.md', import.meta.url), 'utf8')
    assert.equal(page.replace(tokens, ''), written.replace(tokens, ''), 'npm run examples writes it anew')
    for (const [at, count] of counts(page).entries())
      assert.ok(Math.abs(count - counts(written)[at]!) <= 5, `question ${at}: ${count} tokens`)
  })
})
