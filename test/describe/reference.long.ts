// The reference in a real browser: light and dark, wide and narrow, with a key and without. Needs Chromium
// (apt-get install -y chromium), or CHROMIUM with the path of one.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { pdfSaying } from '../../demo/files.ts'
import { demoKeys } from '../../demo/programme.ts'
import { events } from '../../src/api/events.ts'
import { operations } from '../../src/api/index.ts'
import { sheetsOf } from '../../src/describe/reference/site.ts'
import { linesForNewWorkers } from '../support/demo-lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load(linesForNewWorkers())
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

const overflowOf = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

for (const width of [360, 768])
  test(`${width} wide, with all that is folded away opened: no page scrolls sideways`, async () => {
    const context = await browser.newContext({ viewport: { width, height: 800 } })
    const page = await context.newPage()
    for (const { path } of sheetsOf(operations, events)) {
      await page.goto(server.origin + path)
      await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
      assert.equal(await overflowOf(page), 0, path)
    }
    await context.close()
  })

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [width, height] of [
    [1440, 900],
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
        '/',
        '/docs',
        '/docs/timesheets',
        '/docs/workers',
        '/docs/metrics',
        '/docs/errors',
        '/docs/events',
        '/docs/changelog',
        '/no-such-page',
      ]) {
        await page.goto(server.origin + path, { waitUntil: 'networkidle' })
        await page.evaluate(
          'for (const one of [...document.querySelectorAll("main details")].slice(0, 8)) one.open = true',
        )
        assert.deepEqual(await faultsOf(page), [], path)
        assert.equal(await overflowOf(page), 0, `${path} scrolls sideways`)
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
  assert.equal(await page.isVisible('.may'), false, 'a key is forgotten with the page')
  await page.fill('#secret', few)
  await page.keyboard.press('Enter')
  await page.waitForSelector('.may.no')
  assert.equal(await page.textContent('.may.no'), 'This key lacks the scope read:rates.')
  assert.equal(await page.isVisible('.try'), false)
  await context.close()
})

test('the samples say what is typed into the form, in the language that was chosen last', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${server.origin}/docs/timesheets`)
  await page.click('.tabs label:has-text("Python")')
  await page.click('.try summary')
  await page.selectOption('.try select[name=status]', 'approved')
  await page.fill('.try input[name=limit]', '5')
  const shown = () => page.textContent('.samples pre:visible')
  assert.match((await shown())!, /muster\.timesheets\.list\(status="approved"\)\.page\(limit=5\)/)
  await page.goto(`${server.origin}/docs/rates`)
  assert.match((await shown())!, /^from muster import Muster/)
  await context.close()
})

test('a worker is created from the page, with a file that was chosen', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${server.origin}/docs/workers`)
  await page.fill('#secret', await server.key('agency', demoKeys.agency))
  await page.keyboard.press('Enter')
  await page.waitForSelector('.may.yes')
  const section = page.locator('section[aria-labelledby=post-workers]')
  await section.locator('.try > summary').click()
  const files = section.locator('input[type=file]')
  await section.locator('.no-files').waitFor()
  assert.equal(await files.isVisible(), false, 'an example without documents has no place for a file')
  await section.locator('.case summary').nth(1).click()
  await files.waitFor()
  assert.equal(await section.locator('.no-files').isVisible(), false)
  await files.setInputFiles({
    name: 'scan.pdf',
    mimeType: 'application/pdf',
    buffer: pdfSaying('a passport'),
  })
  await section
    .locator('select[name=place] option:text-is("rightToWork[0]: scan.pdf")')
    .waitFor({ state: 'attached' })
  await section.locator('.case[open] code:has-text("<scan.pdf, 1 kB>")').first().waitFor()
  const given = section.locator('[name=Idempotency-Key]')
  assert.doesNotMatch(await given.inputValue(), /-/, 'a changed example goes with a key of its own')
  await section.locator('button.main').click()
  await section.locator('output pre').waitFor()
  assert.match((await section.locator('output').textContent())!, /^200 in .*"fileName": "scan\.pdf"/s)
  const body = section.locator('textarea')
  await body.fill((await body.inputValue()).replace('Delahunty', 'Delahunt'))
  await section.locator('button.main').click()
  await section.locator('output:has-text("409 in")').waitFor()
  assert.match(
    (await section.locator('output').textContent())!,
    /WORKER_MATCH_REQUIRES_REVIEW/,
    'another body goes with another Idempotency-Key',
  )
  await context.close()
})

test('/ goes to the search, and Enter to what it found, opened', async () => {
  const context = await browser.newContext({ bypassCSP: true })
  const page = await context.newPage()
  await page.goto(`${server.origin}/docs`)
  await page.keyboard.press('/')
  await page.keyboard.type('timesheets values.pay.total')
  await page.waitForSelector('#found [role=option]')
  assert.deepEqual(await faultsOf(page), [])
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/timesheets#.*answer\.values\.pay\.total$/)
  const id = decodeURIComponent(new URL(page.url()).hash.slice(1))
  await page.waitForSelector(`[id="${id}"] > p`, { state: 'visible' })
  await context.close()
})

test('the search knows other names of what it finds, and questions', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  for (const [query, place] of [
    ['how do I get last week’s timesheets', /\/docs\/lists#last-weeks-timesheets/],
    ['429', /\/docs\/keys-and-limits#rate-limits$/],
  ] as const) {
    await page.goto(`${server.origin}/docs`)
    await page.fill('#search', query)
    await page.waitForSelector('#found [role=option][data-at]')
    await page.keyboard.press('Enter')
    await page.waitForURL(place)
  }
  await context.close()
})

test('without a script everything is there: fields open, languages can be chosen, nothing is offered that needs one', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${server.origin}/docs/workers`)
  assert.equal(await page.isVisible('.try, .key, .search, .copy'), false)
  await page.click('[id="post-workers.body.address"] summary')
  assert.equal(await page.isVisible('[id="post-workers.body.address.code"]'), true)
  await page.click('.tabs label:has-text("C#")')
  assert.match((await page.textContent('.samples pre:visible'))!, /new HttpClient/)
  await context.close()
})
