// The guides do what they say: their commands are run as they are written, against the demo.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, mock, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { DefaultSettings, TaskUtils } from '@microsoft/powerquery-parser'
import { demoKeys } from '../../demo/programme.ts'
import { operations } from '../../src/api/index.ts'
import { spreadOf } from '../../src/api/recruitment-metrics/quantiles.ts'
import { checksAreDone } from '../support/billing.ts'
import { command } from '../support/command.ts'
import { eventually } from '../support/eventually.ts'
import { demoFolder, stop, up } from '../support/process.ts'
import { python } from '../support/python.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const runs = promisify(execFile)
const data = await demoFolder()
const server = await up(data)
const folder = await mkdtemp(join(tmpdir(), 'muster-guides-'))
await symlink(data, join(folder, '.muster'))
await mkdir(join(folder, 'bin'))
const hasCurl = await runs('curl', ['--version']).then(
  () => true,
  () => false,
)
if (!hasCurl) await symlink(join(root, 'test/support/curl.mjs'), join(folder, 'bin/curl'))
after(async () => {
  await stop(server)
  await rm(folder, { recursive: true, force: true })
})

const guide = (name: string) => readFile(join(root, `docs/guides/${name}.md`), 'utf8')
const blocks = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code]) => code!)

/** All commands of a guide in one shell, after the quick start’s, as somebody would paste them; what each block printed. */
async function pasted(text: string, key: 'companyKey' | 'agencyKey' = 'companyKey'): Promise<string[]> {
  const script = blocks(text, 'sh').map(code => `${code}\necho\necho ---`)
  const { baseUrl, [key]: secret } = JSON.parse(await readFile(join(data, 'demo.json'), 'utf8'))
  const path = `${join(folder, 'bin')}:${process.env.PATH}`
  const env = { ...process.env, PATH: path, MUSTER_URL: baseUrl, MUSTER_API_KEY: secret }
  const { stdout } = await runs('bash', ['-euo', 'pipefail', '-c', script.join('\n')], { cwd: folder, env })
  return stdout.split('---\n').map(part => part.trim())
}

test('the quick start: who am I, a list, a record, and what an agency sees', async () => {
  const [, me, list, one, agency] = await pasted(await guide('quick-start'))
  assert.equal(JSON.parse(me!).data.name, 'Demo company key')
  const { data, meta } = JSON.parse(list!)
  assert.equal(data.length, 2)
  assert.deepEqual(Object.keys(data[0]), ['id', 'reference', 'worker', 'netHours'])
  assert.ok(meta.total > 100)
  assert.ok(Array.isArray(JSON.parse(one!).data.timelogs))
  assert.match(JSON.parse(agency!).data[0].agency.name, /Heronsgill/)
})

test('the guide on lists: a second page, the timesheets of last week alone, documents that expire', async () => {
  const [page, week, expiring] = await pasted(await guide('lists'))
  const { data, meta } = JSON.parse(page!)
  assert.equal(data.length, 100)
  assert.equal(meta.page, 2)
  const sheets = JSON.parse(week!)
  assert.ok(sheets.meta.total > 0)
  assert.equal(new Set(sheets.data.map((one: { weekEnding: string }) => one.weekEnding)).size, 1)
  assert.ok(JSON.parse(expiring!).data.length > 0)
})

test('the guide on totals: last week by project, and its sums are those of the groups', async () => {
  const [answer, earned] = await pasted((await guide('totals')).split('\n## Reconcile what was billed')[0]!)
  const { data, meta } = JSON.parse(answer!)
  assert.deepEqual(Object.keys(data[0]), ['project', 'count', 'sums'])
  const paid = data.reduce(
    (sum: number, row: { sums: Record<string, number> }) => sum + row.sums['values.pay.total']!,
    0,
  )
  assert.equal(paid.toFixed(2), meta.all.sums['values.pay.total'].toFixed(2))
  assert.ok(paid > 0)
  const [, ...sums] = /^all by the totals: (\d+) ([\d.]+) ([\d.]+)$/m.exec(earned!)!
  const [, ...added] = /^all by the list: (\d+) ([\d.]+) ([\d.]+) [\d.]+$/m.exec(earned!)!
  assert.deepEqual(added, sums)
  assert.ok(Number(sums[0]) > 0)
})

