// Somebody who is stored, and how they are posted once more: pairs of every kind of mistake, alone and together, the
// same each time for the same number.
import { Dice } from '../../demo/random.ts'
import { type Mistake, type Mistaken, mistakes } from './mistakes.ts'
import { emailOf, type Lacking, phoneOf, type Somebody, somebodyAt, storedAt } from './population.ts'

/** The mistakes that are made, or how many of any kind, and what is not stored of somebody. */
type Kind = { made: readonly Mistaken[] | number; lacking?: readonly Lacking[] }

const names = Object.keys(mistakes) as Mistaken[]
const nearby = 'moved to the next street'

const known: Record<string, Kind> = {
  ...Object.fromEntries(names.map(name => [name, { made: [name] }])),
  'wrong year, moved': { made: ['wrong year', nearby] },
  'nickname, wrong day, moved': { made: ['nickname or other form', 'wrong day', nearby] },
  'half a surname, wrong day, moved': { made: ['double-barrelled or half of it', 'wrong day', nearby] },
  'surname mistyped, wrong day, moved': { made: ['typing error in the surname', 'wrong day', nearby] },
  'names swapped, wrong month, moved': { made: ['first and last name swapped', 'wrong month', nearby] },
  'stored without date of birth': { made: [], lacking: ['dob'] },
  'stored without date of birth, moved': { made: [nearby], lacking: ['dob'] },
  'stored without postcode': { made: [], lacking: ['code'] },
  'stored without postcode, wrong year': { made: ['wrong year'], lacking: ['code'] },
  'stored without e-mail and telephone': { made: 1, lacking: ['email', 'phone'] },
  'stored without gender and nationality': { made: 1, lacking: ['gender', 'nationality'] },
  'two at once': { made: 2 },
  'three at once': { made: 3 },
}

export const kinds: readonly string[] = Object.keys(known)

export type Pair = { kind: string; index: number; posted: Somebody }

export function pairOf(kind: string, number: number, population: number): Pair {
  const dice = new Dice(kind, number)
  const { made, lacking = [] } = known[kind]!
  const index = storedWithout(lacking, dice.below(population), population)
  const all = typeof made === 'number' ? Array.from({ length: made }, () => dice.pick(names)) : made
  const posted = { ...somebodyAt(index) }
  for (const name of all) Object.assign(posted, (mistakes[name] as Mistake)(posted, dice))
  if (!all.includes('number misread')) posted.nationalIns = ''
  // Whoever gives the same e-mail or telephone is found by it; of ten, six give others.
  const kept = dice.below(10)
  if (kept < 8) posted.email = emailOf(posted.lastName, dice)
  if (kept < 6 || kept > 7) posted.phone = phoneOf(dice)
  return { kind, index, posted }
}

/** The next one of whom all this is not stored. */
function storedWithout(lacking: readonly Lacking[], from: number, population: number): number {
  for (let step = 0; step < population; step++) {
    const index = (from + step) % population
    const stored = storedAt(index)
    if (lacking.every(name => stored[name] === undefined)) return index
  }
  throw new Error(`Of ${population} nobody is stored without ${lacking.join(' and ')}`)
}
