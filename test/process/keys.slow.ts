// `muster keys` and `muster audit` as an operator uses them, and the scan: no secret in any log, output or error.
import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { newSecret } from '../../src/access/key-format.ts'
import { command } from '../support/command.ts'
import { agency, company, connection, worker } from '../support/lines.ts'
import { emptyFolder, type ProcessResult, stop, up } from '../support/process.ts'
import { secretsIn } from '../support/secret-scan.ts'

const data = await emptyFolder()
const said: string[] = []
const readable = { ...worker('w1', { agencies: [{ id: 'a1', active: true }] }), nanoid: 'nano-w1' }

/** Runs a command; what it prints is scanned at the end, but for the one secret it may show. */
async function muster(...args: string[]): Promise<ProcessResult & { shown: string[] }> {
  const finished = await command([...args, '--data', data], { MUSTER_DEBUG: '1', LOG_LEVEL: 'trace' })
  const shown = secretsIn(finished.stdout)
  if (shown.length === 0) said.push(finished.stdout)
  said.push(finished.stderr)
  return { ...finished, shown }
}

test('keys are made, shown once, changed, rotated, explained and revoked; nothing prints or logs a secret again', async () => {
  const server = await up(data, [], { LOG_LEVEL: 'trace' })
  const issued: string[] = []
  const ask = async (path: string, secret: string, init: RequestInit = {}) => {
    const headers = { Authorization: `Bearer ${secret}`, ...(init.headers as object) }
    const response = await fetch(`${server.baseUrl}${path}`, { ...init, headers })
    const text = await response.text()
    said.push(text, JSON.stringify([...response.headers]))
    return { status: response.status, body: text && JSON.parse(text) }
  }
  const lines = [company('c1'), agency('a1'), connection('c1', 'a1'), readable]
  await writeFile(join(data, 'some.ndjson'), lines.map(line => JSON.stringify(line)).join('\n'))
  assert.equal((await muster('load', join(data, 'some.ndjson'))).code, 0)
  const made = await muster(...'keys create --company c1 --for payroll --expires 2999-01-31'.split(' '))
  assert.deepEqual([made.code, made.shown.length], [0, 1])
  const secret = made.shown[0]!
  const hint = `${secret.slice(0, 4)}…${secret.slice(-4)}`
  assert.match(made.stdout, /shown once[\s\S]*Payroll[\s\S]*expires 2999-01-31T23:59:59.999Z/)
  assert.equal((await ask('/timesheets?limit=1', secret)).status, 200)
  const reports = await created('--company', 'c1', '--for', 'reports')
  const read = await Promise.all(
    ['/timesheets', '/invoices', '/rates', '/workers'].map(path => ask(`${path}?limit=1`, reports.secret)),
  )
  assert.deepEqual(
    read.map(({ status }) => status),
    [200, 200, 200, 403],
  )
  const push = await created('--agency', 'a1', '--for', 'agency-push')
  assert.equal((await ask('/workers/nano-w1', push.secret)).body.data.id, 'w1')
  const denied = await ask('/sites', push.secret)
  assert.equal(denied.body.error.code, 'COMPANY_KEY_REQUIRED')
  assert.equal((await muster('keys', 'create', '--company', 'c1', '--for', 'agency-push')).code, 2)

  const explained = await muster('keys', 'explain', hint, 'GET', '/sites', '--ip', '203.0.113.7')
  assert.deepEqual([explained.code, explained.stdout.startsWith('ALLOW')], [0, true], explained.stdout)
  const more = '--scopes read:projects --allow-ip ::ffff:127.0.0.1 --name P2 --description d --per-day 9'
  const changed = await muster('keys', 'update', hint, ...more.split(' '), '--expires', 'never')
  assert.match(
    changed.stdout,
    /P2: d[\s\S]*active\n[\s\S]*read:projects\n[\s\S]*9 a day[\s\S]*1 of 9 used[\s\S]*127\.0\.0\.1\n/,
  )
  const why = await muster('keys', 'explain', secret, 'get', '/timesheets', '--ip', '127.0.0.1')
  const answer = await ask('/timesheets', secret)
  assert.deepEqual([why.code, answer.status], [4, 403])
  assert.ok(why.stdout.includes(answer.body.error.message), why.stdout)

  const rotated = await muster('keys', 'rotate', hint, '--overlap', '90m')
  assert.deepEqual([rotated.code, rotated.shown.length, rotated.shown[0] === secret], [0, 1, false])
  for (const one of [secret, rotated.shown[0]!]) assert.equal((await ask('/me', one)).status, 200)
  const again = await muster('keys', 'rotate', secret, '--overlap', '0')
  assert.equal((await ask('/me', secret)).body.error.code, 'EXPIRED_API_KEY')
  assert.equal((await ask('/me', rotated.shown[0]!)).body.error.code, 'EXPIRED_API_KEY')
  assert.equal((await ask('/me', again.shown[0]!)).body.data.usage.requestsToday, 5)
  assert.match((await muster('keys', 'list')).stdout, /P2 +active +1 scopes +5 of 9/)
  assert.equal((await muster('keys', 'revoke', again.shown[0]!)).code, 0)
  assert.equal((await ask('/me', again.shown[0]!)).body.error.code, 'REVOKED_API_KEY')
  assert.equal((await muster('keys', 'rotate', secret)).code, 4)
  assert.equal((await muster('keys', 'show', newSecret('company'))).code, 5)
  assert.equal((await muster('audit', 'worker', 'nobody')).code, 5)
  assert.equal((await muster('audit', 'company', 'x')).code, 2)

  const token = JSON.parse((await muster('tokens', 'create', '--json')).stdout).token as string
  issued.push(secret, ...rotated.shown, ...again.shown, token)
  await failInEveryWay(issued, ask)
  for (const [path, given] of [
    ['/operator/metrics', token],
    ['/operator/x', secret],
    ['/nowhere', token],
  ] as const) {
    const response = await fetch(new URL(path, server.baseUrl), {
      headers: { Authorization: `Bearer ${given}` },
    })
    said.push(await response.text())
  }
  await stop(server)
  assert.match(
    (await muster('audit', 'worker', 'w1')).stdout,
    /T\d\d:\d\d:\d\d\.\d{3}Z +[0-9a-f]{24} +Agency push +agency a1 +GET \/workers\/\{id\}$/m,
  )
  const used = await muster('keys', 'usage', secret)
  assert.match(used.stdout, /GET \/timesheets +INSUFFICIENT_SCOPE +\d/)
  assert.match(used.stdout, /\(refused before it was looked at\) +REVOKED_API_KEY +\d/)

  said.push(server.log(), ...(await filesIn(data)))
  const own = await Promise.all(
    ['postgres-password', 'secret'].map(async file => (await readFile(join(data, file), 'utf8')).trim()),
  )
  const everything = said.join('\n')
  assert.ok(server.log().split('\n').length > 30, 'the log has a line for every request')
  for (const one of [...issued, ...own]) assert.ok(!everything.includes(one), `${one.slice(0, 6)} came out`)
  assert.deepEqual(secretsIn(everything), [])

  async function created(...args: string[]) {
    const finished = await muster('keys', 'create', ...args, '--json')
    issued.push(...finished.shown)
    return JSON.parse(finished.stdout) as { secret: string }
  }
})

