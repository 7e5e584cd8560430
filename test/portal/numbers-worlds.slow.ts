// Every number on every page, in a real browser, against counts of raw rows: in a world without data, in one with a single
// row of each kind, and in one whose submissions leave, come back and skip stages.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { scopesFor } from '../../src/api/scopes.ts'
import { daysAfter } from '../../src/formats/day.ts'
import { lastFullWeeks } from '../../src/formats/period.ts'
import { checksAreDone } from '../support/billing.ts'
import { command } from '../support/command.ts'
import { eventually } from '../support/eventually.ts'
import {
  agency,
  amounts,
  assignment,
  company,
  connection,
  invoice,
  type Line,
  project,
  requisition,
  response,
  site,
  submission,
  timesheet,
  worker,
} from '../support/lines.ts'
import { slowWeek } from '../support/metric-programmes.ts'
import { emptyFolder } from '../support/process.ts'
import type { Json } from '../support/server.ts'
import { receiver } from '../webhooks/receiver.ts'
import { faultsOf, hasChromium, noChromium, openPortal, settled } from './browser.ts'

/** Every text of the page that has a number in it, with what it stands under. Times, ids, axes and what can be chosen are
 * left out. */
const collecting = `(() => {
  const skipped = 'time, select, input, textarea, code, pre, kbd, .ref, .address, .aloud, .chart-actions, .printed'
  const said = element => {
    const copy = element.cloneNode(true)
    for (const one of copy.querySelectorAll(skipped)) one.remove()
    for (const one of copy.querySelectorAll('small, div, br')) one.prepend(' ')
    return copy.textContent.replace(/\\s+/g, ' ').trim()
  }
  const found = []
  const note = (under, text) => /\\d/.test(text) && found.push(under ? under + ': ' + text : text)
  const main = document.querySelector('main')
  for (const fact of main.querySelectorAll('.facts > div')) note(said(fact.children[0]), said(fact.children[1]))
  for (const span of main.querySelectorAll(':is(h2, h3) > span')) {
    const heading = span.parentElement.cloneNode(true)
    for (const one of heading.querySelectorAll('span')) one.remove()
    note(heading.textContent.trim(), said(span))
  }
  for (const table of main.querySelectorAll('table')) {
    const heads = [...table.querySelectorAll('thead th')].map(said)
    for (const row of table.querySelectorAll('tbody tr'))
      [...row.children].forEach((cell, at) => cell.matches(skipped) || note(heads[at], said(cell)))
  }
  for (const text of main.querySelectorAll('p, figcaption, summary, legend, .attn li > div'))
    if (!text.matches(skipped) && !text.closest('table, .facts, svg')) note('', said(text))
  const isAxis = text => text.classList.contains('quiet') && !/[a-z] /.test(text.textContent)
  for (const text of main.querySelectorAll('svg text')) if (!isAxis(text)) note('drawn', said(text))
  return found
})()`

const numbersOn = async (page: Page) => (await page.evaluate(collecting)) as string[]

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** `5 May` of `2026-05-05`. */
const shortDay = (day: string) => {
  const at = new Date(day)
  return `${at.getUTCDate()} ${at.toUTCString().slice(8, 11)}`
}
const weeksWords = () => {
  const { from, to } = lastFullWeeks(4, daysAgo(0))
  return `the weeks that end from ${[from, to].map(day => `${shortDay(day)} ${day.slice(0, 4)}`).join(' to ')}`
}
/** Of a bill for a week of £1,234.56. */
const dearer = { ...amounts, subtotal: 1300, vat: 260, total: 1560, finalTotal: 1560, netValue: 1560 }

