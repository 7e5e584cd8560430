// Numbers on Overview, Requests, Hours and money and Records, in a real browser, against what the test itself did and
// against sums of raw records that it reads and adds up by itself; and what each number opens.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { command } from '../support/command.ts'
import { readXlsx } from '../support/exports.ts'
import type { Json } from '../support/server.ts'
import { expectNarrow, faultsOf, hasChromium, noChromium, openPortal, settled } from './browser.ts'

if (hasChromium) {
  const portal = await openPortal()
  const { companyKey, agencyKey } = portal.server
  const ask = (path: string, key: string) =>
    fetch(`${portal.origin}/api/open/v1${path}`, { headers: { Authorization: `Bearer ${key}` } })
  const muster = async (...args: string[]): Promise<Json> =>
    JSON.parse((await command([...args, '--json', '--data', portal.data])).stdout)
  const open = async (page: Page, path: string) => {
    await page.goto(`${portal.origin}/portal${path}`)
    await settled(page)
  }
  const fact = (page: Page, name: string) => page.locator(`.facts div:has(dt:text-is("${name}")) dd`)
  const section = (page: Page, title: string) => page.locator(`section:has(> h2:text("${title}"))`)
  const numberIn = async (at: Locator) => Number((await at.first().textContent())!.replaceAll(/[^\d.-]/g, ''))
  const cells = async (table: Locator) =>
    (await table.locator('tbody tr').all()).length === 0
      ? []
      : table
          .locator('tbody tr')
          .evaluateAll(rows =>
            rows.map(row =>
              [...row.children].map(cell => (cell as unknown as { textContent: string }).textContent),
            ),
          )

  test('Overview and Requests count what a key did, each refusal by its name, and each number opens as many requests', async () => {
    const agency = (await muster('keys', 'list')).find((key: Json) => key.kind === 'agency').owners[0]
    const made = await muster('keys', 'create', '--agency', agency, '--scopes', 'all', '--name', 'counted')
    const done: [path: string, times: number, status: number][] = [
      ['/timesheets?limit=1', 5, 200],
      ['/sites', 3, 403],
      ['/timesheets/nobody', 2, 404],
      ['/timesheets?limit=none', 4, 400],
      ['/nothing', 1, 404],
    ]
    for (const [path, times, status] of done)
      for (let at = 0; at < times; at++) assert.equal((await ask(path, made.secret)).status, status, path)
    const page = await portal.holder(made.secret)
    const rows = page.locator('section[aria-label="Requests by operation"]')
    await open(page, '/overview')
    await rows.getByText('COMPANY_KEY_REQUIRED').waitFor()
    await page.getByText('15 requests in the last hour: 5 answered, 10 refused').waitFor()
    assert.match((await fact(page, 'Used today').textContent())!, /^15 of /)
    const shown = (await cells(rows)).map(row => row.slice(0, 4))
    assert.deepEqual(
      new Set(shown.map(row => row.join(' '))),
      new Set(['GET /timesheets 9 9 4', 'GET /sites 3 3 3', 'GET /timesheets/{id} 2 2 2', 'not found 1 1 1']),
    )
    assert.deepEqual(await faultsOf(page), [])
    const links = await rows.locator('td a').evaluateAll(all =>
      all.map(one => {
        const link = one as unknown as {
          textContent: string
          getAttribute(name: string): string
          parentElement: { textContent: string }
        }
        return [link.textContent, link.getAttribute('href'), link.parentElement.textContent] as const
      }),
    )
    for (const [text, href, around] of links) {
      await page.goto(`${portal.origin}${href}`)
      await settled(page)
      const count = Number(/\d+/.exec(/^\d/.test(text!) ? text! : around!)![0])
      await page.locator('h2', { hasText: new RegExp(`^Requests ${count} requests?,`) }).waitFor()
      assert.equal(await page.locator('section[aria-label^="Requests"] tbody tr').count(), count, href!)
    }
    await open(page, '/requests')
    const errors = page.locator('section[aria-label="Errors by code"]')
    const counted = (await cells(errors)).map(row => [row[0], Number(row[1]), Number(row[2])])
    assert.deepEqual(counted, [
      ['BAD_REQUEST', 400, 4],
      ['COMPANY_KEY_REQUIRED', 403, 3],
      ['NOT_FOUND', 404, 3],
    ])
    await page.getByText('10 requests', { exact: true }).waitFor()
    for (const [code, , count] of counted) {
      await open(page, '/requests')
      await errors.getByRole('link', { name: String(code) }).click()
      await page.locator('h2', { hasText: new RegExp(`^Requests ${count} requests?,`) }).waitFor()
      await page.waitForFunction(
        `document.querySelectorAll('section[aria-label^="Requests"] tbody tr').length === ${count}`,
      )
    }
    await open(page, '/requests')
    await section(page, 'Errors').waitFor()
    await page.getByRole('button', { name: 'Table' }).first().click()
    const minute = page.locator('figure.chart tbody tr:has-text("4")').last().locator('a')
    await page.goto(`${portal.origin}${await minute.getAttribute('href')}`)
    await page.locator('h2', { hasText: /^Requests \d+ requests?,/ }).waitFor()
  })

  test('Records asks for nothing that the key may not call, and a key has the pages of what it may call', async () => {
    const page = await portal.holder(agencyKey)
    const refused: string[] = []
    page.on('response', answer => {
      if (answer.url().includes('/portal/api/') && answer.status() >= 400) refused.push(answer.url())
    })
    for (const list of ['timesheets', 'assignments', 'requisitions', 'workers', 'invoices']) {
      await open(page, `/records/${list}`)
      await page.locator('h2').first().waitFor()
    }
    assert.deepEqual(refused, [])
    const pages = await page.locator('nav a').allInnerTexts()
    assert.ok(pages.includes('Records') && !pages.includes('Hours and money'), pages.join())
    const [company] = (await muster('keys', 'list')).find((key: Json) => key.kind === 'company').owners
    const narrow = await muster('keys', 'create', '--company', company, '--scopes', 'read:timesheets')
    const other = await portal.holder(narrow.secret)
    const theirs = await other.locator('nav a').allInnerTexts()
    assert.ok(theirs.includes('Hours and money') && !theirs.includes('Recruitment'), theirs.join())
  })

  type Timesheet = { netHours: number; values?: { charge: { total: number }; pay: { total: number } } } & Json
  /** In ten-thousandths, so that nothing is lost in adding. */
  const sum = (rows: Timesheet[], of: (row: Timesheet) => number | undefined) =>
    Number(rows.reduce((all, row) => all + BigInt(Math.round((of(row) ?? 0) * 10_000)), 0n)) / 10_000
  const everyTimesheet = async (query: string): Promise<Timesheet[]> => {
    const rows: Timesheet[] = []
    for (let page = 1; ; page++) {
      const answer = await ask(`/timesheets?${query}&limit=200&page=${page}`, companyKey)
      const { data, meta } = (await answer.json()) as Json
      rows.push(...data)
      if (rows.length >= meta.total) return rows
    }
  }

  test('Hours and money is what raw timesheets add up to, and each bar, row and total opens as many of them', async () => {
    const page = await portal.holder(companyKey)
    for (const [status, filter] of [
      ['', 'status=approved'],
      ['status=all', ''],
    ] as const) {
      await open(page, `/hours-and-money?${status}`)
      const days = async (label: string) => page.getByLabel(label, { exact: true }).inputValue()
      const [from, to] = [await days('From'), await days('To')]
      const rows = await everyTimesheet(`${filter}&dateField=weekEnding&from=${from}&to=${to}`)
      assert.ok(rows.length > 100)
      const charge = (row: Timesheet) => row.values?.charge.total
      const pay = (row: Timesheet) => row.values?.pay.total
      const total = (name: string) => numberIn(fact(page, name).locator('a'))
      assert.equal(await total('Timesheets'), rows.length)
      assert.equal(
        await total('Net hours'),
        sum(rows, row => row.netHours),
      )
      assert.equal(await total('Charge'), sum(rows, charge))
      assert.equal(await total('Pay'), sum(rows, pay))
      assert.match((await fact(page, 'Charge').textContent())!, /^£[\d,.]+[+−±].* % from £/)
      assert.deepEqual(await faultsOf(page), [])
      for (const [title, name] of [
        ['By project', (row: Timesheet) => row.project?.name],
        ['By agency', (row: Timesheet) => row.agency?.name],
      ] as const) {
        await section(page, title).getByRole('button', { name: 'Table' }).click()
        const shown = await cells(section(page, title).locator('section.wide'))
        const own = [...Map.groupBy(rows, name)].map(([group, of]) => [
          group ?? `no ${title.slice(3)}`,
          of.length,
          sum(of, row => row.netHours),
          sum(of, charge),
          sum(of, pay),
        ])
        const asNumber = (text: string) => Number(text.replaceAll(/[£,]/g, ''))
        assert.deepEqual(
          new Set(shown.map(([group, ...of]) => [group, ...of.slice(0, 4).map(asNumber)].join(' '))),
          new Set(own.map(row => row.join(' '))),
        )
      }
      if (status) continue
      const opened = async (href: string, count: number) => {
        const other = await page.context().newPage()
        await other.goto(`${portal.origin}${href}`)
        await settled(other)
        await other.locator('h2', { hasText: `of ${count.toLocaleString('en-GB')}` }).waitFor()
        await other.close()
      }
      await opened((await fact(page, 'Timesheets').locator('a').getAttribute('href'))!, rows.length)
      await section(page, 'By week').getByRole('button', { name: 'Table' }).first().click()
      const tables = page.locator('section:has(> h2:text("By")) section.wide tbody')
      for (const table of await tables.all()) {
        const all = await table.locator('tr:has(a)').all()
        for (const row of [all[0]!, all.at(-1)!]) {
          const href = await row.locator('a').getAttribute('href')
          await opened(href!, await numberIn(row.locator('td').first()))
        }
      }
      const bars = page.locator('svg[role=group] a')
      assert.ok((await bars.count()) > 10)
      await bars.last().click()
      await page.waitForURL(/\/records\/timesheets\?/)
    }
  })

  test('a period is said in words, stays in the address, and moves the days that are asked for', async () => {
    const page = await portal.holder(companyKey)
    await open(page, '/hours-and-money')
    await page.getByLabel('Period').selectOption('last month')
    await page.waitForURL(/period=last\+month/)
    const today = new Date()
    const first = (back: number) =>
      new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1)).toISOString().slice(0, 10)
    assert.equal(await page.getByLabel('From', { exact: true }).inputValue(), first(1))
    const to = await page.getByLabel('To', { exact: true }).inputValue()
    const { meta } = (await (
      await ask(
        `/timesheets?status=approved&dateField=weekEnding&from=${first(1)}&to=${to}&limit=1`,
        companyKey,
      )
    ).json()) as Json
    await open(page, '/records/timesheets?period=last+month&dateField=weekEnding&status=approved')
    await page.locator('h2', { hasText: `of ${meta.total.toLocaleString('en-GB')}` }).waitFor()
    await page.getByLabel('From', { exact: true }).fill(first(2))
    await page.waitForURL(url => !url.search.includes('period=') && url.search.includes(`to=${to}`))
    assert.deepEqual(await faultsOf(page), [])
    const phone = await portal.holder(companyKey, { width: 390, height: 844, colorScheme: 'dark' })
    for (const path of ['/hours-and-money', '/overview', '/requests', '/records/timesheets']) {
      await open(phone, path)
      assert.deepEqual(await faultsOf(phone), [], path)
      await expectNarrow(phone)
    }
  })

  test('columns are chosen and kept, a view keeps them with the filters, and rows go to a workbook and the clipboard', async () => {
    const page = await portal.holder(companyKey)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(page, '/records/timesheets?status=approved')
    const heads = () => page.locator('section[aria-label="Timesheets"] thead th').allTextContents()
    assert.ok(!(await heads()).includes('Pay total'))
    await page.getByText('Columns', { exact: true }).click()
    await page.getByLabel('Pay total', { exact: true }).check()
    await page.getByLabel('Agency name', { exact: true }).uncheck()
    await page.waitForURL(/columns=/)
    const chosen = await heads()
    assert.ok(chosen.includes('Pay total') && !chosen.includes('Agency'), chosen.join())
    assert.deepEqual(await faultsOf(page), [])
    await open(page, '/records/timesheets')
    assert.deepEqual(await heads(), chosen, 'the browser remembers them')

    await open(
      page,
      '/records/timesheets?status=approved&columns=reference,weekEnding,netHours,values.pay.total',
    )
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByText('No view is kept for this key yet').waitFor()
    await page.getByLabel('Keep this page as').fill('Pay of the week')
    await page.getByRole('button', { name: 'Keep', exact: true }).click()
    await page.getByRole('link', { name: 'Pay of the week' }).waitFor()
    assert.deepEqual(await faultsOf(page), [])
    const elsewhere = await portal.holder(companyKey, { width: 390, height: 844, colorScheme: 'dark' })
    await open(elsewhere, '/requests')
    await elsewhere.getByRole('button', { name: 'Views' }).click()
    await elsewhere.getByRole('link', { name: 'Pay of the week' }).click()
    await elsewhere.waitForURL(/records\/timesheets\?status=approved&columns=reference/)
    await settled(elsewhere)
    assert.deepEqual(await faultsOf(elsewhere), [])
    await expectNarrow(elsewhere)

    await page.keyboard.press('Escape')
    const answer = await ask('/timesheets?status=approved&limit=50', companyKey)
    const rows = ((await answer.json()) as Json).data as Timesheet[]
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'XLSX', exact: true }).click()
    const saved = await readXlsx(await readFile((await (await saving).path())!))
    assert.deepEqual(saved.header, ['Reference', 'Week ending', 'Net hours', 'Pay total'])
    const [listed, about] = [saved.rows.slice(0, rows.length), saved.rows.slice(rows.length)]
    assert.deepEqual(saved.sheets, ['timesheets', 'About'])
    const said = new Map(about.map(([what, value]) => [what, value]))
    assert.deepEqual([said.get('Page'), said.get('Status')], ['Records', 'Approved'])
    assert.deepEqual(
      listed.map(([reference, , hours, pay]) => [reference, hours, pay]),
      rows.map(row => [row.reference, row.netHours, row.values!.pay.total]),
    )
    assert.ok(saved.rows[0]![1] instanceof Date)
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByText('50 rows are on the clipboard').waitFor()
    const copied = (await page.evaluate('navigator.clipboard.readText()')) as string
    assert.equal(copied.split('\n').length, 51)
    assert.equal(copied.split('\n')[1]!.split('\t')[0], rows[0]!.reference)
  })

  test('a list of operators goes to a workbook as values: numbers, moments, and nothing where there is nothing', async () => {
    const page = await portal.operator()
    const saved = async (path: string) => {
      await open(page, path)
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: 'XLSX', exact: true }).last().click()
      return readXlsx(await readFile((await (await saving).path())!))
    }
    const keys = await saved('/keys')
    const stored = (await muster('keys', 'list')).find((key: Json) => companyKey.endsWith(key.hint.slice(-4)))
    const row = keys.rows.find(([name]) => String(name).endsWith(stored.hint))!
    const of = (head: string) => row[keys.header.indexOf(head)]
    assert.equal(of('Scopes'), stored.scopes.length)
    assert.ok(of('Last use') instanceof Date)
    assert.ok(!of('Expires'), `${of('Expires')}`)
    const requests = await saved('/requests')
    assert.deepEqual(requests.header.slice(0, 3), ['At (UTC)', 'Key', 'Operation'])
    assert.equal(typeof requests.rows[0]![requests.header.indexOf('Status')], 'number')
  })

  test('the first page takes less than 60 kB without its fonts', async () => {
    for (const page of [await portal.holder(companyKey), await portal.operator()]) {
      const context = await portal.browser.newContext({ storageState: await page.context().storageState() })
      const fresh = await context.newPage()
      const sizes: [string, number][] = []
      fresh.on('requestfinished', async request => {
        const { pathname } = new URL(request.url())
        if (/^\/portal(\/assets\/|$)/.test(pathname) && !pathname.endsWith('.woff2'))
          sizes.push([pathname, (await request.sizes()).responseBodySize])
      })
      await fresh.goto(`${portal.origin}/portal`)
      await settled(fresh)
      await fresh.waitForLoadState('networkidle')
      const bytes = sizes.reduce((all, [, size]) => all + size, 0)
      assert.ok(sizes.length > 3 && bytes < 60_000, `${bytes}: ${JSON.stringify(sizes)}`)
      await context.close()
    }
  })

  test('all scopes of a new key, and all events of a new endpoint, are in sight', async () => {
    const page = await portal.operator()
    await open(page, '/keys')
    await page.getByRole('button', { name: 'New key' }).click()
    const list = page.locator('fieldset.ticks-of')
    await list.waitFor()
    assert.ok((await list.locator('input').count()) > 10)
    const [inner, outer] = await list.evaluate(one => [one.scrollHeight, one.clientHeight])
    assert.ok(inner! <= outer!, `${inner} in ${outer}`)
    assert.deepEqual(await faultsOf(page), [])
    await open(page, '/webhooks')
    await page.getByRole('button', { name: 'New endpoint' }).click()
    await page.getByLabel('Events').selectOption('some')
    const events = page.locator('dialog .events')
    await events.locator('input').last().waitFor()
    assert.equal(await events.evaluate(one => one.scrollHeight - one.clientHeight), 0)
  })
} else test('the numbers of pages are not tested without Chromium', () => console.log(noChromium))
