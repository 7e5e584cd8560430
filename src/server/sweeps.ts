// The jobs that run every hour: they remove what is kept only for a while, as long as its setting says, and tidy up.
import type { FileStore } from '../files/store.ts'
import { sweepFiles } from '../files/sweep.ts'
import { removeUnnamed } from '../files/unnamed.ts'
import type { RecordType } from '../record-types/record-type.ts'
import type { Retention } from '../settings/settings.ts'
import { sweepBackupRuns } from '../store/backup/backup-runs.ts'
import type { Database } from '../store/database/database.ts'
import { databaseTime } from '../store/database/database-time.ts'
import { sweepDeliveryAttempts, sweepFeeds } from '../store/feeds/sweep-feeds.ts'
import { sweepAudit } from '../store/keys/audit.ts'
import { sweepLedger } from '../store/keys/ledger.ts'
import { sweepOauth } from '../store/keys/oauth.ts'
import { sweepRequests } from '../store/keys/requests.ts'
import { sweepSessions } from '../store/keys/sessions.ts'
import { closeIncompletePairs, forgetOldMatches } from '../store/people/match-decisions.ts'
import { forgetAnswers } from '../store/people/new-workers.ts'
import { mergePending } from '../store/schema/maintenance.ts'
import { sweepLoads } from '../store/writing/loads.ts'
import { sweepMappings } from '../store/writing/mappings.ts'
import { expireAttempts } from '../workers/decisions.ts'

export type SweepContext = {
  database: Database
  types: readonly RecordType[]
  files: FileStore
  keep: Retention
  stopped?: () => boolean
}

export type Sweep = { what: string; run(): Promise<unknown> }

export function sweepsOf({ database, types, files, keep, stopped = () => false }: SweepContext): Sweep[] {
  return [
    { what: 'readings and the use of keys', run: () => sweepLedger(database, keep.ledgerDays) },
    { what: 'sessions', run: () => sweepSessions(database) },
    { what: 'codes and tokens', run: () => sweepOauth(database, keep.ledgerDays) },
    { what: 'rows of the audit', run: () => sweepAudit(database, keep.auditDays) },
    { what: 'requests', run: () => sweepRequests(database, keep.requestsDays, stopped) },
    { what: 'loads', run: () => sweepLoads(database, keep.loadsDays) },
    { what: 'backups', run: () => sweepBackupRuns(database, keep.backupsDays) },
    { what: 'versions of mappings', run: () => sweepMappings(database, keep.mappingVersions) },
    { what: 'answers kept for repetition', run: () => forgetAnswers(database, keep.answersHours) },
    { what: 'open matches', run: () => expireAttempts(database, keep.openMatchesDays) },
    { what: 'pairs of workers', run: () => closeIncompletePairs(database) },
    { what: 'decided matches', run: () => forgetOldMatches(database, keep.decidedMatchesDays) },
    {
      what: 'attempts to deliver',
      run: async () =>
        sweepDeliveryAttempts(database, keep.deliveryAttemptsDays, await databaseTime(database)),
    },
    {
      what: 'feeds',
      run: async () => sweepFeeds(database, keep.feedsDays, await databaseTime(database), stopped),
    },
    {
      what: 'files that no record names',
      run: () => removeUnnamed({ database, types, store: files, keptHours: keep.filesHours }),
    },
    {
      what: 'files',
      run: async () => sweepFiles(database, files, await databaseTime(database), stopped),
    },
    { what: 'pending entries of indexes', run: () => mergePending(database, types) },
  ]
}
