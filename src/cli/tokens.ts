// `muster tokens`: tokens for the operator's HTTP interface.
import { recordTypes } from '../api/index.ts'
import { borrowHome, prepare } from '../store/engine/home.ts'
import { createOperatorToken, listOperatorTokens, revokeOperatorToken } from '../store/keys/keys.ts'
import { CliProblem, type Command, type CommandCall, exit, table, usage } from './command.ts'

export const tokensCommand: Command = {
  synopsis: 'tokens create [--name NAME] | list | revoke ID',
  examples: [
    './muster tokens create --name prometheus',
    './muster tokens list',
    './muster tokens revoke 6917…',
  ],
  options: { name: { type: 'string' } },
  run,
}

async function run(call: CommandCall): Promise<number> {
  const [action, id] = call.arguments
  if (action !== 'revoke' && id !== undefined)
    throw usage(`"${id}" is one word too many; a new token is named with --name`)
  const home = await borrowHome(call.settings, line => call.output.say(line))
  try {
    await prepare(home.database, recordTypes)
    if (action === 'create') {
      const made = await createOperatorToken(home.database, call.option('name') ?? 'operator')
      call.output.result(
        { id: made.id, token: made.secret },
        () =>
          `${made.secret}\n\nThis is shown once. It opens the operator interface, and nothing of the API.`,
      )
      return exit.ok
    }
    if (action === 'list') {
      const tokens = await listOperatorTokens(home.database)
      call.output.result(tokens, () =>
        table(
          ['Id', 'Name', 'Token', 'State', 'Created'],
          tokens.map(token => [
            token.id,
            token.name,
            token.hint,
            token.revoked ? 'revoked' : 'active',
            token.createdAt,
          ]),
        ),
      )
      return exit.ok
    }
    if (action === 'revoke' && id) {
      if (!(await revokeOperatorToken(home.database, id)))
        throw new CliProblem(`There is no operator token ${id}`, exit.notFound)
      call.output.result({ id, revoked: true }, () => `Revoked ${id}.`)
      return exit.ok
    }
    throw usage('Say what to do: tokens create, tokens list or tokens revoke ID')
  } finally {
    await home.close()
  }
}
