// Whether anybody knows somebody already: candidates by a few keys, each weighed field by field. Across agencies:
// what comes out is for the operator, never for a caller.

import type { Newcomer } from '../api/create-worker/people.ts'
import { recordTypes } from '../api/index.ts'
import type { Seal } from '../kernel/resource/seal.ts'
import { plainEmail, telephone } from '../matching/contacts.ts'
import { nationalNumber, travelNumber } from '../matching/identity-numbers.ts'
import { type Person, personOf } from '../matching/person.ts'
import { type Blunt, compare, sharedBy, type Verdict } from '../matching/score.ts'
import type { Stored } from '../shape/stored.ts'
import type { Statements } from '../store/engine/database.ts'
import { type Candidate, candidatesFor, type StoredPerson } from '../store/people/candidates.ts'
import { readRows, unsplit } from '../store/records/write-records.ts'
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
  const [candidates, own] = await Promise.all([candidatesFor(db, person), contactsOf(db, [agency])])
  return weighed(person, candidates, bluntOf(person, candidates, own))
}

/** Other stored workers that may be this one: it is looked for as if it were sent now. */
export async function othersLike(
  db: Statements,
  { id, person, agencies }: StoredPerson,
  contacts?: Contacts,
): Promise<Match[]> {
  const candidates = await candidatesFor(db, person, id)
  const own = contacts ?? (await contactsOf(db, agencies))
  return weighed(person, candidates, bluntOf(person, candidates, own, agencies))
}

/** Whether two stored workers may be one, whichever of them were sent again; undefined where they may not. */
export async function pairMatch(
  db: Statements,
  one: StoredPerson,
  other: StoredPerson,
): Promise<Verdict | undefined> {
  const sides = [
    [one, other],
    [other, one],
  ] as const
  const verdicts = await Promise.all(
    sides.map(async ([asked, known]) => {
      const candidates = await candidatesFor(db, asked.person, asked.id)
      const own = await contactsOf(db, asked.agencies)
      return compare(asked.person, known.person, bluntOf(asked.person, candidates, own, asked.agencies))
    }),
  )
  return verdicts.filter(({ match }) => match).sort((a, b) => rank(b) - rank(a))[0]
}

const weighed = (person: Person, candidates: readonly Candidate[], blunt: Blunt): Match[] =>
  candidates
    .map(({ id, person: known }) => ({ worker: id, verdict: compare(person, known, blunt) }))
    .filter(({ verdict }) => verdict.match)
    .sort((one, other) => rank(other.verdict) - rank(one.verdict))

const rank = ({ exact, total }: Verdict) => total + (exact ? 1000 : 0)

function bluntOf(
  person: Person,
  candidates: readonly Candidate[],
  contacts: Contacts,
  agencies: readonly string[] = [...contacts.keys()],
): Blunt {
  const shared = (field: 'email' | 'phone') =>
    agencies.some(agency => contacts.get(agency)?.[field] === person[field]) ||
    candidates.filter(candidate => candidate.person[field] === person[field]).length >= sharedBy
  return { email: shared('email'), phone: shared('phone') }
}

/** How agencies are reached themselves, by their ids. */
export type Contacts = ReadonlyMap<string, { email?: string; phone?: string }>

export async function contactsOf(db: Statements, agencies: readonly string[]): Promise<Contacts> {
  const type = recordTypes.find(known => known.type === 'agency')!
  const rows = await readRows(db, type, agencies)
  return new Map(
    agencies.map(id => {
      const row = rows.get(id)
      return [id, row ? contactsIn(unsplit(type, row)) : {}]
    }),
  )
}

function contactsIn({ record }: Stored): { email?: string; phone?: string } {
  const { email, phone } = record as { email?: string; phone?: { countryCode: string; number: string } }
  const e164 = phone && telephone(phone.number, phone.countryCode)?.e164
  return { ...(email && { email: plainEmail(email) }), ...(e164 && { phone: e164 }) }
}
