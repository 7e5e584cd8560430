// Every scope a key can carry, and what it opens. The one table: the command line, the documents and the
// operations all read it.
import type { CallerKind } from '../access/caller.ts'

export const scopes = {
  'read:companies': 'the company, its tags and its competency matrix',
  'read:users': 'company users, their permissions and assignments to projects',
  'read:projects': 'projects, sites and connected agencies',
  'read:trades': 'trades',
  'read:rates': 'rates',
  'read:requisitions': 'requisitions and recruitment metrics',
  'read:assignments': 'assignments',
  'read:workers': 'workers and their documents',
  'read:timesheets': 'timesheets',
  'read:expenses': 'expenses',
  'read:invoices': 'invoices and applications for payment',
  'read:credit-notes': 'credit notes',
  'read:purchase-orders': 'purchase orders',
  'write:workers': 'creating workers (agency keys only)',
} as const

export type ScopeName = keyof typeof scopes

/** All the scopes that mean something to this kind of key. */
export const scopesFor = (kind: CallerKind): ScopeName[] =>
  (Object.keys(scopes) as ScopeName[]).filter(scope => kind === 'agency' || scope !== 'write:workers')
