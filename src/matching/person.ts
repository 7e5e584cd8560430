// A person as two are compared: names folded, contacts in one form, identity numbers as keyed hashes only.
import { createHash } from 'node:crypto'
import { postcodeParts } from './contacts.ts'
import { nameKey } from './names.ts'

export type Person = {
  first: string
  last: string
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

/** No longer than an index entry may be, whatever a load brings. */
const cut = (text: string) => text.slice(0, 200)

export function personOf(known: Known): Person {
  const { dob, email, phone, code, gender, nationality, numbers } = known
  const postcode = code && postcodeParts(code).whole
  return {
    first: cut(nameKey(known.firstName)),
    last: cut(nameKey(known.lastName)),
    numbers,
    ...(dob && { dob }),
    ...(email && { email: cut(email) }),
    ...(phone && { phone }),
    ...(postcode && { postcode: cut(postcode) }),
    ...(gender && { gender }),
    ...(nationality && { nationality: nationality === 'Irish' ? 'Ireland' : nationality }),
  }
}

/** Another whenever anything that somebody is known by is another; it tells nothing of it by itself. */
export function personFingerprint(person: Person): string {
  const { first, last, dob, email, phone, postcode, gender, nationality, numbers } = person
  const known = [first, last, dob, email, phone, postcode, gender, nationality, [...numbers].sort()]
  return createHash('sha256').update(JSON.stringify(known)).digest('base64url').slice(0, 22)
}

/** The date with day and month in each other's place; it may be none. */
export function swappedDay(dob: string): string {
  const [year, month, day] = dob.split('-') as [string, string, string]
  return `${year}-${day}-${month}`
}