test('the guide on totals: what was billed wrongly is one question, and its totals are those of its findings', async () => {
  await checksAreDone(data)
  const [, reconcile] = (await guide('totals')).split('\n## Reconcile what was billed')
  const [totals, findings, marked] = await pasted(reconcile!.split('\n## Invoices')[0]!)
  const { data: groups, meta } = JSON.parse(totals!)
  assert.deepEqual(Object.keys(groups[0]), ['agency', 'code', 'count', 'sums'])
  const found: { id: string; code: string; sentence: string; amount: number }[] = JSON.parse(findings!).data
  assert.equal(found.length, meta.all.count)
  const stake = found.reduce((sum, { amount }) => sum + Math.abs(amount), 0)
  assert.equal(stake.toFixed(2), meta.all.sums.atStake.toFixed(2))
  const codes = new Set(found.map(({ code }) => code))
  assert.ok(codes.has('notBilled') && codes.has('billedTwice'), [...codes].join())
  assert.match(found.find(({ code }) => code === 'billedTwice')!.sentence, /is on 2 invoices/)
  assert.deepEqual(
    [JSON.parse(marked!).data.id, JSON.parse(marked!).data.mark.state],
    [found[0]!.id, 'disputed'],
  )
})

test('the guide on creating workers: a worker with a passport is checked, created, and then known', async () => {
  const text = await guide('creating-workers')
  const [, block] = /(```sh\n[^`]*Idempotency-Key[^`]*```\n)/.exec(text)!
  const others = [block, block!.replace('2f1c0c1e-rosalind', 'another-rosalind')]
  const [, , checked, created, again, other] = await pasted([text, ...others].join('\n'), 'agencyKey')
  assert.equal(JSON.parse(checked!).success, true)
  const { data: made } = JSON.parse(created!)
  assert.deepEqual([made.rightToWork[0].documentType, made.rightToWork[0].files.length], ['UK passport', 1])
  assert.equal(JSON.parse(again!).data.id, made.id)
  assert.equal(JSON.parse(other!).error.code, 'WORKER_MATCH_REQUIRES_REVIEW')
})

test('the guide on webhooks: its receiver takes what a test sends, and nothing that is not signed', async () => {
  const text = await guide('webhooks')
  const [, verifier] = /```js Node\n([\s\S]*?)```/.exec(text)!
  const [, receiver] = /```js receive.mjs\n([\s\S]*?)```/.exec(text)!
  await writeFile(join(folder, 'verify.mjs'), verifier!)
  const port = String(20_000 + (process.pid % 20_000))
  await writeFile(join(folder, 'receive.mjs'), receiver!.replace('9000', port))
  const [, add] = /^\.\/muster (webhooks add http.*)$/m.exec(text)!
  const made = await command([...add!.replace('9000', port).split(' '), '--json', '--data', data])
  const { secret, ...endpoint } = JSON.parse(made.stdout)
  const env = { ...process.env, WEBHOOK_SECRET: secret }
  const receiving = spawn(process.execPath, ['receive.mjs'], { cwd: folder, env })
  const now = { 'x-service-timestamp': new Date().toISOString() }
  for (const headers of [{}, now, { ...now, 'x-service-signature': 'v1=0' }]) {
    const post = () => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}', headers })
    const answer = await eventually('the receiver answers', () => {
      assert.equal(receiving.exitCode, null)
      return post().catch(() => undefined)
    })
    assert.equal(answer.status, 401)
  }
  const heard = once(receiving.stdout, 'data')
  await command(['webhooks', 'test', endpoint.id, '--data', data])
  assert.match(String((await heard)[0]), /^webhook_test /)
  receiving.kill()
})

test('the guide on metrics: its worked example is what the definition gives', async () => {
  const text = await guide('metrics')
  const [, said] = /responses after ([\d, and]+) days/.exec(text)!
  const spread = spreadOf(said!.match(/\d+/g)!.map(Number))
  assert.deepEqual([spread.iqrBounds, spread.excludedOutliers], [{ lower: 1, upper: 9 }, 1])
  const { averageDays, medianDays, minDays, maxDays } = spread.values
  const [, ...told] = /average [^=]+= ([\d.]+), median ([\d.]+), least (\d+), most (\d+)/.exec(text)!
  assert.deepEqual(told.map(Number), [averageDays, medianDays, minDays, maxDays])
})

test('the guide on webhooks: its verifier takes its vector, and nothing else', async () => {
  const text = await guide('webhooks')
  const [, program] = /```js Node\n([\s\S]*?)```/.exec(text)!
  await writeFile(join(folder, 'verify.mjs'), program!)
  const { isGenuine } = await import(join(folder, 'verify.mjs'))
  const part = (name: string) => new RegExp(`^${name} +(.+)$`, 'm').exec(text)![1]!
  const [secret, timestamp, body, signature] = ['secret', 'timestamp', 'body', 'signature'].map(
    part,
  ) as string[]
  const headers = { 'x-service-timestamp': timestamp, 'x-service-signature': signature }
  mock.timers.enable({ apis: ['Date'], now: new Date(timestamp!) })
  assert.equal(isGenuine(body, headers, secret), true)
  assert.equal(isGenuine(`${body} `, headers, secret), false)
  assert.equal(
    isGenuine(body, { ...headers, 'x-service-timestamp': '2026-11-10T09:15:02.124Z' }, secret),
    false,
  )
  mock.timers.setTime(Date.parse(timestamp!) + 301_000)
  assert.equal(isGenuine(body, headers, secret), false)
  mock.timers.reset()
})

