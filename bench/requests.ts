// What a request takes of a processor: of the server's thread by what the code is for, of V8's helpers beside it, and of
// PostgreSQL, where its answer is remembered and where it is not; beside it what bare `node:http` takes for as many bytes.
// Processor time is little disturbed by a busy machine. Prints what it writes to bench/REQUESTS.md, unless only one is asked.
// `npm run bench requests -- [--timesheets 100000] [--data FOLDER] [--only NAME] [--seconds 4] [--out FILE]`
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { companyId } from '../demo/organisations.ts'
import { recordTypes } from '../src/api/index.ts'
import { borrowHome } from '../src/database/home.ts'
import { sql } from '../src/database/sql.ts'
import { prepareDatabase } from '../src/store/schema/prepare.ts'
import { answersPerSecond, bearer, requestOf } from './clients.ts'
import { database } from './database.ts'
import { keyFor } from './pages.ts'
import { type Spent, spent } from './processor.ts'
import { type Profiler, profilerOf, purposes } from './profiler.ts'
import { writeResults } from './results.ts'
import { type BenchServer, startBare, startServer } from './server.ts'
import { markdown, progress, table } from './table.ts'

const { values } = parseArgs({
  options: {
    timesheets: { type: 'string', default: '100000' },
    data: { type: 'string', default: join(tmpdir(), 'muster-bench') },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '4' },
    out: { type: 'string', default: join(import.meta.dirname, 'REQUESTS.md') },
  },
})

type Case = { name: string; path: string; tagged?: true }

const memory = { kept: {}, 'not kept': { ANSWER_MEMORY_MB: '0' } }

async function prepared(data: string): Promise<{ key: string; cases: Case[] }> {
  const home = await borrowHome({ databaseUrl: undefined, data, databaseConnections: 2 }, progress)
  try {
    await prepareDatabase(home.database, recordTypes)
    const [row] = await home.database.rows<{ id: string; rows: string }>(sql`
      select min(id) as id, count(*) as rows from timesheet where company_id = ${companyId(0)}`)
    const middle = Math.floor(Number(row!.rows) / 2 / 50)
    return {
      key: await keyFor(home.database, 'company', [companyId(0)]),
      cases: [
        { name: '/me', path: '/me' },
        { name: '304', path: '/timesheets?limit=50', tagged: true },
        { name: 'one by its id', path: `/timesheets/${row!.id}` },
        { name: '/sites?limit=1', path: '/sites?limit=1' },
        { name: 'page of 50', path: '/timesheets?limit=50' },
        { name: 'page of 200', path: '/timesheets?limit=200' },
        { name: 'workers, with links', path: '/workers?limit=50' },
        { name: 'three fields', path: '/timesheets?limit=50&fields=id,status,worker.name' },
        { name: 'three fields of 200', path: '/timesheets?limit=200&fields=id,status,worker.name' },
        { name: 'second page', path: '/timesheets?limit=50&page=2' },
        { name: `page ${middle}, the middle`, path: `/timesheets?limit=50&page=${middle}` },
      ],
    }
  } finally {
    await home.close()
  }
}

type Taken = { perSecond: number; own: number; main: number; postgres: number; shares: number[] }

/** Each of 32 connections asks again as soon as it is answered. */
async function taken(
  { port, pid }: { port: string; pid: number },
  data: string,
  { path, key, tag = '' }: { path: string; key: string; tag?: string },
  profiler?: Profiler,
): Promise<Taken> {
  const headers = { ...bearer(key), ...(tag && { 'If-None-Match': tag }) }
  const requests = [requestOf(`/api/open/v1${path}`, headers)]
  const ask = (seconds: number) =>
    answersPerSecond({ port, requests, seconds, status: tag === '' ? 200 : 304 })
  await ask(1.5)
  const before = await spent(pid, data)
  const perSecond = await ask(Number(values.seconds))
  const after = await spent(pid, data)
  const answers = perSecond * Number(values.seconds)
  const micros = (of: keyof Spent) => ((after[of] - before[of]) * 1000) / answers
  // In a turn of its own, as the profiler takes its time too.
  await profiler?.start()
  if (profiler) await ask(Number(values.seconds))
  const shares = (await profiler?.shares()) ?? []
  return { perSecond, own: micros('own'), main: micros('main'), postgres: micros('postgres'), shares }
}

const asked = (server: BenchServer, path: string, key: string) =>
  fetch(`${server.baseUrl}${path}`, { headers: { Authorization: `Bearer ${key}` } })

const home = await database(resolve(values.data), Number(values.timesheets), progress)
const { key, cases } = await prepared(home.data)
const least = await startBare()
const rows: string[][] = []
try {
  for (const [name, settings] of Object.entries(memory)) {
    const server = await startServer(home.data, [], settings, 'unread')
    const ours = { port: new URL(server.baseUrl).port, pid: server.pid }
    const profiler = await profilerOf(server.pid)
    try {
      for (const one of cases.filter(each => values.only === '' || each.name === values.only)) {
        progress(`${one.name}, ${name}`)
        const first = await asked(server, one.path, key)
        const bytes = (await first.arrayBuffer()).byteLength
        const tag = one.tagged && first.headers.get('etag')!
        const asking = { path: one.path, key, ...(tag && { tag }) }
        const own = await taken(ours, home.data, asking, profiler)
        const possible = await taken(least, home.data, { path: `/${tag ? 0 : bytes}`, key })
        rows.push([
          `${one.name}, ${name}`,
          (bytes / 1000).toFixed(0),
          own.perSecond.toFixed(0),
          ...own.shares.map(share => (share * own.main).toFixed(0)),
          ...[own.own - own.main, own.own, own.postgres, possible.own].map(value => value.toFixed(0)),
          (own.own / possible.own).toFixed(1),
        ])
      }
    } finally {
      profiler.close()
      await server.stop()
    }
  }
} finally {
  await least.stop()
}
const heads = ['', 'kB', 'a second', ...purposes, 'helpers', 'together', 'PostgreSQL', 'bare', '× bare']
if (values.only === '') {
  const about =
    'Microseconds of processor time for one request, of 32 connections that each ask again as soon as they are answered: of the server’s thread by what the code is for, of V8’s helpers (its collector and compiler), of both together, of PostgreSQL, and of bare `node:http` for as many bytes.'
  const section = { title: 'What a request takes', text: [about, markdown(heads, rows)] }
  const facts = [`${home.timesheets.toLocaleString('en-GB')} timesheets`]
  const heading = 'Where the time of a request goes'
  await writeResults(values.out, { command: 'npm run bench requests', heading, facts, sections: [section] })
  process.stdout.write(await readFile(values.out, 'utf8'))
} else table(heads, rows)
