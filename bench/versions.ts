// This checkout beside others on one database, by turns in one run: answers a second as a share of bare `node:http`, and the
// processor time of an answer. What a change brings is lost in the noise of two runs after each other.
// `npm run bench versions -- --beside FOLDER [--beside FOLDER] [--timesheets 100000] [--data FOLDER] [--only NAME] [--turns 5]
// [--seconds 2] [--memory kept|none|both]`
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { companyId } from '../demo/organisations.ts'
import { recordTypes } from '../src/api/index.ts'
import { borrowHome } from '../src/database/home.ts'
import { sql } from '../src/database/sql.ts'
import { prepareDatabase } from '../src/store/schema/prepare.ts'
import { answersPerSecond, bearer, type Load, requestOf } from './clients.ts'
import { database } from './database.ts'
import { keyFor } from './pages.ts'
import { spent } from './processor.ts'
import { type BenchServer, startBare, startServer } from './server.ts'
import { median, progress, table } from './table.ts'

const { values } = parseArgs({
  options: {
    beside: { type: 'string', multiple: true, default: [] },
    timesheets: { type: 'string', default: '100000' },
    data: { type: 'string', default: join(tmpdir(), 'muster-bench') },
    only: { type: 'string', default: '' },
    turns: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    memory: { type: 'string', default: 'both' },
  },
})
if (values.beside.length === 0) {
  process.stderr.write('Name the folder of another checkout: npm run bench versions -- --beside FOLDER\n')
  process.exit(2)
}

const here = resolve(import.meta.dirname, '..')
const checkouts = [here, ...values.beside.map(folder => resolve(folder))]
const memories = { kept: {}, none: { ANSWER_MEMORY_MB: '0' } }
const { data } = await database(resolve(values.data), Number(values.timesheets), progress)
const home = await borrowHome({ databaseUrl: undefined, data, databaseConnections: 2 }, progress)

type Target = { pid: number; load: Omit<Load, 'seconds'> }

async function measured(targets: readonly Target[]): Promise<{ rate: number; micros: number }[]> {
  const found = targets.map(() => ({ rates: [] as number[], micros: [] as number[] }))
  for (const { load } of targets) await answersPerSecond({ ...load, seconds: 1 })
  for (let turn = 0; turn < Number(values.turns); turn++)
    for (const [at, { pid, load }] of targets.entries()) {
      const before = await spent(pid, data)
      const rate = await answersPerSecond({ ...load, seconds: Number(values.seconds) })
      const after = await spent(pid, data)
      found[at]!.rates.push(rate)
      found[at]!.micros.push(((after.own - before.own) * 1000) / (rate * Number(values.seconds)))
    }
  return found.map(({ rates, micros }) => ({ rate: median(rates), micros: median(micros) }))
}

/** Each server as a client of the PostgreSQL that this process has started. */
async function startAll(settings: Readonly<Record<string, string>>): Promise<BenchServer[]> {
  const password = (await readFile(join(data, 'postgres-password'), 'utf8')).trim()
  const [, , , port] = (await readFile(join(data, 'postgres-18/postmaster.pid'), 'utf8')).split('\n')
  const host = encodeURIComponent(join(data, 'postgres-18'))
  const shared = {
    DATABASE_URL: `postgres://muster:${password}@/muster?host=${host}&port=${port}`,
    MUSTER_SECRET: (await readFile(join(data, 'secret'), 'utf8')).trim(),
  }
  const servers: BenchServer[] = []
  for (const checkout of checkouts)
    servers.push(await startServer(data, [], { ...shared, ...settings }, 'unread', join(checkout, 'muster')))
  return servers
}

const bare = await startBare()
const rows: string[][] = []
try {
  await prepareDatabase(home.database, recordTypes)
  const [one] = await home.database.rows<{ id: string }>(
    sql`select min(id) as id from timesheet where company_id = ${companyId(0)}`,
  )
  const key = await keyFor(home.database, 'company', [companyId(0)])
  const cases = [
    ['/me', '/me'],
    ['304', '/timesheets?limit=50'],
    ['record', `/timesheets/${one!.id}`],
    ['/sites', '/sites?limit=1'],
    ['page', '/timesheets?limit=50'],
    ['fields', '/timesheets?limit=50&fields=id,status,worker.name'],
  ] as const
  for (const [memory, settings] of Object.entries(memories)) {
    if (values.memory !== 'both' && values.memory !== memory) continue
    const servers = await startAll(settings)
    try {
      for (const [name, path] of cases) {
        if (values.only !== '' && values.only !== name) continue
        progress(`${name}, ${memory}`)
        const first = await fetch(`${servers[0]!.baseUrl}${path}`, { headers: bearer(key) })
        const bytes = (await first.arrayBuffer()).byteLength
        const tag = name === '304' ? { 'If-None-Match': first.headers.get('etag')! } : {}
        const requests = [requestOf(`/api/open/v1${path}`, { ...bearer(key), ...tag })]
        const status = name === '304' ? 304 : 200
        const targets: Target[] = servers.map(({ baseUrl, pid }) => ({
          pid,
          load: { port: new URL(baseUrl).port, requests, status },
        }))
        const empty = requestOf(`/${name === '304' ? 0 : bytes}`)
        targets.push({ pid: bare.pid, load: { port: bare.port, requests: [empty] } })
        const all = await measured(targets)
        const most = all.at(-1)!.rate
        rows.push([
          `${name}, ${memory}`,
          ...all.map(
            ({ rate, micros }) =>
              `${rate.toFixed(0)}/s ${((100 * rate) / most).toFixed(1)} % ${micros.toFixed(0)} µs`,
          ),
        ])
      }
    } finally {
      for (const server of servers) await server.stop()
    }
  }
} finally {
  await bare.stop()
  await home.close()
}
table(['', 'this checkout', ...values.beside, 'node:http'], rows)
