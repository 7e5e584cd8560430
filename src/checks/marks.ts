// Marks: what somebody decided about a finding. Written under the lock that the checker writes under, so that of two who write
// the same finding at once neither undoes the other: a mark is on what the finding says when it is written.
import type { Reach } from '../access/ownership.ts'
import type { MarkDecision } from '../api/billing-checks/mark-body.ts'
import type { BillingMark, StoredBillingCheck } from '../api/billing-checks/shape.ts'
import { markedUntil } from '../api/billing-checks/shape.ts'
import { typeNamed } from '../api/index.ts'
import type { Statements, Transaction } from '../database/database.ts'
import { notFound, Problem } from '../errors/problem.ts'
import { dayText } from '../formats/day.ts'
import { moneyText } from '../formats/number-text.ts'
import { writeEntry } from '../load/single-writes.ts'
import { idsWithin } from '../store/reading/selection.ts'
import { lockWriter } from '../store/schema/writer-lock.ts'
import { findingEntry } from './finding-records.ts'
import { readStored } from './stored.ts'

type Marking = {
  /** The name of the key or the operator. */
  by: string
  now: Date
  /** What whoever marks may see; all where it is left out. */
  reach?: Reach
}

export async function findingWith(db: Statements, id: string): Promise<StoredBillingCheck | undefined> {
  return (await readStored<StoredBillingCheck>(db, 'billingCheck', [id])).get(id)
}

/** Gives back the finding as it is then. What is marked alike already stays as it is. */
export async function markFinding(
  tx: Transaction,
  id: string,
  { amount, ...decision }: MarkDecision,
  { by, now, reach }: Marking,
): Promise<StoredBillingCheck> {
  await lockWriter(tx)
  const found = await findingWith(tx, id)
  const isSeen = !reach || (await idsWithin(tx, reach, typeNamed('billingCheck'), [id])).has(id)
  if (!found || !isSeen) throw notFound('billing check')
  const { mark: before, ...record } = found.record
  if (found.facts.state === 'resolved')
    throw changed(
      `This was put right on ${dayText(record.resolvedAt!.slice(0, 10))}, and there is nothing to mark`,
    )
  if (amount !== undefined && amount !== record.amount)
    throw changed(`At stake is ${moneyText(record.amount)} by now, and nothing was marked`)
  const mark = decision.state === 'open' ? undefined : { ...decision, by, at: now.toISOString() }
  if (isAlike(before, mark)) return found
  const stored = {
    record: { ...record, ...(mark && { mark }) },
    facts: { ...found.facts, markedUntil: markedUntil(mark) },
  } as StoredBillingCheck
  await writeEntry(tx, findingEntry({ id, stored }))
  return stored
}

const changed = (why: string) => new Problem('BILLING_CHECK_CHANGED', `${why}; read it again`)

const isAlike = (one: BillingMark | undefined, other: BillingMark | undefined) =>
  one?.state === other?.state &&
  one?.note === other?.note &&
  one?.until === other?.until &&
  one?.by === other?.by
