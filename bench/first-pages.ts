// The first page of every list with every single filter, date, search, sort and part that is declared, for keys
// with one and with several owners; prints the table, slowest first. Each is asked of a server that has not been
// asked it before, so that the total has to be counted; of two servers the better time counts.
// `npm run bench:pages -- [--timesheets 1000000] [--data FOLDER] [--show 40] [--servers 2]`
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pathOf, searchedIn } from '../scripts/coverage/subjects.ts'
import type { CallerKind } from '../src/access/caller.ts'
import { operations, recordTypes } from '../src/api/index.ts'
import type { Operation } from '../src/kernel/operation/operation.ts'
import { type Node, nodeOf } from '../src/shape/shape.ts'
import { borrowHome, prepare } from '../src/store/engine/home.ts'
import { unknownOwners } from '../src/store/keys/keys.ts'
import { type BenchDatabase, database } from './database.ts'
import { answer, holders, keyFor } from './pages.ts'
import { startServer } from './server.ts'
import { progress, table } from './table.ts'

/** Figures over many records have longer than a page. */
const targetMs = (path: string) => (path.includes('-metrics') ? 1000 : 300)

type Holder = { name: string; kind: CallerKind; key: string }
type Asked = { holder: string; path: string; ms: number }
// biome-ignore lint/suspicious/noExplicitAny: records of every list, looked into freely
type Any = any

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
    await prepare(home.database, recordTypes)
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

/** Values at a dot path, through lists, without what is unset. */
function at(value: Any, path: string): Any[] {
  if (Array.isArray(value)) return value.flatMap(item => at(item, path))
  const [first, ...rest] = path.split('.')
  const found = value?.[first!]
  if (found === undefined || found === null) return []
  if (rest.length > 0) return at(found, rest.join('.'))
  return Array.isArray(found) ? found : [found]
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

/** The last week, a week two years ago, and everything. */
const ranges = [`from=${day(7)}`, `from=${day(737)}&to=${day(730)}`, `from=${day(5000)}&to=${day(0)}`]

/** Every single thing that can be asked of a list, with values of records that are there. */
function queriesOf(operation: Operation, kind: CallerKind, sample: readonly Any[]): string[] {
  const found: string[] = ['']
  for (const { name, schema, callers, httpOnly, read } of operation.parameters) {
    if (httpOnly || (callers && callers !== kind)) continue
    const allowed = (word: string) => {
      try {
        return read(word, kind) === word
      } catch {
        return false
      }
    }
    const { enum: words, type, pattern } = nodeOf(schema) as Node & { pattern?: string }
    if (name === 'sortBy')
      found.push(...words!.flatMap(by => ['asc', 'desc'].map(order => `sortBy=${by}&sortOrder=${order}`)))
    else if (name === 'sortOrder') found.push('sortOrder=asc', 'sortOrder=desc')
    else if (name === 'dateField')
      found.push(...words!.flatMap(field => ranges.map(range => `dateField=${field}&${range}`)))
    else if (name === 'from') found.push(...ranges)
    else if (words) found.push(...words.filter(allowed).map(word => `${name}=${encodeURIComponent(word)}`))
    else if (type === 'boolean') found.push(`${name}=true`)
    else if (name === 'query') found.push(...searches(operation, sample))
    else if (pattern && name !== 'groupBy') found.push(...idsOf(operation, name, sample))
  }
  return found
}

/** Of every path that is searched a value, whole and its first letters, and a letter that nearly all have. */
function searches(operation: Operation, sample: readonly Any[]): string[] {
  const texts = searchedIn(operation).flatMap(path => at(sample, path).slice(0, 1) as string[])
  const words = texts.flatMap(text => [text, text.slice(0, 4)].map(word => word.trim()))
  return [...new Set([...words, 'e', 'zzqq'])].map(word => `query=${encodeURIComponent(word)}`)
}

function idsOf(operation: Operation, name: string, sample: readonly Any[]): string[] {
  const shown = pathOf(operation, name)
  const ids = [...new Set(at(sample, shown === name ? `${name}.id` : shown || `${name}.id`))]
  const single = operation.path === '/sites' && name === 'project'
  return [...ids.slice(0, 1), ...(single || ids.length < 2 ? [] : [ids.slice(0, 3).join()])].map(
    id => `${name}=${id}`,
  )
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
process.exitCode = over.length > 0 ? 1 : 0
