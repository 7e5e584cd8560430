// Plays rounds of a part, one seed after another, until the time is over; what fails is shrunk and told with all that repeats it.
import { diceOf } from '../access/dice.ts'
import type { Case, Part, Player, Tally } from './part.ts'
import { type Failure, shrunk } from './shrink.ts'

export type Given = {
  seed: number
  /** At most so many rounds. */
  rounds: number
  untilMs: number
  /** How long a failure may be shrunk. */
  shrinkMs: number
  /** Of one fault there would soon be many. */
  mostFailures: number
  /** Instead of drawing: this, once. */
  steps?: Case['steps']
}
export type Played = { rounds: number; tally: Tally; failures: Failure[] }

const shown = (what: string) => process.stderr.write(`${what}\n`)

export async function play(
  part: Part,
  given: Given,
  told: (failure: Failure) => void = () => {},
): Promise<Played> {
  const player = await part.begin()
  const played: Played = { rounds: 0, tally: new Map(), failures: [] }
  for (let round = 0; round < given.rounds && Date.now() < given.untilMs; round++) {
    const seed = given.seed + round
    const found: Case = { part: part.name, seed, steps: given.steps ?? player.draw(diceOf(seed)) }
    const message = await failing(player, found, played.tally, given.steps && shown)
    played.rounds++
    if (message === undefined) continue
    const fails = (one: Case) => failing(player, one, new Map())
    const least = given.steps
      ? { found, message }
      : await shrunk({ found, message }, fails, Date.now() + given.shrinkMs)
    played.failures.push(least)
    told(least)
    if (played.failures.length === given.mostFailures) break
  }
  await player.end?.()
  return played
}

async function failing(
  player: Player,
  { seed, steps }: Case,
  tally: Tally,
  show = (_: string) => {},
): Promise<string | undefined> {
  try {
    await player.play(seed, steps, tally, show)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** What is said of a failure: what broke, the steps that are needed, and the command that plays them again. */
export const report = ({ found, message }: Failure, file?: string): string =>
  [
    `${found.part}, seed ${found.seed}, ${found.steps.length} steps: ${found.steps.map(step => `${step.do} ${step.dice}`).join(', ')}`,
    message,
    `Once more: npm run break -- ${file ? `--repeat ${file}` : `--only ${found.part} --seed ${found.seed} --rounds 1`}`,
  ].join('\n')
