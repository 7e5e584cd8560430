// `muster keys` and `muster audit` as an operator uses them, and the scan: no secret in any log, output or error.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { newSecret } from '../../src/access/key-format.ts'
import { demoFolder, type Finished, run, stop, up } from '../support/process.ts'
import { secretsIn } from '../support/secret-scan.ts'

const data = await demoFolder()
const said: string[] = []

/** Runs a command; what it prints is scanned at the end, but for the one secret it may show. */
async function muster(...args: string[]): Promise<Finished & { shown: string[] }> {
  const finished = await run([...args, '--data', data], { MUSTER_DEBUG: '1', LOG_LEVEL: 'trace' })
  const shown = secretsIn(finished.stdout)
  if (shown.length === 0) said.push(finished.stdout)
  said.push(finished.stderr)
  return { ...finished, shown }
}

test('keys are made, shown once, changed, rotated, explained and revoked; nothing prints or logs a secret again', async () => {
  const server = await up(data, ['--demo'], { LOG_LEVEL: 'trace' })
  const issued = [server.companyKey, server.agencyKey]
  const ask = async (path: string, secret: string, init: RequestInit = {}) => {
    const headers = { Authorization: `Bearer ${secret}`, ...(init.headers as object) }
    const response = await fetch(`${server.baseUrl}${path}`, { ...init, headers })
    const text = await response.text()
    said.push(text, JSON.stringify([...response.headers]))
    return { status: response.status, body: text && JSON.parse(text) }
  }
  const owner = (await ask('/me', server.companyKey)).body.data.companies[0].id
  const agencyId = (await ask('/me', server.agencyKey)).body.data.agencies[0].id

  const made = await muster(
    'keys',
    'create',
    '--company',
    owner,
    '--for',
    'payroll',
    '--expires',
    '2999-01-31',
  )
  assert.deepEqual([made.code, made.shown.length], [0, 1])
  const secret = made.shown[0]!
  const hint = `${secret.slice(0, 4)}…${secret.slice(-4)}`
  assert.match(made.stdout, /shown once[\s\S]*Payroll[\s\S]*expires 2999-01-31T23:59:59.999Z/)
  assert.equal((await ask('/timesheets?limit=1', secret)).status, 200)
  const denied = await ask('/sites', (await created('--agency', agencyId, '--for', 'agency-push')).secret)
  assert.equal(denied.body.error.code, 'COMPANY_KEY_REQUIRED')
  assert.equal((await muster('keys', 'create', '--company', owner, '--for', 'agency-push')).code, 2)

  const explained = await muster('keys', 'explain', hint, 'GET', '/sites', '--ip', '203.0.113.7')
  assert.deepEqual([explained.code, explained.stdout.startsWith('ALLOW')], [0, true], explained.stdout)
  const changed = await muster(
    'keys',
    'update',
    hint,
    '--scopes',
    'read:projects',
    '--allow-ip',
    '::ffff:127.0.0.1',
    '--name',
    'P2',
    '--description',
    'd',
    '--per-day',
    '9',
    '--expires',
    'never',
  )
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
  assert.match((await muster('audit', 'worker', 'nobody')).stdout, /Nobody has read worker nobody/)
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
  const used = await muster('keys', 'usage', secret)
  assert.match(used.stdout, /GET \/timesheets +INSUFFICIENT_SCOPE +\d/)
  assert.match(used.stdout, /\(refused before it was looked at\) +REVOKED_API_KEY +\d/)

  said.push(server.log(), ...(await filesIn(data)))
  const password = (await readFile(join(data, 'postgres-password'), 'utf8')).trim()
  const everything = said.join('\n')
  assert.ok(server.log().split('\n').length > 30, 'the log has a line for every request')
  for (const one of [...issued, password]) assert.ok(!everything.includes(one), `${one.slice(0, 6)} came out`)
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
  for (const secret of issued) {
    for (const path of [
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
    ])
      for (const method of ['GET', 'POST']) await ask(path, secret, { method })
    await ask('/me', `${secret}x`)
    await ask('/me', secret, { headers: { 'X-Request-Id': secret, 'X-Forwarded-For': secret } })
    await ask('/me', issued[0]!, { headers: { 'X-Request-Id': secret } })
  }
  const [secret] = issued
  for (const args of [
    ['keys', 'show', secret!],
    ['keys', secret!],
    ['keys', 'show', `${secret}x`],
    ['tokens', 'revoke', issued.at(-1)!],
  ])
    await muster(...args)
  await muster(issued[0]!)
  await muster('keys', 'list', `--${issued[0]}`)
  await muster('keys', 'create', '--company', issued[0]!, '--scopes', issued[0]!)
  await muster('keys', 'create', '--company', issued[0]!, '--scopes', 'all')
  await muster('keys', 'explain', issued[0]!, 'GET', `/${issued[0]}`, '--ip', issued[0]!)
  await muster('load', issued[0]!)
}

/** Logs that lie beside the data. */
async function filesIn(folder: string): Promise<string[]> {
  const logs = (await readdir(folder)).filter(file => file.endsWith('.log'))
  return Promise.all(logs.map(file => readFile(join(folder, file), 'utf8')))
}
