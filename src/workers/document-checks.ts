// The checks of a new worker's documents: a visa needs a saved Home Office check, and a card is verified where a
// connected company has a smart check (§4.12). Nothing is stored unless all of them pass.
import type { NewDocument, NewWorker } from '../api/create-worker/new-worker.ts'
import { typeNamed } from '../api/index.ts'
import type { Statements } from '../database/database.ts'
import { Problem } from '../errors/problem.ts'
import { utcDay } from '../formats/day.ts'
import { travelNumber } from '../matching/identity-numbers.ts'
import type { Guard } from '../outbound/guard.ts'
import type { Seal } from '../record-types/seal.ts'
import { latestCheckId, smartCheckIds } from '../store/people/new-workers.ts'
import { readRows, wholeRecord } from '../store/records/record-rows.ts'
import { type Configuration, type SmartCheckResult, verifyCard } from './smart-check.ts'

export type CheckResult = {
  rightToWorkCheck?: Record<string, unknown>
  verification?: Record<string, unknown>
  /** Replaces the expiration that was sent. */
  expiration?: string
}

type CheckContext = {
  database: Statements
  seal: Seal
  guard: Guard
  now(): Date
  /** Told why a smart check was not available, which the caller is not. */
  trouble(error: unknown, what: string): void
}

/** What the check of each document found; refuses all of them where one does not pass. */
export async function checkDocuments(
  checking: CheckContext,
  worker: NewWorker,
  agency: string,
): Promise<CheckResult[]> {
  const { documents } = worker
  const visas = await Promise.all(documents.map(document => checkVisa(checking, worker, document, agency)))
  const configurations = documents.some(document => document.smartCheck)
    ? await configurationsFor(checking, agency)
    : []
  const results: CheckResult[] = []
  for (const [index, document] of documents.entries())
    results.push({ ...visas[index], ...(await checkCard(checking, configurations, worker, document)) })
  return results
}

/** The same of one document by itself: what the check found, or why it does not pass. */
export async function checkDocument(
  checking: CheckContext,
  worker: NewWorker,
  document: NewDocument,
  agency: string,
): Promise<{ result: CheckResult; refused?: string }> {
  try {
    const [result] = await checkDocuments(checking, { ...worker, documents: [document] }, agency)
    return { result: result! }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'INVALID_DOCUMENT') throw error
    return { result: {}, refused: error.message }
  }
}

const invalid = ({ documentType }: NewDocument, why: string) =>
  new Problem('INVALID_DOCUMENT', `${documentType}: ${why}`)

async function checkVisa(
  { database, seal, now }: CheckContext,
  { dob }: NewWorker,
  document: NewDocument,
  agency: string,
): Promise<CheckResult> {
  if (!document.homeOffice || document.number === undefined) return {}
  const hashes = seal.hashes(travelNumber(document.number).foundBy)
  const id = await latestCheckId(database, agency, hashes, dob)
  const type = typeNamed('rightToWorkCheck')
  const row = id === undefined ? undefined : (await readRows(database, type, [id])).get(id)
  if (!row)
    throw invalid(
      document,
      'no Home Office check is saved for this share code and date of birth; have one saved first',
    )
  const { agency: _, dob: __, ...check } = wholeRecord(type, row).record
  if (check.status !== 'passed')
    throw invalid(document, 'the latest saved Home Office check of this share code was not passed')
  const { permissionType, permissionExpiry } = check
  // A permission that ends makes the visa end with it, whatever was sent.
  const isLimited = permissionType === 'timeLimited' && typeof permissionExpiry === 'string'
  const expiration = isLimited ? permissionExpiry.slice(0, 10) : undefined
  if (isPast(expiration, now()))
    throw invalid(document, `the permission in the latest saved Home Office check ended on ${expiration}`)
  return { rightToWorkCheck: check, ...(expiration !== undefined && { expiration }) }
}

const isPast = (day: string | undefined, now: Date) => day !== undefined && day < utcDay(now)

async function configurationsFor({ database, seal }: CheckContext, agency: string): Promise<Configuration[]> {
  const ids = await smartCheckIds(database, agency)
  const type = typeNamed('smartCheckConfiguration')
  const rows = await readRows(database, type, ids)
  return ids.flatMap(id => {
    const { record, facts } = wholeRecord(type, rows.get(id)!)
    if (!record.active) return []
    const { provider, address } = record as Configuration
    const sealed = facts.credentials as string | undefined
    return [{ provider, ...(address && { address }), ...(sealed && { credentials: seal.open(sealed) }) }]
  })
}

const reasons: Record<Exclude<SmartCheckResult['status'], 'valid' | 'unavailable'>, string> = {
  expired: 'the card has expired',
  cancelled: 'the card was cancelled',
  notFound: 'the scheme does not know this number',
  nameMismatch: 'the card is in another name',
}

/** Without path and query, which may hold secrets. */
const siteOf = ({ address = '' }: Configuration) =>
  URL.canParse(address) ? new URL(address).origin : 'no address'

/** The first service that answers decides; where none is configured, the card is stored unverified. */
async function checkCard(
  { guard, now, trouble }: CheckContext,
  configurations: readonly Configuration[],
  { firstName, lastName }: NewWorker,
  document: NewDocument,
): Promise<CheckResult> {
  if (!document.smartCheck || document.number === undefined || configurations.length === 0) return {}
  const holder = { scheme: document.smartCheck, registrationNumber: document.number, firstName, lastName }
  for (const configuration of configurations) {
    const { status: told, card, why } = await verifyCard(configuration, holder, guard, now())
    if (told === 'unavailable') {
      if (why) trouble(new Error(`${siteOf(configuration)}: ${why}`), 'a smart check was not available')
      continue
    }
    const status = told === 'valid' && isPast(card?.expiry, now()) ? 'expired' : told
    if (status !== 'valid') throw invalid(document, `the smart check failed: ${reasons[status]}`)
    return {
      verification: { verified: true, ...card, lastVerifiedAt: now().toISOString() },
      ...(card?.expiry && { expiration: card.expiry }),
    }
  }
  throw new Problem(
    'INTERNAL_ERROR',
    `${document.documentType}: the smart check is not available just now; nothing was stored, try again later`,
  )
}
