// §2.7, §4.13: people, their documents, and what is known of them that is never shown.

import { grantedBy, many } from '../access/ownership.ts'
import { agencyIds, ids } from '../kernel/query/filter.ts'
import { collection, part, same } from '../kernel/resource/collection.ts'
import type { Named, Warning } from '../kernel/resource/record-type.ts'
import { isNationalInsurance, isPps, nationalNumber, travelNumber } from '../matching/identity-numbers.ts'
import { erasedName } from '../shape/personal.ts'
import {
  companyOnly,
  derived,
  discreet,
  fileLink,
  flag,
  hidden,
  instant,
  integer,
  linkedAgencyOnly,
  list,
  maybe,
  number,
  oneOf,
  orNull,
  ownAgencyOnly,
  ownCompanyOnly,
  privateItems,
  record,
  referenceWith,
  type Static,
  sealed,
  text,
} from '../shape/shape.ts'
import type { StoredOf } from '../shape/stored.ts'
import { address, phone, ref, stamps } from './shapes.ts'
import { setOrNot } from './shared-rules.ts'
import {
  identityRows,
  knowByDocuments,
  memberRows,
  numberColumn,
  numberRows,
  numbersIn,
} from './worker-identity.ts'

const verification = record({
  verified: flag,
  cardTypeName: maybe(text),
  serial: maybe(text),
  customerName: maybe(text),
  documentNumber: maybe(text),
  photoType: maybe(text),
  expiry: maybe(text),
  occupationQualifications: maybe(list(record({ qual: text }))),
  lastVerifiedAt: maybe(instant),
})

const validationProperties = {
  id: text,
  company: ref('company'),
  competency: orNull(record({ id: text, name: text })),
  user: record({ id: orNull(text), name: text }),
  validationType: text,
  status: text,
  resolvedAt: maybe(instant),
  documentType: maybe(text),
  documentRef: maybe(text),
  statusHistory: list(record({ status: text, changedAt: instant, changedBy: maybe(text) })),
  createdAt: instant,
  updatedAt: instant,
}
const validations = derived(companyOnly(maybe(list(record(validationProperties)))))

/** The kept result of a check of the right to work. */
export const rightToWorkResult = {
  status: oneOf('passed', 'refused', 'expired', 'notFound'),
  checkType: oneOf('homeOfficeOnline', 'digitalVerification', 'manual', 'employerCheckingService'),
  checkedAt: instant,
  checkedBy: maybe(text),
  reference: maybe(text),
  shareCodeLast4: maybe(text),
  permissionType: maybe(oneOf('unlimited', 'timeLimited')),
  immigrationStatus: maybe(text),
  permissionStart: maybe(instant),
  permissionExpiry: maybe(instant),
  restrictions: maybe(list(text)),
  maxHoursPerWeek: maybe(number),
  followUpDue: maybe(instant),
  evidence: maybe(record({ fileName: text, url: fileLink })),
}
export const rightToWorkCheck = record({ id: text, ...rightToWorkResult })

const documentBasics = {
  id: text,
  ownedBy: derived(hidden(maybe(text))),
  type: oneOf('attachment', 'rightToWork'),
  documentType: text,
  documentNumber: maybe(text),
  expiration: maybe(instant),
  indefinite: maybe(flag),
  createdAt: instant,
  files: list(
    record({ fileName: text, url: fileLink, docType: maybe(oneOf('Front', 'Back', 'Term dates')) }),
  ),
  systemValidation: maybe(
    record({ status: text, checkedAt: maybe(instant), documentType: maybe(text), reason: orNull(text) }),
  ),
}

/** A document as the answer to its creation shows it. */
export const createdDocument = (({ ownedBy: _, systemValidation: __, ...shown }) => record(shown))(
  documentBasics,
)

const attachment = record({ ...documentBasics, verification: maybe(verification), validations })
const rightToWork = record({
  ...documentBasics,
  rightToWorkCheck: maybe(rightToWorkCheck),
  validations,
})

const agencyEntry = referenceWith('agency', ['name'], { agencyId: maybe(text), active: flag })

