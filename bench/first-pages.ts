// The first page of every list with every single filter, date, search, sort and part that is declared, for keys
// with one and with several owners; prints the table, slowest first. Each is asked of a server that has not been
// asked it before, so that the total has to be counted; of two servers the better time counts.
// `npm run bench first-pages -- [--timesheets 1000000] [--data FOLDER] [--show 40] [--servers 2]`
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { CallerKind } from '../src/access/caller.ts'
import { operations, recordTypes } from '../src/api/index.ts'
import { borrowHome } from '../src/database/home.ts'
import { unknownOwners } from '../src/store/keys/keys.ts'
import { prepareDatabase } from '../src/store/schema/prepare.ts'
import { type BenchDatabase, database } from './database.ts'
import { answer, holders, keyFor } from './pages.ts'
import { type Any, queriesOf } from './queries.ts'
import { startServer } from './server.ts'
import { judged, progress, table } from './table.ts'

/** Figures over many records have longer than a page. */
const targetMs = (path: string) => (path.includes('-metrics') ? 1000 : 300)

type Holder = { name: string; kind: CallerKind; key: string }
type Asked = { holder: string; path: string; ms: number }

const { values: options } = parseArgs({
  options: {
    timesheets: { type: 'string', default: '1000000' },
    data: { type: 'string', default: join(tmpdir(), 'muster-bench') },
    show: { type: 'string', default: '40' },
    servers: { type: 'string', default: '2' },
  },
})

async function keysFor({ data }: BenchDatabase): Promise<Holder[]> {
  const home = await borrowHome({ databaseUrl: undefined, data, databaseConnections: 2 }, progress)
  try {
    await prepareDatabase(home.database, recordTypes)
    const made: Holder[] = []
    for (const { name, kind, owners } of holders) {
      const unknown = await unknownOwners(home.database, kind, owners)
      const known = owners.filter(id => !unknown.includes(id))
      if (known.length > 0) made.push({ name, kind, key: await keyFor(home.database, kind, known) })
    }
    return made
  } finally {
    await home.close()
  }
}

const lists = operations.filter(
  ({ method, shape, path }) => method === 'GET' && shape === 'list' && !path.includes('{id}'),
)

/** What no company of the key has switched on is refused, and is no page. */
function unlessRefused(error: Error): undefined {
  if (!error.message.endsWith('answered 403')) throw error
}

async function pass(home: BenchDatabase, keys: readonly Holder[]): Promise<Asked[]> {
  const server = await startServer(home.data)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const asked: Asked[] = []
  try {
    for (const { name, kind, key } of keys) {
      for (const operation of lists) {
        if (operation.callers && operation.callers !== kind) continue
        progress(`${name}: ${operation.path}`)
        const sampled = await fetch(`${server.baseUrl}${operation.path}?limit=200`, {
          headers: { Authorization: `Bearer ${key}` },
        })
        if (sampled.status === 403) continue
        const { data } = (await sampled.json()) as { data: Any[] }
        for (const query of queriesOf(operation, kind, data)) {
          const path = query === '' ? operation.path : `${operation.path}?${query}`
          const answered = await answer(agent, `${server.baseUrl}${path}`, key).catch(unlessRefused)
          if (!answered) continue
          const ms = await server.tookMs(answered.requestId)
          asked.push({ holder: name, path, ms })
          if (ms > targetMs(path)) process.stderr.write(`${ms.toFixed(0)} ms  ${path}  ${name}\n`)
        }
      }
    }
    return asked
  } finally {
    agent.destroy()
    await server.stop()
  }
}

const home = await database(resolve(options.data), Number(options.timesheets), progress)
const keys = await keysFor(home)
const best = new Map<string, Asked>()
for (let server = 0; server < Number(options.servers); server++) {
  for (const one of await pass(home, keys)) {
    const key = `${one.holder} ${one.path}`
    if (one.ms < (best.get(key)?.ms ?? Number.POSITIVE_INFINITY)) best.set(key, one)
  }
}
const slowest = [...best.values()].sort((a, b) => b.ms - a.ms)
const over = slowest.filter(one => one.ms > targetMs(one.path))
const shown = slowest.slice(0, Math.max(over.length, Number(options.show)))
table(
  ['', 'ms', 'key'],
  shown.map(({ holder, path, ms }) => [path, ms.toFixed(1), holder]),
)
process.stdout.write(`${slowest.length} first pages, ${over.length} over 300 ms (metrics: 1,000).\n`)
judged(over.map(({ path, ms, holder }) => `${path}: ${ms.toFixed(0)} ms, ${holder}`))
