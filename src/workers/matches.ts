// Finds the stored workers that match a person: candidates by blocking keys, each scored field by field. It looks across
// agencies, so the result is for the operator and never for a caller.
import type { NewWorker } from '../api/create-worker/new-worker.ts'
import { typeNamed } from '../api/index.ts'
import type { Statements } from '../database/database.ts'
import { plainEmail, telephoneNumber } from '../matching/contacts.ts'
import { nationalNumber, travelNumber } from '../matching/identity-numbers.ts'
import { type Person, personOf } from '../matching/person.ts'
import { comparePeople, type IgnoredContacts, type MatchScore, sharedBy } from '../matching/score.ts'
import type { Seal } from '../record-types/seal.ts'
import type { StoredRecord } from '../shape/stored.ts'
import { type Candidate, candidatesFor, type StoredPerson } from '../store/people/candidates.ts'
import type { CandidateRow } from '../store/people/match-attempts.ts'
import { readRows, wholeRecord } from '../store/records/record-rows.ts'
import { type Readiness, stillPreparing } from '../store/schema/readiness.ts'
import { identityOf } from './worker-record.ts'

export type ScoredMatch = { worker: string; verdict: MatchScore }

export const scoreOf = ({ match: _, ...score }: MatchScore): Omit<CandidateRow, 'worker'> => score

export const isMatchable = (readiness: Readiness, ...others: string[]) =>
  ['worker_identity', 'worker_number', ...others].every(rows => readiness.isReady('worker', rows))

/** Without all the rows that matches are found by, workers who are known would be missed. */
export function requireMatchable(readiness: Readiness, ...others: string[]): void {
  if (!isMatchable(readiness, ...others))
    throw stillPreparing('What workers are matched by is still being prepared')
}

export function personFrom(worker: NewWorker, seal: Seal): Person {
  const { firstName, lastName, dob, email, e164, gender, nationality, address } = worker
  const { nationalIns = [], passportNo = [], otherPassports = [], shareCodes = [] } = identityOf(worker)
  const numbers = [
    ...[nationalIns].flat().map(nationalNumber),
    ...[passportNo, otherPassports, shareCodes].flat().map(travelNumber),
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

/** Whether these two match where contacts count for the most: those that differ not at all. */
export const mayMatch = (person: Person, known: Person) =>
  comparePeople(person, known, { email: person.email !== known.email, phone: person.phone !== known.phone })
    .match

/** The most likely first. */
export async function matchesOf(db: Statements, person: Person, agency: string): Promise<ScoredMatch[]> {
  const [candidates, own] = await Promise.all([candidatesFor(db, person), contactsOf(db, [agency])])
  return scored(person, candidates, ignoredIn(person, candidates, own))
}

/** Other stored workers that match this one, as if it were sent now. */
export async function othersLike(
  db: Statements,
  { id, person, agencies }: StoredPerson,
  contacts?: Contacts,
): Promise<ScoredMatch[]> {
  const candidates = await candidatesFor(db, person, id)
  const own = contacts ?? (await contactsOf(db, agencies))
  return scored(person, candidates, ignoredIn(person, candidates, own, agencies))
}

/** The better verdict of two stored workers, whichever of them is compared with the other; undefined for no match. */
export async function pairMatch(
  db: Statements,
  one: StoredPerson,
  other: StoredPerson,
): Promise<MatchScore | undefined> {
  const sides = [
    [one, other],
    [other, one],
  ] as const
  const verdicts = await Promise.all(
    sides.map(async ([asked, known]) => {
      const candidates = await candidatesFor(db, asked.person, asked.id)
      const own = await contactsOf(db, asked.agencies)
      return comparePeople(
        asked.person,
        known.person,
        ignoredIn(asked.person, candidates, own, asked.agencies),
      )
    }),
  )
  return verdicts.filter(({ match }) => match).sort((a, b) => rank(b) - rank(a))[0]
}

const scored = (person: Person, candidates: readonly Candidate[], ignored: IgnoredContacts): ScoredMatch[] =>
  candidates
    .map(({ id, person: known }) => ({ worker: id, verdict: comparePeople(person, known, ignored) }))
    .filter(({ verdict }) => verdict.match)
    .sort((one, other) => rank(other.verdict) - rank(one.verdict))

const rank = ({ exact, total }: MatchScore) => total + (exact ? 1000 : 0)

function ignoredIn(
  person: Person,
  candidates: readonly Candidate[],
  contacts: Contacts,
  agencies: readonly string[] = [...contacts.keys()],
): IgnoredContacts {
  const shared = (field: 'email' | 'phone') =>
    agencies.some(agency => contacts.get(agency)?.[field] === person[field]) ||
    candidates.filter(candidate => candidate.person[field] === person[field]).length >= sharedBy
  return { email: shared('email'), phone: shared('phone') }
}

/** The agencies' own contacts, by their ids. */
type Contacts = ReadonlyMap<string, { email?: string; phone?: string }>

export async function contactsOf(db: Statements, agencies: readonly string[]): Promise<Contacts> {
  const type = typeNamed('agency')
  const rows = await readRows(db, type, agencies)
  return new Map(
    agencies.map(id => {
      const row = rows.get(id)
      return [id, row ? contactsIn(wholeRecord(type, row)) : {}]
    }),
  )
}

function contactsIn({ record }: StoredRecord): { email?: string; phone?: string } {
  const { email, phone } = record as { email?: string; phone?: { countryCode: string; number: string } }
  const e164 = phone && telephoneNumber(phone.number, phone.countryCode)?.e164
  return { ...(email && { email: plainEmail(email) }), ...(e164 && { phone: e164 }) }
}
