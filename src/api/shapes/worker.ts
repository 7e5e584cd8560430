// The Shape of a worker (§2.7).

import type { Static } from 'typebox'
import { nationalNumber, travelNumber } from '../../matching/identity-numbers.ts'
import {
  companyOnly,
  derived,
  describe,
  discreet,
  fields,
  fileLink,
  flag,
  hidden,
  idAndName,
  instant,
  integer,
  linkedAgencyOnly,
  list,
  longText,
  maybe,
  number,
  orNull,
  ownAgencyOnly,
  ownCompanyOnly,
  privateItems,
  record,
  referenceWith,
  sealed,
  text,
  words,
} from '../../shape/shape.ts'
import type { StoredOf } from '../../shape/stored.ts'
import { address, itemId, phone, recordId, ref, sides, stamps } from '../shapes.ts'

const verification = record({
  verified: [flag, 'Whether the card scheme confirmed the card.'],
  cardTypeName: [maybe(text), 'The kind of card, as the scheme calls it.'],
  serial: [maybe(text), 'The serial number on the card.'],
  customerName: [maybe(text), 'The holder as the scheme has it: initial and surname.'],
  documentNumber: [maybe(text), 'The registration number that was asked about.'],
  photoType: [maybe(text), 'Media type of the scheme’s photograph, which is not given here.'],
  expiry: [maybe(text), 'The day the card expires, as YYYY-MM-DD.'],
  occupationQualifications: [
    list(record({ qual: [text, 'A qualification that stands on the card.'] })),
    'What the holder is qualified for.',
  ],
  lastVerifiedAt: [maybe(instant), 'When the scheme was last asked.'],
})
const validationProperties = fields({
  id: itemId,
  company: [ref('company'), 'For whom it was looked at.'],
  competency: [
    orNull(
      record({
        id: [text, 'Of the qualification.'],
        name: [text, 'What the qualification is called.'],
      }),
    ),
    'What it was to prove; null when nothing in particular.',
  ],
  user: [idAndName, 'Who looked at it; the id is null for the system itself.'],
  validationType: [text, 'How it was looked at, such as manual or smartCheck.'],
  status: [text, 'What was decided, such as pending or approved.'],
  resolvedAt: [maybe(instant), 'When it was decided; absent before that.'],
  documentType: [maybe(text), 'What the document was taken for.'],
  documentRef: [maybe(text), 'The number of the document that was looked at.'],
  statusHistory: [
    list(
      record({
        status: [text, 'What it became.'],
        changedAt: [instant, 'When it became that.'],
        changedBy: [maybe(text), 'Who changed it; absent for the system itself.'],
      }),
    ),
    'Every status it has had, in order.',
  ],
  createdAt: [instant, 'When it was asked for.'],
  updatedAt: [instant, 'When it last changed.'],
})
const validations = describe(
  derived(companyOnly(maybe(list(record(validationProperties))))),
  'Who looked at it and decided what; only with includeDocumentValidations=true.',
)

/** The kept result of a check of the right to work. */
export const rightToWorkResult = fields({
  status: [
    words({
      passed: 'may work, as far as permissionType and restrictions say',
      refused: 'may not work',
      expired: 'the permission has run out',
      notFound: 'nothing is known under that code',
    }),
    'What the check found when it was made; it is no guarantee for today.',
  ],
  checkType: [
    words({
      homeOfficeOnline: 'by share code at the Home Office',
      digitalVerification: 'by an identity service provider',
      manual: 'by looking at the document',
      employerCheckingService: 'by asking the Home Office about a pending case',
    }),
    'How it was made.',
  ],
  checkedAt: [instant, 'When it was made; it is not made again.'],
  checkedBy: [maybe(text), 'Who made it.'],
  reference: [maybe(text), 'What the checking office calls it.'],
  shareCodeLast4: [maybe(text), 'The end of the share code; the rest is never shown.'],
  permissionType: [
    maybe(words({ unlimited: 'it has no end', timeLimited: 'it ends on permissionExpiry' })),
    'Whether the permission runs out.',
  ],
  immigrationStatus: [maybe(text), 'The status that it gave, such as Skilled Worker.'],
  permissionStart: [maybe(instant), 'From when on the worker may work.'],
  permissionExpiry: [maybe(instant), 'Until when; absent when unlimited.'],
  restrictions: [maybe(list(text)), 'What work is not allowed, in words.'],
  maxHoursPerWeek: [maybe(number), 'The most hours a week that are allowed; absent when not limited.'],
  followUpDue: [maybe(instant), 'By when it has to be checked again.'],
  evidence: [
    maybe(
      record({ fileName: [text, 'What it is called.'], url: [fileLink, 'The page that the check gave.'] }),
    ),
    'What was kept of it.',
  ],
})
const rightToWorkCheck = record({ id: itemId, ...rightToWorkResult })
const documentBasics = fields({
  id: itemId,
  ownedBy: derived(hidden(maybe(text))),
  type: [
    words({ attachment: 'any other document', rightToWork: 'proves the right to work' }),
    'Which of the two lists it is in.',
  ],
  documentType: [text, 'The master qualification it is, by name.'],
  documentNumber: [
    maybe(text),
    'The number on it: of a card, a passport, a share code; absent when it has none.',
  ],
  expiration: [maybe(instant), 'The day it expires; absent when it does not, or when that is not known.'],
  indefinite: [maybe(flag), 'Whether it never expires.'],
  createdAt: [instant, 'When it was added.'],
  files: [
    list(
      record({
        fileName: [text, 'What it was called when it was uploaded.'],
        url: [fileLink, 'The scan itself.'],
        docType: [
          maybe(words({ ...sides, 'Term dates': 'when a student may work full time' })),
          'Which side it is, or what it is evidence of.',
        ],
      }),
    ),
    'Scans of it.',
  ],
  systemValidation: [
    maybe(
      record({
        status: [text, 'What was found, such as passed.'],
        checkedAt: [maybe(instant), 'When it was looked at.'],
        documentType: [maybe(text), 'What it was taken for.'],
        reason: [orNull(longText), 'Why it did not pass; null when it did.'],
      }),
    ),
    'What a program found when it looked at the scans.',
  ],
})

