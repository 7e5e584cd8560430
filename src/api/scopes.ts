// Every scope a key can carry, and what it opens. The one table: the command line, the documents and the
// operations all read it.
import type { CallerKind } from '../access/caller.ts'

export const scopes = {
  'read:companies': 'the company itself, its tags and its competency matrix',
  'read:users': 'company users, their permissions and assignments to projects',
  'read:projects': 'projects, sites and connected agencies',
  'read:trades': 'what companies hire for, with what workers must hold',
  'read:rates': 'what trades are paid and charged at',
  'read:requisitions': 'requests for workers, with submissions, and recruitment metrics',
  'read:assignments': 'who is placed where, when and at what rates',
  'read:workers': 'people with their contact details and documents',
  'read:timesheets': 'weeks of work with hours, pay and charge, and their totals',
  'read:expenses': 'what workers claim besides hours, with receipts',
  'read:invoices': 'invoices and applications for payment, with their files',
  'read:credit-notes': 'what is taken off invoices',
  'read:purchase-orders': 'what may be spent with suppliers (company keys only)',
  'write:workers': 'creating workers (agency keys only)',
  'write:billing-checks': 'marking findings of the billing checks that the key may read',
} as const

export type ScopeName = keyof typeof scopes

/** What keys of the other kind are refused. Reading is not: that of purchase orders opens nothing to an agency, and does no harm. */
const onlyFor: Partial<Record<ScopeName, CallerKind>> = { 'write:workers': 'agency' }

/** All the scopes that this kind of key may be given. */
export const scopesFor = (kind: CallerKind): ScopeName[] =>
  (Object.keys(scopes) as ScopeName[]).filter(scope => (onlyFor[scope] ?? kind) === kind)
