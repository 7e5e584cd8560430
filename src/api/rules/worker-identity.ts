// What a worker is found and compared by when another is to be created (§4.12): kept in rows beside each worker by
// whoever writes it, so that a match is decided without reading documents.

import { compactCode } from '../../formats/fold.ts'
import { plainEmail, postcodeParts, telephoneNumber } from '../../matching/contacts.ts'
import { isPassport, isShareCode } from '../../matching/identity-numbers.ts'
import { type Person, personOf } from '../../matching/person.ts'
import { childRows } from '../../record-types/child.ts'
import { hashIn } from '../../record-types/seal.ts'
import { isErasedRecord } from '../../shape/personal.ts'
import type { StoredWorker } from '../shapes/worker.ts'

/** The telephone as E.164, where what is shown can be one. */
function phoneOf({ record: { phone }, facts }: StoredWorker): string | undefined {
  return facts.e164 ?? (phone && telephoneNumber(phone.number, phone.countryCode)?.e164)
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

type NumberedDocument = { documentType: string; documentNumber?: string }

/** Whether the number of a proof of the right to work says who somebody is; share codes tell themselves. */
function isIdentityNumber({ documentType, documentNumber = '' }: NumberedDocument): boolean {
  const number = compactCode(documentNumber)
  return (isPassportCalled(documentType) && isPassport(number)) || isShareCode(number)
}

/** The numbers of documents that say who somebody is. */
export function knowByDocuments({ record, facts }: StoredWorker): void {
  const documents = (record.rightToWork ?? []).filter(isIdentityNumber)
  const numbers = documents.map(({ documentNumber = '' }) => compactCode(documentNumber))
  delete facts.documentNumbers
  if (numbers.length > 0) facts.documentNumbers = [...new Set(numbers)]
}

/** The numbers of other documents, such as cards, in the form in which they are compared. */
function otherNumbersIn({ record: { attachments = [], rightToWork = [] } }: StoredWorker): string[] {
  const others: NumberedDocument[] = [...attachments, ...rightToWork.filter(one => !isIdentityNumber(one))]
  const numbers = others.map(({ documentNumber = '' }) => compactCode(documentNumber))
  return [...new Set(numbers)].filter(number => number !== '')
}

/** With an index for every key that candidates are looked for by (matching/keys.ts). Operators look for the numbers of
 * documents too, which have none: there are many, and a search may look at all rows. */
export const identityRows = childRows({
  name: 'identity',
  edition: 3,
  since: { documents: 3 },
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
    documents: 'texts',
  },
  indexes: [['email'], ['phone'], ['dob'], ['postcode'], ['outward', 'first'], ['last', 'outward', 'first']],
  rows: (stored: StoredWorker) => {
    if (isErasedRecord(stored)) return []
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
        documents: otherNumbersIn(stored),
      },
    ]
  },
})

/** One row for each identity number, to be found by. */
export const numberRows = childRows({
  name: 'number',
  edition: 1,
  columns: { hash: 'text' },
  indexes: [['hash']],
  rows: stored => identityNumbersIn(stored).map(hash => ({ hash })),
})

export const numberColumn = { name: 'number', column: 'hash' } as const

/** The agency's own identifier for the worker, which it may use once. */
export const memberRows = childRows({
  name: 'member',
  edition: 1,
  columns: { agency: 'text', agencyId: 'text' },
  indexes: [['agency', 'agencyId']],
  rows: ({ record }: StoredWorker) =>
    record.agencies.flatMap(({ id, agencyId }) =>
      id !== null && agencyId !== undefined ? [{ agency: id, agencyId }] : [],
    ),
})

export const memberColumns = {
  name: 'member',
  column: 'agency_id',
  owner: { property: 'id', column: 'agency' },
} as const
