// What operators do in the portal from end to end: deciding matches, loading files, keeping webhooks going, and answering
// people about themselves; and what the holder of a key sees of it.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { command } from '../support/command.ts'
import { eventually } from '../support/eventually.ts'
import type { Json } from '../support/server.ts'
import { expectNarrow, faultsOf, hasChromium, noChromium, openPortal, settled } from './browser.ts'

if (hasChromium) {
  const portal = await openPortal()
  const { companyKey, agencyKey } = JSON.parse(await readFile(join(portal.data, 'demo.json'), 'utf8'))

  const ask = async (path: string, key: string, body?: object): Promise<Json> => {
    const answer = await fetch(`${portal.origin}/api/open/v1${path}`, {
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return { status: answer.status, ...((await answer.json()) as object) }
  }
  const open = async (page: Page, path: string) => {
    await page.goto(`${portal.origin}/portal${path}`)
    await settled(page)
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const said = (page: Page, text: string) => page.locator('output', { hasText: text }).waitFor()
  const faultless = async (page: Page) => assert.deepEqual(await faultsOf(page), [], page.url())

  const known = (await ask('/workers?limit=40', companyKey)).data as { id: string; reference: string }[]
  const [trade] = (await ask('/master-trades?limit=1', agencyKey)).data
  let sentSoFar = 0

  /** The agency sends somebody who is known, under an identifier of its own. */
  async function sendKnown(): Promise<{ reference: string; name: string; sentAs: string }> {
    const number = sentSoFar++
    const { data: worker } = await ask(`/workers/${known[number]!.id}`, companyKey)
    const sentAs = `AGAIN-${number}`
    const { status, error } = await ask('/workers', agencyKey, {
      firstName: worker.firstName,
      lastName: worker.lastName,
      dob: worker.dob.slice(0, 10),
      email: worker.email,
      phone: `0740012340${number}`,
      countryCode: '+44',
      gender: worker.gender,
      nationality: worker.nationality,
      nationalIns: `AB12340${number}C`,
      address: {
        lineOne: '1 High Street',
        city: 'Leeds',
        country: 'United Kingdom',
        code: worker.address.code,
      },
      trades: [trade.id],
      agencyId: sentAs,
      consent: true,
    })
    assert.deepEqual([status, error.code], [409, 'WORKER_MATCH_REQUIRES_REVIEW'], error.message)
    return { reference: worker.reference, name: worker.name, sentAs }
  }

  const queue = (page: Page) => page.locator('.queue li')

  test('matches are worked through by keys alone, and the last decision is taken back', async () => {
    const sent = [await sendKnown(), await sendKnown(), await sendKnown()].reverse()
    const page = await portal.operator({ role: 'matches' })
    await open(page, '/matches')
    // Three wait in the demo itself.
    assert.equal(await queue(page).count(), 6)
    const shows = (name: string) => page.locator('.who h2', { hasText: name }).waitFor()

    await page.keyboard.press('j')
    await shows(sent[0]!.name)
    await page.keyboard.press('ArrowDown')
    await shows(sent[1]!.name)
    await page.keyboard.press('k')
    await shows(sent[0]!.name)
    await faultless(page)

    await page.keyboard.press('l')
    await page.locator('dialog').getByText('No record is made of it').waitFor()
    await faultless(page)
    await page.keyboard.type('seen the passport')
    await page.keyboard.press('Enter')
    await page.getByText(`${sent[0]!.name} was linked to`).first().waitFor()
    await shows(sent[1]!.name)
    await queue(page).nth(5).waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    assert.equal(await page.locator('dialog').count(), 0, 'Enter began another decision')

    await page.keyboard.press('u')
    await shows(sent[0]!.name)
    await page.getByText('seen the passport').waitFor()
    await queue(page).nth(5).waitFor()

    await page.keyboard.press('x')
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    assert.equal(await queue(page).count(), 6)
    await page.keyboard.press('x')
    await page.locator('dialog').getByText('forgotten in 10 minutes').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(`${sent[0]!.name} was dismissed`).first().waitFor()

    await shows(sent[1]!.name)
    await page.keyboard.press('d')
    await page.locator('dialog').getByText('A new worker is created').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(`${sent[1]!.name} was created as WK-`).first().waitFor()
    await shows(sent[2]!.name)

    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await faultless(page)
    await page.keyboard.press('Escape')

    await page.getByLabel('Show').selectOption('dismissed')
    await queue(page).first().click()
    await page.getByText('can be undone for').waitFor()
    await press(page, 'Undo it')
    await said(page, 'Undone')
  })

  test('matches are decided with the mouse, also on a phone, and a click is not repeated by Enter', async () => {
    const { name, reference } = await sendKnown()
    const page = await portal.operator({ width: 390, height: 844, colorScheme: 'dark' })
    await open(page, '/matches')
    await expectNarrow(page)
    await queue(page).first().click()
    await page.locator('.who h2', { hasText: name }).waitFor()
    await settled(page)
    await expectNarrow(page)
    await faultless(page)
    await page.getByRole('button', { name: `Link to ${reference}` }).click()
    await page
      .locator('dialog')
      .getByRole('button', { name: `Link to ${reference}` })
      .click()
    await said(page, `${name} was linked to ${reference}`)
    await page.keyboard.press('Enter')
    assert.equal(await page.locator('dialog').count(), 0, 'Enter began another decision')
    await page.getByRole('button', { name: 'Undo' }).click()
    await said(page, 'Undone')
  })

  test('a scan finds stored pairs, of which one of several candidates can be chosen', async () => {
    const { data: worker } = await ask(`/workers/${known.at(-1)!.id}`, companyKey)
    const { id, firstName, lastName, name, dob, email, gender, nationality, address, agencies } = worker
    const twin = {
      type: 'worker',
      record: {
        id: `${id.slice(0, -4)}abcd`,
        reference: 'WK-TWIN',
        ...{ firstName, lastName, name, dob, email, gender, nationality, address },
        agencies: agencies.slice(0, 1).map((one: Json) => ({ ...one, agencyId: 'TWIN' })),
        trades: [],
        attachments: [],
        rightToWork: [],
        createdAt: worker.createdAt,
        updatedAt: worker.updatedAt,
      },
    }
    const file = join(portal.data, 'twin.ndjson')
    await writeFile(file, `${JSON.stringify(twin)}\n`)
    const page = await portal.operator()
    await open(page, '/loads')
    await page.setInputFiles('input[type=file]', file)
    await press(page, 'Dry run')
    await press(page, 'Load it')
    await said(page, 'twin.ndjson is loaded')

    await open(page, '/matches')
    await page.locator('.scan button').click()
    await page.getByText(/looked at .* found 1 new pair/).waitFor()
    await page.locator('.queue li', { hasText: 'stored as' }).click()
    await page.getByText('found by a scan of stored workers').waitFor()
    await page.locator('.compared', { hasText: 'WK-TWIN' }).waitFor()
    await page.keyboard.press('l')
    await page.locator('dialog').getByText('Nothing is merged: the system').waitFor()
    await page.getByLabel('Which of the two stays').selectOption({ index: 1 })
    await faultless(page)
    await page.locator('dialog').getByRole('button', { name: 'They are one person' }).click()
    await said(page, 'the two are one person')

    const sent = { firstName, lastName, email, gender, nationality }
    const refused = await ask('/workers', agencyKey, {
      ...sent,
      dob: dob.slice(0, 10),
      nationalIns: 'AB123499C',
      phone: '07400123499',
      countryCode: '+44',
      address: { lineOne: '1 High Street', city: 'Leeds', country: 'United Kingdom', code: address.code },
      trades: [trade.id],
      agencyId: 'EITHER',
      consent: true,
    })
    assert.equal(refused.status, 409, refused.error?.message)
    await open(page, '/matches')
    await queue(page).first().click()
    await page.getByText('May be one of 2 known workers').waitFor()
    const second = page.locator('.candidates label').nth(1)
    const reference = await second.locator('.ref').textContent()
    await page.keyboard.press('2')
    await page.getByRole('button', { name: `Link to ${reference}` }).waitFor()
    await faultless(page)
  })

  test('an agency sees what became of what it sent, and nothing of who it may be', async () => {
    const { reference, sentAs } = await sendKnown()
    const page = await portal.holder(agencyKey)
    await open(page, '/matches')
    const row = page.getByRole('row', { name: new RegExp(sentAs) })
    await row.getByText('waiting').waitFor()
    await row.getByText('a person will decide').waitFor()
    assert.ok(!(await page.locator('main').textContent())!.includes(reference))
    await faultless(page)
    await expectNarrow(page)
  })

  test('a file is tried first and then loaded, and its page keeps what it did', async () => {
    const [site] = (await ask('/sites?limit=1', companyKey)).data
    const patch = (more: object) => ({ type: 'site', record: { id: site.id, ...more }, patch: true })
    const wrong = { type: 'site', record: { id: site.id, colour: 'red' }, patch: true }
    const text = [patch({ name: 'Renamed by the portal' }), wrong, wrong]
      .map(line => `${JSON.stringify(line)}\n`)
      .join('')
    const file = join(portal.data, 'sites.ndjson.gz')
    await writeFile(file, gzipSync(text))
    const nameNow = async () =>
      (await ask('/sites?limit=200', companyKey)).data.find((one: Json) => one.id === site.id).name

    const page = await portal.operator()
    await open(page, '/loads')
    await faultless(page)
    await page.setInputFiles('input[type=file]', file)
    await page.getByText('Lines are patches').waitFor()
    await faultless(page)
    await press(page, 'Dry run')
    await page.getByText('A dry run of 3 lines: nothing was stored.').waitFor()
    await page.getByRole('row', { name: /^Updated 1/ }).waitFor()
    await page.getByRole('row', { name: /record.colour.* 2 2, 3/ }).waitFor()
    await faultless(page)
    assert.notEqual(await nameNow(), 'Renamed by the portal')

    await press(page, 'Load it')
    await said(page, 'sites.ndjson.gz is loaded')
    assert.equal(await nameNow(), 'Renamed by the portal')
    await page.getByRole('link', { name: 'Its page' }).click()
    await page.getByText('done, 2 lines rejected').waitFor()
    await page.getByRole('row', { name: /record.colour.* 2 2, 3/ }).waitFor()
    await faultless(page)
    const saving = page.waitForEvent('download')
    await press(page, 'Download as JSON')
    const saved = JSON.parse(await readFile((await (await saving).path())!, 'utf8'))
    assert.deepEqual([saved.name, saved.counts.updated, saved.rejected], ['sites.ndjson.gz', 1, 2])

    const savingLines = page.waitForEvent('download')
    await press(page, 'Download rejected lines')
    const lines = await savingLines
    assert.equal(lines.suggestedFilename(), 'sites.ndjson.gz.rejects.ndjson')
    const byCommand = join(portal.data, 'by-command.rejects.ndjson')
    await command(['load', file, '--rejects', byCommand, '--data', portal.data])
    assert.equal(await readFile((await lines.path())!, 'utf8'), await readFile(byCommand, 'utf8'))
    assert.ok(!JSON.stringify(saved).includes('red'), 'the report has no line')

    await page.reload()
    await page.getByText('The lines themselves hold personal data and are not kept on the server').waitFor()
    await open(page, '/loads')
    await page.getByRole('row', { name: /sites.ndjson.gz dry run/ }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNarrow(page)
  })

  test('a table is dropped with its mapping', async () => {
    const [table, mapping] = [join(portal.data, 'regions.csv'), join(portal.data, 'regions.yaml')]
    await writeFile(table, 'NO,NAME\nby-table,North of the Portal\n')
    await writeFile(mapping, 'type: region\nid: NO\nrecord: {name: NAME}\n')
    const page = await portal.operator()
    await open(page, '/loads')
    await page.setInputFiles('input[type=file]', [mapping, table])
    await page.getByRole('option', { name: 'a mapping written by hand' }).waitFor({ state: 'attached' })
    await press(page, 'Dry run')
    await page.getByRole('row', { name: /^Created 1/ }).waitFor()
    await press(page, 'Load it')
    await said(page, 'regions.csv is loaded')
  })

  test('a snapshot says what it would delete, and deletes nothing beyond its bounds', async () => {
    const file = join(portal.data, 'no-sites.ndjson')
    const [site] = (await ask('/sites?limit=1', companyKey)).data
    await writeFile(file, `${JSON.stringify({ type: 'site', record: { id: site.id }, patch: true })}\n`)
    const total = async () => (await ask('/sites?limit=1', companyKey)).meta.total
    const before = await total()
    const page = await portal.operator()
    await open(page, '/loads')
    await page.setInputFiles('input[type=file]', file)
    await page.getByLabel('What is not in the file').selectOption('snapshot')
    await page.getByRole('checkbox', { name: 'site', exact: true }).check()
    await press(page, 'Dry run')
    await page.getByText('Nothing would be deleted').waitFor()
    await page.getByRole('heading', { name: 'Not in the file' }).waitFor()
    await faultless(page)
    await press(page, 'Load it')
    await page.getByText('Nothing was deleted').waitFor()
    assert.equal(await total(), before)
  })

  test('leaving the portal while a file is sent warns, and other pages of it may be looked at', async () => {
    const file = join(portal.data, 'slow.ndjson')
    await writeFile(file, '{"type": "nothing that there is"}\n'.repeat(20_000))
    const page = await portal.operator()
    await open(page, '/loads')
    await page.setInputFiles('input[type=file]', file)
    const wire = await page.context().newCDPSession(page)
    const sendAt = (uploadThroughput: number) =>
      wire.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      })
    await sendAt(20_000)
    await press(page, 'Dry run')
    await page.getByText('Stay in the portal').waitFor()
    await page.getByRole('link', { name: /Webhooks/ }).click()
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor()
    await page.getByRole('link', { name: /Loads/ }).click()
    await page.getByText('Stay in the portal').waitFor()
    const asked = page.waitForEvent('dialog')
    void page.close({ runBeforeUnload: true })
    const dialog = await asked
    assert.equal(dialog.type(), 'beforeunload')
    await dialog.dismiss()
    await sendAt(-1)
    await page.getByText('A dry run of 20,000 lines').waitFor({ timeout: 60_000 })
    await page.getByText('20,000 lines', { exact: true }).waitFor()
  })

  /** Takes what is posted to it, or refuses it. */
  async function receiver() {
    const got: { headers: IncomingMessage['headers']; body: string }[] = []
    let status = 200
    const server = createServer(async (request, answer) => {
      let body = ''
      for await (const chunk of request) body += chunk
      got.push({ headers: request.headers, body })
      answer.statusCode = status
      answer.end(status === 200 ? 'taken' : 'out of order')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    after(() => server.close())
    const { port } = server.address() as AddressInfo
    const answers = (next: number) => {
      status = next
    }
    return { got, answers, url: `http://127.0.0.1:${port}/hooks` }
  }

  test('an endpoint is registered, tried, mended and removed, and its signatures are explained', async () => {
    const { got, answers, url } = await receiver()
    const page = await portal.operator()
    await open(page, '/webhooks')
    await page.getByText('There is no endpoint yet').waitFor()
    await press(page, 'New endpoint')
    await page.getByRole('button', { name: /^Choose Brackenholt/ }).click()
    await page.getByLabel('Address').fill(url)
    await page.getByLabel('Events').selectOption('some')
    await press(page, 'All requisition events')
    await page.getByLabel('Projects', { exact: true }).selectOption('some')
    await page.getByText('Projects, 0 chosen').waitFor()
    await page.getByLabel('Projects', { exact: true }).selectOption('all')
    await faultless(page)
    await press(page, 'Register')
    const secret = (await page.locator('.secret code').textContent())!
    assert.match(secret, /^whsec_/)
    await faultless(page)
    await press(page, 'I have copied it')
    await page.getByRole('link', { name: url }).click()
    await page.getByRole('heading', { name: new URL(url).host }).waitFor()
    assert.ok(!(await page.content()).includes(secret), 'the secret is shown a second time')

    await press(page, 'Send a test')
    await page.getByText('answered 200').waitFor()
    assert.equal(JSON.parse(got[0]!.body).type, 'webhook_test')

    answers(500)
    await press(page, 'With a real record')
    await press(page, 'Send it to this endpoint alone')
    await page.getByText('out of order').waitFor()
    await page.getByText('failing since').waitFor()
    const row = page.getByRole('region', { name: 'Deliveries' }).locator('tbody tr').first()
    await row.getByText('waiting').waitFor()
    await faultless(page)

    answers(200)
    await row.getByRole('button', { name: /^Resend/ }).click()
    await row.getByText('delivered').waitFor()
    await row.getByRole('link').click()
    // It is tried again by itself, once or more before it is resent.
    await page.getByText('answered 500').first().waitFor()
    await page.getByText('answered 200').waitFor()
    await faultless(page)

    const { headers, body } = got.at(-1)!
    await open(page, '/webhooks/signature')
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    await page.getByLabel('Headers').fill(lines.join('\n'))
    await page.getByLabel('Body').fill(body)
    await page.getByLabel('Secret').fill(secret)
    await press(page, 'Check')
    await page.getByText('no fault').waitFor()
    await page.getByLabel('Body').fill(JSON.stringify(JSON.parse(body), null, 2))
    await press(page, 'Check')
    await page.getByText('body changed').waitFor()
    await page.getByText('What this secret and body should be sent with').waitFor()
    await faultless(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNarrow(page)
    await page.setViewportSize({ width: 1440, height: 900 })

    await open(page, '/webhooks')
    await page.getByRole('link', { name: url }).click()
    await press(page, 'Rotate secret')
    await press(page, 'Make a new secret')
    await page.getByText('signatures of both').waitFor()
    assert.notEqual(await page.locator('.secret code').textContent(), secret)
    await press(page, 'I have copied it')
    await page.getByText('The old secret signs until').waitFor()
    await press(page, 'Change')
    await page.getByLabel('Description').fill('payroll bridge')
    await press(page, 'Save')
    await page.getByText('payroll bridge').waitFor()
    await press(page, 'Disable')
    await page.locator('dialog').getByRole('button', { name: 'Disable' }).click()
    await page.getByText('Nothing is sent:').waitFor()
    await press(page, 'Enable')
    await page.locator('dialog').getByRole('button', { name: 'Enable' }).click()
    await press(page, 'Recover')
    await press(page, 'Send it again')
    await said(page, 'nothing to recover')

    const holder = await portal.holder(companyKey)
    await open(holder, '/webhooks')
    await holder.getByRole('link', { name: url }).click()
    await press(holder, 'Send a test')
    await holder.getByText('answered 200').waitFor()
    await press(holder, 'With a real record')
    await press(holder, 'Send it to this endpoint alone')
    await holder.getByText(/, delivery /).waitFor()
    for (const name of ['Change', 'Recover', 'Rotate secret', 'Disable', 'Remove'])
      assert.equal(await holder.getByRole('button', { name, exact: true }).count(), 0, name)
    await faultless(holder)

    await press(page, 'Remove')
    await page.getByText('It cannot be undone').waitFor()
    await press(page, 'Remove it for good')
    await page.getByText('There is no endpoint yet').waitFor()
  })

  test('a person is found by the reference, handed over and erased, but not by a slip', async () => {
    const { id, reference } = known[20]!
    const page = await portal.operator()
    await open(page, '/people')
    await page.getByLabel('Name, e-mail, telephone').fill(reference)
    await press(page, 'Find')
    await page.locator('tr', { hasText: 'the same reference' }).getByRole('link').click()
    await page.getByText('Worker id', { exact: true }).waitFor()
    await settled(page)
    await faultless(page)
    const saving = page.waitForEvent('download')
    await press(page, 'Download as JSON')
    const saved = JSON.parse(await readFile((await (await saving).path())!, 'utf8'))
    assert.deepEqual([saved.worker.id, saved.worker.record.reference], [id, reference])
    const clerk = await portal.operator({ role: 'operator' })
    await open(clerk, `/people/${id}`)
    await clerk.getByRole('button', { name: 'Download as JSON' }).waitFor()
    assert.equal(await clerk.getByRole('button', { name: 'Erase' }).count(), 0)
    await press(page, 'Erase')
    const confirm = page.getByRole('button', { name: 'Erase for good' })
    await page.getByText('What goes').waitFor()
    await faultless(page)
    assert.ok(await confirm.isDisabled())
    await page.getByLabel(`Type ${reference} to confirm`).fill('WK-')
    assert.ok(await confirm.isDisabled())
    await page.keyboard.press('Escape')
    assert.equal((await ask(`/workers/${id}`, companyKey)).status, 200)
    await press(page, 'Erase')
    await page.getByLabel(`Type ${reference} to confirm`).fill(reference)
    await page.keyboard.press('Enter')
    await said(page, 'The worker is')
    await page.getByText(/^erased/).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNarrow(page)
    const reader = await portal.operator({ role: 'read-only' })
    await open(reader, '/people')
    await reader.getByRole('heading', { name: 'Not found' }).waitFor()
  })
  test('a key that is revoked says before what it did since yesterday, and is refused after', async () => {
    const page = await portal.operator()
    await open(page, '/keys')
    const { stdout } = await command(['keys', 'list', '--json', '--data', portal.data])
    const [company] = JSON.parse(stdout).find((one: { kind: string }) => one.kind === 'company').owners
    const args = ['keys', 'create', '--company', company, '--scopes', 'all', '--name', 'to revoke']
    const made = JSON.parse((await command([...args, '--json', '--data', portal.data])).stdout)
    for (const path of ['/me', '/sites?limit=1', '/sites?limit=2']) await ask(path, made.secret)
    await page.reload()
    await page.getByRole('link', { name: /^to revoke/ }).click()
    // What is used is written every few seconds.
    await eventually('its use is shown', async () => {
      await page.reload()
      await settled(page)
      return (await page.getByText('/sites', { exact: false }).count()) > 0
    })
    await press(page, 'Revoke')
    const dialog = page.getByRole('dialog')
    const row = dialog.locator('tbody tr', { hasText: '/sites' })
    assert.deepEqual(await row.locator('td').allTextContents(), ['2', '2'])
    await faultless(page)
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await said(page, 'to revoke is revoked.')
    assert.equal((await ask('/me', made.secret)).error.code, 'REVOKED_API_KEY')
  })
} else test('the pages of operators are not tested without Chromium', () => console.log(noChromium))
