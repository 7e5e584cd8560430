// What a load line leaves of a stored worker that it does not name, what stays because a person decided it here, and
// what it takes away, which is told.
import type { NamedProperties, Warning } from '../../record-types/rules.ts'
import { type Fault, InvalidValue } from '../../shape/invalid-value.ts'
import { isErasedRecord } from '../../shape/personal.ts'
import { declaredWord, sentence } from '../../shape/sentence.ts'
import type { StoredWorker, WorkerRecord } from '../shapes/worker.ts'
import { setOrNot } from './set-or-not.ts'
import { identityNumbersIn } from './worker-identity.ts'

export const documentLists = ['attachments', 'rightToWork'] as const
type Membership = WorkerRecord['agencies'][number]
type WorkerDocument = WorkerRecord['attachments'][number] & WorkerRecord['rightToWork'][number]
type Documents = Record<(typeof documentLists)[number], WorkerDocument[]>

/** Results of checks, which nobody can make again from what a source knows. */
const checkResults = ['systemValidation', 'verification', 'rightToWorkCheck'] as const

/** A source knows some things of a person: what it does not name stays, and so do documents that others brought. */
export function retainPerson(
  stored: StoredWorker,
  before: StoredWorker,
  named: NamedProperties,
): readonly Fault[] {
  const { record, facts } = stored
  if (!named.isPatch) retainWhatIsUnnamed(record, before.record, named)
  retainDocumentContents(record, before.record, named)
  const owners = named.facts.has('documentOwners') ? retainOwners(stored, before) : []
  if (!named.record.has('agencies') || named.cleared.has('agencies')) return owners
  return [...owners, ...retainAgencies(record, before.record, facts.linkedAgencies ?? [], named)]
}

function retainWhatIsUnnamed(record: WorkerRecord, before: WorkerRecord, named: NamedProperties): void {
  const given = new Set(documentsIn(record).map(({ id }) => id))
  const unnamed = Object.entries(before).filter(([name]) => !named.record.has(name))
  Object.assign(record, Object.fromEntries(unnamed))
  const [held, had] = [record, before] as unknown as Documents[]
  for (const name of documentLists) {
    const others = (had![name] ?? []).filter(({ id }) => !given.has(id))
    if (!named.record.has(name)) held![name] = others
    else if (!named.cleared.has(name)) held![name] = [...held![name], ...others]
  }
}

/** Scans and results of checks stay with a document that is still the same one. */
function retainDocumentContents(record: WorkerRecord, before: WorkerRecord, named: NamedProperties): void {
  const [held, had] = [record, before] as unknown as Documents[]
  for (const list of documentLists)
    held![list] = held![list].map(document => {
      const old = had![list]?.find(({ id }) => id === document.id)
      const names = named.items.get(`${list}.${document.id}`)
      return old && names && isSameDocument(document, old) ? withContents(document, old, names) : document
    })
}

const isSameDocument = (one: WorkerDocument, other: WorkerDocument) =>
  one.documentType === other.documentType && one.documentNumber === other.documentNumber

function withContents(
  document: WorkerDocument,
  old: WorkerDocument,
  names: ReadonlySet<string>,
): WorkerDocument {
  const { systemValidation: _, verification: __, rightToWorkCheck: ___, ...rest } = document
  const of = (name: keyof WorkerDocument) => (names.has(name) ? document : old)
  const results = checkResults.flatMap(name => {
    const result = of(name)[name]
    return result === undefined ? [] : [[name, result]]
  })
  return { ...rest, files: of('files').files, ...Object.fromEntries(results) }
}

/** Whose a document is changes only where it is named: else it would be everybody's. */
function retainOwners({ record, facts }: StoredWorker, before: StoredWorker): readonly Fault[] {
  const isCleared = facts.documentOwners == null
  const owners = facts.documentOwners ?? []
  const given = new Set(owners.map(({ document }) => document))
  const others = (before.facts.documentOwners ?? []).filter(one => !given.has(one.document))
  const all = [...owners, ...others]
  setOrNot(facts, 'documentOwners', all.length > 0 ? all : undefined)
  const held = new Set(documentsIn(record).map(({ id }) => id))
  if (!isCleared || !all.some(({ document }) => held.has(document))) return []
  return [
    {
      path: 'facts.documentOwners',
      reason: 'is null, which would show documents of one agency to everybody who sees the worker',
      hint: 'give each document another agency, remove it, or send all of the worker with "replace": true',
    },
  ]
}

