// How fast records load, and how long first pages take for keys that see much, little, and only old rows.
// `npm run bench overview -- [--timesheets 1000000] [--load 100000] [--requests 200] [--data FOLDER]`; 0 leaves a half out.
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { database } from './database.ts'
import { type Loaded, type LoadedType, loading, moreLines } from './loading.ts'
import { type Measured, pages } from './pages.ts'
import { judged, progress, table } from './table.ts'

const targets = { pageMs: 10, perSecond: { each: 2000, timesheets: 4000 }, growth: 1.25 }

const { values } = parseArgs({
  options: {
    timesheets: { type: 'string', default: '1000000' },
    load: { type: 'string', default: '100000' },
    data: { type: 'string', default: join(tmpdir(), 'muster-bench') },
    requests: { type: 'string', default: '200' },
  },
})

const count = (name: keyof typeof values) => {
  const value = Number(values[name])
  if (Number.isInteger(value) && value >= 0) return value
  throw new Error(`--${name} must be a whole number`)
}

/** What two quiet cores would load a second, the loader and PostgreSQL at work at the same time. */
const possible = ({ ownMicros, postgresMicros }: Loaded) => 1e6 / Math.max(ownMicros, postgresMicros)

function judgeLoad(loaded: readonly LoadedType[]): string[] {
  const { each, timesheets } = targets.perSecond
  const slow = loaded.filter(({ type, more }) => possible(more) < (type === 'timesheet' ? timesheets : each))
  const slowing = loaded.filter(({ first }) => (first.slowing ?? 1) > targets.growth)
  const growing = loaded.filter(({ first }) => first.slowing && first.growth > targets.growth)
  return [
    ...slow.map(({ type, more }) => `${type}: ${possible(more).toFixed(0)} lines a second at most`),
    ...slowing.map(({ type, first }) => `${type}: ${first.slowing!.toFixed(2)} times slower at the end`),
    ...growing.map(({ type, first }) => `${type}: memory grew ${first.growth.toFixed(2)} times`),
  ]
}

const judgePages = (measured: readonly Measured[]) =>
  measured
    .filter(({ first, medianMs }) => first && medianMs >= targets.pageMs)
    .map(({ name, limit, medianMs }) => `${name}, limit ${limit}: ${medianMs.toFixed(1)} ms at the median`)

function showLoad(loaded: readonly LoadedType[]): void {
  const cells = (one: Loaded) =>
    [one.perSecond, one.ownMicros, one.postgresMicros].map(value => value.toFixed(0))
  const rows = loaded.map(({ type, first, more }) => [
    type,
    first.lines.toLocaleString('en-GB'),
    ...cells(first),
    first.slowing?.toFixed(2) ?? '',
    ...cells(more),
    possible(more).toFixed(0),
  ])
  const costs = ['lines/s', 'our µs', 'PostgreSQL µs']
  table(['', 'lines', ...costs, 'slower', ...costs, 'possible/s'], rows)
  const peak = Math.max(...loaded.map(({ first }) => first.peakMegabytes))
  process.stdout.write(
    `Into an empty database, and then, on the right, ${moreLines(count('load'))} more of each type. Memory: at most ${peak} MB.\n\n`,
  )
}

function showPages(measured: readonly Measured[]): void {
  const base = measured[0]!.medianMs
  const rows = measured.map(({ name, limit, coldMs, medianMs, p95Ms, kilobytes, perSecond }) => [
    name,
    limit === undefined ? '' : String(limit),
    coldMs.toFixed(1),
    medianMs.toFixed(2),
    p95Ms.toFixed(2),
    (medianMs / base).toFixed(1),
    kilobytes.toFixed(0),
    perSecond === undefined ? '' : perSecond.toFixed(0),
  ])
  table(['', 'limit', 'cold ms', 'median ms', 'p95 ms', '× first', 'kB', '32 conn. /s'], rows)
}

const misses: string[] = []
if (count('load') > 0) {
  const loaded = await loading(count('load'), progress)
  showLoad(loaded)
  misses.push(...judgeLoad(loaded))
}
if (count('timesheets') > 0) {
  const home = await database(resolve(values.data), count('timesheets'), progress)
  const measured = await pages(home, count('requests'), progress)
  showPages(measured)
  misses.push(...judgePages(measured))
}
judged(misses)
