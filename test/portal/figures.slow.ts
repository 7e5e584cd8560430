// What the portal draws for whoever holds a company key, against what the API answers the same key.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { faultsOf, hasChromium, noChromium, openPortal } from './browser.ts'

if (hasChromium) {
  const portal = await openPortal()
  const { companyKey } = JSON.parse(await readFile(join(portal.data, 'demo.json'), 'utf8'))

  test('hours and money are the exact sums of the API, and a chart gives the request that has them', async () => {
    const page = await portal.holder(companyKey)
    await page.goto(`${portal.origin}/portal/hours-and-money`)
    // Each section loads by itself: the first chart of the page is another's until its own has come.
    const figure = page.locator('section:has(> h2:text("By week")) figure.chart').first()
    await figure.getByRole('button', { name: 'curl' }).click()
    const [, url] = /curl -s '([^']+)'/.exec((await figure.locator('pre').textContent())!)!
    const answer = await fetch(url!, { headers: { Authorization: `Bearer ${companyKey}` } })
    const { meta } = (await answer.json()) as {
      meta: { all: { count: number; sums: Record<string, number> } }
    }
    const fact = async (name: string) =>
      (await page.locator(`.facts div:has(dt:text-is("${name}")) dd a`).textContent())!.replaceAll(
        /[£,]/g,
        '',
      )
    assert.ok(meta.all.count > 0)
    assert.equal(Number(await fact('Timesheets')), meta.all.count)
    assert.equal(Number(await fact('Net hours')), meta.all.sums.netHours)
    assert.equal(Number(await fact('Charge')), meta.all.sums['values.charge.total'])
    assert.deepEqual(await faultsOf(page), [])
  })

  test('a request is found by its id in the address, with its outcome', async () => {
    const answer = await fetch(`${portal.origin}/api/open/v1/sites/none`, {
      headers: { Authorization: `Bearer ${companyKey}` },
    })
    const page = await portal.holder(companyKey)
    await page.goto(`${portal.origin}/portal/requests?requestId=${answer.headers.get('X-Request-Id')}`)
    const row = page.locator('section[aria-label^="Requests"] tbody tr')
    await row.first().waitFor()
    assert.equal(await row.count(), 1)
    assert.match((await row.textContent())!, new RegExp(String(answer.status)))
  })
} else console.log(noChromium)
