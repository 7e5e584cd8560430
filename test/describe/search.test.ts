// What the search of the reference finds first, in the words of people who do not know ours.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { events } from '../../src/api/events.ts'
import { operations } from '../../src/api/index.ts'
import { synonyms } from '../../src/api/synonyms.ts'
import { prepared, ranked } from '../../src/describe/reference/ranking.js'
import { searchIndex } from '../../src/describe/reference/search-index.ts'
import { sheetsOf } from '../../src/describe/reference/site.ts'

const index = prepared(searchIndex(sheetsOf(operations, events)))
const found = (query: string) => ranked(index, query, 12)
const placeOf = ({ path, anchor }: { path: string; anchor: string }) => (anchor ? `${path}#${anchor}` : path)

/** Where each query should lead first: to a page, or with an anchor to a place on it. */
const first: Record<string, string> = {
  pagination: '/docs/lists#pagination',
  paging: '/docs/lists#pagination',
  'next page': '/docs/lists#pagination',
  'how do I get the next page of results': '/docs/lists#pagination',
  'rate limit': '/docs/keys-and-limits#rate-limits',
  '429': '/docs/keys-and-limits#rate-limits',
  throttling: '/docs/keys-and-limits#rate-limits',
  'too many requests': '/docs/keys-and-limits#rate-limits',
  RATE_LIMIT_EXCEEDED: '/docs/errors#RATE_LIMIT_EXCEEDED',
  webhooks: '/docs/webhooks',
  callbacks: '/docs/webhooks',
  'verify webhook signature': '/docs/webhooks#verify-the-signature',
  hmac: '/docs/webhooks#verify-the-signature',
  "how do I get last week's timesheets": '/docs/lists#last-weeks-timesheets-or-any-range-of-dates',
  'timesheets of last week': '/docs/lists#last-weeks-timesheets-or-any-range-of-dates',
  'date range': '/docs/lists#last-weeks-timesheets-or-any-range-of-dates',
  authentication: '/docs/keys-and-limits',
  'bearer token': '/docs/keys-and-limits',
  '403 forbidden': '/docs/keys-and-limits#scopes',
  scopes: '/docs/keys-and-limits#scopes',
  etag: '/docs/keys-and-limits#caching-with-an-etag',
  caching: '/docs/keys-and-limits#caching-with-an-etag',
  'filter by status': '/docs/lists#filters',
  'sort newest first': '/docs/lists#sort-order',
  'choose fields': '/docs/lists#choose-fields',
  'download everything as csv': '/docs/exports',
  'bulk export': '/docs/exports',
  xlsx: '/docs/exports#workbooks',
  'power bi': '/docs/excel-and-power-bi',
  excel: '/docs/excel-and-power-bi',
  'delta sync': '/docs/incremental-sync',
  'changed since': '/docs/incremental-sync',
  chatgpt: '/docs/assistants',
  mcp: '/docs/assistants',
  python: '/docs/python',
  pandas: '/docs/python',
  'javascript client': '/docs/sdk',
  'getting started': '/docs',
  'import csv': '/docs/first-load',
  'how many hours by project': '/docs/totals',
  'group by': '/docs/totals#groups-groupby',
  'add a worker': '/docs/creating-workers',
  'POST /workers': '/docs/workers#post-workers',
  idempotency: '/docs/creating-workers#retries-and-the-idempotency-key',
  'bank holiday pay': '/docs/timesheets',
  timesheets: '/docs/timesheets#get-timesheets',
  'GET /timesheets': '/docs/timesheets#get-timesheets',
  'clock in times': '/docs/timesheets',
  invoices: '/docs/invoices#get-invoices',
  afp: '/docs/applications-for-payment#get-afps',
  bookings: '/docs/assignments#get-assignments',
  vacancies: '/docs/requisitions#get-requisitions',
  'purchase orders': '/docs/purchase-orders#get-purchase-orders',
  'po number': '/docs/purchase-orders',
  'pay rates': '/docs/rates#get-rates',
  'right to work': '/docs/workers',
  'expiring documents': '/docs/lists#documents-that-expire-soon',
  'cscs card': '/docs/workers',
  'time to hire': '/docs/metrics#time-to-fill',
  'working time directive': '/docs/metrics#workers-over-hours',
  'suppliers on a project': '/docs/projects#get-projects-id-connected-agencies',
  'competency matrix': '/docs/companies#get-companies-id-competency-matrix',
  users: '/docs/companies',
  'timesheets values.pay.total': '/docs/timesheets',
  'values.charge.total': '/docs/timesheets',
  assignment_ended: '/docs/events#assignment-ended',
  'event types': '/docs/events',
  countries: '/docs/reference-lists#get-countries',
  'who am i': '/docs/key',
  'error codes': '/docs/errors',
  'release notes': '/docs/changelog',
  swagger: '/docs#go-on',
  postman: '/docs#go-on',
  'rotate a key': '/docs/keys-and-limits#ip-allowlist-expiry-rotation',
  'ip allowlist': '/docs/keys-and-limits#ip-allowlist-expiry-rotation',
  IP_NOT_ALLOWED: '/docs/errors#IP_NOT_ALLOWED',
  expenses: '/docs/expenses#get-expenses',
  mileage: '/docs/expenses',
  sites: '/docs/sites#get-sites',
  employees: '/docs/workers#get-workers',
  'credit notes': '/docs/credit-notes#get-credit-notes',
  netHours: '/docs/timesheets',
  'missed webhooks': '/docs/feeds#get-events',
  'duplicate request': '/docs/creating-workers#retries-and-the-idempotency-key',
  'dry run': '/docs/workers#post-workers.query.dryRun',
  INVALID_API_KEY: '/docs/errors#INVALID_API_KEY',
  '401': '/docs/errors',
  vat: '/docs/invoices',
  overtime: '/docs/timesheets',
  'day rate': '/docs/rates',
  'national insurance number': '/docs/workers',
  nationality: '/docs/workers',
  'worker phone number': '/docs/workers',
  margin: '/docs/rates',
  'nightly load': '/docs/first-load',
  weekEnding: '/docs/timesheets',
  timeout: '/docs/errors#REQUEST_TIMEOUT',
  '404': '/docs/errors#NOT_FOUND',
  unauthorized: '/docs/errors#INVALID_API_KEY',
}