export const Worker = record({
  id: text,
  reference: text,
  firstName: text,
  lastName: text,
  name: text,
  gender: discreet(maybe(text)),
  nationality: discreet(maybe(text)),
  dob: discreet(maybe(instant)),
  email: discreet(maybe(text)),
  phone: discreet(maybe(phone)),
  address: discreet(maybe(address)),
  agencies: linkedAgencyOnly('id', ownAgencyOnly('id', list(agencyEntry))),
  trades: list(ref('masterTrade')),
  companyIds: companyOnly(maybe(ownCompanyOnly('company', list(record({ company: text, id: text }))))),
  attachments: privateItems(list(attachment)),
  rightToWork: privateItems(list(rightToWork)),
  ...stamps,
  documentValidations: hidden(maybe(list(record({ document: text, system: flag, ...validationProperties })))),
})

const WorkerFacts = record({
  documentOwners: maybe(list(record({ document: text, agency: text }))),
  nationalIns: sealed(nationalNumber, maybe(text)),
  passportNo: sealed(travelNumber, maybe(text)),
  otherPassports: sealed(travelNumber, maybe(list(text))),
  shareCodes: sealed(travelNumber, maybe(list(text))),
  documentNumbers: sealed(travelNumber, derived(maybe(list(text)))),
  e164: maybe(text),
  erased: maybe(flag),
  sequence: maybe(integer),
})
type WorkerRecord = Static<typeof Worker>
export type StoredWorker = StoredOf<typeof Worker, typeof WorkerFacts>

const collections = ['attachments', 'rightToWork'] as const
type Document = { id: string; ownedBy?: string }
/** What documents of either kind have. */
type Documents = Record<(typeof collections)[number], Document[]>

/** Puts each validation on its document: the system's, and those of the key's own companies. */
function placeValidations(
  record: WorkerRecord,
  given: NonNullable<WorkerRecord['documentValidations']>,
  owners: ReadonlySet<string | null>,
): void {
  const shown = given.filter(one => one.system || owners.has(one.company.id))
  for (const document of [...record.attachments, ...record.rightToWork]) {
    const own = shown.filter(one => one.document === document.id)
    document.validations = own.map(({ document: _, system: __, ...rest }) => rest)
  }
}

export const workers = collection({
  path: '/workers',
  noun: 'worker',
  scope: 'read:workers',
  record: Worker,
  facts: WorkerFacts,
  owners: {
    company: grantedBy(
      { type: 'assignment', by: 'worker.id', owner: 'company.id', agency: 'agency.id' },
      {
        type: 'requisition',
        by: 'agencies.submissions.worker.id',
        owner: 'company.id',
        tokens: 'facts.submitted',
      },
      { own: 'companyIds.company' },
    ),
    agency: many('agencies.id'),
  },
  filters: { agency: agencyIds('agencies.id'), trade: ids('trades.id') },
  search: { within: ['name', 'reference', 'email'] },
  dates: ['createdAt', 'updatedAt'],
  sorts: { ...same('createdAt', 'updatedAt', 'name'), reference: 'reference' },
  defaultSort: 'createdAt desc',
  parts: {
    includeDocumentValidations: part('documentValidations', {
      on: 'get',
      merge: {
        callers: 'company',
        into: collections.flatMap(list => [`${list}.documentType`, `${list}.validations`]),
        put: placeValidations,
      },
    }),
  },
  tools: { list: 'open_api_list_workers', get: 'open_api_get_worker' },
  reading: { badId: 400, audited: 'worker' },
  rules: {
    retain: retainPerson,
    complete: settleDocuments,
    losses: lostOf,
    warnings: doubtedNumbers,
    distinct: [
      { code: 'SAME_REFERENCE', path: 'reference' },
      { code: 'SAME_NI_NUMBER', path: 'facts.nationalIns', rows: numberColumn },
    ],
  },
  derived: { children: [identityRows, numberRows, memberRows] },
})

