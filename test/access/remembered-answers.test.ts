// Answers that are remembered: after any write each is what it would be if it were made anew, and it is shown to nobody
// but those who are shown the same.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CallerKind } from '../../src/access/caller.ts'
import { operations, recordTypes } from '../../src/api/index.ts'
import { type AnswerMemory, answerMemory } from '../../src/kernel/call/answer-memory.ts'
import { listKeys, revokeKey, updateKey } from '../../src/store/keys/keys.ts'
import { erasePerson } from '../../src/workers/erasure.ts'
import { remove } from '../break/stories/story-world.ts'
import { file } from '../files/papers.ts'
import { expense, project, rivals, timesheet } from '../support/lines.ts'
import { isLong } from '../support/long.ts'
import { newcomer, posted } from '../support/newcomer.ts'
import { type Reply, testServer } from '../support/server.ts'
import { type Dice, diceOf } from './dice.ts'
import { callersOf, loadWhole, urlOf, withoutNothing } from './isolation.ts'
import { linkSomebody } from './match-decisions.ts'
import { everyOperation, randomRequest } from './requests.ts'
import { randomChange } from './world-changes.ts'
import { everyonesLines, randomWorld, type World } from './worlds.ts'

const remembering = answerMemory(64_000_000)
let isOn = true
/** Awaited between the gate and the reading of records. */
let beforeReading = async () => {}
const memory: AnswerMemory = {
  counted: remembering.counted,
  of(asked, work) {
    const made = async () => {
      await beforeReading()
      return work()
    }
    return isOn ? remembering.of(asked, made) : made()
  },
}
const server = await testServer({ operations, types: recordTypes, memory })

/** As if nothing were remembered. */
async function anew<T>(ask: () => Promise<T>): Promise<T> {
  isOn = false
  try {
    return await ask()
  } finally {
    isOn = true
  }
}

/** Addresses of files are made for each key and each moment. */
const withoutLinks = ({ status, text }: Reply) =>
  `${status} ${text.replaceAll(/\?key=[\w-]+&expires=\d+&sig=[\w-]+/g, '?…')}`

test('the operations whose answers are remembered are those that versions of owners tell all about', () => {
  assert.deepEqual(
    operations
      .filter(({ cacheable }) => cacheable)
      .map(({ path }) => path)
      .sort(),
    [
      // A company's own record, its tags, places and trades: told to the company, and to linked agencies what they see.
      '/companies/{id}',
      '/companies/{id}/tags',
      '/projects',
      '/projects/{id}',
      '/purchase-orders',
      '/purchase-orders/{id}',
      '/sites',
      '/trades',
      // Records of a company and an agency: told to both, and again when a name that they repeat has changed.
      '/afps',
      '/afps/{id}',
      // Not one by its id: weeksElapsed goes by the clock.
      '/assignments',
      '/credit-notes',
      '/credit-notes/{id}',
      '/expenses',
      '/expenses/{id}',
      '/invoices',
      '/invoices/{id}',
      '/timesheets',
      '/timesheets/{id}',
      // Shared by rivals: told to those whose part of it has changed, and to pairs of owners where only a key of both sees it.
      '/requisitions',
      '/requisitions/{id}',
      '/workers',
      '/workers/{id}',
    ].sort(),
  )
})

const keptAt = new Set(operations.filter(({ cacheable }) => cacheable).map(({ path }) => path))
const isKept = ({ path, get }: { path: string; get: boolean }) =>
  keptAt.has(get ? `${path}/{id}` : path) || (get && keptAt.has(path) && path.includes('{id}'))

type Write = (world: World, dice: Dice, keys: readonly string[]) => Promise<string | undefined>

const changed: Write = async (world, dice) => {
  const { what, line } = randomChange(dice, world)
  assert.equal((await server.load([withoutNothing(line)])).rejected, 0, what)
  return what
}

