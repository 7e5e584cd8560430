// From somebody who was checked to the line that a load would bring: the same reader, the same writer, so that a
// posted worker is stored, derived and published as a loaded one is.

import type { Newcomer, Paper } from '../api/create-worker/people.ts'
import { newId } from '../formats/id.ts'
import { data } from '../kernel/operation/answer.ts'
import { markedFile, markFor } from '../shape/file-mark.ts'
import type { PaperResults } from './checks.ts'
import type { PaperFiles } from './files.ts'

export type Made = {
  newcomer: Newcomer
  files: PaperFiles
  results: readonly PaperResults[]
  agency: string
  reference: string
  at: string
}

export function workerLine(made: Made) {
  const { newcomer, agency, reference, at } = made
  const { firstName, lastName, gender, nationality, dob, email, phone, address, trades, agencyId } = newcomer
  const documents = newcomer.papers.map((paper, index) => ({
    paper,
    document: documentOf(made, paper, index),
  }))
  const of = (collection: Paper['collection']) =>
    documents.filter(({ paper }) => paper.collection === collection).map(({ document }) => document)
  const owned = documents.filter(({ paper }) => paper.agencySpecific)
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
      attachments: of('attachment'),
      rightToWork: of('rightToWork'),
      createdAt: at,
      updatedAt: at,
    },
    facts: {
      ...(owned.length > 0 && {
        documentOwners: owned.map(({ document }) => ({ document: document.id, agency })),
      }),
      ...identityOf(newcomer),
      e164: newcomer.e164,
    },
  }
}

export type WorkerLine = ReturnType<typeof workerLine>

/** The numbers that somebody is known by: those that were sent, and those of the papers that prove who they are. */
export function identityOf({ nationalIns, passportNo, papers }: Newcomer) {
  const numbers = (chosen: (paper: Paper) => boolean) =>
    papers.filter(chosen).flatMap(({ number }) => (number === undefined ? [] : [number]))
  const passports = [passportNo, ...numbers(paper => paper.passport)].filter(one => one !== undefined)
  const [first, ...others] = new Set(passports)
  const shareCodes = numbers(paper => paper.homeOffice)
  return {
    ...(nationalIns !== undefined && { nationalIns }),
    ...(first !== undefined && { passportNo: first }),
    ...(others.length > 0 && { otherPassports: others }),
    ...(shareCodes.length > 0 && { shareCodes }),
  }
}

function documentOf({ files, results, at }: Made, paper: Paper, index: number) {
  const { expiration = paper.expiration, verification, rightToWorkCheck } = results[index]!
  return {
    id: newId(),
    type: paper.collection,
    documentType: paper.documentType,
    ...(paper.number !== undefined && { documentNumber: paper.number }),
    ...(expiration === undefined ? { indefinite: true as const } : {}),
    ...(expiration !== undefined && { expiration }),
    createdAt: at,
    files: paper.files.map((file, number) => ({
      fileName: file.fileName,
      url: `file:${files[index]![number]!.id}`,
      ...(file.docType && { docType: file.docType }),
    })),
    ...(verification && { verification }),
    ...(rightToWorkCheck && { rightToWorkCheck: withEvidence(rightToWorkCheck) }),
  }
}

/** A kept result that refers to a file refers to it as a line does. */
function withEvidence(check: Record<string, unknown>) {
  const evidence = check.evidence as { fileName: string; url: string } | undefined
  const file = markedFile(evidence?.url)
  return file ? { ...check, evidence: { ...evidence, url: `file:${file}` } } : check
}

type Document = WorkerLine['record']['attachments'][number]

/** The answer to a creation (§4.12), with links to be filled in for whoever asks. */
export const createdAnswer = ({ record }: WorkerLine) =>
  data({
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
