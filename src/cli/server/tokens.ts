// `muster tokens`: tokens for the operator's HTTP interface.

import type { Database } from '../../database/database.ts'
import { tokenSubject } from '../../operator/audit.ts'
import { createOperatorToken, revokeOperatorToken, tokens } from '../../store/operators/tokens.ts'
import { CliProblem, type CommandCall, exitCodes, listTable } from '../command.ts'
import { onDatabase } from '../database.ts'
import type { Command } from '../declaration.ts'
import { changeAsSystem, roleHelp, roleOption, roleOptionOf } from '../operator.ts'

const idIn = ({ id }: { id: string }) => id

async function create(call: CommandCall, database: Database): Promise<undefined> {
  const role = roleOption(call, 'operator')
  const name = call.option('name') ?? 'operator'
  const { id, secret } = await changeAsSystem(
    database,
    'tokens create',
    { ...tokenSubject, idIn },
    undefined,
    tx => createOperatorToken(tx, name, role),
  )
  call.output.result(
    { id, role, token: secret },
    () => `${secret}\n\nThis is shown once. It opens the operator interface, and nothing of the API.`,
  )
}

async function list(call: CommandCall, database: Database): Promise<undefined> {
  const found = await tokens.rows(database)
  call.output.result(found, () => listTable(tokens, found))
}

async function revoke(call: CommandCall, database: Database): Promise<undefined> {
  const id = call.argument('ID')
  if (!(await tokens.find(database, id)))
    throw new CliProblem(`There is no operator token ${id}`, exitCodes.notFound)
  await changeAsSystem(database, 'tokens revoke', tokenSubject, id, tx => revokeOperatorToken(tx, id))
  call.output.result({ id, revoked: true }, () => `Revoked ${id}.`)
}

export const tokensCommand: Command = {
  subcommands: {
    create: {
      summary: 'make a token; it is shown once',
      options: {
        name: { value: 'NAME', meaning: 'what the audit calls whoever uses it' },
        role: roleOptionOf('operator'),
      },
      notes: roleHelp,
      run: onDatabase(create),
    },
    list: { summary: 'all tokens', run: onDatabase(list) },
    revoke: {
      summary: 'end a token at once, for good',
      arguments: { ID: { meaning: 'the id that tokens list shows' } },
      run: onDatabase(revoke),
    },
  },
  examples: [
    './muster tokens create --name prometheus --role read-only',
    './muster tokens list',
    './muster tokens revoke 6917…',
  ],
}