const writes: readonly Write[] = [
  changed,
  (world, dice) => linkSomebody(server, world, dice),
  async (world, dice) => {
    const line = dice.pick(world.of('connection'))
    line.record.active = !line.record.active
    await server.load([withoutNothing(line)])
    return `a connection is ${line.record.active ? 'made' : 'ended'}`
  },
  async (world, dice) => {
    const secret = await server.key('agency', [dice.pick(world.of('agency')).record.id])
    const sent = await server.get('/workers', secret, posted(newcomer(dice.int(1e6), { trades: ['mt1'] })))
    assert.ok([200, 201, 409].includes(sent.status), sent.text)
    return 'an agency sends somebody'
  },
  async (world, dice) => {
    const type = dice.pick(['timesheet', 'invoice', 'creditNote', 'expense', 'site', 'tag', 'purchaseOrder'])
    const lines = world.of(type)
    if (lines.length === 0) return undefined
    const { counts } = await server.load([{ type, id: dice.pick(lines).record.id, deleted: true }])
    return `of ${type} ${JSON.stringify(counts)}`
  },
  async (world, dice, keys) => {
    const secret = dice.pick(keys)
    const [key] = await listKeys(server.database, secret)
    const ids = world.of(key!.kind).map(({ record }) => record.id as string)
    const owners = dice.some(ids, 1)
    // Both keys of a reach, so that they are still shown the same.
    const pair = keys.indexOf(secret) - (keys.indexOf(secret) % 2)
    for (const each of keys.slice(pair, pair + 2))
      await updateKey(server.database, (await listKeys(server.database, each))[0]!, { owners })
    return `keys are given to ${owners}`
  },
  async (world, dice) => {
    const people = world.of('worker')
    if (people.length < 3) return undefined
    const { id } = dice.pick(people).record
    const { store, secrets } = server.files
    await erasePerson({ database: server.database, types: recordTypes, store, secrets }, id, { by: 'test' })
    // Whoever is erased is not loaded again.
    remove(world, 'worker', id)
    return `somebody is erased`
  },
]

const seed = Number(process.env.MUSTER_SEED ?? (isLong ? Date.now() % 1e6 : 7_311))

test(`after every write each remembered answer is as if it were made anew (MUSTER_SEED=${seed})`, async t => {
  const dice = diceOf(seed)
  const everyones = everyonesLines()
  await server.load(everyones.map(withoutNothing))
  const world = randomWorld(seed, 'rem', everyones)
  await loadWhole(server, [world])
  // Two keys of each reach, so that one is shown what was made for the other.
  const asking: { secrets: string[]; paths: string[] }[] = []
  for (const caller of callersOf(dice, world)) {
    const paths = everyOperation(dice)
      .filter(isKept)
      .map(({ path, get }) => urlOf(randomRequest(dice, world, caller, path, get)))
      .filter(path => !/[?&](query|format)=/.test(path))
    const secrets = await Promise.all([1, 2].map(() => server.key(caller.kind, caller.owners)))
    asking.push({ secrets, paths })
  }
  const keys = asking.flatMap(({ secrets }) => secrets)
  const lookAround = async (what: string) => {
    for (const { secrets, paths } of asking) {
      const all = (of: (path: string) => Promise<Reply>) => Promise.all(paths.map(of))
      const fresh = await anew(() => all(path => server.get(path, secrets[0]!)))
      for (const secret of secrets)
        for (const [at, reply] of (await all(path => server.get(path, secret))).entries())
          assert.equal(withoutLinks(reply), withoutLinks(fresh[at]!), `${what}: ${paths[at]}`)
    }
  }
  await lookAround('at first')
  for (let round = 0; round < (isLong ? 10 : 1); round++)
    for (const write of isLong ? [...writes, changed, changed, changed] : writes) {
      const what = await write(world, dice, keys)
      if (what) await lookAround(what)
    }
  const { hits, misses } = memory.counted
  t.diagnostic(`${hits} answers were remembered, ${misses} made`)
  assert.ok(hits > misses / 2, 'it is remembered at all')
})

const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }

