// Every operation of the API, in the contract's order, and every kind of record that is stored.
import type { Operation } from '../kernel/operation.ts'
import type { RecordType } from '../kernel/record-type.ts'
import { agencies, connections } from './agencies.ts'
import { assignments } from './assignments.ts'
import { companies } from './companies.ts'
import { me } from './me.ts'
import { activities, costCodes, masterTrades, regions, sectors, users } from './named-things.ts'
import { projects } from './projects.ts'
import { sites } from './sites.ts'
import { tags } from './tags.ts'
import { timesheets } from './timesheets.ts'
import { trades } from './trades.ts'
import { workers } from './workers.ts'

export const operations: readonly Operation[] = [
  me,
  ...sites.operations,
  ...timesheets.operations,
  ...projects.operations,
]

/** In an order in which they can be loaded: what others mention comes first. */
export const recordTypes: readonly RecordType[] = [
  regions,
  sectors,
  activities,
  costCodes,
  masterTrades,
  users,
  companies,
  agencies,
  projects.stored,
  tags,
  trades,
  connections,
  sites.stored,
  workers,
  assignments,
  timesheets.stored,
]
