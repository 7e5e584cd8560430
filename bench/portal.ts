// The portal at size: when its pages have painted with the demo, what a hundred viewers of a live page cost, and how long
// lists, summaries and histories take over a million timesheets, changes and logged requests.
// `npm run bench portal -- [--rows 1000000] [--data FOLDER] [--viewers 100] [--seconds 20]`; 0 rows leave that part out.
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { demoKeys } from '../demo/programme.ts'
import type { Database } from '../src/database/database.ts'
import { borrowHome } from '../src/database/home.ts'
import { sql } from '../src/database/sql.ts'
import { hasChromium, noChromium } from '../test/portal/browser.ts'
import { painted } from '../test/portal/paint.ts'
import { processorMs } from './loading.ts'
import { keyFor } from './pages.ts'
import { type BenchServer, startServer } from './server.ts'
import { judged, progress, table } from './table.ts'

const targets = { paintMs: 1000, answerMs: 100 }

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    data: { type: 'string', default: join(tmpdir(), 'muster-bench-portal') },
    viewers: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '20' },
    times: { type: 'string', default: '5' },
  },
})
const data = resolve(options.data)
const missed: string[] = []

const pages = [
  ...['', '/matches', '/loads', '/webhooks', '/keys', '/requests', '/records', '/records/timesheets'],
  ...['/recruitment', '/hours-and-money', '/people', '/access'],
]

async function paints(server: BenchServer): Promise<void> {
  if (!hasChromium) {
    process.stdout.write(`${noChromium}\n`)
    return
  }
  const found = await painted(server.portal, pages, Number(options.times))
  table(
    ['page, with an empty cache', 'first paint ms', 'useful paint ms'],
    [...found].map(([path, { firstMs, usefulMs }]) => {
      if (usefulMs > targets.paintMs)
        missed.push(`${path || '/today'} painted after ${usefulMs.toFixed(0)} ms`)
      return [path || '/today', firstMs.toFixed(0), usefulMs.toFixed(0)]
    }),
  )
}

type Signed = { ask(path: string): Promise<{ ms: number; bytes: number }> }

