// A load that is kept track of: how far it is while it runs, how it ended, and what was rejected, grouped by reason.
import { newId } from '../formats/id.ts'
import { Problem } from '../problem.ts'
import type { RecordType } from '../record-types/record-type.ts'
import type { Database } from '../store/engine/database.ts'
import {
  beginLoad,
  type LoadProgress,
  loadBeatMs,
  type NewLoad,
  noteLoad,
  type RejectionGroup,
} from '../store/records/loads.ts'
import type { Rejection } from './compare.ts'
import { type LoadInput, type LoadOptions, type LoadReport, load } from './load.ts'

export type LoadAbout = Pick<NewLoad, 'source' | 'who' | 'name'> & { id?: string | undefined }

/** Progress is written no more often than that. */
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
    options: shownOptions(options),
  })
  if (!begun) throw new Problem('IDEMPOTENCY_CONFLICT', `There is a load ${id} already; give another id`)
  const [groups, warnings] = [new RejectionGroups(), new RejectionGroups()]
  let bytes = 0
  let last: Omit<LoadProgress, 'bytes' | 'rejections' | 'notGrouped'> = {
    stage: 'reading',
    lines: 0,
    counts: {},
    rejected: 0,
    warned: 0,
  }
  const progress = (): LoadProgress => ({ ...last, bytes, ...groups.shown() })
  const notes = notesOf(() => noteLoad(database, id, progress()))
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      notes.moved()
      yield chunk
    }
  }
  try {
    const report = await load(database, types, 'lines' in input ? input : counted(input), {
      ...options,
      onRejection(rejection) {
        groups.add(rejection)
        return options.onRejection?.(rejection)
      },
      onWarning(warning) {
        warnings.add({ ...warning, reason: withoutNumbers(warning.reason), hint: '' })
        options.onWarning?.(warning)
      },
      progress(state) {
        const { stage, lines, counts, rejected, warned } = state
        last = { stage, lines, counts: { ...counts }, rejected, warned }
        notes.moved()
        options.progress?.(state)
      },
    })
    await notes.end()
    const { lines, counts, rejected, warned, losses, followed, events, snapshot = null } = report
    const outcome = { losses, followed, events, snapshot, warnings: warnings.shown().rejections }
    last = { stage: null, lines, counts, rejected, warned }
    await noteLoad(database, id, progress(), { state: 'done', outcome })
    return { id, ...report }
  } catch (error) {
    await notes.end()
    await noteLoad(database, id, progress(), { state: 'failed', error: saidOf(error) }).catch(() => {})
    throw error
  }
}

const shownOptions = ({ patch, events, allowOlder, snapshot }: LoadOptions) => ({
  patch: patch ?? false,
  events: events ?? true,
  allowOlder: allowOlder ?? false,
  snapshot: snapshot?.types ?? null,
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

const mostGroups = 100
const mostLines = 10

class RejectionGroups {
  private readonly groups = new Map<string, RejectionGroup>()
  private notGrouped = 0

  add({ line, path: given, reason: said, hint }: Omit<Rejection, 'text'>): void {
    const [path, reason, fix] = [generalPath(given), withoutValues(said), withoutOwnForm(hint)]
    const key = `${path}\n${reason}\n${fix}`
    const known = this.groups.get(key)
    if (!known && this.groups.size >= mostGroups) {
      this.notGrouped++
      return
    }
    const group = known ?? { path, reason, fix, count: 0, lines: [] }
    if (!known) this.groups.set(key, group)
    group.count++
    if (line > 0 && group.lines.length < mostLines) group.lines.push(line)
  }

  shown(): { rejections: RejectionGroup[]; notGrouped: number } {
    const rejections = [...this.groups.values()].sort((one, other) => other.count - one.count)
    return { rejections, notGrouped: this.notGrouped }
  }
}

/** Items of a list are alike, and what cannot be the name of a property may be somebody's. */
const generalPath = (path: string) =>
  path
    .split('.')
    .map(name => (/^\d+$/.test(name) ? '*' : /^[A-Za-z_][\w-]{0,59}$|^$/.test(name) ? name : '…'))
    .join('.')

/** What sums come to may be somebody's pay. */
const withoutNumbers = (reason: string) => reason.replace(/-?\d[\d.]*/g, '…')

/** Reasons quote what was given, or end with it. */
const withoutValues = (reason: string) =>
  reason
    .replace(/^is not JSON: .*$/s, 'is not JSON')
    .replace(/(: |, not )["{[\d-].*$/s, '$1…')
    .replace(/"[^"]*"?/g, '"…"')

/** Hints write out the right form of the very value that was given. */
const withoutOwnForm = (hint: string) =>
  hint.replace(/"(?:[^"\\]|\\.)*"?/g, '"…"').replace(/^write (-?\d[\d.]*|\[.*)$/s, 'write …')
