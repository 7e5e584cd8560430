// Blocking keys: sets of agreements that few workers share, by which candidates are found. Whatever agreements can reach
// the threshold (score.ts) contain one of these sets, so that blocking misses nobody whom a full comparison would find;
// test/workers/keys.test.ts tries every combination.
import { sharedBy } from './score.ts'

export type Agreement =
  | 'email'
  | 'phone'
  /** The same first or last name; or each other's, the first of one the last of the other. */
  | 'first'
  | 'last'
  | 'swappedNames'
  /** The same date of birth, but not 1 January, which is entered where the day is not known. */
  | 'dob'
  /** The same date, also 1 January, or its day and month swapped. */
  | 'born'
  /** The same, swapped, or two parts of three; or unknown for one of them. */
  | 'bornNear'
  | 'postcode'
  | 'outward'

export type Key = {
  /** Agreements that an index finds. */
  all: readonly Agreement[]
  /** And one of these, filtered from what the index finds. */
  any?: readonly Agreement[]
  /** The most candidates by this key: what more people share says little, and other keys cover it too. */
  atMost: number
}

export const candidateKeys: readonly Key[] = [
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