for (const [query, place] of Object.entries(first))
  test(`"${query}" leads to ${place}`, () => {
    const [best] = found(query)
    assert.ok(best, 'nothing is found')
    assert.equal(place.includes('#') ? placeOf(best) : best.path, place)
  })

test('what is not finished yet finds what it begins', () => {
  for (const query of ['pagin', 'timesh', 'webho', 'RATE_LIM', 'values.pay.bankHol'])
    assert.ok(found(query).length > 0, query)
  assert.equal(found('webho')[0]!.path, '/docs/webhooks')
})

test('a question without a word of ours finds nothing, and not everything', () => {
  assert.deepEqual(found('zzzyx'), [])
  assert.deepEqual(found('   '), [])
})

test('whoever names several things is shown first what has all of them', () => {
  for (const { name, title, said } of found('timesheet approval').slice(0, 3))
    assert.match(`${name} ${title} ${said}`, /timesheet.*approv|approv.*timesheet/is)
})

test('a question has the operation it is about among what it finds', () => {
  assert.ok(found('how do I get last week’s timesheets').some(({ name }) => name === 'GET /timesheets'))
})

test('every line of synonyms leads somewhere, and no phrase is in two', () => {
  for (const [named] of synonyms) assert.ok(found(named!).length > 0, named)
  const phrases = synonyms.flat().map(phrase => phrase.toLowerCase())
  assert.deepEqual(
    phrases.filter((phrase, at) => phrases.indexOf(phrase) !== at),
    [],
  )
})
