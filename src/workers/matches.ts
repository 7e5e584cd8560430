// Whether anybody knows somebody already: candidates by a few keys, each weighed field by field. Across agencies:
// what comes out is for the operator, never for a caller.
import { recordTypes } from '../api/index.ts'
import type { Newcomer } from '../kernel/people.ts'
import type { Seal } from '../kernel/seal.ts'
import { plainEmail, telephone } from '../matching/contacts.ts'
import { nationalNumber, travelNumber } from '../matching/identity-numbers.ts'
import { type Person, personOf } from '../matching/person.ts'
import { compare, sharedBy, type Verdict } from '../matching/score.ts'
import { candidatesFor } from '../store/candidates.ts'
import type { Statements } from '../store/database.ts'
import { readRows, unsplit } from '../store/write-records.ts'
import { identityOf } from './record.ts'

export type Match = { worker: string; verdict: Verdict }

export function personOfNewcomer(newcomer: Newcomer, seal: Seal): Person {
  const { firstName, lastName, dob, email, e164, gender, nationality, address } = newcomer
  const { nationalIns, passportNo, otherPassports = [], shareCodes = [] } = identityOf(newcomer)
  const numbers = [
    ...(nationalIns === undefined ? [] : [nationalNumber(nationalIns)]),
    ...[...(passportNo === undefined ? [] : [passportNo]), ...otherPassports, ...shareCodes].map(
      travelNumber,
    ),
  ]
  return personOf({
    firstName,
    lastName,
    dob,
    gender,
    nationality,
    email: plainEmail(email),
    phone: e164,
    code: address.code as string,
    numbers: numbers.flatMap(({ foundBy }) => seal.hashes(foundBy)),
  })
}

/** Those that may be this person, the likeliest first. */
export async function matchesOf(db: Statements, person: Person, agency: string): Promise<Match[]> {
  const [candidates, own] = await Promise.all([candidatesFor(db, person), contactsOfAgency(db, agency)])
  const shared = (field: 'email' | 'phone') =>
    person[field] === own[field] ||
    candidates.filter(candidate => candidate.person[field] === person[field]).length >= sharedBy
  const blunt = { email: shared('email'), phone: shared('phone') }
  return candidates
    .map(({ id, person: known }) => ({ worker: id, verdict: compare(person, known, blunt) }))
    .filter(({ verdict }) => verdict.match)
    .sort((one, other) => rank(other.verdict) - rank(one.verdict))
}

const rank = ({ exact, total }: Verdict) => total + (exact ? 1000 : 0)

async function contactsOfAgency(db: Statements, id: string): Promise<{ email?: string; phone?: string }> {
  const type = recordTypes.find(known => known.type === 'agency')!
  const row = (await readRows(db, type, [id])).get(id)
  if (!row) return {}
  const { email, phone } = unsplit(type, row).record as {
    email?: string
    phone?: { countryCode: string; number: string }
  }
  const e164 = phone && telephone(phone.number, phone.countryCode)?.e164
  return { ...(email && { email: plainEmail(email) }), ...(e164 && { phone: e164 }) }
}
