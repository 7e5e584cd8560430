// A new worker as the checked body of POST /workers gives it, and what the world does with it.

import type { Caller } from '../../access/caller.ts'
import type { Answer } from '../../kernel/operation/answer.ts'

export type Upload = { fileName: string; mime: string; bytes: Buffer; docType?: 'Front' | 'Back' }

export type NewDocument = {
  collection: 'attachment' | 'rightToWork'
  documentType: string
  number?: string
  /** YYYY-MM-DD; without one it does not expire. */
  expiration?: string
  /** Shown only to the agency that sent it. */
  agencySpecific: boolean
  /** The card scheme whose smart check covers it. */
  smartCheck?: string
  /** Needs a saved Home Office check. */
  homeOffice: boolean
  /** Its number is a passport's. */
  passport: boolean
  files: readonly Upload[]
}

export type NewWorker = {
  firstName: string
  lastName: string
  /** YYYY-MM-DD */
  dob: string
  email: string
  phone: { countryCode: string; number: string }
  e164: string
  gender: string
  nationality: string
  nationalIns?: string
  passportNo?: string
  address: Record<string, string | number>
  trades: readonly string[]
  agencyId: string
  documents: readonly NewDocument[]
}

/** Who sends the worker, for which agency, and under which Idempotency-Key. */
export type WorkerSender = { caller: Pick<Caller, 'keyId'>; agency: string; idempotency?: Idempotency }

export type Idempotency = { keyId: string; name: string; fingerprint: string }

export type WorkerCreation = {
  /** The answer to an earlier request with this key; refuses another body under the same key. */
  repeated(idempotency: Idempotency): Promise<Answer | undefined>
  /** Stores a worker whole or not at all; refuses one that may be known already. */
  add(worker: NewWorker, adding: WorkerSender): Promise<Answer>
  /** The same checks except for matching; stores nothing. */
  check(worker: NewWorker, adding: WorkerSender): Promise<void>
}

declare module '../../kernel/operation/operation.ts' {
  interface World {
    workerCreation: WorkerCreation
  }
}
