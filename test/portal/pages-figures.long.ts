// Today, requests, recruitment and hours as operators and holders of keys see them, in every look and through their
// main journey.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { command } from '../support/command.ts'
import type { Json } from '../support/server.ts'
import { receiver } from '../webhooks/receiver.ts'
import {
  expectNarrow,
  faultsOf,
  hasChromium,
  type Looks,
  noChromium,
  openPortal,
  settled,
} from './browser.ts'

/** Of the browser. */
declare function getComputedStyle(of: unknown): { fill: string; strokeDasharray: string }

const looks: Looks[] = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
  { width: 360, height: 740, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
]

if (hasChromium) {
  const portal = await openPortal()
  const { companyKey, agencyKey } = JSON.parse(await readFile(join(portal.data, 'demo.json'), 'utf8'))
  const ask = async (path: string, key = companyKey) => {
    const answer = await fetch(`${portal.origin}/api/open/v1${path}`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    return {
      status: answer.status,
      id: answer.headers.get('X-Request-Id')!,
      body: (await answer.json()) as { data: Json[]; meta: Json },
    }
  }
  const open = async (page: Page, path: string) => {
    await page.goto(`${portal.origin}/portal${path}`)
    await settled(page)
  }
  const told = (page: Page, section: string) => page.locator(`section:has(> h2:text("${section}"))`)

  test('each page is free of faults, and never scrolls sideways, in every look', async () => {
    for (const look of looks) {
      const operator = await portal.operator(look)
      const company = await portal.holder(companyKey, look)
      const agency = await portal.holder(agencyKey, look)
      const pages: [Page, string[]][] = [
        [operator, ['', '/requests', '/records', '/recruitment', '/hours-and-money']],
        [company, ['', '/requests', '/records', '/recruitment', '/hours-and-money']],
        [agency, ['', '/requests', '/records']],
      ]
      for (const [page, paths] of pages) {
        for (const path of paths) {
          await open(page, path)
          assert.equal(await page.locator('.failed').count(), 0, `${path} failed`)
          assert.deepEqual(await faultsOf(page), [], `${path} ${JSON.stringify(look)}`)
          await expectNarrow(page)
        }
        await page.context().close()
      }
    }
  })

  test('Today is the first page of operators, and each thing that waits leads to where it is put right', async () => {
    const page = await portal.operator()
    await open(page, '')
    assert.equal(await page.locator('h1').textContent(), 'Today')
    await page.selectOption('select', 'day')
    assert.match(page.url(), /span=day/)
    await told(page, 'Requests').getByText('in the last 24 hours').waitFor()

    const muster = async (...args: string[]): Promise<Json> => {
      const all = [...args, '--json', '--data', portal.data]
      const { stdout, stderr } = await command(all, { WEBHOOK_LOOPBACK: 'yes' })
      return JSON.parse(stdout || stderr)
    }
    const company = (await muster('keys', 'list')).find((key: Json) => key.kind === 'company').owners[0]
    const key = (...more: string[]) =>
      muster('keys', 'create', '--company', company, '--scopes', 'all', ...more)
    const near = await key('--name', 'near', '--per-day', '10')
    for (let count = 0; count < 9; count++) await ask('/me', near.secret)
    const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    await key('--name', 'soon', '--expires', soon)
    const file = join(portal.data, 'rejected.ndjson')
    await writeFile(file, '{"type": "nothing that there is"}\n')
    await muster('load', file)
    const refusing = await receiver(response => response.writeHead(500).end())
    await muster('webhooks', 'add', refusing.url, '--company', company)
    await open(page, '/webhooks')
    await page.getByRole('link', { name: refusing.url }).click()
    await page.getByRole('button', { name: 'With a real record' }).click()
    await page.getByRole('button', { name: 'Send it to this endpoint alone' }).click()
    await page.getByText('failing since').waitFor()

    const expected: [text: RegExp, action: string, heading: RegExp][] = [
      [/takes nothing; 1 delivery waits/, 'Recover', /127\.0\.0\.1/],
      [/matches wait for a decision/, 'Review', /Worker matches/],
      [/"near" has used 90 % of its 10 requests/, 'Open the key', /near/],
      [/"soon" expires in \d days/, 'Open the key', /soon/],
      [/1 line of rejected\.ndjson rejected/, 'Open the load', /rejected\.ndjson/],
    ]
    for (const [text, action, heading] of expected) {
      await open(page, '')
      const entry = page.locator('.attn li', { hasText: text })
      await entry.waitFor()
      if (text === expected.at(-1)![0]) assert.deepEqual(await faultsOf(page), [])
      await entry.getByRole('link', { name: action }).click()
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      await settled(page)
      assert.equal(await page.locator('.failed').count(), 0, page.url())
      assert.deepEqual(await faultsOf(page), [], page.url())
    }
    const counted = await page.locator('nav a:has(i)').allInnerTexts()
    assert.deepEqual(
      counted.map(text => text.replaceAll(/\s+/g, ' ').replace(' waiting', '').trim()),
      ['Worker matches 3', 'Loads 1', 'Webhooks 1', 'Keys 2'],
    )
  })

  test('what a box leaves out is drawn hollow beyond its dashed bounds, one mark for each value', async () => {
    // Somebody answered the oldest of them only today.
    const path = '/requisitions/recruitment-metrics?from=2020-01-01&metric=timeToFill&groupBy=agency'
    const most = (await ask(path)).body.data.toSorted((a, b) => b.values.count - a.values.count)[0]!
    const all = ((await ask('/requisitions?limit=200&sortOrder=asc')).body as Json).data as Json[]
    const isFilled = ({ name, dateAccepted }: Json) => name === most.group && dateAccepted !== null
    const { id, agencies } = all.find(one => one.approvedDate && one.agencies.some(isFilled))!
    const late = agencies.map((one: Json) =>
      isFilled(one) ? { ...one, dateAccepted: new Date().toISOString() } : one,
    )
    const line = { type: 'requisition', record: { id, agencies: late }, patch: true }
    const file = join(portal.data, 'late.ndjson')
    await writeFile(file, `${JSON.stringify(line)}\n`)
    const { code, stderr } = await command(['load', file, '--data', portal.data])
    assert.equal(code, 0, stderr)

    const page = await portal.holder(companyKey)
    await open(page, '/recruitment?from=2020-01-01')
    const left = (await ask(path)).body.data.map(({ excludedOutliers }) => excludedOutliers)
    assert.ok(
      left.some(count => count > 0),
      'the demo has no outlier',
    )
    const plot = told(page, 'Time to fill').locator('svg')
    const rows = await plot.locator('g:has(> title)').evaluateAll(all =>
      all.map(row => {
        const across = (name: string, of: string) =>
          [...row.querySelectorAll(name)].map(mark => Number(mark.getAttribute(of)))
        const fills = [...row.querySelectorAll('circle')].map(mark => getComputedStyle(mark).fill)
        return { outliers: across('circle', 'cx'), bounds: across('.bound', 'x1'), fills }
      }),
    )
    assert.deepEqual(
      rows.map(({ outliers }) => outliers.length),
      left,
    )
    for (const { outliers, bounds, fills } of rows) {
      assert.deepEqual(new Set(fills), new Set(fills.length > 0 ? ['none'] : []))
      for (const at of outliers) assert.ok(bounds.length > 0 && (at < bounds[0]! || at > bounds.at(-1)!))
    }
    const dashes = await plot
      .locator('.bound')
      .first()
      .evaluate(line => getComputedStyle(line).strokeDasharray)
    assert.notEqual(dashes, 'none')
  })

  test('a refused request shows within seconds, under its code with the fix, and can be narrowed to', async () => {
    const page = await portal.operator()
    await open(page, '/requests')
    const { id } = await ask('/timesheets?status=none')
    const row = page.locator(`section[aria-label^="Requests"] a[href$="${id}"]`)
    await row.waitFor({ timeout: 15_000 })
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('paused').waitFor()
    await row.click()
    assert.match(page.url(), new RegExp(`requestId=${id}`))
    const second = page.locator('section[aria-label^="Requests"] tbody tr').nth(1)
    await second.waitFor({ state: 'detached' })
    assert.ok(await row.isVisible())
    await open(page, '/requests')
    await told(page, 'Errors').getByRole('link', { name: 'BAD_REQUEST' }).first().click()
    assert.match(page.url(), /code=BAD_REQUEST/)
    const codes = page.locator('section[aria-label^="Requests"] tbody td:nth-child(5)')
    await codes.first().waitFor()
    assert.deepEqual(new Set(await codes.allInnerTexts()), new Set(['BAD_REQUEST']))
  })

  test('recruitment agrees with the metrics of the API for the same days', async () => {
    const page = await portal.holder(companyKey)
    await open(page, '/recruitment?from=2020-01-01')
    const path = '/requisitions/recruitment-metrics?from=2020-01-01'
    const { data, meta } = (await ask(`${path}&metric=stages`)).body
    const { submissions, withdrawn } = meta.stageSummary
    const stages = told(page, 'Stages')
    await stages.getByRole('button', { name: 'Table' }).click()
    assert.deepEqual(
      (await stages.locator('tbody tr').allInnerTexts()).map(row => row.split('\t').slice(0, 6)),
      data.map(({ label, reached, reachedPercent, passed, here, left }) =>
        [label, reached, reachedPercent, passed, here, left].map(String),
      ),
    )
    await told(page, 'Withdrawals')
      .getByText(
        `${withdrawn.toLocaleString('en-GB')} of ${submissions.toLocaleString('en-GB')} submissions withdrew`,
      )
      .waitFor()
    const filled = (await ask(`${path}&metric=timeToFill&groupBy=agency`)).body.data
    const section = told(page, 'Time to fill')
    await section.getByRole('button', { name: 'Table' }).click()
    const rows = await section.locator('tbody tr').allInnerTexts()
    assert.deepEqual(
      rows.map(row => row.split('\t').slice(0, 4)),
      filled.map(({ group, values, excludedOutliers }) =>
        [group, values.medianDays, values.count, excludedOutliers].map(String),
      ),
    )
  })

  test('a chart is also a table, a CSV file and a request, and prints with its page', async () => {
    const page = await portal.holder(companyKey)
    await open(page, '/hours-and-money')
    const figure = told(page, 'By project').locator('figure')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      figure.getByRole('link', { name: 'CSV' }).click(),
    ])
    const lines = (await readFile((await download.path())!, 'utf8')).trimEnd().split('\r\n')
    assert.equal(download.suggestedFilename(), 'hours-and-money-by-project.csv')
    await figure.getByRole('button', { name: 'Table' }).click()
    assert.equal(await figure.locator('tbody tr').count(), lines.length - 1)
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.locator('nav').isVisible(), false)
    assert.equal(await figure.locator('svg').isVisible(), true)
  })

  test('charts are drawn for the paper when they are printed, and for the screen again after it', async () => {
    const page = await portal.holder(companyKey)
    await open(page, '/hours-and-money')
    const widths = `[...document.querySelectorAll('.plot svg')].map(svg => Number(svg.getAttribute('width')))`
    const before = (await page.evaluate(widths)) as number[]
    await page.evaluate(`addEventListener('beforeprint', () => { window.printed = ${widths} })`)
    const pdf = await page.pdf({ format: 'A4' })
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
    const printed = (await page.evaluate('window.printed')) as number[]
    assert.ok(Math.max(...before) > 1000 && Math.max(...printed) <= 680, `${before} became ${printed}`)
    assert.deepEqual(await page.evaluate(widths), before)
  })

  test('paper says in words what the figures are of, draws every week, and ends with who printed it', async () => {
    const page = await portal.operator()
    await open(page, '/recruitment?from=2026-05-05&to=2026-11-05')
    const drawn = `document.querySelectorAll('.plot .cell').length + document.querySelectorAll('.plot .quiet').length`
    const before = await page.evaluate(drawn)
    await page.evaluate(`addEventListener('beforeprint', () => { window.drawn = ${drawn} })`)
    await page.pdf({ format: 'A4' })
    assert.equal(await page.evaluate('window.drawn'), before)
    await page.emulateMedia({ media: 'print' })
    assert.match((await page.locator('.printed').textContent())!, /^5 May 2026 to 5 Nov 2026; .*\(Demo\)/)
    assert.equal(await page.locator('.filters:visible').count(), 0)
    assert.equal(await page.locator('footer.title').isVisible(), true)
  })
} else console.log(noChromium)
