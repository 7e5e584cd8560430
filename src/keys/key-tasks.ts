// Keys for common tasks: their kind, scopes and limits. Every option can still be given otherwise.
import type { CallerKind } from '../access/caller.ts'
import { type ScopeName, scopesFor } from '../api/scopes.ts'
import type { NewKey } from '../store/keys/keys.ts'

export type Preset = {
  purpose: string
  /** Set where the task is for one kind of key only. */
  kind?: CallerKind
  scopes(kind: CallerKind): ScopeName[]
} & Required<Pick<NewKey, 'name' | 'perMinute' | 'perDay'>>

const readScopes = (kind: CallerKind) => scopesFor(kind).filter(scope => scope.startsWith('read:'))

export const presets: Record<string, Preset> = {
  payroll: {
    purpose: 'approved time, expenses and who to pay',
    name: 'Payroll',
    scopes: () => [
      'read:projects',
      'read:rates',
      'read:assignments',
      'read:workers',
      'read:timesheets',
      'read:expenses',
    ],
    perMinute: 120,
    perDay: 50_000,
  },
  accounts: {
    purpose:
      'checking bills before they are paid: what is billed, what for, and marking what the checks find',
    name: 'Accounts',
    scopes: kind =>
      scopesFor(kind).filter(scope =>
        [
          'read:companies',
          'read:projects',
          'read:rates',
          'read:assignments',
          'read:timesheets',
          'read:expenses',
          'read:invoices',
          'read:credit-notes',
          'read:purchase-orders',
          'write:billing-checks',
        ].includes(scope),
      ),
    perMinute: 120,
    perDay: 50_000,
  },
  bi: {
    purpose: 'reading everything into a warehouse',
    name: 'BI',
    scopes: readScopes,
    perMinute: 600,
    perDay: 200_000,
  },
  reports: {
    purpose: 'tables in Excel and Power BI: everything that can be read, except workers and users',
    name: 'Reports',
    scopes: kind => readScopes(kind).filter(scope => !['read:workers', 'read:users'].includes(scope)),
    perMinute: 300,
    perDay: 50_000,
  },
  'agency-push': {
    purpose: 'an agency creating workers and following their assignments',
    kind: 'agency',
    name: 'Agency push',
    scopes: () => ['read:projects', 'read:requisitions', 'read:assignments', 'read:workers', 'write:workers'],
    perMinute: 120,
    perDay: 50_000,
  },
}
