// People who are open to any number of companies, by their work, by being put forward and by an id there: whoever holds
// one company or several, and any agency, gets each that they may fetch once, in every order, and no other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { refreshGrants } from '../../src/store/records/grants.ts'
import { readExport, readLines } from '../support/exports.ts'
import {
  agency,
  assignment,
  company,
  connection,
  type Line,
  named,
  project,
  requisition,
  response,
  submission,
  touched,
  worker,
} from '../support/lines.ts'
import {
  allPages,
  expectInEveryOrder,
  fetchedOneByOne,
  idsOf,
  repeatable,
  type SortValues,
} from '../support/lists.ts'
import { type Json, testServer } from '../support/server.ts'

const server = await testServer()

const random = repeatable(11)
const one = <T>(of: readonly T[]): T => of[random(of.length)]!
const some = <T>(of: readonly T[], count: number): T[] =>
  of
    .map(value => ({ value, place: random(1000) }))
    .sort((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ value }) => value)
const day = (most: number) => `2026-0${1 + random(3)}-${String(1 + random(most)).padStart(2, '0')}`

const companies = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6']
const agencies = ['a1', 'a2', 'a3']
const trades = ['mt1', 'mt2']

/** Of each worker the line, and where which agency had work for them. */
type Person = { line: Line; at: { company: string; agency: string }[] }

const work: Line[] = []
const people: Person[] = Array.from({ length: 120 }, (_, index) => {
  const id = `w${index}`
  const opened = some(companies, index % 7)
  const by = opened.map(() => one(['assignment', 'submission', 'id']))
  const at = opened.flatMap((company, place) =>
    by[place] === 'id' ? [] : [{ company, agency: one(agencies) }],
  )
  for (const { company, agency } of at) {
    const how = by[opened.indexOf(company)]
    work.push(how === 'assignment' ? assigned(id, company, agency) : putForward(id, company, agency))
  }
  const line = worker(id, {
    name: `${one(['Bo', 'bo', 'Ada'])} ${random(40)}${index % 11 === 0 ? ' long'.repeat(100) : ''}`,
    reference: `${one(['wk', 'WK', 'P'])}-${random(90)}`,
    createdAt: `${day(4)}T09:00:00.000Z`,
    updatedAt: `${day(28)}T09:00:00.000Z`,
    agencies: some(agencies, 1 + random(3)).map(agency => ({ id: agency, active: true })),
    trades: some(trades, random(3)).map(trade => ({ id: trade })),
    companyIds: opened
      .filter((_, place) => by[place] === 'id')
      .map(company => ({ company, id: `EMP-${index}` })),
  })
  return { line, at }
})

function assigned(worker: string, company: string, agency: string): Line {
  return assignment(`as-${worker}-${company}`, { company, project: `p-${company}`, agency, worker })
}

function putForward(worker: string, company: string, agency: string): Line {
  const agencies = [response(agency, { submissions: [submission(worker)] })]
  return requisition(`r-${worker}-${company}`, { company, project: `p-${company}` }, { agencies })
}

await server.load([
  ...companies.map(id => company(id)),
  ...agencies.map(id => agency(id)),
  ...companies.flatMap(id => agencies.map(agency => connection(id, agency))),
  ...companies.map(id => project(`p-${id}`, id)),
  ...trades.map(id => named('masterTrade', id, `Trade ${id}`)),
  ...people.map(({ line }) => line),
  ...work,
])

type Holder = readonly ['company' | 'agency', readonly string[]]
const holders: Holder[] = [
  ...companies.map(id => ['company', [id]] as const),
  ['company', ['c2', 'c5']],
  ['company', ['c1', 'c3', 'c6']],
  ['company', companies],
  ...agencies.map(id => ['agency', [id]] as const),
  ['agency', ['a1', 'a3']],
]
const keys = new Map<Holder, string>()
for (const holder of holders) keys.set(holder, await server.key(...holder))

const ids = people.map(({ line }) => line.record.id as string)
const fetched = (key: string) => fetchedOneByOne(server, '/workers', ids, key)
const listed = (query: string, key: string, limit: number) =>
  allPages(server, `/workers?${query}`, key, limit)
const folded = (text: string) => text.toLowerCase().slice(0, 200)

const values: SortValues = {
  createdAt: row => row.createdAt,
  updatedAt: row => row.updatedAt,
  name: row => folded(row.name),
  reference: row => folded(row.reference),
}

const asked: [string, (row: Json) => boolean][] = [
  ['agency=a1', row => hasAgency(row, 'a1')],
  ['agency=a1,a3&sortBy=name', row => hasAgency(row, 'a1') || hasAgency(row, 'a3')],
  ['trade=mt1', row => row.trades.some(({ id }: Json) => id === 'mt1')],
  ['trade=mt1,mt2&sortBy=updatedAt&sortOrder=asc', row => row.trades.length > 0],
  ['from=2026-02-01&to=2026-02-28', row => row.createdAt.startsWith('2026-02')],
  ['dateField=updatedAt&from=2026-02-01&to=2026-02-28', row => row.updatedAt.startsWith('2026-02')],
  ['query=bo', row => JSON.stringify([row.name, row.reference]).toLowerCase().includes('bo')],
  ['query=P-1&sortBy=name', row => row.reference.startsWith('P-1')],
  ['query=long', row => row.name.includes('long')],
  ['query=a', row => row.name.toLowerCase().includes('a')],
]
const hasAgency = (row: Json, agency: string) => row.agencies.some(({ id }: Json) => id === agency)

