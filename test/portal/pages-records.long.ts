// Records in the portal: found by the API's own filters, read as a person reads them, and told who can see them.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Json } from '../support/server.ts'
import { expectNarrow, faultsOf, hasChromium, noChromium, openPortal, settled } from './browser.ts'

if (hasChromium) {
  const portal = await openPortal()
  const { companyKey, agencyKey } = JSON.parse(await readFile(join(portal.data, 'demo.json'), 'utf8'))
  const ask = async (path: string, key: string) => {
    const answer = await fetch(`${portal.origin}/api/open/v1${path}`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    return (await answer.json()) as Json
  }
  const open = async (page: Page, path: string) => {
    await page.goto(`${portal.origin}/portal${path}`)
    await settled(page)
  }
  const rows = (page: Page) => page.locator('.lines tbody tr')

  test('every list that a key opens can be seen, and each first record read', async () => {
    for (const key of [companyKey, agencyKey]) {
      const page = await portal.holder(key)
      await open(page, '/records')
      const names = await page
        .getByLabel('List')
        .locator('option')
        .evaluateAll(all => all.map(one => one.getAttribute('value')!))
      assert.ok(names.length > 10)
      for (const name of names) {
        await open(page, `/records/${name}`)
        assert.equal(await page.locator('.failed').count(), 0, `${name} failed`)
        const link = page.locator('.lines tbody a').first()
        if ((await link.count()) === 0) continue
        await link.click()
        await page.getByRole('button', { name: 'As JSON' }).waitFor()
        await settled(page)
        assert.equal(await page.locator('.failed').count(), 0, `a record of ${name} failed`)
        assert.deepEqual(await faultsOf(page), [], `a record of ${name}`)
      }
    }
  })

  test('filters are those of the API, stay in the address, and change what is counted', async () => {
    const page = await portal.holder(companyKey)
    await open(page, '/records/timesheets')
    await page.locator('form').getByLabel('Status', { exact: true }).selectOption('approved')
    assert.match(page.url(), /status=approved/)
    const { meta } = await ask('/timesheets?status=approved&limit=1', companyKey)
    await page
      .getByText(`of ${meta.total.toLocaleString('en-GB')}`, { exact: false })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Last' }).click()
    await page.locator('.stale').waitFor({ state: 'detached' })
    assert.equal(await rows(page).count(), meta.total % 50 || 50)
    const jump = page.getByLabel('page', { exact: false }).and(page.locator('.jump input'))
    for (const [typed, shown] of [
      ['2', '2'],
      ['999999', '2'],
    ] as const) {
      await jump.fill(typed)
      await jump.press('Enter')
      await page.locator('.stale').waitFor({ state: 'detached' })
      assert.equal(await jump.inputValue(), shown)
      assert.match(page.url(), /[?&]page=2(&|$)/)
    }
    assert.equal(await rows(page).count(), 50)
    await page.reload()
    assert.equal(await page.locator('form').getByLabel('Status', { exact: true }).inputValue(), 'approved')
  })

  test('what a list matches is downloaded whole', async () => {
    const page = await portal.holder(companyKey)
    await open(page, '/records/sites')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'sites.csv')
    const { meta } = await ask('/sites?limit=1', companyKey)
    const lines = (await readFile((await download.path())!, 'utf8')).trimEnd().split('\n')
    assert.equal(lines.length, meta.total + 1)
  })

  test('operators see as a key, follow what a record mentions, and learn who can see it', async () => {
    const page = await portal.operator({ width: 390, height: 844 })
    await open(page, '/records/timesheets')
    const choice = page.getByLabel('See as')
    const agency = await choice
      .locator('option')
      .evaluateAll(all => all.find(one => one.textContent!.includes('agency'))!.getAttribute('value'))
    await choice.selectOption(agency)
    const { meta } = await ask('/timesheets?limit=1', agencyKey)
    await page
      .getByText(`of ${meta.total.toLocaleString('en-GB')}`)
      .first()
      .waitFor()
    await page.locator('.lines tbody a').first().click()
    await page.getByText('sees it').first().waitFor()
    const seers = page.locator('section:has(> h2:text("Who can see it")) tbody tr')
    const { company } = (
      await ask(`/timesheets/${new URL(page.url()).pathname.split('/').at(-1)}`, agencyKey)
    ).data
    await seers.getByText(`${company.name} ${company.id}`, { exact: true }).first().waitFor()
    await seers.getByText(`connected to the company: ${company.name} ${company.id}`).waitFor()
    await page.locator('section:has(> h2:text("History")) tbody tr').first().waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await expectNarrow(page)
    await page.locator('.facts div:has(dt:text-is("Worker")) a').click()
    await page.getByRole('link', { name: 'All workers' }).waitFor()
    assert.match(page.url(), new RegExp(`/records/workers/.*as=${agency}`))
    await page.getByRole('button', { name: 'As JSON' }).click()
    await page.locator('pre').waitFor()
    const { id } = JSON.parse((await page.locator('pre').textContent())!)
    assert.ok(page.url().includes(id))
  })
} else console.log(noChromium)
