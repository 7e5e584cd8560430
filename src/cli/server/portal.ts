// `muster portal`: links that sign an operator in to the portal.
import type { Operator } from '../../access/operators.ts'
import { newId } from '../../formats/id.ts'
import type { Database } from '../../store/database/database.ts'
import { writeAudit } from '../../store/keys/audit.ts'
import { createLink, portalAddress } from '../../store/keys/sessions.ts'
import type { CommandCall } from '../command.ts'
import { withDatabase } from '../database.ts'
import type { Command } from '../declaration.ts'
import { roleHelp, roleOption, roleOptionOf, systemUser } from '../operator.ts'

const portalCommand: Command = {
  subcommands: {
    link: {
      summary: 'print a link that works once, within 15 minutes',
      options: {
        role: roleOptionOf('owner'),
        name: { value: 'NAME', meaning: 'what the audit calls whoever uses it; your user name unless given' },
      },
      notes: roleHelp,
      run,
    },
  },
  examples: ['./muster portal link', './muster portal link --role matches --name Ann'],
}

const minutes = 15

/** An address of the portal that signs its reader in; the code is in the part that browsers keep to themselves. */
export async function signInLink(
  { database, portalUrl }: { database: Database; portalUrl: string },
  { role, name }: Pick<Operator, 'role' | 'name'>,
  command: string,
): Promise<string> {
  const id = `link:${newId()}`
  const code = await createLink(database, { via: 'link', id, name, role }, minutes)
  await writeAudit(database, {
    who: systemUser(),
    operation: `muster ${command}`,
    kind: 'link',
    subject: id,
    after: { name, role },
  })
  return `${portalUrl}#link=${code}`
}

async function run(call: CommandCall): Promise<undefined> {
  const role = roleOption(call, 'owner')
  const name = call.option('name') ?? systemUser().name
  await withDatabase(call, async database => {
    const { publicUrl, host, port } = call.settings
    const portalUrl = (await portalAddress(database)) ?? `${publicUrl ?? `http://${host}:${port}`}/portal`
    const link = await signInLink({ database, portalUrl }, { role, name }, 'portal link')
    call.output.result(
      { link, role, name, minutes },
      () => `${link}\n\nIt signs ${name} in as ${role}, once, within ${minutes} minutes.`,
    )
  })
}

export const commands = { portal: portalCommand }
