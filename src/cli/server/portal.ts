// `muster portal`: links that sign an operator in to the portal.
import { portalAddress } from '../../store/operators/sessions.ts'
import type { CommandCall } from '../command.ts'
import { withDatabase } from '../database.ts'
import type { Command } from '../declaration.ts'
import { roleHelp, roleOption, roleOptionOf, systemUser } from '../operator.ts'
import { signInLink, signInLinkMinutes } from './sign-in-link.ts'

export const portalCommand: Command = {
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

async function run(call: CommandCall): Promise<undefined> {
  const role = roleOption(call, 'owner')
  const name = call.option('name') ?? systemUser().name
  await withDatabase(call, async database => {
    const { publicUrl, host, port } = call.settings
    const portalUrl = (await portalAddress(database)) ?? `${publicUrl ?? `http://${host}:${port}`}/portal`
    const link = await signInLink({ database, portalUrl }, { role, name }, 'portal link')
    call.output.result(
      { link, role, name, minutes: signInLinkMinutes },
      () => `${link}\n\nIt signs ${name} in as ${role}, once, within ${signInLinkMinutes} minutes.`,
    )
  })
}
