// Access to the operator's interface: tokens, sessions of the portal, and what operators did.
import { operatorRoles } from '../access/operators.ts'
import { Problem } from '../errors/problem.ts'
import { Type } from '../shape/schema.ts'
import { anything, flag, instant, list, oneOf, orNull, record, text } from '../shape/shape.ts'
import type { Statements } from '../store/database/database.ts'
import { listAudit } from '../store/keys/audit.ts'
import {
  createOperatorToken,
  listOperatorTokens,
  revokeOperatorToken,
  type TokenInfo,
} from '../store/keys/keys.ts'
import { listSessions, revokeSession } from '../store/keys/sessions.ts'
import { operatorOperation, upTo999 } from './operation.ts'
import { sessionSubject, tokenSubject } from './subjects.ts'

const role = oneOf(...operatorRoles)
const someId = Type.String({ minLength: 1, maxLength: 200 })

const Token = record({ id: text, name: text, role, hint: text, revoked: flag, createdAt: instant })

const Session = record({
  id: text,
  via: oneOf('token', 'link', 'oidc', 'key'),
  who: text,
  name: text,
  role: orNull(role),
  state: oneOf('open', 'idle', 'expired', 'revoked', 'token revoked'),
  createdAt: instant,
  usedAt: instant,
  expiresAt: instant,
})

const AuditLine = record({
  id: text,
  at: instant,
  via: text,
  who: text,
  name: text,
  operation: text,
  kind: text,
  subject: text,
  before: anything,
  after: anything,
  requestId: orNull(text),
})

async function tokenWith(database: Statements, id: string): Promise<TokenInfo> {
  const [token] = await listOperatorTokens(database, id)
  if (token) return token
  throw new Problem('NOT_FOUND', 'There is no operator token with this id')
}

export const accessOperations = [
  operatorOperation('GET', '/tokens', {
    summary: 'All operator tokens',
    for: 'own',
    answers: list(Token),
    run: (_, { database }) => listOperatorTokens(database),
  }),
  operatorOperation('POST', '/tokens', {
    summary: 'Make an operator token; its secret is in this answer and never again',
    for: 'own',
    changes: tokenSubject,
    body: record({ name: Type.String({ minLength: 1, maxLength: 200 }), role }),
    answers: record({ secret: text, token: Token }),
    status: 201,
    run: async ({ body }, { database }) => {
      const { id, secret } = await createOperatorToken(database, body.name, body.role)
      return { secret, token: await tokenWith(database, id) }
    },
  }),
  operatorOperation('POST', '/tokens/{id}/revoke', {
    summary: 'End an operator token and its sessions at once, for good',
    for: 'own',
    changes: tokenSubject,
    answers: Token,
    run: async ({ path }, { database }) => {
      await revokeOperatorToken(database, path.id!)
      return tokenWith(database, path.id!)
    },
  }),
  operatorOperation('GET', '/sessions', {
    summary: 'Sessions of the portal, newest first, with those that ended within a week',
    for: 'own',
    answers: list(Session),
    run: (_, { database, sessions }) => listSessions(database, sessions),
  }),
  operatorOperation('POST', '/sessions/{id}/revoke', {
    summary: 'End a session at once',
    for: 'own',
    changes: sessionSubject,
    answers: Session,
    run: async ({ path }, { database, sessions }) => {
      await revokeSession(database, path.id!)
      const [session] = await listSessions(database, sessions, path.id!)
      if (session) return session
      throw new Problem('NOT_FOUND', 'There is no session with this id')
    },
  }),
  operatorOperation('GET', '/audit', {
    summary:
      'What operators changed, newest first; after is the last of the page before, subject the id of what was changed',
    for: 'operate',
    query: {
      limit: upTo999,
      after: Type.String({ pattern: '^[0-9]{1,18}$', description: 'the id of a row' }),
      kind: someId,
      subject: someId,
      who: someId,
    },
    answers: list(AuditLine),
    run: ({ query }, { database }) => listAudit(database, { ...query, limit: Number(query.limit ?? 50) }),
  }),
]
