// The jobs of docs/portal.md, done in a real browser as they stand there: each step is read from the page and finds what it
// names by its words. Prints how long each took, which `npm run portal-jobs` writes into the table of that page.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { checksAreDone } from '../support/billing.ts'
import { dataFolder } from '../support/process.ts'
import {
  expectNarrow,
  faultsOf,
  hasChromium,
  noChromium,
  openPortal,
  settled,
  signInLink,
} from './browser.ts'

const place = new URL('../../docs/portal.md', import.meta.url)
const guide = await readFile(place, 'utf8')
const written = guide.split('\n## Twenty-two jobs, step by step\n')[1]!.split('\n## ')[0]!

type Job = { role: string; title: string; steps: string[] }
const jobs: Job[] = written
  .split('\n### ')
  .slice(1)
  .map(text => {
    const [, role, title] = /^(.+?): (.+)\n/.exec(text)!
    return {
      role: role!,
      title: title!,
      steps: [...text.matchAll(/^\d+\. (.+)$/gm)].map(([, step]) => step!),
    }
  })
const files = new Map(
  [...written.matchAll(/^```csv (\S+)\n([^`]*)```$/gm)].map(([, name, text]) => [name!, text!]),
)

const starting = (words: string) => new RegExp(`^\\s*${words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)

/** Where a step looks: the dialog that is open, or a section of the page, or the page. */
async function around(page: Page, under: string | undefined): Promise<Locator> {
  const dialog = page.locator('dialog[open]')
  if ((await dialog.count()) > 0) return dialog
  return under ? page.locator(`section:has(> h2:text("${under}"))`) : page.locator('main')
}

type Words = Partial<Record<'name' | 'beside' | 'under' | 'text' | 'saved', string>>

/** What each kind of step does, in the order they are tried. */
const kinds: [RegExp, (page: Page, words: Words, folder: string) => Promise<unknown>][] = [
  [
    /^Open \*\*(?<name>[^*]+)\*\*\.$/,
    (page, { name }) =>
      page
        .getByRole('navigation')
        .getByRole('link', { name: starting(name!) })
        .click(),
  ],
  [
    /^Press \*\*(?<name>[^*]+)\*\*(?: beside \*\*(?<beside>[^*]+)\*\*)?(?: under \*\*(?<under>[^*]+)\*\*)?(?<saved>; a file is saved)?\.$/,
    async (page, { name, beside, under, saved }) => {
      const all = await around(page, under)
      const line = beside ? all.locator('li, tr').filter({ hasText: beside }).first() : all
      const button = line
        .locator('button, a')
        .filter({ hasText: starting(name!), visible: true })
        .first()
      const saving = saved ? page.waitForEvent('download') : undefined
      await button.click()
      if (saving) assert.ok((await readFile(await (await saving).path())).length > 0)
    },
  ],
  [
    /^Follow \*\*(?<name>[^*]+)\*\*(?: under \*\*(?<under>[^*]+)\*\*)?\.$/,
    async (page, { name, under }) =>
      (await around(page, under))
        .locator('a')
        .filter({ hasText: starting(name!), visible: true })
        .first()
        .click(),
  ],
  [
    /^Follow the first under \*\*(?<under>[^*]+)\*\*\.$/,
    async (page, { under }) => (await around(page, under)).locator('tbody a').first().click(),
  ],
  [
    /^Choose \*\*(?<name>[^*]+)\*\* in \*\*(?<under>[^*]+)\*\*\.$/,
    async (page, { name, under }) =>
      (await around(page, undefined))
        .getByRole('combobox', { name: under!, exact: true })
        .selectOption({ label: name! }),
  ],
  [
    /^Type `(?<text>[^`]+)` into \*\*(?<under>[^*]+)\*\*\.$/,
    async (page, { text, under }) =>
      (await around(page, undefined)).getByLabel(under!, { exact: true }).fill(text!),
  ],
  [
    /^Press \*\*(?<name>[^*]+)\*\* and take `(?<text>[^`]+)`\.$/,
    async (page, { name, text }, folder) => {
      const file = join(folder, text!)
      await writeFile(file, files.get(text!)!)
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: name! }).click()
      await (await choosing).setFiles(file)
    },
  ],
  [
    /^See \*\*(?<text>[^*]+)\*\*\.$/,
    (page, { text }) => page.getByText(text!).filter({ visible: true }).first().waitFor(),
  ],
]

async function follow(page: Page, step: string, folder: string): Promise<void> {
  for (const [pattern, run] of kinds) {
    const found = pattern.exec(step)
    if (!found) continue
    await run(page, { ...found.groups }, folder)
    return
  }
  assert.fail(`no such kind of step: ${step}`)
}

const times = new Map<Job, number>()
const tableOf = (rows: readonly string[]) =>
  ['| job | steps | seconds |', '|---|---|---|', ...rows].join('\n')
const inTable = /\| job \| steps \| seconds \|\n(?:\|.*\n)+/

test('twenty-two jobs are written down, each of them is in the table of times', () => {
  const roles = Map.groupBy(jobs, ({ role }) => role)
  assert.deepEqual(
    [...roles].map(([role, of]) => [role, of.length]),
    [
      ...['Operator', 'Payroll clerk', 'Recruiter'].map(role => [role, 3]),
      ['Compliance officer', 5],
      ['Accounts clerk', 5],
      ['Site manager', 3],
    ],
  )
  const rows = inTable.exec(written)![0].trimEnd().split('\n').slice(2)
  assert.deepEqual(
    rows.map(row => row.replace(/\| [\d.]+ \|$/, '|')),
    jobs.map(({ role, title, steps }) => `| ${role}: ${title} | ${steps.length} |`),
  )
})

if (hasChromium) {
  const folder = await dataFolder()
  const portal = await openPortal({}, [], folder, ['--demo'])
  await checksAreDone(folder)

  /** A new user, in a browser that has never been here. */
  async function signedIn(role: string): Promise<Page> {
    const page = await portal.stranger()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    if (role === 'Operator' || role === 'Compliance officer')
      await page.goto(await signInLink(folder, role === 'Operator' ? 'operator' : 'owner'))
    else {
      await page.goto(`${portal.origin}/portal`)
      await page.getByLabel(/^API key/).fill(portal.server.companyKey)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    await page.getByRole('navigation').waitFor()
    return page
  }

  for (const job of jobs)
    test(`${job.role}: ${job.title}`, async () => {
      const page = await signedIn(job.role)
      const began = performance.now()
      for (const step of job.steps) {
        await follow(page, step, folder).catch(error => {
          throw new Error(`${step}\n${error.message}`)
        })
        await settled(page)
      }
      times.set(job, (performance.now() - began) / 1000)
      assert.equal(await page.locator('.failed').count(), 0)
      assert.deepEqual(await faultsOf(page), [])
      await expectNarrow(page)
      await page.context().close()
    })

  after(async () => {
    const rows = jobs.map(
      job => `| ${job.role}: ${job.title} | ${job.steps.length} | ${times.get(job)?.toFixed(1) ?? '–'} |`,
    )
    console.log(tableOf(rows))
    if (process.env.MUSTER_JOB_TIMES === 'write' && times.size === jobs.length)
      await writeFile(place, guide.replace(inTable, `${tableOf(rows)}\n`))
  })
} else test('the jobs are not tested without Chromium', () => console.log(noChromium))
