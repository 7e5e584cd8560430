// A worker's document: its number, expiry and files as its qualification asks for them.
import { at, type Day } from './calendar.ts'
import { type FileName, fileLinkTo, linkElsewhere } from './files.ts'
import type { Agency } from './organisations.ts'
import { type Qualification, qualificationCalled } from './qualifications.ts'
import { idOf } from './random.ts'

/** Who the documents are of, since when. */
export type Bearer = {
  worker: number
  name: string
  /** When the worker was first known. */
  since: Day
  today: Day
}

export type Document = {
  id: string
  type: Qualification['collection']
  documentType: string
  documentNumber?: string
  expiration?: string
  indefinite?: boolean
  createdAt: string
  files: object[]
  systemValidation?: object
  verification?: object
  rightToWorkCheck?: object
}

/** Of an agency-specific document, whose it is. */
export type Owned = { document: Document; owner?: Agency }

export type Details = {
  /** Which one of the worker's. */
  at: number
  called: string
  number?: string
  expires?: Day
  files: readonly { file: FileName; docType?: 'Front' | 'Back' | 'Term dates' }[]
}

const sides = ['Front', 'Back'] as const
export const bothSides = [
  { file: 'card-front.jpg', docType: sides[0] },
  { file: 'card-back.jpg', docType: sides[1] },
] as const

/** Room for sixteen documents a worker. */
export const documentId = ({ worker }: Bearer, number: number): string =>
  idOf('document', worker * 16 + number)

/** Most are read and recognised; of some the reading failed. */
function validationOf(bearer: Bearer, { at: number, called }: Details) {
  const turn = (bearer.worker + number) % 8
  if (turn > 4) return {}
  const failed = turn === 0
  return {
    systemValidation: {
      status: failed ? 'failed' : 'passed',
      checkedAt: at(bearer.since + 1, 605),
      documentType: called,
      reason: failed ? 'The picture is too dark to read' : null,
    },
  }
}

export function documentOf(bearer: Bearer, details: Details): Document {
  const { at: number, called, expires, files } = details
  const { collection, expiry } = qualificationCalled(called)
  const elsewhere = (bearer.worker * 16 + number) % 53 === 0
  return {
    id: documentId(bearer, number),
    type: collection,
    documentType: called,
    ...(details.number !== undefined && { documentNumber: details.number }),
    ...(expires !== undefined ? { expiration: at(expires) } : expiry !== 'required' && { indefinite: true }),
    createdAt: at(bearer.since + 1, 600),
    files: files.map(({ file, docType }) => ({
      fileName: file,
      url: elsewhere ? linkElsewhere(`${documentId(bearer, number)}/${file}`) : fileLinkTo(file),
      ...(docType && { docType }),
    })),
    ...validationOf(bearer, details),
  }
}
