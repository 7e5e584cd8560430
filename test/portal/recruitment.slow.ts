// Every number of Recruitment opens what it counts, and there are as many of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { command } from '../support/command.ts'
import type { Json } from '../support/server.ts'
import { expectNarrow, faultsOf, hasChromium, noChromium, openPortal, settled } from './browser.ts'

if (hasChromium) {
  const portal = await openPortal()
  const muster = async (...args: string[]): Promise<Json> =>
    JSON.parse((await command([...args, '--json', '--data', portal.data])).stdout)
  const company = (await muster('keys', 'list')).find((key: Json) => key.kind === 'company').owners[0]
  const key = async (name: string, ...more: string[]): Promise<string> =>
    (await muster('keys', 'create', '--company', company, '--name', name, ...more)).secret
  // Every number is asked about in a minute.
  const companyKey = await key('recruiter', '--scopes', 'all', '--per-minute', '2000')
  const open = async (page: Page, path: string) => {
    await page.goto(`${portal.origin}/portal${path}`)
    await settled(page)
  }
  const counted = async (address: URL): Promise<Json> => {
    const query = new URLSearchParams(address.search)
    query.delete('as')
    const answer = await fetch(
      `${portal.origin}/api/open/v1/requisitions/recruitment-metrics?${query}&limit=200`,
      { headers: { Authorization: `Bearer ${companyKey}` } },
    )
    const body = (await answer.json()) as Json
    assert.equal(answer.status, 200, JSON.stringify(body))
    return body
  }

  test('each number of Recruitment opens as many records as it says, in pictures and in tables', async () => {
    const page = await portal.holder(companyKey)
    await open(page, '/recruitment?from=2020-01-01')
    for (const button of await page.getByRole('button', { name: 'Table' }).all()) await button.click()
    const links = await page
      .locator('main a[href*="/recruitment/records"]:not([tabindex="-1"])')
      .evaluateAll(all =>
        all.map(one => [(one.getAttribute('aria-label') ?? one.textContent)!, one.getAttribute('href')!]),
      )
    const metrics = new Set<string>()
    for (const [words, href] of links) {
      const address = new URL(href!, portal.origin)
      const metric = address.searchParams.get('metric')!
      const records = address.searchParams.get('records')!
      metrics.add(metric)
      const { meta } = await counted(address)
      const said = `${words} ${href}`
      const count = records === 'offered' || records === 'assigned' ? meta.sum : meta.total
      assert.ok(count > 0, said)
      assert.match(words!, new RegExp(`(^|[^\\d,])${count.toLocaleString('en-GB')}([^\\d,]|$)`), said)
    }
    assert.deepEqual([...metrics].sort(), ['stages', 'supplierResponses', 'timeToFill', 'workersOverHours'])
    assert.ok(links.length > 40, `${links.length} links`)
  })

  test('what a number counts is a list with its filters, its way back, and records that open', async () => {
    for (const look of [
      { width: 1440, height: 900, colorScheme: 'light' },
      { width: 390, height: 844, colorScheme: 'dark' },
    ] as const) {
      const page = await portal.holder(companyKey, look)
      await open(page, '/recruitment?from=2020-01-01')
      const stages = page.locator('section:has(> h2:text("Stages"))')
      await stages
        .getByRole('link', { name: /\d+ of \d+/ })
        .first()
        .click()
      await page.getByRole('heading', { level: 1, name: 'Submissions' }).waitFor()
      await settled(page)
      const { meta } = await counted(new URL(page.url()))
      await page.locator('h2', { hasText: `of ${meta.total.toLocaleString('en-GB')}` }).waitFor()
      await page.getByText(meta.counted).waitFor()
      assert.deepEqual(await faultsOf(page), [])
      await expectNarrow(page)
      await page.locator('tbody th a').first().click()
      await page.waitForURL(/records\/requisitions\//)
      await settled(page)
      assert.equal(await page.locator('.failed').count(), 0)
      await page.goBack()
      await page.getByRole('link', { name: 'Back to Recruitment' }).click()
      await page.getByRole('heading', { level: 1, name: 'Recruitment' }).waitFor()
      await settled(page)
      assert.match(page.url(), /from=2020-01-01/)
      assert.deepEqual(await faultsOf(page), [])
      const cell = page.locator('section:has(> h2:text("Workers over hours")) svg a').first()
      await cell.click()
      await page.getByRole('heading', { level: 1, name: 'Weeks of workers' }).waitFor()
      await settled(page)
      assert.deepEqual(await faultsOf(page), [])
      const hours = Number(await page.locator('tbody tr').first().locator('td').last().textContent())
      await page.locator('tbody th a').first().click()
      await page.waitForURL(/records\/timesheets\?.*worker=/)
      await settled(page)
      const net = await page.locator('tbody td[data-head="Net hours"]').allTextContents()
      assert.equal(
        net.reduce((sum, one) => sum + Number(one), 0),
        hours,
      )
    }
  })

  test('a key that may not read timesheets sees how many worked too long, and not who', async () => {
    const page = await portal.holder(await key('requisitions alone', '--scopes', 'read:requisitions'))
    await open(page, '/recruitment?from=2020-01-01')
    const hours = page.locator('section:has(> h2:text("Workers over hours"))')
    await hours.locator('svg').waitFor()
    assert.equal(await hours.locator('a[href*="recruitment/records"]').count(), 0)
    assert.ok((await page.locator('section:has(> h2:text("Stages")) svg a').count()) > 0)
  })
} else test('the numbers of Recruitment are not tested without Chromium', () => console.log(noChromium))
