// A person in the form in which two are compared: names folded, contacts normalized, identity numbers as keyed hashes.
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
  /** `ni:`, `pps:` and `travel:` hashes; several for one number while two master secrets are accepted. */
  numbers: readonly string[]
}

type Optional = 'dob' | 'email' | 'phone' | 'code' | 'gender' | 'nationality'
export type PersonDetails = { firstName: string; lastName: string; numbers: readonly string[] } & {
  [name in Optional]?: string | undefined
}

/** An index entry has a maximum length. */
const cut = (text: string) => text.slice(0, 200)

export function personOf(known: PersonDetails): Person {
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

/** Changes whenever anything that the person is matched by does. */
export function personFingerprint(person: Person): string {
  const { first, last, dob, email, phone, postcode, gender, nationality, numbers } = person
  const known = [first, last, dob, email, phone, postcode, gender, nationality, [...numbers].sort()]
  return createHash('sha256').update(JSON.stringify(known)).digest('base64url').slice(0, 22)
}

/** Day and month swapped, which may be no date. */
export function swappedDay(dob: string): string {
  const [year, month, day] = dob.split('-') as [string, string, string]
  return `${year}-${day}-${month}`
}
