// Keeps heavy queries apart: searches and pages far down a list run two at once, one of each owner, on connections of
// their own, so that whoever asks many of them delays only itself.

import type { Database, Statements } from '../../database/database.ts'
import type { Plan, Records } from '../../kernel/query/plan.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { Turns } from '../../sharing/turns.ts'
import type { Reads } from '../replicas/reads.ts'
import type { Readiness } from '../schema/readiness.ts'
import { newListMemory, storedRecords } from './records.ts'

const atOnce = 2
/** A page is far down where so many rows come before it. */
const farFrom = 1_000

const isHeavy = ({ search, offset }: Plan) => search !== undefined || offset >= farFrom

export function fairRecords(
  database: Database,
  types: readonly RecordType[],
  readiness: Readiness,
  { reads, timeoutMs, slowly }: { reads: Reads; timeoutMs: number; slowly: Statements },
): Records {
  const apart = { connections: atOnce, timeoutMs }
  const own = database.apart(apart)
  const memory = newListMemory()
  const light = storedRecords(database, types, readiness, { reads: reads.at, sure: reads.sure, memory })
  const heavy = storedRecords(own, types, readiness, {
    reads: versions => reads.apart(versions, apart, own),
    sure: reads.sure,
    slowly,
    memory,
  })
  const turns = new Turns(atOnce, Number.POSITIVE_INFINITY)
  return {
    ...light,
    page: plan =>
      isHeavy(plan) ? turns.take(plan.viewer.names.join(), () => heavy.page(plan)) : light.page(plan),
  }
}