/** An agency keeps its identifier for the worker where a line does not say it, and `linked` ones stay with the worker. */
function retainAgencies(
  record: WorkerRecord,
  before: WorkerRecord,
  linked: readonly string[],
  named: NamedProperties,
): readonly Fault[] {
  const had = new Map(before.agencies.map(one => [one.id, one]))
  const tieOf = (id: string | null) => record.agencies.find(one => one.id === id)
  const kept = before.agencies.filter(
    ({ id, active }) => id !== null && linked.includes(id) && endsLink(tieOf(id), active),
  )
  const faults = kept.map(({ id }) => ({
    path: 'record.agencies',
    reason: sentence`${declaredWord(tieOf(id) ? 'makes inactive' : 'leaves out')} agency "${id!}", which a decision on a match assigned to the worker here`,
    hint: 'give facts.linkedAgencies as null to take back what was decided',
  }))
  const others = record.agencies.filter(one => !kept.some(({ id }) => id === one.id))
  const given = others.map(one => {
    const agencyId = had.get(one.id)?.agencyId
    return agencyId === undefined || named.items.get(`agencies.${one.id}`)?.has('agencyId')
      ? one
      : withAgencyId(one, agencyId)
  })
  record.agencies = [...given, ...kept]
  return faults
}

/** A source that does not know of a decision leaves the agency out, or still has it as it was before. */
const endsLink = (tie: Membership | undefined, wasActive: boolean) =>
  tie === undefined || (wasActive && !tie.active)

/** In the Shape's order, so that what is unchanged is byte-equal. */
const withAgencyId = ({ id, name, active }: Membership, agencyId: string): Membership => ({
  id,
  name,
  agencyId,
  active,
})

/** A decision lasts for as long as the agency is the worker's. */
export function settleLinks({ record, facts }: StoredWorker, named: NamedProperties): void {
  if (facts.linkedAgencies === undefined) return
  const isWith = (id: string) => record.agencies.some(one => one.id === id)
  const stray = named.facts.has('linkedAgencies') && facts.linkedAgencies?.find(id => !isWith(id))
  if (stray)
    throw new InvalidValue(
      'facts.linkedAgencies',
      sentence`has agency "${stray}", which the worker is not with`,
      'give that agency in record.agencies, too',
    )
  const left = facts.linkedAgencies?.filter(isWith) ?? []
  setOrNot(facts, 'linkedAgencies', left.length > 0 ? left : undefined)
}

/** Owners that a line gives of documents that the worker does not have: those that are meant would be everybody's. */
export function warnOfOwners({ record, facts }: StoredWorker): Warning[] {
  const held = new Set(documentsIn(record).map(({ id }) => id))
  return (facts.documentOwners ?? []).flatMap(({ document }, index) =>
    held.has(document)
      ? []
      : [
          {
            code: 'NO_DOCUMENT',
            path: `facts.documentOwners.${index}.document`,
            reason: sentence`names document "${document}", which the worker does not have`,
            hint: 'give the id of one in attachments or rightToWork',
          },
        ],
  )
}

const documentsIn = (record: WorkerRecord) =>
  documentLists.flatMap(name => ((record as unknown as Documents)[name] ?? []) as WorkerDocument[])

/** What a load takes away of a person is told. */
export function lostOf(before: StoredWorker, after: StoredWorker): Record<string, number> {
  const gone = (look: (stored: StoredWorker) => readonly unknown[]) => {
    const left = new Set(look(after))
    return look(before).filter(one => !left.has(one)).length
  }
  const still = new Set(documentsIn(after.record).map(({ id }) => id))
  const contentOf =
    (look: (document: WorkerDocument) => readonly unknown[]) =>
    ({ record }: StoredWorker) =>
      documentsIn(record).flatMap(document =>
        still.has(document.id) ? look(document).map(one => `${document.id} ${one}`) : [],
      )
  const hadIds = before.record.agencies.filter(one => one.agencyId !== undefined)
  const anonymous = after.record.agencies.filter(one => one.agencyId === undefined)
  return {
    'records of people who were erased': isErasedRecord(after) && !isErasedRecord(before) ? 1 : 0,
    'identity numbers': gone(identityNumbersIn),
    documents: gone(({ record }) => documentsIn(record).map(({ id }) => id)),
    'files of documents': gone(contentOf(({ files }) => files.map(({ url }) => url))),
    'results of checks': gone(
      contentOf(document => checkResults.filter(name => document[name] !== undefined)),
    ),
    agencies: gone(({ record }) => record.agencies.map(({ id }) => id)),
    'identifiers of agencies': hadIds.filter(({ id }) => anonymous.some(one => one.id === id)).length,
  }
}
