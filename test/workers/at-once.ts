// Equal posts at the same moment, over one server process or several on one database.
import assert from 'node:assert/strict'
import type { Database } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { apiPrefix } from '../../src/http/surface.ts'
import { newcomer, paper, posted } from '../support/newcomer.ts'

export const postsAtOnce = 50

/** Posts of one person at once, round by round; each must leave exactly one worker, with its files. */
export async function race(
  origins: readonly string[],
  key: string,
  database: Database,
  { rounds, from }: { rounds: number; from: number },
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const number = from + round
    const body = newcomer(number, { attachments: [paper('cv')] })
    const codes = await Promise.all(
      Array.from({ length: postsAtOnce }, (_, index) => post(origins[index % origins.length]!, key, body)),
    )
    const count = (code: string) => codes.filter(one => one === code).length
    assert.deepEqual(
      [count('200'), count('WORKER_MATCH_REQUIRES_REVIEW')],
      [1, postsAtOnce - 1],
      `round ${round}: ${codes}`,
    )
    const [stored] = await database.rows<{ n: string }>(
      sql`select count(*) as n from worker_member where agency_id = ${`AG-${number}`}`,
    )
    assert.equal(stored!.n, '1', `round ${round}`)
    const [waiting] = await database.rows<{ n: string; posts: string }>(
      sql`select count(*) as n, sum(posts) as posts from match_attempt where state = 'open' and cardinality(files) = 1`,
    )
    assert.deepEqual(
      [waiting!.n, waiting!.posts],
      [String(round + 1), String((round + 1) * (postsAtOnce - 1))],
    )
  }
}

async function post(origin: string, key: string, body: object): Promise<string> {
  const { headers, ...init } = posted(body)
  const response = await fetch(`${origin}${apiPrefix}/workers`, {
    ...init,
    headers: { ...headers, Authorization: `Bearer ${key}` },
  })
  const answer = (await response.json()) as { error?: { code: string } }
  return response.status === 200 ? '200' : (answer.error?.code ?? String(response.status))
}
