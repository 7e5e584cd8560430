// The database of this installation with its webhooks, for a command; what is refused becomes an exit code.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { recordTypes } from '../../api/index.ts'
import { readSecrets } from '../../secret.ts'
import { borrowHome, prepare } from '../../store/engine/home.ts'
import { openWebhooks, type Webhooks } from '../../webhooks/open-webhooks.ts'
import { sealingState } from '../../workers/resealing.ts'
import type { CommandCall } from '../command.ts'

export async function withWebhooks<T>(
  call: CommandCall,
  run: (webhooks: Webhooks) => Promise<T>,
): Promise<T> {
  const { settings, output } = call
  const home = await borrowHome(settings, line => output.say(line))
  try {
    await prepare(home.database, recordTypes)
    const secrets = await readSecrets(settings)
    // Sealed with another secret, an endpoint's own could never sign.
    await sealingState(home.database, recordTypes, secrets)
    const webhooks = openWebhooks({
      database: home.database,
      types: recordTypes,
      keys: { seal: secrets.secretFor('encryption'), open: secrets.acceptedFor('encryption') },
      // A demo allows what its server allows.
      loopback: settings.webhookLoopback || existsSync(join(settings.data, 'demo.json')),
      trouble: (_, what) => output.say(what),
    })
    try {
      return await run(webhooks)
    } finally {
      webhooks.close()
    }
  } finally {
    await home.close()
  }
}
