// `muster tokens`: tokens for the operator's HTTP interface.
import { tokenSubject } from '../operator/subjects.ts'
import type { Database } from '../store/engine/database.ts'
import { createOperatorToken, listOperatorTokens, revokeOperatorToken } from '../store/keys/keys.ts'
import {
  actionOf,
  CliProblem,
  type Command,
  type CommandCall,
  exit,
  options,
  table,
  usage,
} from './command.ts'
import { withDatabase } from './database.ts'
import { changing, roleHelp, roleOption } from './operator.ts'

const tokensCommand: Command = {
  synopsis: 'tokens create [--name NAME] [--role ROLE] | list | revoke ID',
  details: roleHelp,
  examples: [
    './muster tokens create --name prometheus --role read-only',
    './muster tokens list',
    './muster tokens revoke 6917…',
  ],
  options: options('name role'),
  run,
}

const idIn = ({ id }: { id: string }) => id

type Action = (call: CommandCall, database: Database) => Promise<undefined>

const actions: Record<string, Action> = {
  async create(call, database) {
    const role = roleOption(call, 'operator')
    const name = call.option('name') ?? 'operator'
    const { id, secret } = await changing(
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
  },
  async list(call, database) {
    const tokens = await listOperatorTokens(database)
    call.output.result(tokens, () =>
      table(
        ['Id', 'Name', 'Role', 'Token', 'State', 'Created'],
        tokens.map(one => [
          one.id,
          one.name,
          one.role,
          one.hint,
          one.revoked ? 'revoked' : 'active',
          one.createdAt,
        ]),
      ),
    )
  },
  async revoke(call, database) {
    const id = call.arguments[1]!
    if ((await listOperatorTokens(database, id)).length === 0)
      throw new CliProblem(`There is no operator token ${id}`, exit.notFound)
    await changing(database, 'tokens revoke', tokenSubject, id, tx => revokeOperatorToken(tx, id))
    call.output.result({ id, revoked: true }, () => `Revoked ${id}.`)
  },
}

async function run(call: CommandCall): Promise<undefined> {
  const [action, id] = call.arguments
  if (action !== 'revoke' && id !== undefined)
    throw usage(`"${id}" is one word too many; a new token is named with --name`)
  if (action === 'revoke' && !id) throw usage('Say which one: tokens revoke ID')
  const run = actionOf(call, 'tokens', actions)
  return withDatabase(call, database => run(call, database))
}

export const commands = { tokens: tokensCommand }
