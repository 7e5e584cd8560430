// A table becomes records without a terminal: its mapping is proposed beside the first rows, corrected by choosing, tried,
// saved with a history, and read again by the command of the night.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { command } from '../support/command.ts'
import { expectNarrow, faultsOf, hasChromium, noChromium, openPortal, settled } from './browser.ts'

if (hasChromium) {
  const portal = await openPortal()
  const open = async (page: Page, path: string) => {
    await page.goto(`${portal.origin}/portal${path}`)
    await settled(page)
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const said = (page: Page, text: string) => page.locator('output', { hasText: text }).waitFor()
  const faultless = async (page: Page) => assert.deepEqual(await faultsOf(page), [], page.url())
  const write = async (name: string, ...lines: string[]) => {
    const file = join(portal.data, name)
    await writeFile(file, `${lines.join('\n')}\n`)
    return file
  }

  test('a mapping is proposed, corrected by choosing, tried, saved, and read by the job of the night', async () => {
    const table = await write('regions-1.csv', 'NO,LABEL,TITLE', 'rg-1,North,First', 'rg-2,South,Second')
    const page = await portal.operator()
    await open(page, '/loads')
    await page.setInputFiles('input[type=file]', table)
    const title = page.getByLabel('What TITLE gives')
    await title.waitFor()
    await page.getByText('becomes').first().waitFor()
    await faultless(page)
    await page.getByLabel('What LABEL gives').selectOption('')
    await title.selectOption('')
    await page.getByText('1 thing is still to be chosen above.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Dry run' }).isDisabled(), true)
    await faultless(page)
    await title.selectOption('name')
    await page.locator('.tried pre', { hasText: '"name": "First"' }).waitFor()
    await page.getByLabel('In files called').fill('regions-*.csv')
    await page.locator('details pre', { hasText: 'regions-*.csv' }).waitFor({ state: 'attached' })
    await press(page, 'Dry run')
    await page.getByRole('row', { name: /^Created 2/ }).waitFor()
    await faultless(page)
    await page.locator('summary', { hasText: /^Mapping$/ }).click()
    await page.getByLabel('Save the mapping as').fill('regions')
    await press(page, 'Save')
    await said(page, 'Saved as regions, version 1')
    await page.getByText('It is saved as regions, version 1.').waitFor()
    await press(page, 'Dry run')
    await press(page, 'Load it')
    await said(page, 'regions-1.csv is loaded')
    await page.getByRole('link', { name: 'Its page' }).click()
    await page.getByText('mapping regions, version 1').waitFor()

    const second = await write('regions-2.csv', 'NO,LABEL,TITLE', 'rg-3,East,Third')
    const byNight = await command(['load', '--mapping', 'regions', second, '--json', '--data', portal.data])
    assert.equal(JSON.parse(byNight.stdout).counts.created, 1, byNight.stderr)

    await open(page, '/loads')
    await page.getByRole('link', { name: 'regions', exact: true }).click()
    await page.getByRole('heading', { name: 'Version 1' }).waitFor()
    await faultless(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNarrow(page)
  })

  test('while a file is read, its own bytes are counted, and not those of its mapping', async () => {
    const table = await write('regions-3.csv', 'NO,LABEL,TITLE', 'rg-4,West,Fourth')
    const page = await portal.operator({ width: 390, colorScheme: 'dark' })
    await open(page, '/loads')
    await page.setInputFiles('input[type=file]', table)
    await page.getByLabel('The table is read by').selectOption('saved regions')
    await page.getByText('It is saved as regions, version 1.').waitFor()
    await faultless(page)
    await expectNarrow(page)
    await press(page, 'Dry run')
    await page.getByText('A dry run of 1 line').waitFor()
    await press(page, 'Load it')
    await said(page, 'regions-3.csv is loaded')
    await page.getByRole('link', { name: 'Its page' }).click()
    await page.getByText('32 B').waitFor()
  })
} else test('the pages of loads are not tested without Chromium', () => console.log(noChromium))
