// §2.7, §4.13: people, their documents, and what is known of them that is never shown.

import { grantedBy, many } from '../access/ownership.ts'
import { collection, namedAsPath, part, privateDate } from '../kernel/resource/collection.ts'
import { isNationalInsurance, isPps } from '../matching/identity-numbers.ts'
import { agencyIds, ids } from '../record-types/filter.ts'
import type { NamedProperties, Warning } from '../record-types/rules.ts'
import { erasedName, isErasedRecord } from '../shape/personal.ts'
import { workerClearanceRechecks } from './clearances/rechecks.ts'
import { documentLists, lostOf, retainPerson, settleLinks, warnOfOwners } from './rules/kept-of-people.ts'
import {
  identityRows,
  knowByDocuments,
  memberColumns,
  memberRows,
  numberColumn,
  numberRows,
} from './rules/worker-identity.ts'
import { type StoredWorker, Worker, WorkerFacts, type WorkerRecord } from './shapes/worker.ts'

type OwnedDocument = { id: string; ownedBy?: string }
/** What documents of either kind have. */
type Documents = Record<(typeof documentLists)[number], OwnedDocument[]>

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
  dates: {
    ...namedAsPath('createdAt', 'updatedAt'),
    documentExpiry: privateDate(
      documentLists,
      'expiration',
      'the day on which any document in attachments or rightToWork expires',
    ),
  },
  sorts: { ...namedAsPath('createdAt', 'updatedAt', 'name'), reference: 'reference' },
  defaultSort: 'createdAt desc',
  parts: {
    includeDocumentValidations: part('documentValidations', {
      on: 'get',
      merge: {
        callers: 'company',
        into: documentLists.flatMap(list => [`${list}.documentType`, `${list}.validations`]),
        put: placeValidations,
      },
    }),
  },
  operations: { list: 'listWorkers', get: 'getWorker' },
  reading: {
    badId: 400,
    audited: 'worker',
    soon: {
      documentsExpiring: {
        date: 'documentExpiry',
        said: 'a document that this key is shown and that expires',
      },
    },
  },
  rules: {
    retain: retainPerson,
    complete: settleDocuments,
    losses: lostOf,
    warnings: stored => [...warnOfNumbers(stored), ...warnOfOwners(stored)],
    names: { 'facts.documentOwners.agency': 'agency' },
    ownedItems: {
      lists: documentLists,
      kind: 'documentType',
      owner: 'ownedBy',
      kinds: { type: 'masterQualification', name: 'name', flag: 'agencySpecific' },
      hint: 'give facts.documentOwners an entry with the id of the document and that of the agency',
      example: ownerOfDocument,
    },
    distinct: [
      { code: 'SAME_REFERENCE', path: 'reference' },
      { code: 'SAME_NI_NUMBER', path: 'facts.nationalIns', rows: numberColumn },
      { code: 'SAME_AGENCY_ID', path: 'agencies.agencyId', rows: memberColumns },
    ],
  },
  derived: { children: [identityRows, numberRows, memberRows], rechecks: workerClearanceRechecks },
})

/** Numbers are never repeated in messages, though the file that is loaded has them. */
function warnOfNumbers({ facts: { nationalIns } }: StoredWorker): Warning[] {
  if (nationalIns == null || isNationalInsurance(nationalIns) || isPps(nationalIns)) return []
  const reason = 'is no National Insurance number, and no PPS number either'
  const hint = 'give two letters, six digits and a letter, such as QQ 12 34 56 C in form'
  return [{ code: 'NI_NUMBER', path: 'facts.nationalIns', reason, hint }]
}

function ownerOfDocument(record: Record<string, unknown>, document: Record<string, unknown>): string {
  const ids = ((record.agencies ?? []) as { id: string | null }[]).flatMap(({ id }) => id ?? [])
  const only = ids.length === 1 ? ids[0] : undefined
  const entry = JSON.stringify({ document: document.id, agency: only ?? '…' })
  if (only !== undefined) return entry
  const others = ids.map(id => `"${id}"`).join(' or ')
  return others ? `${entry}, where the agency is ${others}` : entry
}

function settleDocuments(stored: StoredWorker, named: NamedProperties): void {
  if (isErasedRecord(stored)) emptyWorker(stored)
  settleLinks(stored, named)
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

function ownDocuments({ record, facts }: StoredWorker, named: NamedProperties): void {
  // A telephone that the source names is looked for as it is now.
  if (named.record.has('phone') && !named.facts.has('e164')) delete facts.e164
  // Always there: were it missing where nobody has an id for the worker, its presence would tell of a rival's.
  record.companyIds ??= []
  const owners = new Map(facts.documentOwners?.map(one => [one.document, one.agency]))
  const held: Documents = record
  for (const name of documentLists)
    held[name] = held[name].map(document => owned(document, owners.get(document.id)))
}

/** Its owner in its place, so that a document is the same text whichever way it came. */
function owned({ id, ownedBy: _, ...document }: OwnedDocument, owner: string | undefined): OwnedDocument {
  return { id, ...(owner !== undefined && { ownedBy: owner }), ...document }
}
