// What candidates are looked for by: sets of agreements, each shared by few. Whatever two people agree in that can
// reach the bits of a match (score.ts) contains one of these sets, so that the look-up misses nobody whom a look at
// everybody would find; test/workers/keys.test.ts tries every combination.
import { sharedBy } from './score.ts'

export type Agreement =
  | 'email'
  | 'phone'
  /** The same first or last name; or each other's, the first of one the last of the other. */
  | 'first'
  | 'last'
  | 'swappedNames'
  /** The same date of birth, but not 1 January, which stands for all whose day is not known. */
  | 'dob'
  /** The same date, also 1 January, or its day and month swapped. */
  | 'born'
  /** The same, swapped, or two parts of three; or not known of one of them. */
  | 'bornNear'
  | 'postcode'
  | 'outward'

export type Key = {
  /** Agreements that an index finds. */
  all: readonly Agreement[]
  /** And one of these, asked of whom the index finds: it makes few of many. */
  any?: readonly Agreement[]
  /** So many become candidates at most: what more people share says little, and the other keys ask for it too. */
  atMost: number
}

export const keys: readonly Key[] = [
  { all: ['email'], atMost: sharedBy },
  { all: ['phone'], atMost: sharedBy },
  { all: ['dob'], atMost: 1000 },
  { all: ['born'], any: ['first', 'last', 'swappedNames', 'outward'], atMost: 500 },
  { all: ['postcode'], any: ['first', 'last', 'swappedNames', 'bornNear'], atMost: 500 },
  { all: ['outward', 'first'], any: ['bornNear'], atMost: 500 },
  { all: ['outward', 'last'], any: ['bornNear'], atMost: 500 },
  { all: ['outward', 'swappedNames'], any: ['bornNear'], atMost: 500 },
  { all: ['first', 'last'], any: ['bornNear'], atMost: 500 },
]
