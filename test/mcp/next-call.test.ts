// A wrong first guess leads to the right second call by what is said alone: names and references where ids are asked
// for, names of tools and parameters that there are none of, results that are cut.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { sampleLines, sampleOf } from '../../src/api/samples.ts'
import { nearestOrAll, orNearest } from '../../src/errors/nearest.ts'
import { theseDays } from '../../src/formats/day.ts'
import { instructions } from '../../src/mcp/instructions.ts'
import { assistant } from '../support/assistants.ts'
import { timesheet } from '../support/lines.ts'
import { type Json, testServer } from '../support/server.ts'

const server = await testServer()
await server.load(sampleLines(recordTypes))
const id = (type: string) => sampleOf(type).record.id
const of = { company: id('company'), project: id('project'), agency: id('agency'), worker: id('worker') }
await server.load(Array.from({ length: 200 }, (_, index) => timesheet(`t${index}`, of)))
const company = await assistant(server.origin, await server.key('company', [of.company]))
const agency = await assistant(server.origin, await server.key('agency', [of.agency]))
after(() => Promise.all([company.close(), agency.close()]))

/** The call that a text names: a tool, and what to look for. */
function callIn(text: string): [string, { query: string }] {
  const [, tool, words] = /(open_api_\w+) with query=("(?:[^"\\]|\\.)*")/.exec(text) ?? []
  assert.ok(tool, `no call is named: ${text}`)
  return [tool!, { query: JSON.parse(words!) }]
}

test('a name in the place of an id is refused with the call that finds the id, which does', async () => {
  const wrong = await company.call('open_api_list_timesheets', { project: 'Saltmarsh Grid' })
  assert.match(wrong.content[0].text, /^BAD_REQUEST: project=Saltmarsh Grid: /)
  assert.match(
    wrong.content[0].text,
    /project takes an id: open_api_list_projects with query="Saltmarsh Grid"/,
  )
  const [tool, args] = callIn(wrong.content[0].text)
  const found = (await company.call(tool, args)).structuredContent.data
  assert.deepEqual(
    found.map((one: Json) => one.id),
    [of.project],
  )
  const right = await company.call('open_api_list_timesheets', { project: found[0].id, limit: 1 })
  assert.ok(right.structuredContent.meta.total > 0)
})

