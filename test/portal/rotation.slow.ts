// While the master secret is changed, Loads says which servers it waits for; once all accept the new one, that everything is
// sealed with it.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { chromium } from 'playwright-core'
import { command } from '../support/command.ts'
import { testDatabase, urlOf } from '../support/database.ts'
import { dataFolder, stop, up } from '../support/process.ts'
import { chromiumPath, expectNarrow, faultsOf, hasChromium, noChromium, settled } from './browser.ts'

if (hasChromium)
  test('a change of the master secret is followed on the page of Loads until it is done', async () => {
    const { connection } = await testDatabase()
    const [old, next] = ['old-'.repeat(12), 'new-'.repeat(12)]
    const environment = { DATABASE_URL: urlOf(connection), LOG_LEVEL: 'warn' }
    const former = await up(await dataFolder(), [], { ...environment, MUSTER_SECRET: old })
    const both = { ...environment, MUSTER_SECRET: next, MUSTER_SECRET_OLD: old }
    const server = await up(await dataFolder(), [], both)
    after(() => Promise.all([stop(former), stop(server)]))
    const browser = await chromium.launch({
      executablePath: chromiumPath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    })
    after(() => browser.close())
    const { origin } = new URL(server.baseUrl)
    const { stdout } = await command(['portal', 'link', '--role', 'owner', '--json'], both)
    const link = new URL(JSON.parse(stdout).link)
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${origin}${link.pathname}${link.search}${link.hash}`)
    await page.waitForSelector('nav')
    await page.goto(`${origin}/portal/loads`)
    const waiting = page.getByText('The master secret is changed once these servers accept the new one')
    await waiting.waitFor()
    assert.match((await waiting.textContent()) ?? '', new RegExp(`${former.pid}`))
    for (const [width, colorScheme] of [
      [1440, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await settled(page)
      assert.deepEqual(await faultsOf(page), [])
      await expectNarrow(page)
    }
    await stop(former)
    await page.getByText('Everything is sealed with the master secret in use').waitFor({ timeout: 60_000 })
    assert.deepEqual(await faultsOf(page), [])
  })
else test('the change of a secret is not tested without Chromium', () => console.log(noChromium))
