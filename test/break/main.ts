// Looks for what no test names: `npm run break` plays random histories against real servers and compares every answer with what
// plain models say. It prints its seed, shrinks what it finds and says which command repeats it; it exits with 1 where it found
// something.
//
//   npm run break                                  an hour, each part its share, from a random seed
//   npm run break -- --minutes 5 --only stories    some parts alone
//   npm run break -- --seed 7                      the same rounds again
//   npm run break -- --only histories --servers 4  four servers in every history, not in every third
//   npm run break -- --only fuzz --requests 50000  so many requests and files, for as long as that takes up to --minutes
//   npm run break -- --repeat FILE                 one case that was found
//   npm run break -- --planted                     mistakes planted in a copy of the sources: each must be found in 100 s, or in
//                                                  so many --minutes; --mistake WORDS plants those that have them in their name
//   npm run break -- --record                      what was played is added to docs/reliability.md; a seed that is recorded already goes on where
//                                                  its last sitting ended. A round's seed is one more than that of the round
//                                                  before it: seeds far from each other play other rounds
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { globalSetup, globalTeardown } from '../support/cluster.ts'
import { requestsPerRound } from './fuzz/per-round.ts'
import type { Case } from './part.ts'
import { parts } from './parts.ts'
import { type Planted, plantAll } from './planted/plant.ts'
import { report } from './play.ts'
import { recordPlanted, recordPlayed, roundsBefore } from './record.ts'
import type { Failure } from './shrink.ts'

const root = resolve(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    only: { type: 'string', default: Object.keys(parts).join(',') },
    servers: { type: 'string' },
    requests: { type: 'string' },
    rounds: { type: 'string', default: String(Number.MAX_SAFE_INTEGER) },
    repeat: { type: 'string' },
    planted: { type: 'boolean', default: false },
    mistake: { type: 'string', default: '' },
    record: { type: 'boolean', default: false },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)

function numberOf(
  name: 'minutes' | 'seed' | 'rounds' | 'servers' | 'requests',
  least: number,
  usual?: number,
): number {
  const number = Number(values[name] ?? usual)
  if (Number.isFinite(number) && number >= least) return number
  say(`--${name} takes a number of at least ${least}, and not "${values[name]}"`)
  process.exit(2)
}

const minutes = numberOf('minutes', 0.1, 60)
const seed = numberOf('seed', 0)
const requests = values.requests === undefined ? undefined : numberOf('requests', 1)
const rounds = requests === undefined ? numberOf('rounds', 1) : Math.ceil(requests / requestsPerRound)
const options = values.servers === undefined ? {} : { servers: numberOf('servers', 1) }
const again: Case | undefined = values.repeat && JSON.parse(await readFile(values.repeat, 'utf8'))
const wanted = again ? [again.part] : values.only.split(',')
const unknown = wanted.find(name => !parts[name])
if (unknown !== undefined) {
  say(`There is no part "${unknown}"; there are ${Object.keys(parts).join(', ')}`)
  process.exit(2)
}

/** Options that are for one thing alone are refused where that is not played. */
function onlyWith(name: 'requests' | 'servers' | 'mistake', isPlayed: boolean, what: string): void {
  if (isPlayed || !values[name]) return
  say(`--${name} is for ${what}`)
  process.exit(2)
}
onlyWith('requests', values.only === 'fuzz', '--only fuzz')
onlyWith('servers', wanted.includes('histories'), 'histories')
onlyWith('mistake', values.planted, '--planted')

type Result = {
  part: string
  rounds: number
  seconds: number
  tally: [string, number][]
  failures: Failure[]
}

/** It may shrink what it found last, and then has ended or hangs. */
const graceMs = 300_000

let running: ChildProcess | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    running?.kill('SIGKILL')
    void globalTeardown().finally(() => process.exit(130))
  })

async function run(part: string, shareMs: number): Promise<Result> {
  const began = Date.now()
  const child = fork(join(import.meta.dirname, 'run-part.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  running = child
  const late = setTimeout(() => child.kill('SIGKILL'), shareMs + graceMs)
  const shrinkMs = Math.min(120_000, Math.max(20_000, shareMs / 4))
  child.send({
    part,
    seed,
    before: before.get(part),
    rounds,
    untilMs: began + shareMs,
    shrinkMs,
    mostFailures: 3,
    options,
    ...(again && { ...again, rounds: 1 }),
  })
  const answered = once(child, 'message').then(([message]) => message as Result)
  const ended = once(child, 'exit').then(([code, signal]) => {
    const message = `the process of this part ended with ${code ?? signal} before it was done`
    return { rounds: 0, tally: [], failures: [{ found: { part, seed, steps: [] }, message, isNamed: false }] }
  })
  const result = await Promise.race([answered, ended])
  clearTimeout(late)
  return { ...result, part, seconds: Math.round((Date.now() - began) / 1000) }
}

async function keep(failure: Failure): Promise<void> {
  const { part, seed: found } = failure.found
  const folder = join(root, 'dist/break')
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${part}-${found}.json`)
  await writeFile(file, `${JSON.stringify(failure.found)}\n`)
  say(`\nFOUND ${report(failure, relative(process.cwd(), file))}\n`)
}

if (values.planted) {
  const seconds = values.minutes === undefined ? 100 : minutes * 60
  say(`Planting mistakes, at most ${seconds} s for each: --seed ${seed}`)
  const tell = async (all: readonly Planted[]) => {
    const { isFound, seconds: took, part, what, because } = all.at(-1)!
    say(`${isFound ? 'found' : 'NOT FOUND'} after ${took} s by ${part}: ${what}`)
    say(`  ${because}`)
    if (values.record) await recordPlanted(root, all, { seed })
  }
  const planted = await plantAll(root, { seed, seconds, only: wanted, mistake: values.mistake, tell })
  const found = planted.filter(({ isFound }) => isFound).length
  say(`${found} of ${planted.length} are found`)
  process.exit(found < planted.length ? 1 : 0)
}

say(again ? `Playing ${values.repeat} again` : `${wanted.join(', ')}: --minutes ${minutes} --seed ${seed}`)
const before = values.record ? await roundsBefore(root, seed) : new Map<string, number>()
const results: Result[] = []
await globalSetup()
try {
  for (const part of wanted) {
    const result = await run(part, (minutes * 60_000) / wanted.length)
    results.push(result)
    for (const failure of result.failures) await keep(failure)
    const figures = result.tally.map(([what, times]) => `${times} ${what}`).join(', ')
    say(
      `${part}: ${result.rounds} rounds in ${result.seconds} s, ${result.failures.length} found (${figures})`,
    )
  }
} finally {
  await globalTeardown()
}
if (values.record) {
  const played = results.map(({ failures, ...result }) => ({ ...result, found: failures.length }))
  await recordPlayed(root, played, { seed })
}
process.exitCode = results.some(({ failures }) => failures.length > 0) ? 1 : 0
