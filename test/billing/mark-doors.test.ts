// Marks through the other doors: the operator's interface, the command, the portal of a key's holder, and the tool for assistants.
// Each is written down in the audit.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { sampleLines, sampleOf } from '../../src/api/samples.ts'
import { scopesFor } from '../../src/api/scopes.ts'
import { findingWith } from '../../src/checks/marks.ts'
import { load } from '../../src/load/load.ts'
import { loadableTypes } from '../../src/record-types/record-type.ts'
import { assistant } from '../support/assistants.ts'
import { command } from '../support/command.ts'
import { operatorServer } from '../support/operator.ts'
import { expectAnswered } from '../support/operator-check.ts'
import { ndjson } from '../support/server.ts'

const server = await operatorServer()
const { database, operator, environment } = server
const { resolvedAt: _, mark: __, ...standing } = sampleOf('billingCheck').record as Record<string, unknown>
const id = String(standing.id)
const company = String(sampleOf('company').record.id)

before(async () => {
  assert.equal((await server.loaded(...sampleLines(loadableTypes(recordTypes)))).data.rejected, 0)
  const finding = ndjson([{ ...sampleOf('billingCheck'), record: standing }])
  assert.equal((await load(database, recordTypes, finding, { takesComputed: true })).rejected, 0)
})

const markNow = async () => (await findingWith(database, id))?.record.mark

const audited = async () => {
  const { data } = await operator('GET', `/audit?kind=mark&subject=${id}`)
  return data.map(
    (row: { via: string; operation: string; before: { state: string }; after: { state: string } }) =>
      [row.via, row.operation, row.before.state, row.after.state].join(' '),
  )
}

test('an operator marks a finding, in the words of a key, and is written down with what it was', async () => {
  const path = `/billing-checks/${id}/mark`
  const { status, data } = await operator('POST', path, { state: 'disputed', note: 'Asked the agency' })
  assert.equal(status, 200)
  assert.deepEqual(data, { id, mark: await markNow() })
  assert.equal(data.mark?.by, 'tests')
  assert.equal((await operator('POST', path, { state: 'disputed', note: 'Asked the agency' })).status, 200)
  assert.deepEqual((await operator('POST', path, { state: 'open' })).data, { id })
  assert.deepEqual(await audited(), [
    'token POST /billing-checks/{id}/mark disputed open',
    'token POST /billing-checks/{id}/mark open disputed',
  ])
  const refused = await operator('POST', path, { state: 'accepted', until: '2020-01-01' })
  assert.equal(refused.error.code, 'VALIDATION_ERROR')
  assert.match(refused.error.message, /^until is past/)
  assert.equal((await operator('POST', '/billing-checks/nothing/mark', { state: 'open' })).status, 404)
})

test('the command marks and shows, and says what would be right', async () => {
  const run = (...args: string[]) => command(['billing-checks', ...args], environment)
  const marked = await run('mark', id, 'accepted', '--note', 'Agreed by telephone', '--by', 'Ann')
  assert.equal(marked.code, 0)
  assert.match(
    marked.stdout,
    /£128\.80 too much.*\nFor the client, since 25 November 2025\.\nMarked as accepted by Ann: Agreed by telephone/,
  )
  assert.equal((await markNow())?.by, 'Ann')
  assert.equal((await run('show', id)).stdout, marked.stdout)
  assert.equal(JSON.parse((await run('show', id, '--json')).stdout).mark.state, 'accepted')
  assert.match((await run('mark', id, 'open')).stdout, /Open: not marked\.$/m)
  assert.match((await audited())[0]!, /^command line muster billing-checks mark accepted open$/)
  for (const [args, code, said] of [
    [['mark', id, 'done'], 2, /state must be one of accepted, disputed, open/],
    [['mark', id, 'accepted', '--until', 'tomorrow'], 2, /until must be a day/],
    [['mark', 'nothing', 'accepted'], 5, /not found/],
    [['show', 'nothing'], 5, /There is no finding nothing/],
  ] as const) {
    const refused = await run(...args)
    assert.equal(refused.code, code, args.join(' '))
    assert.match(refused.stderr, said)
  }
})

test('the holder of a key marks in the portal as with the key itself', async () => {
  const { secret } = await server.key('company', [company], { name: 'Accounts' })
  const portal = (path: string, body: object, cookie = '') =>
    fetch(new URL(`/portal${path}`, server.running.operatorUrl), {
      method: 'POST',
      headers: {
        'X-Muster-Portal': '1',
        'Content-Type': 'application/json',
        ...(cookie && { Cookie: cookie }),
      },
      body: JSON.stringify(body),
    })
  const signedIn = await portal('/session', { key: secret })
  const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!
  const marked = await portal(`/api/billing-checks/${id}/mark`, { state: 'accepted' }, cookie)
  assert.equal(marked.status, 200, await marked.clone().text())
  assert.equal((await markNow())?.by, 'Accounts')
  assert.match((await audited())[0]!, /^key POST \/billing-checks\/\{id\}\/mark open accepted$/)
})

test('an assistant has the tool with the scope alone, and marks by it', async () => {
  const { secret } = await server.key('company', [company], { name: 'Assistant' })
  const one = await assistant(server.running.operatorUrl, secret)
  const tool = (await one.tools()).find(({ name }) => name === 'open_api_mark_billing_check')
  assert.deepEqual([tool.annotations.readOnlyHint, tool.annotations.idempotentHint], [false, true])
  const { structuredContent } = await one.call('open_api_mark_billing_check', {
    id,
    state: 'disputed',
    amount: 128.8,
  })
  assert.equal(structuredContent.data.mark.by, 'Assistant')
  const changed = await one.call('open_api_mark_billing_check', { id, state: 'open', amount: 1 })
  assert.match(changed.content[0].text, /^BILLING_CHECK_CHANGED: At stake is £128\.80 by now/)
  const scopes = scopesFor('company').filter(scope => scope !== 'write:billing-checks')
  const reader = await assistant(
    server.running.operatorUrl,
    (await server.key('company', [company], { scopes })).secret,
  )
  assert.ok(!(await reader.tools()).some(({ name }) => name === 'open_api_mark_billing_check'))
  await Promise.all([one.close(), reader.close()])
})

test('the operation of marks was answered here as its document says', () => expectAnswered('billing'))
