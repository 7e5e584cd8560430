// The page of worker matches in a real browser: what it shows is the server's, it adds up, and both records' fate is said.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Json } from '../support/server.ts'
import { expectNarrow, faultsOf, hasChromium, noChromium, openPortal, settled } from './browser.ts'

if (hasChromium) {
  const portal = await openPortal()
  const tenths = (text: string) => Math.round(Number(text.replace('−', '-').replace('+', '')) * 10)

  const open = async (page: Page, path: string) => {
    await page.goto(`${portal.origin}/portal${path}`)
    await settled(page)
  }
  const asked = (page: Page, path: string): Promise<Json> =>
    page.evaluate(async path => {
      const answer = await fetch(path, { headers: { 'X-Muster-Portal': '1' } })
      return ((await answer.json()) as Json).data
    }, `/portal/operator${path}`)

  for (const looks of [{}, { width: 390, height: 844, colorScheme: 'dark' }] as const)
    test(`every match says who, from whom, what each field weighs and what a decision does, ${'width' in looks ? 'on a phone in the dark' : 'on a desk'}`, async () => {
      const page = await portal.operator({ role: 'matches', ...looks })
      await open(page, '/matches')
      const waiting = (await asked(page, '/matches')) as Json[]
      assert.equal(waiting.length, 3)
      let swapped = 0
      for (const match of waiting) {
        await open(page, '/matches')
        const line = page.locator('.queue li', { hasText: match.sent.name })
        await line.getByText(`may be ${match.known.name}, ${match.known.from}`).waitFor()
        await line.getByText(match.sent.from).first().waitFor()
        await line.click()
        await settled(page)
        const review: Json = await asked(page, `/matches/${match.id}`)
        const [candidate] = review.candidates
        const shown = await page.locator('.compared tbody td.n').allTextContents()
        const sum = shown.filter(text => /\d/.test(text)).reduce((all, text) => all + tenths(text), 0)
        const total = await page.locator('.compared tfoot td.n').textContent()
        assert.equal(sum, tenths(total!), `${match.sent.name}: ${shown.join(' ')}`)
        assert.equal(tenths(total!), Math.round(candidate.total * 10))
        const cells = await page.locator('.compared .verdict').allTextContents()
        assert.deepEqual(
          cells,
          candidate.fields.map((field: Json) => field.verdict),
        )
        assert.ok(await page.locator('.compared tfoot').getByText(review.rule).isVisible())
        for (const { records } of review.consequences.filter(
          ({ worker }: Json) => worker === undefined || worker === candidate.worker,
        ))
          for (const { what } of records)
            assert.ok(
              await page.locator('.decide').getByText(what, { exact: true }).first().isVisible(),
              what,
            )
        swapped += await page.locator('.compared tr.nearly', { hasText: 'day and month swapped' }).count()
        assert.deepEqual(await faultsOf(page), [], page.url())
        await expectNarrow(page)
        await page.getByRole('button', { name: /^Dismiss/ }).click()
        await page.locator('dialog').getByText('Nobody is created or linked').waitFor()
        assert.deepEqual(await faultsOf(page), [], 'asking')
        await page.keyboard.press('Escape')
      }
      assert.equal(swapped, 1, 'one of them was sent with day and month swapped')
    })

  test('who reads the queue alone is told no names', async () => {
    const page = await portal.operator({ role: 'read-only' })
    await open(page, '/matches')
    assert.deepEqual(
      ((await asked(page, '/matches')) as Json[]).map(match => [match.sent, match.known]),
      [[], [], []].map(() => [undefined, undefined]),
    )
    await page.locator('.queue li').first().click()
    await page.getByText('shown to those who decide').waitFor()
    assert.deepEqual(await faultsOf(page), [])
  })
} else test('the page of matches is not tested without Chromium', () => console.log(noChromium))
