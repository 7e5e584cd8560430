// The reference in a real browser: light and dark, wide and narrow, with a key and without. Needs Chromium
// (apt-get install -y chromium), or CHROMIUM with the path of one.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { demoKeys, demoProgramme } from '../../demo/programme.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load(demoProgramme(new Date(), { files: false }))
const few = await server.key('company', demoKeys.company, { scopes: ['read:timesheets'] })
const axe = await readFile(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
const browser: Browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking'],
})
after(() => browser.close())

type Violation = { id: string; impact: string; nodes: { target: string[] }[] }

async function faultsOf(page: Page): Promise<string[]> {
  await page.addScriptTag({ content: axe })
  const violations = (await page.evaluate('axe.run(document).then(found => found.violations)')) as Violation[]
  return violations.map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes[0]!.target}`)
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [width, height] of [
    [1280, 900],
    [390, 844],
  ] as const) {
    test(`${colorScheme}, ${width} wide: nothing for axe to find, no sideways scrolling, no outside request`, async () => {
      const context = await browser.newContext({ viewport: { width, height }, colorScheme, bypassCSP: true })
      const page = await context.newPage()
      const outside: string[] = []
      page.on('request', request => {
        if (!request.url().startsWith(server.origin) && !request.url().startsWith('data:'))
          outside.push(request.url())
      })
      for (const path of [
        '/docs',
        '/docs/timesheets',
        '/docs/assignments',
        '/docs/metrics',
        '/docs/errors',
      ]) {
        await page.goto(server.origin + path, { waitUntil: 'networkidle' })
        assert.deepEqual(await faultsOf(page), [], path)
        const [inner, outer] = (await page.evaluate(
          '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
        )) as number[]
        assert.ok(inner! <= outer!, `${path} scrolls sideways`)
      }
      assert.deepEqual(outside, [])
      await context.close()
    })
  }
}

test('with a key, what it may not call is greyed with the missing scope, and the rest can be tried', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${server.origin}/docs/timesheets`)
  await page.fill('#secret', few)
  await page.keyboard.press('Enter')
  await page.waitForSelector('.may.yes')
  await page.click('.try summary')
  await page.fill('.try input[name=limit]', '1')
  await page.click('.try button.main')
  await page.waitForSelector('.try output pre')
  assert.match((await page.textContent('.try output'))!, /^200 in .*"success": true/s)
  await page.goto(`${server.origin}/docs/rates`)
  await page.waitForSelector('.may.no')
  assert.equal(await page.textContent('.may.no'), 'This key lacks the scope read:rates.')
  assert.equal(await page.isVisible('.try'), false)
  await context.close()
})
