// Plants one mistake after another in a copy of the sources, runs the part that is to find it, and says how soon it did.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchesIn, tookTooLong } from '../../../scripts/mutate/bench.ts'
import { type PlantedFault, plantedFaults } from './faults.ts'

export type Planted = { what: string; part: string; seconds: number; isFound: boolean; because: string }

const files: Record<PlantedFault['part'], string> = {
  stories: 'test/break/stories/life-stories.slow.ts',
  models: 'test/break/models/replays.slow.ts',
  fuzz: 'test/break/fuzz/fuzz.slow.ts',
  histories: 'test/break/histories/histories.slow.ts',
}

/** A test is ended after two minutes, which would pass for a find. */
const mostSeconds = 110

export async function plantAll(
  root: string,
  {
    seed,
    seconds,
    only,
    tell,
  }: {
    seed: number
    seconds: number
    /** Parts, in the order in which they are tried. */
    only: readonly string[]
    tell(all: readonly Planted[]): Promise<void>
  },
): Promise<Planted[]> {
  // As many rounds as there is time for, and no time spent on shrinking.
  Object.assign(process.env, { MUSTER_SEED: String(seed), MUSTER_ROUNDS: '100000', MUSTER_SHRINK_MS: '0' })
  const benches = await benchesIn(root, 1)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void benches.close().finally(() => process.exit(130)))
  const planted: Planted[] = []
  try {
    const chosen = only.flatMap(name => plantedFaults.filter(({ part }) => part === name))
    for (const { what, file, from, to, part } of chosen) {
      const source = readFileSync(join(root, file), 'utf8')
      if (source.split(from).length !== 2)
        throw new Error(`"${what}" is to change one place of ${file}, and does not`)
      const [bench] = benches.all
      await bench!.write(
        file,
        source.replace(from, () => to),
      )
      const { passed, ms, because } = await bench!.run(files[part], Math.min(mostSeconds, seconds) * 1000)
      await bench!.write(file, source)
      const isFound = !passed && because !== tookTooLong
      planted.push({ what, part, seconds: Math.round(ms / 1000), isFound, because })
      await tell(planted)
    }
  } finally {
    await benches.close()
  }
  return planted
}
