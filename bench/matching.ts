// Whether somebody who is known is found, and how long that takes, against a million workers: pairs with every kind of
// mistake against the score, some posts against a look at everybody in a sample, and strangers.
// `npm run bench matching -- [--workers 1000000] [--pairs 200] [--scanned 50000] [--data FOLDER]`
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../src/database/database.ts'
import { startDatabase, stopDatabase } from '../src/embedded/postgresql.ts'
import { type Asked, type Measured, measure, type Scanned, scan } from './people/measure.ts'
import { kinds, pairOf } from './people/pairs.ts'
import { somebodyAt } from './people/population.ts'
import { searchAll } from './people/searches.ts'
import { filled } from './people/stored.ts'
import { judged, progress, table } from './table.ts'

const targets = { recall: 0.995, candidates: 1000, medianMs: 20, p99Ms: 60 }

const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '1000000' },
    pairs: { type: 'string', default: '200' },
    scanned: { type: 'string', default: '50000' },
    data: { type: 'string', default: join(tmpdir(), 'muster-bench-matching') },
  },
})
const workers = Number(values.workers)
const scannedWorkers = Math.min(workers, Number(values.scanned))
const shown = (count: number) => count.toLocaleString('en-GB')

function quantile(numbers: readonly number[], share: number): number {
  const inOrder = numbers.toSorted((one, other) => one - other)
  return inOrder[Math.min(inOrder.length - 1, Math.floor(share * inOrder.length))]!
}

/** Kinds by turns, so that a busy moment does not hit one alone. */
function* everyKind(from: number, count: number, population: number): Generator<Asked> {
  for (let number = from; number < from + count; number++) {
    for (const kind of kinds) yield pairOf(kind, number, population)
    for (const stranger of [0, 1])
      yield { kind: 'strangers', posted: somebodyAt(workers + 2 * number + stranger) }
  }
}

const recallOf = (measured: readonly Measured[]) => {
  const wanted = measured.filter(one => one.wanted)
  return wanted.filter(one => one.found).length / wanted.length
}

function showPairs(measured: readonly Measured[]): void {
  const rows = [...kinds, 'strangers', 'all'].map(kind => {
    const own = kind === 'all' ? measured : measured.filter(one => one.kind === kind)
    const [counts, times] = [own.map(one => one.candidates), own.map(one => one.ms)]
    const wanted = own.filter(one => one.wanted).length
    return [
      kind,
      ...[own.length, wanted].map(String),
      wanted === 0 ? '' : `${(100 * recallOf(own)).toFixed(2)} %`,
      ...[quantile(counts, 0.5), quantile(counts, 0.99), Math.max(...counts)].map(String),
      ...[quantile(times, 0.5), quantile(times, 0.99)].map(ms => ms.toFixed(1)),
    ]
  })
  table(['', 'pairs', 'matches', 'found', 'candidates', 'p99', 'most', 'median ms', 'p99 ms'], rows)
}

function missesOf(measured: readonly Measured[], scanned: Scanned): string[] {
  const times = measured.map(one => one.ms)
  const [median, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
  const most = Math.max(...measured.map(one => one.candidates))
  const recall = recallOf(measured)
  return [
    ...(recall < targets.recall ? [`${(100 * recall).toFixed(2)} % of the pairs were found`] : []),
    ...(scanned.found < targets.recall * scanned.wanted
      ? [`${scanned.found} of ${scanned.wanted} in the sample were found`]
      : []),
    ...(most > targets.candidates ? [`${most} candidates`] : []),
    ...(median > targets.medianMs ? [`${median.toFixed(1)} ms at the median`] : []),
    ...(p99 > targets.p99Ms ? [`${p99.toFixed(1)} ms at p99`] : []),
  ]
}

async function bench(data: string): Promise<string[]> {
  const { connection } = await startDatabase(data, () => {})
  const database = openDatabase({ connection }, { connections: 4, applicationName: 'muster bench' })
  try {
    const bytes = await filled(database, workers, progress)
    await measure(database, [...everyKind(1_000_000, 10, workers)], progress)
    const { measured, ownMs, postgresMs } = await measure(
      database,
      [...everyKind(0, Number(values.pairs), workers)],
      progress,
    )
    showPairs(measured)
    const scanned = await scan(
      database,
      [...everyKind(2_000_000, 2, scannedWorkers)],
      scannedWorkers,
      progress,
    )
    const searched = await searchAll(database, workers, 100)
    const times = searched.map(({ ms }) => ms)
    process.stdout.write(`
${searched.length} searches by a name with two letters swapped: ${searched.filter(({ found }) => found).length} found who was meant, ${quantile(times, 0.5).toFixed(0)} ms (median), ${quantile(times, 0.99).toFixed(0)} ms (99 in 100).
${shown(workers)} workers, ${bytes.toFixed(0)} bytes each beside the record. Processor time a look-up: ${ownMs.toFixed(1)} ms here, ${postgresMs.toFixed(1)} ms in PostgreSQL.
${scanned.posts} posts compared with each of ${shown(scannedWorkers)} workers: ${scanned.wanted} matches, ${scanned.found} of them found.
`)
    return missesOf(measured, scanned)
  } finally {
    await database.close()
    await stopDatabase(data)
  }
}

const misses = await bench(resolve(values.data))
judged(misses)
