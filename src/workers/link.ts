// Links a submission to the worker it is: assigns them to the agency that sent it, with the agencyId that was sent, and
// gives them the documents that they lack. Everything else that was sent is dropped: the known worker has its own.

import type { NewDocument, NewWorker } from '../api/create-worker/new-worker.ts'
import type { StoredWorker } from '../api/shapes/worker.ts'
import type { Database, Statements, Transaction } from '../database/database.ts'
import { currentSecret, type HeldSeal, sealOf } from '../encryption/sealing.ts'
import type { Secrets } from '../encryption/secret.ts'
import { Problem } from '../errors/problem.ts'
import { asLoaded } from '../export/as-loaded.ts'
import type { FileStore } from '../files/store.ts'
import { compactCode } from '../formats/fold.ts'
import { writingInTurn } from '../load/single-writes.ts'
import type { Guard } from '../outbound/guard.ts'
import { markedFile } from '../shape/file-mark.ts'
import { maybe, oneOf, record, type Static, text } from '../shape/shape.ts'
import type { StoredRecord } from '../shape/stored.ts'
import { agencyIdInUse } from '../store/people/candidates.ts'
import { candidatesOf } from '../store/people/match-attempts.ts'
import { type Decider, recordDecision } from '../store/people/match-decisions.ts'
import { type StoredRow, wholeRecord } from '../store/records/record-rows.ts'
import { readFiles } from '../store/writing/file-rows.ts'
import { openOne, openSubmission, refreshCandidates } from './attempts.ts'
import { type CheckResult, checkDocument } from './document-checks.ts'
import type { DocumentFiles } from './document-files.ts'
import { documentsOf } from './worker-record.ts'
import { rowFingerprint, workerRow, workerType, writeLine } from './write-worker.ts'

export type DecisionContext = {
  database: Database
  store: FileStore
  secrets: Secrets
  guard: Guard
  trouble(error: unknown, what: string): void
}

export type Decision = Decider & { attempt: string }

/** What became of a document that was sent: the worker has it now, had it before, or its check did not pass. */
export const LinkedDocument = record({
  documentType: text,
  outcome: oneOf('joined', 'known', 'refused'),
  reason: maybe(text),
})
export type LinkedDocument = Static<typeof LinkedDocument>

export type Membership = { id: string; name: string; agencyId?: string; active: boolean }

/** Facts that a link may change; what is personal in them lies encrypted. */
export const linkFacts = ['documentOwners', 'documentNumbers', 'linkedAgencies'] as const

/** The worker's agencies and facts before it was linked, the documents that joined it, and the fingerprints of its row
 * before and after. Decisions of earlier versions changed agencies alone. */
export type UndoOfLink = {
  worker: string
  agencies: Membership[]
  facts?: Record<string, unknown>
  joined?: string[]
  before: string
  after: string
}

type LinkContent = {
  agency: string
  sent: { worker: NewWorker; files: DocumentFiles }
  checked: ReadonlyMap<NewDocument, { result: CheckResult; refused?: string }>
}

export async function linkAttempt(
  deciding: Omit<DecisionContext, 'store'>,
  decision: Decision,
  worker: string,
): Promise<LinkedDocument[]> {
  const { database, secrets, guard, trouble } = deciding
  const { attempt } = decision
  await currentSecret(database, secrets)
  await refreshCandidates(database, secrets, attempt)
  const { agency, sealed } = await openOne(database, attempt)
  await requireCandidate(database, attempt, worker)
  const sent = openSubmission(secrets, sealed)
  const now = () => new Date()
  const checking = { database, seal: sealOf(secrets), guard, now, trouble }
  const checked = new Map<NewDocument, { result: CheckResult; refused?: string }>()
  const known = await knownWorker(database, worker)
  for (const document of sent.worker.documents)
    if (!(await has(database, known, { agency, sent, checked }, document)))
      checked.set(document, await checkDocument(checking, sent.worker, document, agency))
  return writingInTurn(database)(async tx => {
    const held = await checking.seal.hold(tx)
    const content = await openOne(tx, attempt)
    await requireCandidate(tx, attempt, worker)
    const { undo, documents } = await link(tx, worker, { agency, sent, checked }, held, now())
    await recordDecision(tx, content, { ...decision, decision: 'link', worker }, undo)
    return documents
  })
}

async function requireCandidate(db: Statements, attempt: string, worker: string): Promise<void> {
  const candidates = await candidatesOf(db, attempt)
  if (!candidates.some(candidate => candidate.worker === worker))
    throw new Problem('NOT_FOUND', `${worker} is not among those that this attempt matches`)
}

type KnownWorker = { row: StoredRow; stored: StoredWorker }

async function knownWorker(db: Statements, id: string): Promise<KnownWorker> {
  const row = await workerRow(db, id)
  if (!row) throw new Problem('NOT_FOUND', `Worker ${id} is no longer there`)
  return { row, stored: wholeRecord(workerType, row) as StoredRecord as StoredWorker }
}

