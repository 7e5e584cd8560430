// Changes the sources that decide who sees what, one small change at a time, and says which of them no test notices:
//   npm run mutate -- [--all] [--file src/access/reach.ts] [--each 10] [--seed 7]
// Without --all it tries a sample of each file. It fails when a change lives that test/mutants-that-live.json does not
// explain, or when fewer than nine in ten are noticed.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { aims } from './mutate/aims.ts'
import { type Bench, benchesIn } from './mutate/bench.ts'
import { codeMutants } from './mutate/code.ts'
import { knownMutants } from './mutate/known.ts'
import { changed, type Mutant } from './mutate/mutant.ts'
import { type Result, report } from './mutate/report.ts'
import { shuffled } from './mutate/shuffled.ts'
import { sqlIsAccepted, sqlMutants } from './mutate/sql.ts'
import { typesOf } from './mutate/types.ts'

const root = resolve(import.meta.dirname, '..')
const { values: given } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    file: { type: 'string', multiple: true },
    each: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const files = given.file ?? Object.keys(aims)
const say = (line: string) => void process.stdout.write(`${line}\n`)

for (const file of files) {
  const missing = [file, ...(aims[file] ?? [])].find(each => !existsSync(join(root, each)))
  if (missing || !aims[file]) throw new Error(`scripts/mutate/aims.ts: ${missing ?? file} is not there`)
}

const sources = new Map(files.map(file => [file, readFileSync(join(root, file), 'utf8')]))
const types = typesOf(
  root,
  files.filter(file => file.endsWith('.ts')),
)
const known = knownMutants(join(root, 'test/mutants-that-live.json'))
const benches = await benchesIn(root, 2)
let isStopped = false
process.once('SIGINT', () => {
  isStopped = true
  say('Stopped: nothing is said of what was not tried')
  void benches.close().finally(() => process.exit(130))
})

try {
  process.exitCode = await main()
} catch (error) {
  // What is at work when it is stopped loses its database.
  if (!isStopped) throw error
} finally {
  if (!isStopped) await benches.close()
}

async function main(): Promise<number> {
  const made = new Map(files.map(file => [file, mutantsOf(file)]))
  const limits = await usualTimes()
  say(given.all ? 'Every mutant' : `At most ${given.each} mutants of each file, seed ${given.seed}`)
  const waiting = sample(made)
  const results: Result[] = []
  await Promise.all(
    benches.all.map(async bench => {
      for await (const mutant of waiting) {
        const result = await tried(mutant, bench, limits)
        if (isStopped) throw new Error('Stopped')
        results.push(result)
        if (!result.killed) say(`lives: ${mutant.file}:${mutant.line} ${mutant.becomes}`)
        if (results.length % 25 === 0) say(`${results.length} tried`)
      }
    }),
  )
  // What ails the machine must not pass for a mistake that was noticed.
  await usualTimes()
  return report({ results, known, made: [...made.values()].flat(), say })
}

function mutantsOf(file: string): Mutant[] {
  if (file.endsWith('.sql')) return sqlMutants(file, sources.get(file)!)
  return codeMutants(file, types.tree(file), types.checker())
}

/** Those that could have been merged; shared by all who take from it. */
async function* sample(made: ReadonlyMap<string, readonly Mutant[]>): AsyncGenerator<Mutant> {
  for (const [file, mutants] of made) {
    const accepts = (text: string) =>
      file.endsWith('.sql') ? sqlIsAccepted(benches.database, text) : types.accept(file, text)
    let left = given.all ? mutants.length : Number(given.each)
    for (const mutant of given.all ? mutants : shuffled(mutants, Number(given.seed))) {
      if (left === 0) break
      if (!(await accepts(changed(sources.get(file)!, mutant)))) continue
      left--
      yield mutant
    }
  }
}

/** How long each test file may take: far longer than it does with nothing changed, when it has to pass. */
async function usualTimes(): Promise<ReadonlyMap<string, number>> {
  const tests = new Set(files.flatMap(file => aims[file]!))
  const limits = new Map<string, number>()
  for (const test of tests) {
    const { passed, ms, because } = await benches.all[0]!.run(test, 600_000)
    if (!passed) throw new Error(`${test} fails with nothing changed: ${because}`)
    limits.set(test, 20_000 + 4 * ms)
  }
  return limits
}

async function tried(mutant: Mutant, bench: Bench, limits: ReadonlyMap<string, number>): Promise<Result> {
  const source = sources.get(mutant.file)!
  await bench.write(mutant.file, changed(source, mutant))
  try {
    for (const test of aims[mutant.file]!) {
      const { passed, because } = await bench.run(test, limits.get(test)!, {
        ofMigrations: mutant.file.endsWith('.sql'),
      })
      if (!passed) return { mutant, killed: `${test}: ${because}` }
    }
    return { mutant }
  } finally {
    await bench.write(mutant.file, source)
  }
}
