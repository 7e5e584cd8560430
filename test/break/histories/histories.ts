// Many clients against two or four servers on one database, while these are killed, frozen, cut off, restarted in turn and given wrong
// clocks, and a backup is put back; then the history of all that was
// asked and answered is checked, and what is left is compared.
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { recordTypes } from '../../../src/api/index.ts'
import { scopesFor } from '../../../src/api/scopes.ts'
import { sql } from '../../../src/database/sql.ts'
import { load as loadLines } from '../../../src/load/load.ts'
import { createKey } from '../../../src/store/keys/keys.ts'
import { createOperatorToken } from '../../../src/store/operators/tokens.ts'
import { diceOf } from '../../access/dice.ts'
import { eventually } from '../../support/eventually.ts'
import { rivals } from '../../support/lines.ts'
import { masterLists } from '../../support/newcomer.ts'
import { ndjson } from '../../support/server.ts'
import { endpointAt } from '../../webhooks/outbox.ts'
import { receiver } from '../../webhooks/receiver.ts'
import { count, drawn, type Part, type Player, type Step, type Tally } from '../part.ts'
import * as chains from './chains.ts'
import { deliveryFaults, emptyHistory, faultsIn } from './checker.ts'
import type { World } from './clients.ts'
import * as clients from './clients.ts'
import * as operators from './operators.ts'
import { historyOf } from './restores.ts'
import { faultKinds, type Servers, servers as serversOf } from './servers.ts'

/** Traffic after each fault. */
const betweenMs = 1_500
const perMinute = 40

export const histories: Part = {
  name: 'histories',
  tries: 'clients of servers that are killed, frozen, cut off, restarted, given wrong clocks and a backup',
  async begin({ servers: many }): Promise<Player> {
    const servers = await serversOf()
    const { database } = servers
    const kinds = servers.isOnSmallDisk ? faultKinds : { ...faultKinds, fullDisk: 0 }
    if (!servers.isOnSmallDisk)
      process.stderr.write('No disk is filled in histories: nobody may mount one of memory here\n')
    await loadLines(database, recordTypes, ndjson([...rivals(), ...masterLists()]))
    const { secret: token } = await createOperatorToken(database, 'histories', 'owner')
    const { url, received } = await receiver()
    await endpointAt(database, url, { types: ['timesheet_approval_requested'] })
    /** Which events were delivered of each record. */
    const heard = () => {
      const found = new Map<string, Set<string>>()
      for (const { body } of received) {
        const event = JSON.parse(body)
        const id = event.data.timesheet.id
        found.set(id, (found.get(id) ?? new Set()).add(event.id))
      }
      return found
    }
    let played = 0
    return {
      draw: dice => drawn(dice, kinds, 6),
      // Both would outlive the machine, and keep the process of a test from ending.
      end: servers.stop,
      play: async (seed, steps, tally, show) => {
        // Every third time there are four.
        await servers.use(many ?? (seed % 3 === 0 ? 4 : 2))
        count(tally, `rounds with ${servers.urls().length} servers`)
        await play({ servers, token, heard }, `h${played++}-${seed}`, steps, tally, show)
      },
    }
  },
}

type Show = (what: string) => void
type Stage = { servers: Servers; token: string; heard(): ReadonlyMap<string, ReadonlySet<string>> }

async function play(
  { servers, token, heard }: Stage,
  prefix: string,
  steps: readonly Step[],
  tally: Tally,
  show: Show,
) {
  const { database } = servers
  const dice = diceOf(steps[0]?.dice ?? 1)
  const key = (kind: 'company' | 'agency', most = 1_000_000) =>
    createKey(database, {
      kind,
      owners: [kind === 'company' ? 'c1' : 'a1'],
      name: prefix,
      scopes: scopesFor(kind),
      perMinute: most,
      perDay: 1_000_000,
    })
  const first = [clients.linkLine(true), ...clients.firstLines({ prefix }), ...chains.firstLines(prefix)]
  await loadLines(database, recordTypes, ndjson(first))
  const [company, agency, writer, limited, doomed, rotated] = [
    await key('company'),
    await key('agency'),
    await key('agency'),
    await key('company', perMinute),
    await key('company'),
    await key('company'),
  ]
  let over = false
  const world: World = {
    prefix,
    urls: servers.urls,
    token,
    keys: {
      company: company.secret,
      agency: agency.secret,
      writer: writer.secret,
      limited: limited.secret,
      doomed: doomed.secret,
      doomedId: doomed.key.id,
      rotated: rotated.secret,
      rotatedId: rotated.key.id,
    },
    history: emptyHistory(),
    isOver: () => over,
    dice,
  }
  const copy = await clients.beginCopy(world, world.keys.company)
  const following = async () => {
    while (!over) {
      await clients.followOnce(world, copy, world.keys.company)
      await clients.tryFormer(world, copy, world.keys.company)
      await wait(dice.int(100))
    }
  }
  const working = Promise.all([
    ...clients.groups.map(group => clients.writer(world, group)),
    clients.reader(world, 'company'),
    clients.reader(world, 'company'),
    clients.exporter(world),
    clients.tagger(world, () => count(tally, 'tags that hold')),
    clients.poster(world),
    chains.chained(world),
    clients.limited(world),
    clients.linker(world),
    clients.linkedReader(world),
    clients.doomed(world),
    operators.rotating(world),
    operators.erasing(world),
    operators.linkingPeople(world),
    following(),
  ])
  working.catch(() => {
    over = true
  })
  for (const { do: kind, dice: own } of steps) {
    if (over) break
    show(`${Math.round(performance.now())} ${kind} ${own}`)
    count(tally, kind)
    await servers.fault(kind, own, world.history.restores)
    await wait(betweenMs)
  }
  await servers.settled()
  over = true
  await working
  await expectLeft(world, copy, tally)
  await expectDelivered(servers, world)
  const ids = (group: string) => clients.idsOf(world, group)
  const told = { ...world.history, writes: world.history.writes.filter(clients.isTold) }
  assert.deepEqual(deliveryFaults(told, clients.isEvent, ids, heard()), [])
  count(
    tally,
    'events delivered',
    clients.groups.flatMap(ids).reduce((sum, id) => sum + (heard().get(id)?.size ?? 0), 0),
  )
}