async function expectAllOnce(): Promise<void> {
  for (const [holder, key] of keys) {
    const all = await fetched(key)
    assert.ok(all.length > 0, String(holder))
    await expectInEveryOrder(all, values, query => listed(query, key, 17), String(holder))
    for (const [query, fits] of asked) {
      if (holder[0] === 'agency' && query.startsWith('agency')) continue
      assert.deepEqual(idsOf(await listed(query, key, 19)), idsOf(all.filter(fits)), `${holder}: ${query}`)
    }
    const { text } = await readExport(server.origin, '/workers?format=ndjson&fields=id', key)
    const exported = readLines(text).lines.map(line => JSON.parse(line))
    assert.deepEqual(idsOf(exported), idsOf(all), `${holder}: export`)
    const ids = all.slice(0, 5).map(({ id }) => id)
    const { body } = await server.get(`/workers?id=${[...ids, 'w0', 'nobody'].join()}`, key)
    assert.deepEqual(idsOf(body.data), ids.toSorted(), `${holder}: by id`)
    assert.equal(body.meta.total, ids.length)
  }
}

/** Those of the agencies that one of them had work for at the company. */
const atCompany = (held: readonly string[], company: string) =>
  people
    .filter(({ line }) => (line.record.agencies as Json[]).some(({ id }) => held.includes(id)))
    .filter(({ at }) => at.some(work => work.company === company && held.includes(work.agency)))
    .map(({ line }) => line.record.id as string)
    .sort()

async function expectWorkAtCompanies(): Promise<void> {
  for (const [[kind, held], key] of keys)
    if (kind === 'agency')
      for (const company of companies)
        for (const sortBy of ['createdAt', 'name']) {
          const found = await listed(`company=${company}&sortBy=${sortBy}`, key, 9)
          assert.deepEqual(idsOf(found), atCompany(held, company), `${held} at ${company}`)
        }
}

test('each order, filter and search has everybody once, whoever asks', async () => {
  const open = await server.database.rows<{ companies: number; more: number | null }>(sql`
    select num_nonnulls(open_to_1, open_to_2, open_to_3) as companies, cardinality(open_to_more) as more from worker`)
  const counted = Map.groupBy(open, ({ companies, more }) => companies + (more ?? 0))
  assert.deepEqual([...counted.keys()].sort(), [0, 1, 2, 3, 4, 5, 6])
  await expectAllOnce()
})

test('an agency that asks for a company gets those it had work for there', expectWorkAtCompanies)

test('of several companies a key can ask for some', async () => {
  const key = keys.get(holders.find(([, ids]) => ids === companies)!)!
  for (const asked of [['c1'], ['c2', 'c5'], ['c4', 'c5', 'c6']]) {
    const all = await fetched(await server.key('company', asked))
    assert.deepEqual(idsOf(await listed(`company=${asked}`, key, 13)), idsOf(all), String(asked))
  }
})

test('work that opens nobody to another company leaves their rows as they are', async () => {
  const rows = () => server.database.rows(sql`select id, ctid::text as place from worker order by id`)
  const before = await rows()
  const { counts } = await server.load(touched(work))
  assert.equal(counts.updated, work.length)
  assert.deepEqual(await rows(), before)
})

test('when work ends, moves or begins, everybody is in the lists of those who see them then', async () => {
  const lines: object[] = []
  for (const [index, person] of people.entries()) {
    const { id } = person.line.record as { id: string }
    const [first] = person.at
    const held = new Set(person.at.map(({ company }) => company))
    if (index % 3 === 0 && first) {
      const name = work.some(({ record }) => record.id === `as-${id}-${first.company}`)
        ? 'assignment'
        : 'requisition'
      lines.push({
        type: name,
        id: `${name === 'assignment' ? 'as' : 'r'}-${id}-${first.company}`,
        deleted: true,
      })
      person.at = person.at.slice(1)
    } else if (index % 3 === 1) {
      const next = companies.find(company => !held.has(company))
      if (next === undefined) continue
      lines.push(assigned(id, next, 'a2'))
      person.at = [...person.at, { company: next, agency: 'a2' }]
    } else {
      const record = { ...person.line.record, updatedAt: '2026-05-01T09:00:00.000Z', companyIds: [] }
      lines.push({ ...person.line, record })
    }
  }
  const open = async () =>
    server.database.rows<{ id: string; open_to: string[] }>(sql`select id, open_to from worker order by id`)
  const before = await open()
  const { reasons } = await server.load(lines)
  assert.deepEqual(reasons, [])
  await expectAllOnce()
  await expectWorkAtCompanies()
  const after = new Map((await open()).map(row => [row.id, row.open_to]))
  const closed = (person: Person) => (person.line.record.companyIds as Json[]).map(({ company }) => company)
  const cleared = people.filter((person, index) => index % 3 === 2 && closed(person).length > 0)
  assert.ok(cleared.length > 5)
  for (const person of cleared)
    for (const company of closed(person))
      assert.ok(!after.get(person.line.record.id as string)!.includes(company), 'an id that is taken away')
  assert.notDeepEqual(before, await open())
})

