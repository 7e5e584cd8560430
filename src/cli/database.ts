// The database of this installation, opened for the length of a command.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { recordTypes } from '../api/index.ts'
import { readSecrets, type Secrets } from '../secret.ts'
import type { Database } from '../store/engine/database.ts'
import { borrowHome, prepare } from '../store/engine/home.ts'
import type { Readiness } from '../store/records/evolve.ts'
import { openWebhooks, type Webhooks } from '../webhooks/open-webhooks.ts'
import { sealingState } from '../workers/resealing.ts'
import type { CommandCall } from './command.ts'

export async function withDatabase<T>(
  { settings, output }: CommandCall,
  run: (database: Database, readiness: Readiness) => Promise<T>,
): Promise<T> {
  const home = await borrowHome(settings, line => output.say(line))
  try {
    return await run(home.database, await prepare(home.database, recordTypes))
  } finally {
    await home.close()
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
  const { settings, output } = call
  return withDatabase(call, async database => {
    const secrets = await checkedSecrets(call, database)
    const webhooks = openWebhooks({
      database,
      types: recordTypes,
      keys: { seal: secrets.secretFor('encryption'), open: secrets.acceptedFor('encryption') },
      // The server of a demo allows loopback addresses, so its commands do.
      loopback: settings.webhookLoopback || existsSync(join(settings.data, 'demo.json')),
      trouble: (_, what) => output.say(what),
    })
    try {
      return await run(webhooks)
    } finally {
      webhooks.close()
    }
  })
}