/** Until nothing waits: what a killed server had taken is due when its lease is over, which is now. */
async function expectDelivered({ database }: Servers, { prefix }: World): Promise<void> {
  // A lease is a minute, and what failed is tried again soon: whoever waits for longer waits for a clock that was set back.
  const late = sql`select 1 from delivery where state = 'waiting' and next_at > now() + interval '20 minutes'`
  await eventually('no delivery waits for hours', async () => !(await database.hasRows(late)))
  await eventually('no delivery waits', async () => {
    const waiting = await database.rows(sql`
      update delivery d set next_at = least(d.next_at, now()) from event e
      where e.seq = d.event_seq and d.state = 'waiting' and e.object_id like ${`${prefix}%`} returning d.n`)
    return waiting.length === 0
  })
}

/** The history can be, and what was told, exported and listed is the same in the end. */
async function expectLeft(world: World, copy: clients.Copy, tally: Tally): Promise<void> {
  const { history } = world
  const { writes, reads, posts, seen, admitted } = history
  for (const [what, many] of Object.entries({ reads, seen, admitted })) count(tally, what, many.length)
  count(tally, 'writes acknowledged', writes.filter(({ ackMs }) => ackMs).length)
  count(tally, 'writes without an answer', writes.filter(({ ackMs }) => !ackMs).length)
  count(tally, 'workers created', new Set(posts.flatMap(({ worker }) => worker ?? [])).size)
  const faults = faultsIn(history, new Map([['limited', perMinute]]))
  assert.deepEqual(faults.slice(0, 5), [], `${faults.length} faults`)
  for (let tries = 0; !(await clients.followOnce(world, copy, world.keys.company)); tries++)
    assert.ok(tries < 1_000, 'the changes have no end')
  const whole = await clients.beginCopy(world, world.keys.company)
  for (const id of new Set([...whole.rows.keys(), ...copy.rows.keys()]))
    assert.ok(
      isDeepStrictEqual(copy.rows.get(id), whole.rows.get(id)),
      `the copy has ${JSON.stringify(copy.rows.get(id))?.slice(0, 300)}, the list ${JSON.stringify(whole.rows.get(id))?.slice(0, 300)}`,
    )
  await expectTotals(world, whole)
  await expectOnce(world)
}

/** What is added up with each write is what all rows come to. */
async function expectTotals(world: World, { rows }: clients.Copy): Promise<void> {
  const path = `${clients.api}/timesheets/totals?sum=netHours`
  const { status, text } = await clients.ask(world, path, world.keys.company)
  assert.equal(status, 200, text)
  const { count, sums } = JSON.parse(text).meta.all
  const summed = [...rows.values()].reduce((sum, { netHours }) => sum + netHours, 0)
  assert.deepEqual([count, sums.netHours], [rows.size, summed], 'totals are not what the rows come to')
}

/** Of every name one worker, and of each that was answered that one. */
async function expectOnce(world: World): Promise<void> {
  const origin = new URL(world.urls()[0]!).origin
  const { posts } = historyOf(world.history, clients.ageNow(world))
  const created = Map.groupBy(posts, ({ name }) => name)
  for (const [name, all] of created) {
    const worker = all.find(post => post.worker)?.worker
    if (!worker) continue
    const response = await fetch(`${origin}/api/open/v1/workers/${worker}`, {
      headers: { Authorization: `Bearer ${world.keys.writer}` },
    })
    assert.equal(response.status, 200, `${name} was answered with ${worker}, which is not there`)
  }
}
