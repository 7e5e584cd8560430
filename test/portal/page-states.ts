// Every state that the pages of the portal can be in, by page, and how somebody who uses them gets there. A page, or a
// dialog, that is not reached from here fails the test of the states.
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Page } from 'playwright-core'
import { borrowHome } from '../../src/database/home.ts'
import { checksAreDone } from '../support/billing.ts'
import { command } from '../support/command.ts'
import type { Json } from '../support/server.ts'
import { signInWith } from '../support/sign-ins.ts'
import { type Portal, settled } from './browser.ts'

export type Who = 'owner' | 'read-only' | 'matches' | 'company' | 'agency' | 'nobody'
export type PageState = {
  says: string
  /** An owner, unless it is said. */
  who?: Who
  path: string | ((world: World) => string)
  reach?: (page: Page, world: World) => Promise<unknown>
}

/** What the states are about. */
export type World = Awaited<ReturnType<typeof furnish>>

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
const inDialog = (page: Page, name: string | RegExp) =>
  page
    .locator('dialog')
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const titled = (page: Page, title: string | RegExp) =>
  page.getByRole('dialog').getByRole('heading', { name: title }).waitFor()

/** Keys, endpoints, loads and people in the states that pages tell apart. */
export async function furnish(portal: Portal) {
  const { data, origin } = portal
  const muster = async (...args: string[]): Promise<Json> => {
    const { stdout, stderr } = await command([...args, '--json', '--data', data])
    if (stdout === '') throw new Error(`muster ${args[0]}: ${stderr}`)
    return JSON.parse(stdout)
  }
  const { token } = await muster('tokens', 'create', '--role', 'owner', '--name', 'night script')
  const operate = async (method: string, path: string, body?: object): Promise<Json> => {
    const answer = await fetch(`${origin}/operator${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = (await answer.json()) as Json
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(text)}`)
    return text.data
  }
  const ask = async (path: string, secret: string): Promise<Json> =>
    (
      await fetch(`${origin}/api/open/v1${path}`, { headers: { Authorization: `Bearer ${secret}` } })
    ).json() as Json
  const company = (await operate('GET', '/keys')).find((one: Json) => one.kind === 'company').owners[0]
  const newKey = async (name: string) =>
    operate('POST', '/keys', { kind: 'company', owners: [company], scopes: ['read:timesheets'], name })
  const key = await newKey('payroll')
  const home = await borrowHome({ databaseUrl: undefined, data, databaseConnections: 1 }, () => {})
  await signInWith(home.database, key.key, { name: 'An assistant' })
  await home.close()
  const gone = await newKey('left the firm')
  await operate('POST', `/keys/${gone.key.id}/revoke`)
  for (const path of ['/timesheets?limit=1', '/sites', '/nothing']) await ask(path, key.secret)

  const refusing = createServer((_, answer) => answer.writeHead(500).end('out of order')).listen(
    0,
    '127.0.0.1',
  )
  await once(refusing, 'listening')
  after(() => refusing.close())
  const url = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}/hooks`
  const register = { url, kind: 'company', owners: [company], types: ['*'], projects: [] }
  const { endpoint } = await operate('POST', '/webhooks', register)
  const [sample] = await operate('GET', `/webhooks/${endpoint.id}/samples?limit=1`)
  const { type, objectId } = sample
  const { deliveryId } = await operate('POST', `/webhooks/${endpoint.id}/trigger`, { type, objectId })
  const off = await operate('POST', '/webhooks', { ...register, url: `${url}/off` })
  await operate('PATCH', `/webhooks/${off.endpoint.id}`, { state: 'disabled' })

  const write = async (name: string, ...lines: string[]) => {
    const file = join(data, name)
    await writeFile(file, `${lines.join('\n')}\n`)
    return file
  }
  const rejected = await write('rejected.ndjson', '{"type": "nothing that there is"}')
  const table = await write('regions.csv', 'NO,LABEL,TITLE', 'rg-1,North,First', 'rg-2,South,Second')
  const notes = await write('notes.csv', 'Ask,Whom', 'Anything,Ann')
  const broken = await write('broken.xlsx', 'PK')
  await muster('load', rejected, '--job', 'nightly')
  const [load] = await operate('GET', '/loads')
  const text = 'type: region\nid: NO\nrecord: {name: LABEL}\n'
  await operate('POST', '/mappings/regions', { text })
  await operate('POST', '/mappings/regions', { text: text.replace('LABEL', 'TITLE'), after: 1 })
  await muster('backup', join(data, 'one.backup'))
  const workers = (await ask('/workers?limit=3', portal.server.companyKey)).data
  const [waiting] = await operate('GET', '/matches')
  await checksAreDone(data)
  const [finding] = (await ask('/billing-checks?limit=1', portal.server.companyKey)).data
  return {
    portal,
    operate,
    key,
    gone,
    endpoint,
    off: off.endpoint,
    deliveryId,
    load,
    rejected,
    table,
    notes,
    broken,
    workers,
    waiting,
    finding,
  }
}

const matchAt = ({ waiting }: World) => `/matches/${waiting.id}`
const endpointAt = ({ endpoint }: World) => `/webhooks/${endpoint.id}`
const keyAt = ({ key }: World) => `/keys/${key.key.id}`
const workerAt = ({ workers }: World) => `/clearances/workers/${workers[0]!.id}`
const findingAt = ({ finding }: World) => `/billing-checks/${finding.id}`
const personAt = ({ workers }: World) => `/people/${workers[1].id}`

/** A state in which a button has opened a dialog. */
const dialog = (button: string | RegExp, title: string | RegExp, path: PageState['path']): PageState => ({
  says: `the dialog ${title}`,
  path,
  reach: async page => {
    await press(page, button)
    await titled(page, title)
    await settled(page)
  },
})

/** Every chart with its table, or its request, below it. */
const charts = (name: 'Table' | 'curl') => async (page: Page) => {
  for (const button of await page.getByRole('button', { name, exact: true }).all()) await button.click()
}

export const pageStates: Record<string, readonly PageState[]> = {
  today: [
    { says: 'with what waits', path: '/today' },
    { says: 'as requests', path: '/today', reach: charts('curl') },
    { says: 'over a week, as tables', path: '/today?span=week', reach: charts('Table') },
    { says: 'for whoever only looks', path: '/today', who: 'read-only' },
  ],
  overview: [
    { says: 'of a company', path: '/overview', who: 'company', reach: charts('Table') },
    { says: 'of an agency', path: '/overview?span=day', who: 'agency' },
  ],
  matches: [
    { says: 'the queue', path: '/matches' },
    { says: 'the queue of whoever only looks', path: matchAt, who: 'read-only' },
    { says: 'one', path: matchAt, who: 'matches' },
    { says: 'none of a state', path: '/matches?state=expired' },
    { says: 'one that is not there', path: '/matches/none' },
    { says: 'what an agency sent', path: '/matches', who: 'agency' },
    { says: 'none of a state, for an agency', path: '/matches?state=expired', who: 'agency' },
    dialog(/^Keys/, 'Keys', '/matches'),
    ...(
      [
        [/^Link to/, 'No record is made of it'],
        [/^(Different|Create|They are two)/, 'A new worker is created'],
        [/^Dismiss/, 'Nobody is created or linked'],
      ] as const
    ).map(([button, text]) => ({
      says: `asking: ${text}`,
      path: matchAt,
      reach: async (page: Page) => {
        await press(page, button)
        await page.locator('dialog').getByText(text).waitFor()
      },
    })),
  ],
  loads: [
    { says: 'all', path: '/loads' },
    { says: 'for whoever only looks', path: '/loads', who: 'read-only' },
    { says: 'none of a state', path: '/loads?state=failed' },
    { says: 'one with rejected lines', path: ({ load }) => `/loads/${load.id}` },
    { says: 'one that is not there', path: '/loads/none' },
    {
      says: 'a file that was tried',
      path: '/loads',
      reach: async (page, { rejected }) => {
        await page.setInputFiles('input[type=file]', rejected)
        await press(page, 'Dry run')
        await shows(page, 'A dry run of 1 line')
      },
    },
    {
      says: 'a table with its mapping',
      path: '/loads',
      reach: async (page, { table }) => {
        await page.setInputFiles('input[type=file]', table)
        await shows(page, 'becomes')
      },
    },
    {
      says: 'several tables with one mapping',
      path: '/loads',
      reach: async (page, { table, notes }) => {
        await page.setInputFiles('input[type=file]', [table, notes])
        await shows(page, 'choose what its rows are')
      },
    },
    {
      says: 'a workbook that cannot be read',
      path: '/loads',
      reach: async (page, { broken }) => {
        await page.setInputFiles('input[type=file]', broken)
        await shows(page, 'broken.xlsx is damaged')
      },
    },
    {
      says: 'a snapshot',
      path: '/loads',
      reach: async (page, { rejected }) => {
        await page.setInputFiles('input[type=file]', rejected)
        await page.getByLabel('What is not in the file').selectOption('snapshot')
        await page.locator('legend', { hasText: 'The file has all there is of' }).waitFor()
      },
    },
    { says: 'a mapping', path: '/loads/mappings/regions' },
    dialog('Remove', 'Remove regions', '/loads/mappings/regions'),
    { says: 'a mapping that is not there', path: '/loads/mappings/none' },
  ],
  webhooks: [
    { says: 'all', path: '/webhooks' },
    { says: 'none that is like it', path: '/webhooks?query=nothing+like+it' },
    { says: 'of a company', path: '/webhooks', who: 'company' },
    { says: 'of an agency, none', path: '/webhooks', who: 'agency' },
    { says: 'for whoever only looks', path: endpointAt, who: 'read-only' },
    {
      says: 'one, with a test and a real record',
      path: endpointAt,
      reach: async page => {
        await press(page, 'With a real record')
        await page.getByLabel('Event and record').waitFor()
        await press(page, 'Send a test')
        await shows(page, 'answered 500')
      },
    },
    { says: 'one as its company sees it', path: endpointAt, who: 'company' },
    { says: 'one that is disabled', path: ({ off }) => `/webhooks/${off.id}` },
    { says: 'one that is not there', path: '/webhooks/none' },
    {
      says: 'a delivery',
      path: ({ endpoint, deliveryId }) => `/webhooks/${endpoint.id}/${deliveryId}`,
    },
    { says: 'a signature', path: '/webhooks/signature' },
    {
      says: 'a signature that is wrong',
      path: '/webhooks/signature',
      reach: async page => {
        await page.getByLabel('Headers').fill('X-Service-Signature: v1=0000\nX-Service-Timestamp: now')
        await page.getByLabel('Body').fill('{}')
        await page.getByLabel('Secret').fill('whsec_AAAA')
        await press(page, 'Check')
        await page.locator('main [role=alert], main .st.alert').first().waitFor()
      },
    },
    {
      says: 'a new endpoint, of some events and projects, refused',
      path: '/webhooks',
      reach: async page => {
        await press(page, 'New endpoint')
        await titled(page, 'New endpoint')
        await press(page, /^Choose /)
        await page.getByLabel('Events').selectOption('some')
        await press(page, 'All requisition events')
        await page.getByLabel('Projects', { exact: true }).selectOption('some')
        await page.getByLabel('Address').fill('not an address')
        await inDialog(page, 'Register')
        await page.locator('dialog [role=alert]').waitFor()
      },
    },
    {
      says: 'the secret of a new endpoint',
      path: '/webhooks',
      reach: async (page, { endpoint }) => {
        await press(page, 'New endpoint')
        await press(page, /^Choose /)
        await page.getByLabel('Address').fill(`${endpoint.url}/second`)
        await inDialog(page, 'Register')
        await titled(page, 'Copy the signing secret now')
      },
    },
    dialog('Change', 'Change this endpoint', endpointAt),
    dialog('Recover', 'Recover what was not delivered', endpointAt),
    dialog('Rotate secret', 'Rotate the signing secret', endpointAt),
    dialog('Disable', 'Disable this endpoint', endpointAt),
    dialog('Enable', 'Enable this endpoint', ({ off }) => `/webhooks/${off.id}`),
    dialog('Remove', 'Remove this endpoint', endpointAt),
    {
      says: 'the new secret of an endpoint',
      path: endpointAt,
      reach: async page => {
        await press(page, 'Rotate secret')
        await inDialog(page, 'Make a new secret')
        await titled(page, 'Copy the new signing secret now')
      },
    },
  ],
  keys: [
    { says: 'all', path: '/keys?state=all' },
    { says: 'none that is like it', path: '/keys?query=nothing+like+it' },
    { says: 'for whoever only looks', path: keyAt, who: 'read-only' },
    { says: 'one that was revoked', path: ({ gone }) => `/keys/${gone.key.id}` },
    { says: 'one that is not there', path: '/keys/none' },
    {
      says: 'one, with what would be refused',
      path: keyAt,
      reach: async page => {
        await page.getByLabel('Path').fill('/sites')
        await press(page, 'Would it be allowed?')
        await page.locator('.rules .st.alert').waitFor()
      },
    },
    dialog('New key', 'New key', '/keys'),
    dialog('Revoke An assistant', 'Revoke the sign-in of An assistant', keyAt),
    dialog('Rotate', 'Rotate payroll', keyAt),
    dialog('Revoke', 'Revoke payroll', keyAt),
    {
      says: 'the secret of a new key',
      path: '/keys',
      reach: async page => {
        await press(page, 'New key')
        await press(page, /^Choose /)
        await page.getByLabel('To do what').selectOption({ index: 1 })
        await inDialog(page, /^Make/)
        await titled(page, /copy the secret now$/)
      },
    },
    {
      says: 'the new secret of a key',
      path: keyAt,
      reach: async page => {
        await press(page, 'Rotate')
        await inDialog(page, 'Make a new secret')
        await titled(page, 'The new secret of payroll')
      },
    },
  ],
  requests: [
    { says: 'of everybody, as tables', path: '/requests', reach: charts('Table') },
    { says: 'of a company', path: '/requests', who: 'company' },
    { says: 'for whoever only looks', path: '/requests', who: 'read-only' },
    { says: 'those of one code', path: '/requests?code=INSUFFICIENT_SCOPE&span=day' },
    { says: 'none that is like it', path: '/requests?code=NOTHING' },
    {
      says: 'a fixed time, paused',
      path: '/requests?until=2026-01-01T00:00',
      reach: page => press(page, 'Pause'),
    },
    dialog('Views', 'Views', '/requests'),
  ],
  events: [
    { says: 'of a company', path: '/events', who: 'company' },
    { says: 'of an agency', path: '/events', who: 'agency' },
    { says: 'none of a kind', path: '/events?type=invoice_sent', who: 'company' },
  ],
  records: [
    { says: 'timesheets', path: '/records/timesheets' },
    { says: 'timesheets of a company', path: '/records/timesheets?page=2', who: 'company' },
    { says: 'none that matches', path: '/records/workers?query=nothing+like+it', who: 'company' },
    { says: 'a list that there is not', path: '/records/nothings' },
    { says: 'a list within a project', path: '/records/purchase-orders', who: 'company' },
    { says: 'a filter that is refused', path: '/records/timesheets?from=never', who: 'company' },
    { says: 'a worker, and who sees them', path: ({ workers }) => `/records/workers/${workers[0].id}` },
    {
      says: 'a worker as JSON',
      path: ({ workers }) => `/records/workers/${workers[0].id}`,
      who: 'company',
      reach: page => press(page, 'As JSON'),
    },
    { says: 'a record that is not there', path: '/records/timesheets/none', who: 'company' },
    {
      says: 'views that are kept',
      path: '/records/timesheets?status=approved',
      who: 'company',
      reach: async page => {
        await press(page, 'Views')
        await page.getByLabel('Keep this page as').fill('Approved')
        await inDialog(page, 'Keep')
        await page.locator('dialog').getByRole('link', { name: 'Approved' }).first().waitFor()
      },
    },
  ],
  recruitment: [
    { says: 'as charts', path: '/recruitment?from=2020-01-01' },
    { says: 'as tables', path: '/recruitment?from=2020-01-01', who: 'company', reach: charts('Table') },
    { says: 'as requests', path: '/recruitment', who: 'company', reach: charts('curl') },
    { says: 'without any', path: '/recruitment?from=2019-01-01&to=2019-02-01', who: 'company' },
    { says: 'days that are refused', path: '/recruitment?from=2020-02-01&to=2020-01-01', who: 'company' },
  ],
  'hours-and-money': [
    { says: 'as charts', path: '/hours-and-money' },
    { says: 'as tables', path: '/hours-and-money?status=all', who: 'company', reach: charts('Table') },
    { says: 'without any', path: '/hours-and-money?from=2019-01-01&to=2019-02-01', who: 'company' },
    { says: 'days that are refused', path: '/hours-and-money?from=2020-02-01&to=2020-01-01', who: 'company' },
    { ...dialog('Views', 'Views', '/hours-and-money'), who: 'company' },
  ],
  clearances: [
    { says: 'who falls out when', path: '/clearances' },
    { says: 'of a company', path: '/clearances', who: 'company' },
    { says: 'of an agency', path: '/clearances', who: 'agency' },
    { says: 'without anybody', path: '/clearances?on=2019-01-01', who: 'company' },
    { says: 'a day that is refused', path: '/clearances?on=someday', who: 'company' },
    { says: 'a gate list', path: '/clearances/gate', who: 'company' },
    { says: 'a gate list of an agency', path: '/clearances/gate', who: 'agency' },
    { says: 'a gate list without anybody', path: '/clearances/gate?on=2019-01-01', who: 'company' },
    { says: 'what to chase', path: '/clearances/chase', who: 'company' },
    { says: 'what to chase of companies', path: '/clearances/chase', who: 'agency' },
    { says: 'nothing to chase', path: '/clearances/chase?on=2019-01-01', who: 'company' },
    { says: 'a worker', path: workerAt, who: 'company' },
    { says: 'a worker who is not there', path: '/clearances/workers/none', who: 'company' },
  ],
  'billing-checks': [
    { says: 'by agency and week', path: '/billing-checks' },
    { says: 'of a company', path: '/billing-checks', who: 'company' },
    { says: 'of an agency', path: '/billing-checks', who: 'agency' },
    { says: 'without any', path: '/billing-checks?from=2019-01-01&to=2019-02-01', who: 'company' },
    { says: 'weeks that are refused', path: '/billing-checks?from=2018-01-01&to=2020-01-01', who: 'company' },
    { says: 'findings', path: '/billing-checks/findings', who: 'company' },
    { says: 'findings of an agency', path: '/billing-checks/findings', who: 'agency' },
    { says: 'no findings', path: '/billing-checks/findings?from=2019-01-01&to=2019-02-01', who: 'company' },
    { says: 'a finding', path: findingAt },
    { says: 'a finding of a company', path: findingAt, who: 'company' },
    { says: 'a finding that is not there', path: '/billing-checks/none', who: 'company' },
  ],
  people: [
    { says: 'nobody looked for', path: '/people' },
    ...(
      [
        ['somebody found', ({ workers }: World) => workers[0].name],
        ['nobody found', () => 'Zacharias Unheardof'],
      ] as const
    ).map(([says, name]) => ({
      says,
      path: '/people',
      reach: async (page: Page, world: World) => {
        await page.getByLabel('Name, e-mail, telephone').fill(name(world))
        await press(page, 'Find')
        await shows(page, 'Not searched: users')
      },
    })),
    { says: 'one', path: personAt },
    { says: 'one that is not there', path: '/people/none' },
    dialog('Erase', 'Erase this person', personAt),
    dialog(/^Scrub/, 'Scrub', '/people'),
    {
      says: 'one that was erased',
      path: ({ workers }) => `/people/${workers[2].id}`,
      reach: async (page, { workers, operate }) => {
        await operate('POST', `/people/${workers[2].id}/erase`, { dryRun: false })
        await page.reload()
        await shows(page, /^erased/)
      },
    },
  ],
  access: [
    { says: 'all', path: '/access' },
    { says: 'changes of a kind', path: '/access?kind=mapping' },
    { says: 'no change', path: '/access?subject=none' },
    dialog('New token', 'New operator token', '/access'),
    dialog(/^Revoke /, 'Revoke night script', '/access'),
    dialog(/^End /, /^End the session of/, '/access'),
    dialog(/^Show/, /\w/, '/access?kind=key'),
    {
      says: 'the secret of a new token',
      path: '/access',
      reach: async page => {
        await press(page, 'New token')
        await page.getByRole('dialog').getByLabel('Name').fill('ann')
        await inDialog(page, 'Make the token')
        await titled(page, 'ann: copy the token now')
      },
    },
  ],
}

/** Of no page: before it, and beside it. */
export const otherStates: readonly PageState[] = [
  { says: 'signing in', path: '/keys', who: 'nobody' },
  {
    says: 'a wrong key',
    path: '/',
    who: 'nobody',
    reach: async page => {
      await page.fill('input[type=password]', 'nothing like a key')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
    },
  },
  { says: 'no such page', path: '/nothing' },
  { says: 'a page of others', path: '/keys', who: 'agency' },
]
