// A load that is kept track of: how far it is while it runs, how it ended, and what was rejected, grouped by reason.

import type { Database } from '../database/database.ts'
import { Problem } from '../errors/problem.ts'
import { newId } from '../formats/id.ts'
import type { RecordType } from '../record-types/record-type.ts'
import type { FaultGroups } from '../shape/fault-groups.ts'
import { noteFreshness } from '../store/writing/freshness.ts'
import {
  beginLoad,
  type LoadOutcome,
  type LoadProgress,
  loadBeatMs,
  type NewLoad,
  noteLoad,
} from '../store/writing/loads.ts'
import type { MappingRef } from '../store/writing/mappings.ts'
import { inSpan } from '../telemetry/trace.ts'
import { type LoadInput, type LoadOptions, load } from './load.ts'
import type { LoadFaultGroups, LoadReport } from './load-report.ts'
import { LoadedOwners } from './loaded-owners.ts'
import type { Places } from './places.ts'

export type LoadAbout = Pick<NewLoad, 'source' | 'who' | 'name' | 'job'> & {
  id?: string | undefined
  /** The saved mapping that it reads tables by. */
  mapping?: MappingRef | undefined
  /** Where its lines are, of a load from several files. */
  places?: Places | undefined
}

/** How often progress is written at most. */
const noteEveryMs = 1_000

export async function recordedLoad(
  database: Database,
  types: readonly RecordType[],
  input: LoadInput,
  options: LoadOptions,
  about: LoadAbout,
): Promise<LoadReport & { id: string }> {
  const id = about.id ?? newId()
  const begun = await beginLoad(database, {
    ...about,
    id,
    name: about.name?.slice(0, 255),
    dryRun: options.dryRun ?? false,
    options: { ...shownOptions(options), mapping: about.mapping ?? null },
  })
  if (!begun) throw new Problem('IDEMPOTENCY_CONFLICT', `There is a load ${id} already; give another id`)
  let faultGroups: LoadFaultGroups | undefined
  let bytes = 0
  let last: Omit<LoadProgress, 'bytes' | 'rejections' | 'notGrouped'> = {
    stage: 'reading',
    lines: 0,
    counts: {},
    rejected: 0,
    warned: 0,
  }
  const progress = (): LoadProgress => ({
    ...last,
    bytes,
    ...keptOf(faultGroups?.rejected, about.places),
  })
  const notes = notesOf(() => noteLoad(database, id, progress()))
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      notes.moved()
      yield chunk
    }
  }
  try {
    const given = 'lines' in input ? input : counted(input)
    const loaded = new LoadedOwners()
    const loading: LoadOptions = {
      ...options,
      loaded,
      progress(state) {
        const { stage, lines, counts, rejected, warned } = state
        faultGroups = state.groups
        last = { stage, lines, counts: { ...counts }, rejected, warned }
        notes.moved()
        options.progress?.(state)
      },
    }
    const report = await inSpan('load', { 'muster.load.id': id }, () => load(database, types, given, loading))
    await notes.end()
    const { lines, counts, rejected, warned } = report
    last = { stage: null, lines, counts, rejected, warned }
    if (!options.dryRun) await noteFreshness(database, loaded.all(), about.job ?? about.mapping?.name)
    const outcome = outcomeOf(report, faultGroups, about.places)
    await noteLoad(database, id, progress(), { state: 'done', outcome })
    return { id, ...report }
  } catch (error) {
    await notes.end()
    await noteLoad(database, id, progress(), { state: 'failed', error: saidOf(error) }).catch(() => {})
    throw error
  }
}

/** Of several files, each group says in which its lines are. */
function keptOf(groups: FaultGroups | undefined, places: Places | undefined) {
  const { rejections, notGrouped } = groups?.kept() ?? { rejections: [], notGrouped: 0 }
  if (!places?.areSeveral) return { rejections, notGrouped }
  return {
    rejections: rejections.map(group => ({ ...group, where: places.text(group.lines) })),
    notGrouped,
  }
}

function outcomeOf(
  report: LoadReport,
  groups: LoadFaultGroups | undefined,
  places: Places | undefined,
): LoadOutcome {
  const { losses, followed, unresolved, events, snapshot = null } = report
  const kept = (of: 'warned' | 'kept') => keptOf(groups?.[of], places).rejections
  return { losses, kept: kept('kept'), followed, unresolved, events, snapshot, warnings: kept('warned') }
}

const shownOptions = ({ patch, events, allowOlder, snapshot }: LoadOptions) => ({
  patch: patch ?? false,
  events: events ?? true,
  allowOlder: allowOlder ?? false,
  snapshot: snapshot ? [...snapshot.types] : null,
  company: snapshot?.company ?? null,
})

/** Writes while something moves, and now and then while nothing does; one at a time. A note that fails is left out. */
function notesOf(write: () => Promise<void>) {
  let [hasMoved, writtenAt, ended] = [false, Date.now(), false]
  let writing = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy || ended || (!hasMoved && Date.now() - writtenAt < loadBeatMs)) return
    ;[busy, hasMoved, writtenAt] = [true, false, Date.now()]
    writing = write()
      .catch(() => {})
      .finally(() => {
        busy = false
      })
  }, noteEveryMs)
  return {
    moved() {
      hasMoved = true
    },
    end() {
      ended = true
      clearInterval(timer)
      return writing
    },
  }
}

/** What may be kept of an error: what was said to whoever asked, or its code. Messages of others may quote values. */
function saidOf(error: unknown): string {
  if (error instanceof Problem) return error.message
  const { code } = error as { code?: unknown }
  if (code === 'ECONNRESET') return 'The connection ended before all of it had arrived'
  if (typeof code === 'string' && code.startsWith('Z_')) return 'The gzip data is broken or cut off'
  return typeof code === 'string' && /^\w{1,40}$/.test(code)
    ? `It ended with the error ${code}`
    : 'It ended with an error'
}
