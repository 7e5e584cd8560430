// The pages of operators open without a fault for those whose they are, on a desk and on a phone.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { command } from '../support/command.ts'
import type { Json } from '../support/server.ts'
import { expectNarrow, faultsOf, hasChromium, noChromium, openPortal, settled } from './browser.ts'

if (hasChromium) {
  const portal = await openPortal()
  const pages = [
    ['/matches', 'Worker matches', 'Heronsgill Labour Supply'],
    ['/loads', 'Loads', 'Drop files of lines or tables here'],
    ['/webhooks', 'Webhooks', 'There is no endpoint yet.'],
    ['/webhooks/signature', 'Check a signature', 'Nothing of it is kept'],
    ['/people', 'People', 'Opening a person is a reading'],
    ['/keys', 'Keys', 'Today against its limit'],
  ] as const

  for (const looks of [{}, { width: 360, height: 740, colorScheme: 'dark' }] as const)
    test(`matches wait, and loads, webhooks and people say what would fill them, ${'width' in looks ? 'on a phone in the dark' : 'on a desk'}`, async () => {
      const page = await portal.operator(looks)
      for (const [path, title, text] of pages) {
        await page.goto(`${portal.origin}/portal${path}`)
        await page.getByRole('heading', { name: title, exact: true, level: 1 }).waitFor()
        await settled(page)
        await page.getByText(text).first().waitFor()
        assert.deepEqual(await faultsOf(page), [], path)
        await expectNarrow(page)
      }
    })

  test('an agency with its key sees its own submissions and endpoints, and no page of operators', async () => {
    const page = await portal.holder(portal.server.agencyKey)
    for (const [path, text] of [
      ['/matches', 'HG-NEW-1'],
      ['/webhooks', 'You have no endpoint.'],
      ['/events', 'newest first, of the last 30 days'],
      ['/loads', 'There is no page at this address'],
      ['/people', 'There is no page at this address'],
    ] as const) {
      await page.goto(`${portal.origin}/portal${path}`)
      await page.getByText(text).waitFor()
      assert.deepEqual(await faultsOf(page), [], path)
    }
  })

  test('a company with its key looks back at its events, each with the record it is about', async () => {
    const { companyKey } = portal.server
    const asked = await fetch(`${portal.origin}/api/open/v1/timesheets?status=pending&limit=1`, {
      headers: { Authorization: `Bearer ${companyKey}` },
    })
    const [sheet] = ((await asked.json()) as Json).data
    const file = join(portal.data, 'sheet.ndjson')
    const record = { id: sheet.id, status: 'pending_approval' }
    await writeFile(file, `${JSON.stringify({ type: 'timesheet', patch: true, record })}\n`)
    assert.equal((await command(['load', file, '--data', portal.data])).code, 0)
    for (const looks of [{}, { width: 390, height: 844, colorScheme: 'dark' }] as const) {
      const page = await portal.holder(companyKey, looks)
      await page.goto(`${portal.origin}/portal/events`)
      const row = page.getByRole('row', { name: /timesheet_approval_requested/ })
      await row.waitFor()
      assert.deepEqual(await faultsOf(page), [])
      await expectNarrow(page)
      await row.getByRole('link', { name: sheet.reference }).click()
      await page.getByRole('link', { name: 'All timesheets' }).waitFor()
      await page.goto(`${portal.origin}/portal/events?type=timesheet_approval_requested`)
      await row.waitFor()
    }
  })

  for (const looks of [{}, { width: 390, height: 844, colorScheme: 'dark' }] as const)
    test(`somebody is found by a name that is nearly right, by e-mail and while they wait, and nothing typed is in an address, ${'width' in looks ? 'on a phone in the dark' : 'on a desk'}`, async () => {
      const asked = await fetch(`${portal.origin}/api/open/v1/workers?limit=40`, {
        headers: { Authorization: `Bearer ${portal.server.companyKey}` },
      })
      const worker = ((await asked.json()) as Json).data.find((one: Json) => one.lastName.length > 5)
      const page = await portal.operator({ role: 'operator', ...looks })
      await page.goto(`${portal.origin}/portal/people`)
      const find = async (text: string) => {
        await page.getByLabel('Name, e-mail, telephone').fill(text)
        await page.getByRole('button', { name: 'Find', exact: true }).click()
        await page.getByText('Not searched: users').waitFor()
      }
      const { firstName, lastName, name, reference } = worker
      await find(`${lastName.slice(0, -2)}${lastName.at(-1)} ${firstName}`)
      const row = page.locator('tr', { hasText: reference })
      await row.getByText('one letter differs').waitFor()
      assert.deepEqual(await faultsOf(page), [])
      await expectNarrow(page)
      await row.getByRole('link').click()
      await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor()
      await page.getByText('Not counted by person').first().waitFor()
      assert.deepEqual(await faultsOf(page), [])
      await expectNarrow(page)
      await page.getByRole('link', { name: 'Find another' }).click()
      await row.waitFor()
      assert.ok(!page.url().includes(lastName.slice(0, 4)))
      await find(worker.email)
      await row.getByText('the same e-mail').waitFor()
      await find('Brosnan Cathal')
      await page.getByRole('link', { name: 'Cathal Brosnan' }).last().waitFor()
      await page.getByText('Sent, and not decided yet').waitFor()
      await find('Zacharias Unheardof')
      await page.getByText('Nobody is held under this').waitFor()
      assert.deepEqual(await faultsOf(page), [])
    })

  test('an owner erases somebody and has everything scrubbed, and sees how far that is and what it does not reach', async () => {
    const asked = await fetch(`${portal.origin}/api/open/v1/workers?limit=1`, {
      headers: { Authorization: `Bearer ${portal.server.companyKey}` },
    })
    const [{ reference }] = ((await asked.json()) as Json).data
    const page = await portal.operator()
    await page.goto(`${portal.origin}/portal/people`)
    await page.getByText('No scrub has been made yet').waitFor()
    await page.goto(`${portal.origin}/portal/people/${reference}`)
    await page.getByRole('button', { name: 'Erase', exact: true }).click()
    await page.getByLabel('Rewrite every table').check()
    assert.deepEqual(await faultsOf(page), [])
    await page.getByLabel(`Type ${reference} to confirm`).fill(reference)
    await page.getByRole('button', { name: 'Erase for good' }).click()
    await page.getByText('The scrub begins within seconds').first().waitFor()
    await page.goto(`${portal.origin}/portal/people`)
    await page.getByText('asked for by').waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await page.getByText('The last scrub ended').waitFor({ timeout: 120_000 })
    await page.getByText('Backups and exports that were made before').waitFor()
    assert.deepEqual(await faultsOf(page), [])
    const other = await portal.operator({ role: 'operator' })
    await other.goto(`${portal.origin}/portal/people`)
    await other.getByText('The last scrub ended').waitFor()
    assert.equal(await other.getByRole('button', { name: 'Scrub again' }).count(), 0)
  })
} else test('the pages of operators are not tested without Chromium', () => console.log(noChromium))