test('the guide on webhooks: both SDKs take its vector as it shows', async () => {
  const text = await guide('webhooks')
  const part = (name: string) => new RegExp(`^${name} +(.+)$`, 'm').exec(text)![1]!
  const names = ['secret', 'timestamp', 'body', 'signature']
  const values = JSON.stringify(names.map(part))
  const [, js] = /```js TypeScript SDK\n([\s\S]*?)```/.exec(text)!
  const program = js!.replace('muster-sdk/verify-webhook', join(root, 'sdk/verify-webhook.ts'))
  await writeFile(join(folder, 'vector.mjs'), `const [${names}] = ${values}\n${program}`)
  const { stdout } = await runs(process.execPath, [join(folder, 'vector.mjs')])
  assert.equal(stdout, 'assignment_ended\n')
  const [, py] = /```python Python SDK\n([\s\S]*?)```/.exec(text)!
  assert.equal(await python(['-c', `${names} = ${values}\n${py}`]), 'assignment_ended\n')
})

test('the guide on assistants: a tool is called by hand, and a question answered', async () => {
  const [told, answered, wrong] = await pasted(await guide('assistants'))
  assert.ok(JSON.parse(answered!).data[0].count > 0)
  assert.match(wrong!, /^BAD_REQUEST: .*\nNext step: .*open_api_list_projects with query="Fennick Wharf"/)
  const message = /^data: (.*)$/m.exec(told!)![1]!
  assert.equal(JSON.parse(message).result.structuredContent.data[0].status, 'approved')
})

test('the guide on the SDK: its program compiles and runs against the built package', async () => {
  const program = blocks(await guide('sdk'), 'ts').join('\n')
  const built = join(folder, 'node_modules/muster-sdk')
  await runs(process.execPath, [join(root, 'scripts/sdk.ts'), built])
  await writeFile(join(folder, 'program.ts'), program)
  const env = { ...process.env, MUSTER_URL: server.baseUrl, MUSTER_API_KEY: server.companyKey }
  const { stdout } = await runs(process.execPath, ['program.ts'], { cwd: folder, env })
  assert.match(stdout, /^Demo company key/)
  assert.match(stdout, /[\d.]+ hours approved\n\d+ of \d+ open requisitions\nNOT_FOUND 404 [\w-]+/)
  assert.match(stdout, /^Fennick Wharf \(Demo\) \d{4}-\d\d [\d.]+$/m)
  assert.match(stdout, /^in all [\d.]+\nsaved; changes go on after \w+\n$/m)
  assert.match(await readFile(join(folder, 'approved.csv'), 'utf8'), /^id,.*timelogs\.hours\.total/)
})

test('the guide on the Python SDK: its program runs', async () => {
  const program = blocks(await guide('python'), 'python').join('\n')
  const printed = await python(['-c', program], {
    cwd: folder,
    env: { MUSTER_URL: server.baseUrl, MUSTER_API_KEY: server.companyKey },
  })
  assert.match(
    printed,
    /^Demo company key\n[\d.]+ hours approved\n\d+ of \d+ open requisitions\nNOT_FOUND 404 [\w-]+\n/,
  )
  assert.match(printed, /\nFennick Wharf \(Demo\) [\d.]+\n[\s\S]*\nin all [\d.]+\n\S+\n$/)
})

type Rows = Record<string, unknown>[]
type Query = Record<string, string>

