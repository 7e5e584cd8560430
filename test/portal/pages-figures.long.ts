// Today, requests, recruitment and hours as operators and holders of keys see them, in every look and through their
// main journey.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  expectNarrow,
  faultsOf,
  hasChromium,
  type Looks,
  noChromium,
  openPortal,
  settled,
} from './browser.ts'

const looks: Looks[] = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
  { width: 360, height: 740, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
]

type Filled = { group: string; excludedOutliers: number; values: { medianDays: number; count: number } }
type Answer = { data: Filled[]; meta: { withdrawalSummary: { submissions: number; withdrawn: number } } }

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
      body: (await answer.json()) as Answer,
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
    for (const link of await page.locator('.attn a').all()) {
      const address = await link.getAttribute('href')
      assert.match(address!, /^\/portal\/(webhooks|matches|keys|loads)/)
    }
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
    const { meta } = (await ask(path)).body
    const { submissions, withdrawn } = meta.withdrawalSummary
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
} else console.log(noChromium)
