// Plants one mistake after another in a copy of the sources, runs the part that is to find it, and says how soon it did. Without a
// mistake the copy must be green first, and found is only what a checker names: a machine that breaks has found nothing.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bench, benchesIn, type Ended, tookTooLong } from '../../../scripts/mutate/bench.ts'
import { named } from '../expect-nothing.ts'
import { type PlantedFault, plantedFaults } from './faults.ts'

export type Planted = { what: string; part: string; seconds: number; isFound: boolean; because: string }

const files: Record<PlantedFault['part'], string> = {
  stories: 'test/break/stories/life-stories.slow.ts',
  models: 'test/break/models/replays.slow.ts',
  fuzz: 'test/break/fuzz/fuzz.slow.ts',
  histories: 'test/break/histories/histories.slow.ts',
}

type Planting = {
  seed: number
  seconds: number
  /** Parts, in the order in which they are tried. */
  only: readonly string[]
  /** What is planted has this in its name. */
  mistake: string
  tell(all: readonly Planted[]): Promise<void>
}

/** A test that is ended by itself would look like a find. */
const noLimit = { testMs: 86_400_000 }

/** For one round without a mistake, on a machine that is busy with other things. */
const greenMs = 900_000

export async function plantAll(
  root: string,
  { seed, seconds, only, mistake, tell }: Planting,
): Promise<Planted[]> {
  // As many rounds as there is time for, and no time spent on shrinking.
  Object.assign(process.env, { MUSTER_SEED: String(seed), MUSTER_ROUNDS: '100000', MUSTER_SHRINK_MS: '0' })
  const benches = await benchesIn(root, 1)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void benches.close().finally(() => process.exit(130)))
  const bench = benches.all[0]!
  const planted: Planted[] = []
  try {
    for (const name of only) {
      const own = plantedFaults.filter(({ part, what }) => part === name && what.includes(mistake))
      if (own.length > 0) await expectGreen(bench, own[0]!.part)
      for (const fault of own) {
        const { what, part } = fault
        const ended = await runWith(bench, root, fault, seconds * 1000)
        planted.push({ what, part, seconds: Math.round(ended.ms / 1000), ...foundIn(ended) })
        await tell(planted)
      }
    }
  } finally {
    await benches.close()
  }
  return planted
}

/** One round in the copy as it is, so that what is found afterwards is the mistake. */
async function expectGreen(bench: Bench, part: PlantedFault['part']): Promise<void> {
  const { passed, because, said } = await bench.run(files[part], greenMs, {
    ...noLimit,
    env: { MUSTER_ROUNDS: '1' },
  })
  if (!passed) throw new Error(`The copy in which nothing is planted fails by itself: ${because}\n${said}`)
}

async function runWith(
  bench: Bench,
  root: string,
  { what, file, from, to, part }: PlantedFault,
  mostMs: number,
): Promise<Ended> {
  const source = readFileSync(join(root, file), 'utf8')
  if (source.split(from).length !== 2)
    throw new Error(`"${what}" is to change one place of ${file}, and does not`)
  await bench.write(
    file,
    source.replace(from, () => to),
  )
  const ended = await bench.run(files[part], mostMs, noLimit)
  await bench.write(file, source)
  return ended
}

function foundIn({ passed, because, said }: Ended): Pick<Planted, 'isFound' | 'because'> {
  const at = said.indexOf(named)
  if (!passed && at >= 0) {
    const told = said
      .slice(at + named.length)
      .trim()
      .split('\n')
    return { isFound: true, because: told[1] ?? '' }
  }
  return {
    isFound: false,
    because: because === tookTooLong ? because : `the machine broke: ${said.slice(0, 1000)}`,
  }
}
