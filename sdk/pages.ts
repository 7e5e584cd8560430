// A list, page by page or row by row. Rows that come in meanwhile push others onto the next page: a row is given
// once all the same.

export type PageMeta = { page: number; limit: number; total: number }
export type Page<T, M = PageMeta> = { data: T[]; meta: M }

const most = 200

export class Pages<T, M extends PageMeta = PageMeta> implements AsyncIterable<T> {
  readonly #read: (query: Record<string, string>) => Promise<Page<T, M>>
  readonly #query: Record<string, string>
  readonly #hidesId: boolean

  /** `hidesId`: the id was asked for to tell rows apart, and is not shown. */
  constructor(
    read: (query: Record<string, string>) => Promise<Page<T, M>>,
    query: Record<string, string>,
    hidesId: boolean,
  ) {
    this.#read = read
    this.#query = query
    this.#hidesId = hidesId
  }

  /** One page, as the server gives it. */
  async page(number = Number(this.#query.page ?? 1)): Promise<Page<T, M>> {
    const { data, meta } = await this.#read({ ...this.#query, page: String(number) })
    return { data: data.map(row => this.#shown(row)), meta }
  }

  /** How many rows there are in all. */
  async total(): Promise<number> {
    return (await this.#read({ ...this.#query, page: '1', limit: '1' })).meta.total
  }

  async toArray(): Promise<T[]> {
    const rows: T[] = []
    for await (const row of this) rows.push(row)
    return rows
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    const seen = new Set<unknown>()
    const query = { limit: String(most), ...this.#query }
    for (let page = Number(this.#query.page ?? 1); ; page++) {
      const { data, meta } = await this.#read({ ...query, page: String(page) })
      for (const row of data) {
        const { id } = row as { id?: unknown }
        if (id !== undefined && seen.has(id)) continue
        seen.add(id)
        yield this.#shown(row)
      }
      if (data.length === 0 || page * meta.limit >= meta.total) return
    }
  }

  #shown(row: T): T {
    if (!this.#hidesId) return row
    const { id: _, ...rest } = row as { id?: unknown }
    return rest as T
  }
}