/** A session of the portal, and requests of its pages. */
async function signedIn(server: BenchServer, by: { link: string } | { key: string }): Promise<Signed> {
  const { origin } = new URL(server.baseUrl)
  const headers = { 'X-Muster-Portal': '1', 'Content-Type': 'application/json' }
  const opened = await fetch(`${origin}/portal/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify(by),
  })
  if (!opened.ok) throw new Error(`Not signed in: ${await opened.text()}`)
  const cookie = opened.headers.getSetCookie()[0]!.split(';')[0]!
  const ask = async (path: string) => {
    const began = performance.now()
    const answer = await fetch(`${origin}/portal${path}`, { headers: { ...headers, Cookie: cookie } })
    const bytes = (await answer.arrayBuffer()).byteLength
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return { ms: performance.now() - began, bytes }
  }
  return { ask }
}

const share = (times: readonly number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)]!

/** What the page of live requests asks, and how often. */
const live = [
  { path: '/operator/requests?limit=50', everyMs: 3000 },
  { path: '/operator/requests/summary?span=hour', everyMs: 5000 },
  { path: '/operator/today', everyMs: 30_000 },
]

async function viewers(server: BenchServer, database: Database, { ask }: Signed): Promise<void> {
  const count = Number(options.viewers)
  const endsAt = performance.now() + Number(options.seconds) * 1000
  const alone = await several(ask, '/operator/keys')
  const [cpuBefore, postgresBefore] = [await usedMs(server.pid), await processorMs(database)]
  let ticks = 0
  const view = async (path: string, everyMs: number) => {
    await wait(Math.random() * everyMs)
    while (performance.now() < endsAt) {
      await ask(path)
      ticks++
      await wait(everyMs)
    }
  }
  const watching = Array.from({ length: count }, () =>
    live.map(({ path, everyMs }) => view(path, Math.min(everyMs, Number(options.seconds) * 1000))),
  ).flat()
  const others: number[] = []
  while (performance.now() < endsAt) {
    others.push((await ask('/operator/keys')).ms)
    await wait(200)
  }
  const memory = await residentMb(server.pid)
  await Promise.all(watching)
  const ours = (await usedMs(server.pid)) - cpuBefore
  const theirs = (await processorMs(database)) - postgresBefore
  table(
    [`${count} viewers of live requests`, ''],
    [
      ['answers', String(ticks)],
      ['µs of ours each', ((ours * 1000) / ticks).toFixed(0)],
      ['µs of PostgreSQL each', ((theirs * 1000) / ticks).toFixed(0)],
      ['share of a core', `${((ours + theirs) / Number(options.seconds) / 10).toFixed(0)} %`],
      ['MB of our process', memory.toFixed(0)],
      ['another page alone, ms', alone.toFixed(1)],
      ['another page among them, ms', share(others, 0.5).toFixed(1)],
      ['its 95th percentile', share(others, 0.95).toFixed(1)],
    ],
  )
}

async function several(ask: Signed['ask'], path: string): Promise<number> {
  const times: number[] = []
  for (let time = 0; time < 15; time++) times.push((await ask(path)).ms)
  return share(times, 0.5)
}

async function usedMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const residentMb = async (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

/** Copies of the demo's timesheets with ids of their own, told of in the feed, and as many logged requests. */
async function fill(database: Database, rows: number): Promise<void> {
  const [there] = await database.rows<{ count: number }>(sql`select count(*)::int as count from timesheet`)
  const copies = Math.ceil(rows / there!.count) - 1
  if (copies > 1) {
    const indexes = await database.rows<{ name: string; made: string }>(sql`
      select quote_ident(indexname) as name, indexdef as made from pg_indexes
      where tablename = 'timesheet' and indexdef not like 'CREATE UNIQUE%'`)
    const columns = await columnsOf(database, 'timesheet')
    const own = ['id', 'nanoid', 'created_at']
    const rest = columns.filter(column => !own.includes(column)).map(column => `t."${column}"`)
    const copied = `substr(t.id, 1, 16) || lpad(to_hex(n * 65536 + ('x' || right(t.id, 4))::bit(16)::int), 8, '0')`
    const names = ['"id"', '"nanoid"', '"created_at"', ...rest.map(one => one.slice(2))].join()
    progress('Copying timesheets')
    await database.script(`
      alter table timesheet disable trigger user;
      ${indexes.map(index => `drop index ${index.name};`).join('\n')}
      insert into timesheet (${names})
      select ${copied}, t.nanoid || '-' || n, t.created_at - n * interval '7 hours', ${rest.join()}
      from timesheet t cross join generate_series(1, ${copies}) n;
      insert into timesheet_text (id, record, facts)
      select ${copied}, replace(t.record, t.id, ${copied}), t.facts
      from timesheet_text t cross join generate_series(1, ${copies}) n;
      insert into change (seq, owner, type, id, kind)
      select (select seq from head) + row_number() over (order by t.id), 'c:' || t.company_id, 'timesheet', t.id, 'upserted'
      from timesheet t;
      update head set seq = (select max(seq) from change);`)
    progress('Making the indexes again')
    await database.script(
      `${indexes.map(index => `${index.made};`).join('\n')}\nalter table timesheet enable trigger user;`,
    )
  }
  const [logged] = await database.rows<{ count: number }>(sql`select count(*)::int as count from request`)
  if (logged!.count < rows)
    await database.rows(sql`
      insert into request (at, request_id, key_id, surface, method, operation, status, code, ms)
      select now() - (${rows}::int - n) * (interval '7 days' / ${rows}::int), 'bench-' || n, 'key' || n % 20, 'http', 'GET',
        '/timesheets', case when n % 50 = 0 then 400 else 200 end, case when n % 50 = 0 then 'BAD_REQUEST' end,
        exp(random() * 5)
      from generate_series(1, ${rows}::int) n`)
  // Counted anew by the next server, with what is logged now.
  await database.script('truncate request_hour')
  await database.script('vacuum analyze')
}

async function columnsOf(database: Database, of: string): Promise<string[]> {
  const rows = await database.rows<{ name: string }>(sql`
    select column_name as name from information_schema.columns
    where table_name = ${of} and is_generated = 'NEVER' order by ordinal_position`)
  return rows.map(({ name }) => name)
}

const fields = 'fields=id,reference,status,worker.name,project.name,site.name,weekEnding,netHours'

async function browsing(server: BenchServer, database: Database, operator: Signed): Promise<void> {
  const { ask } = await signedIn(server, { key: await keyFor(database, 'company', demoKeys.company) })
  const [one] = await database.rows<{ id: string; site: string; worker: string; own: number }>(sql`
    select max(id) as id, max(site_id) as site, max(worker_id) as worker, count(*)::int as own from timesheet
    where company_id in (select company_id from timesheet group by 1 order by count(*) desc limit 2)`)
  const list = (query: string) => `/api/timesheets?limit=50&${fields}${query}`
  const last = Math.max(1, Math.floor(one!.own / 50) - 100)
  const operated = (path: string) => `/operator${path}`
  const asked: [name: string, path: string, who: Signed['ask']][] = [
    ['first page', list(''), ask],
    ...[2, 10, 100, 1000, last].map(
      page => [`page ${page}`, list(`&page=${page}`), ask] as [string, string, Signed['ask']],
    ),
    ['a status', list('&status=approved'), ask],
    ['a status, page 1000', list('&status=approved&page=1000'), ask],
    ['a site', list(`&site=${one!.site}`), ask],
    ['a worker', list(`&worker=${one!.worker}`), ask],
    ['a word', list('&query=heronsgill'), ask],
    ['five weeks by week ending', list('&dateField=weekEnding&from=2026-01-05&to=2026-02-08'), ask],
    ['sorted by week ending', list('&sortBy=weekEnding'), ask],
    ['one timesheet', `/api/timesheets/${one!.id}`, ask],
    ['its viewers', operated(`/records/timesheet/${one!.id}/viewers`), operator.ask],
    ['its history', operated(`/records/timesheet/${one!.id}/history`), operator.ask],
    ['requests, newest', operated('/requests?limit=50'), operator.ask],
    ['requests of a key', operated('/requests?limit=50&key=key7'), operator.ask],
    ['requests refused', operated('/requests?limit=50&status=400'), operator.ask],
    ['their summary, an hour', operated('/requests/summary?span=hour'), operator.ask],
    ['their summary, a day', operated('/requests/summary?span=day'), operator.ask],
    ['their summary, a week', operated('/requests/summary?span=week'), operator.ask],
    ['today', operated('/today'), operator.ask],
  ]
  const lines: string[][] = []
  for (const [name, path, who] of asked) {
    progress(`Asking: ${name}`)
    const { ms: coldMs } = await who(path)
    const times: number[] = []
    for (let time = 0; time < 9; time++) {
      // What is kept for a moment is asked for after it.
      if (path.includes('/summary') || path.endsWith('/today')) await wait(1100)
      times.push((await who(path)).ms)
    }
    const median = share(times, 0.5)
    if (median > targets.answerMs) missed.push(`${name} took ${median.toFixed(0)} ms`)
    lines.push([name, median.toFixed(1), Math.min(...times).toFixed(1), coldMs.toFixed(1)])
  }
  table([`over ${options.rows} rows, ms`, 'median', 'least', 'first'], lines)
}

const demo = ['--demo']
const rows = Number(options.rows)
let server = await startServer(data, demo)
await paints(server).finally(server.stop)
const home = await borrowHome({ databaseUrl: undefined, data, databaseConnections: 2 }, progress)
if (rows > 0) await fill(home.database, rows)
server = await startServer(data, demo)
try {
  const operator = await signedIn(server, { link: new URL(server.portal).hash.slice('#link='.length) })
  if (rows > 0) await browsing(server, home.database, operator)
  if (Number(options.viewers) > 0) await viewers(server, home.database, operator)
} finally {
  // The server, which uses it too, stops the database.
  await home.close()
  await server.stop()
}
judged(missed)