async function link(
  tx: Transaction,
  id: string,
  linking: LinkContent,
  seal: HeldSeal,
  now: Date,
): Promise<{ undo: UndoOfLink; documents: LinkedDocument[] }> {
  const known = await knownWorker(tx, id)
  const { agency, sent, checked } = linking
  const documents = await outcomesFor(tx, known, linking)
  const joining = sent.worker.documents.filter((_, index) => documents[index]!.outcome === 'joined')
  const results = sent.worker.documents.map(document => checked.get(document)?.result ?? {})
  const made = { ...sent, results, agency, at: now.toISOString() }
  const { attachments, rightToWork, documentOwners } = documentsOf(made, joining)
  const { record: loaded } = asLoaded(
    workerType,
    known.stored as StoredRecord,
  ) as StoredRecord as StoredWorker
  const line = {
    type: 'worker',
    // updatedAt stays: it is the source's, and a line that it sent before the decision must not count as older.
    record: {
      id,
      agencies: await agenciesWith(tx, known.stored, agency, sent.worker.agencyId),
      ...(attachments.length > 0 && { attachments: [...loaded.attachments, ...attachments] }),
      ...(rightToWork.length > 0 && { rightToWork: [...loaded.rightToWork, ...rightToWork] }),
    },
    facts: {
      linkedAgencies: [...new Set([...(known.stored.facts.linkedAgencies ?? []), agency])],
      ...(documentOwners.length > 0 && { documentOwners }),
    },
    patch: true,
  }
  await writeLine(tx, seal, line)
  const facts = known.stored.facts as Record<string, unknown>
  const undo = {
    worker: id,
    agencies: known.stored.record.agencies as Membership[],
    facts: Object.fromEntries(linkFacts.flatMap(name => (name in facts ? [[name, facts[name]]] : []))),
    joined: [...attachments, ...rightToWork].map(document => document.id),
    before: rowFingerprint(known.row),
    after: rowFingerprint((await workerRow(tx, id))!),
  }
  return { undo, documents }
}

async function agenciesWith(tx: Transaction, { record }: StoredWorker, agency: string, agencyId: string) {
  const present = record.agencies.find(one => one.id === agency)
  if (present?.agencyId !== agencyId && (await agencyIdInUse(tx, agency, agencyId)))
    throw new Problem('WORKER_CONFLICT', 'The agency has given this identifier to another worker meanwhile')
  const own = { id: agency, agencyId, active: true }
  return present ? record.agencies.map(one => (one === present ? own : one)) : [...record.agencies, own]
}

async function outcomesFor(
  tx: Transaction,
  known: KnownWorker,
  linking: LinkContent,
): Promise<LinkedDocument[]> {
  const outcomes: LinkedDocument[] = []
  for (const document of linking.sent.worker.documents) {
    const { documentType } = document
    const checked = linking.checked.get(document)
    if (await has(tx, known, linking, document)) outcomes.push({ documentType, outcome: 'known' })
    else if (!checked)
      throw new Problem('WORKER_CONFLICT', `Worker ${known.row.id} was changed just now; decide again`)
    else if (checked.refused) outcomes.push({ documentType, outcome: 'refused', reason: checked.refused })
    else outcomes.push({ documentType, outcome: 'joined' })
  }
  return outcomes
}

type Document = StoredWorker['record']['attachments'][number]

/** Whether the worker has such a document: the same qualification and number, valid for no shorter time. What has no number
 * is the same where its scans are. An agency's own document is compared with that agency's alone. */
async function has(
  db: Statements,
  { stored: { record } }: KnownWorker,
  { agency, sent, checked }: LinkContent,
  document: NewDocument,
): Promise<boolean> {
  const owner = document.agencySpecific ? agency : undefined
  const alike = ([...record.attachments, ...record.rightToWork] as Document[]).filter(
    one => one.documentType === document.documentType && one.ownedBy === owner,
  )
  if (document.number !== undefined) {
    const expiration = checked.get(document)?.result.expiration ?? document.expiration
    const number = compactCode(document.number)
    return alike.some(one => compactCode(one.documentNumber ?? '') === number && outlasts(one, expiration))
  }
  const files = sent.files[sent.worker.documents.indexOf(document)]!.map(({ sha256 }) => sha256)
  for (const one of alike) {
    if (one.documentNumber !== undefined) continue
    const ids = one.files.flatMap(({ url }) => markedFile(url) ?? [])
    const held = new Set([...(await readFiles(db, ids)).values()].map(({ sha256 }) => sha256))
    if (files.every(sha256 => held.has(sha256))) return true
  }
  return false
}

/** `day` is the last of the other one, which without it never ends. */
const outlasts = ({ expiration }: Document, day: string | undefined) =>
  expiration === undefined || (day !== undefined && expiration.slice(0, 10) >= day)
