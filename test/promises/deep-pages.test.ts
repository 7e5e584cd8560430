// Pages far into a long list are the rows that stand there, from whichever end they were read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rivals, site } from '../support/lines.ts'
import { type Json, testServer } from '../support/server.ts'

const many = 2345
const server = await testServer()
await server.load([
  ...rivals(),
  ...Array.from({ length: many }, (_, n) => {
    // Several have the same moment, so that the id decides.
    const createdAt = new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3) * 60_000).toISOString()
    return site(`deep${n}`, 'p1', 'c1', { createdAt, updatedAt: createdAt })
  }),
])
const key = await server.key('company', ['c1'])

test('every page of a list in either order has the rows that come after those of the page before', async () => {
  for (const limit of [200, 199]) {
    const lists: Record<string, string[]> = {}
    for (const sortOrder of ['asc', 'desc']) {
      const ids: string[] = []
      for (let page = 1; ; page++) {
        const query = `sortBy=createdAt&sortOrder=${sortOrder}&limit=${limit}&page=${page}&fields=id`
        const { body } = await server.get(`/sites?${query}`, key)
        ids.push(...body.data.map(({ id }: Json) => id))
        if (body.data.length === 0) break
        assert.equal(body.data.length, Math.min(limit, body.meta.total - (page - 1) * limit))
      }
      lists[sortOrder] = ids
    }
    assert.equal(new Set(lists.asc).size, lists.asc!.length)
    assert.ok(lists.asc!.length >= many)
    assert.deepEqual(lists.desc, lists.asc!.toReversed())
  }
})
