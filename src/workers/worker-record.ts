// A new worker as a load line, so that it is stored, derived and published as a loaded one is; and the answer to its
// creation.
import type { NewDocument, NewWorker } from '../api/create-worker/new-worker.ts'
import { newId } from '../formats/id.ts'
import { singleAnswer } from '../kernel/operation/answer.ts'
import { markedFile, markFor } from '../shape/file-mark.ts'
import type { CheckResult } from './document-checks.ts'
import type { DocumentFiles } from './document-files.ts'

type WorkerParts = {
  worker: NewWorker
  files: DocumentFiles
  results: readonly CheckResult[]
  agency: string
  reference: string
  at: string
}

export function workerLine(made: WorkerParts) {
  const { worker, agency, reference, at } = made
  const { firstName, lastName, gender, nationality, dob, email, phone, address, trades, agencyId } = worker
  const { attachments, rightToWork, documentOwners } = documentsOf(made)
  return {
    type: 'worker',
    record: {
      id: newId(),
      reference,
      firstName,
      lastName,
      name: `${firstName} ${lastName}`,
      gender,
      nationality,
      dob,
      email,
      phone,
      address,
      agencies: [{ id: agency, agencyId, active: true }],
      trades: trades.map(id => ({ id })),
      attachments,
      rightToWork,
      createdAt: at,
      updatedAt: at,
    },
    facts: {
      ...(documentOwners.length > 0 && { documentOwners }),
      ...identityOf(worker),
      e164: worker.e164,
    },
  }
}

/** The documents of a load line, those of `only` where it is given, and whose they are alone. */
export function documentsOf(
  made: Pick<WorkerParts, 'worker' | 'files' | 'results' | 'agency' | 'at'>,
  only: readonly NewDocument[] = made.worker.documents,
) {
  const documents = made.worker.documents.flatMap((sent, index) =>
    only.includes(sent) ? [{ sent, document: documentOf(made, sent, index) }] : [],
  )
  const of = (collection: NewDocument['collection']) =>
    documents.flatMap(({ document }) => (document.type === collection ? [document] : []))
  return {
    attachments: of('attachment'),
    rightToWork: of('rightToWork'),
    documentOwners: documents.flatMap(({ sent, document }) =>
      sent.agencySpecific ? [{ document: document.id, agency: made.agency }] : [],
    ),
  }
}

type WorkerLine = ReturnType<typeof workerLine>

/** Identity numbers: those that were sent, and those of identity documents. */
export function identityOf({ nationalIns, passportNo, documents }: NewWorker) {
  const numbers = (kind: 'passport' | 'homeOffice') =>
    documents.flatMap(document => (document[kind] && document.number !== undefined ? [document.number] : []))
  const [first, ...others] = new Set([
    ...(passportNo === undefined ? [] : [passportNo]),
    ...numbers('passport'),
  ])
  const shareCodes = numbers('homeOffice')
  return {
    ...(nationalIns !== undefined && { nationalIns }),
    ...(first !== undefined && { passportNo: first }),
    ...(others.length > 0 && { otherPassports: others }),
    ...(shareCodes.length > 0 && { shareCodes }),
  }
}

function documentOf(
  { files, results, at }: Pick<WorkerParts, 'files' | 'results' | 'at'>,
  document: NewDocument,
  index: number,
) {
  const { expiration = document.expiration, verification, rightToWorkCheck } = results[index]!
  return {
    id: newId(),
    type: document.collection,
    documentType: document.documentType,
    ...(document.number !== undefined && { documentNumber: document.number }),
    ...(expiration === undefined && { indefinite: true as const }),
    ...(expiration !== undefined && { expiration }),
    createdAt: at,
    files: document.files.map((file, number) => ({
      fileName: file.fileName,
      url: `file:${files[index]![number]!.id}`,
      ...(file.docType && { docType: file.docType }),
    })),
    ...(verification && { verification }),
    ...(rightToWorkCheck && { rightToWorkCheck: withEvidence(rightToWorkCheck) }),
  }
}

/** A saved check refers to its file by a mark; a load line refers to it by its id. */
function withEvidence(check: Record<string, unknown>) {
  const evidence = check.evidence as { fileName: string; url: string } | undefined
  const file = markedFile(evidence?.url)
  return file ? { ...check, evidence: { ...evidence, url: `file:${file}` } } : check
}

type Document = WorkerLine['record']['attachments'][number]

/** The answer to a creation (§4.12); links to files are signed for each caller. */
export const createdAnswer = ({ record }: WorkerLine) =>
  singleAnswer({
    id: record.id,
    reference: record.reference,
    attachments: record.attachments.map(shownDocument),
    rightToWork: record.rightToWork.map(shownDocument),
    createdAt: record.createdAt,
  })

function shownDocument({ verification: _, rightToWorkCheck: __, ...document }: Document) {
  const files = document.files.map(file => ({ ...file, url: markFor(file.url.slice('file:'.length)) }))
  const { expiration } = document
  return { ...document, ...(expiration && { expiration: `${expiration}T00:00:00.000Z` }), files }
}
