// Takes back a decision within ten minutes: records and queue are as they were, or nothing is done because something
// else has changed since.
import { recordTypes } from '../api/index.ts'
import type { Entry } from '../load/read.ts'
import { batchWriter } from '../load/write.ts'
import { Problem } from '../problem.ts'
import type { Database, Transaction } from '../store/engine/database.ts'
import { agencyIdInUse } from '../store/people/candidates.ts'
import {
  type AttemptContent,
  attemptContent,
  cameToBe,
  type Decider,
  forgetCandidate,
  recordDecision,
  undoMinutes,
  waitingWith,
} from '../store/people/match-attempts.ts'
import { type StoredRow, unsplit } from '../store/records/write-records.ts'
import { requireSame } from './pairs.ts'
import { rowPrint, type UndoOfCreation, type UndoOfLink, workerRow, workerType } from './stored-worker.ts'
import { writingInTurn } from './writing.ts'

const refused = (why: string) => new Problem('WORKER_CONFLICT', `It cannot be undone: ${why}`)

/** Gives back what was undone. */
export async function undoDecision(database: Database, attempt: string, decider: Decider): Promise<string> {
  return writingInTurn(database)(async tx => {
    const content = await attemptContent(tx, attempt)
    if (!content) throw new Problem('NOT_FOUND', 'There is no such match')
    const { state, undoUntil, pair } = content
    if (state === 'open') throw refused('it is open, so there is nothing to undo')
    if (undoUntil === undefined)
      throw refused(`it is ${state}, and nobody decided that in the last ${undoMinutes} minutes`)
    if (pair) await requireSame(tx, pair, 'decide of it anew after the next scan')
    else await restoreSubmission(tx, content)
    const { worker } = JSON.parse(content.undo ?? '{}') as { worker?: string }
    await recordDecision(tx, content, { ...decider, decision: 'undo', ...(worker && { worker }) })
    return state
  })
}

async function restoreSubmission(tx: Transaction, content: AttemptContent): Promise<void> {
  const again = await waitingWith(tx, content)
  if (again) throw refused(`the same was sent again since, and waits as ${again}`)
  const undo = JSON.parse(content.undo ?? '{}')
  if (content.state === 'linked') await unlink(tx, content, undo)
  if (content.state === 'created') await removeCreated(tx, content, undo)
}

async function unchanged(tx: Transaction, id: string, print: string): Promise<StoredRow> {
  const row = await workerRow(tx, id)
  if (!row) throw refused(`worker ${id} was deleted since`)
  if (rowPrint(row) !== print) throw refused(`worker ${id} was changed since`)
  return row
}

async function unlink(
  tx: Transaction,
  { agency = '' }: AttemptContent,
  { worker, agencies, before, after }: UndoOfLink,
): Promise<void> {
  const { record, facts } = unsplit(workerType, await unchanged(tx, worker, after))
  const now = record.agencies as UndoOfLink['agencies']
  const [was, is] = [agencies, now].map(ties => ties.find(({ id }) => id === agency)?.agencyId)
  if (was !== undefined && was !== is && (await agencyIdInUse(tx, agency, was)))
    throw refused('the agency has given the identifier that it had for the worker to another since')
  record.agencies = agencies
  await write(tx, {
    line: 1,
    text: '',
    type: workerType,
    id: worker,
    stored: { record, facts },
  })
  const restored = await workerRow(tx, worker)
  if (!restored || rowPrint(restored) !== before)
    throw refused(`worker ${worker} would not be what it was: what it names was changed since`)
}

async function removeCreated(
  tx: Transaction,
  content: AttemptContent,
  { worker, after, apart }: UndoOfCreation,
): Promise<void> {
  await unchanged(tx, worker, after)
  const other = await cameToBe(tx, worker, content.id, apart)
  if (other) throw refused(`match ${other} came since, and may be worker ${worker}`)
  await forgetCandidate(tx, worker)
  await write(tx, { line: 1, text: '', type: workerType, id: worker, deleted: true })
}

async function write(tx: Transaction, entry: Entry): Promise<void> {
  const { rejected } = await batchWriter(run => run(tx), recordTypes)([entry], true)
  const [first] = rejected
  if (first) throw refused(`worker ${entry.id}: ${first.path} ${first.reason}`)
}
