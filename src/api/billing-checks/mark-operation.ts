// POST /billing-checks/{id}/mark: what somebody decided about a finding, so that it need not be looked at again. Writing it is
// the world's.
import type { Caller } from '../../access/caller.ts'
import type { Reach } from '../../access/ownership.ts'
import { notFound } from '../../errors/problem.ts'
import { singleAnswer } from '../../kernel/operation/answer.ts'
import { type Context, type Input, operation } from '../../kernel/operation/operation.ts'
import { readOne } from '../../kernel/query/read-all.ts'
import { maybe, record } from '../../shape/shape.ts'
import { recordId } from '../shapes.ts'
import { billingCheckScopes } from './codes.ts'
import { billingChecks } from './collection.ts'
import { type MarkDecision, markBody, readDecision } from './mark-body.ts'
import { mark, type StoredBillingCheck } from './shape.ts'

export type BillingMarks = {
  /** Writes what was decided about a finding within this reach, and gives it back as it is then. */
  set(
    id: string,
    decision: MarkDecision,
    by: { caller: Pick<Caller, 'keyId' | 'name'>; reach: Reach },
  ): Promise<StoredBillingCheck>
}

declare module '../../kernel/operation/operation.ts' {
  interface World {
    marks: BillingMarks
  }
}

export const markAnswer = record({
  id: recordId,
  mark: [maybe(mark), 'What was decided about it; absent when it is open.'],
})

export const shownMark = ({ record: { id, mark } }: StoredBillingCheck) => ({ id, ...(mark && { mark }) })

export const markBillingCheck = operation({
  method: 'POST',
  path: '/billing-checks/{id}/mark',
  name: 'markBillingCheck',
  summary: 'Mark a finding as accepted or disputed, so that it need not be looked at again, or open it again',
  brief: 'Mark a finding as accepted or disputed, or open it again; only when the user says so',
  scope: ['write:billing-checks', ...billingCheckScopes],
  body: { schema: markBody, maxBytes: 64 * 1024 },
  idempotent: true,
  answers: markAnswer,
  problems: ['BILLING_CHECK_CHANGED'],
  noun: 'billing check',
  run,
})

async function run({ path, body }: Input, context: Context) {
  const { caller, world } = context
  const decision = readDecision(body?.value, world.now())
  const { stored } = billingChecks
  const reach = context.reach(stored.owners ?? {})
  const found = await readOne(context, stored, reach, path.id!)
  if (!found) throw notFound('billing check')
  return singleAnswer(shownMark(await world.marks.set(found.id, decision, { caller, reach })))
}
