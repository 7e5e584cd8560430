// Views of the portal under a name, for the holder of a key alone or for all operators of a role.
import { badRequest } from '../errors/problem.ts'
import { Type } from '../shape/schema.ts'
import { record, type Static } from '../shape/shape.ts'
import { keepView, keptViews, removeView } from '../store/operators/kept-views.ts'
import type { AuditSubject } from './audit.ts'
import { existingRow, listFrom } from './list-operations.ts'
import {
  type CallArguments,
  type OperatorBackend,
  type OperatorCall,
  type OwnCall,
  operatorOperation,
  ownOperation,
} from './operation.ts'

const Body = record({
  name: Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' }),
  address: Type.String({ pattern: '^/[a-z]', maxLength: 2000 }),
})

/** Which page with which filters is nobody else's business, so the audit has the id alone. */
const viewSubject: AuditSubject = { kind: 'view', idIn: ({ id }: { id: string }) => id, atOnce: true }

/** What is typed to search for may be somebody's name, and is not kept; nor is the page that was turned to. */
function keptAddress(address: string): string {
  const url = new URL(address, 'http://portal')
  if (url.pathname + url.search !== address)
    throw badRequest('address: give a path of the portal with its query')
  for (const name of ['query', 'page']) url.searchParams.delete(name)
  return url.pathname + url.search
}

/** What everybody does alike with the views of a holder, whom the call tells. */
const viewsOf = <C extends OperatorBackend & CallArguments>(holderOf: (call: C) => string) => ({
  list: listFrom(keptViews, { confinedTo: (call: C) => ({ holder: holderOf(call) }) }),
  keep: {
    changes: viewSubject,
    body: Body,
    answers: keptViews.Row,
    status: 201,
    async run(call: C & { body: Static<typeof Body> }) {
      const { database, body } = call
      const holder = holderOf(call)
      const view = { name: body.name.trim(), address: keptAddress(body.address) }
      return existingRow(keptViews, database, await keepView(database, holder, view), { holder })
    },
  } as const,
  remove: {
    changes: viewSubject,
    answers: keptViews.Row,
    async run(call: C) {
      const view = await existingRow(keptViews, call.database, call.path.id!, { holder: holderOf(call) })
      await removeView(call.database, view.id)
      return view
    },
  },
})

const ofRole = viewsOf(({ operator }: OperatorCall) => `role ${operator.role}`)
const ofKey = viewsOf(({ caller }: OwnCall) => `key ${caller.keyId}`)

export const viewOperations = [
  operatorOperation('GET', '/views', {
    summary: 'The views of the portal that are kept for the role of whoever asks',
    for: 'read',
    ...ofRole.list,
  }),
  operatorOperation('POST', '/views', {
    summary:
      'Keep a view for one’s role; one of the same name is replaced. What was searched for is not kept',
    for: 'operate',
    ...ofRole.keep,
  }),
  operatorOperation('DELETE', '/views/{id}', {
    summary: 'Remove a view of one’s role',
    for: 'operate',
    ...ofRole.remove,
  }),
]

export const ownViewOperations = [
  ownOperation('GET', '/views', {
    summary: 'The views of the portal that are kept for this key',
    ...ofKey.list,
  }),
  ownOperation('POST', '/views', {
    summary: 'Keep a view for this key; one of the same name is replaced. What was searched for is not kept',
    ...ofKey.keep,
  }),
  ownOperation('DELETE', '/views/{id}', { summary: 'Remove a view of this key', ...ofKey.remove }),
]
