// Webhooks from end to end with real processes: registered by command, fired by a load, mended by the operator.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { companyId } from '../../demo/organisations.ts'
import { verifyWebhook } from '../../sdk/verify-webhook.ts'
import { newSecret } from '../../src/access/key-format.ts'
import { statusOf } from '../../src/errors/problem.ts'
import { operatorOperations } from '../../src/operator/surface.ts'
import { command } from '../support/command.ts'
import { answered, answeredApart, checkOperatorAnswer } from '../support/operator-check.ts'
import { demoFolder, stop, up } from '../support/process.ts'
import { expectNoSecret } from '../support/secret-scan.ts'
import type { Json } from '../support/server.ts'
import { ok, receiver } from '../webhooks/receiver.ts'

const data = await demoFolder()
const server = await up(data)
after(() => stop(server))
const origin = new URL(server.baseUrl).origin

const muster = async (...args: string[]): Promise<Json> => {
  const done = await command([...args, '--json', '--data', data])
  return { code: done.code, ...JSON.parse(done.stdout) }
}

const token = (await muster('tokens', 'create')).token as string

async function operator(method: string, path: string, body?: unknown, secret = token): Promise<Json> {
  const response = await fetch(`${origin}/operator${path}`, {
    method,
    headers: { ...(secret && { Authorization: `Bearer ${secret}` }), 'Content-Type': 'application/json' },
    ...(body !== undefined && {
      body: typeof body === 'string' ? Buffer.from(body, 'latin1') : JSON.stringify(body),
    }),
  })
  const text = await response.text()
  checkOperatorAnswer(method, path, response, text)
  return { status: response.status, ...(path === '/metrics' ? { text } : (JSON.parse(text) as object)) }
}

async function first(path: string): Promise<Json> {
  const response = await fetch(`${server.baseUrl}${path}`, {
    headers: { Authorization: `Bearer ${server.companyKey}` },
  })
  return ((await response.json()) as { data: Json[] }).data[0]
}

const timesheet = await first('/timesheets?status=pending&limit=1')
/** A line that a system of record would send: the record as it is read, without what is worked out. */
const asLine = (record: Json) => {
  const { supplierType: _, submissionAnswers: __, ...rest } = record
  return `${JSON.stringify({ type: 'timesheet', record: rest })}\n`
}
const to = await receiver()
const company = timesheet.company.id as string
const stranger = [0, 1].map(companyId).find(id => id !== company)!

test('an endpoint is registered by command, and what a load changes arrives signed', async () => {
  const made = await muster(
    'webhooks',
    'add',
    to.url,
    '--company',
    company,
    '--events',
    'timesheet_approval_requested',
  )
  assert.equal(made.code, 0)
  const asked = { ...timesheet, status: 'pending_approval' }
  const dry = await operator('POST', '/loads?dryRun=true', asLine(asked))
  assert.deepEqual(dry.data.fired, [{ type: 'timesheet_approval_requested', objectId: timesheet.id }])
  const loaded = await operator('POST', '/loads', asLine(asked))
  assert.deepEqual([loaded.status, loaded.data.counts.updated, loaded.data.rejections], [200, 1, []])
  await to.arrived(1)
  const { body, headers } = to.received[0]!
  const event = verifyWebhook(body, headers as Record<string, string>, made.secret)
  assert.deepEqual(event.data, { timesheet: { id: timesheet.id } })

  const shown = await muster('webhooks', 'show', made.id)
  assert.equal(JSON.stringify(shown).includes('whsec_'), false)
  const rotated = await muster('webhooks', 'rotate', made.id, '--overlap', '1h')
  const tested = await muster('webhooks', 'test', made.id)
  assert.deepEqual([tested.code, tested.status, tested.answer], [0, 200, 'thank you'])
  for (const secret of [made.secret, rotated.secret])
    verifyWebhook(to.received[1]!.body, to.received[1]!.headers as Record<string, string>, secret)

  const triggered = await muster(
    'trigger',
    'timesheet_approval_requested',
    '--id',
    timesheet.id,
    '--endpoint',
    made.id,
  )
  assert.deepEqual([triggered.code, triggered.status], [0, 200])
  assert.equal(JSON.parse(to.received[2]!.body).data.timesheet.id, timesheet.id)
  const [first] = Object.values(await muster('webhooks', 'deliveries', made.id)) as Json[]
  assert.ok(first !== undefined)
  assert.equal((await muster('webhooks', 'replay', triggered.deliveryId)).state, 'waiting')
  await to.arrived(4)
  assert.equal(to.received[3]!.headers['webhook-id'], to.received[2]!.headers['webhook-id'])

  assert.equal((await muster('webhooks', 'update', made.id, '--disable')).state, 'disabled')
  await operator('POST', '/loads', asLine(timesheet))
  await operator('POST', '/loads', asLine(asked))
  const recovered = await muster('webhooks', 'recover', made.id, '--since', '1h')
  assert.equal(recovered.missed, 1)
  assert.equal((await muster('webhooks', 'update', made.id, '--enable')).state, 'active')
  await to.arrived(5)
  assert.equal((await muster('webhooks', 'remove', made.id)).removed, true)
  assert.equal((await muster('webhooks', 'show', made.id)).error.code, 5)
})

