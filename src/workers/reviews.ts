// An attempt as the operator is shown it: who was sent, who it may be, and what each field says. Identity numbers
// are not shown, only whether they were given.
import { recordTypes } from '../api/index.ts'
import type { ShownPerson } from '../api/worker-identity.ts'
import type { Secrets } from '../secret.ts'
import type { Database } from '../store/database.ts'
import {
  attemptContent,
  type CandidateRow,
  candidatesOf,
  type DecisionRow,
  decisionsOf,
} from '../store/match-attempts.ts'
import { readRows, unsplit } from '../store/write-records.ts'
import { lookAgain, openAttempt } from './attempts.ts'

export type Shown = {
  name: string
  dob?: string
  email?: string
  phone?: string
  code?: string
  gender?: string
  nationality?: string
}

export type Review = {
  id: string
  state: string
  agency: string
  /** Gone once it is decided. */
  sent?: Shown & { agencyId: string; numbers: string[]; documents: string[] }
  candidates: (CandidateRow & { reference?: string; known?: Shown })[]
  decisions: DecisionRow[]
}

export async function reviewOf(
  database: Database,
  secrets: Secrets,
  id: string,
): Promise<Review | undefined> {
  await lookAgain(database, secrets, id)
  const content = await attemptContent(database, id)
  if (!content) return undefined
  const [candidates, decisions] = [await candidatesOf(database, id), await decisionsOf(database, id)]
  const workers = await knownWorkers(
    database,
    candidates.map(({ worker }) => worker),
  )
  return {
    id,
    state: content.state,
    agency: content.agency,
    ...(content.sealed && { sent: sentIn(secrets, content.sealed) }),
    candidates: candidates.map(candidate => ({ ...candidate, ...workers.get(candidate.worker) })),
    decisions,
  }
}

function sentIn(secrets: Secrets, sealed: Buffer): NonNullable<Review['sent']> {
  const { newcomer } = openAttempt(secrets, sealed)
  const { firstName, lastName, dob, email, e164, address, gender, nationality, agencyId, papers } = newcomer
  return {
    name: `${firstName} ${lastName}`,
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
      const { reference, phone, address, dob, name, email, gender, nationality } = unsplit(type, row)
        .record as unknown as ShownPerson & { reference: string; name: string }
      const known = {
        name,
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
