// Clearances at size: pages and totals of a company with very many running assignments, none of them from memory, and what keeping
// them costs a load.
// `npm run bench clearances -- [--assignments 20000] [--data FOLDER] [--requests 20] [--load 20000]`
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { recordTypes } from '../src/api/index.ts'
import { checkToEnd } from '../src/checks/checker.ts'
import { borrowHome } from '../src/database/home.ts'
import { daysAfter } from '../src/formats/day.ts'
import { prepareDatabase } from '../src/store/schema/prepare.ts'
import { askEach, type Question } from './asking.ts'
import { dearNotes } from './compared-loads.ts'
import { timed } from './loading.ts'
import { keyFor } from './pages.ts'
import { judged, progress } from './table.ts'

const { values: options } = parseArgs({
  options: {
    assignments: { type: 'string', default: '20000' },
    data: { type: 'string', default: join(tmpdir(), 'muster-bench', 'clearances') },
    requests: { type: 'string', default: '20' },
    load: { type: 'string', default: '20000' },
  },
})

const mostMs = { page: 50, totals: 200 }
const today = new Date().toISOString().slice(0, 10)
const midnight = (day: string) => `${day}T00:00:00.000Z`

const stamps = { createdAt: midnight('2026-01-05'), updatedAt: midnight('2026-01-05') }
const line = (type: string, record: object) => Buffer.from(`${JSON.stringify({ type, record })}\n`)
const ref = (id: string) => ({ id })

const [agencies, sites, trades] = [10, 40, 8]
const cards = ['CSCS Skilled Worker', 'Asbestos Awareness', 'First Aid at Work', 'Manual Handling']

/** People on one company's sites: every fifth lacks a card, every fourth has one that ends in the next months; and for each that
 * runs one that is over. */
function* programme(assignments: number): Generator<Buffer> {
  yield line('company', { id: 'c1', name: 'Brook', prefix: 'BRK', active: true, ...stamps })
  yield line('project', { id: 'p1', name: 'Quay', active: true, company: ref('c1'), ...stamps })
  for (const [at, name] of cards.entries())
    yield line('masterQualification', {
      ...{ id: `q${at}`, name, collection: 'attachment', documentNumber: 'optional', expiry: 'optional' },
      ...{ minimumFiles: 0, agencySpecific: false },
    })
  for (let at = 0; at < agencies; at++) {
    yield line('agency', { id: `a${at}`, name: `Agency ${at}`, active: true })
    yield line('connection', {
      id: `k${at}`,
      company: ref('c1'),
      agency: ref(`a${at}`),
      active: true,
      ...stamps,
    })
  }
  for (let at = 0; at < trades; at++) {
    yield line('trade', { id: `t${at}`, name: `Trade ${at}`, company: ref('c1'), active: true, ...stamps })
    const items = cards.slice(0, 2 + (at % 3)).map(name => ({ name }))
    yield line('competencyEntry', {
      ...{ id: `e${at}`, company: ref('c1'), trade: ref(`t${at}`), ...stamps },
      requirements: [{ rule: 'all', items, groups: [] }],
    })
  }
  for (let at = 0; at < sites; at++)
    yield line('site', {
      id: `s${at}`,
      name: `Site ${at}`,
      active: true,
      project: ref('p1'),
      company: ref('c1'),
      ...stamps,
    })
  for (let at = 0; at < assignments; at++) {
    yield workerLine(at)
    yield assignmentLine(at, 'now', daysAfter(today, -(at % 300)), daysAfter(today, 20 + (at % 400)))
    yield assignmentLine(at, 'then', daysAfter(today, -700 + (at % 300)), daysAfter(today, -320 + (at % 20)))
  }
}

