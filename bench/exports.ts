// How fast whole lists are exported, what that takes, and how long the pages of another key take meanwhile; against a
// real server process. `npm run bench exports -- [--timesheets 1000000] [--data FOLDER] [--only csv]`
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { agencyId, companyId } from '../demo/organisations.ts'
import { recordTypes } from '../src/api/index.ts'
import { borrowHome } from '../src/database/home.ts'
import { unknownOwners } from '../src/store/keys/keys.ts'
import { prepareDatabase } from '../src/store/schema/prepare.ts'
import { bearer, requestOf } from './clients.ts'
import { database } from './database.ts'
import { paced } from './paced.ts'
import { keyFor } from './pages.ts'
import { spent } from './processor.ts'
import { startServer } from './server.ts'
import { judged, progress, table } from './table.ts'

const targets = { ndjson: 100_000, csv: 50_000, megabytes: 300, p99: 2 }

const { values } = parseArgs({
  options: {
    timesheets: { type: 'string', default: '1000000' },
    data: { type: 'string', default: join(tmpdir(), 'muster-bench') },
    only: { type: 'string', default: '' },
  },
})

type Case = { name: string; query: string; encoding?: string; perSecond?: number }

const cases: readonly Case[] = [
  { name: 'ndjson', query: 'format=ndjson', perSecond: targets.ndjson },
  { name: 'ndjson, zstd', query: 'format=ndjson', encoding: 'zstd' },
  { name: 'ndjson, gzip', query: 'format=ndjson', encoding: 'gzip' },
  { name: 'csv', query: 'format=csv', perSecond: targets.csv },
  {
    name: 'csv, ten fields',
    query: 'format=csv&fields=id,reference,status,worker,company.name,start,netHours,values.pay.total',
  },
  { name: 'csv, a row a timelog', query: 'format=csv&explode=timelogs' },
  { name: 'xlsx', query: 'format=xlsx' },
]

async function keys(data: string): Promise<{ all: string; other: string }> {
  const home = await borrowHome({ databaseUrl: undefined, data, databaseConnections: 2 }, progress)
  try {
    await prepareDatabase(home.database, recordTypes)
    const owners = Array.from({ length: 20 }, (_, index) => companyId(index))
    const unknown = await unknownOwners(home.database, 'company', owners)
    const known = owners.filter(id => !unknown.includes(id))
    return {
      all: await keyFor(home.database, 'company', known),
      other: await keyFor(home.database, 'agency', [agencyId(0)]),
    }
  } finally {
    await home.close()
  }
}

async function mostMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)![1]) / 1024
}

type Read = { status: number; rows: number; bytes: number; seconds: number; micros: number }

async function exportOnce(base: string, key: string, { query, encoding }: Case): Promise<Read> {
  const client = fileURLToPath(new URL('./export-client.ts', import.meta.url))
  const args = [client, `${base}/timesheets?${query}`, key, encoding ?? 'identity']
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const read = JSON.parse(stdout) as Read
  if (read.status === 200 && read.rows > 0) return read
  throw new Error(`${query}: ${stdout}`)
}

/** How long pages take, about a hundred a second. */
async function pagesUntil(base: string, key: string, over: Promise<unknown>): Promise<number[]> {
  const { port, pathname } = new URL(base)
  const requests = [requestOf(`${pathname}/timesheets?limit=50`, bearer(key))]
  const took = await paced({ port, requests, everyMs: 10 }, over)
  return took.sort((a, b) => a - b)
}

const at = (sorted: readonly number[], part: number) => sorted[Math.floor(sorted.length * part)]!

const home = await database(resolve(values.data), Number(values.timesheets), progress)
const { all, other } = await keys(home.data)
const misses: string[] = []
const rows: string[][] = []
for (const one of cases.filter(({ name }) => values.only === '' || name === values.only)) {
  // A server for each, so that the memory is what this one takes.
  const server = await startServer(home.data)
  try {
    progress(`Exporting: ${one.name}`)
    // PostgreSQL has just started too: what it has to read first is read, and the code is warm.
    await exportOnce(server.baseUrl, all, one)
    await pagesUntil(server.baseUrl, other, wait(1000))
    const before = await spent(server.pid, home.data)
    const read = await exportOnce(server.baseUrl, all, one)
    const after = await spent(server.pid, home.data)
    const alone = await pagesUntil(server.baseUrl, other, wait(8000))
    const beside = await pagesUntil(server.baseUrl, other, exportOnce(server.baseUrl, all, one))
    const megabytes = await mostMegabytes(server.pid)
    const perSecond = read.rows / read.seconds
    const ratio = at(beside, 0.99) / at(alone, 0.99)
    rows.push([
      one.name,
      perSecond.toFixed(0),
      (((after.own - before.own) * 1000) / read.rows).toFixed(1),
      (((after.postgres - before.postgres) * 1000) / read.rows).toFixed(1),
      (read.micros / read.rows).toFixed(1),
      (read.bytes / 1e6).toFixed(0),
      megabytes.toFixed(0),
      `${at(alone, 0.5).toFixed(1)} / ${at(alone, 0.99).toFixed(1)}`,
      `${at(beside, 0.5).toFixed(1)} / ${at(beside, 0.99).toFixed(1)}`,
    ])
    if (one.perSecond && perSecond < one.perSecond)
      misses.push(`${one.name}: ${perSecond.toFixed(0)} rows a second, wanted ${one.perSecond}`)
    if (megabytes > targets.megabytes) misses.push(`${one.name}: ${megabytes.toFixed(0)} MB of memory`)
    if (ratio > targets.p99)
      misses.push(`${one.name}: pages took ${ratio.toFixed(1)} times as long at the 99th percentile`)
  } finally {
    await server.stop()
  }
}
table(
  [
    '',
    'rows/s',
    'µs a row, server',
    'PostgreSQL',
    'client',
    'MB sent',
    'MB memory',
    'page ms alone, median / p99',
    'beside',
  ],
  rows,
)
judged(misses)
