// What POST /workers takes and gives (§4.12). The rules between fields are in person.ts and documents.ts.
import { Type } from '../../shape/schema.ts'
import { describe, list, maybe, oneName, record, text, words } from '../../shape/shape.ts'
import { genders } from '../reference-lists.ts'
import { createdDocument } from '../shapes/worker.ts'
import { recordId, sides } from '../shapes.ts'

export const maxBodyBytes = 50 * 1024 * 1024
/** The most of each that is accepted. */
export const mostInBody = { characters: 200, trades: 50, documents: 50, files: 20 }

const day = Type.String({ format: 'date' })
const yes = Type.Literal(true)

const file = record({
  fileName: [text, 'What to call it, with its ending.'],
  content: [
    text,
    'The whole file as a base64 data URL, data:<mime>;base64,<data>; PDF, JPEG or PNG, 20 MB at most.',
  ],
  docType: [maybe(words(sides)), 'Which side it shows.'],
})

const document = record({
  documentId: [text, 'Its id in `GET /master-qualifications`, which says what else it needs.'],
  documentNumber: [
    maybe(text),
    'The number on it, for a Visa the share code; required, optional or refused, as the qualification says.',
  ],
  expiration: [
    maybe(day),
    'The day it expires, YYYY-MM-DD; required, optional or refused, as the qualification says.',
  ],
  files: [list(file), 'Its scans; the qualification says how many at least.'],
})

export const workerBody = record({
  firstName: [text, 'As on the worker’s identity documents.'],
  lastName: [text, 'As on the worker’s identity documents.'],
  dob: [day, 'Date of birth, YYYY-MM-DD; the worker is 16 to 100 years old.'],
  email: [text, 'The worker’s own e-mail address.'],
  phone: [text, 'With or without the leading 0 and spaces.'],
  countryCode: [text, 'Exactly as in `GET /telephone-country-codes`, with its +.'],
  gender: [oneName(...genders), 'Exactly as in `GET /genders`.'],
  nationality: [text, 'Exactly as in `GET /countries`.'],
  nationalIns: [
    maybe(text),
    'UK nationals: National Insurance number. Irish: that or a PPS number. Others: this or passportNo. Never returned.',
  ],
  passportNo: [
    maybe(text),
    'Passport number or share code, of nationals other than UK and Irish who give no nationalIns. Never returned.',
  ],
  address: [
    record({
      lineOne: [text, 'House and street.'],
      lineTwo: [maybe(text), 'Flat, floor or building.'],
      city: [text, 'Town or city.'],
      region: [maybe(text), 'County, or a larger part of the country.'],
      country: [text, 'Exactly as in `GET /countries`.'],
      code: [text, 'Postcode or Eircode; checked for the United Kingdom and Ireland.'],
      latitude: [maybe(Type.Number({ minimum: -90, maximum: 90 })), 'Degrees north; negative is south.'],
      longitude: [maybe(Type.Number({ minimum: -180, maximum: 180 })), 'Degrees east; negative is west.'],
    }),
    'Where the worker lives.',
  ],
  trades: [Type.Array(text, { minItems: 1 }), 'Ids from `GET /master-trades`, at least one.'],
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
    record({ dryRun: [yes, 'Nothing was wrong, and nothing was stored.'] }),
    'With dryRun=true: nothing was wrong, and nothing was stored',
  ),
])

export const documentNames = Object.keys(document.properties)
export const fileNames = Object.keys(file.properties)
export const bodyNames = Object.keys(workerBody.properties)
export const addressNames = Object.keys(workerBody.properties.address.properties)
