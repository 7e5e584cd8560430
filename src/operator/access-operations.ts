// Access to the operator's interface: tokens, sessions of the portal, and what operators did.
import { Type } from '../shape/schema.ts'
import { record, text } from '../shape/shape.ts'
import { audit } from '../store/operators/audit.ts'
import { revokeSession, sessions } from '../store/operators/sessions.ts'
import { createOperatorToken, operatorRole, revokeOperatorToken, tokens } from '../store/operators/tokens.ts'
import { sessionSubject, tokenSubject } from './audit.ts'
import { existingRow, listFrom } from './list-operations.ts'
import { operatorOperation } from './operation.ts'

export const accessOperations = [
  operatorOperation('GET', '/tokens', {
    summary: 'All operator tokens',
    for: 'own',
    ...listFrom(tokens),
  }),
  operatorOperation('POST', '/tokens', {
    summary: 'Make an operator token; its secret is in this answer and never again',
    for: 'own',
    changes: tokenSubject,
    body: record({ name: Type.String({ minLength: 1, maxLength: 200 }), role: operatorRole }),
    answers: record({ secret: text, token: tokens.Row }),
    status: 201,
    run: async ({ body, database }) => {
      const { id, secret } = await createOperatorToken(database, body.name, body.role)
      return { secret, token: await tokens.find(database, id) }
    },
  }),
  operatorOperation('POST', '/tokens/{id}/revoke', {
    summary: 'End an operator token and its sessions at once, for good',
    for: 'own',
    changes: tokenSubject,
    answers: tokens.Row,
    run: async ({ path, database }) => {
      await revokeOperatorToken(database, path.id)
      return existingRow(tokens, database, path.id)
    },
  }),
  operatorOperation('GET', '/sessions', {
    summary: 'Sessions of the portal, newest first, with those that ended within a week',
    for: 'own',
    ...listFrom(sessions, { confinedTo: call => call.sessions }),
  }),
  operatorOperation('POST', '/sessions/{id}/revoke', {
    summary: 'End a session at once',
    for: 'own',
    changes: sessionSubject,
    answers: sessions.Row,
    run: async ({ path, database, sessions: times }) => {
      await revokeSession(database, path.id)
      return existingRow(sessions, database, path.id, times)
    },
  }),
  operatorOperation('GET', '/audit', {
    summary:
      'What operators changed, newest first; after is the last of the page before, subject the id of what was changed',
    for: 'operate',
    ...listFrom(audit),
    query: { limit: audit.query.limit!, after: audit.query.after!, ...audit.query },
  }),
]
