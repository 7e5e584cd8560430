// Roles of operators as an option of commands, and who is at the command line.
import { userInfo } from 'node:os'
import { type Operator, type OperatorRole, operatorRoles } from '../access/operators.ts'
import { type CommandCall, usage } from './command.ts'

export const roleHelp = `ROLE is what its holder may do: owner everything; operator (unless given) all but tokens, sessions and erasing
people; read-only looking at what is not personal; matches reviewing and deciding matches.`

export function roleOption(call: CommandCall, otherwise: OperatorRole): OperatorRole {
  const given = call.option('role') ?? otherwise
  const role = operatorRoles.find(known => known === given)
  if (role) return role
  throw usage(`--role ${given}: must be one of ${operatorRoles.join(', ')}`)
}

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