test('keys that are shown the same share an answer, each with links of its own; rivals share none', async () => {
  const receipts = [{ fileName: 'receipt.pdf', url: 'file:f1' }]
  const { rejected } = await server.load([
    ...rivals(),
    file('f1', 'receipt'),
    expense('e1', of, { receipts }),
    expense('e2', { ...of, company: 'c2', project: 'p2', agency: 'a2' }),
  ])
  assert.equal(rejected, 0)
  const path = '/expenses?limit=20'
  const [one, other] = [await server.key('company', ['c1']), await server.key('company', ['c1'])]
  const before = { ...memory.counted }
  const [first, second] = [await server.get(path, one), await server.get(path, other)]
  assert.deepEqual([memory.counted.misses, memory.counted.hits], [before.misses + 1, before.hits + 1])
  assert.equal(withoutLinks(first), withoutLinks(second))
  for (const [reply, secret] of [
    [first, one],
    [second, other],
  ] as const) {
    const { id } = (await listKeys(server.database, secret))[0]!
    assert.match(reply.body.data[0].receipts[0].url, new RegExp(`/files/f1\\?key=${id}&`))
  }
  const rivalsSee: [CallerKind, string[], string[]][] = [
    ['company', ['c2'], ['e2']],
    ['company', ['c1', 'c2'], ['e1', 'e2']],
    ['agency', ['a1'], ['e1']],
    ['agency', ['a2'], ['e2']],
  ]
  for (const [kind, owners, ids] of rivalsSee) {
    const { body } = await server.get(path, await server.key(kind, owners))
    assert.deepEqual(body.data.map(({ id }: { id: string }) => id).sort(), ids)
  }
  assert.equal(memory.counted.hits, before.hits + 1)
})

test('parameters in another order are the same question, other values are another', async () => {
  const key = await server.key('company', ['c1'])
  const { misses } = memory.counted
  for (const query of ['limit=7&sortBy=createdAt', 'sortBy=createdAt&limit=7', 'sortBy=createdAt&limit=%37'])
    await server.get(`/projects?${query}`, key)
  assert.equal(memory.counted.misses, misses + 1)
  await server.get('/projects?limit=7&sortBy=name', key)
  await server.get('/sites?limit=7&sortBy=createdAt', key)
  assert.equal(memory.counted.misses, misses + 3)
})

test('a key that is revoked, or loses a scope or an owner, is refused what it was just shown', async () => {
  const path = '/projects?limit=9'
  const shownTo = async (secret: string) => (await server.get(path, secret)).body
  const [revoked, narrowed, moved] = await Promise.all([1, 2, 3].map(() => server.key('company', ['c1'])))
  for (const secret of [revoked, narrowed, moved]) assert.equal((await shownTo(secret!)).data[0].id, 'p1')
  const infoOf = async (secret: string) => (await listKeys(server.database, secret))[0]!
  await revokeKey(server.database, (await infoOf(revoked!)).id)
  assert.equal((await shownTo(revoked!)).error.code, 'REVOKED_API_KEY')
  await updateKey(server.database, await infoOf(narrowed!), { scopes: ['read:timesheets'] })
  assert.equal((await shownTo(narrowed!)).error.code, 'INSUFFICIENT_SCOPE')
  await updateKey(server.database, await infoOf(moved!), { owners: ['c2'] })
  assert.deepEqual(
    (await shownTo(moved!)).data.map(({ id }: { id: string }) => id),
    ['p2'],
  )
})

test('whoever asks after a write does not wait for an answer that was begun before it', async () => {
  await server.load([timesheet('t1', of)])
  const key = await server.key('company', ['c1'])
  const path = '/timesheets?limit=11'
  const named = ({ body }: Reply) => body.data[0].project.name
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  beforeReading = () => {
    begun.resolve()
    return goOn.promise
  }
  const before = server.get(path, key)
  await begun.promise
  beforeReading = async () => {}
  await server.load([project('p1', 'c1', { name: 'Renamed meanwhile' })])
  assert.equal(named(await server.get(path, key)), 'Renamed meanwhile')
  goOn.resolve()
  // What was read after the write under the versions before it is newer than these, and is not kept for anybody.
  assert.equal(named(await before), 'Renamed meanwhile')
  const { misses } = memory.counted
  assert.equal(named(await server.get(path, key)), 'Renamed meanwhile')
  assert.equal(memory.counted.misses, misses)
})
