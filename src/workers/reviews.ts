// A match attempt as the operator reviews it: who was sent, or the first of a pair, beside each candidate, with the verdict
// and the weight of each field, and what each decision would do. Identity numbers are compared and not shown.
import type { StoredWorker } from '../api/shapes/worker.ts'
import type { Database } from '../database/database.ts'
import type { Secrets } from '../encryption/secret.ts'
import { weights } from '../matching/score.ts'
import {
  exactKinds,
  exactLabels,
  fieldLabels,
  findingWords,
  verdictOf,
  verdicts,
} from '../matching/verdicts.ts'
import { instant, list, maybe, number, oneOf, record, type Static, text } from '../shape/shape.ts'
import type { StoredRecord } from '../shape/stored.ts'
import { commandLine, noteReadings } from '../store/keys/ledger.ts'
import { attemptContent, type CandidateRow, candidatesOf } from '../store/people/match-attempts.ts'
import { decisions as storedDecisions } from '../store/people/match-decisions.ts'
import { matchKind, matchState } from '../store/people/matches.ts'
import { readLabels, readRows, wholeRecord } from '../store/records/record-rows.ts'
import { openSubmission, refreshCandidates } from './attempts.ts'
import { Consequence, consequencesOfPair, consequencesOfSubmission, undoRule } from './consequences.ts'
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
type ReviewedPerson = Static<typeof Person>

/** The first of a pair has `worker` and `reference`. */
const Sent = record({
  ...person,
  agencyId: maybe(text),
  numbers: maybe(list(text)),
  documents: maybe(list(text)),
  worker: maybe(text),
  reference: maybe(text),
})

/** The weights of the fields, and the limit where there is one, add up to the total. */
const ComparedField = record({
  field: oneOf(...(Object.keys(fieldLabels) as (keyof typeof fieldLabels)[])),
  label: text,
  sent: maybe(text),
  known: maybe(text),
  verdict: oneOf(...verdicts),
  words: text,
  weight: number,
})

/** `exact` is the kind of identity number that both have. */
const Candidate = record({
  worker: text,
  reference: maybe(text),
  known: maybe(Person),
  exact: maybe(oneOf(...exactKinds)),
  total: number,
  fields: list(ComparedField),
  limit: maybe(record({ words: text, weight: number })),
  summary: text,
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
  /** From this total on, a match is asked about. */
  threshold: number,
  rule: text,
  candidates: list(Candidate),
  /** Of those that wait. */
  consequences: list(Consequence),
  undoRule: text,
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
  const compared = candidates.map(candidate => comparedWith(candidate, sent, workers.get(candidate.worker)))
  return {
    id,
    kind: pair ? 'pair' : 'submission',
    state,
    ...(agency !== undefined && { agency }),
    ...(agencyName && { agencyName }),
    ...(pair && { workers: [pair.one, pair.other] }),
    ...(sent && { sent }),
    threshold: weights.match,
    rule: `The weights add up to the total. From ${weights.match} on it is asked about; so is the same identity number.`,
    candidates: compared,
    consequences: state === 'open' && sent ? consequencesFor(sent, agencyName ?? agency, compared) : [],
    undoRule,
    decisions,
    ...(undoUntil !== undefined && { undoUntil }),
  }
}

function consequencesFor(
  sent: Static<typeof Sent>,
  agency: string | undefined,
  candidates: readonly Static<typeof Candidate>[],
): Consequence[] {
  const { name, worker, reference, agencyId } = sent
  if (agency !== undefined && agencyId !== undefined)
    return consequencesOfSubmission({ name, agencyId, agency }, candidates)
  const [other] = candidates
  if (worker === undefined || !other) return []
  return consequencesOfPair({ worker, ...(reference && { reference }), known: sent }, other)
}

type KnownWorker = { reference: string; known: ReviewedPerson }

const valueIn = (person: ReviewedPerson | undefined, field: keyof typeof fieldLabels) =>
  field === 'nationalIns' || field === 'travel' ? undefined : person?.[field === 'postcode' ? 'code' : field]

function comparedWith(
  { worker, exact, total, fields, limit }: CandidateRow,
  sent: ReviewedPerson | undefined,
  found: KnownWorker | undefined,
): Static<typeof Candidate> {
  return {
    worker,
    ...found,
    ...(exact && { exact }),
    total,
    fields: fields.map(({ field, finding, weight }) => {
      const [mine, theirs] = [valueIn(sent, field), valueIn(found?.known, field)]
      return {
        field,
        label: fieldLabels[field],
        ...(mine !== undefined && { sent: mine }),
        ...(theirs !== undefined && { known: theirs }),
        verdict: verdictOf(finding),
        words: findingWords(finding),
        weight,
      }
    }),
    ...(limit !== undefined && {
      limit: {
        words: `E-mail, telephone and postcode together add ${weights.contactAtMost} at most, or ${weights.contactAtMostWhenBornApart} where the dates of birth differ`,
        weight: limit,
      },
    }),
    summary: exact
      ? `the same ${exactLabels[exact]}, weight ${total.toFixed(1)}`
      : `weight ${total.toFixed(1)}`,
  }
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

async function knownWorkers(database: Database, ids: readonly string[]): Promise<Map<string, KnownWorker>> {
  const rows = await readRows(database, workerType, ids)
  return new Map(
    [...rows].map(([id, row]) => {
      const { reference, phone, address, dob, name, firstName, lastName, email, gender, nationality } = (
        wholeRecord(workerType, row) as StoredRecord as StoredWorker
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
