// Keeps what could not be created because somebody like them is known: whole, encrypted, with its files, for the
// operator to decide. The same sent again counts once more and is kept once.
import { createHash } from 'node:crypto'
import type { Adding, Newcomer } from '../api/create-worker/people.ts'
import type { FileStore } from '../files/store.ts'
import { newId } from '../formats/id.ts'
import type { Seal } from '../kernel/resource/seal.ts'
import { openBytes, sealBytes, sealOf } from '../sealing.ts'
import type { Secrets } from '../secret.ts'
import type { Database, Statements } from '../store/engine/database.ts'
import {
  attemptContent,
  type CandidateRow,
  candidatesOf,
  countAgain,
  holdCandidates,
  insertAttempt,
  openSubmissions,
  replaceCandidates,
} from '../store/people/match-attempts.ts'
import { type FileRow, writeFile } from '../store/records/file-rows.ts'
import { type PaperFiles, type PutFiles, removeFiles } from './files.ts'
import { type Match, matchesOf, personOfNewcomer } from './matches.ts'
import { lookAtPair } from './pairs.ts'

export type Keeping = {
  database: Database
  store: FileStore
  seal: Seal
  secrets: Secrets
  putFiles: PutFiles
}

type Kept = { newcomer: Newcomer; files: PaperFiles }

/** As it is sealed: content lies in the file store. */
const withoutContent = (newcomer: Newcomer) => ({
  ...newcomer,
  papers: newcomer.papers.map(paper => ({
    ...paper,
    files: paper.files.map(({ bytes: _, ...file }) => file),
  })),
})

/** The same with other files is another attempt. */
function contentOf({ papers }: Newcomer): string {
  const hash = createHash('sha256')
  for (const { bytes } of papers.flatMap(paper => paper.files)) hash.update(`${bytes.length} `).update(bytes)
  return hash.digest('hex')
}

/** `put` where its files are in the store already; they then belong to the attempt, or are removed. */
export async function keepAttempt(
  keeping: Keeping,
  newcomer: Newcomer,
  { caller, agency }: Adding,
  matches: readonly Match[],
  put?: PaperFiles,
): Promise<void> {
  const { database, store, seal, secrets } = keeping
  const text = JSON.stringify(withoutContent(newcomer))
  const [fingerprint] = seal.hashes(`attempt:${agency} ${text} ${contentOf(newcomer)}`) as [string]
  if (await countAgain(database, agency, fingerprint)) {
    if (put) await removeFiles(store, put)
    return
  }
  const files = put ?? (await keeping.putFiles(newcomer))
  const kept: FileRow[] = files.flat()
  const attempt = {
    id: newId(),
    agency,
    keyId: caller.keyId,
    fingerprint,
    sealed: sealBytes(secrets, Buffer.from(JSON.stringify({ newcomer: JSON.parse(text), files }))),
    files: kept.map(file => file.id),
    candidates: matches.map(candidateOf),
  }
  const fresh = await database.transaction(async tx => {
    await holdCandidates(
      tx,
      matches.map(({ worker }) => worker),
    )
    if (!(await insertAttempt(tx, attempt))) return false
    for (const file of kept) await writeFile(tx, file)
    return true
  })
  if (fresh) return
  await removeFiles(store, files)
  await countAgain(database, agency, fingerprint)
}

export const candidateOf = ({ worker, verdict: { total, exact, bits } }: Match): CandidateRow => ({
  worker,
  total,
  bits: bits as Record<string, number>,
  ...(exact && { exact }),
})

/** Looks once more who it may be, since others come and go while it waits; gives back those who are new. */
export async function lookAgain(database: Database, secrets: Secrets, attempt: string): Promise<string[]> {
  return database.transaction(async tx => {
    const content = await attemptContent(tx, attempt)
    if (content?.pair) await lookAtPair(tx, content.id, content.state, content.pair)
    if (content?.state !== 'open' || !content.sealed || content.agency === undefined) return []
    const person = personOfNewcomer(openAttempt(secrets, content.sealed).newcomer, sealOf(secrets))
    const matches = await matchesOf(tx, person, content.agency)
    const before = await candidatesOf(tx, attempt)
    await replaceCandidates(tx, attempt, matches.map(candidateOf))
    return matches
      .map(({ worker }) => worker)
      .filter(worker => !before.some(candidate => candidate.worker === worker))
  })
}

/** What waits and is this worker by now, by a number or because it is like nobody else, whoever it was like before. */
export async function waitingLike(db: Statements, secrets: Secrets, worker: string): Promise<string[]> {
  const seal = sealOf(secrets)
  const found: string[] = []
  for (const { id, agency, sealed } of await openSubmissions(db)) {
    const person = personOfNewcomer(openAttempt(secrets, sealed).newcomer, seal)
    const matches = await matchesOf(db, person, agency)
    const match = matches.find(one => one.worker === worker)
    if (match && (match.verdict.exact || matches.length === 1)) found.push(id)
  }
  return found
}

export const openAttempt = (secrets: Secrets, sealed: Buffer): Kept =>
  JSON.parse(openBytes(secrets, Buffer.from(sealed)).toString())
