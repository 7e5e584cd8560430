// Keeping a copy of a resource: the cursor of the changes first, then the list, then what has changed since the
// cursor. Pages of a list shift while rows come and go; so the copy is counted against the server before it is
// called whole.
import { MusterError } from './error.ts'
import { followed } from './generated.ts'
import type { Transport } from './transport.ts'

/** Where a copy has got to: plain JSON, to be kept with it. */
export type SyncState = { cursor: string }

export type Batch<T> = {
  /** Set when everything that was copied before must go: what follows is the whole again. */
  reset: boolean
  upserts: T[]
  /** Ids of rows that are gone, or not this key's any more. */
  deletes: string[]
  /** Where to go on from once this batch is kept; none while the first copy is not whole. */
  state: SyncState | undefined
}

export type SyncOptions = {
  signal?: AbortSignal
  /** Adds parts to the rows, such as includeTimelogs. */
  params?: Record<string, string | boolean>
  /** Rows that are fetched at the same time. */
  concurrency?: number
}

type Item = { id: string }
type Change = { type: string; id: string; change: 'upserted' | 'deleted' | 'out_of_scope' }
type Take<T> = (batch: Batch<T>) => Promise<void> | void
type Work = { transport: Transport; path: string; type: string; take: Take<Item>; options: SyncOptions }

export async function syncRecords(
  transport: Transport,
  resource: string,
  state: SyncState | undefined,
  take: Take<never>,
  options: SyncOptions = {},
): Promise<SyncState> {
  const { path, type } = (followed as Record<string, { path: string; type: string }>)[resource] ?? {}
  if (!path || !type) throw new TypeError(`${resource} has no changes to follow`)
  const work = { transport, path, type, take: take as Take<Item>, options }
  try {
    return state ? (await follow(work, state)).state : await copy(work)
  } catch (error) {
    if (!(error instanceof MusterError) || error.code !== 'RESYNC_REQUIRED') throw error
    return syncRecords(transport, resource, undefined, take, options)
  }
}

const sentWith = ({ options: { signal } }: Work) => (signal ? { signal } : {})
const paramsOf = ({ options: { params = {} } }: Work) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))

/** Everything, until the number of rows is the server's own. */
async function copy(work: Work): Promise<SyncState> {
  const { meta } = await changesAfter(work, 'now')
  let state: SyncState = { cursor: meta.next }
  const held = new Set<string>()
  await work.take({ reset: true, upserts: [], deletes: [], state: undefined })
  for (;;) {
    await list(work, held)
    const caught = await settle(work, state, held)
    state = caught.state
    if (caught.whole) {
      await work.take({ reset: false, upserts: [], deletes: [], state })
      return state
    }
  }
}

async function list(work: Work, held: Set<string>): Promise<void> {
  for (let page = 1; ; page++) {
    const query = { ...paramsOf(work), page: String(page), limit: '200' }
    const { data, meta } = await work.transport({ method: 'GET', path: work.path, query, ...sentWith(work) })
    const upserts = (data as Item[]).filter(({ id }) => !held.has(id))
    for (const { id } of upserts) held.add(id)
    if (upserts.length > 0) await work.take({ reset: false, upserts, deletes: [], state: undefined })
    if (data.length === 0 || page * meta.limit >= meta.total) return
  }
}

/** Follows the changes until none came while the rows were counted. */
async function settle(work: Work, from: SyncState, held: Set<string>) {
  let state = from
  for (;;) {
    state = (await follow(work, state, held)).state
    const query = { limit: '1' }
    const { meta } = await work.transport({ method: 'GET', path: work.path, query, ...sentWith(work) })
    const then = await follow(work, state, held)
    state = then.state
    // What is held exists; as many as there are is therefore all there are.
    if (then.count === 0) return { state, whole: held.size === meta.total }
  }
}

type Changes = { data: Change[]; meta: { next: string; more: boolean } }

const changesAfter = (work: Work, after: string): Promise<Changes> =>
  work.transport({
    method: 'GET',
    path: '/changes',
    query: { after, limit: '200' },
    ...sentWith(work),
  }) as Promise<Changes>

/** With `held`, while the first copy is made: no state is given that leaves out the list. */
async function follow(
  work: Work,
  from: SyncState,
  held?: Set<string>,
): Promise<{ state: SyncState; count: number }> {
  let state = from
  let count = 0
  for (;;) {
    const { data, meta } = await changesAfter(work, state.cursor)
    state = { cursor: meta.next }
    const own = data.filter(({ type }) => type === work.type)
    count += own.length
    const { upserts, deletes } = await fetched(work, own)
    if (held) {
      for (const { id } of upserts) held.add(id)
      for (const id of deletes) held.delete(id)
    }
    if (!held || own.length > 0)
      await work.take({ reset: false, upserts, deletes, state: held ? undefined : state })
    if (!meta.more) return { state, count }
  }
}

/** The rows as they are now: a change says only that there was one. */
async function fetched(
  work: Work,
  changes: readonly Change[],
): Promise<{ upserts: Item[]; deletes: string[] }> {
  const last = new Map(changes.map(change => [change.id, change]))
  const upserts: Item[] = []
  const deletes: string[] = []
  const waiting = [...last.values()]
  const fetchNext = async () => {
    for (let change = waiting.shift(); change; change = waiting.shift()) {
      const row = change.change === 'upserted' ? await one(work, change.id) : undefined
      if (row) upserts.push(row)
      else deletes.push(change.id)
    }
  }
  await Promise.all(Array.from({ length: work.options.concurrency ?? 4 }, fetchNext))
  return { upserts, deletes }
}

async function one(work: Work, id: string): Promise<Item | undefined> {
  try {
    const path = `${work.path}/${encodeURIComponent(id)}`
    return (await work.transport({ method: 'GET', path, query: paramsOf(work), ...sentWith(work) })).data
  } catch (error) {
    if (error instanceof MusterError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}
