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
import { sweepLedger } from '../store/keys/ledger.ts'
import { sweepOauth } from '../store/keys/oauth.ts'
import { sweepAudit } from '../store/operators/audit.ts'
import { sweepSessions } from '../store/operators/sessions.ts'
import { closeIncompletePairs, forgetOldMatches } from '../store/people/match-decisions.ts'
import { forgetAnswers } from '../store/people/new-workers.ts'
import { sweepRequests } from '../store/requests/requests.ts'
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

export type Sweep = { name: string; what: string; run(): Promise<unknown> }

export function sweepsOf({ database, types, files, keep, stopped = () => false }: SweepContext): Sweep[] {
  return [
    {
      name: 'sweep_ledger',
      what: 'readings and the use of keys',
      run: () => sweepLedger(database, keep.ledgerDays),
    },
    { name: 'sweep_sessions', what: 'sessions', run: () => sweepSessions(database) },
    { name: 'sweep_oauth', what: 'codes and tokens', run: () => sweepOauth(database, keep.ledgerDays) },
    { name: 'sweep_audit', what: 'rows of the audit', run: () => sweepAudit(database, keep.auditDays) },
    {
      name: 'sweep_requests',
      what: 'requests',
      run: () => sweepRequests(database, keep.requestsDays, stopped),
    },
    { name: 'sweep_loads', what: 'loads', run: () => sweepLoads(database, keep.loadsDays) },
    { name: 'sweep_backups', what: 'backups', run: () => sweepBackupRuns(database, keep.backupsDays) },
    {
      name: 'sweep_mappings',
      what: 'versions of mappings',
      run: () => sweepMappings(database, keep.mappingVersions),
    },
    {
      name: 'sweep_kept_answers',
      what: 'answers kept for repetition',
      run: () => forgetAnswers(database, keep.answersHours),
    },
    {
      name: 'sweep_open_matches',
      what: 'open matches',
      run: () => expireAttempts(database, keep.openMatchesDays),
    },
    { name: 'sweep_pairs', what: 'pairs of workers', run: () => closeIncompletePairs(database) },
    {
      name: 'sweep_decided_matches',
      what: 'decided matches',
      run: () => forgetOldMatches(database, keep.decidedMatchesDays),
    },
    {
      name: 'sweep_delivery_attempts',
      what: 'attempts to deliver',
      run: async () =>
        sweepDeliveryAttempts(database, keep.deliveryAttemptsDays, await databaseTime(database)),
    },
    {
      name: 'sweep_feeds',
      what: 'feeds',
      run: async () => sweepFeeds(database, keep.feedsDays, await databaseTime(database), stopped),
    },
    {
      name: 'sweep_unnamed_files',
      what: 'files that no record names',
      run: () => removeUnnamed({ database, types, store: files, keptHours: keep.filesHours }),
    },
    {
      name: 'sweep_files',
      what: 'files',
      run: async () => sweepFiles(database, files, await databaseTime(database), stopped),
    },
    {
      name: 'sweep_index_entries',
      what: 'pending entries of indexes',
      run: () => mergePending(database, types),
    },
  ]
}
