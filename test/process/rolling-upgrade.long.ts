// Three servers are upgraded one after another while clients go on, and taken back, with servers killed at any moment: no answer
// but the right one, and nothing lost.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { schemaNumber } from '../../src/store/schema/schema-version.ts'
import { diceOf } from '../access/dice.ts'
import { newDatabase, urlOf } from '../support/database.ts'
import { earlierVersion, earlierVersions, whyNoHistory } from '../support/earlier-versions.ts'
import { eventually } from '../support/eventually.ts'
import { dataFolder } from '../support/process.ts'
import { assertNothingLost, begin, Fleet, type Keys, muster, receiver, traffic } from './rolling-upgrade.ts'

const present = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const seed = Number(process.env.MUSTER_SEED ?? Math.floor(Math.random() * 1e6))
const lacking = whyNoHistory()
if (lacking) console.error(`rolling-upgrade.long.ts cannot run: ${lacking}`)
else
  for (const { commit, schema } of earlierVersions)
    test(`servers of schema ${schema} (${commit}) are upgraded one by one, taken back, and upgraded for good (seed ${seed})`, () =>
      rolled(commit))

async function rolled(commit: string): Promise<void> {
  const dice = diceOf(seed)
  const earlier = earlierVersion(commit)
  const env = {
    DATABASE_URL: urlOf(await newDatabase()),
    MUSTER_SECRET: 'the master secret of all the tests',
    MUSTER_DATA: await dataFolder(),
    WEBHOOK_LOOPBACK: 'yes',
    LOG_LEVEL: 'warn',
    DATABASE_CONNECTIONS: '3',
  }
  const fleet = new Fleet(env)
  const to = await receiver()
  await fleet.start(earlier)
  const keys = await begin(earlier, env, to.url)
  for (let more = 0; more < 2; more++) await fleet.start(earlier)
  const told = traffic(fleet, keys, to, dice, commit)
  const enough = async () => {
    const { loaded, made } = told.heard
    const [sheets, people] = [loaded.size + 20, made.size + 2]
    await told.until(() => loaded.size >= sheets && made.size >= people)
  }
  await enough()
  const hold = { HOLD_UPGRADE: 'yes' }
  // Killed while it adds to the tables, and started again.
  await fleet.start(present, hold, dice.between(200, 2_500))
  await exchange(fleet, earlier, present, hold, enough, dice.int(3))
  await exchange(fleet, present, earlier, {}, enough, dice.int(3))
  await exchange(fleet, earlier, present, {}, enough, dice.int(3))
  await complete(fleet, keys)
  await enough()
  const refused = await muster(earlier, ['up', '--port', '0'], env)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /a newer Muster/)
  await told.end()
  await assertNothingLost(told, fleet, keys)
  for (const server of [...fleet.running]) await fleet.stop(server)
}

/** One server after another, the new one first; one of those that are there is killed and comes back. */
async function exchange(
  fleet: Fleet,
  from: string,
  to: string,
  env: Record<string, string>,
  enough: () => Promise<void>,
  killedAt: number,
): Promise<void> {
  for (const [at, server] of fleet.of(from).entries()) {
    await fleet.start(to, env)
    await enough()
    if (at === killedAt) {
      for (const root of [from, to]) {
        await fleet.kill(fleet.of(root)[0]!)
        await fleet.start(root, root === present ? env : {})
      }
      await enough()
    }
    await fleet.stop(fleet.running.includes(server) ? server : fleet.of(from)[0]!)
    await enough()
  }
}

/** What is new opens once the last server of the earlier version has been gone for a while, and is filled. */
async function complete(fleet: Fleet, { token }: Keys): Promise<void> {
  const status = async () => {
    const answer = await fetch(`${fleet.next().origin}/operator/status`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    return ((await answer.json()) as { data: { upgrade?: object; servers: { schema?: number }[] } }).data
  }
  for (const { schema } of (await status()).servers) assert.equal(schema, schemaNumber)
  await wait(20_000)
  await eventually('the upgrade is complete', async () => (await status()).upgrade === undefined)
}
