// What POST /workers takes and gives (§4.12). The rules between fields are in person.ts and documents.ts.
import { Type } from '../../shape/schema.ts'
import { describe, list, maybe, oneOf, record, text } from '../../shape/shape.ts'
import { genders } from '../reference-lists.ts'
import { createdDocument } from '../workers.ts'

export const maxBodyBytes = 50 * 1024 * 1024
export const maxFileBytes = 20 * 1024 * 1024

/** How much of each is taken. */
export const most = { characters: 200, trades: 50, documents: 50, files: 20 }

const day = Type.String({ format: 'date' })
const yes = Type.Literal(true)

const file = record({
  fileName: text,
  content: describe(text, 'The whole file as a base64 data URL: data:<mime>;base64,<data>; PDF, JPEG or PNG'),
  docType: maybe(oneOf('Front', 'Back')),
})

const document = record({
  documentId: describe(text, 'From the master qualifications list'),
  documentNumber: maybe(text),
  expiration: maybe(day),
  files: list(file),
})

export const workerBody = record({
  firstName: text,
  lastName: text,
  dob: day,
  email: text,
  phone: text,
  countryCode: describe(text, 'From the telephone country code list, with its +'),
  gender: oneOf(...genders),
  nationality: describe(text, 'From the countries list'),
  nationalIns: maybe(describe(text, 'UK National Insurance or Irish PPS number')),
  passportNo: maybe(describe(text, 'Passport number or share code')),
  address: record({
    lineOne: text,
    lineTwo: maybe(text),
    city: text,
    region: maybe(text),
    country: describe(text, 'From the countries list'),
    code: text,
    latitude: maybe(Type.Number({ minimum: -90, maximum: 90 })),
    longitude: maybe(Type.Number({ minimum: -180, maximum: 180 })),
  }),
  trades: describe(Type.Array(text, { minItems: 1 }), 'Master trade ids'),
  agencyId: describe(text, 'The agency’s own identifier for the worker'),
  consent: describe(yes, 'The agency holds the worker’s written consent'),
  attachments: maybe(list(document)),
  rightToWork: maybe(list(document)),
})

export const createdWorker = Type.Union([
  record({
    id: text,
    reference: text,
    attachments: list(createdDocument),
    rightToWork: list(createdDocument),
    createdAt: Type.String({ format: 'date-time' }),
  }),
  describe(record({ dryRun: yes }), 'With dryRun=true: nothing was wrong, and nothing was stored'),
])

export const documentNames = Object.keys(document.properties)
export const fileNames = Object.keys(file.properties)
export const bodyNames = Object.keys(workerBody.properties)
export const addressNames = Object.keys(workerBody.properties.address.properties)
