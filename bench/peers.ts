// What the server reaches beside bare node:http, a hand-written handler, Drizzle, Prisma and PostGraphile on the same
// PostgreSQL and rows; how it starts and what memory it takes. Prints what it writes to bench/RESULTS.md.
// `npm run bench peers -- [--timesheets 1000000] [--data FOLDER] [--turns 3] [--seconds 3] [--requests 100] [--starts 3]
// [--out FILE]`
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { companyId } from '../demo/organisations.ts'
import { recordTypes } from '../src/api/index.ts'
import { borrowHome, reachableHome } from '../src/database/home.ts'
import { sql } from '../src/database/sql.ts'
import { runningDatabase } from '../src/embedded/postgresql.ts'
import { prepareDatabase } from '../src/store/schema/prepare.ts'
import { bearer } from './clients.ts'
import { type BenchDatabase, database } from './database.ts'
import { keyFor } from './pages.ts'
import { farPages } from './peers/far-pages.ts'
import { networks } from './peers/networks.ts'
import { type Answered, peerTables, peerVersions, startPeers } from './peers/peers.ts'
import { drain, rates, ratesSection, remembered, uncached } from './peers/rates.ts'
import { type Section, writeResults } from './results.ts'
import { startBare, startServer } from './server.ts'
import { megabytes, starts } from './starts.ts'
import { judged, progress } from './table.ts'

const { values } = parseArgs({
  options: {
    timesheets: { type: 'string', default: '1000000' },
    data: { type: 'string', default: join(tmpdir(), 'muster-bench') },
    turns: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    requests: { type: 'string', default: '100' },
    starts: { type: 'string', default: '3' },
    out: { type: 'string', default: join(import.meta.dirname, 'RESULTS.md') },
  },
})

const settings = (data: string) => ({ databaseUrl: undefined, data, databaseConnections: 2 })

type Prepared = { key: string; id: string; total: number; postgres: string }

async function prepared({ data }: BenchDatabase): Promise<Prepared> {
  const home = await borrowHome(settings(data), progress)
  try {
    await prepareDatabase(home.database, recordTypes)
    await peerTables(home.database, progress)
    const [row] = await home.database.rows<{ id: string; total: string; version: string }>(sql`
      select min(id) as id, count(*) as total, current_setting('server_version') as version
      from timesheet where company_id = ${companyId(0)}`)
    const key = await keyFor(home.database, 'company', [companyId(0)])
    return { key, id: row!.id, total: Number(row!.total), postgres: row!.version }
  } finally {
    await home.close()
  }
}

/** One server after the other, as each takes the database for itself; the peers run beside the first. */
async function beside({ data }: BenchDatabase, { key, id, total }: Prepared) {
  const turns = { turns: Number(values.turns), seconds: Number(values.seconds) }
  const bare = await startBare()
  const most: [string, number][] = []
  const failed: string[] = []
  const found: Awaited<ReturnType<typeof rates>> = []
  let far: Section | undefined
  try {
    for (const memory of ['off', 'on'] as const) {
      const server = await startServer(data, [], memory === 'off' ? { ANSWER_MEMORY_MB: '0' } : {}, 'unread')
      const ask = async (path: string) =>
        (await fetch(`${server.baseUrl}${path}`, { headers: bearer(key) })).json() as Promise<Answered>
      const home = (await reachableHome(settings(data)))!
      const started =
        memory === 'off'
          ? await startPeers((await runningDatabase(data))!, ask)
          : { peers: [], failed: [], stop: async () => {} }
      const { peers } = started
      failed.push(...started.failed)
      try {
        const rows = memory === 'off' ? uncached(id) : remembered(id)
        found.push(...(await rates(rows, { server, key, bare, peers }, () => drain(home.database), turns)))
        if (memory === 'off') far = await farPages({ server, key, peers }, total, Number(values.requests))
        const high = await megabytes(server.pid, 'VmHWM')
        if (memory === 'off') most.push(['memory under load, no answers remembered', high])
      } finally {
        await started.stop()
        await home.close()
        await server.stop()
      }
    }
  } finally {
    await bare.stop()
  }
  return { sections: [ratesSection(found), far!], most, failed }
}

const many = await database(resolve(values.data), Number(values.timesheets), progress)
const ready = await prepared(many)
const { sections, most, failed } = await beside(many, ready)
const turns = { turns: Number(values.turns), seconds: Number(values.seconds) }
sections.push(await networks(many.data, ready.key, ready.id, turns))
sections.push(await starts(many.data, ready.key, Number(values.starts), most))
const facts = [
  `PostgreSQL ${ready.postgres}, embedded, for all alike; ${many.timesheets.toLocaleString('en-GB')} timesheets, ${ready.total.toLocaleString('en-GB')} of them the company's whose key asks`,
  `peers, each with 4 connections and drained between turns: ${(await peerVersions()).join(', ')}`,
  ...failed.map(why => `left out, as it did not run here: ${why}`),
]
const heading = 'What the server reaches beside others'
await writeResults(values.out, { command: 'npm run bench peers', heading, facts, sections })
process.stdout.write(await readFile(values.out, 'utf8'))
judged(sections.flatMap(({ misses = [] }) => misses))
