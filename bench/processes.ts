// How many pages a second one, two and four processes that share a port answer, what that costs of the processors, and the
// memory of each. `npm run bench processes -- [--processes 1,2,4] [--seconds 8] [--scale 1] [--data FOLDER]`
import { readFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { demoKeys } from '../demo/programme.ts'
import { borrowHome } from '../src/database/home.ts'
import { answersPerSecond, bearer, requestOf } from './clients.ts'
import { keyFor } from './pages.ts'
import { spent } from './processor.ts'
import { type BenchServer, startServer } from './server.ts'
import { progress, table } from './table.ts'

const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '1,2,4' },
    seconds: { type: 'string', default: '8' },
    scale: { type: 'string', default: '1' },
    data: { type: 'string', default: join(tmpdir(), 'muster-bench-processes') },
  },
})
const data = resolve(values.data)
const seconds = Number(values.seconds)

/** A remembered page is made by a process alone; one that is not, by PostgreSQL as well. */
const kinds = [
  { name: 'pages of 50, remembered', settings: {} },
  { name: 'pages of 50, not remembered', settings: { ANSWER_MEMORY_MB: '0' } },
]

async function unlimitedKey(): Promise<string> {
  const home = await borrowHome({ databaseUrl: undefined, data, databaseConnections: 2 }, line =>
    progress(line),
  )
  try {
    return await keyFor(home.database, 'company', demoKeys.company)
  } finally {
    await home.close()
  }
}

/** Megabytes that a process holds. */
async function heldBy(pid: number): Promise<number> {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))!
  return Number(kilobytes) / 1024
}

/** Milliseconds of processor time so far, of all processes of the server and of PostgreSQL. */
async function spentBy(pids: readonly number[]) {
  const all = await Promise.all(pids.map(pid => spent(pid, data)))
  return { server: all.reduce((sum, { own }) => sum + own, 0), postgres: all[0]!.postgres }
}

async function measured({ baseUrl, pid, processes = [] }: BenchServer, key: string): Promise<string[]> {
  const pids = [pid, ...processes]
  const requests = Array.from({ length: 20 }, (_, at) =>
    requestOf(`${new URL(baseUrl).pathname}/timesheets?limit=50&page=${at + 1}`, bearer(key)),
  )
  const load = { port: new URL(baseUrl).port, requests }
  await answersPerSecond({ ...load, seconds: 2 })
  const before = await spentBy(pids)
  const rate = await answersPerSecond({ ...load, seconds })
  const after = await spentBy(pids)
  const each = (ms: number) => ((ms * 1000) / (rate * seconds)).toFixed(0)
  const [server, postgres] = [after.server - before.server, after.postgres - before.postgres]
  const held = await Promise.all(pids.map(heldBy))
  return [rate.toFixed(0), each(server), each(postgres), held.map(mb => mb.toFixed(0)).join(' + ')]
}

const rows: string[][] = []
await (await startServer(data, ['--demo', '--scale', values.scale], {}, 'unread')).stop()
const key = await unlimitedKey()
for (const { name, settings } of kinds)
  for (const processes of values.processes.split(',')) {
    progress(`${name}, processes: ${processes}`)
    const server = await startServer(data, ['--processes', processes], settings, 'unread')
    // What a server does after its start is over by then.
    await wait(2_000)
    rows.push([name, processes, ...(await measured(server, key))])
    await server.stop()
  }
process.stdout.write(
  `${availableParallelism()} cores, with the clients (32 connections) and PostgreSQL on them\n\n`,
)
table(['', 'processes', 'a second', 'µs server', 'µs PostgreSQL', 'MB (the supervisor first)'], rows)