type Ask = (path: string, secret: string, init?: RequestInit) => Promise<{ status: number }>

/** Secrets where they do not belong, and requests that fail at every step. */
async function failInEveryWay(issued: readonly string[], ask: Ask): Promise<void> {
  // Unknown ones are refused slowly: all at once, so that they wait at once.
  const ways = issued.flatMap(secret => [
    ...[
      '/me',
      `/me?key=${secret}`,
      `/sites?${secret}=1`,
      `/sites?company=${secret}`,
      `/sites?query=${secret}`,
      `/sites?sortBy=${secret}`,
      `/timesheets/${secret}`,
      `/timesheets?fields=${secret}`,
      `/${secret}`,
      `/timesheets?from=${secret}&project=${secret},${secret}`,
    ].flatMap(path => ['GET', 'POST'].map(method => ask(path, secret, { method }))),
    ask('/me', `${secret}x`),
    ask('/me', secret, { headers: { 'X-Request-Id': secret, 'X-Forwarded-For': secret } }),
    ask('/me', issued[0]!, { headers: { 'X-Request-Id': secret } }),
  ])
  await Promise.all(ways)
  const [secret] = issued
  for (const args of [
    [secret!],
    ['keys', 'list', `--${secret}`],
    ['keys', 'create', '--company', secret!, '--scopes', secret!],
    ['keys', 'create', '--company', secret!, '--scopes', 'all'],
    ['keys', 'explain', secret!, 'GET', `/${secret}`],
    ['keys', 'show', `${secret}x`],
    ['tokens', 'revoke', issued.at(-1)!],
    ['load', secret!],
  ])
    assert.notEqual((await muster(...args)).code, 0)
}

/** Logs that lie beside the data. */
async function filesIn(folder: string): Promise<string[]> {
  const logs = (await readdir(folder)).filter(file => file.endsWith('.log'))
  return Promise.all(logs.map(file => readFile(join(folder, file), 'utf8')))
}
