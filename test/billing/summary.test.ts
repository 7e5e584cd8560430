// "What is wrong with last week's bills?": one call of an assistant, of however many findings, within what its key may read.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { encode } from 'gpt-tokenizer'
import {
  billingCheckScopes,
  billingCodeNames,
  billingCodes,
  scopesOfCodes,
} from '../../src/api/billing-checks/codes.ts'
import { lastFullWeeks } from '../../src/formats/period.ts'
import { assistant } from '../support/assistants.ts'
import { agency, company, connection } from '../support/lines.ts'
import { type Json, testServer } from '../support/server.ts'

const server = await testServer()
const { to: sunday } = lastFullWeeks(1, new Date().toISOString().slice(0, 10))
const agencies = Array.from({ length: 9 }, (_, at) => `a9512042dc3f7d540000000${at}`)
const client = 'aa62e8bcdc3f7d5400000000'

/** The longest that there are, with references as long as they are. */
const sentences = (
  Object.values(JSON.parse(readFileSync(join(import.meta.dirname, 'findings.json'), 'utf8'))) as Json[][]
)
  .flat()
  .map(({ sentence }) => sentence.replaceAll(/BRK-([TI])/g, 'TRN-$1S0014'))
  .toSorted((a, b) => b.length - a.length)

const codes = billingCodeNames.filter(code => billingCodes[code].sides.some(side => side !== 'agency'))
const of = (id: string, side: 'client' | 'agency', at: number, code: string) => ({
  type: 'billingCheck',
  record: {
    ...{ id, code, severity: 'certain', side, sentence: sentences[at % 5], unit: 'pounds' },
    ...{ amount: 1234.56 + at, atStake: 1234.56 + at, expected: 0, found: 1234.56 + at },
    company: { id: client },
    agency: { id: agencies[at % agencies.length] },
    ...{ timesheets: [], assignments: [], invoices: [], afps: [], creditNotes: [], expenses: [] },
    ...{ purchaseOrders: [], compared: [] },
    weekEnding: `${sunday}T00:00:00.000Z`,
    since: '2026-01-01T00:00:00.000Z',
  },
  facts: {
    companies: side === 'client' ? [client] : [],
    ...(side === 'agency' && { agency: agencies[at % agencies.length] }),
    ...{ state: 'current', unit: 'none', fingerprint: 'none', told: true },
    countsFrom: '1970-01-01T00:00:00.000Z',
    markedUntil: '1970-01-01T00:00:00.000Z',
  },
})

const findings = Array.from({ length: 60 }, (_, at) =>
  of(`b1c00000000000000000${1000 + at}`, 'client', at, codes[at % codes.length]!),
)
const rejected: unknown[] = []
await server.load(
  [
    company(client, { name: 'Tarnside Construction' }),
    ...agencies.map((id, at) => agency(id, { name: `Heronsgill Labour and Staffing ${at}` })),
    ...agencies.map(id => connection(client, id)),
    ...findings,
    ...Array.from({ length: 3 }, (_, at) => of(`b1c00000000000000000${2000 + at}`, 'agency', 0, codes[at]!)),
  ],
  { onRejection: one => void rejected.push(one) },
)
assert.deepEqual(rejected, [])
const key = await server.key('company', [client])
const week = { from: sunday, to: sunday }
const query = new URLSearchParams(week)

test('an assistant asks what is wrong with last week’s bills in one call of under 1,000 tokens', async t => {
  const one = await assistant(server.origin, key)
  const call = { name: 'open_api_get_billing_summary', arguments: week }
  const { content, structuredContent } = await one.call(call.name, call.arguments)
  await one.close()
  const tokens = encode(JSON.stringify(call)).length + encode(content[0].text).length
  t.diagnostic(`${tokens} tokens`)
  assert.ok(tokens < 1_000, `${tokens} tokens`)
  assert.equal(structuredContent.data.count, findings.length)
  assert.equal(structuredContent.data.largest.length, 5)
})

test('its figures are those of the totals, and its findings the first of the list', async () => {
  const { body } = await server.get(`/billing-checks/summary?${query}`, key)
  const totals = async (group: string) =>
    (await server.get(`/billing-checks/totals?${query}&groupBy=${group}&sum=atStake&sortBy=atStake`, key))
      .body
  const byCode = await totals('code')
  assert.equal(body.data.atStake, byCode.meta.all.sums.atStake)
  assert.deepEqual(
    body.data.codes,
    byCode.data.map((row: Json) => ({ code: row.code, count: row.count, atStake: row.sums.atStake })),
  )
  const byAgency = await totals('agency')
  assert.deepEqual(
    body.data.agencies,
    byAgency.data
      .slice(0, 5)
      .map((row: Json) => ({ agency: row.agency, count: row.count, atStake: row.sums.atStake })),
  )
  const listed = (await server.get(`/billing-checks?${query}&limit=5`, key)).body.data
  assert.deepEqual(
    body.data.largest.map((one: Json) => [one.id, one.sentence, one.agency]),
    listed.map((one: Json) => [one.id, one.sentence, one.agency.name]),
  )
})

test('each side, and each scope, has a summary of its own', async () => {
  const other = await server.key('agency', [agencies[0]!])
  const theirs = (await server.get(`/billing-checks/summary?${query}`, other)).body.data
  assert.equal(theirs.count, 3)
  assert.deepEqual(
    theirs.agencies.map((one: Json) => one.agency.id),
    [agencies[0]],
  )
  const least = await server.key('company', [client], { scopes: [...billingCheckScopes] })
  const { data } = (await server.get(`/billing-checks/summary?${query}`, least)).body
  const open = codes.filter(code => scopesOfCodes[code]!.length === 0)
  assert.deepEqual(data.codes.map((one: Json) => one.code).toSorted(), open.toSorted())
  assert.deepEqual(
    data.notChecked,
    codes.filter(code => !open.includes(code)),
  )
  assert.equal(data.count, findings.filter(({ record }) => open.some(code => code === record.code)).length)
})
