// The jobs that run every hour: they remove what is kept only for a while, as long as its setting says, and tidy up.

import { type Database, databaseTime } from '../../database/database.ts'
import type { FileStore } from '../../files/store.ts'
import { sweepFiles } from '../../files/sweep.ts'
import { removeUnnamed } from '../../files/unnamed.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import type { Retention } from '../../settings/settings.ts'
import { sweepBackupRuns } from '../../store/backup/backup-runs.ts'
import { sweepDeliveryAttempts, sweepFeeds } from '../../store/feeds/sweep-feeds.ts'
import { sweepLedger } from '../../store/keys/ledger.ts'
import { sweepOauth } from '../../store/keys/oauth.ts'
import { sweepAudit } from '../../store/operators/audit.ts'
import { sweepSessions } from '../../store/operators/sessions.ts'
import { closeIncompletePairs, forgetOldMatches } from '../../store/people/match-decisions.ts'
import { forgetAnswers } from '../../store/people/new-workers.ts'
import { sweepRequests } from '../../store/requests/requests.ts'
import { mergePending } from '../../store/schema/maintenance.ts'
import { sweepLoads } from '../../store/writing/loads.ts'
import { sweepMappings } from '../../store/writing/mappings.ts'
import { expireAttempts } from '../../workers/decisions.ts'
import type { UpkeepTask } from './round.ts'

type SweepContext = {
  database: Database
  types: readonly RecordType[]
  files: FileStore
  keep: Retention
  stopped(): boolean
}

/** `name` is that of the work in metrics. */
const sweep = (name: string, what: string, run: UpkeepTask['run']): UpkeepTask => ({
  name: `sweep_${name}`,
  trouble: `${what} were not swept`,
  run,
})

export function sweepsOf({ database, types, files, keep, stopped }: SweepContext): UpkeepTask[] {
  const now = () => databaseTime(database)
  return [
    sweep('ledger', 'readings and the use of keys', () => sweepLedger(database, keep.ledgerDays)),
    sweep('sessions', 'sessions', () => sweepSessions(database)),
    sweep('oauth', 'codes and tokens', () => sweepOauth(database, keep.ledgerDays)),
    sweep('audit', 'rows of the audit', () => sweepAudit(database, keep.auditDays)),
    sweep('requests', 'requests', () => sweepRequests(database, keep.requestsDays, stopped)),
    sweep('loads', 'loads', () => sweepLoads(database, keep.loadsDays)),
    sweep('backups', 'backups', () => sweepBackupRuns(database, keep.backupsDays)),
    sweep('mappings', 'versions of mappings', () => sweepMappings(database, keep.mappingVersions)),
    sweep('kept_answers', 'answers kept for repetition', () => forgetAnswers(database, keep.answersHours)),
    sweep('open_matches', 'open matches', () => expireAttempts(database, keep.openMatchesDays)),
    sweep('pairs', 'pairs of workers', () => closeIncompletePairs(database)),
    sweep('decided_matches', 'decided matches', () => forgetOldMatches(database, keep.decidedMatchesDays)),
    sweep('delivery_attempts', 'attempts to deliver', async () =>
      sweepDeliveryAttempts(database, keep.deliveryAttemptsDays, await now()),
    ),
    sweep('feeds', 'feeds', async () => sweepFeeds(database, keep.feedsDays, await now(), stopped)),
    sweep('unnamed_files', 'files that no record names', () =>
      removeUnnamed({ database, types, store: files, keptHours: keep.filesHours }),
    ),
    sweep('files', 'files', async () => sweepFiles(database, files, await now(), stopped)),
    sweep('index_entries', 'pending entries of indexes', () => mergePending(database, types)),
  ]
}
