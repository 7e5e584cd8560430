// Asks a server that has loaded the demo programme for an example of every operation's answer, and takes out of
// it whatever another run would give differently.

import { demoProgramme, notInDemo } from '../../demo/programme.ts'
import { sampleOf } from '../../src/api/samples.ts'
import type { Example } from '../../src/describe/examples.ts'
import type { Operation } from '../../src/kernel/operation/operation.ts'
import type { Any, Ask } from '../coverage/ask.ts'

/** The day the examples are of. */
export const exampleDay = new Date('2026-11-15T09:00:00Z')

/** The demo programme of a day, and a sample of each type that it has none of. */
export function* demoAndSamples(day: Date): Iterable<object> {
  yield* demoProgramme(day)
  for (const type of notInDemo) yield sampleOf(type)
}

export async function captureExamples(
  operations: readonly Operation[],
  ask: Ask,
): Promise<Record<string, Example>> {
  const found: Record<string, Example> = {}
  for (const operation of operations) {
    const key = `${operation.method} ${operation.path}`
    if (written[key]) found[key] = written[key]
    if (written[key] || operation.method !== 'GET') continue
    const id = operation.path.includes('{id}') ? await idFor(operation, ask) : undefined
    const query: Record<string, string> =
      operation.shape === 'list' ? { ...questions[operation.path], limit: '1' } : {}
    const path = id ? operation.path.replace('{id}', id) : operation.path
    const { status, body } = await ask(path, query)
    if (operation.path === '/me') Object.assign(body.data, known)
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
    found[key] = {
      ...(id && { path: { id } }),
      ...(operation.shape === 'list' && { query }),
      answer: settled(body),
    }
  }
  return found
}

/** The server works findings out in its own time, so one that no record stands behind. */
const finding = { id: sampleOf('billingCheck').record.id }

/** Likewise. */
const standing = { id: sampleOf('clearance').record.id, on: '2026-11-16' }

/** What tells more than a list as it comes. */
const questions: Record<string, Record<string, string>> = {
  '/timesheets/totals': { groupBy: 'project,weekEnding:month', sum: 'netHours,values.charge.total' },
  '/expenses/totals': { groupBy: 'category', sum: 'value', sortBy: 'value' },
  '/invoices/totals': { groupBy: 'agency,status', sum: 'values.netValue' },
  '/afps/totals': { groupBy: 'agency,status', sum: 'values.netValue' },
  '/credit-notes/totals': { groupBy: 'createdAt:quarter', sum: 'value' },
  '/assignments/totals': { groupBy: 'trade,status' },
  '/billing-checks': finding,
  '/billing-checks/totals': { ...finding, groupBy: 'code', sum: 'amount' },
  '/clearances': standing,
  '/clearances/totals': { ...standing, groupBy: 'state,need' },
  '/purchase-orders/totals': { groupBy: 'status', sum: 'value' },
}

