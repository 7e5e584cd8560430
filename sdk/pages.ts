// A list, page by page or row by row. Rows that come in meanwhile push others onto the next page: a row is given
// once all the same.
import type { Format } from './generated.ts'

export type PageMeta = { page: number; limit: number; total: number }
export type Page<T, M = PageMeta> = { data: T[]; meta: M }

export type Export = {
  /** The file as the server sends it. One that breaks off fails while it is read. */
  body: ReadableStream<Uint8Array>
  /** The cursor from which `changes` goes on from exactly these rows, for lists that it covers. */
  next?: string
}

type Query = Record<string, string>

/** How a list is asked for. `ids`: its rows have ids. `streams`: it also comes whole in one answer. */
export type Source<T, M> = {
  read(query: Query): Promise<Page<T, M>>
  open(query: Query): Promise<Response>
  ids: boolean
  streams: boolean
}

const most = 200

export class Pages<T, M extends PageMeta = PageMeta> implements AsyncIterable<T> {
  readonly #source: Source<T, M>
  readonly #query: Query
  /** Rows are told apart by their id. Where it was not asked for, it is asked for and not shown. */
  readonly #hidesId: boolean

  constructor(source: Source<T, M>, query: Query) {
    this.#source = source
    this.#query = query
    this.#hidesId = source.ids && query.fields !== undefined && !query.fields.split(',').includes('id')
  }

  /** One page, as the server gives it. */
  async page(number = Number(this.#query.page ?? 1)): Promise<Page<T, M>> {
    const { data, meta } = await this.#read({ page: String(number) })
    return { data: data.map(row => this.#shown(row)), meta }
  }

  /** How many rows there are in all. */
  async total(): Promise<number> {
    return (await this.#read({ page: '1', limit: '1' })).meta.total
  }

  async toArray(): Promise<T[]> {
    const rows: T[] = []
    for await (const row of this) rows.push(row)
    return rows
  }

  /** Every row in one answer, as of one moment. `explode` names a list: in CSV and XLSX each of its items then has a row. */
  async export(format: Format, { explode }: { explode?: string } = {}): Promise<Export> {
    if (!this.#source.streams) throw new TypeError('This list has no exports: read its rows or pages')
    const form = { format, ...(explode === undefined ? {} : { explode }) }
    const { body, headers } = await this.#source.open({ ...this.#query, ...form })
    const next = headers.get('muster-next-change')
    return { body: body!, ...(next === null ? {} : { next }) }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    const seen = new Set<unknown>()
    const limit = this.#query.limit ?? String(most)
    for (let page = Number(this.#query.page ?? 1); ; page++) {
      const { data, meta } = await this.#read({ limit, page: String(page) })
      for (const row of data) {
        const { id } = row as { id?: unknown }
        if (id !== undefined && seen.has(id)) continue
        seen.add(id)
        yield this.#shown(row)
      }
      if (data.length === 0 || page * meta.limit >= meta.total) return
    }
  }

  #read(which: Query): Promise<Page<T, M>> {
    const query = { ...this.#query, ...which }
    if (this.#hidesId) query.fields = `id,${query.fields}`
    return this.#source.read(query)
  }

  #shown(row: T): T {
    if (!this.#hidesId) return row
    const { id: _, ...rest } = row as { id?: unknown }
    return rest as T
  }
}
