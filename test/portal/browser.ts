// The portal in a real Chromium against a real server with the demo programme. Chromium comes from Debian
// (apt-get install -y chromium), or CHROMIUM has the path of one.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { after } from 'node:test'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { command } from '../support/command.ts'
import { demoFolder, stop, type Up, up } from '../support/process.ts'

export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium'
export const hasChromium = existsSync(chromiumPath)
export const noChromium = `There is no Chromium at ${chromiumPath}: the pages are not tested here. apt-get install -y chromium brings one`

export type Portal = {
  server: Up
  data: string
  origin: string
  browser: Browser
  /** A page of a browser of its own, signed in by a link; the role is owner unless given. */
  operator(how?: Looks & { role?: string }): Promise<Page>
  /** The same, signed in with an API key. */
  holder(key: string, how?: Looks): Promise<Page>
  /** Nobody is signed in. */
  stranger(how?: Looks): Promise<Page>
}

export type Looks = { width?: number; height?: number; colorScheme?: 'light' | 'dark' }

/** `others` may be asked as well as the server itself. It has the demo programme, unless `folder` holds another world. */
export async function openPortal(
  settings: Record<string, string> = {},
  others: readonly string[] = [],
  folder?: string,
  args: readonly string[] = folder ? [] : ['--demo'],
): Promise<Portal> {
  const data = folder ?? (await demoFolder())
  const server = await up(data, args, settings)
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-quic'],
  })
  after(async () => {
    await browser.close()
    await stop(server)
  })
  const { origin } = new URL(server.baseUrl)

  const stranger = async ({ width = 1440, height = 900, colorScheme = 'light' }: Looks = {}) => {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme })
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    expectQuiet(context, page, origin, others)
    return page
  }
  return {
    server,
    data,
    origin,
    browser,
    stranger,
    async operator({ role = 'owner', ...looks } = {}) {
      const page = await stranger(looks)
      await page.goto(await signInLink(data, role))
      await page.waitForSelector('nav')
      return page
    },
    async holder(key, looks) {
      const page = await stranger(looks)
      await page.goto(`${origin}/portal`)
      await page.fill('input[type=password]', key)
      await page.keyboard.press('Enter')
      await page.waitForSelector('nav')
      return page
    },
  }
}

export async function signInLink(data: string, role = 'owner'): Promise<string> {
  const { stdout } = await command(['portal', 'link', '--role', role, '--json', '--data', data])
  return JSON.parse(stdout).link
}

/** Nothing is asked of another server, and the page itself finds nothing wrong. */
function expectQuiet(context: BrowserContext, page: Page, origin: string, others: readonly string[]): void {
  context.on('request', request => {
    const url = request.url()
    // What the page of another server asks for is not ours: a provider to sign in with has fonts of its own.
    if (others.some(other => request.headers().referer?.startsWith(other))) return
    assert.ok(
      [origin, ...others, 'data:', 'blob:'].some(known => url.startsWith(known)),
      `the page asked ${url}`,
    )
  })
  page.on('pageerror', error => {
    throw error
  })
  page.on('console', message => {
    // A refused request is written to the console by the browser itself.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      throw new Error(`the page says ${message.text()}`)
  })
}

const axe = readFile(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

type Violation = { id: string; impact: string; nodes: { target: string[]; failureSummary: string }[] }

/** What axe finds on the page as it is, one line each. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(await axe)
  const violations = (await page.evaluate('axe.run(document).then(found => found.violations)')) as Violation[]
  return violations.map(
    ({ id, impact, nodes }) => `${id} (${impact}): ${nodes[0]!.target} ${nodes[0]!.failureSummary}`,
  )
}

/** The page itself never scrolls sideways; tables of figures do so by themselves, and on a phone no list does. */
export async function expectNarrow(page: Page): Promise<void> {
  const [inner, outer] = (await page.evaluate(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )) as [number, number]
  assert.ok(inner <= outer, `${page.url()} is ${inner} wide in a window of ${outer}`)
  if (outer > 640) return
  const cut = await page
    .locator('.stacks')
    .evaluateAll(all =>
      all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.getAttribute('aria-label')),
    )
  assert.deepEqual(cut, [], `lists of ${page.url()} that are cut off`)
}

/** Waits until nothing of the page is still loading for the first time. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').waitFor()
  await page.locator('.waiting').first().waitFor({ state: 'detached' })
}