/** A document as the answer to its creation shows it. */
export const createdDocument = (({ ownedBy: _, systemValidation: __, ...shown }) => record(shown))(
  documentBasics,
)
const attachment = record({
  ...documentBasics,
  verification: [maybe(verification), 'What the card scheme said about it; absent when it was not asked.'],
  validations,
})
const rightToWork = record({
  ...documentBasics,
  rightToWorkCheck: [
    maybe(rightToWorkCheck),
    'The result of a check, as kept: neither made anew nor a guarantee of today’s permission.',
  ],
  validations,
})
const agencyEntry = referenceWith('agency', ['name'], {
  agencyId: [maybe(text), 'The agency’s own identifier for the worker.'],
  active: [flag, 'Whether the worker is still on its books.'],
})

export const Worker = record({
  id: recordId,
  reference: [text, 'The number people quote, such as WK-000242.'],
  firstName: [text, 'Given name, or several.'],
  lastName: [text, 'Family name, or several.'],
  name: [text, 'Both together, as lists show and search it.'],
  gender: [discreet(maybe(text)), 'As in `GET /genders`.'],
  nationality: [discreet(maybe(text)), 'As in `GET /countries`.'],
  dob: [discreet(maybe(instant)), 'Date of birth, at midnight UTC.'],
  email: [discreet(maybe(text)), 'Where to write to the worker.'],
  phone: [discreet(maybe(phone)), 'Where to call the worker.'],
  address: [discreet(maybe(address)), 'Where the worker lives.'],
  agencies: [
    linkedAgencyOnly('id', ownAgencyOnly('id', list(agencyEntry))),
    'The agencies the worker is with; companies see those connected to them.',
  ],
  trades: [list(ref('masterTrade')), 'What the worker can do, out of `GET /master-trades`.'],
  companyIds: [
    companyOnly(
      maybe(
        ownCompanyOnly(
          'company',
          list(
            record({
              company: [text, 'Which company, by id.'],
              id: [text, 'What it calls the worker.'],
            }),
          ),
        ),
      ),
    ),
    'What companies call the worker in their own systems.',
  ],
  attachments: [
    privateItems(list(attachment)),
    'Cards, certificates and other documents; an agency’s own, such as a CV, are seen by it alone.',
  ],
  rightToWork: [privateItems(list(rightToWork)), 'Documents that prove the right to work.'],
  ...stamps,
  documentValidations: [
    hidden(
      maybe(
        list(
          record({
            document: [text, 'Id of the document it is about.'],
            system: [flag, 'Whether every company that sees the worker is shown it.'],
            ...validationProperties,
          }),
        ),
      ),
    ),
    'Validations of all documents, which the API shows on each as validations.',
  ],
})
export const WorkerFacts = record({
  documentOwners: [
    maybe(
      list(
        record({
          document: [text, 'Id of the document.'],
          agency: [text, 'Id of the agency that alone sees it.'],
        }),
      ),
    ),
    'Documents that belong to one agency.',
  ],
  nationalIns: [sealed(nationalNumber, maybe(text)), 'UK National Insurance or Irish PPS number.'],
  passportNo: [sealed(travelNumber, maybe(text)), 'Number of the passport.'],
  otherPassports: [sealed(travelNumber, maybe(list(text))), 'Numbers of earlier and further passports.'],
  shareCodes: [sealed(travelNumber, maybe(list(text))), 'Right-to-work share codes, nine characters each.'],
  documentNumbers: [
    sealed(travelNumber, derived(maybe(list(text)))),
    'Worked out: passport numbers and share codes that stand in documents.',
  ],
  e164: [maybe(text), 'The telephone number as +447700900123, to be matched by; worked out unless given.'],
  erased: [
    maybe(flag),
    'Whether the person was erased: true erases them here for good, as `./muster people erase` does.',
  ],
  sequence: [maybe(integer), 'The number in the reference of one made by POST /workers.'],
  linkedAgencies: [
    maybe(list(text)),
    'Ids of agencies that a decision on a match assigned to the worker: they stay where a line leaves them out.',
  ],
})
export type WorkerRecord = Static<typeof Worker>
export type StoredWorker = StoredOf<typeof Worker, typeof WorkerFacts>
