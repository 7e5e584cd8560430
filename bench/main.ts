// What Muster takes and gives at size: how fast records load, and how long first pages take for keys that see
// much, little, and only old rows. `npm run bench -- [--timesheets 1000000] [--load 100000] [--data FOLDER]`; 0 leaves a half out.
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { database } from './database.ts'
import { type Loaded, loading } from './loading.ts'
import { type Measured, pages } from './pages.ts'
import { progress, table } from './table.ts'

const targets = { pageMs: 10, loadedPerSecond: 5000, growth: 1.25 }

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

function judgeLoad(loaded: Loaded): string[] {
  const { perSecond, growth } = loaded
  return [
    ...(perSecond < targets.loadedPerSecond
      ? [`loaded ${perSecond.toFixed(0)} timesheets a second, wanted ${targets.loadedPerSecond}`]
      : []),
    ...(growth > targets.growth
      ? [`memory grew ${growth.toFixed(2)} times from the first half of the load to the second`]
      : []),
  ]
}

const judgePages = (measured: readonly Measured[]) =>
  measured
    .filter(({ first, medianMs }) => first && medianMs >= targets.pageMs)
    .map(({ name, limit, medianMs }) => `${name}, limit ${limit}: ${medianMs.toFixed(1)} ms at the median`)

function showLoad(loaded: Loaded): void {
  const { timesheets, perSecond, lines, seconds, peakMegabytes, growth, ownMicros, postgresMicros } = loaded
  const said = [
    `Loaded ${timesheets.toLocaleString('en-GB')} timesheets at ${perSecond.toFixed(0)} a second`,
    `(${lines.toLocaleString('en-GB')} lines in ${seconds.toFixed(1)} s).`,
    `Processor time a line: ${ownMicros.toFixed(0)} µs here, ${postgresMicros.toFixed(0)} µs in PostgreSQL.`,
    `Memory: at most ${peakMegabytes} MB, second half to first ${growth.toFixed(2)}.`,
  ]
  process.stdout.write(`${said.join(' ')}\n\n`)
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
for (const miss of misses) process.stdout.write(`Missed: ${miss}\n`)
if (misses.length === 0) process.stdout.write('Every target was met.\n')
process.exitCode = misses.length > 0 ? 1 : 0
