// What a worker is found and compared by when another is to be created (§4.12): kept in rows beside each worker by
// whoever writes it, so that a match is decided without reading documents.

import { compact } from '../../formats/fold.ts'
import { plainEmail, postcodeParts, telephone } from '../../matching/contacts.ts'
import { isPassport, isShareCode } from '../../matching/identity-numbers.ts'
import { type Person, personOf } from '../../matching/person.ts'
import { child } from '../../record-types/child.ts'
import { hashIn } from '../../record-types/seal.ts'
import type { StoredWorker } from '../shapes/worker.ts'

/** The telephone as E.164, where what is shown can be one. */
function phoneOf({ record: { phone }, facts }: StoredWorker): string | undefined {
  return facts.e164 ?? (phone && telephone(phone.number, phone.countryCode)?.e164)
}

export function personIn(stored: StoredWorker): Person {
  const { firstName, lastName, dob, email, address, gender, nationality } = stored.record
  return personOf({
    firstName,
    lastName,
    gender,
    nationality,
    dob: dob?.slice(0, 10),
    email: email && plainEmail(email),
    phone: phoneOf(stored),
    code: address?.code,
    numbers: identityNumbersIn(stored),
  })
}

type NumberFact = 'nationalIns' | 'passportNo' | 'otherPassports' | 'shareCodes' | 'documentNumbers'

/** What the identity numbers of a worker are found by. */
export function identityNumbersIn({ facts }: { facts: Partial<Record<NumberFact, unknown>> }): string[] {
  const { nationalIns, passportNo, otherPassports = [], shareCodes = [], documentNumbers = [] } = facts
  const sealed = [nationalIns, passportNo, otherPassports, shareCodes, documentNumbers].flat()
  return [...new Set(sealed.flatMap(one => hashIn(one) ?? []))]
}

/** A document whose number is a passport's, by what it is called. */
export const isPassportCalled = (documentType: string) => /passport/i.test(documentType)

/** The numbers of documents that say who somebody is; share codes tell themselves. */
export function knowByDocuments({ record, facts }: StoredWorker): void {
  const numbers = (record.rightToWork ?? []).flatMap(({ documentType, documentNumber = '' }) => {
    const number = compact(documentNumber)
    return (isPassportCalled(documentType) && isPassport(number)) || isShareCode(number) ? [number] : []
  })
  delete facts.documentNumbers
  if (numbers.length > 0) facts.documentNumbers = [...new Set(numbers)]
}

/** With an index for every key that candidates are looked for by (matching/keys.ts). */
export const identityRows = child({
  name: 'identity',
  edition: 2,
  columns: {
    first: 'text',
    last: 'text',
    dob: 'text',
    email: 'text',
    phone: 'text',
    postcode: 'text',
    outward: 'text',
    gender: 'text',
    nationality: 'text',
    numbers: 'texts',
  },
  indexes: [['email'], ['phone'], ['dob'], ['postcode'], ['outward', 'first'], ['last', 'outward', 'first']],
  rows: (stored: StoredWorker) => {
    if (stored.facts.erased) return []
    const { dob, email, phone, postcode, gender, nationality, ...person } = personIn(stored)
    return [
      {
        ...person,
        dob: dob ?? null,
        email: email ?? null,
        phone: phone ?? null,
        postcode: postcode ?? null,
        outward: (postcode && postcodeParts(postcode).outward) ?? null,
        gender: gender ?? null,
        nationality: nationality ?? null,
      },
    ]
  },
})

/** One row for each identity number, to be found by. */
export const numberRows = child({
  name: 'number',
  edition: 1,
  columns: { hash: 'text' },
  indexes: [['hash']],
  rows: stored => identityNumbersIn(stored).map(hash => ({ hash })),
})

export const numberColumn = { name: 'number', column: 'hash' } as const

/** The agency's own identifier for the worker, which it may use once. */
export const memberRows = child({
  name: 'member',
  edition: 1,
  columns: { agency: 'text', agencyId: 'text' },
  indexes: [['agency', 'agencyId']],
  rows: ({ record }: StoredWorker) =>
    record.agencies.flatMap(({ id, agencyId }) =>
      id !== null && agencyId !== undefined ? [{ agency: id, agencyId }] : [],
    ),
})
