// Completes an upgrade: once the servers of the older version are gone for good, what is new is opened.
import { recordTypes } from '../../api/index.ts'
import { completeUpgrade } from '../../store/schema/prepare.ts'
import { schemaVersionOf } from '../../store/schema/schema-version.ts'
import { olderServers } from '../../store/schema/upgrade.ts'
import { type Round, roundEveryMs, type UpkeepContext } from './round.ts'

/** Older servers that are away for less may be starting again, or the database may. */
const olderGoneMs = 30_000

export function upgradeRound({ home: { database }, settings, readiness, log }: UpkeepContext): Round {
  const own = schemaVersionOf(recordTypes)
  let aloneSinceMs: number | undefined
  const end = async () => {
    const isAlone = (await olderServers(database, own)).length === 0
    aloneSinceMs = isAlone ? (aloneSinceMs ?? performance.now()) : undefined
    if (aloneSinceMs === undefined || performance.now() - aloneSinceMs < olderGoneMs) return
    if (!(await completeUpgrade(database, recordTypes, { own }))) return
    await readiness.refresh()
    log.info({ schema: own.number }, 'the upgrade is complete: servers of older versions are refused')
  }
  const isDue = () => readiness.isAhead() && !settings.holdsUpgrade
  return {
    tasks: [{ name: 'upgrade', trouble: 'the upgrade was not completed', isDue, run: end }],
    restMs: roundEveryMs,
  }
}
