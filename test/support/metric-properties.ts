// The promise that recruitment metrics are what a slow reading of the loaded lines gives: random questions about
// random programmes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { worker } from './lines.ts'
import {
  companyAt,
  linesOf,
  type Programme,
  programme,
  slowFill,
  slowHours,
  slowResponses,
  slowRows,
  slowStages,
} from './metric-programmes.ts'
import { type Json, type TestServer, testServer } from './server.ts'

const day = fc
  .integer({ min: Date.UTC(2024, 10, 20), max: Date.UTC(2025, 1, 10) })
  .map(time => new Date(time).toISOString().slice(0, 10))
const perhaps = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 })
const several = (...words: string[]) =>
  fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })

const question = fc.record({
  metric: fc.constantFrom('rows', 'timeToFill', 'workersOverHours', 'stages', 'supplierResponses'),
  groupBy: fc.oneof(fc.constant(['all']), several('company', 'project', 'agency', 'month', 'week')),
  threshold: fc.constantFrom(0, 9.6, 24, 48, 60.5),
  company: perhaps(fc.integer({ min: 0, max: 1 })),
  /** Asked with a key of the first company alone, instead of by the parameter. */
  byItsKey: fc.boolean(),
  places: perhaps(fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { minLength: 1 })),
  agency: perhaps(fc.integer({ min: 0, max: 1 })),
  days: perhaps(fc.tuple(day, day).map(days => days.sort() as [string, string])),
})
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never

const batch = 25

/** Programmes pile up in one database: what the others hold must not matter either. */
export async function promiseMetrics(programmes: number, questions: number): Promise<void> {
  const server = await testServer()
  await server.load([0, 1, 2, 3].map(index => worker(`mw${index}`)))
  const many = programmes * questions
  test(`${many} answers about ${programmes} random programmes are those of a slow reading`, async () => {
    const made = fc.sample(programme, { numRuns: programmes, seed: 411 })
    const asked = fc.sample(question, { numRuns: many, seed: 412 })
    for (let from = 0; from < programmes; from += batch) {
      const some = made.slice(from, from + batch)
      const report = await server.load(some.flatMap((one, at) => linesOf(one, `m${from + at}`)))
      assert.equal(report.rejected, 0)
      for (const [at, one] of some.entries()) {
        const number = from + at
        const ask = await askingOf(server, `m${number}`)
        const own = asked.slice(number * questions, (number + 1) * questions)
        await Promise.all(own.map(each => check(one, each, ask, `m${number}`)))
      }
    }
  })
}

type Ask = (question: Question) => Promise<Json>

async function askingOf(server: TestServer, key: string): Promise<Ask> {
  const secret = await server.key('company', [`${key}c0`, `${key}c1`])
  const onlyOne = await server.key('company', [`${key}c0`])
  return async ({ metric, groupBy, threshold, company, byItsKey, places, agency, days }) => {
    const query = new URLSearchParams({ limit: '200', metric, groupBy: groupBy.join() })
    query.set('hoursThreshold', String(threshold))
    const isAlone = company === 0 && byItsKey
    if (company !== undefined && !isAlone) query.set('company', `${key}c${company}`)
    if (places) query.set('project', places.map(place => `${key}p${place}`).join())
    if (agency !== undefined) query.set('agency', `${key}a${agency}`)
    if (days) for (const [index, name] of ['from', 'to'].entries()) query.set(name, days[index]!)
    return (await server.get(`/requisitions/recruitment-metrics?${query}`, isAlone ? onlyOne : secret)).body
  }
}

const byKey = (a: Json, b: Json) => (keyOf(a) < keyOf(b) ? -1 : 1)
const keyOf = (row: Json) => [row.reqRef, row.supplier, row.worker].join()

async function check(one: Programme, asked: Question, ask: Ask, key: string): Promise<void> {
  const { data, meta } = await ask(asked)
  const left = narrowed(one, asked)
  const said = `${JSON.stringify(asked)} of ${JSON.stringify(one)}`
  if (asked.metric === 'timeToFill') return assert.deepEqual(data, slowFill(left, asked.groupBy), said)
  if (asked.metric === 'workersOverHours')
    return assert.deepEqual(data, slowHours(left, asked.groupBy, asked.threshold), said)
  if (asked.metric === 'supplierResponses') return assert.deepEqual(data, slowResponses(left, key), said)
  if (asked.metric === 'stages') {
    const { rows, summary } = slowStages(left, asked.company === undefined ? [0, 1] : [asked.company])
    return assert.deepEqual([data, meta.stageSummary], [rows, summary], said)
  }
  const expected = slowRows(left)
  assert.deepEqual(data.toSorted(byKey), expected.toSorted(byKey), said)
  const withdrawn = expected.filter(row => row.hasWithdrawn).length
  assert.deepEqual([meta.total, meta.withdrawalSummary.withdrawn], [expected.length, withdrawn], said)
}

/** What is left of a programme that a question is about. */
function narrowed(one: Programme, { metric, company, places, agency, days }: Question): Programme {
  const here = ({ place }: { place: number }) =>
    (company === undefined || companyAt(place) === company) && (!places || places.includes(place))
  const within = (moment: string | null) =>
    !days || (moment !== null && moment.slice(0, 10) >= days[0] && moment.slice(0, 10) <= days[1])
  const from = (supplier: { agency: number }) => agency === undefined || supplier.agency === agency
  return {
    configurations: one.configurations,
    sheets: one.sheets.filter(sheet => here(sheet) && from(sheet) && within(sheet.weekEnding)),
    requisitions: one.requisitions.map(requisition => ({
      ...requisition,
      responses: requisition.responses.filter(
        response =>
          here(requisition) &&
          from(response) &&
          within(metric === 'timeToFill' ? response.dateAccepted : requisition.createdAt),
      ),
    })),
  }
}