/** What a piece of M asks a list for: the texts that it writes, and the names of what it works out. */
function queriesIn(code: string): { path: string; query: Query; names: string[] }[] {
  const asked = /(?:MusterList\(|RelativePath =)\s*"([\w/-]+)",\s*(?:Query = )?\[([^\]]*)\]/g
  return [...code.matchAll(asked)].map(([, path, record]) => {
    const entries = [...record!.matchAll(/(\w+) = ("([^"]*)")?/g)]
    const query = entries.flatMap(([, name, , value]) => (value === undefined ? [] : [[name!, value]]))
    return { path: path!, query: Object.fromEntries(query), names: entries.map(([, name]) => name!) }
  })
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

test('the guide on Excel and Power BI: its code is M, and what it asks for is there', async () => {
  const text = await guide('excel-and-power-bi')
  const code = blocks(text, 'm')
  for (const piece of code) {
    const read = await TaskUtils.tryLexParse(DefaultSettings, piece)
    assert.ok(TaskUtils.isParseStageOk(read), `${'error' in read ? read.error.message : ''}: ${piece}`)
  }
  assert.ok(code.some(piece => piece.includes('page = Text.From(page), limit = "200"')))
  // The key is among the credentials, which are sent as Basic, and nowhere in the workbook.
  assert.equal(
    code.some(piece => /Authorization|ApiKey/.test(piece)),
    false,
  )
  const found = code.flatMap(queriesIn)
  assert.equal(found.length, 4)
  for (const { path, names } of found) {
    const { parameters } = operations.find(one => one.path === `/${path}`)!
    const known = parameters.map(({ name }) => name)
    assert.deepEqual(
      names.filter(name => !known.includes(name)),
      [],
      path,
    )
  }
  const [, shown] = /^\.\/muster (keys create .*)$/m.exec(text)!
  const args = shown!.replace(' ID ', ` ${demoKeys.company[0]} `).split(' ')
  const made = await command([...args, '--json', '--data', data])
  const key = JSON.parse(made.stdout).secret
  const Authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`

  /** All pages of a list, as the function reads them. */
  async function musterList(path: string, query: Query): Promise<Rows> {
    const page = async (number: number) => {
      const search = new URLSearchParams({ ...query, page: String(number), limit: '200' })
      const headers = { Authorization, Accept: 'application/json' }
      const response = await fetch(`${server.baseUrl}/${path}?${search}`, { headers })
      assert.equal(response.status, 200, response.url)
      return (await response.json()) as { data: Rows; meta: { total: number } }
    }
    const first = await page(1)
    const rows = first.data
    for (let number = 2; number <= Math.ceil(first.meta.total / 200); number++)
      rows.push(...(await page(number)).data)
    const keyOf = ({ id, project }: Rows[0]) => id ?? (project as { id: string }).id
    assert.equal(new Set(rows.map(keyOf)).size, first.meta.total)
    return rows
  }

  type Asked = (typeof found)[0]
  const [file, table, totals, period] = found as [Asked, Asked, Asked, Asked]
  const book = await fetch(`${server.baseUrl}/${file.path}?${new URLSearchParams(file.query)}`, {
    headers: { Authorization },
  })
  assert.equal(Buffer.from(await book.arrayBuffer()).toString('latin1', 0, 2), 'PK')
  const groups = await musterList(totals.path, totals.query)
  assert.deepEqual(Object.keys(groups[0]!), ['project', 'count', 'sums'])
  assert.deepEqual(Object.keys(groups[0]!.sums as object), totals.query.sum!.split(','))
  const approved = await musterList(table.path, table.query)
  assert.ok(approved.length > 200, `${approved.length} rows are one page`)
  assert.deepEqual(await followed(table.path, table.query, Authorization), approved)
  const columns = /Columns = \{(.*)\}/.exec(code.join())![1]!.match(/\w+/g)
  assert.deepEqual(Object.keys(approved[0]!), columns)

  const { path, query } = period
  const all = await musterList(path, query)
  for (const dateField of ['createdAt', 'updatedAt']) {
    const times = all.map(row => String(row[dateField])).sort()
    const months = monthsFrom(times[0]!, times.at(-1)!)
    const rows: Rows = []
    for (const [rangeStart, rangeEnd] of months) {
      const to = dayOf(new Date(rangeEnd.getTime() - 1000))
      const asked = await musterList(path, { ...query, dateField, from: dayOf(rangeStart), to })
      const [least, end] = [rangeStart.toISOString(), rangeEnd.toISOString()]
      rows.push(...asked.filter(row => String(row[dateField]) >= least && String(row[dateField]) < end))
      assert.deepEqual(Object.keys(asked[0] ?? all[0]!), Object.keys(all[0]!))
    }
    assert.deepEqual(rows.map(({ id }) => id).sort(), all.map(({ id }) => id).sort(), dateField)
  }
})

/** The same list by the Link header of each page. */
async function followed(path: string, query: Query, Authorization: string): Promise<Rows> {
  const rows: Rows = []
  let address: string | undefined =
    `${server.baseUrl}/${path}?${new URLSearchParams({ ...query, limit: '200' })}`
  while (address) {
    const response: Response = await fetch(address, { headers: { Authorization } })
    assert.equal(response.status, 200, address)
    rows.push(...((await response.json()) as { data: Rows }).data)
    address = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return rows
}

/** From the month of the first moment to that of the last: where each begins, and where the next does. */
function monthsFrom(first: string, last: string): [Date, Date][] {
  const [start, end] = [new Date(first), new Date(last)]
  const months =
    (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth()
  const begin = (after: number) => new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + after))
  return Array.from({ length: months + 1 }, (_, month) => [begin(month), begin(month + 1)])
}
