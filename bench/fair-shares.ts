// How long the pages of a well-behaved key take alone, and beside a key of another owner that takes all it can get: with
// the usual limits, and with none. Against a real server process.
// `npm run bench fair-shares -- [--timesheets 100000] [--seconds 20] [--data FOLDER] [--only exports]`
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { agencyId, companyId } from '../demo/organisations.ts'
import { recordTypes } from '../src/api/index.ts'
import { borrowHome } from '../src/database/home.ts'
import { prepareDatabase } from '../src/store/schema/prepare.ts'
import { bearer, requestOf } from './clients.ts'
import { database } from './database.ts'
import type { Hostile } from './hostile-clients.ts'
import { paced } from './paced.ts'
import { keyFor } from './pages.ts'
import { startServer } from './server.ts'
import { judged, progress, shareOf, table } from './table.ts'

const target = 2

const { values } = parseArgs({
  options: {
    timesheets: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '20' },
    data: { type: 'string', default: join(tmpdir(), 'muster-bench') },
    only: { type: 'string', default: '' },
  },
})

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const each = (write: (at: number) => string) => Array.from({ length: 500 }, (_, at) => write(at))
const megabytes = 1e6

type Case = { name: string; paths: readonly string[]; connections: number; post?: number }

const cases: readonly Case[] = [
  { name: 'pages', paths: each(at => `/timesheets?limit=200&page=${(at % 5) + 1}`), connections: 8 },
  { name: 'pages far down', paths: each(at => `/timesheets?limit=200&page=${20 + at}`), connections: 8 },
  { name: 'searches', paths: each(at => `/timesheets?query=no+such+word${at}`), connections: 8 },
  {
    name: 'filters',
    paths: each(
      at => `/timesheets?status=pending,approved&from=${day(900 - at)}&to=${day(400 - (at % 350))}`,
    ),
    connections: 8,
  },
  {
    name: 'totals',
    paths: each(
      at => `/timesheets/totals?groupBy=project,weekEnding:month&sum=netHours&from=${day(900 - at)}`,
    ),
    connections: 8,
  },
  { name: 'exports', paths: ['/timesheets?format=ndjson', '/timesheets?format=csv'], connections: 8 },
  { name: 'large bodies, slowly', paths: ['/workers'], connections: 100, post: 40 * megabytes },
]

async function keys(data: string) {
  const home = await borrowHome({ databaseUrl: undefined, data, databaseConnections: 2 }, progress)
  try {
    await prepareDatabase(home.database, recordTypes)
    const usual = {}
    return {
      own: await keyFor(home.database, 'agency', [agencyId(0)]),
      company: {
        limited: await keyFor(home.database, 'company', [companyId(0)], usual),
        unlimited: await keyFor(home.database, 'company', [companyId(0)]),
      },
      agency: {
        limited: await keyFor(home.database, 'agency', [agencyId(1)], usual),
        unlimited: await keyFor(home.database, 'agency', [agencyId(1)]),
      },
    }
  } finally {
    await home.close()
  }
}

async function beside<T>(hostile: Hostile, run: () => Promise<T>): Promise<T> {
  const program = fileURLToPath(new URL('./hostile-clients.ts', import.meta.url))
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  try {
    child.stdin.end(JSON.stringify(hostile))
    await once(createInterface(child.stdout), 'line')
    return await run()
  } finally {
    child.kill('SIGKILL')
    await closed
  }
}

/** Ten pages by turns, about fifty a second. */
async function pages(base: string, key: string, seconds: number): Promise<number[]> {
  const { port, pathname } = new URL(base)
  const requests = Array.from({ length: 10 }, (_, at) =>
    requestOf(`${pathname}/timesheets?limit=50&page=${at + 1}`, bearer(key)),
  )
  return paced({ port, requests, everyMs: 20 }, wait(seconds * 1000))
}

const home = await database(resolve(values.data), Number(values.timesheets), progress)
const { own, ...hostile } = await keys(home.data)
const seconds = Number(values.seconds)
const misses: string[] = []
const rows: string[][] = []
const written = (took: readonly number[]) =>
  `${shareOf(took, 0.5).toFixed(1)} / ${shareOf(took, 0.99).toFixed(1)}`
for (const { name, paths, connections, post } of cases.filter(
  one => values.only === '' || one.name === values.only,
)) {
  const server = await startServer(home.data, [], {}, 'unread')
  try {
    const { port, pathname } = new URL(server.baseUrl)
    await pages(server.baseUrl, own, 2)
    const alone = await pages(server.baseUrl, own, seconds)
    const row = [name, written(alone)]
    for (const limits of ['limited', 'unlimited'] as const) {
      progress(`${name}, ${limits}`)
      const key = hostile[post ? 'agency' : 'company'][limits]
      const more = post ? { 'Content-Type': 'application/json', 'Content-Length': String(post) } : {}
      const requests = paths.map(path => {
        const asked = requestOf(`${pathname}${path}`, { ...bearer(key), Connection: 'close', ...more })
        return post ? asked.replace('GET', 'POST') : asked
      })
      const took = await beside({ port, requests, connections, isPost: post !== undefined }, () =>
        pages(server.baseUrl, own, seconds),
      )
      row.push(written(took))
      const times = shareOf(took, 0.99) / shareOf(alone, 0.99)
      if (limits === 'limited' && times > target)
        misses.push(`${name}: pages took ${times.toFixed(1)} times as long at the 99th percentile`)
    }
    rows.push(row)
  } finally {
    await server.stop()
  }
}
process.stdout.write('Pages of a well-behaved key, ms at the median and at the 99th percentile:\n')
table(['beside', 'alone', 'with the usual limits', 'with none'], rows)
judged(misses)
