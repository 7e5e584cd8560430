// Random ways through the models, walked by the real code beside them: after each move the database says what the model says.
import assert from 'node:assert/strict'
import type { Database, Transaction } from '../../../src/database/database.ts'
import { sql } from '../../../src/database/sql.ts'
import { publishWrite } from '../../../src/store/feeds/publish.ts'
import { type ClaimedDelivery, claimDue, recordResults } from '../../../src/store/webhooks/claims.ts'
import { diceOf } from '../../access/dice.ts'
import { rivals } from '../../support/lines.ts'
import { type TestServer, testServer } from '../../support/server.ts'
import { endpointAt, tell } from '../../webhooks/outbox.ts'
import { count, drawn, type Part, type Player } from '../part.ts'
import { walk } from './explorer.ts'
import { type FeedState, feed } from './feed.ts'
import { type LeaseState, leases } from './leases.ts'
import { limitsReplay } from './replay-limits.ts'

const hour = 3_600_000

export const replays: Part = {
  name: 'models',
  tries: 'ten ways through the models of leases, feeds and limits, each walked by the real code',
  async begin(): Promise<Player> {
    const server = await testServer()
    await server.load(rivals())
    const replayLimits = await limitsReplay()
    return {
      draw: dice => drawn(dice, { leases: 2, feed: 2, limits: 1 }, 10),
      play: async (_, steps, tally, show) => {
        for (const { do: model, dice } of steps) {
          const { int: choose } = diceOf(dice)
          const moves =
            model === 'leases'
              ? await replayLeases(server.database, choose, show)
              : model === 'limits'
                ? await replayLimits(choose, show)
                : await replayFeed(server, choose, show)
          count(tally, `moves of ${model}`, moves)
        }
      },
    }
  },
}

type Walked = (does: string) => void

/** One delivery, two senders. Time passes by moving what is stored to an earlier hour. */
async function replayLeases(
  database: Database,
  choose: (many: number) => number,
  show: Walked,
): Promise<number> {
  const { endpoint } = await endpointAt(database, 'http://127.0.0.1:9/')
  await tell(database, 1)
  const held: (ClaimedDelivery | undefined)[] = [undefined, undefined]
  const claim = () =>
    claimDue(database, {
      leaseMs: hour,
      slots: { well: 1, failing: 1, paused: 1 },
      busy: new Map(),
      pauseAfterFailures: 99,
    })
  const write = (index: number, state: 'delivered' | 'waiting') =>
    recordResults(database, [endpoint.id], () => ({
      deliveries: [{ n: held[index]!.n, lease: held[index]!.lease, state, attempts: 1, inMs: hour }],
      attempts: [],
      endpoints: [],
    }))
  let moves = 0
  for (const { does, to } of walk(leases(), choose, 30)) {
    show(does)
    const [, sender = '', what = ''] = /^sender (\d) (.*)$/.exec(does) ?? []
    const index = Number(sender)
    if (does === 'the wait is over') await pass(database, held)
    else if (what === 'takes it') {
      const [taken, ...others] = await claim()
      assert.ok(taken && others.length === 0, `${does}: ${others.length + (taken ? 1 : 0)} were taken`)
      held[index] = taken
    } else if (what.includes('down')) await write(index, what.includes('success') ? 'delivered' : 'waiting')
    if (what === 'dies' || what.includes('down')) held[index] = undefined
    await expectLease(database, does, to)
    if (to.state === 'delivered') await pass(database, held)
    if (to.state === 'delivered' || !to.isDue)
      assert.deepEqual(await claim(), [], `after "${does}" it is taken`)
    moves++
  }
  await database.rows(sql`delete from endpoint where id = ${endpoint.id}`)
  return moves
}

async function pass(database: Database, held: readonly (ClaimedDelivery | undefined)[]): Promise<void> {
  await database.rows(sql`update delivery set next_at = next_at - interval '2 hours'`)
  for (const one of held)
    if (one)
      one.lease = (await database.value(
        sql`select (${one.lease}::text::timestamptz - interval '2 hours')::text`,
      ))!
}

async function expectLease(database: Database, does: string, { state, isDue }: LeaseState): Promise<void> {
  const [row] = await database.rows<{ state: string; due: boolean }>(
    sql`select state, state = 'waiting' and next_at <= clock_timestamp() as due from delivery`,
  )
  assert.deepEqual({ ...row }, { state, due: isDue }, `after "${does}"`)
}

/** Two who publish, and a reader of pages of one change. */
async function replayFeed(
  server: TestServer,
  choose: (many: number) => number,
  show: Walked,
): Promise<number> {
  const key = await server.key('company', ['c1'])
  const after = async (query: string) => (await server.get(`/changes?${query}`, key)).body
  let cursor: string = (await after('after=now')).meta.next
  const open: (Publishing | undefined)[] = [undefined, undefined]
  let moves = 0
  const read = async (does: string, { page, numbers }: FeedState) => {
    const { data, meta } = await after(`after=${encodeURIComponent(cursor)}&limit=1`)
    const found = data.map(({ id }: { id: string }) => numbers[Number(id.slice(1))])
    assert.deepEqual(found, page!.found, `after "${does}"`)
    cursor = meta.next
  }
  try {
    for (const { does, to } of walk(feed(), choose, 14)) {
      show(does)
      const [, writer = '', what = ''] = /^writer (\d) (.*)$/.exec(does) ?? []
      const index = Number(writer)
      if (what.startsWith('is given')) open[index] = await publishing(server, `w${index}`)
      else if (what === 'commits') await open[index]!.commit()
      else if (to.page) await read(does, to)
      moves++
    }
  } finally {
    // Whoever is given a number keeps all others waiting.
    for (const one of open) await one?.commit()
  }
  return moves
}

type Publishing = { commit(): Promise<void> }

/** Gives out its number, and commits when it is told to. */
async function publishing({ database }: TestServer, id: string): Promise<Publishing> {
  const numbered = Promise.withResolvers<void>()
  const told = Promise.withResolvers<void>()
  const change = { type: 'project', id, kind: 'upserted', before: [], after: ['c:c1'] } as const
  const ended = database.transaction(async (tx: Transaction) => {
    await publishWrite(tx, { changes: [change], touched: [] })
    numbered.resolve()
    await told.promise
  })
  await numbered.promise
  return {
    commit: () => {
      told.resolve()
      return ended
    },
  }
}
