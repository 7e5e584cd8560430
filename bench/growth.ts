// Whether lists stay as quick as they grow: every filter, date, sort and search that is declared, asked by turns of a server
// with few timesheets and of one with many, and how that one starts. Neither remembers answers; the first request of each,
// which counts the total and warms the code, is left out. Prints what it writes to bench/GROWTH.md.
// `npm run bench growth -- [--timesheets 3000000] [--few 10000] [--data FOLDER] [--requests 100] [--starts 3] [--out FILE]`
import { readFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { companyId } from '../demo/organisations.ts'
import { operations, recordTypes } from '../src/api/index.ts'
import { borrowHome } from '../src/database/home.ts'
import { prepareDatabase } from '../src/store/schema/prepare.ts'
import { bearer } from './clients.ts'
import { type BenchDatabase, database } from './database.ts'
import { answer, keyFor } from './pages.ts'
import { type Any, queriesOf } from './queries.ts'
import { type Section, writeResults } from './results.ts'
import { type BenchServer, startServer } from './server.ts'
import { starts } from './starts.ts'
import { judged, markdown, median, progress, shareOf } from './table.ts'

const { values } = parseArgs({
  options: {
    timesheets: { type: 'string', default: '3000000' },
    few: { type: 'string', default: '10000' },
    data: { type: 'string', default: join(tmpdir(), 'muster-bench') },
    requests: { type: 'string', default: '100' },
    starts: { type: 'string', default: '3' },
    out: { type: 'string', default: join(import.meta.dirname, 'GROWTH.md') },
  },
})

const goals = { median: 1.25, p99: 2 }
const lists = ['/timesheets', '/requisitions', '/workers', '/invoices']
const shown = 10

type Side = { server: BenchServer; key: string; agent: Agent }
type Grown = { label: string; rows: [number, number]; times: [number[], number[]] }

async function started({ data }: BenchDatabase): Promise<Side> {
  const home = await borrowHome({ databaseUrl: undefined, data, databaseConnections: 2 }, progress)
  let key: string
  try {
    await prepareDatabase(home.database, recordTypes)
    key = await keyFor(home.database, 'company', [companyId(0)])
  } finally {
    await home.close()
  }
  const server = await startServer(data, [], { ANSWER_MEMORY_MB: '0' })
  return { server, key, agent: new Agent({ keepAlive: true, maxSockets: 1 }) }
}

const read = async ({ server, key }: Side, path: string) => {
  const answered = await fetch(`${server.baseUrl}${path}`, { headers: bearer(key) })
  if (answered.status !== 200) throw new Error(`${path} answered ${answered.status}`)
  return (await answered.json()) as { data: Any[] }
}

const timed = async ({ server, key, agent }: Side, path: string) =>
  server.tookMs((await answer(agent, `${server.baseUrl}${path}`, key)).requestId)

/** Queries under a name that is the same at both sizes, whatever ids and words there are. */
async function queries(side: Side, path: string): Promise<Map<string, string>> {
  const operation = operations.find(each => each.path === path && each.method === 'GET')!
  const { data } = await read(side, `${path}?limit=200`)
  let searches = 0
  const labelOf = (query: string) =>
    query.startsWith('query=') ? `query, word ${++searches}` : query.replace(/\b[0-9a-f]{24}\b/g, 'ID')
  return new Map(queriesOf(operation, 'company', data).map(query => [labelOf(query), query]))
}

async function compared(path: string, sides: [Side, Side], requests: number): Promise<Grown[]> {
  const [few, many] = await Promise.all(sides.map(side => queries(side, path)))
  const grown: Grown[] = []
  for (const [label, query] of few!) {
    const other = many!.get(label)
    if (other === undefined) continue
    progress(`${path}?${label}`)
    const asked = [`${path}?${query}`, `${path}?${other}`] as const
    const [one, two] = await Promise.all(sides.map((side, at) => read(side, asked[at]!)))
    const times: Grown['times'] = [[], []]
    for (let request = 0; request < requests; request++)
      for (const [at, side] of sides.entries()) times[at]!.push(await timed(side, asked[at]!))
    grown.push({ label: `${path}?${label}`, rows: [one!.data.length, two!.data.length], times })
  }
  return grown
}

async function growth(few: BenchDatabase, many: BenchDatabase): Promise<[Section, string]> {
  const first = await started(few)
  const second = await started(many).catch(async error => {
    await first.server.stop()
    throw error
  })
  const grown: Grown[] = []
  try {
    for (const path of lists) grown.push(...(await compared(path, [first, second], Number(values.requests))))
  } finally {
    for (const { agent, server } of [first, second]) {
      agent.destroy()
      await server.stop()
    }
  }
  return [sectionOf(grown, few.timesheets, many.timesheets, Number(values.requests)), second.key]
}

function sectionOf(grown: readonly Grown[], few: number, many: number, requests: number): Section {
  const count = (value: number) => value.toLocaleString('en-GB')
  const full = grown.filter(({ rows: [one, two] }) => one === two)
  const ratio = ({ times: [one, two] }: Grown, of: (times: readonly number[]) => number) => of(two) / of(one)
  const p99 = (times: readonly number[]) => shareOf(times, 0.99)
  const slower = full.filter(each => ratio(each, median) > goals.median)
  const uneven = full.filter(each => ratio(each, p99) > goals.p99)
  const all = (at: 0 | 1) => full.flatMap(({ times }) => times[at])
  const overall = [median(all(1)) / median(all(0)), p99(all(1)) / p99(all(0))].map(value => value.toFixed(2))
  const worst = full.toSorted((a, b) => ratio(b, median) - ratio(a, median)).slice(0, shown)
  const misses: string[] = []
  if (slower.length > 0)
    misses.push(`growth: ${slower.length} of ${full.length} queries over ${goals.median} times at the median`)
  if (uneven.length > 0)
    misses.push(
      `growth: ${uneven.length} of ${full.length} queries over ${goals.p99} times at the 99th percentile`,
    )
  return {
    title: `Growth from ${count(few)} to ${count(many)} timesheets`,
    text: [
      `${full.length} filters, dates, sorts and searches of ${lists.join(', ')}, each ${requests} times at both sizes by turns, by a company's key; the server's own milliseconds, no answer remembered, totals counted before. ${grown.length - full.length} more gave pages with more rows at one size and are left out. Wanted of each: the median at most × ${goals.median} (${full.length - slower.length} of ${full.length} met it), the 99th percentile at most × ${goals.p99} (${full.length - uneven.length} of ${full.length}). Over all requests together: median × ${overall[0]}, 99th percentile × ${overall[1]}. Those that grew most:`,
      markdown(
        ['', 'rows', `median ms, ${count(few)}`, `median ms, ${count(many)}`, '×', 'p99 ×'],
        worst.map(each => [
          `\`${each.label}\``,
          String(each.rows[0]),
          median(each.times[0]).toFixed(2),
          median(each.times[1]).toFixed(2),
          ratio(each, median).toFixed(2),
          ratio(each, p99).toFixed(2),
        ]),
      ),
    ],
    misses,
  }
}

const folder = resolve(values.data)
const many = await database(folder, Number(values.timesheets), progress)
const few = await database(folder, Number(values.few), progress)
const [grown, key] = await growth(few, many)
const sections = [grown, await starts(many.data, key, Number(values.starts), [])]
const heading = 'Whether it stays as quick as it grows'
await writeResults(values.out, { command: 'npm run bench growth', heading, facts: [], sections })
process.stdout.write(await readFile(values.out, 'utf8'))
judged(sections.flatMap(({ misses = [] }) => misses))
