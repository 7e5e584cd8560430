// Matches over the operator's interface: what waits for a decision, deciding, undoing, and looking for pairs.
import { Type } from 'typebox'
import { Problem } from '../problem.ts'
import { instant, integer, list, mapOf, maybe, number, oneOf, orNull, record, text } from '../shape/shape.ts'
import { attemptContent, attemptStates, listAttempts } from '../store/people/match-attempts.ts'
import { beginScan, lastScan, type Scan } from '../store/people/match-scan.ts'
import { decideMatch, decisionWords } from '../workers/decide.ts'
import { reviewOf } from '../workers/reviews.ts'
import { requireScannable } from '../workers/scan.ts'
import { undoDecision } from '../workers/undo.ts'
import { type OperatorToken, operatorOperation, upTo999 } from './operation.ts'

const kind = oneOf('submission', 'pair')
const state = oneOf(...attemptStates)

const Waiting = record({
  id: text,
  kind,
  agencyId: maybe(text),
  keyId: maybe(text),
  workers: maybe(list(text)),
  state,
  posts: integer,
  createdAt: instant,
  lastAt: instant,
  candidates: integer,
})

const person = {
  name: text,
  firstName: text,
  lastName: text,
  dob: maybe(text),
  email: maybe(text),
  phone: maybe(text),
  code: maybe(text),
  gender: maybe(text),
  nationality: maybe(text),
}

const Match = record({
  id: text,
  kind,
  state,
  agency: maybe(text),
  workers: maybe(list(text)),
  sent: maybe(
    record({
      ...person,
      agencyId: maybe(text),
      numbers: maybe(list(text)),
      documents: maybe(list(text)),
      worker: maybe(text),
      reference: maybe(text),
    }),
  ),
  candidates: list(
    record({
      worker: text,
      total: number,
      exact: maybe(text),
      bits: mapOf(number),
      reference: maybe(text),
      known: maybe(record(person)),
      fields: list(
        record({
          field: text,
          sent: maybe(text),
          known: maybe(text),
          says: oneOf('agrees', 'differs', 'nothing'),
          bits: maybe(number),
        }),
      ),
    }),
  ),
  decisions: list(
    record({
      decision: text,
      worker: maybe(text),
      by: text,
      note: maybe(text),
      token: maybe(text),
      at: instant,
    }),
  ),
  undoUntil: maybe(instant),
})

const ScanState = record({
  total: integer,
  scanned: integer,
  found: integer,
  startedAt: instant,
  finishedAt: maybe(instant),
})

const decider = {
  by: maybe(Type.String({ minLength: 1, maxLength: 200 })),
  note: maybe(Type.String({ maxLength: 2000 })),
}

const deciderIn = ({ by, note }: { by?: string; note?: string }, { id, name }: OperatorToken) => ({
  by: by ?? name,
  token: id,
  ...(note !== undefined && { note }),
})

const noMatch = () => new Problem('NOT_FOUND', 'There is no such match')

const shownScan = ({ round: _, after: __, ...scan }: Scan) => scan

export const matchOperations = [
  operatorOperation({
    method: 'GET',
    path: '/matches',
    summary:
      'What waits for a decision (state=open unless given), newest first; after is the last of the page before',
    query: { state, limit: upTo999, after: Type.String({ minLength: 1, maxLength: 64 }) },
    answers: list(Waiting),
    run: async ({ query }, { database }) => {
      const { state = 'open', limit = '50', after } = query
      if (after !== undefined && !(await attemptContent(database, after))) throw noMatch()
      return listAttempts(database, [state], { limit: Number(limit), ...(after !== undefined && { after }) })
    },
  }),
  operatorOperation({
    method: 'POST',
    path: '/matches/scan',
    summary:
      'Look through all stored workers for pairs that may be one person; goes on with one that is under way',
    body: record({ restart: maybe(Type.Boolean()) }),
    answers: ScanState,
    run: async ({ body }, { database, readiness }) => {
      await readiness.refresh()
      requireScannable(readiness)
      return shownScan(await beginScan(database, body.restart ?? false))
    },
  }),
  operatorOperation({
    method: 'GET',
    path: '/matches/scan',
    summary: 'How far the scan is, or how the last one ended; null where there was none',
    answers: orNull(ScanState),
    run: async (_, { database }) => {
      const scan = await lastScan(database)
      return scan ? shownScan(scan) : null
    },
  }),
  operatorOperation({
    method: 'GET',
    path: '/matches/{id}',
    summary: 'Who was sent and who it may be, side by side, with the bits of each field',
    answers: Match,
    run: async ({ path, token }, { deciding }) => {
      const review = await reviewOf(deciding.database, deciding.secrets, path.id!, token.id)
      if (!review) throw noMatch()
      return review
    },
  }),
  operatorOperation({
    method: 'POST',
    path: '/matches/{id}/decide',
    summary:
      'It is that worker (link), somebody else (different: a submission is created), or nothing is done (dismiss)',
    body: record({
      decision: oneOf(...(decisionWords as ['link', 'different', 'dismiss'])),
      worker: maybe(Type.String({ minLength: 1, maxLength: 64 })),
      ...decider,
    }),
    answers: record({
      id: text,
      kind,
      state,
      created: maybe(record({ id: text, reference: text })),
      spare: maybe(text),
      undoUntil: maybe(instant),
    }),
    run: async ({ path, body, token }, { deciding }) => {
      const { decision, worker } = body
      const attempt = path.id!
      const by = deciderIn(body, token)
      const outcome = await decideMatch(deciding, { attempt, ...by }, decision, worker)
      const after = await attemptContent(deciding.database, attempt)
      const { state, undoUntil } = after!
      return { id: attempt, state, ...outcome, ...(undoUntil !== undefined && { undoUntil }) }
    },
  }),
  operatorOperation({
    method: 'POST',
    path: '/matches/{id}/undo',
    summary: 'Take back a decision of the last ten minutes; 409 where something else has changed since',
    body: record(decider),
    answers: record({ id: text, state, undone: state }),
    run: async ({ path, body, token }, { deciding }) => {
      const undone = await undoDecision(deciding.database, path.id!, deciderIn(body, token))
      return { id: path.id!, state: 'open', undone }
    },
  }),
]
