// A village where all are alike, and a look at everybody in it: what look-ups and scans are held against.
import fc from 'fast-check'
import type { Somebody } from '../../bench/people/population.ts'
import { sealOf } from '../../src/encryption/sealing.ts'
import { secretsOf } from '../../src/encryption/secret.ts'
import { plainEmail } from '../../src/matching/contacts.ts'
import { nationalNumber } from '../../src/matching/identity-numbers.ts'
import { type Person, personOf } from '../../src/matching/person.ts'
import { comparePeople, sharedBy } from '../../src/matching/score.ts'
import { worker } from '../support/lines.ts'

export const seal = sealOf(secretsOf(['the master secret of look-ups']))

export type Given = Partial<Somebody> & Pick<Somebody, 'firstName' | 'lastName'>

export function personIn({ email, nationalIns, ...given }: Given): Person {
  const numbers = nationalIns ? seal.hashes(nationalNumber(nationalIns).foundBy) : []
  return personOf({ ...given, email: email && plainEmail(email), numbers })
}

/** Everybody among those who are stored whose score is a match, by their ids. */
export function scanned(everybody: ReadonlyMap<string, Person>, person: Person): string[] {
  const sharing = (field: 'email' | 'phone') =>
    [...everybody.values()].filter(one => one[field] === person[field]).length >= sharedBy
  const blunt = { email: sharing('email'), phone: sharing('phone') }
  return [...everybody]
    .flatMap(([id, known]) => (comparePeople(person, known, blunt).match ? [id] : []))
    .sort()
}

const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 6 })
const days = [
  '1988-07-04',
  '1988-04-07',
  '1988-07-05',
  '1978-07-04',
  '1988-08-04',
  '1988-01-01',
  '1971-11-30',
]
export const villager = fc.record({
  firstName: fc.constantFrom('Frederick', 'Freddie', 'Fredrick', 'F', 'Paul', 'John', 'Coghlan', 'Zoltan'),
  lastName: fc.constantFrom(
    ...['Coghlan', 'Coghaln', 'Cockallen', 'Coghlan-Garside', 'Garside', 'Smith', 'Frederick', 'Zeller'],
  ),
  dob: maybe(days),
  code: maybe(['M1 1AE', 'M1 1AF', 'M1 9ZZ', 'EH1 1YZ', 'D02 X285', 'D02 Y123', '00-950']),
  email: maybe(['one@x.example', 'two@x.example', 'office@x.example', 'office@x.example']),
  phone: maybe(['+447700900001', '+447700900002', '+442079460000']),
  gender: maybe(['Male', 'Female']),
  nationality: maybe(['Ireland', 'Poland']),
  nationalIns: maybe(['PZ123456A', 'PZ123457B', 'PZ123458C']),
})

/** What only some have is rare, or everybody would share it. */
export const apart = (given: Given, index: number): Given => ({
  ...given,
  ...(index % 8 > 0 && given.email && { email: `${index}@x.example` }),
  ...(index % 8 > 1 && given.phone && { phone: `+4477${10_000_000 + index}` }),
  ...(index % 8 > 2 && given.nationalIns && { nationalIns: `CR${100_000 + index}A` }),
})

/** Each with its number. */
export const villageLines = (villagers: readonly Given[]) =>
  villagers.map(({ firstName, lastName, nationalIns, phone, code, ...shown }, at) => ({
    ...worker(`v${at}`, {
      ...shown,
      firstName,
      lastName,
      ...(code && { address: { lineOne: '1 Green', city: 'Ham', country: 'Ireland', code } }),
    }),
    facts: { nationalIns, e164: phone },
  }))