/** Answers that are never twice the same, or that a GET does not give. */
const written: Record<string, Example> = {
  'GET /events': {
    query: { limit: '1' },
    answer: {
      success: true,
      data: [
        {
          id: 'evt_01JC8Z5W3V9K2M4N6P8Q0R1S2T',
          type: 'assignment_ended',
          createdAt: '2026-11-10T09:15:02.123Z',
          data: { assignment: { id: '65f0c0ffee00000000001234' } },
        },
      ],
      meta: { limit: 1, next: 'MTA0Mi5h', more: true },
    },
  },
  'GET /changes': {
    query: { limit: '1' },
    answer: {
      success: true,
      data: [
        {
          type: 'timesheet',
          id: '65f0c0ffee00000000005678',
          change: 'upserted',
          at: '2026-11-10T09:15:02.123Z',
        },
      ],
      meta: { limit: 1, next: 'MTA0Mi5h', more: true },
    },
  },
  'GET /billing-checks/summary': {
    query: { from: '2026-11-02', to: '2026-11-08' },
    answer: {
      success: true,
      data: {
        count: 2,
        atStake: 153.8,
        codes: [
          { code: 'changedSinceBilled', count: 1, atStake: 128.8 },
          { code: 'sumDiffers', count: 1, atStake: 25 },
        ],
        agencies: [
          {
            agency: { id: 'a9512042dc3f7d5400000000', name: 'Heronsgill Labour (Demo)' },
            count: 2,
            atStake: 153.8,
          },
        ],
        largest: [
          {
            id: 'b1c0000000000000000000a1',
            sentence:
              'BRK-TS001411 was amended on 24 November 2025, after TRN-INV00081 had billed it: it had £1,128.80 for time, and now charges £1,000.00: £128.80 too much is billed.',
            agency: 'Heronsgill Labour (Demo)',
          },
        ],
        checking: false,
        notChecked: [],
      },
    },
  },
  'GET /clearances/gate-list': {
    query: { on: '2026-11-16', site: '3791ee4e7e01842500000014' },
    answer: {
      success: true,
      data: {
        day: '2026-11-16',
        counts: { cleared: 6, expiring: 1, unknown: 0, notCleared: 1 },
        people: [
          {
            reference: 'BRK-AS00142',
            worker: { id: '95ce3757051b164c00000046', reference: 'WK-000071', name: 'Maksym Onyshchuk' },
            agency: 'Heronsgill Labour Supply (Demo)',
            site: 'Station Quarter Block B (Demo)',
            trade: 'Site Manager',
            state: 'notCleared',
            mayEnter: false,
            starts: true,
            needs: [{ what: 'SMSTS or SSSTS', why: 'SMSTS expired on 3 November 2026.' }],
          },
        ],
        more: 0,
        sha256: '0f343b0931126a20f133d67c2b018a3b1b3e0c2e6a0e1d7ad0b2a9f5f9f1c2d4',
        checking: false,
      },
    },
  },
  'POST /workers': {
    body: {
      firstName: 'Imogen',
      lastName: 'Fairweather',
      dob: '1991-04-17',
      email: 'imogen.fairweather@people.example',
      phone: '07400123456',
      countryCode: '+44',
      gender: 'Female',
      nationality: 'United Kingdom',
      nationalIns: 'AB123456C',
      address: { lineOne: '12 High Street', city: 'Leeds', country: 'United Kingdom', code: 'LS1 1UR' },
      trades: ['7f81c2d77295d30e0000000c'],
      agencyId: 'HG-0412',
      consent: true,
    },
    answer: {
      success: true,
      data: {
        id: '65f0c0ffee00000000009abc',
        reference: 'WK-000412',
        attachments: [],
        rightToWork: [],
        createdAt: '2026-11-15T09:00:00.000Z',
      },
    },
  },
  'POST /billing-checks/{id}/mark': {
    path: finding,
    body: { state: 'disputed', note: 'Asked the agency for the receipt', until: '2026-12-31', amount: 128.8 },
    answer: {
      success: true,
      data: {
        id: finding.id,
        mark: {
          state: 'disputed',
          note: 'Asked the agency for the receipt',
          until: '2026-12-31T00:00:00.000Z',
          by: 'Accounts',
          at: '2026-11-15T09:00:00.000Z',
        },
      },
    },
  },
}

/** The first record of the list that leads to this path. */
async function idFor(operation: Operation, ask: Ask): Promise<string> {
  const [, list, , under] = operation.path.split('/')
  if (list === 'companies') return (await ask('/me')).body.data.companies[0].id
  const { body } = await ask(`/${list}`, {
    ...questions[`/${list}`],
    limit: '1',
    ...(under && { sortBy: 'name', sortOrder: 'asc' }),
  })
  return body.data[0].id
}

/** What differs from run to run, replaced; lists cut to two. */
function settled(value: Any, name = ''): Any {
  if (Array.isArray(value)) return value.slice(0, 2).map(item => settled(item, name))
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, settled(inner, key)]))
  }
  if (typeof value === 'string' && value.includes('/files/'))
    return 'https://muster.example/files/5d0c7c1e?signature=v1'
  return name in fixed ? fixed[name] : value
}

const known = { createdAt: '2026-01-12T10:04:31.118Z', lastUsedAt: '2026-11-15T08:59:12.402Z' }

const fixed: Record<string, unknown> = {
  rateLimitPerMinute: 120,
  rateLimitPerDay: 50_000,
  requestsToday: 214,
  remainingToday: 49_786,
  resetsAt: '2026-11-16T00:00:00.000Z',
  weeksElapsed: 8,
  checking: false,
}