/** What is said of it, as numbers and in the list. */
function oneFinding(day: string) {
  const sunday = daysAfter(day, (7 - new Date(day).getUTCDay()) % 7)
  const stake = '+£65.44 1 finding'
  const sentence = `£65.44 is at stake in 1 finding of ${weeksWords()}: billed are £65.44 too much.`
  // Of the agency, and of all.
  const cells = ['agency', 'all'].flatMap(() => [`${shortDay(sunday)}: ${stake}`, `All weeks: ${stake}`])
  const summed = [
    ...[sentence, 'Open: £65.44 in 1 finding', 'By what is wrong: 1 kind', ...cells],
    ...['Findings: 1', 'Billed too much: £65.44'],
  ]
  return {
    // The only assignment is cancelled.
    'operator /clearances': noClearances(),
    'key /clearances': noClearances(),
    'operator /billing-checks': summed,
    'key /billing-checks': summed,
    'key /billing-checks/findings': [
      ...[sentence, 'Largest first: 1 of 1', 'At stake: +£65.44'],
      `Week ending: ${shortDay(sunday)} ${sunday.slice(0, 4)}`,
      'In a sentence: C1-I-i1 bills £1,300.00, but C1-T-t1, with piece rates and expenses, comes to £1,234.56: £65.44 too much.',
    ],
  }
}

const noFindings = () => [`Nothing is found in ${weeksWords()}.`]

/** Of tomorrow, when nobody works. */
function noClearances(): string[] {
  const tomorrow = daysAgo(-1)
  const day = `${shortDay(tomorrow)} ${tomorrow.slice(0, 4)}`
  return [
    ...['Not cleared: 0', 'Not known: 0', 'Expiring: 0', 'Cleared: 0'],
    `Nobody is to be here on ${day}.`,
    `Who falls out when: four weeks from ${day}`,
    `What is lacking: by name, on ${day}`,
  ]
}

const tracking = {
  stageTracking: {
    enabled: true,
    order: ['submitted', 'cvReviewed', 'custom_tour', 'interviewed', 'assigned'],
    labels: { custom_tour: 'Site tour' },
    excluded: [],
    baseStages: {},
  },
}

