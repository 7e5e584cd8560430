// When the pages of the portal have painted what they were opened for, in a real Chromium with an empty cache.
import { chromium } from 'playwright-core'
import { chromiumPath } from './browser.ts'

export type Painted = { firstMs: number; usefulMs: number }

/** Notes when the heading is there and nothing waits to be loaded for the first time. */
const watching = `
  const look = () => {
    if (!document.querySelector('main h1') || document.querySelector('.waiting')) return
    if (document.querySelector('.door')) return
    watcher.disconnect()
    requestAnimationFrame(() => setTimeout(() => { window.usefulAt = performance.now() }))
  }
  const watcher = new MutationObserver(look)
  watcher.observe(document, { childList: true, subtree: true })`

const told = `new Promise(resolve => {
  const timer = setInterval(() => {
    if (window.usefulAt === undefined) return
    clearInterval(timer)
    resolve([performance.getEntriesByName('first-contentful-paint')[0].startTime, window.usefulAt])
  }, 20)
})`

/** The best of several openings of each page; `link` signs in. */
export async function painted(
  link: string,
  paths: readonly string[],
  times: number,
): Promise<Map<string, Painted>> {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const first = await browser.newContext()
    const door = await first.newPage()
    await door.goto(link)
    await door.waitForSelector('nav')
    const storageState = await first.storageState()
    const found = new Map<string, Painted>()
    for (const path of paths) {
      const all: Painted[] = []
      for (let time = 0; time < times; time++) {
        const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } })
        const page = await context.newPage()
        await page.addInitScript(watching)
        await page.goto(`${new URL(link).origin}/portal${path}`)
        const [firstMs, usefulMs] = (await page.evaluate(told)) as [number, number]
        all.push({ firstMs, usefulMs })
        await context.close()
      }
      found.set(
        path,
        all.reduce((one, other) => (other.usefulMs < one.usefulMs ? other : one)),
      )
    }
    return found
  } finally {
    await browser.close()
  }
}
