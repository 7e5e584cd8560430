// Lists as whoever pages through them gets them, beside what the same key may fetch one by one.
import assert from 'node:assert/strict'
import type { Json, testServer } from './server.ts'

type Server = Pick<Awaited<ReturnType<typeof testServer>>, 'get'>

/** Every record of these that the key may fetch by its id. */
export async function fetchedOneByOne(
  server: Server,
  path: string,
  ids: readonly string[],
  key: string,
): Promise<Json[]> {
  const answers = await Promise.all(ids.map(id => server.get(`${path}/${id}`, key)))
  return answers.filter(({ status }) => status === 200).map(({ body }) => body.data)
}

/** All pages of a list, one after the other, as many as its total says. */
export async function allPages(server: Server, list: string, key: string, limit: number): Promise<Json[]> {
  const found: Json[] = []
  for (let page = 1; ; page++) {
    const { status, text, body } = await server.get(`${list}&limit=${limit}&page=${page}`, key)
    assert.equal(status, 200, text)
    found.push(...body.data)
    if (body.data.length < limit) {
      assert.equal(found.length, body.meta.total, list)
      return found
    }
  }
}

export const idsOf = (rows: readonly Json[]): string[] => rows.map(({ id }) => id).sort()

/** What rows are sorted by, under the name that asks for it. */
export type SortValues = Readonly<Record<string, (row: Json) => string | null>>

/** Each order of a list has all of these once, those without a value last. */
export async function expectInEveryOrder(
  all: readonly Json[],
  values: SortValues,
  listed: (query: string) => Promise<Json[]>,
  whose: string,
): Promise<void> {
  for (const [sortBy, value] of Object.entries(values))
    for (const sortOrder of ['asc', 'desc']) {
      const query = `sortBy=${sortBy}&sortOrder=${sortOrder}`
      const found = await listed(query)
      assert.deepEqual(idsOf(found), idsOf(all), `${whose}: ${query}`)
      const before = (a: string, b: string) => (sortOrder === 'asc' ? a <= b : a >= b)
      const known = found.map(value)
      const ordered = known.every((text, at) => {
        const next = known[at + 1]
        return next == null || (text !== null && before(text, next))
      })
      assert.ok(ordered, `${whose}: ${query}`)
    }
}

/** The same numbers each time: each at least zero and below what is asked for. */
export function repeatable(seed: number): (below: number) => number {
  let last = seed
  return below => {
    last = (last * 48_271) % 2_147_483_647
    return last % below
  }
}
