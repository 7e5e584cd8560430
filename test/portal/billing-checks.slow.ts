// Billing checks as a clerk uses them in a real browser: every number against findings that the test itself reads and adds up,
// what each opens, the workbook for the other side, and marks.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { openDatabase } from '../../src/database/database.ts'
import { lockedSession, locks } from '../../src/database/locks.ts'
import { runningDatabase } from '../../src/embedded/postgresql.ts'
import { checksAreDone } from '../support/billing.ts'
import { command } from '../support/command.ts'
import { eventually } from '../support/eventually.ts'
import { readXlsx } from '../support/exports.ts'
import { dataFolder } from '../support/process.ts'
import type { Json } from '../support/server.ts'
import { expectNarrow, faultsOf, hasChromium, noChromium, openPortal, settled } from './browser.ts'

if (hasChromium) {
  const portal = await openPortal({}, [], await dataFolder(), ['--demo'])
  const { agencyKey } = portal.server
  const muster = async (...args: string[]): Promise<Json> => {
    const { code, stdout, stderr } = await command([...args, '--json', '--data', portal.data])
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  const companies = (await muster('keys', 'list')).find((key: Json) => key.kind === 'company').owners
  const keyWith = async (scopes: string): Promise<string> => {
    const limits = ['--per-minute', '5000']
    const owners = ['--company', companies.join()]
    return (await muster('keys', 'create', ...owners, '--scopes', scopes, '--name', 'clerk', ...limits))
      .secret
  }
  // Every number is asked about in a minute.
  const companyKey = await keyWith('all')
  const ask = async (path: string, key = companyKey): Promise<Json> => {
    const answer = await fetch(`${portal.origin}/api/open/v1${path}`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    const body = (await answer.json()) as Json
    assert.equal(answer.status, 200, JSON.stringify(body))
    return body
  }
  const open = async (page: Page, path: string) => {
    await page.goto(`${portal.origin}/portal${path}`)
    await settled(page)
    await page.waitForLoadState('networkidle')
  }
  const section = (page: Page, title: string) => page.locator(`section:has(> h2:text("${title}"))`)
  const shortDay = (day: string) =>
    new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
      .format(new Date(day))
      .replace('Sept', 'Sep')

  /** Somebody's same hours on timesheets of two agencies, so that the finding is of neither. */
  async function overlapAgencies(): Promise<void> {
    const { data } = await ask('/billing-checks')
    const overlap = data.find(({ code }: Json) => code === 'overlaps')
    const isOther = ({ agency, company }: Json) =>
      company.id === overlap.company.id && agency && agency.id !== overlap.agency.id
    const record = { id: overlap.timesheets[1].id, agency: { id: data.find(isOther).agency.id } }
    const file = join(portal.data, 'two-agencies.ndjson')
    await writeFile(file, `${JSON.stringify({ type: 'timesheet', patch: true, record })}\n`)
    await muster('load', file)
    await checksAreDone(portal.data)
  }
  await checksAreDone(portal.data)
  await overlapAgencies()

  type Finding = Json & { amount: number; weekEnding: string }
  const everyFinding = async (query = '', key = companyKey): Promise<Finding[]> => {
    const { data, meta } = await ask(`/billing-checks?limit=200&${query}`, key)
    assert.equal(data.length, meta.total)
    return data
  }
  const pence = (all: readonly number[]) => all.reduce((sum, one) => sum + Math.round(one * 100), 0)
  const pounds = (sum: number) =>
    new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' }).format(sum / 100)
  /** As a cell says it. */
  const said = (findings: readonly Finding[]): string => {
    const much = pence(findings.map(({ amount }) => Math.max(0, amount)))
    const little = pence(findings.map(({ amount }) => Math.max(0, -amount)))
    return [
      much > 0 && `+${pounds(much)}`,
      little > 0 && `−${pounds(little)}`,
      much === 0 && little === 0 && '£0.00',
      `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`,
    ]
      .filter(Boolean)
      .join(' ')
  }
  /** The words of each, with where it leads to. */
  const wordsIn = (all: Locator) =>
    all.evaluateAll(found =>
      found.map(one => {
        const { textContent, parts } = {
          textContent: one.textContent as string,
          parts: [...one.querySelectorAll('div, small')] as { textContent: string }[],
        }
        const words = parts.map(part => part.textContent).join(' ')
        return { words: words || textContent, href: one.getAttribute('href') as string }
      }),
    )

  /** The whole table: each cell that there is, and none besides. */
  async function expectTable(page: Page, key: string, party: 'agency' | 'company'): Promise<Finding[]> {
    const findings = await everyFinding('', key)
    const weeks = [...new Set(findings.map(({ weekEnding }) => weekEnding.slice(0, 10)))].sort()
    const nobody = party === 'agency' ? 'Several agencies' : 'Several companies'
    const rows = Map.groupBy(findings, one => one[party]?.name ?? nobody)
    rows.set(party === 'agency' ? 'All agencies' : 'All companies', findings)
    const cellOf = (of: readonly Finding[]) => (of.length > 0 ? said(of) : '')
    const expected = [...rows].map(([name, of]) => [
      name,
      ...weeks.map(week => cellOf(of.filter(one => one.weekEnding.startsWith(week)))),
      cellOf(of),
    ])
    const table = section(page, `By ${party} and week`)
    const heads = await table.locator('thead th').allTextContents()
    assert.deepEqual(heads.slice(1), [...weeks.map(shortDay), 'All weeks'])
    const shown: string[][] = []
    for (const row of await table.locator('tbody tr').all())
      shown.push([
        (await row.locator('th').textContent())!,
        ...(await wordsIn(row.locator('td'))).map(({ words }) => words),
      ])
    const sorted = (all: readonly string[][]) => all.map(row => row.join(' | ')).toSorted()
    assert.deepEqual(sorted(shown), sorted(expected))
    return findings
  }

  test('what is at stake is what the findings add up to, for a company and for an agency, and no number is besides', async () => {
    for (const [key, party] of [
      [companyKey, 'agency'],
      [agencyKey, 'company'],
    ] as const) {
      const page = await portal.holder(key)
      await open(page, '/billing-checks')
      const findings = await expectTable(page, key, party)
      assert.ok(findings.length >= 10)
      const stake = pounds(pence(findings.map(({ amount }) => Math.abs(amount))))
      await page.getByText(`${stake} is at stake in ${findings.length} findings`).waitFor()
      await page.locator('.facts').getByText(`${stake} in ${findings.length} findings`).waitFor()
      const kinds = section(page, 'By what is wrong').locator('tbody tr')
      assert.equal(await kinds.count(), new Set(findings.map(({ code }) => code)).size)
      assert.deepEqual(await faultsOf(page), [])
    }
  })

  test('each number opens as many findings that come to as much, also those of several agencies', async () => {
    const page = await portal.holder(companyKey)
    await open(page, '/billing-checks')
    const links = page.locator('main td a, main .facts a')
    const all = await wordsIn(links)
    assert.ok(all.length > 50, `${all.length} links`)
    const opened = new Map<string, string>()
    for (const { href, words: text } of all) {
      const query = new URL(href, portal.origin).searchParams
      const isSeveral = query.get('agency') === 'several'
      if (isSeveral) query.delete('agency')
      const among = (await everyFinding(`${query}`)).filter(one => !isSeveral || !one.agency)
      const much = pounds(pence(among.map(({ amount }) => Math.max(0, amount))))
      const little = pounds(pence(among.map(({ amount }) => Math.max(0, -amount))))
      const stake = pounds(pence(among.map(({ amount }) => Math.abs(amount))))
      const fits = [said(among), `${among.length}`, much, little, `${stake} in ${among.length} findings`]
      assert.ok(fits.includes(text), `${href} says ${text}, and there are ${said(among)}`)
      opened.set(isSeveral ? 'several' : href.includes('code=') ? 'code' : 'cell', href)
    }
    assert.deepEqual([...opened.keys()].toSorted(), ['cell', 'code', 'several'])
    for (const [kind, href] of opened) {
      await page.goto(`${portal.origin}${href}`)
      await settled(page)
      const query = new URL(page.url()).searchParams
      if (kind === 'several') query.delete('agency')
      const among = (await everyFinding(`${query}`)).filter(one => kind !== 'several' || !one.agency)
      await page.locator('h2', { hasText: `of ${among.length}` }).waitFor()
      const sentences = await page.locator('td[data-head="In a sentence"]').allTextContents()
      assert.deepEqual(
        sentences,
        among.slice(0, 50).map(({ sentence }) => sentence),
        'the largest first',
      )
      assert.deepEqual(await faultsOf(page), [])
    }
  })

  test('a finding shows its records side by side, with the values that do not fit marked, and each opens', async () => {
    const phone = { width: 390, height: 844, colorScheme: 'dark' } as const
    for (const page of [await portal.holder(companyKey), await portal.holder(companyKey, phone)]) {
      const [finding] = await everyFinding('code=rateDiffers')
      await open(page, `/billing-checks/${finding!.id}`)
      await page.getByText(finding!.sentence).waitFor()
      const beside = section(page, 'Side by side')
      const odd = finding!.compared.filter(({ differs }: Json) => differs)
      assert.equal(await beside.locator('.differs').count(), odd.length)
      assert.equal(await beside.locator('dl > div').first().getAttribute('class'), 'differs')
      const names = await beside.locator('h3 a').allTextContents()
      const named = [...finding!.assignments, ...finding!.timesheets].map(({ reference }: Json) => reference)
      assert.deepEqual(names.toSorted(), named.toSorted())
      assert.deepEqual(await faultsOf(page), [])
      await expectNarrow(page)
      for (const name of names) {
        await beside.getByRole('link', { name, exact: true }).click()
        await page.getByRole('heading', { level: 1, name }).waitFor()
        await settled(page)
        assert.equal(await page.locator('.failed').count(), 0)
        await page.goBack()
        await beside.waitFor()
      }
    }
  })

  test('all that is shown goes to a workbook', async () => {
    const page = await portal.holder(companyKey)
    for (const query of ['', 'code=notBilled']) {
      await open(page, `/billing-checks/findings?${query}`)
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download XLSX' }).click()
      const file = await readFile((await (await saving).path())!)
      const { header, rows, sheets } = await readXlsx(file)
      assert.deepEqual(sheets, ['findings', 'About'])
      const findings = await everyFinding(query)
      const column = (name: string) => rows.slice(0, findings.length).map(row => row[header.indexOf(name)])
      assert.deepEqual(
        column('In a sentence'),
        findings.map(({ sentence }) => sentence),
      )
      assert.deepEqual(
        column('At stake'),
        findings.map(({ amount }) => amount),
      )
      const about = new Map(rows.slice(findings.length).map(([what, value]) => [what, value]))
      assert.equal(about.get('What is wrong'), query ? 'Not billed' : 'any')
    }
  })

  test('a key that lacks scopes is told what it is not shown', async () => {
    const page = await portal.holder(await keyWith('read:timesheets,read:invoices'))
    await open(page, '/billing-checks')
    const missing = page.locator('.missing-scopes')
    await missing.getByText('read:assignments and read:rates').waitFor()
    assert.match((await missing.textContent())!, /Rate differs needs read:assignments and read:rates/)
    assert.deepEqual(await faultsOf(page), [])
    await section(page, 'By what is wrong').locator('tbody a').first().click()
    await page.locator('tbody th a').first().click()
    await section(page, 'Side by side').waitFor()
    assert.deepEqual(await faultsOf(page), [])
  })
  /** The facts of what was decided, as the page of a finding says them; empty where nothing was. */
  const decidedOn = async (page: Page): Promise<string> => {
    const decided = section(page, 'What was decided')
    return (await decided.locator('h2 .st, dd').allInnerTexts()).join(' | ')
  }
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

  test('the holder of a key marks a finding with a note and until when, thinks again, and takes the mark back', async () => {
    const phone = { width: 390, height: 844, colorScheme: 'dark' } as const
    for (const page of [await portal.holder(companyKey), await portal.holder(companyKey, phone)]) {
      const [{ id, sentence }] = (await everyFinding('code=sumDiffers&mark=open')) as [Finding]
      const markOf = async () => (await ask(`/billing-checks/${id}`)).data.mark
      await open(page, `/billing-checks/${id}`)
      const decided = section(page, 'What was decided')
      await decided.getByText('Nothing yet').waitFor()
      assert.equal(await decided.getByRole('button', { name: 'Take the mark back' }).count(), 0)

      await decided.getByRole('button', { name: 'Dispute' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Note (optional)').fill('Asked for the receipt\nand waiting')
      await dialog.getByLabel('Until (optional)').fill(inDays(30))
      assert.deepEqual(await faultsOf(page), [])
      await expectNarrow(page)
      await dialog.getByRole('button', { name: 'Dispute' }).click()
      await decided.getByText('Asked for the receipt').waitFor()
      const { at, ...disputed } = await markOf()
      assert.deepEqual(disputed, {
        state: 'disputed',
        note: 'Asked for the receipt\nand waiting',
        until: `${inDays(30)}T00:00:00.000Z`,
        by: 'clerk',
      })
      assert.ok(Date.now() - Date.parse(at) < 60_000)
      assert.match(await decidedOn(page), /^disputed \| clerk \| .* \| Asked for the receipt\nand waiting$/)
      assert.deepEqual(await faultsOf(page), [])
      await expectNarrow(page)

      await open(page, '/billing-checks/findings?mark=disputed')
      await page.getByText(sentence).waitFor()
      await page.goBack()

      await decided.getByRole('button', { name: 'Dispute' }).click()
      assert.equal(await dialog.getByLabel('Until (optional)').inputValue(), inDays(30))
      await page.keyboard.press('Escape')
      await decided.getByRole('button', { name: 'Accept' }).click()
      assert.equal(await dialog.getByLabel('Note (optional)').inputValue(), '')
      await dialog.getByRole('button', { name: 'Accept' }).click()
      await decided.getByText('what it says changes').waitFor()
      assert.match(await decidedOn(page), /^accepted \| clerk \| [^|]* \| what it says changes$/)

      await decided.getByRole('button', { name: 'Take the mark back' }).click()
      await dialog.getByRole('button', { name: 'Take it back' }).click()
      await decided.getByText('Nothing yet').waitFor()
      assert.equal(await markOf(), undefined)
    }
  })

  test('operators mark alike, in their own name, and what the server refuses stands in the dialog', async () => {
    const page = await portal.operator()
    const [{ id }] = (await everyFinding('code=billedTwice&mark=open')) as [Finding]
    const as = (await muster('keys', 'list')).find(({ name }: Json) => name === 'clerk').id
    await open(page, `/billing-checks/${id}?as=${as}`)
    const decided = section(page, 'What was decided')
    await decided.getByRole('button', { name: 'Accept' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Until (optional)').fill(inDays(-1))
    await dialog.getByRole('button', { name: 'Accept' }).click()
    await dialog.getByText('until is past').waitFor()
    assert.equal((await ask(`/billing-checks/${id}`)).data.mark, undefined)
    assert.deepEqual(await faultsOf(page), [])
    await dialog.getByLabel('Until (optional)').fill('')
    await dialog.getByRole('button', { name: 'Accept' }).click()
    await decided.getByText('what it says changes').waitFor()
    const { mark } = (await ask(`/billing-checks/${id}`)).data
    assert.equal(mark.state, 'accepted')
    assert.notEqual(mark.by, 'clerk')
    await open(page, '/access')
    await page.getByText(`/billing-checks/{id}/mark`).first().waitFor()
  })

  test('what says something else by now is not marked unseen, and what was put right is not marked at all', async () => {
    const page = await portal.holder(companyKey)
    const [{ id, invoices, amount }] = (await everyFinding('code=sumDiffers&mark=open')) as [Finding]
    const { data: invoice } = await ask(`/invoices/${invoices[0].id}`)
    const withSubtotal = async (subtotal: number) => {
      const record = { id: invoice.id, values: { ...invoice.values, subtotal } }
      const file = join(portal.data, 'subtotal.ndjson')
      await writeFile(file, `${JSON.stringify({ type: 'invoice', patch: true, record })}\n`)
      await muster('load', file)
      await checksAreDone(portal.data)
    }
    await open(page, `/billing-checks/${id}`)
    const decided = section(page, 'What was decided')
    await withSubtotal(invoice.values.subtotal + 100)
    await decided.getByRole('button', { name: 'Accept' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Accept' }).click()
    await dialog.getByText('nothing was marked').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const changed = (await ask(`/billing-checks/${id}`)).data
    assert.deepEqual([changed.mark, changed.amount], [undefined, amount + 100])
    await page.getByText(changed.sentence).waitFor()
    await withSubtotal(invoice.values.subtotal - amount)
    await open(page, `/billing-checks/${id}`)
    await page.getByText('Put right').waitFor()
    assert.equal(await decided.count(), 0)
    await withSubtotal(invoice.values.subtotal)
  })

  test('what is still being worked out is read again by itself until it is', async () => {
    const page = await portal.holder(companyKey)
    const database = openDatabase(
      { connection: (await runningDatabase(portal.data))! },
      { connections: 1, applicationName: 'muster tests' },
    )
    const held = await eventually('no server checks', () => lockedSession(database, locks.checks))
    const [{ invoices }] = (await everyFinding('code=sumDiffers')) as [Finding]
    const { data: invoice } = await ask(`/invoices/${invoices[0].id}`)
    const file = join(portal.data, 'another-subtotal.ndjson')
    const record = { id: invoice.id, values: { ...invoice.values, subtotal: invoice.values.subtotal + 1000 } }
    await writeFile(file, `${JSON.stringify({ type: 'invoice', patch: true, record })}\n`)
    await muster('load', file)
    await page.goto(`${portal.origin}/portal/billing-checks`)
    await page.getByText('Weeks are being worked out').waitFor()
    const before = await page.locator('.facts').filter({ hasText: '£' }).textContent()
    await held.release()
    await database.close()
    await page.getByText('Weeks are being worked out').waitFor({ state: 'detached' })
    await eventually(
      'what was decided is counted again, too',
      async () => (await page.locator('.facts').textContent()) !== before,
    )
  })

  test('a key that may not mark sees what was decided, and nothing to press', async () => {
    const [{ id }] = (await everyFinding('mark=accepted')) as [Finding]
    const scopes = 'read:timesheets,read:invoices,read:expenses,read:assignments,read:rates,read:credit-notes'
    const page = await portal.holder(await keyWith(scopes))
    await open(page, `/billing-checks/${id}`)
    assert.match(await decidedOn(page), /^accepted/)
    assert.equal(await section(page, 'What was decided').getByRole('button').count(), 0)
    const [{ id: other }] = (await everyFinding('code=notBilled&mark=open')) as [Finding]
    await open(page, `/billing-checks/${other}`)
    await section(page, 'Side by side').waitFor()
    assert.equal(await section(page, 'What was decided').count(), 0)
  })
} else test('billing checks are not tested without Chromium', () => console.log(noChromium))
