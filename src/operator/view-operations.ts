// Views of the portal under a name, for the holder of a key alone or for all operators of a role.
import { badRequest } from '../errors/problem.ts'
import { Type } from '../shape/schema.ts'
import { record } from '../shape/shape.ts'
import { keepView, keptViews, removeView } from '../store/operators/kept-views.ts'
import type { AuditSubject } from './audit.ts'
import { existingRow, listFrom } from './list-operations.ts'
import { type OperatorBackend, type OwnBackend, operatorOperation, ownOperation } from './operation.ts'

const Body = record({
  name: Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' }),
  address: Type.String({ pattern: '^/[a-z]', maxLength: 2000 }),
})

/** Which page with which filters is nobody else's business, so the audit has the id alone. */
const viewSubject: AuditSubject = { kind: 'view', idIn: ({ id }: { id: string }) => id, atOnce: true }

const ofRole = (role: string) => ({ holder: `role ${role}` })
const ofKey = ({ caller }: OwnBackend) => ({ holder: `key ${caller.keyId}` })

/** What is typed to search for may be somebody's name, and is not kept; nor is the page that was turned to. */
function keptAddress(address: string): string {
  const url = new URL(address, 'http://portal')
  if (url.pathname + url.search !== address)
    throw badRequest('address: give a path of the portal with its query')
  for (const name of ['query', 'page']) url.searchParams.delete(name)
  return url.pathname + url.search
}

async function kept(
  { database }: OperatorBackend,
  of: { holder: string },
  body: { name: string; address: string },
) {
  const view = { name: body.name.trim(), address: keptAddress(body.address) }
  return existingRow(keptViews, database, await keepView(database, of.holder, view), of)
}

async function removed({ database }: OperatorBackend, of: { holder: string }, id: string) {
  const view = await existingRow(keptViews, database, id, of)
  await removeView(database, view.id)
  return view
}

const declared = {
  list: { ...listFrom(keptViews), query: {} },
  keep: { changes: viewSubject, body: Body, answers: keptViews.Row, status: 201 },
  remove: { changes: viewSubject, answers: keptViews.Row },
} as const

export const viewOperations = [
  operatorOperation('GET', '/views', {
    summary: 'The views of the portal that are kept for the role of whoever asks',
    for: 'read',
    ...declared.list,
    run: ({ operator }, { database }) => keptViews.rows(database, ofRole(operator.role)),
  }),
  operatorOperation('POST', '/views', {
    summary:
      'Keep a view for one’s role; one of the same name is replaced. What was searched for is not kept',
    for: 'operate',
    ...declared.keep,
    run: ({ body, operator }, backend) => kept(backend, ofRole(operator.role), body),
  }),
  operatorOperation('DELETE', '/views/{id}', {
    summary: 'Remove a view of one’s role',
    for: 'operate',
    ...declared.remove,
    run: ({ path, operator }, backend) => removed(backend, ofRole(operator.role), path.id!),
  }),
]

export const ownViewOperations = [
  ownOperation('GET', '/views', {
    summary: 'The views of the portal that are kept for this key',
    ...declared.list,
    run: (_, backend) => keptViews.rows(backend.database, ofKey(backend)),
  }),
  ownOperation('POST', '/views', {
    summary: 'Keep a view for this key; one of the same name is replaced. What was searched for is not kept',
    ...declared.keep,
    run: ({ body }, backend) => kept(backend, ofKey(backend), body),
  }),
  ownOperation('DELETE', '/views/{id}', {
    summary: 'Remove a view of this key',
    ...declared.remove,
    run: ({ path }, backend) => removed(backend, ofKey(backend), path.id!),
  }),
]
