// The guides do what they say: their commands are run as they are written, against the demo.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, mock, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { spreadOf } from '../../src/api/recruitment-metrics/quantiles.ts'
import { demoFolder, stop, up } from '../support/process.ts'

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

/** All commands of a guide in one shell, as somebody would paste them; what each block printed. */
async function pasted(text: string): Promise<string[]> {
  const script = blocks(text, 'sh').map(code => `${code}\necho\necho ---`)
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` }
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

test('the guide on totals: last week by project, and its sums are those of the groups', async () => {
  const [answer] = await pasted(await guide('totals'))
  const { data, meta } = JSON.parse(answer!)
  assert.deepEqual(Object.keys(data[0]), ['project', 'count', 'sums'])
  const paid = data.reduce(
    (sum: number, row: { sums: Record<string, number> }) => sum + row.sums['values.pay.total']!,
    0,
  )
  assert.equal(paid.toFixed(2), meta.all.sums['values.pay.total'].toFixed(2))
  assert.ok(paid > 0)
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

test('the guide on assistants: a tool is called by hand', async () => {
  const [told] = await pasted(await guide('assistants'))
  const message = /^data: (.*)$/m.exec(told!)![1]!
  assert.equal(JSON.parse(message).result.structuredContent.data[0].status, 'approved')
})

test('the guide on the SDK: its program compiles and runs against the built package', async () => {
  const [program] = blocks(await guide('sdk'), 'ts')
  const built = join(folder, 'node_modules/muster-sdk')
  await mkdir(built, { recursive: true })
  await writeFile(join(built, 'package.json'), await readFile(join(root, 'sdk/package.json')))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  await runs(process.execPath, [tsc, '-p', join(root, 'sdk'), '--outDir', join(built, 'dist')])
  await writeFile(join(folder, 'program.ts'), program!)
  const env = { ...process.env, MUSTER_URL: server.baseUrl, MUSTER_API_KEY: server.companyKey }
  const { stdout } = await runs(process.execPath, ['program.ts'], { cwd: folder, env })
  assert.match(stdout, /^Demo company key/)
  assert.match(stdout, /[\d.]+ hours approved\n\d+ of \d+ open requisitions\nNOT_FOUND 404 [\w-]+/)
})