test('an assignment that moves to somebody else opens them and closes who had it', async () => {
  const has = (person: Person, company: string) => person.at.some(work => work.company === company)
  const moved = work
    .filter(({ type }) => type === 'assignment')
    .flatMap(({ record }) => {
      const from = people.find(
        ({ line }) => record.id === `as-${line.record.id}-${(record.company as Json).id}`,
      )!
      const company = (record.company as Json).id as string
      const agency = (record.agency as Json).id as string
      const had = from.at.find(work => work.company === company && work.agency === agency)
      const to = people.find(person => person !== from && !has(person, company))
      if (!had || !to) return []
      from.at = from.at.filter(work => work !== had)
      to.at = [...to.at, { company, agency }]
      const of = { company, project: `p-${company}`, agency, worker: to.line.record.id as string }
      return [assignment(record.id as string, of, { updatedAt: '2026-12-31T12:00:00.000Z' })]
    })
  assert.ok(moved.length > 20)
  const { counts, reasons } = await server.load(moved)
  assert.deepEqual([counts.updated, reasons], [moved.length, []])
  await expectAllOnce()
  await expectWorkAtCompanies()
})

/** Whom each is open to is what all their work says, worked out anew, and their places say the same. */
async function expectNoOtherWorkedOut(said: string): Promise<void> {
  const type = recordTypes.find(({ type }) => type === 'worker')!
  const wrong = await server.database.transaction(async tx => {
    const all = await tx.rows<{ id: string }>(sql`select id from worker`)
    const opened = await refreshGrants(
      tx,
      recordTypes,
      type,
      all.map(({ id }) => id),
    )
    assert.equal(opened.length, all.length)
    return opened.filter(({ before, after }) => before.join() !== after.join())
  })
  assert.deepEqual(wrong, [], said)
  const placed = await server.database.rows(sql`
    select id from worker, lateral (
      select array(select c from unnest(open_to) c where strpos(c, ' ') = 0 order by c collate "C") as owners
    ) o where (open_to_1, open_to_2, open_to_3, coalesce(open_to_more, '{}'))
      is distinct from (owners[1], owners[2], owners[3], owners[4:])`)
  assert.deepEqual(placed, [], said)
}

test('work is found by the index of whom it names, so that it takes no longer the more work there is', async () => {
  const type = recordTypes.find(({ type }) => type === 'worker')!
  await server.database.transaction(async tx => {
    await tx.rows(sql`set local enable_seqscan = off`)
    await refreshGrants(tx, recordTypes, type, ids)
    const scans = await tx.rows<{ relname: string; scans: number }>(sql`
      select relname, pg_stat_get_xact_numscans(oid)::int as scans from pg_class
      where relname in ('assignment', 'requisition') and relkind = 'r' and relnamespace = current_schema()::regnamespace`)
    assert.deepEqual(
      scans.map(({ scans }) => scans),
      [0, 0],
      'they were read through',
    )
  })
})

test('people and work that come, change and go in any order open what working it out anew would', async () => {
  await expectNoOtherWorkedOut('as it was')
  const kept = new Map<string, Line>()
  for (let round = 0; round < 12; round++) {
    const newcomers = Array.from({ length: 1 + random(4) }, (_, index) => `n${round}-${index}`)
    const everybody = [...ids, ...newcomers]
    const lines: object[] = newcomers.map(id =>
      worker(id, {
        reference: `N-${id}`,
        agencies: [{ id: one(agencies), active: true }],
        companyIds: some(companies, random(6)).map(company => ({ company, id: `E-${id}` })),
      }),
    )
    const changedAt = { updatedAt: `2027-01-${String(round + 1).padStart(2, '0')}T09:00:00.000Z` }
    for (let index = 0; index < 8; index++) {
      const [owner, id] = [one(companies), `x${random(12)}`]
      const of = { company: owner, project: `p-${owner}` }
      const held = kept.get(id)
      if (held && random(4) === 0) {
        lines.push({ type: held.type, id, deleted: true })
        kept.delete(id)
        continue
      }
      const isAssignment = held ? held.type === 'assignment' : random(2) === 0
      const put = some(agencies, 1 + random(3)).map(agency =>
        response(agency, { submissions: some(everybody, random(4)).map(id => submission(id)) }),
      )
      const made = isAssignment
        ? assignment(id, { ...of, agency: one(agencies), worker: one(everybody) }, changedAt)
        : requisition(id, of, { agencies: put, ...changedAt })
      lines.push(made)
      kept.set(id, made)
    }
    const { reasons } = await server.load(lines)
    assert.deepEqual(reasons, [])
    await expectNoOtherWorkedOut(`after round ${round}`)
  }
  assert.ok(kept.size > 4)
})
