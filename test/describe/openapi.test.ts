// The OpenAPI document: what it says, that a strict linter finds nothing, and that it is what is served.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { events } from '../../src/api/events.ts'
import { operations } from '../../src/api/index.ts'
import { openApiDocument } from '../../src/describe/openapi.ts'
import { prefix } from '../../src/http/server.ts'
import { testFolder } from '../support/files.ts'
import { operatorDocument } from '../support/operator-check.ts'
import { run } from '../support/process.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const root = fileURLToPath(new URL('../..', import.meta.url))
const committed = await readFile(new URL('../../contract/openapi.json', import.meta.url), 'utf8')
const document = openApiDocument(operations, events)

async function faultsIn(file: string): Promise<unknown> {
  const lint = ['test/node_modules/@redocly/cli/bin/cli.js', 'lint', file, '--format', 'json']
  const config = ['--config', 'redocly.yaml']
  const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { stdout } = await promisify(execFile)(process.execPath, [...lint, ...config], {
    cwd: root,
    env: environment,
  })
  return JSON.parse(stdout).totals
}

const none = { errors: 0, warnings: 0, ignored: 0 }

test('a strict linter finds nothing in it, not even a warning', async () => {
  assert.deepEqual(await faultsIn('contract/openapi.json'), none)
})

test('nor in the document of the operator’s interface, which speaks of tokens and of no API key', async () => {
  const file = join(await testFolder(), 'operator.json')
  await writeFile(file, JSON.stringify(operatorDocument))
  assert.deepEqual(await faultsIn(file), none)
  const codes = JSON.stringify(operatorDocument).match(/[A-Z]+_(API_KEY|OPERATOR_TOKEN)/g)
  assert.deepEqual(new Set(codes), new Set(['MISSING_OPERATOR_TOKEN', 'INVALID_OPERATOR_TOKEN']))
})

test('it has every operation with its scope, parameters, errors, headers and an example', () => {
  for (const operation of operations) {
    // biome-ignore lint/suspicious/noExplicitAny: a document, walked freely
    const described = document.paths[operation.path]![operation.method.toLowerCase()] as any
    const where = `${operation.method} ${operation.path}`
    assert.deepEqual(described.security, [{ apiKey: operation.scope ? [operation.scope] : [] }], where)
    const names = described.parameters.filter((one: { in: string }) => one.in === 'query')
    assert.equal(names.length, operation.parameters.length, where)
    for (const status of ['200', '401', '403', '405', '429', '500'])
      assert.ok(described.responses[status], `${where} ${status}`)
    const success = described.responses[200]
    const headers = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy', ...(operation.lasting ? ['ETag'] : [])]
    assert.deepEqual(Object.keys(success.headers), headers, where)
    assert.equal(described.responses[304] !== undefined, operation.lasting, where)
    assert.ok(success.content['application/json'].example, `${where} has no example; npm run examples`)
  }
})

test('it is served to anybody, as it is committed, and printed by the command', async () => {
  const response = await fetch(`${server.origin}${prefix}/openapi.json`)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
  const served = await response.json()
  assert.deepEqual(served, JSON.parse(committed))
  const again = await fetch(`${server.origin}${prefix}/openapi.json`, {
    headers: { 'If-None-Match': response.headers.get('etag')! },
  })
  assert.equal(again.status, 304)
  const posted = await fetch(`${server.origin}${prefix}/openapi.json`, { method: 'POST' })
  assert.equal(posted.status, 405)
  const printed = await run(['openapi'])
  assert.deepEqual(JSON.parse(printed.stdout), JSON.parse(committed))
})