test('a name that could be an id finds nothing, and the note says which call finds the id', async () => {
  const given = { worker: sampleOf('worker').record.reference as string }
  const { structuredContent: none } = await company.call('open_api_list_timesheets', given)
  assert.equal(none.meta.total, 0)
  assert.match(none.note, /^Nothing matches\. worker takes an id: open_api_list_workers with query="WK-/)
  const found = await company.call(...callIn(none.note))
  assert.equal(found.structuredContent.data[0].id, of.worker)
  const { structuredContent: other } = await company.call('open_api_list_timesheets', {
    worker: 'f'.repeat(24),
  })
  assert.deepEqual([other.meta.total, other.note], [0, undefined])
})

const byReference = [
  'timesheet',
  'assignment',
  'requisition',
  'invoice',
  'afp',
  'creditNote',
  'purchaseOrder',
  'worker',
]

for (const type of byReference)
  test(`a record of type ${type} that is asked for by its reference is found by the call that the error names`, async () => {
    const reference = sampleOf(type).record.reference as string
    const tool = `open_api_get_${type.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}`
    const missing = await company.call(tool, { id: reference })
    assert.match(missing.content[0].text, /^NOT_FOUND: /)
    const found = await company.call(...callIn(missing.content[0].text))
    assert.equal(found.structuredContent.data[0].id, id(type))
  })

test('where no tool finds it, it is said where its id is to be had', async () => {
  const ask = async (one: typeof company, given: object) =>
    (await one.call('open_api_list_timesheets', { ...given })).content[0].text as string
  assert.match(
    await ask(company, { company: 'Brackenholt Ltd' }),
    /company takes an id: open_api_get_me has the ids/,
  )
  assert.match(
    await ask(agency, { agency: 'Heronsgill Labour' }),
    /agency takes an id: open_api_get_me has the ids/,
  )
  assert.match(
    await ask(company, { agency: 'Heronsgill Labour' }),
    /open_api_list_timesheets with query="Heronsgill Labour" and fields=agency finds the id/,
  )
  assert.match(await ask(company, { company: 'Brackenholt' }), /company takes an id: open_api_get_me has/)
  // Sites are not the agencies' to list.
  assert.doesNotMatch(await ask(agency, { site: 'Plot C, east' }), /open_api_list_sites/)
  const closed = await agency.call('open_api_list_sites')
  assert.match(closed.content[0].text, /For this key, open_api_list_\w+ with fields=site has ids/)
  const missing = await company.call('open_api_list_project_connected_agencies', { project: 'Saltmarsh' })
  assert.match(
    missing.content[0].text,
    /id is missing; .*\n.* open_api_list_projects with query="Saltmarsh" finds/,
  )
})

test('a note on a result that was cut advises what was not asked for already', async () => {
  const ask = async (given: object) =>
    (await company.call('open_api_list_timesheets', { limit: 200, ...given })).structuredContent
      .note as string
  assert.match(await ask({ detail: 'full' }), /limit=\d+, or ask for less with fields or detail=concise\.$/)
  assert.match(await ask({}), /limit=\d+, or ask for less with fields\.$/)
  assert.match(
    await ask({ fields: 'id,reference,worker,company,project,agency,start,end' }),
    /and limit=\d+\.$/,
  )
})

test('concise records keep what they come to in money', async () => {
  const only = async (tool: string, type: string) =>
    (await company.call(tool, { id: id(type) })).structuredContent.data as Json
  const { values, timelogs, rates } = await only('open_api_get_timesheet', 'timesheet')
  const whole = sampleOf('timesheet').record.values as Json
  assert.deepEqual(values, {
    pay: { total: whole.pay.total },
    charge: { total: whole.charge.total },
    ...(whole.expense !== undefined && { expense: whole.expense }),
  })
  assert.deepEqual([timelogs, rates], [undefined, undefined])
  assert.equal(typeof (await only('open_api_get_rate', 'rate')).rates.cis.charge, 'number')
  assert.equal(typeof (await only('open_api_get_invoice', 'invoice')).values.netValue, 'number')
  assert.equal(typeof (await only('open_api_get_assignment', 'assignment')).rates.charge, 'number')
  assert.equal((await only('open_api_get_assignment', 'assignment')).lodge, undefined)
})

test('a name is guessed where it is close, and otherwise it is said what there is', async () => {
  assert.equal(orNearest('projct', ['company', 'project']), '; the nearest one is "project"')
  for (const far of ['no_such_tool', 'open_api_get_xyz', 'open_api_list', 'open_api_list_pay'])
    assert.equal(orNearest(far, ['open_api_get_me', 'open_api_list_afps', 'open_api_list_users']), '', far)
  for (const far of ['order', 'reason', 'pageSize', 'week'])
    assert.match(nearestOrAll(far, ['page', 'worker', 'site', 'status']), /^there are page, worker, /, far)
  assert.equal(nearestOrAll('agencies', ['company', 'agency']), 'the nearest one is "agency"')
  assert.equal(nearestOrAll('kyes', ['up', 'keys']), 'the nearest one is "keys"')
  assert.equal(nearestOrAll('project_id', ['page', 'project']), 'the nearest one is "project"')
  assert.equal(orNearest('', []), '')
  await assert.rejects(
    company.call('no_such_tool'),
    /Unknown tool "no_such_tool" here; open_api_describe_metadata/,
  )
  await assert.rejects(
    company.call('open_api_search_workers'),
    /here; about the same are open_api_list_workers, open_api_get_worker$/,
  )
  await assert.rejects(company.call('open_api_get_site'), /the nearest one is "open_api_list_sites"$/)
  const late = await company.call('open_api_list_invoices', { overdue: true })
  assert.match(late.content[0].text, /parameter "overdue"; write dateField=due with from and to/)
  const unpaid = await company.call('open_api_list_invoices', { status: 'unpaid' })
  assert.match(
    unpaid.content[0].text,
    /must be one of pending \(neither confirmed nor paid yet\), confirmed \(/,
  )
  assert.match(
    theseDays(new Date('2026-11-15T23:00:00Z')),
    /^today is 2026-11-15, this week began on 2026-11-09, last week was 2026-11-02 to 2026-11-08$/,
  )
  const date = await company.call('open_api_list_timesheets', { weekEnding: '2026-11-15' })
  assert.match(date.content[0].text, /parameter "weekEnding"; write dateField=weekEnding with from and to/)
  const unknown = await company.call('open_api_list_sites', { colour: 'red' })
  assert.match(
    unknown.content[0].text,
    /^BAD_REQUEST: Unknown parameter "colour"; there are company, page, limit, /,
  )
  const field = await company.call('open_api_list_sites', { fields: 'colour' })
  assert.match(field.content[0].text, /there is no field "colour"; there are id, name, /)
  const topic = await company.call('open_api_describe_metadata', { topic: 'weather' })
  assert.match(topic.content[0].text, /no topic "weather"; the topic "index" lists them all/)
})

test('every parameter of every tool is described, there or, where many take it alike, in the instructions', async () => {
  const tools = JSON.parse(await readFile(new URL('../../contract/tools.json', import.meta.url), 'utf8'))
  const toldOnce = ['page', 'limit', 'from', 'to', 'dateField', 'detail']
  const bare: string[] = []
  let all = 0
  function look(properties: Json, path: string): void {
    for (const [name, schema] of Object.entries(properties ?? {}) as [string, Json][]) {
      all++
      if (!schema.description && !toldOnce.includes(name)) bare.push(`${path}.${name}`)
      look(schema.properties ?? schema.items?.properties, `${path}.${name}`)
    }
  }
  for (const kind of ['company', 'agency'])
    for (const { name, description, inputSchema } of tools[kind])
      if (!description.includes('It takes what the list takes')) look(inputSchema.properties, name)
  assert.ok(all > 500)
  assert.deepEqual(bare, [])
  assert.match(instructions, /page starts at 1/)
  for (const name of toldOnce) assert.match(instructions, new RegExp(`\\b${name}\\b`))
})
