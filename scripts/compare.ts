// Proves that a change of the code changes nothing that anybody can see: `npm run compare -- COMMIT` starts that version
// and this one as real servers on fresh data folders, does the same to both in random worlds, and compares every answer
// byte for byte, but for what must differ (compare/alike.ts). It prints the differences and exits with 1 on any.
//
//   npm run compare -- main~20                    20 worlds from a random seed, which is printed
//   npm run compare -- main~20 --worlds 3         fewer
//   npm run compare -- main~20 --seed 7           the same worlds again
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { diceOf } from '../test/access/dice.ts'
import type { Both } from './compare/alike.ts'
import { documents } from './compare/documents.ts'
import { type Base, changeWorld, loadBase, loadWorld } from './compare/loads.ts'
import { operate } from './compare/operating.ts'
import { type Pair, pairOf } from './compare/pair.ts'
import { read } from './compare/reads.ts'
import { checkOut, start, type Version } from './compare/versions.ts'
import { createWorkers } from './compare/workers.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { worlds: { type: 'string', default: '20' }, seed: { type: 'string' } },
})
const [commit] = positionals
if (!commit || positionals.length > 1) {
  process.stderr.write('Usage: npm run compare -- COMMIT [--worlds 20] [--seed N]\n')
  process.exit(2)
}
const worlds = Number(values.worlds)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6))
const shownPerPlace = 2

const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'muster-compare-'))
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Of an owner, in each version. */
async function tokensOf(versions: Both<Version>): Promise<Both<string>> {
  const create = ['tokens', 'create', '--name', 'compare', '--role', 'owner', '--json']
  const [one, other] = await Promise.all(
    versions.map(async ({ run }) => JSON.parse((await run(create)).stdout)),
  )
  return [one.token, other.token]
}

async function compareWorld(pair: Pair, base: Base, at: number): Promise<void> {
  const dice = diceOf(seed * 1000 + at)
  const world = await loadWorld(pair, base, dice, seed * 1000 + at, at)
  await read(pair, base, dice, world)
  await changeWorld(pair, base, dice, world)
  await createWorkers(pair, base, dice, world)
  await read(pair, base, dice, world, 12)
  await operate(pair, base, dice, world)
}

async function compare(versions: Both<Version>): Promise<void> {
  const pair = await pairOf(versions)
  try {
    const base = await loadBase(pair, await tokensOf(versions))
    await documents(pair, versions)
    for (let at = 0; at < worlds; at++) {
      const began = performance.now()
      await compareWorld(pair, base, at)
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      say(`world ${at + 1} of ${worlds}: ${pair.asked()} answers so far, ${seconds} s`)
    }
  } finally {
    pair.close()
    report(pair)
  }
}

function report({ differences, asked, statuses }: Pair): void {
  for (const [where, all] of differences) {
    say(`\n${where}: ${all.length} ${all.length === 1 ? 'answer differs' : 'answers differ'}`)
    for (const one of all.slice(0, shownPerPlace)) say(`  ${one}`)
  }
  const tally = [...statuses].sort().map(([status, count]) => `${count} of ${status}`)
  say(`\n${asked()} answers compared (${tally.join(', ')})`)
  say(`${[...differences.values()].flat().length} differ (--worlds ${worlds} --seed ${seed})`)
  process.exitCode = differences.size > 0 ? 1 : 0
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const started: Version[] = []
try {
  say(`Comparing with ${commit}: --worlds ${worlds} --seed ${seed}`)
  checkOut(root, commit, join(folder, 'other'))
  const [here, there] = await Promise.allSettled([
    start(root, join(folder, 'data-of-this')),
    start(join(folder, 'other'), join(folder, 'data-of-that')),
  ])
  for (const one of [here, there]) if (one.status === 'fulfilled') started.push(one.value)
  if (here.status === 'rejected') throw here.reason
  if (there.status === 'rejected') throw there.reason
  await compare([here.value, there.value])
} finally {
  await Promise.all(started.map(one => one.stop()))
  rmSync(folder, { recursive: true, force: true })
}
