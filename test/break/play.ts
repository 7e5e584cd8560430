// Plays rounds of a part, one seed after another, until the time is over; what fails is shrunk and told with all that repeats it.
import { AssertionError } from 'node:assert/strict'
import { diceOf } from '../access/dice.ts'
import type { Case, Part, PartOptions, Player, Tally } from './part.ts'
import { type Failing, type Failure, shrunk } from './shrink.ts'

export type Given = {
  seed: number
  /** So many were played in a sitting before. */
  before?: number
  /** At most so many rounds. */
  rounds: number
  untilMs: number
  /** How long a failure may be shrunk. */
  shrinkMs: number
  /** Of one fault there would soon be many. */
  mostFailures: number
  options?: PartOptions
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
  const player = await part.begin(given.options ?? {})
  try {
    return await playRounds({ player, part: part.name, given, told })
  } finally {
    await player.end?.()
  }
}

type Game = { player: Player; part: string; given: Given; told(failure: Failure): void }

async function playRounds({ player, part, given, told }: Game): Promise<Played> {
  const played: Played = { rounds: 0, tally: new Map(), failures: [] }
  for (let round = 0; round < given.rounds && Date.now() < given.untilMs; round++) {
    const seed = given.seed + (given.before ?? 0) + round
    const found: Case = { part, seed, steps: given.steps ?? player.draw(diceOf(seed)) }
    const failed = await failing(player, found, played.tally, given.steps && shown)
    played.rounds++
    if (failed === undefined) continue
    const fails = (one: Case) => failing(player, one, new Map())
    const least = given.steps
      ? { found, ...failed }
      : await shrunk({ found, ...failed }, fails, Date.now() + given.shrinkMs)
    played.failures.push(least)
    told(least)
    if (played.failures.length === given.mostFailures) break
  }
  return played
}

async function failing(
  player: Player,
  { seed, steps }: Case,
  tally: Tally,
  show = (_: string) => {},
): Promise<Failing | undefined> {
  try {
    await player.play(seed, steps, tally, show)
    return undefined
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { message, isNamed: isNamed(error) }
  }
}

/** Checkers say what is wrong by assertions; whatever else is thrown broke before one could. */
const isNamed = (error: unknown): boolean =>
  error instanceof AssertionError || (error instanceof Error && isNamed(error.cause))

/** What is said of a failure: what broke, the steps that are needed, and the command that plays them again. */
export const report = ({ found, message, isNamed }: Failure, file?: string): string =>
  [
    `${found.part}, seed ${found.seed}, ${found.steps.length} steps: ${found.steps.map(step => `${step.do} ${step.dice}`).join(', ')}`,
    isNamed ? message : `No checker said so; it broke on the way: ${message}`,
    `Once more: npm run break -- ${file ? `--repeat ${file}` : `--only ${found.part} --seed ${found.seed} --rounds 1`}`,
  ].join('\n')