/** A server over these lines, with a key of the company. */
async function world(lines: readonly Line[], settings: Record<string, string> = {}) {
  const data = await emptyFolder()
  const file = join(data, 'world.ndjson')
  await writeFile(file, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
  const muster = async (...args: string[]): Promise<Json> => {
    const { code, stdout, stderr } = await command([...args, '--json', '--data', data], settings)
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  const loaded = await muster('load', file, '--job', 'nightly')
  const key = await muster('keys', 'create', '--company', 'c1', '--scopes', 'all', '--name', 'the key')
  const portal = await openPortal(settings, [], data)
  // What these records have wrong is told before anybody hears of it.
  await checksAreDone(data)
  const numbersAt = async (page: Page, path: string) => {
    await page.goto(`${portal.origin}/portal${path}`)
    await settled(page)
    await page.waitForLoadState('networkidle')
    return numbersOn(page)
  }
  return { portal, muster, loaded, key, numbersAt }
}

/** What is always there, whatever the rows are. */
const constants = [
  'Kept for 7 days. A request is shown within 5 seconds of its answer.',
  'Loads: of the last 90 days',
  'Past events: newest first, of the last 30 days',
  'Use: last 7 days',
  'Used: requests of the last 7 days',
  'Workers over hours: more than 48 net hours in a week',
  'This key has made no request in the last 7 days. The reference has a first one to try.',
]
/** Times, and requests, which whoever looks at a page makes. */
const moving =
  /in the last hour|^drawn: \d+ (answered|refused|over a limit|failed)|took at most|^drawn: p\d\d|, in UTC\. It is kept up to date|^Took: |^Time, ms: |^At \(UTC\): |^Errors: |columns of timesheets$|^Compared with /

/** Without what stands on the page in every world, and what each request moves on: Overview and Requests are counted with
 * a key of their own, in the other test of numbers. */
const telling = (numbers: readonly string[]) =>
  numbers.filter(text => !constants.includes(text) && !moving.test(text)).toSorted()

type Here = Awaited<ReturnType<typeof world>>

/** Every page of an operator and of a key, and what else is expected, against what each should say. */
async function expectNumbers(here: Here, expected: Record<string, readonly string[]>): Promise<void> {
  const { portal, key, numbersAt } = here
  const menuOf = (page: Page) =>
    page.locator('nav a[href^="/portal/"]').evaluateAll(all => all.map(one => one.getAttribute('href')!))
  const shown: Record<string, string[]> = {}
  for (const [who, page] of [
    ['operator', await portal.operator()],
    ['key', await portal.holder(key.secret)],
  ] as const)
    for (const path of new Set([
      ...(await menuOf(page)).map(href => href.replace('/portal', '')),
      ...Object.keys(expected).flatMap(name =>
        name.startsWith(`${who} `) ? name.slice(who.length + 1) : [],
      ),
    ]))
      shown[`${who} ${path}`] = telling(await numbersAt(page, path))
  const inOrder = Object.entries(expected).map(([path, numbers]) => [path, numbers.toSorted()])
  assert.deepEqual(shown, Object.fromEntries(inOrder))
}

const followedText = (count: number) =>
  count === 1
    ? '1 record was brought up to date with what it repeats of others.'
    : `${count} records were brought up to date with what they repeat of others.`

if (hasChromium) {
  const named = { ...company('c1', { name: 'Northway' }), facts: tracking }
  const scopes = scopesFor('company').length
  const noFigures = ['By agency: 0 agencies', 'By project: 0 projects']
  const noRecruits = ['Stages: 0 submissions', 'Supplier responses: 0 suppliers']

  test('a world without data counts nothing but what began it', async () => {
    const here = await world([named])
    const limits = [
      'Left until midnight UTC: 50,000',
      'Requests a minute: at most 120',
      'Used today: 0 of 50,000',
    ]
    await expectNumbers(here, {
      'operator /today': [
        'Needs attention: 0',
        'Deliveries withheld: 0',
        'Requests failed: 0',
        'Requests over a limit: 0',
        'Requests refused: 0',
        'Requests: 0',
        'Events delivered: 0',
        'Deliveries that wait: 0',
        'Deliveries given up: 0',
      ],
      'operator /matches': [],
      'operator /loads': [
        ...['Lines: 1', 'Created: 1', 'Updated: 0', 'Deleted: 0', 'Mappings: 0'],
        'Changed: 1 created, 0 updated, 0 deleted, 0 rejected',
      ],
      'operator /webhooks': [],
      'operator /keys': ['Keys: 1 of 1', `Scopes: ${scopes}`, 'Today against its limit: 0 of 50,000'],
      'operator /requests': [],
      'operator /records': ['Timesheets: 0'],
      'operator /recruitment': noRecruits,
      'operator /hours-and-money': noFigures,
      'operator /clearances': noClearances(),
      'operator /billing-checks': noFindings(),
      'operator /people': [],
      'operator /access': ['Operator tokens: 0 tokens', 'Open sessions: 2 sessions'],
      'key /overview': [...limits, `Scopes: ${scopes} scopes`],
      'key /webhooks': [],
      'key /requests': [],
      'key /events': [],
      'key /records': ['Timesheets: 0'],
      'key /recruitment': noRecruits,
      'key /hours-and-money': noFigures,
      'key /clearances': noClearances(),
      'key /billing-checks': noFindings(),
    })
  })

  test('a world with one row of each kind counts one of each', async () => {
    const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
    const [charge, pay, netHours] = [1234.56, 987.65, 40]
    const days = { weekEnding: daysAgo(14), start: daysAgo(20), end: daysAgo(14) }
    const values = { charge: { total: charge }, pay: { total: pay } }
    const lines = [
      named,
      agency('a1', { name: 'Heron' }),
      connection('c1', 'a1'),
      project('p1', 'c1', { name: 'Bridge' }),
      site('s1', 'p1', 'c1', { name: 'East bank' }),
      worker('w1', { lastName: 'Lovelace', name: 'Ada Lovelace' }),
      assignment('as1', of),
      timesheet('t1', of, { ...days, netHours, values, status: 'approved' }),
      invoice('i1', of, { timesheets: [{ id: 't1' }], values: dearer }),
    ]
    const here = await world(lines, { WEBHOOK_LOOPBACK: 'yes' })
    const { muster, portal, key, loaded: load } = here
    const taking = await receiver()
    const endpoint = await muster('webhooks', 'add', taking.url, '--company', 'c1')
    await muster('tokens', 'create', '--role', 'read-only', '--name', 'the one')
    const patch = join(portal.data, 'patch.ndjson')
    const cancelled = { type: 'assignment', patch: true, record: { id: 'as1', status: 'cancelled' } }
    await writeFile(patch, `${JSON.stringify(cancelled)}\n`)
    await muster('load', patch, '--job', 'nightly')
    await taking.arrived(1)
    await checksAreDone(portal.data)
    const headers = { Authorization: `Bearer ${key.secret}` }
    assert.equal((await fetch(`${portal.origin}/api/open/v1/timesheets`, { headers })).status, 200)
    await eventually('the request is counted', async () => {
      const [one] = await muster('keys', 'list')
      return one.usedToday === 1
    })
    const week = slowWeek(days.weekEnding)
    const dayWords = `${new Date().getUTCDate()} ${new Date().toUTCString().slice(8, 11)}`
    const exported = await command(['export', 'worker', '--data', portal.data])
    const stored = JSON.parse(exported.stdout.split('\n')[0]!)
    const figures = [
      ...['By agency: 1 agency', 'By project: 1 project', 'Timesheets: 1 0 before'],
      `Net hours: ${netHours} 0 before`,
      `Charge: £1,234.56 £0.00 before`,
      `Pay: £987.65 £0.00 before`,
      `Charge an hour: £30.86 not known before`,
      `40 net hours in 1 week; ${week}: 40 hours.`,
      `£1,234.56 charged in 1 week; ${week}: £1,234.56.`,
      ...['Heron', 'Bridge'].map(
        name => `${name} has the highest charge: £1,234.56 of £1,234.56, for 40 hours.`,
      ),
      ...['drawn: £1,234.56 for 40 hours', 'drawn: £1,234.56 for 40 hours'],
    ]
    const records = ['Timesheets: 1 of 1', 'Net hours: 40', 'Charge total: £1,234.56']
    const recruits = [
      ...noRecruits,
      'Worker-weeks: 1',
      'Worker-weeks over: 0',
      '0 of 1 worker-week was over 48 hours. Each cell: workers over in that week; the fuller the shade, the larger their share of those who worked.',
    ]
    await expectNumbers(here, {
      'operator /today': [
        'Needs attention: 0',
        'Deliveries withheld: 0',
        'Requests failed: 0',
        'Requests over a limit: 0',
        'Requests refused: 0',
        'Requests: 1',
        'Events delivered: 1',
        'Deliveries that wait: 0',
        'Deliveries given up: 0',
      ],
      'operator /matches': [],
      'operator /loads': [
        ...['Lines: 1', 'Created: 0', 'Updated: 1', 'Deleted: 0'],
        ...[`Lines: ${lines.length}`, `Created: ${lines.length}`, 'Updated: 0', 'Deleted: 0', 'Mappings: 0'],
        'Changed: 0 created, 1 updated, 0 deleted, 0 rejected',
      ],
      'operator /webhooks': ['Endpoints: 1 of 1', 'Waiting: 0', 'Delivered: 1', 'Given up: 0'],
      'operator /keys': ['Keys: 1 of 1', `Scopes: ${scopes}`, 'Today against its limit: 1 of 50,000'],
      'operator /requests': ['Status: 200'],
      'operator /records': records,
      'operator /recruitment': recruits,
      'operator /hours-and-money': figures,
      'operator /people': [],
      'operator /access': ['Operator tokens: 1 token', 'Open sessions: 2 sessions'],
      [`operator /keys/${key.id}`]: [
        ...['Requests a minute: 120', 'Today: 1 of 50,000', `Scopes: ${scopes} scopes`],
        ...['Outcome: 200', `Day: ${daysAgo(0)}`, 'Requests: 1'],
      ],
      [`operator /webhooks/${endpoint.id}`]: [
        'Deliveries: 1 delivered, 0 waiting, 0 given up',
        'Answer: 200',
      ],
      [`operator /loads/${load.id}`]: [
        ...[`Lines: ${lines.length}`, `Count: ${lines.length}`, 'Count: 0', 'Count: 0'],
        `Warnings: ${load.warned} ${load.warned === 1 ? 'warning' : 'warnings'}`,
        ...load.warnedOf.flatMap((of: Json) => [`Lines: ${of.count}`, `Which: ${of.lines.join(', ')}`]),
        followedText(load.followed),
      ],
      'operator /people/w1': [
        `Own fields: ${Object.keys(stored.record).length}`,
        ...['Kept and shown to nobody: 0', 'Submissions and pairs: 0', 'Kept answers: 0'],
        ...['Records about them: 2 records', 'Records: 1', 'Records: 1', 'Who read it: 0 readings'],
        'Who was told of changes: 1 delivery',
      ],
      'key /overview': [
        ...['Left until midnight UTC: 49,999', 'Requests a minute: at most 120', 'Used today: 1 of 50,000'],
        `Scopes: ${scopes} scopes`,
        'Today: 1',
        '7 days: 1',
        'Refused or failed: 0',
        `1 request in 7 days, 0 refused, 0 over a limit, 0 failed; the most on ${dayWords}: 1.`,
      ],
      'key /webhooks': ['Endpoints: 1 of 1', 'Waiting: 0', 'Delivered: 1', 'Given up: 0'],
      'key /requests': ['Status: 200'],
      'key /events': [],
      'key /records': records,
      'key /recruitment': recruits,
      'key /hours-and-money': figures,
      ...oneFinding(days.weekEnding),
    })
  })

  /** Submissions by their dated stages, in days ago; the last is where they are. */
  const histories: { worker: string; steps: [stage: string, daysAgo: number][]; isRejected?: boolean }[] = [
    {
      worker: 'w1',
      steps: [
        ['submitted', 40],
        ['cvReviewed', 38],
        ['custom_tour', 37],
        ['interviewed', 35],
        ['assigned', 30],
      ],
    },
    // Without the tour, which not everybody makes.
    {
      worker: 'w2',
      steps: [
        ['submitted', 40],
        ['cvReviewed', 39],
        ['interviewed', 36],
        ['assigned', 31],
      ],
    },
    // Withdrew, and came back.
    {
      worker: 'w3',
      steps: [
        ['submitted', 40],
        ['cvReviewed', 38],
        ['withdrew', 36],
        ['interviewed', 34],
      ],
    },
    {
      worker: 'w4',
      steps: [
        ['submitted', 40],
        ['cvReviewed', 37],
        ['withdrew', 33],
      ],
    },
    { worker: 'w5', steps: [['submitted', 40]], isRejected: true },
    { worker: 'w6', steps: [['submitted', 20]] },
  ]
  const stages = [
    ['submitted', 'Submitted'],
    ['cvReviewed', 'CV reviewed'],
    ['custom_tour', 'Site tour'],
    ['interviewed', 'Interviewed'],
    ['assigned', 'Assigned'],
  ] as const
  const instant = (days: number) => `${daysAgo(days)}T12:00:00.000Z`
  const percent = (part: number, whole: number) => String(Math.round((part / whole) * 10_000) / 100)
  const middle = (values: readonly number[]) => {
    const sorted = values.toSorted((a, b) => a - b)
    const half = sorted.length >> 1
    return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
  }

  /** The row of one stage, counted one submission after the other. */
  function stageRow(at: number): string[] {
    const [stage, label] = stages[at]!
    const dated = (steps: (typeof histories)[number]['steps'], name: string) =>
      steps.find(([one]) => one === name)?.[1]
    const count = { reached: 0, passed: 0, here: 0, withdrew: 0, rejected: 0 }
    const days: number[] = []
    for (const { steps, isRejected } of histories) {
      const lastStep = steps.findLast(([one]) => one !== 'withdrew')![0]
      const hasLeft = isRejected || steps.at(-1)![0] === 'withdrew'
      const when = dated(steps, stage)
      if (when !== undefined) {
        count.reached++
        const before = at > 0 ? dated(steps, stages[at - 1]![0]) : undefined
        if (before !== undefined) days.push(before - when)
      } else if (stages.slice(at + 1).some(([later]) => dated(steps, later) !== undefined)) count.passed++
      if (lastStep !== stage) continue
      if (!hasLeft) count.here++
      else if (isRejected) count.rejected++
      else count.withdrew++
    }
    const { reached, passed, here, withdrew, rejected } = count
    const share = percent(reached, histories.length)
    const left = [withdrew + rejected, withdrew, rejected, 0, 0]
    return [
      label,
      reached,
      share,
      passed,
      here,
      ...left,
      days.length > 0 ? middle(days) : '–',
      days.length,
    ].map(String)
  }

  test('Recruitment counts who skips a stage, who comes back and who leaves as their rows do', async () => {
    const of = { company: 'c1', project: 'p1', agency: 'a1' }
    const submissions = histories.map(({ worker, steps, isRejected = false }) =>
      submission(worker, { submittedAt: instant(steps[0]![1]), isRejected }),
    )
    const hours: [worker: string, hours: number][] = [
      ['w1', 50],
      ['w2', 48],
      ['w3', 48.5],
      ['w4', 12],
    ]
    const here = await world([
      { ...company('c1'), facts: tracking },
      agency('a1'),
      agency('a2'),
      connection('c1', 'a1'),
      connection('c1', 'a2'),
      project('p1', 'c1'),
      ...histories.map(({ worker: id }) => worker(id)),
      requisition(
        'r1',
        { company: 'c1', project: 'p1' },
        {
          createdAt: instant(45),
          approvedDate: instant(44),
          agencies: [
            response('a1', {
              dateReceived: instant(44),
              dateAccepted: instant(41),
              offered: 6,
              assigned: 2,
              submissions,
            }),
            response('a2', { dateReceived: instant(44) }),
          ],
        },
        {
          stages: histories.map(({ worker, steps, isRejected = false }) => ({
            worker: { id: worker },
            agency: { id: 'a1' },
            submittedAt: null,
            isRejected,
            stage: steps.at(-1)![0],
            history: steps.map(([stage, days]) => ({ stage, at: instant(days), byUserId: null })),
          })),
        },
      ),
      ...hours.map(([worker, netHours]) =>
        timesheet(
          `t-${worker}`,
          { ...of, worker },
          { netHours, status: 'approved', weekEnding: daysAgo(14), start: daysAgo(20), end: daysAgo(14) },
        ),
      ),
    ])
    for (const page of [await here.portal.operator(), await here.portal.holder(here.key.secret)]) {
      await page.goto(`${here.portal.origin}/portal/recruitment`)
      await settled(page)
      const section = (title: string) => page.locator(`section:has(> h2:text("${title}"))`)
      const rowsOf = async (title: string) => {
        await section(title).getByRole('button', { name: 'Table', exact: true }).click()
        const rows = await section(title).locator('tbody tr').allInnerTexts()
        return rows.map(row => row.split(/\t/).map(text => text.trim()))
      }
      assert.deepEqual(
        await rowsOf('Stages'),
        stages.map((_, at) => stageRow(at)),
      )
      await section('Stages')
        .getByText(
          'Of 6 submissions, 2 reached “Assigned”; 4 are on their way or have arrived, 2 have left, and 1 withdrew and came back',
        )
        .waitFor()
      assert.deepEqual(await rowsOf('Withdrawals'), [['CV reviewed', '1']])
      await section('Withdrawals')
        .getByText(
          '1 of 6 submissions withdrew, 16.67 %, after a median of 7 days. 1 other withdrew and came back.',
        )
        .waitFor()
      assert.deepEqual(
        (await rowsOf('Time to fill')).map(row => row.slice(0, 4)),
        [['Agency a1', '3', '1', '0']],
      )
      assert.deepEqual(
        (await rowsOf('Workers over hours')).map(([project, , ...rest]) => [project, ...rest]),
        [['Project p1', '2', '4', '158.5', '50']],
      )
      assert.deepEqual(
        new Set((await rowsOf('Supplier responses')).map(row => row.join(' '))),
        new Set(['Agency a1 1 1 100 3 1 6 2', 'Agency a2 1 0 0 – 0 0 0']),
      )
      assert.deepEqual(await faultsOf(page), [])
    }
  })
} else test('the numbers of pages are not tested without Chromium', () => console.log(noChromium))