test('what cannot be right is refused with what would be', async () => {
  const add = (...args: string[]) => muster('webhooks', 'add', ...args)
  const refused: [string[], RegExp][] = [
    [['http://10.0.0.1/', '--company', company], /not a public address/],
    [['ftp://example.com/', '--company', company], /https/],
    [[to.url], /--company/],
    [[to.url, '--company', 'nowhere'], /no company nowhere/],
    [
      [to.url, '--company', company, '--events', 'timesheet_aproved'],
      /there are requisition_worker_submitted, .*timesheet_approval_requested/,
    ],
    [[to.url, '--company', company, '--projects', 'nowhere'], /no project nowhere/],
    [
      [to.url, '--company', stranger, '--projects', timesheet.project.id],
      /no project \S+ that the owner of this endpoint may see/,
    ],
    [[to.url, '--agency', timesheet.agency.id, '--events', 'purchase_order_amended'], /for companies/],
  ]
  for (const [args, message] of refused) {
    const { error } = await add(...args)
    assert.match(error.message, message)
  }
})

test('the operator’s interface does the same, describes itself, and opens to nothing but its tokens', async () => {
  const document = await operator('GET', '/openapi.json')
  assert.equal(document.openapi, '3.1.0')
  assert.ok(document.paths['/webhooks/{id}/recover'].post)
  const key = { kind: 'company', owners: [company, company], scopes: ['read:timesheets'] }
  for (const [wrong, message] of [
    [{ expiresAt: '2020-01-01T00:00:00Z' }, /expiresAt is over/],
    [{ scopes: [] }, /Give at least one scope: read:companies/],
    [{ scopes: ['write:workers'] }, /not a scope of company keys, which are read:companies/],
    [{ foo: 1 }, /^body\.foo: is not known here; there are .*owners/],
  ] as const) {
    const refused = await operator('POST', '/keys', { ...key, ...wrong })
    assert.equal(refused.status, 400)
    assert.match(refused.error.message, message)
  }
  assert.match(
    (await operator('GET', '/webhooks/x/deliveries?limit=x')).error.message,
    /a whole number from 1 to 999/,
  )
  const twice = { kind: 'company', owners: [company, company], url: to.url }
  const made = await operator('POST', '/webhooks', twice)
  const { types, owners } = made.data.endpoint
  assert.deepEqual([made.status, types, owners], [201, ['*'], [company]])
  const { id } = made.data.endpoint
  const before = to.received.length
  assert.equal((await operator('POST', `/webhooks/${id}/test`)).data.status, 200)
  await to.arrived(before + 1)
  const trigger = { type: 'timesheet_approval_requested', objectId: timesheet.id }
  const triggered = await operator('POST', `/webhooks/${id}/trigger`, trigger)
  assert.equal(triggered.data.outcome.status, 200)
  const one = await operator('GET', `/deliveries/${triggered.data.deliveryId}`)
  assert.deepEqual(
    [one.data.delivery.state, one.data.attempts.length, one.data.attempts[0].answer],
    ['delivered', 1, 'thank you'],
  )
  assert.equal((await operator('GET', `/webhooks/${id}/deliveries?state=delivered`)).data.length, 1)
  assert.equal((await operator('POST', `/deliveries/${one.data.delivery.id}/replay`)).data.state, 'waiting')
  assert.equal((await operator('GET', `/webhooks/${id}`)).data.url, to.url)
  assert.ok((await operator('GET', '/webhooks')).data.length > 0)
  assert.ok((await operator('GET', '/event-types')).data.length > 0)
  assert.equal((await operator('PATCH', `/webhooks/${id}`, { state: 'disabled' })).data.state, 'disabled')
  const since = new Date(Date.now() - 3_600_000).toISOString()
  assert.equal((await operator('POST', `/webhooks/${id}/recover`, { since })).status, 200)
  assert.equal((await operator('POST', `/webhooks/${id}/rotate`, {})).status, 200)
  for (const [method, path, body, status] of [
    ['PATCH', `/webhooks/${id}`, { colour: 'red' }, 400],
    ['PATCH', `/webhooks/${id}`, '{', 400],
    ['POST', '/webhooks', { kind: 'company', owners: [company], url: 'http://192.168.0.1/' }, 400],
    ['GET', '/webhooks?sort=up', undefined, 400],
    ['GET', '/webhooks/nowhere', undefined, 404],
    ['POST', '/deliveries/x/replay', undefined, 404],
    ['PUT', '/webhooks', undefined, 405],
    ['GET', '/nothing', undefined, 404],
    ['POST', '/loads?events=maybe', '', 400],
    ['PATCH', `/webhooks/${id}`, { description: 'a\u0000b' }, 400],
    ['POST', '/webhooks', { kind: 'company', owners: ['\u0000'], url: to.url }, 400],
    ['GET', '/webhooks/%00', undefined, 400],
    ['GET', '/keys/%00', undefined, 400],
    ['POST', '/loads', '\u001f\u008b\u0008\u0000garbage', 400],
  ] as const)
    assert.equal((await operator(method, path, body)).status, status, `${method} ${path}`)
  assert.deepEqual((await operator('DELETE', `/webhooks/${id}`)).data, { id, removed: true })
})

