// Who gets into the portal and how a session ends, in the browser: every way to sign in, sessions that expire or are
// ended, and the holder of a key who tries to reach what is another's or the operators'.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { operations } from '../../src/api/index.ts'
import { borrowHome } from '../../src/database/home.ts'
import { type Sql, sql } from '../../src/database/sql.ts'
import { ownOperations } from '../../src/operator/own-operations.ts'
import { operatorOperations } from '../../src/operator/surface.ts'
import { command } from '../support/command.ts'
import { oidcProvider } from '../support/oidc.ts'
import type { Json } from '../support/server.ts'
import { faultsOf, hasChromium, noChromium, openPortal, settled } from './browser.ts'

if (hasChromium) {
  const { settings, issuer, serve } = await oidcProvider()
  const portal = await openPortal(settings, [issuer])
  serve(portal.origin)
  const { data } = portal
  const { companyKey, agencyKey } = portal.server
  /** What time would do to sessions. */
  const inDatabase = async (statement: Sql) => {
    const home = await borrowHome({ databaseUrl: undefined, data, databaseConnections: 1 }, () => {})
    await home.database.rows(statement)
    await home.close()
  }

  const made = async (...args: string[]): Promise<Json> => {
    const all = [...args, '--json', '--data', data]
    const { code, stdout, stderr } = await command(all, { WEBHOOK_LOOPBACK: 'yes' })
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  const tokenOf = async (role: string) =>
    (await made('tokens', 'create', '--role', role, '--name', `the ${role}`)).token as string
  const company = async () =>
    (await made('keys', 'list')).find((key: Json) => key.kind === 'company').owners[0] as string
  const open = async (page: Page, path: string) => {
    await page.goto(`${portal.origin}/portal${path}`)
    await settled(page)
  }
  const signIn = async (page: Page, secret: string) => {
    await page.fill('input[type=password]', secret)
    await page.keyboard.press('Enter')
  }
  const faultless = async (page: Page) => assert.deepEqual(await faultsOf(page), [], page.url())
  /** Asks as the page itself would, with its cookie. */
  const asked = (page: Page, method: string, path: string, sent = '{}') =>
    page.evaluate(
      async ([method, path, sent]) => {
        const headers = { 'X-Muster-Portal': '1', 'Content-Type': 'application/json' }
        const body = method === 'GET' ? {} : { body: sent }
        const answer = await fetch(`/portal${path}`, { method: method!, headers, ...body })
        return { status: answer.status, text: await answer.text() }
      },
      [method, path, sent] as const,
    )

  test('a link, a token, a key and an account elsewhere each sign in, and lead to the page that was asked for', async () => {
    const byLink = await portal.operator({ role: 'read-only' })
    await byLink.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
    assert.ok(!byLink.url().includes('#'), 'the code of the link stays in the address')

    const byToken = await portal.stranger()
    await open(byToken, '/webhooks/signature')
    await faultless(byToken)
    await signIn(byToken, await tokenOf('owner'))
    await byToken.getByRole('heading', { name: 'Check a signature', level: 1 }).waitFor()
    await byToken.getByText('the owner').waitFor()

    for (const [key, list] of [
      [companyKey, 'sites'],
      [agencyKey, 'workers'],
    ] as const) {
      const byKey = await portal.stranger({ width: 360, height: 740, colorScheme: 'dark' })
      await open(byKey, `/records/${list}`)
      await faultless(byKey)
      await signIn(byKey, key)
      await byKey.locator('.lines tbody tr').first().waitFor()
      await byKey.getByText(key === companyKey ? 'Demo company key' : 'Demo agency key').waitFor()
    }

    const elsewhere = await portal.stranger()
    await open(elsewhere, '')
    await elsewhere.getByRole('link', { name: 'Continue with Example ID' }).click()
    await elsewhere.locator('input[name=login]').fill('ann')
    await elsewhere.locator('input[name=password]').fill('any')
    await elsewhere.keyboard.press('Enter')
    await elsewhere.getByRole('button', { name: 'Continue' }).click()
    await elsewhere.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
    await elsewhere.getByText('Ann Reed').waitFor()
  })

  test('a wrong key, a used link and an account without a role are refused in words', async () => {
    const page = await portal.stranger()
    await open(page, '')
    await signIn(page, 'nothing like a key')
    await page.getByRole('alert').waitFor()
    assert.equal(await page.locator('nav').count(), 0)
    const { link } = await made('portal', 'link')
    const first = await portal.stranger()
    await first.goto(link)
    await first.waitForSelector('nav')
    const second = await portal.stranger()
    await second.goto(link)
    await second.getByRole('alert').getByText('used already').waitFor()
    await faultless(second)
    await open(page, '#oidc=refused')
    await page.reload()
    await page.goto(`${portal.origin}/portal/sign-in-again#oidc=refused`)
    await page.getByRole('alert').getByText('no role here').waitFor()
  })

  test('a session that was ended says so before anything else is done, and goes on with what was being written', async () => {
    const token = await tokenOf('operator')
    const page = await portal.stranger()
    await open(page, '/keys')
    await signIn(page, token)
    await page.getByRole('button', { name: 'New key' }).click()
    const dialog = page.getByRole('dialog', { name: 'New key' })
    await dialog.getByRole('button', { name: /^Choose Brackenholt/ }).click()
    await dialog.getByLabel('To do what').selectOption({ index: 1 })
    await dialog.getByLabel('Name').fill('half written')

    const owner = await portal.operator()
    await open(owner, '/access')
    const row = owner.getByRole('row', { name: /the operator/ })
    await row.getByRole('button', { name: /^End/ }).first().click()
    await owner.locator('dialog').getByRole('button', { name: /^End/ }).click()
    await owner.locator('dialog').waitFor({ state: 'detached' })

    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByRole('button', { name: /^Make/ }).click()
    await again.getByRole('alert').getByText('This session was ended').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await again.waitFor()
    await faultless(page)
    await signIn(page, token)
    await again.waitFor({ state: 'detached' })
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'half written')
    await dialog.getByRole('button', { name: /^Make/ }).click()
    await page.getByText('copy the secret now').waitFor()
  })

  test('a session that expired says how long it lasts, on the page and at the next visit, and shows nothing of another’s', async () => {
    const page = await portal.holder(companyKey)
    await open(page, '/records/timesheets')
    await page.locator('.lines tbody tr').first().waitFor()
    await inDatabase(sql`update portal_session set expires_at = now() where revoked_at is null`)
    await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('approved')
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await again.getByText('lasts 12 hours').waitFor()
    await faultless(page)

    await page.reload()
    await page.getByRole('alert').getByText('lasts 12 hours').waitFor()
    assert.equal(await page.locator('nav, table').count(), 0)
    await signIn(page, companyKey)
    await page.locator('.lines tbody tr').first().waitFor()
    assert.match(page.url(), /timesheets\?.*status=approved/)

    await inDatabase(
      sql`update portal_session set used_at = now() - interval '61 minutes' where revoked_at is null`,
    )
    await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('')
    await again.getByText('Nothing was done for 60 minutes').waitFor()
    await signIn(page, agencyKey)
    await again.waitFor({ state: 'detached' })
    await page.getByText('Demo agency key').waitFor()
  })

  test('a sign-in in another tab of the browser lets the first go on', async () => {
    const page = await portal.operator()
    await open(page, '/loads')
    await inDatabase(sql`update portal_session set revoked_at = now() where revoked_at is null`)
    await page.getByRole('link', { name: 'Webhooks' }).click()
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await again.getByRole('button', { name: 'I signed in in another tab' }).click()
    await again.getByText('This session was ended').nth(1).waitFor()
    const other = await page.context().newPage()
    await other.goto((await made('portal', 'link')).link)
    await other.waitForSelector('nav')
    await again.getByRole('button', { name: 'I signed in in another tab' }).click()
    await page.getByText('There is no endpoint yet').waitFor()
    assert.equal(await again.count(), 0)
  })

  test('the session of a key ends with the key, and the page says so', async () => {
    const { id, secret } = await made('keys', 'create', '--company', await company(), '--scopes', 'all')
    const page = await portal.holder(secret)
    await open(page, '/records/sites')
    await made('keys', 'revoke', id)
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('dialog', { name: 'Sign in again' }).getByText('revoked').waitFor()
    await signIn(page, secret)
    await page.getByText('revoked').first().waitFor()
    assert.equal(await page.getByRole('dialog', { name: 'Sign in again' }).count(), 1)
  })

  test('the holder of a key opens no page of operators, and no record or endpoint of another', async () => {
    const company = await portal.holder(companyKey)
    await open(company, '/records/requisitions')
    const mine = await company.locator('.lines tbody a').first().getAttribute('href')
    const page = await portal.holder(agencyKey)
    for (const path of [
      '/today',
      '/loads',
      '/keys',
      '/people',
      '/access',
      '/recruitment',
      '/hours-and-money',
    ]) {
      await open(page, path)
      await page.getByText('There is no page at this address').waitFor()
    }
    const id = mine!.split('/').at(-1)!.split('?')[0]!
    for (const list of ['requisitions', 'workers', 'timesheets']) {
      await open(page, `/records/${list}/${id}`)
      await page.locator('.failed').waitFor()
    }
    for (const path of [`/webhooks/${id}`, `/webhooks/deliveries/${id}`, `/matches/${id}`]) {
      await open(page, path)
      assert.equal(await page.locator('h1').count(), 1)
      assert.ok(!(await page.content()).includes(companyKey.slice(4)))
    }
  })

  test('nor does it by asking from the page: every operation of operators and of another is refused', async () => {
    const endpoint = await made('webhooks', 'add', 'http://127.0.0.1:9/hooks', '--company', await company())
    const [key] = await made('keys', 'list')
    const page = await portal.holder(agencyKey)
    const filled = (path: string) => path.replaceAll(/\{\w+\}/g, endpoint.id)
    for (const { method, path } of operatorOperations) {
      const { status, text } = await asked(page, method, `/operator${filled(path)}`)
      assert.equal(status, 403, `${method} ${path}: ${text}`)
      assert.match(text, /ROLE_NOT_ALLOWED/)
    }
    for (const { path, method } of operations.filter(one => one.method === 'GET')) {
      const { status, text } = await asked(page, method, `/as/${key.id}${filled(path)}`)
      assert.equal(status, 403, `${path} as another key: ${text}`)
    }
    for (const { method, path } of ownOperations.filter(one => one.path.includes('{id}'))) {
      const about = path.endsWith('/trigger') ? { type: 'timesheet_approval_requested', objectId: 'x' } : {}
      const { status, text } = await asked(page, method, `/own${filled(path)}`, JSON.stringify(about))
      assert.equal(status, 404, `${method} ${path}: ${text}`)
    }
  })
} else test('sessions in the browser are not tested without Chromium', () => console.log(noChromium))
