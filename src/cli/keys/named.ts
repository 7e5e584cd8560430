// The key that a command names: by id, by secret, or by the hint a list shows.
import type { Database } from '../../store/engine/database.ts'
import { type KeyInfo, listKeys } from '../../store/keys/keys.ts'
import { CliProblem, type CommandCall, exit, usage } from '../command.ts'

export async function keyNamed(call: CommandCall, database: Database): Promise<KeyInfo> {
  const which = call.arguments[1]
  if (!which) throw usage('Say which key: its id, its secret or its hint')
  const [key, ...more] = await listKeys(database, which)
  if (more.length > 0) throw usage('Several keys have this hint; give the id')
  if (key) return key
  throw new CliProblem(
    `There is no key ${which.length > 24 ? `${which.slice(0, 4)}…` : which}`,
    exit.notFound,
  )
}
