// Documents that an agency alone may see, such as a CV: one that does not say whose it is would be shown to everybody who
// sees the worker.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rivals, worker } from '../support/lines.ts'
import { masterLists } from '../support/newcomer.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load([...rivals(), ...masterLists()])

const cv = { id: 'cv1', type: 'attachment', documentType: 'CV', createdAt: '2025-01-01' }
const agencies = ['a1', 'a2'].map(id => ({ id, active: true }))
const line = (facts: object, more: object = {}) => ({
  ...worker('own', { agencies, companyIds: [{ company: 'c1', id: 'x' }], attachments: [cv] }),
  facts,
  ...more,
})
const owners = { documentOwners: [{ document: 'cv1', agency: 'a2' }] }

async function refusal(given: object): Promise<string> {
  const reasons: string[] = []
  const report = await server.load([given], {
    onRejection: ({ path, reason, hint }) => void reasons.push(`${path} ${reason}; ${hint}`),
  })
  assert.equal(report.rejected, reasons.length)
  return reasons.join('\n')
}

test('a CV that does not say whose it is is refused, new and in place of one that does', async () => {
  const told =
    /^record\.attachments\.0 is a CV, which only the agency that it is of may see.*facts\.documentOwners/
  assert.match(await refusal(line({})), told)
  assert.equal(await refusal(line(owners)), '')
  assert.match(await refusal(line({}, { replace: true })), told)
  assert.equal(await refusal(line({})), '', 'what a line does not name stays')
  const [company, first, second] = await Promise.all([
    server.key('company', ['c1']),
    server.key('agency', ['a1']),
    server.key('agency', ['a2']),
  ])
  for (const [key, seen] of [
    [company, 0],
    [first, 0],
    [second, 1],
  ] as const)
    assert.equal((await server.get('/workers/own', key)).body.data.attachments.length, seen)
})

test('a kind of document that comes to be an agency’s own with the same load counts at once', async () => {
  const fresh = await testServer()
  await fresh.load(rivals())
  const { rejected } = await fresh.load([...masterLists(), line({})])
  assert.equal(rejected, 1)
})
