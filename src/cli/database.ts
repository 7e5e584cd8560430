// The database of this installation, opened for the length of a command.
import type { CallerKind } from '../access/caller.ts'
import { recordTypes } from '../api/index.ts'
import type { Database } from '../database/database.ts'
import { borrowHome } from '../database/home.ts'
import { readSecrets, type Secrets } from '../encryption/secret.ts'
import { unknownOwners } from '../store/keys/keys.ts'
import { schemaForCommand } from '../store/schema/prepare.ts'
import type { Readiness } from '../store/schema/readiness.ts'
import { openWebhooks, type Webhooks } from '../webhooks/open-webhooks.ts'
import { endpointKeys, sealingState } from '../workers/resealing.ts'
import { CliProblem, type CommandCall, exitCodes } from './command.ts'
import { loopbackOf } from './loopback.ts'

export async function withDatabase<T>(
  { settings, output }: CommandCall,
  run: (database: Database, readiness: Readiness) => Promise<T>,
): Promise<T> {
  const home = await borrowHome(settings, line => output.say(line))
  try {
    return await run(home.database, await schemaForCommand(home.database, recordTypes))
  } finally {
    await home.close()
  }
}

/** The same for an action that needs nothing else. */
export const onDatabase =
  <T>(run: (call: CommandCall, database: Database, readiness: Readiness) => Promise<T>) =>
  (call: CommandCall): Promise<T> =>
    withDatabase(call, (database, readiness) => run(call, database, readiness))

/** Refuses a company or agency that is not stored: about one, every answer would be empty and look right. */
export async function requireOwners(
  database: Database,
  call: CommandCall,
  kinds: readonly CallerKind[] = ['company'],
) {
  for (const kind of kinds) {
    const given = call.option(kind)
    const [unknown] = given === undefined ? [] : await unknownOwners(database, kind, [given])
    if (unknown !== undefined) throw new CliProblem(`There is no ${kind} ${unknown}`, exitCodes.notFound)
  }
}

/** Refuses a master secret that the database was not sealed with. */
export async function checkedSecrets({ settings }: CommandCall, database: Database): Promise<Secrets> {
  const secrets = await readSecrets(settings)
  await sealingState(database, recordTypes, secrets)
  return secrets
}

export async function withWebhooks<T>(
  call: CommandCall,
  run: (webhooks: Webhooks) => Promise<T>,
): Promise<T> {
  return withDatabase(call, async database => {
    const secrets = await checkedSecrets(call, database)
    const webhooks = openWebhooks({
      database,
      types: recordTypes,
      keys: endpointKeys(secrets),
      loopback: loopbackOf(call),
      trouble: (_, what) => call.output.say(what),
    })
    try {
      return await run(webhooks)
    } finally {
      webhooks.close()
    }
  })
}
