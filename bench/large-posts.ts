// Ten posts of 45 MB at once, against a real server process: how much memory it takes and still has a minute later, and
// how long others wait meanwhile. `npm run bench large-posts -- [--posts 10] [--megabytes 45]`
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { judged } from './table.ts'

const targets = { megabytes: 1536, p99Ms: 250, laterMegabytes: 300 }
const laterMs = 60_000

const { values } = parseArgs({
  options: { posts: { type: 'string', default: '10' }, megabytes: { type: 'string', default: '45' } },
})
const posts = Number(values.posts)
const muster = fileURLToPath(new URL('../muster', import.meta.url))

type Ready = { pid: number; baseUrl: string; demo: { agencyKey: string } }

async function start(data: string): Promise<{ child: ChildProcess; ready: Ready }> {
  const child = spawn(muster, ['up', '--demo', '--json', '--port', '0', '--data', data], {
    env: { ...process.env, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string]
  return { child, ready: JSON.parse(line) }
}

/** The resident memory of a process, and the most it has been. */
async function memoryOf(pid: number): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)![1]) / 1024
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') }
}

type Posted = { seconds: number; answers: { status: number; answer: string }[] }

/** Another process posts, once it is told to: what it does to prepare must not look like waiting here. */
async function clientsFor(url: string, key: string, lists: object): Promise<{ post(): Promise<Posted> }> {
  const clients = fileURLToPath(new URL('./large-posts-clients.ts', import.meta.url))
  const args = [clients, url, key, values.posts, values.megabytes, JSON.stringify(lists)]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)
  await once(lines, 'line')
  return {
    async post() {
      child.stdin.write('go\n')
      const [line] = (await once(lines, 'line')) as [string]
      return JSON.parse(line)
    },
  }
}

async function firstOf(base: string, key: string, path: string): Promise<string> {
  const response = await fetch(`${base}${path}`, { headers: { Authorization: `Bearer ${key}` } })
  return ((await response.json()) as { data: { id: string }[] }).data[0]!.id
}

const data = await mkdtemp(join(tmpdir(), 'muster-bench-posts-'))
// The one that loads the demo has its memory full of that.
const loading = await start(data)
loading.child.kill('SIGTERM')
await once(loading.child, 'close')
const { child, ready } = await start(data)
try {
  const { pid, baseUrl, demo } = ready
  const lists = {
    trade: await firstOf(baseUrl, demo.agencyKey, '/master-trades?limit=1'),
    document: await firstOf(baseUrl, demo.agencyKey, '/master-qualifications?query=Manual%20Handling'),
  }
  const { key } = await keyOf(data)
  const before = await memoryOf(pid)
  const clients = await clientsFor(`${baseUrl}/workers`, key, lists)
  let running = true
  const waits: number[] = []
  const watching = (async () => {
    while (running) {
      const began = performance.now()
      const response = await fetch(`${baseUrl}/me`, { headers: { Authorization: `Bearer ${key}` } })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`/me answered ${response.status}`)
      waits.push(performance.now() - began)
    }
  })()
  const { seconds, answers } = await clients.post()
  running = false
  await watching
  const after = await memoryOf(pid)
  await wait(laterMs)
  const later = await memoryOf(pid)
  waits.sort((one, other) => one - other)
  const quantile = (share: number) => waits[Math.min(waits.length - 1, Math.floor(share * waits.length))]!
  const bad = answers.filter(({ status }) => status !== 200)
  process.stdout.write(
    [
      `${posts} posts of ${values.megabytes} MB at once: ${answers.length - bad.length} created in ${seconds.toFixed(1)} s.`,
      `Memory of the server: ${before.now.toFixed(0)} MB before, at most ${after.most.toFixed(0)} MB, ${after.now.toFixed(0)} MB after the last and ${later.now.toFixed(0)} MB a minute later.`,
      `/me meanwhile, ${waits.length} times: median ${quantile(0.5).toFixed(1)} ms, p99 ${quantile(0.99).toFixed(1)} ms, longest ${waits.at(-1)!.toFixed(1)} ms.`,
      ...bad.slice(0, 2).map(({ status, answer }) => `${status} ${answer.slice(0, 200)}`),
      '',
    ].join('\n'),
  )
  if (bad.length > 0) throw new Error(`${bad.length} posts were refused`)
  judged([
    ...(after.most > targets.megabytes ? [`${after.most.toFixed(0)} MB of memory`] : []),
    ...(later.now > targets.laterMegabytes ? [`${later.now.toFixed(0)} MB of memory a minute later`] : []),
    ...(quantile(0.99) > targets.p99Ms ? [`/me took ${quantile(0.99).toFixed(0)} ms at p99`] : []),
  ])
} finally {
  child.kill('SIGTERM')
  await once(child, 'close')
  await rm(data, { recursive: true, force: true })
}

/** One that is not held back by limits. */
async function keyOf(folder: string): Promise<{ key: string }> {
  const made = spawn(
    muster,
    [
      'keys',
      'create',
      '--agency',
      await ownAgency(),
      '--scopes',
      'all',
      '--per-minute',
      '100000',
      '--per-day',
      '1000000',
      '--json',
      '--data',
      folder,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  return { key: JSON.parse(await text(made.stdout)).secret }
}

async function ownAgency(): Promise<string> {
  const { baseUrl, demo } = ready
  const response = await fetch(`${baseUrl}/me`, { headers: { Authorization: `Bearer ${demo.agencyKey}` } })
  return ((await response.json()) as { data: { agencies: { id: string }[] } }).data.agencies[0]!.id
}
