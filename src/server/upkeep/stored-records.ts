// Keeps stored records as this version declares them: fills new columns, finishes renames that others left, and holds records
// against their Shapes.
import { recordTypes } from '../../api/index.ts'
import { refreshAll } from '../../load/refresh.ts'
import { checkStored, type ShapeCheckResult } from '../../load/stored-shapes.ts'
import { fillPending } from '../../store/schema/fill.ts'
import type { Readiness } from '../../store/schema/readiness.ts'
import type { Logger } from '../../telemetry/log.ts'
import type { BackgroundTime } from './background-time.ts'
import { type Round, roundEveryMs, startDelayMs, sweepEveryMs, type UpkeepContext } from './round.ts'

/** Listing everything that mentions a large company takes minutes. */
const refreshWithinMs = 600_000

export function recordRounds(
  { home: { database }, readiness, log }: UpkeepContext,
  { stopped, rest }: BackgroundTime,
): Round[] {
  const patient = database.answering(refreshWithinMs)
  const fill = async () => {
    if ((await readiness.refresh()) <= readiness.lost().length || readiness.isAhead()) return
    await fillPending(database, recordTypes, stopped)
    await readiness.refresh()
  }
  const reportLost = async () => {
    const lost = readiness.lost()
    if (lost.length > 0) throw new Error(`${lost.length} are not as declared, such as ${lost[0]}`)
  }
  const refresh = async () => {
    const { unresolved } = await refreshAll(patient, recordTypes)
    if (unresolved > 0)
      log.warn(
        { records: unresolved },
        'records name what is not there, and what they repeat of it stays as it was; ./muster status says which',
      )
  }
  const compareShapes = () =>
    checkStored(database, recordTypes, {
      stopped,
      rest: tookMs => rest(Math.max(20, tookMs)),
      tell: result => tellOf(log, result),
    })
  const isComplete = () => readiness.pending() === 0
  return [
    {
      // Another server that starts may leave something to fill at any time.
      tasks: [
        { name: 'filling', trouble: 'filling new columns was interrupted', run: fill },
        {
          name: 'lost_columns',
          trouble:
            'another version of Muster changed tables that this one needs: stop it, or upgrade and start this server again; until then some requests get 503',
          run: reportLost,
        },
      ],
      restMs: fillingRest(readiness),
    },
    { tasks: [{ name: 'renames', trouble: 'renames were interrupted', run: refresh }], restMs: roundEveryMs },
    {
      tasks: [
        {
          name: 'stored_shapes',
          trouble: 'stored records were not held against their Shapes',
          isDue: isComplete,
          run: compareShapes,
        },
      ],
      restMs: () => (isComplete() ? sweepEveryMs : roundEveryMs),
      startMs: startDelayMs,
    },
  ]
}

function tellOf(log: Logger, { type, rewritten, invalid }: ShapeCheckResult): void {
  if (rewritten > 0)
    log.info(
      { type, records: rewritten },
      'records of an earlier version were rewritten as they are declared now',
    )
  const [first] = invalid
  if (first)
    log.warn(
      { type, records: invalid.length, ids: invalid.slice(0, 5).map(({ id }) => id), path: first.path },
      `stored records do not fit what is declared now: ${first.reason}`,
    )
}

/** Sees what is still to be filled, which another process fills. */
export const followRound = ({ readiness }: UpkeepContext): Round => ({
  tasks: [
    {
      name: 'filling_read',
      trouble: 'what is still to be filled was not read',
      run: () => readiness.refresh(),
    },
  ],
  restMs: fillingRest(readiness),
})

const fillingRest = (readiness: Readiness) => () =>
  readiness.pending() > readiness.lost().length && !readiness.isAhead() ? 1_000 : roundEveryMs
