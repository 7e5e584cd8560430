// Submissions that may be a worker who is known already: kept whole and encrypted, with their files, until a person
// decides. The same submission sent again is counted, not kept twice.
import { createHash } from 'node:crypto'
import type { NewWorker, WorkerSender } from '../api/create-worker/new-worker.ts'
import type { Database, Statements } from '../database/database.ts'
import { currentSecret, openBytes, sealBytes, sealOf } from '../encryption/sealing.ts'
import type { Secrets } from '../encryption/secret.ts'
import { Problem } from '../errors/problem.ts'
import type { FileStore } from '../files/store.ts'
import { newId } from '../formats/id.ts'
import { peopleWith } from '../store/people/candidates.ts'
import {
  type AttemptContent,
  attemptContent,
  type CandidateRow,
  candidatesOf,
  countRepeat,
  insertAttempt,
  lockCandidates,
  openSubmissions,
  replaceCandidates,
} from '../store/people/match-attempts.ts'
import { writeFileRows } from '../store/writing/file-rows.ts'
import { type DocumentFiles, type PutFiles, removeFiles } from './document-files.ts'
import { matchesOf, mayMatch, personFrom, type ScoredMatch, scoreOf } from './matches.ts'
import { refreshPair } from './pairs.ts'

type SubmissionStores = { database: Database; store: FileStore; secrets: Secrets; putFiles: PutFiles }

/** The sealed form, without the content of files. It keeps the names that stored submissions have. */
const sealedForm = ({ documents, ...worker }: NewWorker) => ({
  ...worker,
  papers: documents.map(document => ({
    ...document,
    files: document.files.map(({ bytes: _, ...file }) => file),
  })),
})

export const sealedContent = (secrets: Secrets, sealed: Buffer) =>
  JSON.parse(openBytes(secrets, Buffer.from(sealed)).toString())

export function openSubmission(
  secrets: Secrets,
  sealed: Buffer,
): { worker: NewWorker; files: DocumentFiles } {
  const { newcomer, files } = sealedContent(secrets, sealed)
  const { papers: documents, ...worker } = newcomer
  return { worker: { ...worker, documents }, files }
}

function contentHash({ documents }: NewWorker): string {
  const hash = createHash('sha256')
  for (const { bytes } of documents.flatMap(({ files }) => files))
    hash.update(`${bytes.length} `).update(bytes)
  return hash.digest('hex')
}

/** Files that are `stored` already belong to the submission from now on, or are removed. */
export async function keepSubmission(
  { database, store, secrets, putFiles }: SubmissionStores,
  worker: NewWorker,
  { caller, agency }: WorkerSender,
  matches: readonly ScoredMatch[],
  stored?: DocumentFiles,
): Promise<void> {
  const newcomer = sealedForm(worker)
  const content = `${JSON.stringify(newcomer)} ${contentHash(worker)}`
  const seal = sealOf(secrets)
  const fingerprints = () => seal.hashes(`attempt:${agency} ${content}`)
  await currentSecret(database, secrets)
  if (await countRepeat(database, agency, fingerprints())) {
    if (stored) await removeFiles(store, stored)
    return
  }
  const files = stored ?? (await putFiles(worker))
  const isNew = await database.transaction(async tx => {
    await seal.hold(tx)
    await lockCandidates(
      tx,
      matches.map(match => match.worker),
    )
    const isNew = await insertAttempt(tx, {
      id: newId(),
      agency,
      keyId: caller.keyId,
      fingerprint: fingerprints()[0]!,
      sealed: sealBytes(secrets, Buffer.from(JSON.stringify({ newcomer, files }))),
      files: files.flat().map(file => file.id),
      candidates: matches.map(candidateRow),
    })
    if (isNew) await writeFileRows(tx, files.flat())
    return isNew
  })
  if (isNew) return
  await removeFiles(store, files)
  await countRepeat(database, agency, fingerprints())
}

const candidateRow = ({ worker, verdict }: ScoredMatch): CandidateRow => ({ worker, ...scoreOf(verdict) })

/** Matches an open attempt again, since workers change while it waits; gives back the candidates that are new. */
export async function refreshCandidates(
  database: Database,
  secrets: Secrets,
  attempt: string,
): Promise<string[]> {
  return database.transaction(async tx => {
    const content = await attemptContent(tx, attempt)
    if (content?.state !== 'open') return []
    if (content.pair) await refreshPair(tx, content.id, content.pair)
    if (!content.sealed || content.agency === undefined) return []
    const { worker } = openSubmission(secrets, content.sealed)
    const matches = await matchesOf(tx, personFrom(worker, sealOf(secrets)), content.agency)
    const before = await candidatesOf(tx, attempt)
    await replaceCandidates(tx, attempt, matches.map(candidateRow))
    const known = new Set(before.map(candidate => candidate.worker))
    return matches.map(match => match.worker).filter(worker => !known.has(worker))
  })
}

/** Open submissions that match this worker by an identity number, or match nobody else. Comparing takes a fraction of what it takes
 * to ask who else matches, so that is asked of those alone that could be this worker. */
export async function submissionsLike(db: Statements, secrets: Secrets, worker: string): Promise<string[]> {
  const [known] = await peopleWith(db, [worker])
  if (!known) return []
  const seal = sealOf(secrets)
  const found: string[] = []
  for (const { id, agency, sealed } of await openSubmissions(db)) {
    const person = personFrom(openSubmission(secrets, sealed).worker, seal)
    if (!mayMatch(person, known.person)) continue
    const matches = await matchesOf(db, person, agency)
    const match = matches.find(one => one.worker === worker)
    if (match && (match.verdict.exact || matches.length === 1)) found.push(id)
  }
  return found
}

export const noMatch = () => new Problem('NOT_FOUND', 'There is no such match')

export async function openContent(db: Statements, id: string): Promise<AttemptContent> {
  const content = await attemptContent(db, id)
  if (!content) throw noMatch()
  if (content.state === 'open') return content
  throw new Problem('WORKER_CONFLICT', `This match is ${content.state} already`)
}

type Submission = AttemptContent & { sealed: Buffer; agency: string }

export async function openOne(db: Statements, id: string): Promise<Submission> {
  const content = await openContent(db, id)
  if (!content.sealed) throw new Problem('BAD_REQUEST', `${id} is a pair of stored workers, not a submission`)
  return content as Submission
}