test('whoever has no operator token is told so, in words of tokens and not of API keys', async () => {
  const revoked = await muster('tokens', 'create')
  assert.equal((await muster('tokens', 'revoke', revoked.id)).code, 0)
  const mistyped = 'This operator token is mistyped, was revoked or does not exist'
  for (const [secret, code, message] of [
    ['', 'MISSING_OPERATOR_TOKEN', /^An operator token is required; .*tokens create makes one$/],
    [server.companyKey, 'INVALID_OPERATOR_TOKEN', /^This is an API key; .*takes operator tokens only$/],
    [revoked.token, 'INVALID_OPERATOR_TOKEN', mistyped],
    [newSecret('operator'), 'INVALID_OPERATOR_TOKEN', mistyped],
    ['hunter2', 'INVALID_OPERATOR_TOKEN', mistyped],
  ] as const) {
    const { status, error } = await operator('GET', '/webhooks', undefined, secret)
    assert.deepEqual([status, error.code], [401, code])
    assert.match(error.message, typeof message === 'string' ? new RegExp(`^${message}$`) : message)
  }
  assert.ok(!Object.keys(statusOf).some(code => code.includes('OPERATOR')), 'the API has no such code')
})

test('keys and status are there too', async () => {
  const made = await operator('POST', '/keys', {
    kind: 'company',
    owners: [company],
    scopes: ['read:projects'],
  })
  assert.equal(made.status, 201)
  const { id } = made.data.key
  assert.equal((await operator('PATCH', `/keys/${id}`, { perMinute: 7 })).data.perMinute, 7)
  assert.equal(
    (await operator('POST', '/keys', { kind: 'company', owners: [company], scopes: ['x'] })).status,
    400,
  )
  assert.notEqual((await operator('POST', `/keys/${id}/rotate`)).data.secret, made.data.secret)
  assert.equal((await operator('POST', `/keys/${id}/revoke`)).data.state, 'revoked')
  assert.equal((await operator('GET', `/keys/${id}`)).data.state, 'revoked')
  assert.deepEqual((await operator('GET', `/keys/${id}/usage?days=7`)).data, [])
  assert.ok((await operator('GET', '/status')).data.records.timesheet > 0)
  assert.ok((await operator('GET', '/keys')).data.length > 2)
  assert.match((await operator('GET', '/metrics')).text, /^muster_http_request_duration_seconds_count/m)
})

