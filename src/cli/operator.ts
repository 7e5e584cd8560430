// The operator at the command line: their changes are written down like those of others, and they may give roles.
import { userInfo } from 'node:os'
import { type Operator, type OperatorRole, operatorRoles } from '../access/operators.ts'
import type { Database } from '../database/database.ts'
import { type AuditSubject, auditChange } from '../operator/audit.ts'
import { type CommandCall, usageProblem } from './command.ts'
import type { Option } from './declaration.ts'

export const roleHelp = `ROLE is what its holder may do. owner: everything. operator: everything but tokens, sessions and erasing people.
read-only: look at what is not personal. matches: review and decide matches.`

export const roleOptionOf = (otherwise: OperatorRole): Option => ({
  value: 'ROLE',
  meaning: `${operatorRoles.join(', ')}; ${otherwise} unless given`,
})

export function roleOption(call: CommandCall, otherwise: OperatorRole): OperatorRole {
  const given = call.option('role') ?? otherwise
  const role = operatorRoles.find(known => known === given)
  if (role) return role
  throw usageProblem(`--role ${given}: must be one of ${operatorRoles.join(', ')}`)
}

/** Makes a change and writes it down as the interface does; without an id, the answer has it. */
export const changeAsSystem = <T>(
  database: Database,
  command: string,
  subject: AuditSubject,
  id: string | undefined,
  run: (database: Database) => Promise<T>,
): Promise<T> =>
  auditChange(database, { who: systemUser(), operation: `muster ${command}`, subject, id }, run)

/** Whoever may run commands here may do everything. */
export function systemUser(): Operator {
  const id = userName()
  return { via: 'command line', id, name: id, role: 'owner' }
}

/** A container may run as a user that has no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
