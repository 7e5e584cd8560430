// A link that signs an operator in to the portal.
import type { Operator } from '../../access/operators.ts'
import type { Database } from '../../database/database.ts'
import { newId } from '../../formats/id.ts'
import { writeAudit } from '../../store/operators/audit.ts'
import { createLink } from '../../store/operators/sessions.ts'
import { systemUser } from '../operator.ts'

/** How long it can be used. */
export const signInLinkMinutes = 15

/** An address of the portal that signs its reader in; the code is in the part that browsers keep to themselves. */
export async function signInLink(
  { database, portalUrl }: { database: Database; portalUrl: string },
  { role, name }: Pick<Operator, 'role' | 'name'>,
  command: string,
): Promise<string> {
  const id = `link:${newId()}`
  const code = await createLink(database, { via: 'link', id, name, role }, signInLinkMinutes)
  await writeAudit(database, {
    who: systemUser(),
    operation: `muster ${command}`,
    kind: 'link',
    subject: id,
    after: { name, role },
  })
  return `${portalUrl}#link=${code}`
}