/** Numbers are no secret to the file they come from, and all the same are never repeated. */
function doubtedNumbers({ facts: { nationalIns } }: StoredWorker): Warning[] {
  if (nationalIns == null || isNationalInsurance(nationalIns) || isPps(nationalIns)) return []
  const reason = 'is no National Insurance number, and no PPS number either'
  const hint = 'give two letters, six digits and a letter, such as QQ 12 34 56 C in form'
  return [{ code: 'NI_NUMBER', path: 'facts.nationalIns', reason, hint }]
}

/** A source knows some things of a person: what it does not name stays, and so do documents that others brought. */
function retainPerson({ record, facts }: StoredWorker, before: StoredWorker, named: Named): void {
  if (!named.isPatch) retainWhatIsUnnamed(record, before.record, named)
  if (!named.facts.has('documentOwners')) return
  // Whose a document is changes only where it is named: else it would be everybody's.
  const owners = facts.documentOwners ?? []
  const given = new Set(owners.map(({ document }) => document))
  const others = (before.facts.documentOwners ?? []).filter(one => !given.has(one.document))
  const all = [...owners, ...others]
  setOrNot(facts, 'documentOwners', all.length > 0 ? all : undefined)
}

function retainWhatIsUnnamed(record: WorkerRecord, before: WorkerRecord, named: Named): void {
  const given = new Set(documentsIn(record).map(({ id }) => id))
  const unnamed = Object.entries(before).filter(([name]) => !named.record.has(name))
  Object.assign(record, Object.fromEntries(unnamed))
  const [held, had]: Documents[] = [record, before]
  for (const name of collections) {
    const others = (had![name] ?? []).filter(({ id }) => !given.has(id))
    if (!named.record.has(name)) held![name] = others
    else if (!named.cleared.has(name)) held![name] = [...held![name], ...others]
  }
}

const documentsIn = (record: Documents) => collections.flatMap(name => record[name] ?? [])

/** What a load takes away of a person is told. */
function lostOf(before: StoredWorker, after: StoredWorker): Record<string, number> {
  const gone = (look: (stored: StoredWorker) => readonly unknown[]) => {
    const left = new Set(look(after))
    return look(before).filter(one => !left.has(one)).length
  }
  return {
    'identity numbers': gone(numbersIn),
    documents: gone(({ record }) => documentsIn(record).map(({ id }) => id)),
    agencies: gone(({ record }) => record.agencies.map(({ id }) => id)),
  }
}

function settleDocuments(stored: StoredWorker, named: Named): void {
  if (stored.facts.erased === true) emptyWorker(stored)
  ownDocuments(stored, named)
  knowByDocuments(stored)
}

/** What accounts need: who was paid goes by a reference, and agencies see that it is theirs no longer. */
export function emptyWorker({ record, facts }: StoredWorker): void {
  const { id, reference, agencies, createdAt, updatedAt } = record
  const [firstName, lastName] = erasedName.split(' ')
  const left = {
    id,
    reference,
    firstName,
    lastName,
    name: erasedName,
    agencies: (agencies ?? []).map(({ id, name }) => ({ id, name, active: false })),
    trades: [],
    companyIds: [],
    attachments: [],
    rightToWork: [],
    createdAt,
    updatedAt,
  }
  const { sequence } = facts
  for (const values of [record, facts])
    for (const name of Object.keys(values)) Reflect.deleteProperty(values, name)
  Object.assign(record, left)
  Object.assign(facts, { ...(sequence !== undefined && { sequence }), erased: true })
}

function ownDocuments({ record, facts }: StoredWorker, named: Named): void {
  // A telephone that the source names is looked for as it is now.
  if (named.record.has('phone') && !named.facts.has('e164')) delete facts.e164
  // Always there: were it missing where nobody has an id for the worker, its presence would tell of a rival's.
  record.companyIds ??= []
  const owners = new Map(facts.documentOwners?.map(one => [one.document, one.agency]))
  const held: Documents = record
  for (const name of collections)
    held[name] = held[name].map(document => owned(document, owners.get(document.id)))
}

/** Its owner in its place, so that a document is the same text whichever way it came. */
function owned({ id, ownedBy: _, ...document }: Document, owner: string | undefined): Document {
  return { id, ...(owner !== undefined && { ownedBy: owner }), ...document }
}
