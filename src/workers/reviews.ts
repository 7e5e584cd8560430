// A match attempt as the operator reviews it: who was sent, or the first of a pair, beside each candidate, and what each
// field says. Identity numbers are not shown, only whether they were given.
import type { StoredWorker } from '../api/shapes/worker.ts'
import type { Secrets } from '../encryption/secret.ts'
import type { MatchField } from '../matching/score.ts'
import { instant, list, maybe, number, oneOf, record, type Static, text } from '../shape/shape.ts'
import type { StoredRecord } from '../shape/stored.ts'
import type { Database } from '../store/database/database.ts'
import { commandLine, noteReadings } from '../store/keys/ledger.ts'
import {
  attemptContent,
  type CandidateRow,
  candidateFields,
  candidatesOf,
} from '../store/people/match-attempts.ts'
import { decisions as storedDecisions } from '../store/people/match-decisions.ts'
import { matchKind, matchState } from '../store/people/matches.ts'
import { readLabels, readRows, unsplit } from '../store/records/record-rows.ts'
import { openSubmission, refreshCandidates } from './attempts.ts'
import { workerType } from './write-worker.ts'

const person = {
  name: text,
  firstName: text,
  lastName: text,
  dob: maybe(text),
  email: maybe(text),
  phone: maybe(text),
  code: maybe(text),
  gender: maybe(text),
  nationality: maybe(text),
}
const Person = record(person)
export type ReviewedPerson = Static<typeof Person>

/** The first of a pair has `worker` and `reference`. */
const Sent = record({
  ...person,
  agencyId: maybe(text),
  numbers: maybe(list(text)),
  documents: maybe(list(text)),
  worker: maybe(text),
  reference: maybe(text),
})

const ComparedField = record({
  field: text,
  sent: maybe(text),
  known: maybe(text),
  says: oneOf('agrees', 'differs', 'nothing'),
  bits: maybe(number),
})

/** `sent` is gone once a submission is decided. */
export const Review = record({
  id: text,
  kind: matchKind,
  state: matchState,
  agency: maybe(text),
  agencyName: maybe(text),
  workers: maybe(list(text)),
  sent: maybe(Sent),
  candidates: list(
    record({
      ...candidateFields,
      reference: maybe(text),
      known: maybe(Person),
      fields: list(ComparedField),
    }),
  ),
  decisions: list(storedDecisions.Row),
  undoUntil: maybe(instant),
})
export type Review = Static<typeof Review>

/** Matches the attempt again, and notes in the ledger who has read the workers. */
export async function reviewOf(
  database: Database,
  secrets: Secrets,
  id: string,
  token = commandLine,
): Promise<Review | undefined> {
  await refreshCandidates(database, secrets, id)
  const content = await attemptContent(database, id)
  if (!content) return undefined
  const { state, agency, sealed, pair, undoUntil } = content
  const [candidates, decisions] = [
    await candidatesOf(database, id),
    await storedDecisions.rows(database, { attempt: id }),
  ]
  const ids = [...new Set([...candidates.map(({ worker }) => worker), ...(pair ? [pair.one] : [])])]
  const workers = await knownWorkers(database, ids)
  await noteReadings(database, 'worker', [...workers.keys()], token, 'match show')
  const agencyName = agency && (await readLabels(database, 'agency', [agency])).get(agency)?.name
  const first = pair && workers.get(pair.one)
  const sent = first
    ? { ...first.known, worker: pair.one, reference: first.reference }
    : state === 'open' && sealed
      ? sentIn(secrets, sealed)
      : undefined
  return {
    id,
    kind: pair ? 'pair' : 'submission',
    state,
    ...(agency !== undefined && { agency }),
    ...(agencyName && { agencyName }),
    ...(pair && { workers: [pair.one, pair.other] }),
    ...(sent && { sent }),
    candidates: candidates.map(candidate => {
      const found = workers.get(candidate.worker)
      return { ...candidate, ...found, fields: comparedIn(candidate, sent, found?.known) }
    }),
    decisions,
    ...(undoUntil !== undefined && { undoUntil }),
  }
}

const names = ['firstName', 'lastName', 'dob', 'email', 'phone', 'code', 'gender', 'nationality'] as const

function comparedIn(
  { bits }: CandidateRow,
  sent: ReviewedPerson | undefined,
  known: ReviewedPerson | undefined,
): Static<typeof ComparedField>[] {
  return [...names, ...('nationalIns' in bits ? (['nationalIns'] as const) : [])].map(name => {
    const field: MatchField = name === 'code' ? 'postcode' : name
    const [mine, theirs] = name === 'nationalIns' ? [] : [sent?.[name], known?.[name]]
    const weight = bits[field]
    return {
      field,
      ...(mine !== undefined && { sent: mine }),
      ...(theirs !== undefined && { known: theirs }),
      says: weight === undefined ? 'nothing' : weight > 0 ? 'agrees' : 'differs',
      ...(weight !== undefined && { bits: weight }),
    }
  })
}

function sentIn(secrets: Secrets, sealed: Buffer): Static<typeof Sent> {
  const { worker } = openSubmission(secrets, sealed)
  const { firstName, lastName, dob, email, e164, address, gender, nationality, agencyId } = worker
  return {
    name: `${firstName} ${lastName}`,
    firstName,
    lastName,
    dob,
    email,
    phone: e164,
    code: String(address.code),
    gender,
    nationality,
    agencyId,
    numbers: (['nationalIns', 'passportNo'] as const).filter(name => worker[name] !== undefined),
    documents: worker.documents.map(({ documentType }) => documentType),
  }
}

async function knownWorkers(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, { reference: string; known: ReviewedPerson }>> {
  const rows = await readRows(database, workerType, ids)
  return new Map(
    [...rows].map(([id, row]) => {
      const { reference, phone, address, dob, name, firstName, lastName, email, gender, nationality } = (
        unsplit(workerType, row) as StoredRecord as StoredWorker
      ).record
      const known = {
        name,
        firstName,
        lastName,
        ...(dob && { dob: dob.slice(0, 10) }),
        ...(email && { email }),
        ...(phone && { phone: `${phone.countryCode}${phone.number}` }),
        ...(address?.code && { code: address.code }),
        ...(gender && { gender }),
        ...(nationality && { nationality }),
      }
      return [id, { reference, known }]
    }),
  )
}
