// Records that are shown whole are handed on as the bytes that are stored: a page of them parses none.
import assert from 'node:assert/strict'
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { apiPrefix } from '../../src/http/surface.ts'
import { answer, assignment, rivals, timesheet } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
const shared = [answer('a1', 'nights'), answer('a2', 'days', { fieldId: 'f2' })]
await server.load(rivals())
await server.load([
  assignment('own', of, { submissionAnswers: [answer('a1', 'nights')] }),
  assignment('shared', { ...of, company: 'c2', project: 'p2' }, { submissionAnswers: shared }),
  ...Array.from({ length: 220 }, (_, i) =>
    timesheet(`own${i}`, of, { assignment: 'own', ...(i % 2 === 0 && { timelogs: [] }) }),
  ),
  ...Array.from({ length: 7 }, (_, i) =>
    timesheet(`shared${i}`, { ...of, company: 'c2', project: 'p2' }, { assignment: 'shared' }),
  ),
])

/** The answer to a request, and how often JSON was parsed while the server, in this process, worked on it. */
async function parsedFor(path: string, secret: string): Promise<{ parsed: number; records: number }> {
  const headers = { Authorization: `Bearer ${secret}` }
  const whole = JSON.parse
  let parsed = 0
  JSON.parse = (text, reviver) => {
    parsed++
    return whole(text, reviver)
  }
  try {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    get(`${server.origin}${apiPrefix}${path}`, { headers }, response =>
      buffer(response).then(resolve, reject),
    )
    const body = await promise
    return { parsed, records: whole(body.toString()).data.length }
  } finally {
    JSON.parse = whole
  }
}

for (const kind of ['company', 'agency'] as const) {
  test(`a page of 200 for ${kind === 'company' ? 'a company' : 'an agency'} key parses no record`, async () => {
    const key = await server.key(kind, [kind === 'company' ? 'c1' : 'a1'])
    const query = '/timesheets?company=c1&limit=200'
    await parsedFor(query, key)
    assert.deepEqual(await parsedFor(query, key), { parsed: 0, records: 200 })
    assert.deepEqual(await parsedFor(`${query}&includeTimelogs=true`, key), { parsed: 0, records: 200 })
    const ids = Array.from({ length: 200 }, (_, i) => `own${i}`)
    assert.deepEqual(await parsedFor(`/timesheets?id=${ids}`, key), { parsed: 0, records: 200 })
    const changes = '/changes?type=timesheet&include=records&limit=200'
    assert.deepEqual(await parsedFor(changes, key), { parsed: 0, records: 200 })
  })
}

test('only records with something to hide are parsed, each once', async () => {
  const key = await server.key('agency', ['a1'])
  await parsedFor('/timesheets', key)
  assert.deepEqual(await parsedFor('/timesheets?company=c2', key), { parsed: 7, records: 7 })
  const { body } = await server.get('/timesheets?company=c2', key)
  for (const { submissionAnswers } of body.data) assert.equal(submissionAnswers.length, 1)
})
