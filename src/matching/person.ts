// A person as two are compared: names folded, contacts in one form, identity numbers as keyed hashes only.
import { postcodeParts } from './contacts.ts'
import { nameKey, soundOf } from './names.ts'

export type Person = {
  first: string
  last: string
  /** How the last name sounds. */
  sound: string
  /** YYYY-MM-DD */
  dob?: string
  email?: string
  phone?: string
  postcode?: string
  gender?: string
  nationality?: string
  /** `ni:`, `pps:` and `travel:` hashes; of one number several where two master secrets are accepted. */
  numbers: readonly string[]
}

export type Known = {
  firstName: string
  lastName: string
  dob?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  code?: string | undefined
  gender?: string | undefined
  nationality?: string | undefined
  numbers: readonly string[]
}

export function personOf(known: Known): Person {
  const last = nameKey(known.lastName)
  const { dob, email, phone, code, gender, nationality, numbers } = known
  return {
    first: nameKey(known.firstName),
    last,
    sound: soundOf(last),
    numbers,
    ...(dob && { dob }),
    ...(email && { email }),
    ...(phone && { phone }),
    ...(code && { postcode: postcodeParts(code).whole }),
    ...(gender && { gender }),
    ...(nationality && { nationality: nationality === 'Irish' ? 'Ireland' : nationality }),
  }
}

/** The date of birth with the smaller of day and month first, so that swapped ones meet. */
export function sortedBirth(dob: string): string {
  const [year, month, day] = dob.split('-') as [string, string, string]
  return `${year}-${[month, day].sort().join('-')}`
}

export const birthYear = (dob: string | undefined) => dob?.slice(0, 4)
