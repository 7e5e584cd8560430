// The client: a method for each operation, made from the generated list of them.
import { withContents } from './documents.ts'
import { type Calls, operations, type Resource, type Row } from './generated.ts'
import { type Page, Pages } from './pages.ts'
import { type Batch, type SyncOptions, type SyncState, syncRecords } from './sync.ts'
import { type Options, type Transport, transportFor } from './transport.ts'

export type Muster = Calls & {
  /**
   * Keeps a copy of a resource: gives everything at first, then what has changed since `state`, and the state to go on
   * from. Keep the state together with the rows of its batch.
   */
  sync<R extends Resource>(
    resource: R,
    state: SyncState | undefined,
    take: (batch: Batch<Row<R>>) => Promise<void> | void,
    options?: SyncOptions,
  ): Promise<SyncState>
}

type Given = Record<string, unknown> & { signal?: AbortSignal; idempotencyKey?: string }
type Operation = (typeof operations)[number]
type Query = Record<string, string>

export function createMuster(options: Options = {}): Muster {
  const transport = transportFor(options)
  const muster: Record<string, unknown> = {
    sync: (resource: string, state: SyncState | undefined, take: never, more?: SyncOptions) =>
      syncRecords(transport, resource, state, take, more),
  }
  for (const operation of operations) {
    const run = callOf(operation, transport)
    if (operation.method === undefined) muster[operation.resource] = run
    else muster[operation.resource] = { ...(muster[operation.resource] as object), [operation.method]: run }
  }
  return muster as Muster
}

function callOf({ verb, path, shape, body, ids, streams }: Operation, transport: Transport) {
  return (...args: unknown[]): unknown => {
    const at = path.replace('{id}', () => encodeURIComponent(String(args.shift())))
    const sent = body ? args.shift() : undefined
    const { signal, idempotencyKey, ...given } = (args.shift() ?? {}) as Given
    const query = queryOf(given)
    const request = { method: verb, path: at, ...(signal ? { signal } : {}) }
    if (shape === 'list') {
      const read = (asked: Query) => transport.ask({ ...request, query: asked }) as Promise<Page<unknown>>
      const open = (asked: Query) => transport.open({ ...request, query: asked })
      return new Pages({ read, open, ids, streams }, query)
    }
    const headers = idempotencyKey ? { headers: { 'Idempotency-Key': idempotencyKey } } : {}
    const answered = (body ? withContents(sent) : Promise.resolve(undefined)).then(content =>
      transport.ask({ ...request, query, ...headers, ...(body ? { body: content } : {}) }),
    )
    return shape === 'feed' ? answered : answered.then(({ data }) => data)
  }
}

/** Lists are written with commas. */
function queryOf(given: Given): Query {
  const query: Query = {}
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) query[name] = Array.isArray(value) ? value.join(',') : String(value)
  }
  return query
}
