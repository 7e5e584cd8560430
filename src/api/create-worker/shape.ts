// What POST /workers takes and gives (§4.12). The rules between fields are in person.ts and documents.ts.
import { Type } from '../../shape/schema.ts'
import { describe, list, maybe, oneOf, record, text } from '../../shape/shape.ts'
import { genders } from '../reference-lists.ts'
import { recordId } from '../shapes.ts'
import { createdDocument } from '../workers.ts'

export const maxBodyBytes = 50 * 1024 * 1024
export const maxFileBytes = 20 * 1024 * 1024

/** How much of each is taken. */
export const most = { characters: 200, trades: 50, documents: 50, files: 20 }

const day = Type.String({ format: 'date' })
const yes = Type.Literal(true)

const file = record({
  fileName: [text, 'What to call it, with its ending.'],
  content: [
    text,
    'The whole file as a base64 data URL, data:<mime>;base64,<data>; PDF, JPEG or PNG, 20 MB at most.',
  ],
  docType: [maybe(oneOf('Front', 'Back')), 'Which side it shows.'],
})

const document = record({
  documentId: [text, 'Its id in the master qualifications list, which says what else it needs.'],
  documentNumber: [
    maybe(text),
    'The number on it; a share code for a Visa. Required where the qualification says.',
  ],
  expiration: [maybe(day), 'YYYY-MM-DD. Required where the qualification says.'],
  files: [list(file), 'Its scans, as many as the qualification needs at least.'],
})

export const workerBody = record({
  firstName: [text, 'As identity documents have it.'],
  lastName: [text, 'As identity documents have it.'],
  dob: [day, 'Date of birth, YYYY-MM-DD; the worker is 16 to 100 years old.'],
  email: [text, 'The worker’s own address, valid.'],
  phone: [text, 'With or without the leading 0 and spaces.'],
  countryCode: [text, 'From the telephone country code list, with its +.'],
  gender: [oneOf(...genders), 'From the genders list.'],
  nationality: [text, 'From the countries list.'],
  nationalIns: [
    maybe(text),
    'UK National Insurance or Irish PPS number; required of UK and Irish nationals. Not shown again.',
  ],
  passportNo: [
    maybe(text),
    'Passport number or share code; others need it, or nationalIns. Not shown again.',
  ],
  address: [
    record({
      lineOne: [text, 'House and street.'],
      lineTwo: [maybe(text), 'Flat, floor or building.'],
      city: [text, 'Town or city.'],
      region: [maybe(text), 'County, or a larger part of the country.'],
      country: [text, 'From the countries list.'],
      code: [text, 'Postcode or Eircode; checked for the United Kingdom and Ireland.'],
      latitude: [maybe(Type.Number({ minimum: -90, maximum: 90 })), 'Degrees north; negative is south.'],
      longitude: [maybe(Type.Number({ minimum: -180, maximum: 180 })), 'Degrees east; negative is west.'],
    }),
    'Where the worker lives.',
  ],
  trades: [Type.Array(text, { minItems: 1 }), 'Ids from the master trades list, at least one.'],
  agencyId: [text, 'The agency’s own identifier for the worker; each may be used once.'],
  consent: [yes, 'Only true is taken: the agency holds the worker’s written consent.'],
  attachments: [maybe(list(document)), 'Documents that do not prove the right to work.'],
  rightToWork: [maybe(list(document)), 'Documents that prove the right to work.'],
})

export const createdWorker = Type.Union([
  record({
    id: recordId,
    reference: [text, 'The number people quote, such as WK-000242.'],
    attachments: [list(createdDocument), 'The documents as they were stored.'],
    rightToWork: [list(createdDocument), 'The documents as they were stored.'],
    createdAt: [Type.String({ format: 'date-time' }), 'When the worker was created.'],
  }),
  describe(
    record({ dryRun: [yes, 'Nothing was wrong.'] }),
    'With dryRun=true: nothing was wrong, and nothing was stored',
  ),
])

export const documentNames = Object.keys(document.properties)
export const fileNames = Object.keys(file.properties)
export const bodyNames = Object.keys(workerBody.properties)
export const addressNames = Object.keys(workerBody.properties.address.properties)
