// The checks of a new worker's documents: a visa needs a kept Home Office result, a card is asked about where a
// connected company has a smart check (§4.12). Nothing is stored unless all of them are passed.

import type { Newcomer, Paper } from '../api/create-worker/people.ts'
import { recordTypes } from '../api/index.ts'
import type { RecordType } from '../kernel/resource/record-type.ts'
import type { Seal } from '../kernel/resource/seal.ts'
import { travelNumber } from '../matching/identity-numbers.ts'
import type { Guard } from '../outbound/guard.ts'
import { Problem } from '../problem.ts'
import type { Statements } from '../store/engine/database.ts'
import { latestCheckId, smartCheckIds } from '../store/people/new-workers.ts'
import { readRows, unsplit } from '../store/records/write-records.ts'
import { type Checked, type Configuration, providerOf } from './smart-check.ts'

export type PaperResults = {
  rightToWorkCheck?: Record<string, unknown>
  verification?: Record<string, unknown>
  /** What the smart check says, in the place of what was sent. */
  expiration?: string
}

export type Checking = {
  database: Statements
  seal: Seal
  /** Asked for each connection to a smart check. */
  guard: Guard
  now(): Date
  /** Told why a smart check was not available; who sent the card is not. */
  trouble(error: unknown, what: string): void
}

/** Of each paper what its check found; refuses the whole where one is not passed. */
export async function checkPapers(
  checking: Checking,
  newcomer: Newcomer,
  agency: string,
): Promise<PaperResults[]> {
  const visas = await Promise.all(newcomer.papers.map(paper => checkVisa(checking, newcomer, paper, agency)))
  const eligible = newcomer.papers.some(paper => paper.smartCheck)
  const configurations = eligible ? await configurationsFor(checking, agency) : []
  const cards: PaperResults[] = []
  for (const paper of newcomer.papers) cards.push(await checkCard(checking, configurations, newcomer, paper))
  return newcomer.papers.map((_, index) => ({ ...visas[index], ...cards[index] }))
}

const typeCalled = (type: string): RecordType => recordTypes.find(known => known.type === type)!

async function readOne(db: Statements, type: string, id: string) {
  const row = (await readRows(db, typeCalled(type), [id])).get(id)
  return row && unsplit(typeCalled(type), row)
}

async function checkVisa(
  { database, seal, now }: Checking,
  { dob }: Newcomer,
  paper: Paper,
  agency: string,
): Promise<PaperResults> {
  if (!paper.homeOffice || paper.number === undefined) return {}
  const hashes = seal.hashes(travelNumber(paper.number).foundBy)
  const id = await latestCheckId(database, agency, hashes, dob)
  const found = id === undefined ? undefined : await readOne(database, 'rightToWorkCheck', id)
  if (!found)
    throw new Problem(
      'INVALID_DOCUMENT',
      `${paper.documentType}: no Home Office check is saved for this share code and date of birth; have one saved first`,
    )
  const { agency: _, dob: __, ...check } = found.record
  if (check.status !== 'passed')
    throw new Problem(
      'INVALID_DOCUMENT',
      `${paper.documentType}: the latest saved Home Office check of this share code was not passed`,
    )
  const until = expiryIn(check)
  if (isPast(until.expiration, now()))
    throw new Problem(
      'INVALID_DOCUMENT',
      `${paper.documentType}: the permission in the latest saved Home Office check ended on ${until.expiration}`,
    )
  return { rightToWorkCheck: check, ...until }
}

/** A permission that ends makes the visa end with it, whatever was sent. */
const expiryIn = ({
  permissionType,
  permissionExpiry,
}: Record<string, unknown>): Pick<PaperResults, 'expiration'> =>
  permissionType === 'timeLimited' && typeof permissionExpiry === 'string'
    ? { expiration: permissionExpiry.slice(0, 10) }
    : {}

const isPast = (day: string | undefined, now: Date) =>
  day !== undefined && day < now.toISOString().slice(0, 10)

async function configurationsFor({ database, seal }: Checking, agency: string): Promise<Configuration[]> {
  const ids = await smartCheckIds(database, agency)
  const type = typeCalled('smartCheckConfiguration')
  const rows = await readRows(database, type, ids)
  return ids.flatMap(id => {
    const { record, facts } = unsplit(type, rows.get(id)!)
    if (!record.active) return []
    const { provider, address } = record as Configuration
    const sealed = facts.credentials as string | undefined
    return [{ provider, ...(address && { address }), ...(sealed && { credentials: seal.open(sealed) }) }]
  })
}

const reasons: Record<Exclude<Checked['status'], 'valid' | 'unavailable'>, string> = {
  expired: 'the card has expired',
  cancelled: 'the card was cancelled',
  notFound: 'the scheme does not know this number',
  nameMismatch: 'the card is in another name',
}

/** Its path and query may hold what only the two of them should know. */
const siteOf = ({ address = '' }: Configuration) =>
  URL.canParse(address) ? new URL(address).origin : 'no address'

/** The first service that answers decides; where none is configured, the card is stored unverified. */
async function checkCard(
  { guard, now, trouble }: Checking,
  configurations: readonly Configuration[],
  { firstName, lastName }: Newcomer,
  paper: Paper,
): Promise<PaperResults> {
  if (!paper.smartCheck || paper.number === undefined || configurations.length === 0) return {}
  const holder = { scheme: paper.smartCheck, registrationNumber: paper.number, firstName, lastName }
  for (const configuration of configurations) {
    const { status: told, card, why } = await providerOf(configuration, guard, now()).verify(holder)
    if (told === 'unavailable') {
      if (why) trouble(new Error(`${siteOf(configuration)}: ${why}`), 'a smart check was not available')
      continue
    }
    const status = told === 'valid' && isPast(card?.expiry, now()) ? 'expired' : told
    if (status !== 'valid')
      throw new Problem(
        'INVALID_DOCUMENT',
        `${paper.documentType}: the smart check failed: ${reasons[status]}`,
      )
    return {
      verification: { verified: true, ...card, lastVerifiedAt: now().toISOString() },
      ...(card?.expiry && { expiration: card.expiry }),
    }
  }
  throw new Problem(
    'INTERNAL_ERROR',
    `${paper.documentType}: the smart check is not available just now; nothing was stored, try again later`,
  )
}
