// Marks on findings of the billing checks, written down in the audit with each: by keys, and over the operator's interface.

import { markBody, readDecision } from '../api/billing-checks/mark-body.ts'
import { type BillingMarks, markAnswer, shownMark } from '../api/billing-checks/mark-operation.ts'
import { markFinding } from '../checks/marks.ts'
import { type Database, databaseWithin } from '../database/database.ts'
import { writingInTurn } from '../load/single-writes.ts'
import { auditChange, markSubject } from './audit.ts'
import { operatorOperation } from './operation.ts'

type MarkOptions = {
  database: Database
  now?: (() => Date) | undefined
  /** How long a mark waits for its turn to be written. */
  waitMs?: number | undefined
}

/** Marks of keys: one at a time, so that those who wait for a load hold no connections. */
export function marksOfKeys({ database, now = () => new Date(), waitMs }: MarkOptions): BillingMarks {
  const inTurn = writingInTurn(database, waitMs)
  return {
    set: (id, decision, { caller: { keyId, name }, reach }) =>
      inTurn(tx =>
        auditChange(
          databaseWithin(database, tx),
          {
            who: { via: 'key', id: keyId, name },
            operation: 'POST /billing-checks/{id}/mark',
            subject: markSubject,
            id,
          },
          async db => db.transaction(tx => markFinding(tx, id, decision, { by: name, now: now(), reach })),
        ),
      ),
  }
}

export const markOperations = [
  operatorOperation('POST', '/billing-checks/{id}/mark', {
    summary:
      'Mark a finding of the billing checks as accepted or disputed, for the side that it was worked out for, or take the mark away (open)',
    for: 'operate',
    changes: markSubject,
    body: markBody,
    answers: markAnswer,
    run: async ({ path, body, operator: { name }, database }) => {
      const now = new Date()
      const decision = readDecision(body, now)
      return shownMark(
        await database.transaction(tx => markFinding(tx, path.id, decision, { by: name, now })),
      )
    },
  }),
]
