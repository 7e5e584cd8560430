// Keeping a copy of a resource: the cursor of the changes first, then the list, then what has changed since the
// cursor, with the rows as they are now. Pages of a list shift while rows come and go; so the copy is counted against
// the server before it is called whole.
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
  /** @deprecated Rows come with the changes: nothing is fetched one by one any more. */
  concurrency?: number
}

type Item = { id: string }
type Change = { id: string; change: 'upserted' | 'deleted' | 'out_of_scope'; record?: Item }
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
    return await (state ? catchUp(work, state) : copy(work))
  } catch (error) {
    if (!(error instanceof MusterError) || error.code !== 'RESYNC_REQUIRED') throw error
    return syncRecords(transport, resource, undefined, take, options)
  }
}

const sentWith = ({ options: { signal } }: Work) => (signal ? { signal } : {})
const paramsOf = ({ options: { params = {} } }: Work) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))

const most = 200
/** Requests that copying anew takes besides the pages of the list. */
const besides = 7

/** Follows the changes, unless there are so many that the list is read in fewer requests. */
async function catchUp(work: Work, state: SyncState): Promise<SyncState> {
  const first = await changesAfter(work, state.cursor, true)
  const pages = (first.meta.total ?? 0) / most - besides
  if (pages > 0 && (await countOf(work)) / most < pages) return copy(work)
  return (await follow(work, state, undefined, first)).state
}

async function countOf(work: Work): Promise<number> {
  const query = { limit: '1' }
  const { meta } = await work.transport.ask({ method: 'GET', path: work.path, query, ...sentWith(work) })
  return meta.total
}

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
    const query = { ...paramsOf(work), page: String(page), limit: String(most) }
    const { data, meta } = await work.transport.ask({
      method: 'GET',
      path: work.path,
      query,
      ...sentWith(work),
    })
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
    const count = await countOf(work)
    const then = await follow(work, state, held)
    state = then.state
    // What is held exists; as many as there are is therefore all there are.
    if (then.count === 0) return { state, whole: held.size === count }
  }
}

type Changes = { data: Change[]; meta: { next: string; more: boolean; total?: number } }

/** The rows come with the changes, and without what `params` add to them. */
const comesWithRows = ({ options: { params } }: Work) => Object.keys(params ?? {}).length === 0

const changesAfter = (work: Work, after: string, counts = false): Promise<Changes> => {
  const include = [...(comesWithRows(work) ? ['records'] : []), ...(counts ? ['total'] : [])].join()
  return work.transport.ask({
    method: 'GET',
    path: '/changes',
    query: { after, type: work.type, limit: String(most), ...(include && { include }) },
    ...sentWith(work),
  }) as Promise<Changes>
}

/** With `held`, while the first copy is made: no state is given that leaves out the list. `first` is the first page,
 * where it is there already. */
async function follow(
  work: Work,
  from: SyncState,
  held?: Set<string>,
  first?: Changes,
): Promise<{ state: SyncState; count: number }> {
  let state = from
  let count = 0
  for (let known = first; ; known = undefined) {
    const { data, meta } = known ?? (await changesAfter(work, state.cursor))
    state = { cursor: meta.next }
    count += data.length
    const { upserts, deletes } = await rowsOf(work, data)
    if (held) {
      for (const { id } of upserts) held.add(id)
      for (const id of deletes) held.delete(id)
    }
    if (!held || data.length > 0)
      await work.take({ reset: false, upserts, deletes, state: held ? undefined : state })
    if (!meta.more) return { state, count }
  }
}

/** The rows as they are now: one that is not there any more, whatever was told of it, is gone. */
async function rowsOf(
  work: Work,
  changes: readonly Change[],
): Promise<{ upserts: Item[]; deletes: string[] }> {
  const last = [...new Map(changes.map(change => [change.id, change])).values()]
  const upserts = comesWithRows(work)
    ? last.flatMap(({ record }) => record ?? [])
    : await listed(
        work,
        last.filter(({ change }) => change === 'upserted').map(({ id }) => id),
      )
  const there = new Set(upserts.map(({ id }) => id))
  return { upserts, deletes: last.map(({ id }) => id).filter(id => !there.has(id)) }
}

/** An address has room for 8,000 characters, and a comma takes three of them. */
const roomForIds = 7000

async function listed(work: Work, ids: readonly string[]): Promise<Item[]> {
  if (ids.length === 0) return []
  let room = roomForIds
  const full = ids.findIndex(id => {
    room -= id.length + 3
    return room < 0
  })
  const now = full < 0 ? ids : ids.slice(0, full)
  const query = { ...paramsOf(work), id: now.join(), limit: String(most) }
  const { data } = await work.transport.ask({ method: 'GET', path: work.path, query, ...sentWith(work) })
  return [...(data as Item[]), ...(await listed(work, ids.slice(now.length)))]
}
