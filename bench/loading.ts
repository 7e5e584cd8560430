// How fast the records of each type load, into an empty embedded database and then into the full one, whether that
// slows down and whether memory stays flat. The lines are written to files first, so that making them up costs the
// load nothing.
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordTypes } from '../src/api/index.ts'
import type { Database } from '../src/database/database.ts'
import { borrowHome } from '../src/database/home.ts'
import { sql } from '../src/database/sql.ts'
import { sealOf } from '../src/encryption/sealing.ts'
import { secretsOf } from '../src/encryption/secret.ts'
import { diskStore } from '../src/files/disk.ts'
import { fileIntake } from '../src/files/intake.ts'
import type { WritingSeal } from '../src/load/batch.ts'
import { load } from '../src/load/load.ts'
import type { RecordType } from '../src/record-types/record-type.ts'
import { prepareDatabase } from '../src/store/schema/prepare.ts'
import { moreOf, writeProgramme } from './programme.ts'

export type Loaded = {
  lines: number
  seconds: number
  perSecond: number
  peakMegabytes: number
  /** The most memory in the second half of the load, over the most in the first. */
  growth: number
  /** Processor time for one line, which a busy machine disturbs less than the rate. */
  ownMicros: number
  postgresMicros: number
  /** Processor time for a line in the last fifth of the load, over that in the first; of long loads. */
  slowing?: number
}

export type LoadedType = { type: string; first: Loaded; more: Loaded }

type Say = (text: string) => void

/** Lines of each type that are loaded when all others are there; fewer where few were loaded. */
export const moreLines = (timesheets: number): number => Math.min(5000, timesheets)
const leastForSlowing = 20_000

export async function loading(timesheets: number, say: Say): Promise<LoadedType[]> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-bench-load-'))
  try {
    say(`Writing ${timesheets} timesheets to a file`)
    const paths = await writeProgramme(folder, timesheets)
    const data = join(folder, 'data')
    const home = await borrowHome({ databaseUrl: undefined, data, databaseConnections: 4 }, say)
    try {
      await prepareDatabase(home.database, recordTypes)
      return await eachType(home.database, paths, join(data, 'files'), moreLines(timesheets), say)
    } finally {
      await home.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function eachType(
  database: Database,
  paths: ReadonlyMap<string, string>,
  files: string,
  more: number,
  say: Say,
): Promise<LoadedType[]> {
  const first: Loaded[] = []
  for (const path of paths.values()) first.push(await timed(database, createReadStream(path), files, say))
  const loaded: LoadedType[] = []
  for (const [index, [type, path]] of [...paths].entries())
    loaded.push({
      type,
      first: first[index]!,
      more: await timed(database, await moreOf(path, more), files, say),
    })
  return loaded
}

type Sample = { lines: number; rss: number; ownMicros: number; postgresMicros: number; isReading: boolean }

/** One load with its time and memory. */
export async function timed(
  database: Database,
  input: AsyncIterable<Buffer>,
  files: string,
  say: Say,
  {
    seal = sealOf(secretsOf(['the master secret of a bench, which is none'])),
    types = recordTypes,
  }: { seal?: WritingSeal; types?: readonly RecordType[] } = {},
): Promise<Loaded> {
  const samples: Sample[] = []
  let lines = 0
  let isReading = true
  const sample = async () => {
    const { user, system } = process.cpuUsage()
    const own = { lines, isReading, rss: process.memoryUsage.rss(), ownMicros: user + system }
    samples.push({ ...own, postgresMicros: (await processorMs(database)) * 1000 })
  }
  await sample()
  let sampling = Promise.resolve()
  const timer = setInterval(() => {
    sampling = sampling.then(sample)
  }, 500)
  const began = performance.now()
  try {
    await load(database, types, input, {
      files: fileIntake(diskStore(files), undefined),
      seal,
      onRejection: ({ line, path, reason }) => {
        throw new Error(`The demo programme is wrong at line ${line}, ${path}: ${reason}`)
      },
      progress: state => {
        // Those that were written: reading is some batches ahead.
        lines = Object.values(state.counts).reduce((sum, count) => sum + count, 0)
        isReading = state.stage === 'reading'
        const perSecond = (lines * 1000) / (performance.now() - began)
        say(`${state.stage}: ${lines.toLocaleString('en-GB')} lines, ${perSecond.toFixed(0)} a second`)
      },
    })
  } finally {
    clearInterval(timer)
  }
  const seconds = (performance.now() - began) / 1000
  await sampling
  await sample()
  return { ...measured(samples), seconds, perSecond: lines / seconds }
}

function measured(samples: readonly Sample[]): Omit<Loaded, 'seconds' | 'perSecond'> {
  const [start, end] = [samples[0]!, samples.at(-1)!]
  const perLine = (from: Sample, to: Sample, of: 'ownMicros' | 'postgresMicros') =>
    (to[of] - from[of]) / Math.max(1, to.lines - from.lines)
  const both = (from: Sample, to: Sample) =>
    perLine(from, to, 'ownMicros') + perLine(from, to, 'postgresMicros')
  // What is done once, when all lines are in, is not what the last of them cost.
  const last = samples.findLast(({ isReading }) => isReading)!
  const at = (share: number) => samples.find(({ lines }) => lines >= end.lines * share) ?? last
  const most = (some: readonly Sample[]) => Math.max(1, ...some.map(({ rss }) => rss))
  const half = Math.ceil(samples.length / 2)
  return {
    lines: end.lines,
    peakMegabytes: Math.round(most(samples) / 1e6),
    growth: most(samples.slice(half)) / most(samples.slice(0, half)),
    ownMicros: perLine(start, end, 'ownMicros'),
    postgresMicros: perLine(start, end, 'postgresMicros'),
    ...(end.lines >= leastForSlowing && { slowing: both(at(0.8), last) / both(start, at(0.2)) }),
  }
}

/** What PostgreSQL's processes have used so far, where the system tells. */
export async function processorMs(database: Database): Promise<number> {
  const rows = await database.rows<{ pid: number }>(
    sql`select pid from pg_stat_activity where backend_type <> 'autovacuum worker'`,
  )
  const ticks = rows.map(async ({ pid }) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) || 0) + (Number(fields[12]) || 0)
  })
  return (await Promise.all(ticks)).reduce((sum, each) => sum + each, 0) * 10
}
