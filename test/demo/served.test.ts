// A server with the demo programme: it shows the whole contract, what a tool gives in full is what HTTP gives, and the
// examples of the documents are what it answers.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { demoKeys } from '../../demo/programme.ts'
import { asking } from '../../scripts/coverage/ask.ts'
import { coverage, table } from '../../scripts/coverage.ts'
import { captureExamples, demoAndSamples, exampleDay } from '../../scripts/examples/capture.ts'
import type { CallerKind } from '../../src/access/caller.ts'
import { allows } from '../../src/access/permit.ts'
import { operations } from '../../src/api/index.ts'
import { examples } from '../../src/describe/examples.ts'
import { prefix } from '../../src/http/server.ts'
import type { Operation } from '../../src/kernel/operation/operation.ts'
import { isTool } from '../../src/mcp/tool.ts'
import { type Assistant, assistant } from '../support/assistants.ts'
import { type Json, testServer } from '../support/server.ts'

const server = await testServer()
await server.load(demoAndSamples(exampleDay), {
  onRejection: ({ line, path, reason }) => assert.fail(`line ${line}, ${path}: ${reason}`),
})
const keys = {
  company: await server.key('company', demoKeys.company, { name: 'Payroll' }),
  agency: await server.key('agency', demoKeys.agency),
}

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
        list === 'companies' ? '/me' : list === 'trades' ? '/rates?limit=1' : `/${list}?limit=1`,
        keys[kind],
      )
      if (list === 'companies') return body.data.companies?.[0].id ?? demoKeys.company[0]
      return list === 'trades' ? body.data[0].trade.id : body.data[0].id
    }

    for (const operation of operations.filter(
      one => isTool(one) && one.method === 'GET' && allows(one, kind),
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
        one => isTool(one) && one.path.split('/').length === 2 && allows(one, kind),
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
  const ask = asking(`${server.origin}${prefix}`, keys.company)
  const captured = await captureExamples(operations, ask)
  assert.deepEqual(captured, Object.fromEntries(examples), 'npm run examples writes them anew')
})

test('the example of a new worker is one that is taken', async () => {
  const { body } = examples.get('POST /workers')!
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  const reply = await server.get('/workers?dryRun=true', keys.agency, init)
  assert.deepEqual([reply.status, reply.body.data], [200, { dryRun: true }], reply.text)
})

test('every operation, value, field, include, filter, search, sort and date has a right result', async t => {
  const results = await coverage({
    base: `${server.origin}${prefix}`,
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
