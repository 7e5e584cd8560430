// What a server stands on: its secrets, telemetry, and the database with its tables as this version declares them.
import { recordTypes } from '../api/index.ts'
import type { Database } from '../database/database.ts'
import { ownHome, sharedHome } from '../database/home.ts'
import { tracedDatabase } from '../database/traced.ts'
import { sealOf, secretFingerprints } from '../encryption/sealing.ts'
import { readSecrets, type Secrets } from '../encryption/secret.ts'
import { refreshAll } from '../load/refresh.ts'
import type { Settings } from '../settings/settings.ts'
import { checkLists } from '../store/lists/check-lists.ts'
import { declaredLists } from '../store/lists/list.ts'
import { prepareDatabase } from '../store/schema/prepare.ts'
import { isUpgrading } from '../store/writing/refresh-jobs.ts'
import { announceSecrets } from '../store/writing/sealed-with.ts'
import { openTelemetry } from '../telemetry/open-telemetry.ts'
import { traceBy } from '../telemetry/trace.ts'
import { resealAll, sealingState } from '../workers/resealing.ts'
import type { HeldHome } from './upkeep/keep-database-up.ts'

export type Installation = Awaited<ReturnType<typeof openInstallation>>

/** `isShared`: the database is another process's to start and stop. */
export async function openInstallation(settings: Settings, say: (line: string) => void, isShared = false) {
  const secrets = await readSecrets(settings)
  const telemetry = settings.telemetry && openTelemetry(settings.telemetry)
  traceBy(telemetry?.tracer)
  const home: HeldHome = isShared ? await sharedHome(settings) : await ownHome(settings, say)
  const database = telemetry ? tracedDatabase(home.database) : home.database
  try {
    return {
      secrets,
      seal: sealOf(secrets),
      telemetry,
      home,
      database,
      ...(await upToDate(database, secrets, settings, say)),
    }
  } catch (error) {
    await home.close()
    throw error
  }
}

async function upToDate(
  database: Database,
  secrets: Secrets,
  { holdsUpgrade: holds }: Settings,
  say: (line: string) => void,
) {
  const readiness = await prepareDatabase(database, recordTypes, { say, holds })
  await checkLists(database, declaredLists)
  if (await isUpgrading(database)) {
    say('Bringing references up to date after an upgrade')
    await refreshAll(database, recordTypes)
  }
  const sealing = await sealingState(database, recordTypes, secrets)
  await announceSecrets(database, secretFingerprints(secrets))
  if (sealing === 'unsealed') {
    say('Encrypting identity numbers')
    await resealAll(database, recordTypes, secrets)
  }
  return { readiness, sealing }
}
