// A table becomes records without a terminal: its mapping is proposed beside the first rows, corrected by choosing, tried,
// saved with a history, and read again by the command of the night.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { command } from '../support/command.ts'
import { archiveOf, textRows, workbookParts } from '../support/workbook.ts'
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

  const looks = [{}, { width: 390, height: 844, colorScheme: 'dark' }] as const

  for (const [index, look] of looks.entries())
    test(`tables that are dropped together are one load with one mapping, ${'width' in look ? 'on a phone in the dark' : 'on a desk'}`, async () => {
      const n = index + 1
      const firms = await write(
        'agencies.csv',
        'FirmNo,Label,Trading',
        `f-${n}1,North ${n},ja`,
        `f-${n}2,South ${n},nein`,
      )
      const places = await write('places.csv', 'NO,LABEL', `pl-${n}1,Leeds`, `pl-${n}2,York`)
      const notes = await write('notes.csv', 'Ask,Whom', 'Anything,Ann')
      const page = await portal.operator(look)
      await open(page, '/loads')
      await page.setInputFiles('input[type=file]', [firms, places, notes])
      await page.getByText('choose what its rows are').first().waitFor()
      await faultless(page)
      await expectNarrow(page)
      const folded = (name: string) => page.locator('details.one-table', { hasText: name })
      await folded('notes.csv').getByRole('button', { name: 'Leave notes.csv out' }).click()
      await folded('notes.csv').waitFor({ state: 'detached' })
      await folded('places.csv').getByLabel('Each row is').selectOption('region')
      await folded('agencies.csv').locator('summary').first().click()
      await folded('agencies.csv').getByLabel('What Trading gives').waitFor()
      const wanted = folded('agencies.csv').getByText('still to be chosen')
      if (await wanted.count())
        for (const field of await folded('agencies.csv')
          .getByLabel(/in every row$/)
          .all())
          await ((await field.evaluate(one => one.tagName)) === 'SELECT'
            ? field.selectOption({ index: 1 })
            : field.fill('2026-01-01T00:00:00Z'))
      await page.getByLabel('Save the mapping as').fill(`lists-${n}`)
      await faultless(page)
      await expectNarrow(page)
      await press(page, 'Save')
      await said(page, `Saved as lists-${n}, version 1`)
      await press(page, 'Dry run')
      await page.getByRole('row', { name: /^Created 4/ }).waitFor()
      await press(page, 'Load it')
      await said(page, 'agencies.csv, places.csv is loaded')
      await page.getByRole('link', { name: 'Its page' }).click()
      await page.getByText(`mapping lists-${n}, version 1`).waitFor()
      await faultless(page)
    })

  test('each sheet of a workbook is a table, and what cannot be read is refused in words', async () => {
    const book = join(portal.data, 'book.xlsx')
    const sheets = {
      Regions: textRows(['NO', 'LABEL'], ['rg-x1', 'Süd'], ['rg-x2', 'Nord'], ['rg-x3', '']),
      Notes: textRows(['Ask Ann']),
    }
    await writeFile(book, await archiveOf(workbookParts({ sheets })))
    const page = await portal.operator()
    await open(page, '/loads')
    await page.setInputFiles('input[type=file]', await write('old.xls', 'x'))
    await page.getByText('old.xls is a workbook of another kind; save it as .xlsx or CSV').waitFor()
    await faultless(page)
    await writeFile(
      join(portal.data, 'cut.xlsx'),
      (await archiveOf(workbookParts({ sheets }))).subarray(0, 200),
    )
    await page.setInputFiles('input[type=file]', join(portal.data, 'cut.xlsx'))
    await page.getByText('cut.xlsx is damaged').waitFor()
    await page.setInputFiles('input[type=file]', book)
    await page.getByRole('button', { name: 'Leave book.xlsx/Notes out' }).click()
    await page.getByText('1 row with faults').last().waitFor()
    await faultless(page)
    await press(page, 'Dry run')
    await page.getByRole('row', { name: /^Created 2/ }).waitFor()
    await press(page, 'Load it')
    await said(page, 'book.xlsx/Regions is loaded')
  })

  for (const look of looks)
    test(`jobs are expected, backups and tried restores are listed, ${'width' in look ? 'on a phone in the dark' : 'on a desk'}`, async () => {
      const page = await portal.operator(look)
      await open(page, '/loads')
      const often = page.getByLabel('How often backup is expected')
      await often.selectOption('1440')
      await said(page, 'backup is expected from now on.')
      const name = `page-${'width' in look ? 'phone' : 'desk'}.backup`
      const file = join(portal.data, name)
      assert.equal((await command(['backup', file, '--data', portal.data])).code, 0)
      assert.equal((await command(['restore', file, '--try', '--data', portal.data])).code, 0)
      await writeFile(join(portal.data, 'cut.backup'), 'nothing')
      await command(['restore', join(portal.data, 'cut.backup'), '--try', '--data', portal.data])
      await open(page, '/loads')
      const runs = page.getByRole('region', { name: 'Backups and restores' })
      await runs.getByText(name).first().waitFor()
      await runs.getByText('restore tried').first().waitFor()
      await runs.getByText('cut.backup').first().waitFor()
      await page.getByText('Everything is sealed with the master secret in use').waitFor()
      const row = page
        .getByRole('region', { name: 'Jobs', exact: true })
        .getByRole('row')
        .filter({ has: often })
      await row.getByText('done').waitFor()
      await faultless(page)
      await expectNarrow(page)
      await often.selectOption('0')
      await said(page, 'backup is expected no longer.')
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
