// How fast records load into an empty embedded database, and whether memory stays flat. The lines are written to
// a file first, so that making them up costs the load nothing.
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordTypes } from '../src/api/index.ts'
import { diskStore } from '../src/files/disk.ts'
import { fileIntake } from '../src/files/intake.ts'
import { load } from '../src/load/load.ts'
import { sealOf } from '../src/sealing.ts'
import { secretsOf } from '../src/secret.ts'
import type { Database } from '../src/store/engine/database.ts'
import { borrowHome, prepare } from '../src/store/engine/home.ts'
import { sql } from '../src/store/engine/sql.ts'
import { writeProgramme } from './programme.ts'

export type Loaded = {
  timesheets: number
  lines: number
  seconds: number
  perSecond: number
  peakMegabytes: number
  /** The most memory in the second half of the load, over the most in the first. */
  growth: number
  /** Processor time for one line, which a busy machine disturbs less than the rate. */
  ownMicros: number
  postgresMicros: number
}

type Say = (text: string) => void

export async function loading(timesheets: number, say: Say): Promise<Loaded> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-bench-load-'))
  try {
    say(`Writing ${timesheets} timesheets to a file`)
    const [before, sheets] = await writeProgramme(folder, timesheets)
    const data = join(folder, 'data')
    const home = await borrowHome({ databaseUrl: undefined, data, databaseConnections: 4 }, say)
    try {
      await prepare(home.database, recordTypes)
      const files = join(data, 'files')
      await timed(home.database, createReadStream(before), 0, files, say)
      return await timed(home.database, createReadStream(sheets), timesheets, files, say)
    } finally {
      await home.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** One load with its time and memory. */
export async function timed(
  database: Database,
  input: AsyncIterable<Buffer>,
  timesheets: number,
  files: string,
  say: Say,
): Promise<Loaded> {
  const samples: number[] = []
  const sampling = setInterval(() => samples.push(process.memoryUsage.rss()), 50)
  const began = performance.now()
  const [cpu, postgres] = [process.cpuUsage(), await processorMs(database)]
  try {
    const report = await load(database, recordTypes, input, {
      files: fileIntake(diskStore(files), undefined),
      seal: sealOf(secretsOf(['the master secret of a bench, which is none'])),
      onRejection: ({ line, path, reason }) => {
        throw new Error(`The demo programme is wrong at line ${line}, ${path}: ${reason}`)
      },
      progress: ({ lines, stage }) => {
        const perSecond = (lines * 1000) / (performance.now() - began)
        say(`${stage}: ${lines.toLocaleString('en-GB')} lines, ${perSecond.toFixed(0)} a second`)
      },
    })
    const seconds = (performance.now() - began) / 1000
    const { user, system } = process.cpuUsage(cpu)
    const postgresMs = (await processorMs(database)) - postgres
    const half = Math.floor(samples.length / 2)
    const most = (some: readonly number[]) => some.reduce((high, one) => Math.max(high, one), 1)
    return {
      timesheets,
      lines: report.lines,
      seconds,
      perSecond: timesheets / seconds,
      peakMegabytes: Math.round(most(samples) / 1e6),
      growth: most(samples.slice(half)) / most(samples.slice(0, half)),
      ownMicros: (user + system) / report.lines,
      postgresMicros: (postgresMs * 1000) / report.lines,
    }
  } finally {
    clearInterval(sampling)
  }
}

/** What PostgreSQL's processes have used so far, where the system tells. */
export async function processorMs(database: Database): Promise<number> {
  const rows = await database.rows<{ pid: number }>(sql`select pid from pg_stat_activity`)
  const ticks = rows.map(async ({ pid }) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) || 0) + (Number(fields[12]) || 0)
  })
  return (await Promise.all(ticks)).reduce((sum, each) => sum + each, 0) * 10
}
