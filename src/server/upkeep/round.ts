// What a round of upkeep is made of, and what its tasks are given.
import type { Secrets } from '../../encryption/secret.ts'
import type { FileStore } from '../../files/store.ts'
import type { Settings } from '../../settings/settings.ts'
import type { CallerBook } from '../../store/keys/callers.ts'
import type { Ledger } from '../../store/keys/ledger.ts'
import type { RequestLog } from '../../store/requests/requests.ts'
import type { Readiness } from '../../store/schema/readiness.ts'
import type { Logger } from '../../telemetry/log.ts'
import type { Trouble, Work } from './background-time.ts'
import type { HeldHome } from './keep-database-up.ts'

export const roundEveryMs = 5_000
export const countEveryMs = 60_000
export const sweepEveryMs = 3_600_000
/** What can wait is left until those who waited for the start have been answered. */
export const startDelayMs = 5_000

export type UpkeepContext = {
  home: HeldHome
  settings: Settings
  callers: CallerBook
  ledger: Ledger
  requests: RequestLog
  /** What failed and has not gone well since, for operators. */
  troubles: Map<Work['name'], Trouble>
  files: FileStore
  readiness: Readiness
  log: Logger
  secrets: Secrets
  /** Set where what is stored was sealed with the secret before the present one. */
  formerSecrets?: Secrets
  /** Does only what each process does for itself: another one does the rest. */
  isBeside?: boolean
}

export type UpkeepTask = Work & { isDue?(): boolean; run(): Promise<unknown> }

/** Tasks that are done one after another, with a rest before the next round. */
export type Round = { tasks: readonly UpkeepTask[]; restMs: number | (() => number); startMs?: number }
