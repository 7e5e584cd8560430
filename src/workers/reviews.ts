// A match as the operator is shown it: who was sent, or the first of two who are stored, who it may be, and what each
// field says. Identity numbers are not shown, only whether they were given.
import { recordTypes } from '../api/index.ts'
import type { StoredWorker } from '../api/workers.ts'
import type { Field } from '../matching/score.ts'
import type { Secrets } from '../secret.ts'
import type { Database } from '../store/engine/database.ts'
import {
  attemptContent,
  type CandidateRow,
  candidatesOf,
  type DecisionRow,
  decisionsOf,
  noteOperator,
} from '../store/people/match-attempts.ts'
import { readRows, unsplit } from '../store/records/write-records.ts'
import { lookAgain, openAttempt } from './attempts.ts'

export type Shown = {
  name: string
  firstName: string
  lastName: string
  dob?: string
  email?: string
  phone?: string
  code?: string
  gender?: string
  nationality?: string
}

type Sent = Shown & {
  agencyId?: string
  numbers?: string[]
  documents?: string[]
  /** Of a pair, the first of the two. */
  worker?: string
  reference?: string
}

export type Compared = {
  field: Field
  sent?: string
  known?: string
  says: 'agrees' | 'differs' | 'nothing'
  bits?: number
}

export type Review = {
  id: string
  kind: 'submission' | 'pair'
  state: string
  agency?: string
  /** The two of a pair. */
  workers?: [string, string]
  /** Who was sent: gone once it is decided. Of a pair, the first of the two. */
  sent?: Sent
  candidates: (CandidateRow & { reference?: string; known?: Shown; fields: Compared[] })[]
  decisions: DecisionRow[]
  undoUntil?: string
}

/** Looked at again, and noted as read by whoever looks. */
export async function reviewOf(
  database: Database,
  secrets: Secrets,
  id: string,
  token?: string,
): Promise<Review | undefined> {
  await lookAgain(database, secrets, id)
  const content = await attemptContent(database, id)
  if (!content) return undefined
  const { state, agency, sealed, pair, undoUntil } = content
  const [candidates, decisions] = [await candidatesOf(database, id), await decisionsOf(database, id)]
  const ids = [...new Set([...candidates.map(({ worker }) => worker), ...(pair ? [pair.one] : [])])]
  const workers = await knownWorkers(database, ids)
  await noteOperator(database, [...workers.keys()], 'match show', token)
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

const shownAs: Partial<Record<Field, keyof Shown>> = {
  firstName: 'firstName',
  lastName: 'lastName',
  dob: 'dob',
  email: 'email',
  phone: 'phone',
  postcode: 'code',
  gender: 'gender',
  nationality: 'nationality',
}

/** Field by field; numbers are told without their values. */
function comparedIn({ bits }: CandidateRow, sent: Shown | undefined, known: Shown | undefined): Compared[] {
  const fields = [...Object.keys(shownAs), ...('nationalIns' in bits ? ['nationalIns'] : [])] as Field[]
  return fields.map(field => {
    const shown = shownAs[field]
    const [mine, theirs] = [shown && sent?.[shown], shown && known?.[shown]]
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

function sentIn(secrets: Secrets, sealed: Buffer): Sent {
  const { newcomer } = openAttempt(secrets, sealed)
  const { firstName, lastName, dob, email, e164, address, gender, nationality, agencyId, papers } = newcomer
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
    numbers: (['nationalIns', 'passportNo'] as const).filter(name => newcomer[name] !== undefined),
    documents: papers.map(({ documentType }) => documentType),
  }
}

async function knownWorkers(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, { reference: string; known: Shown }>> {
  const type = recordTypes.find(known => known.type === 'worker')!
  const rows = await readRows(database, type, ids)
  return new Map(
    [...rows].map(([id, row]) => {
      const { reference, phone, address, dob, name, firstName, lastName, email, gender, nationality } =
        unsplit(type, row).record as StoredWorker['record']
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
