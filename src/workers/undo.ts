// Undoes a decision within ten minutes: records and queue are as they were, or nothing is done because something else
// has changed since.

import { documentLists } from '../api/rules/kept-of-people.ts'
import type { Database, Transaction } from '../database/database.ts'
import { Problem } from '../errors/problem.ts'
import { deletionEntry, replacementEntry, writeEntry, writingInTurn } from '../load/single-writes.ts'
import { agencyIdInUse } from '../store/people/candidates.ts'
import {
  type AttemptContent,
  attemptContent,
  openDuplicateOf,
  removeCandidate,
} from '../store/people/match-attempts.ts'
import { type Decider, laterMatchOf, recordDecision, undoMinutes } from '../store/people/match-decisions.ts'
import type { MatchState } from '../store/people/matches.ts'
import { type StoredRow, wholeRecord } from '../store/records/record-rows.ts'
import { noMatch } from './attempts.ts'
import type { UndoOfCreation } from './decisions.ts'
import { linkFacts, type Membership, type UndoOfLink } from './link.ts'
import { requireUnchanged } from './pairs.ts'
import { rowFingerprint, workerRow, workerType } from './write-worker.ts'

const refused = (why: string) => new Problem('WORKER_CONFLICT', `It cannot be undone: ${why}`)

/** Gives back the state that was undone. */
export async function undoDecision(
  database: Database,
  attempt: string,
  decider: Decider,
): Promise<MatchState> {
  return writingInTurn(database)(async tx => {
    const content = await attemptContent(tx, attempt)
    if (!content) throw noMatch()
    const { state, undoUntil, pair } = content
    if (state === 'open') throw refused('it is open, so there is nothing to undo')
    if (undoUntil === undefined)
      throw refused(`it is ${state}, and nobody decided that in the last ${undoMinutes} minutes`)
    const undo = JSON.parse(content.undo ?? '{}')
    if (pair) await requireUnchanged(tx, pair, 'decide of it anew after the next scan')
    else await restoreSubmission(tx, content, undo)
    const { worker } = undo
    await recordDecision(tx, content, { ...decider, decision: 'undo', ...(worker && { worker }) })
    return state
  })
}

async function restoreSubmission(
  tx: Transaction,
  content: AttemptContent,
  undo: UndoOfLink & UndoOfCreation,
): Promise<void> {
  const again = await openDuplicateOf(tx, content)
  if (again) throw refused(`the same was sent again since, and waits as ${again}`)
  if (content.state === 'linked') await unlink(tx, content, undo)
  if (content.state === 'created') await removeCreated(tx, content, undo)
}

async function unchangedRow(tx: Transaction, id: string, fingerprint: string): Promise<StoredRow> {
  const row = await workerRow(tx, id)
  if (!row) throw refused(`worker ${id} was deleted since`)
  if (rowFingerprint(row) !== fingerprint) throw refused(`worker ${id} was changed since`)
  return row
}

const isLinkFact = (name: string) => linkFacts.some(fact => fact === name)

async function unlink(
  tx: Transaction,
  { agency = '' }: AttemptContent,
  { worker, agencies, facts: had, joined = [], before, after }: UndoOfLink,
): Promise<void> {
  const { record, facts } = wholeRecord(workerType, await unchangedRow(tx, worker, after))
  const idIn = (memberships: Membership[]) => memberships.find(({ id }) => id === agency)?.agencyId
  const [was, is] = [idIn(agencies), idIn(record.agencies as Membership[])]
  if (was !== undefined && was !== is && (await agencyIdInUse(tx, agency, was)))
    throw refused('the agency has given the identifier that it had for the worker to another since')
  const kept = Object.entries(facts).filter(([name]) => !had || !isLinkFact(name))
  const without = (list: string) =>
    (record[list] as { id: string }[]).filter(({ id }) => !joined.includes(id))
  const documents = Object.fromEntries(documentLists.map(list => [list, without(list)]))
  const restored = {
    record: { ...record, ...documents, agencies },
    facts: { ...Object.fromEntries(kept), ...had },
  }
  await writeEntry(tx, replacementEntry(worker, restored, workerType), rejectedFor(worker))
  const row = await workerRow(tx, worker)
  if (!row || rowFingerprint(row) !== before)
    throw refused(`worker ${worker} would not be what it was: what it names was changed since`)
}

async function removeCreated(
  tx: Transaction,
  content: AttemptContent,
  { worker, after, apart }: UndoOfCreation,
): Promise<void> {
  await unchangedRow(tx, worker, after)
  const other = await laterMatchOf(tx, worker, content.id, apart)
  if (other) throw refused(`match ${other} came since, and may be worker ${worker}`)
  await removeCandidate(tx, worker)
  await writeEntry(tx, deletionEntry(worker, workerType), rejectedFor(worker))
}

const rejectedFor = (worker: string) => (rejection: { path: string; reason: string }) =>
  refused(`worker ${worker}: ${rejection.path} ${rejection.reason}`)
