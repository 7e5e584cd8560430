// Clearances as a site manager uses them in a real browser: every number against clearances that the test itself reads, what
// each cell opens, the gate list with its hash, what to chase, and one worker in time.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { checksAreDone } from '../support/billing.ts'
import { dataFolder } from '../support/process.ts'
import type { Json } from '../support/server.ts'
import { expectNarrow, faultsOf, hasChromium, noChromium, openPortal, settled } from './browser.ts'

if (hasChromium) {
  const portal = await openPortal({}, [], await dataFolder(), ['--demo'])
  await checksAreDone(portal.data)
  const { companyKey, agencyKey } = portal.server
  const ask = async (path: string, key = companyKey): Promise<Json> => {
    const answer = await fetch(`${portal.origin}/api/open/v1${path}`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    const body = (await answer.json()) as Json
    assert.equal(answer.status, 200, JSON.stringify(body))
    return body
  }
  const every = async (query: string, key = companyKey): Promise<Json[]> => {
    const { data, meta } = await ask(`/clearances?limit=200&${query}`, key)
    const more = meta.total > 200 ? (await ask(`/clearances?limit=200&page=2&${query}`, key)).data : []
    return [...data, ...more]
  }
  const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const tomorrow = dayFrom(1)
  const outs = `from=${tomorrow}&to=${dayFrom(28)}&days=0&state=notCleared,unknown`
  const open = async (page: Page, path: string) => {
    await page.goto(`${portal.origin}/portal${path}`)
    await settled(page)
    await page.waitForLoadState('networkidle')
  }
  const section = (page: Page, title: string) => page.locator(`section:has(> h2:text("${title}"))`)
  const phone = { width: 390, height: 844, colorScheme: 'dark' } as const

  test('the first page says how many may enter tomorrow, and whom to call first, to a company and to an agency', async () => {
    for (const key of [companyKey, agencyKey]) {
      const page = await portal.holder(key)
      await open(page, '/clearances')
      const { counts, people } = (await ask(`/clearances/gate-list?on=${tomorrow}`, key)).data
      const shown = await page.locator('.facts dd').allTextContents()
      assert.deepEqual(shown.map(Number), [
        counts.notCleared,
        counts.unknown,
        counts.expiring,
        counts.cleared,
      ])
      const starting = people.filter(({ starts }: Json) => starts)
      assert.ok(starting.length > 0)
      const rows = section(page, 'Starts on').locator('tbody tr')
      assert.equal(await rows.count(), starting.length)
      assert.deepEqual(await faultsOf(page), [])
    }
  })

  test('each cell of the calendar has those who fall out on that day, and opens them', async () => {
    const page = await portal.holder(companyKey)
    await open(page, '/clearances')
    const rows = await every(outs)
    const cells = Map.groupBy(rows, ({ site, day }) => `${site.name}, ${day.slice(0, 10)}`)
    const links = await page
      .locator('main svg a')
      .evaluateAll(all => all.map(one => one.getAttribute('aria-label')!.split(':')[0]!))
    assert.deepEqual(links.toSorted(), [...cells.keys()].toSorted())
    const [name, of] = [...cells].find(([name]) => !name.endsWith(tomorrow))!
    await page.locator(`main svg a[aria-label^="${name}:"]`).click()
    const opened = section(page, 'Falls out on').locator('tbody tr')
    await opened.first().waitFor()
    assert.equal(await opened.count(), of.length)
    assert.deepEqual(
      (await opened.locator('th a').allTextContents()).toSorted(),
      of.map(({ worker }) => worker.name).toSorted(),
    )
    assert.deepEqual(await faultsOf(page), [])
  })

  test('the gate list of a site has its people, is printed with its hash, and that is the hash of its file', async () => {
    const [stopped] = await every(`on=${tomorrow}&state=notCleared`)
    const all = await every(`on=${tomorrow}&site=${stopped!.site.id}`)
    for (const page of [await portal.holder(companyKey), await portal.holder(companyKey, phone)]) {
      await open(page, `/clearances/gate?site=${stopped!.site.id}`)
      await page.getByRole('heading', { level: 1, name: `Gate list: ${stopped!.site.name}` }).waitFor()
      const [no, yes] = ['May not enter', 'May enter'].map(title => section(page, title).locator('tbody tr'))
      const may = all.filter(({ state }) => state === 'cleared' || state === 'expiring')
      assert.deepEqual([await no!.count(), await yes!.count()], [all.length - may.length, may.length])
      const shown = (await page.locator('#hash code').first().textContent())!.replaceAll(' ', '')
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download CSV' }).click()
      const file = await readFile((await (await saving).path())!)
      assert.equal(createHash('sha256').update(file).digest('hex'), shown)
      assert.deepEqual(await faultsOf(page), [])
      await expectNarrow(page)
    }
    const page = await portal.holder(companyKey)
    await open(page, `/clearances/gate?site=${stopped!.site.id}`)
    await page.emulateMedia({ media: 'print' })
    assert.ok(await page.locator('#hash code').first().isVisible())
    assert.ok(!(await page.getByRole('navigation').isVisible()))
    assert.ok((await page.pdf({ format: 'A4' })).length > 10_000)
  })

  test('what to chase is told by agency to a company, and by company to an agency', async () => {
    const week = `from=${tomorrow}&to=${dayFrom(7)}&days=0&state=notCleared,unknown`
    for (const [key, party] of [
      [companyKey, 'agency'],
      [agencyKey, 'company'],
    ] as const) {
      const page = await portal.holder(key)
      await open(page, '/clearances/chase')
      const parties = Map.groupBy(await every(week, key), row => row[party].name)
      for (const [name, of] of parties)
        assert.equal(await section(page, name).locator('tbody tr').count(), of.length, name)
      assert.equal(await page.locator('main section > h2').count(), parties.size)
      assert.deepEqual(await faultsOf(page), [])
    }
  })

  test('what somebody lacks is said once: where a card is missing, its check with the scheme goes without saying', async () => {
    const week = `from=${tomorrow}&to=${dayFrom(7)}&days=0&state=notCleared,unknown`
    const rows = await every(week)
    const without = ({ needs }: Json) =>
      needs.filter(({ source, reason }: Json) => source === 'smartCheck' && reason === 'none')
    assert.ok(rows.some(row => without(row).length > 0))
    const page = await portal.holder(companyKey)
    await open(page, '/clearances/chase')
    const told = await page.locator('td[data-head="What is lacking"]').allTextContents()
    assert.equal(told.length, rows.length)
    for (const text of told) {
      const sentences = text.split(/(?<=\.) /)
      assert.equal(new Set(sentences).size, sentences.length, text)
      assert.doesNotMatch(text, /no document for this: smart check of/)
    }
    const unchecked = rows.filter(({ needs }) =>
      needs.some(({ source, reason }: Json) => source === 'smartCheck' && reason === 'notValidated'),
    )
    const confirmed = told.filter(text => text.includes('has not been confirmed by its card scheme'))
    assert.equal(confirmed.length, unchecked.length)
  })

  test('a worker is shown in time: each change of a placement, every document, and what is asked for', async () => {
    const [row] = await every(`on=${dayFrom(0)}&state=expiring`)
    const { data: worker } = await ask(`/workers/${row!.worker.id}`)
    for (const page of [await portal.holder(companyKey), await portal.holder(companyKey, phone)]) {
      await open(page, `/clearances/workers/${row!.worker.id}`)
      await page.getByRole('heading', { level: 1, name: worker.name }).waitFor()
      const placements = section(page, 'Placements').locator('tbody tr')
      await placements.first().waitFor()
      assert.match((await placements.first().textContent())!, /cleared/)
      assert.match((await placements.nth(1).textContent())!, /not cleared|not known/)
      const documents = section(page, 'Documents in time')
      await documents.locator('svg').waitFor()
      assert.equal(
        await documents.locator('svg title').count(),
        worker.attachments.length + worker.rightToWork.length,
      )
      assert.equal(await section(page, 'What is asked for').locator('tbody tr').count(), row!.needs.length)
      assert.deepEqual(await faultsOf(page), [])
      await expectNarrow(page)
    }
  })

  test('a day on which nobody works says so', async () => {
    const page = await portal.holder(companyKey)
    await open(page, '/clearances?on=2019-01-01')
    await page.getByText('Nobody is to be here on 1 Jan 2019.').waitFor()
    assert.deepEqual(await faultsOf(page), [])
  })
} else test('clearances are not tested without Chromium', () => console.log(noChromium))
