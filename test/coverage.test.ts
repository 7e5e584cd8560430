// The demo programme shows the whole contract: the coverage script over a server that has loaded it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoKeys } from '../demo/programme.ts'
import { coverage, table } from '../scripts/coverage.ts'
import { demoAndSamples } from '../scripts/examples/capture.ts'
import { prefix } from '../src/http/server.ts'
import { testServer } from './support/server.ts'

const server = await testServer()

test('every operation, value, field, include, filter, search, sort and date has a right result', async t => {
  const began = performance.now()
  await server.load(demoAndSamples(new Date()), {
    onRejection: ({ line, path, reason }) => assert.fail(`line ${line}, ${path}: ${reason}`),
  })
  t.diagnostic(`the demo programme loaded in ${Math.round(performance.now() - began)} ms`)
  const results = await coverage({
    base: `${server.origin}${prefix}`,
    companyKey: await server.key('company', demoKeys.company, {
      description: 'All that a key can say of itself',
      allowedIps: ['127.0.0.1'],
      expiresAt: new Date(Date.now() + 86_400_000),
    }),
    wholeKey: true,
    agencyKey: await server.key('agency', demoKeys.agency),
  })
  const shown = table(results)
  t.diagnostic(`\n${shown}`)
  assert.ok(
    results.every(result => result.wrong === undefined),
    shown,
  )
})
