// What `muster up` runs, in one process or in several: what it is given, and what it has when it answers.

import type { Database } from '../../database/database.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Output } from '../command.ts'
import type { DemoGiven, DemoMade } from './demo.ts'

export type RunGiven = {
  settings: Settings
  logLevel: string
  output: Output
  /** Set where a demo programme is to be loaded. */
  demo: DemoGiven | undefined
}

export type Run = {
  baseUrl: string
  operatorUrl: string
  portalUrl: string
  database: Database
  demo: DemoMade
  ready(): void
  stop(): Promise<void>
  /** Of several processes. */
  pids?: readonly number[]
  /** Ends them at once. */
  kill?(): void
}

export const demoBusy = (demo: DemoGiven | undefined) => demo && 'loading the demo programme'

/** Time to close after requests and deliveries have ended; longer means that the database is gone. */
const closingMs = 20_000

export const longestStopMs = ({ stopTimeoutMs }: Settings) => 2 * stopTimeoutMs + closingMs
