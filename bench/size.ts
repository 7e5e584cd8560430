// What an installation needs: disk for the records with all their indexes, memory and connections of a server and its
// PostgreSQL at rest and after pages of every list, and the size of a backup.
// `npm run bench size -- [--timesheets 100000] [--data FOLDER]`
import { execFileSync } from 'node:child_process'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { operations } from '../src/api/index.ts'
import { borrowHome } from '../src/database/home.ts'
import { runningServers } from '../src/database/servers.ts'
import { sql } from '../src/database/sql.ts'
import { bearer } from './clients.ts'
import { database } from './database.ts'
import { holders, keyFor } from './pages.ts'
import { startServer } from './server.ts'
import { megabytes } from './starts.ts'
import { progress, table } from './table.ts'

const { values: options } = parseArgs({
  options: {
    timesheets: { type: 'string', default: '100000' },
    data: { type: 'string', default: join(tmpdir(), 'muster-bench') },
  },
})
const restMs = 5000
const { data, timesheets } = await database(resolve(options.data), Number(options.timesheets), progress)
const whole = (value: number) => Math.round(value).toLocaleString('en-GB')

const home = await borrowHome({ databaseUrl: undefined, data, databaseConnections: 2 }, progress)
const sizes = await home.database.rows<{ name: string; rows: number; tables: number; indexes: number }>(sql`
  select c.relname as name, greatest(c.reltuples, 0)::float8 as rows,
    pg_table_size(c.oid)::float8 / 1e6 as tables, pg_indexes_size(c.oid)::float8 / 1e6 as indexes
  from pg_class c where c.relkind = 'r' and c.relnamespace = 'muster'::regnamespace order by pg_total_relation_size(c.oid) desc`)
const [{ kind, owners }] = holders as [(typeof holders)[number]]
const key = await keyFor(home.database, kind, owners)
await home.close()
const sum = (part: 'tables' | 'indexes', all = sizes) => all.reduce((total, one) => total + one[part], 0)
const named = sizes.slice(0, 8)
const others = sizes.slice(8)
process.stdout.write(`Disk, in MB, with ${whole(timesheets)} timesheets and the programme around them\n\n`)
table(
  ['table', 'rows', 'table', 'indexes'],
  [
    ...named.map(({ name, rows, tables, indexes }) => [name, whole(rows), whole(tables), whole(indexes)]),
    ['the others', '', whole(sum('tables', others)), whole(sum('indexes', others))],
    ['all', '', whole(sum('tables')), whole(sum('indexes'))],
    [
      'for each 100,000 timesheets',
      '',
      ...(['tables', 'indexes'] as const).map(part => whole((sum(part) / timesheets) * 1e5)),
    ],
  ],
)

const file = join(data, 'size.backup')
await rm(file, { force: true })
const muster = fileURLToPath(new URL('../muster', import.meta.url))
execFileSync(muster, ['backup', file, '--data', data], { stdio: 'ignore' })
const backup = (await stat(file)).size / 1e6
await rm(file)

const server = await startServer(data, [], {}, 'unread')
try {
  await wait(restMs)
  const rest = [await megabytes(server.pid, 'VmRSS'), await postgresMegabytes()]
  for (const { path, method } of operations)
    if (method === 'GET' && !path.includes('{')) {
      const answer = await fetch(`${server.baseUrl}${path}?limit=100`, { headers: bearer(key) })
      await answer.arrayBuffer()
    }
  await wait(restMs)
  const after = [await megabytes(server.pid, 'VmRSS'), await postgresMegabytes()]
  const opened = await borrowHome({ databaseUrl: undefined, data, databaseConnections: 1 }, progress)
  const [running] = await runningServers(opened.database)
  await opened.close()
  process.stdout.write(
    `\nMemory, in MB: the server ${whole(rest[0]!)} at rest, ${whole(after[0]!)} after a page of every list; its PostgreSQL ${whole(rest[1]!)} and ${whole(after[1]!)}
Connections of the server to PostgreSQL: ${running!.connections}
A backup: ${whole(backup)} MB\n`,
  )
} finally {
  await server.stop()
}

/** Of every process that has the folder as its own, what is shared counted once. */
async function postgresMegabytes(): Promise<number> {
  const cluster = join(data, (await readdir(data)).find(name => /^postgres-\d+$/.test(name))!)
  const [first] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
  const all = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  let kilobytes = 0
  for (const pid of all) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    if (pid !== first && !new RegExp(`^PPid:\\s+${first}$`, 'm').test(status)) continue
    const smaps = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(smaps)?.[1] ?? 0)
  }
  return kilobytes / 1024
}
