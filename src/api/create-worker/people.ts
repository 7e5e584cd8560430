// Somebody who is to be added, checked by the operation that took them in, and what the world does with them.

import type { Caller } from '../../access/caller.ts'
import type { Answer } from '../../kernel/operation/answer.ts'

export type Upload = { fileName: string; mime: string; bytes: Buffer; docType?: 'Front' | 'Back' }

export type Paper = {
  collection: 'attachment' | 'rightToWork'
  documentType: string
  number?: string
  /** YYYY-MM-DD; without one it does not expire. */
  expiration?: string
  /** Kept for, and seen by, the agency that gave it alone. */
  agencySpecific: boolean
  /** The card scheme that can be asked about it. */
  smartCheck?: string
  /** Needs a kept result of a Home Office check. */
  homeOffice: boolean
  /** Its number is a passport's. */
  passport: boolean
  files: readonly Upload[]
}

export type Newcomer = {
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
  papers: readonly Paper[]
}

/** Who adds them, for which agency, and under which name the attempt may be repeated. */
export type Adding = { caller: Caller; agency: string; attempt?: Attempt }

export type Attempt = { keyId: string; name: string; fingerprint: string }

export type People = {
  /** The answer that this attempt had, where it was made before; refuses another body under its name. */
  repeated(attempt: Attempt): Promise<Answer | undefined>
  /** Stores somebody nobody knows, whole or not at all; refuses whoever may be known. */
  add(newcomer: Newcomer, adding: Adding): Promise<Answer>
  /** The same checks but for whether anybody knows them; stores nothing. */
  check(newcomer: Newcomer, adding: Adding): Promise<void>
}

declare module '../../kernel/operation/operation.ts' {
  interface World {
    people: People
  }
}