function workerLine(at: number): Buffer {
  const paper = (name: string, card: number) => ({
    ...{
      id: `d${at}-${card}`,
      type: 'attachment',
      documentType: name,
      createdAt: stamps.createdAt,
      files: [],
    },
    expiration: midnight(at % 4 === 0 && card === 0 ? daysAfter(today, at % 97) : '2031-01-01'),
  })
  const held = at % 5 === 0 ? cards.slice(1) : cards
  return line('worker', {
    ...{
      id: `w${at}`,
      reference: `WK-${at}`,
      firstName: 'Ada',
      lastName: `Number ${at}`,
      name: `Ada Number ${at}`,
    },
    ...stamps,
    agencies: [{ id: `a${at % agencies}`, active: true }],
    attachments: held.map(paper),
    rightToWork: [
      {
        id: `r${at}`,
        type: 'rightToWork',
        documentType: 'UK passport',
        createdAt: stamps.createdAt,
        files: [],
      },
    ],
  })
}

const assignmentLine = (at: number, when: string, from: string, to: string) =>
  line('assignment', {
    ...{
      id: `${when}${at}`,
      reference: `BRK-${when}-${at}`,
      status: 'confirmed',
      payType: 'hourly',
      rateType: 'paye',
    },
    ...{ company: ref('c1'), project: ref('p1'), site: ref(`s${at % sites}`), trade: ref(`t${at % trades}`) },
    ...{ agency: ref(`a${at % agencies}`), worker: ref(`w${at}`) },
    ...{ startDate: midnight(from), endDate: midnight(to), ...stamps },
  })

/** A database of its own, with everybody worked out. */
async function made(data: string, assignments: number): Promise<Record<'company' | 'agency', string>> {
  await rm(data, { recursive: true, force: true })
  const home = await borrowHome({ databaseUrl: undefined, data, databaseConnections: 4 }, progress)
  try {
    await prepareDatabase(home.database, recordTypes)
    await timed(home.database, inChunks(programme(assignments)), join(data, 'files'), progress)
    const began = performance.now()
    await checkToEnd(home.database)
    const perSecond = (assignments * 2_000) / (performance.now() - began)
    process.stdout.write(
      `${assignments * 2} assignments worked out for both sides, ${perSecond.toFixed(0)} a second\n`,
    )
    await home.database.script('vacuum analyze')
    return {
      company: await keyFor(home.database, 'company', ['c1']),
      agency: await keyFor(home.database, 'agency', ['a1']),
    }
  } finally {
    await home.close()
  }
}

async function* inChunks(lines: Iterable<Buffer>): AsyncIterable<Buffer> {
  yield* lines
}

const questions: readonly [kind: keyof typeof mostMs, path: string][] = [
  ['page', '/clearances'],
  ['page', '/clearances?state=notCleared'],
  ['page', '/clearances?expiringWithin=14'],
  ['page', '/clearances?need=Asbestos%20Awareness'],
  ['page', '/clearances?site=s3&sortBy=worker'],
  ['page', `/clearances?on=${daysAfter(today, 1)}&state=notCleared,unknown`],
  ['page', '/clearances?page=20'],
  ['totals', '/clearances/totals?groupBy=state'],
  ['totals', '/clearances/totals?groupBy=site,state'],
  ['totals', '/clearances/totals?groupBy=need'],
  ['totals', `/clearances/totals?groupBy=state&from=${today}&to=${daysAfter(today, 6)}`],
]

/** A number of days that nobody has asked about gives nothing from memory. */
const questionsOf = (keys: Record<'company' | 'agency', string>): Question[] =>
  (['company', 'agency'] as const).flatMap(side =>
    questions.map(([kind, path]) => ({
      name: `${side}: ${path}`,
      key: keys[side],
      path: time => `${path}${path.includes('?') ? '&' : '?'}days=${30 + time}`,
      mostMs: mostMs[kind],
    })),
  )

const data = resolve(options.data)
const keys = await made(data, Number(options.assignments))
const misses = await askEach(data, questionsOf(keys), Number(options.requests))
if (Number(options.load) > 0)
  misses.push(...(await dearNotes(Number(options.load), ['worker', 'assignment'])))
judged(misses)
