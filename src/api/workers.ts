// §2.7, §4.13: people, their documents, and what is known of them that is never shown.

import { grantedBy, many } from '../access/ownership.ts'
import { agencyIds, ids } from '../kernel/query/filter.ts'
import { collection, part, same } from '../kernel/resource/collection.ts'
import type { Named } from '../kernel/resource/record-type.ts'
import { nationalNumber, travelNumber } from '../matching/identity-numbers.ts'
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
  text,
} from '../shape/shape.ts'
import type { Stored } from '../shape/stored.ts'
import { address, phone, ref, stamps } from './shapes.ts'
import { identityRows, knowByDocuments, memberRows, numberRows, numbersIn } from './worker-identity.ts'

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

type Validated = { document: string; system: boolean } & Record<string, unknown>
type Document = { id: string; ownedBy?: string; validations?: unknown[] }

/** Puts each validation on its document: the system's, and those of the key's own companies. */
function placeValidations(
  record: Record<string, unknown>,
  given: unknown,
  owners: ReadonlySet<string>,
): void {
  const shown = (given as Validated[]).filter(
    one => one.system || owners.has((one.company as { id: string }).id),
  )
  for (const document of [...(record.attachments as Document[]), ...(record.rightToWork as Document[])]) {
    const own = shown.filter(one => one.document === document.id)
    document.validations = own.map(({ document: _, system: __, ...rest }) => rest)
  }
}

export const workers = collection({
  path: '/workers',
  noun: 'worker',
  scope: 'read:workers',
  audited: 'worker',
  record: Worker,
  facts: record({
    documentOwners: maybe(list(record({ document: text, agency: text }))),
    nationalIns: maybe(text),
    passportNo: maybe(text),
    otherPassports: maybe(list(text)),
    shareCodes: maybe(list(text)),
    documentNumbers: derived(maybe(list(text))),
    e164: maybe(text),
    erased: maybe(flag),
    sequence: maybe(integer),
  }),
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
  filters: { agency: agencyIds('agencies.id', { linked: true }), trade: ids('trades.id') },
  keep: ['companyIds.company'],
  search: { within: ['name', 'reference', 'email'] },
  dates: ['createdAt', 'updatedAt'],
  sorts: { ...same('createdAt', 'updatedAt', 'name'), reference: 'reference' },
  defaultSort: 'createdAt desc',
  parts: {
    includeDocumentValidations: part('documentValidations', {
      on: 'get',
      callers: 'company',
      merge: placeValidations,
      into: ['attachments', 'rightToWork'].flatMap(list => [`${list}.documentType`, `${list}.validations`]),
    }),
  },
  retain: retainPerson,
  complete: settleDocuments,
  losses: lostOf,
  sealed: {
    nationalIns: nationalNumber,
    passportNo: travelNumber,
    otherPassports: travelNumber,
    shareCodes: travelNumber,
    documentNumbers: travelNumber,
  },
  children: [identityRows, numberRows, memberRows],
  tools: { list: 'open_api_list_workers', get: 'open_api_get_worker' },
  badId: 400,
})

const collections = ['attachments', 'rightToWork'] as const
type Owner = { document: string; agency: string }

/** A source knows some things of a person: what it does not name stays, and so do documents that others brought. */
function retainPerson(stored: Stored, before: Stored, named: Named): void {
  if (!named.isPatch) retainWhatIsUnnamed(stored.record, before, named)
  if (!named.facts.has('documentOwners')) return
  // Whose a document is changes only where it is named: else it would be everybody's.
  const owners = (stored.facts.documentOwners ?? []) as Owner[]
  const given = new Set(owners.map(({ document }) => document))
  const others = ((before.facts.documentOwners ?? []) as Owner[]).filter(one => !given.has(one.document))
  delete stored.facts.documentOwners
  if (owners.length + others.length > 0) stored.facts.documentOwners = [...owners, ...others]
}

function retainWhatIsUnnamed(record: Stored['record'], before: Stored, named: Named): void {
  const given = new Set(collections.flatMap(name => (record[name] as Document[]).map(({ id }) => id)))
  for (const [name, value] of Object.entries(before.record)) if (!named.record.has(name)) record[name] = value
  for (const name of collections) {
    const others = documentsIn(before, name).filter(({ id }) => !given.has(id))
    if (!named.record.has(name)) record[name] = others
    else if (!named.cleared.has(name)) record[name] = [...(record[name] as Document[]), ...others]
  }
}

const documentsIn = ({ record }: Stored, name: (typeof collections)[number]) =>
  (record[name] ?? []) as Document[]

/** What a load takes away of a person is told. */
function lostOf(before: Stored, after: Stored): Record<string, number> {
  const gone = (was: readonly unknown[], is: readonly unknown[]) =>
    was.filter(one => !is.includes(one)).length
  const documents = (stored: Stored) =>
    collections.flatMap(name => documentsIn(stored, name).map(({ id }) => id))
  const agencies = ({ record }: Stored) => (record.agencies as { id: unknown }[]).map(({ id }) => id)
  return {
    'identity numbers': gone(numbersIn(before), numbersIn(after)),
    documents: gone(documents(before), documents(after)),
    agencies: gone(agencies(before), agencies(after)),
  }
}

function settleDocuments(stored: Stored, named: Named): void {
  if (stored.facts.erased === true) emptyWorker(stored)
  ownDocuments(stored, named)
  knowByDocuments(stored)
}

type Tie = { id: string; name: string }

/** What accounts need: who was paid goes by a reference, and agencies see that it is theirs no longer. */
export function emptyWorker({ record, facts }: Stored): void {
  const { id, reference, agencies, createdAt, updatedAt } = record
  const [firstName, lastName] = erasedName.split(' ')
  const left = {
    id,
    reference,
    firstName,
    lastName,
    name: erasedName,
    agencies: ((agencies ?? []) as Tie[]).map(tie => ({ id: tie.id, name: tie.name, active: false })),
    trades: [],
    companyIds: [],
    attachments: [],
    rightToWork: [],
    createdAt,
    updatedAt,
  }
  const { sequence } = facts
  for (const values of [record, facts]) for (const name of Object.keys(values)) delete values[name]
  Object.assign(record, left)
  Object.assign(facts, { ...(sequence !== undefined && { sequence }), erased: true })
}

function ownDocuments({ record, facts }: Stored, named: Named): void {
  // A telephone that the source names is looked for as it is now.
  if (named.record.has('phone') && !named.facts.has('e164')) delete facts.e164
  // Always there: were it missing where nobody has an id for the worker, its presence would tell of a rival's.
  record.companyIds ??= []
  const owners = new Map(((facts.documentOwners ?? []) as Owner[]).map(one => [one.document, one.agency]))
  for (const name of collections)
    record[name] = (record[name] as Document[]).map(document => owned(document, owners.get(document.id)))
}

/** Its owner in its place, so that a document is the same text whichever way it came. */
function owned({ id, ownedBy: _, ...document }: Document, owner: string | undefined): Document {
  return { id, ...(owner !== undefined && { ownedBy: owner }), ...document }
}
