// Axe finds nothing on any page in any state, in the light and the dark, on a desk and on a phone: with dialogs, opened
// rows and menus, without data, and where the server does not answer. MUSTER_SHOTS=FOLDER keeps a picture of each.
import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { command } from '../support/command.ts'
import { company } from '../support/lines.ts'
import { emptyFolder } from '../support/process.ts'
import { expectNarrow, faultsOf, hasChromium, noChromium, openPortal, settled } from './browser.ts'
import { furnish, otherStates, type PageState, pageStates, type Who } from './page-states.ts'

/** Both widths and both themes; pictures are kept of every pair of them. */
const looks = [
  { width: 1440, height: 900, colorScheme: 'light', isChecked: true },
  { width: 1440, height: 900, colorScheme: 'dark', isChecked: false },
  { width: 390, height: 844, colorScheme: 'light', isChecked: false },
  { width: 390, height: 844, colorScheme: 'dark', isChecked: true },
] as const

const shots = process.env.MUSTER_SHOTS

/** On a desk in the light and on a phone in the dark, there with all that can be opened on it open as well. */
async function expectFaultless(page: Page, name: string): Promise<void> {
  for (const { width, height, colorScheme, isChecked } of looks) {
    if (!isChecked && !shots) continue
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    const look = `${name}, ${width} ${colorScheme}`
    if (shots)
      await page.screenshot({ path: join(shots, `${look.replaceAll(/\W+/g, '-')}.png`), fullPage: true })
    if (!isChecked) continue
    assert.deepEqual(await faultsOf(page), [], look)
    await expectNarrow(page)
  }
  const closed = page.locator('details:not([open])')
  if ((await closed.count()) === 0) return
  await closed.evaluateAll(all => {
    for (const one of all) one.setAttribute('open', '')
  })
  assert.deepEqual(await faultsOf(page), [], `${name}, opened`)
  await expectNarrow(page)
}

/** The titles of all dialogs, as their source has them. */
async function dialogTitles(): Promise<RegExp[]> {
  const folder = fileURLToPath(new URL('../../portal', import.meta.url))
  const files = (await readdir(folder, { recursive: true })).filter(name => name.endsWith('.tsx'))
  const texts = await Promise.all(files.map(name => readFile(join(folder, name), 'utf8')))
  const titles = texts.flatMap(text =>
    [
      ...text.matchAll(
        /<(?:Dialog|Confirm)\s[^>]*?title=(?:"([^"]+)"|\{`([^`]+)`\}|\{[^}]*\? '([^']+)' : '([^']+)'\})/g,
      ),
    ]
      .flatMap(found => found.slice(1))
      .filter(title => title !== undefined),
  )
  return [...new Set(titles)].map(title => {
    const parts = title.split(/\$\{[^}]*\}/).map(part => part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'))
    return new RegExp(`^${parts.join('.+')}$`)
  })
}

/** The addresses of all pages that are open to whoever is signed in. */
const menuOf = (page: Page) =>
  page.locator('nav a[href^="/portal/"]').evaluateAll(all => all.map(one => one.getAttribute('href')!))

if (hasChromium) {
  const portal = await openPortal()
  const { companyKey, agencyKey } = portal.server
  const world = await furnish(portal)
  const opened = new Map<Who, Promise<Page>>()
  const pageOf = (who: Who) => {
    const open = () => {
      if (who === 'nobody') return portal.stranger()
      if (who === 'company' || who === 'agency')
        return portal.holder(who === 'company' ? companyKey : agencyKey)
      return portal.operator({ role: who })
    }
    if (!opened.has(who)) opened.set(who, open())
    return opened.get(who)!
  }
  const shown = new Set<string>()

  async function look({ says, who = 'owner', path, reach }: PageState, of: string): Promise<void> {
    const page = await pageOf(who)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('about:blank')
    await page.goto(`${portal.origin}/portal${typeof path === 'string' ? path : path(world)}`)
    await settled(page)
    await reach?.(page, world)
    await settled(page)
    for (const title of await page.locator('dialog[open] :is(h1, h2)').allTextContents()) shown.add(title)
    await expectFaultless(page, `${of}: ${says}`)
  }

  test('every page of the portal is in the list of states', async () => {
    // By its address: the portal is compiled for browsers, apart from the server and its tests.
    const { pages } = (await import(new URL('../../portal/pages.ts', import.meta.url).href)) as {
      pages: { path: string }[]
    }
    assert.deepEqual(
      Object.keys(pageStates),
      pages.map(({ path }) => path),
    )
  })

  for (const [of, states] of [...Object.entries(pageStates), ['other', otherStates] as const])
    for (const state of states) test(`${of}, ${state.who ?? 'owner'}: ${state.says}`, () => look(state, of))

  test('every dialog of the portal was among them', async () => {
    const titles = await dialogTitles()
    assert.ok(titles.length > 15, `${titles}`)
    const never = titles.filter(title => ![...shown].some(one => title.test(one)))
    assert.deepEqual(never, [], [...shown].join('\n'))
  })

  test('a page that the server does not answer says so, without a fault', async () => {
    for (const who of ['owner', 'company'] as const) {
      const page = await pageOf(who)
      await page.goto(`${portal.origin}/portal`)
      await settled(page)
      const paths = await menuOf(page)
      await page.route(/\/portal\/(operator|own|api|as)\//, route => route.abort())
      for (const path of paths) {
        await page.goto(`${portal.origin}${path}`)
        await page.locator('.failed').first().waitFor()
        await expectFaultless(page, `${path} of the ${who}, unanswered`)
      }
      await page.unrouteAll()
    }
  })

  test('a page that has nothing to show says what would fill it, without a fault', async () => {
    const data = await emptyFolder()
    const file = join(data, 'company.ndjson')
    const facts = { stageTracking: { enabled: true, order: [], labels: {}, excluded: [], baseStages: {} } }
    await writeFile(file, `${JSON.stringify({ ...company('c1'), facts })}\n`)
    const run = (...args: string[]) => command([...args, '--json', '--data', data])
    await run('load', file)
    const { stdout } = await run('keys', 'create', '--company', 'c1', '--scopes', 'all')
    const bare = await openPortal({}, [], data)
    for (const page of [await bare.operator(), await bare.holder(JSON.parse(stdout).secret)])
      for (const path of await menuOf(page)) {
        await page.goto(`${bare.origin}${path}`)
        await settled(page)
        assert.equal(await page.locator('.failed').count(), 0, `${path} failed`)
        await expectFaultless(page, `${path} without data`)
      }
  })
} else test('the states of pages are not tested without Chromium', () => console.log(noChromium))