/** Waits for a line that matches, after those that were waited for before. */
function saying(stream: Readable): (pattern: RegExp) => Promise<string> {
  const lines: string[] = []
  let arrived = Promise.withResolvers<void>()
  createInterface(stream).on('line', line => {
    lines.push(line)
    arrived.resolve()
    arrived = Promise.withResolvers()
  })
  let place = 0
  return async pattern => {
    for (;;) {
      for (; place < lines.length; place++) if (pattern.test(lines[place]!)) return lines[place++]!
      await arrived.promise
    }
  }
}

test('listen prints and forwards events, shows the answers, and goes on where it ended', async () => {
  const muster = fileURLToPath(new URL('../../muster', import.meta.url))
  let failing = true
  const local = await receiver(response => {
    if (failing) response.writeHead(503).end('later')
    else ok(response, local.received.at(-1)!)
  })
  const listen = () => {
    const child = spawn(muster, ['listen', '--forward-to', local.url, '--data', data], {
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return { child, out: saying(child.stdout), err: saying(child.stderr) }
  }
  await operator('POST', '/loads?events=false', asLine(timesheet))
  const one = listen()
  const secret = (await one.err(/Signed with/)).split(' ').at(-1)!
  await one.err(/Listening|Going on/)
  await operator('POST', '/loads', asLine({ ...timesheet, status: 'pending_approval' }))
  assert.match(await one.out(/timesheet_approval_requested/), new RegExp(timesheet.id))
  await local.arrived(1)
  one.child.kill('SIGKILL')
  await once(one.child, 'close')
  const cursor = await readFile(join(data, 'listen.cursor'), 'utf8').catch(() => '')
  assert.equal(cursor, '')
  verifyWebhook(local.received[0]!.body, local.received[0]!.headers as Record<string, string>, secret)

  failing = false
  const { child, out, err } = listen()
  await err(/Listening/)
  await operator('POST', '/loads?events=false', asLine(timesheet))
  await operator('POST', '/loads', asLine({ ...timesheet, status: 'pending_approval' }))
  await out(/timesheet_approval_requested/)
  await err(/answered 200/)
  child.kill('SIGTERM')
  await err(/Ended after event/)
  await operator('POST', '/loads?events=false', asLine(timesheet))
  await operator('POST', '/loads', asLine({ ...timesheet, status: 'pending_approval' }))
  const again = listen()
  await again.err(/Going on after event/)
  await again.out(/timesheet_approval_requested/)
  again.child.kill('SIGTERM')
  await once(again.child, 'close')
  expectNoSecret(server.log(), 'the log of the server')
})

test('every operation of the operator’s interface but those with a file of their own was answered here', () => {
  const missing = operatorOperations
    .filter(operation => !answered.has(operation))
    .map(({ method, path }) => `${method} ${path}`)
  const apart = Object.values(answeredApart)
  assert.deepEqual(
    missing.filter(named => !apart.some(pattern => pattern.test(named))),
    [],
  )
})
