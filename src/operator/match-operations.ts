// Matches over the operator's interface: what waits for a decision, deciding, undoing, and scanning for pairs.
import { hasRole, type Operator } from '../access/operators.ts'
import { Type } from '../shape/schema.ts'
import { instant, list, maybe, oneOf, orNull, record, text } from '../shape/shape.ts'
import { attemptContent } from '../store/people/match-attempts.ts'
import { beginScan, lastScan, type Scan, ScanState } from '../store/people/match-scan.ts'
import { type MatchRow, matches, matchKind, matchState } from '../store/people/matches.ts'
import { noMatch } from '../workers/attempts.ts'
import { decisionWords } from '../workers/consequences.ts'
import { decideMatch } from '../workers/decisions.ts'
import { LinkedDocument } from '../workers/link.ts'
import { matchesWithNames, matchWithoutFacts } from '../workers/match-queue.ts'
import { requireMatchable } from '../workers/matches.ts'
import { Review, reviewOf } from '../workers/reviews.ts'
import { undoDecision } from '../workers/undo.ts'
import { matchSubject, scanSubject } from './audit.ts'
import { listFrom } from './list-operations.ts'
import { operatorOperation } from './operation.ts'

const decider = {
  by: maybe(Type.String({ minLength: 1, maxLength: 200 })),
  note: maybe(Type.String({ maxLength: 2000 })),
}

const deciderIn = ({ by, note }: { by?: string; note?: string }, { id, name }: Operator) => ({
  by: by ?? name,
  token: id,
  ...(note !== undefined && { note }),
})

const shownScan = ({ total, scanned, found, startedAt, finishedAt }: Scan) => ({
  total,
  scanned,
  found,
  startedAt,
  finishedAt,
})

const queue = listFrom(matches, { confinedTo: ({ query: { state = 'open' } }) => ({ state }) })

export const matchOperations = [
  operatorOperation('GET', '/matches', {
    summary:
      'What waits for a decision (state=open unless given), newest first; after is the last of the page before. Who it is about is shown to those who decide',
    for: 'anyone',
    ...queue,
    run: async call => {
      const rows = (await queue.run(call)) as MatchRow[]
      const { database, secrets } = call.deciding
      return hasRole(call.operator, 'matches')
        ? matchesWithNames(database, secrets, rows)
        : rows.map(matchWithoutFacts)
    },
  }),
  operatorOperation('POST', '/matches/scan', {
    summary:
      'Look through all stored workers for pairs that may be one person; goes on with one that is under way',
    for: 'matches',
    changes: scanSubject,
    body: record({ restart: maybe(Type.Boolean()) }),
    answers: ScanState,
    run: async ({ body, database, readiness }) => {
      await readiness.refresh()
      requireMatchable(readiness)
      return shownScan(await beginScan(database, body.restart ?? false))
    },
  }),
  operatorOperation('GET', '/matches/scan', {
    summary: 'How far the scan is, or how the last one ended; null where there was none',
    for: 'anyone',
    answers: orNull(ScanState),
    run: async ({ database }) => {
      const scan = await lastScan(database)
      return scan ? shownScan(scan) : null
    },
  }),
  operatorOperation('GET', '/matches/{id}', {
    summary:
      'Who was sent and who it may be, side by side: the verdict and weight of each field, and what each decision would do',
    for: 'matches',
    answers: Review,
    run: async ({ path, operator, deciding }) => {
      const review = await reviewOf(deciding.database, deciding.secrets, path.id, operator.id)
      if (!review) throw noMatch()
      return review
    },
  }),
  operatorOperation('POST', '/matches/{id}/decide', {
    summary:
      'It is that worker (link), somebody else (different: a submission is created), or nothing is done (dismiss)',
    for: 'matches',
    changes: matchSubject,
    body: record({
      decision: oneOf(...decisionWords),
      worker: maybe(Type.String({ minLength: 1, maxLength: 64 })),
      ...decider,
    }),
    answers: record({
      id: text,
      kind: matchKind,
      state: matchState,
      created: maybe(record({ id: text, reference: text })),
      spare: maybe(text),
      documents: maybe(list(LinkedDocument)),
      undoUntil: maybe(instant),
    }),
    run: async ({ path, body, operator, deciding }) => {
      const attempt = path.id
      const decision = { attempt, ...deciderIn(body, operator) }
      const outcome = await decideMatch(deciding, decision, body.decision, body.worker)
      const { state, undoUntil } = (await attemptContent(deciding.database, attempt))!
      return { id: attempt, state, ...outcome, ...(undoUntil !== undefined && { undoUntil }) }
    },
  }),
  operatorOperation('POST', '/matches/{id}/undo', {
    summary: 'Take back a decision of the last ten minutes; 409 where something else has changed since',
    for: 'matches',
    changes: matchSubject,
    body: record(decider),
    answers: record({ id: text, state: matchState, undone: matchState }),
    run: async ({ path, body, operator, deciding }) => {
      const undone = await undoDecision(deciding.database, path.id, deciderIn(body, operator))
      return { id: path.id, state: 'open', undone }
    },
  }),
]
