// Who operates an installation, and what each role may do: an operation says what it is for, and the table here says
// which roles that takes.
import { Problem } from '../errors/problem.ts'

export const operatorRoles = ['owner', 'operator', 'read-only', 'matches'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** The person or command that acts: by an operator token, a sign-in link, another provider's sign-in, or on the machine. */
export type Operator = {
  via: 'token' | 'link' | 'oidc' | 'command line'
  id: string
  name: string
  role: OperatorRole
}

const roles = {
  /** Nothing personal, and of use to everybody. */
  anyone: operatorRoles,
  /** Looking at what is not personal. */
  read: ['owner', 'operator', 'read-only'],
  /** Matches with what was sent, and deciding them. */
  matches: ['owner', 'operator', 'matches'],
  operate: ['owner', 'operator'],
  /** Who may come in, and what cannot be undone. */
  own: ['owner'],
} as const satisfies Record<string, readonly OperatorRole[]>

export type OperatorPurpose = keyof typeof roles

export const rolesFor = (purpose: OperatorPurpose): readonly OperatorRole[] => roles[purpose]

export const hasRole = ({ role }: Operator, purpose: OperatorPurpose) => rolesFor(purpose).includes(role)

export function requireRole(operator: Operator, purpose: OperatorPurpose): void {
  if (hasRole(operator, purpose)) return
  const { role } = operator
  const allowed = rolesFor(purpose)
  throw new Problem(
    'ROLE_NOT_ALLOWED',
    `This takes the role ${allowed.join(' or ')}; yours is ${role}. An owner can give you another token or link`,
  )
}
