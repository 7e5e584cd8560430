// The keys that ask throughout a story: the same ones from its beginning to its end, so that whatever is remembered, told or
// tagged on the way has to be right at every step.
import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Dice } from '../../access/dice.ts'
import { callersOf, differences, plain, urlOf } from '../../access/isolation.ts'
import { expected, recordSeen } from '../../access/oracle.ts'
import type { Answer, Caller, Request } from '../../access/oracle-basics.ts'
import { collections } from '../../access/oracle-collections.ts'
import { everyOperation, randomRequest } from '../../access/requests.ts'
import type { Any, World } from '../../access/worlds.ts'
import { readExport, readLines } from '../../support/exports.ts'
import type { TestServer } from '../../support/server.ts'
import { count, type Tally } from '../part.ts'

/** Lists that every key reads are no world's own. */
const paths = Object.keys(collections).filter(path => !collections[path]!.everyones)
const lists = paths.filter(path => !path.includes('{') && path !== '/companies')
/** Those whose changes are told of every difference; what companies, tags and rates show hangs on more than their records. */
const followed = lists.filter(path => !['/companies/{id}/tags', '/rates'].includes(path))

/** Who sees these hangs on records of other types, so they are asked for at every step. */
const hangTogether = ['/workers', '/assignments', '/timesheets']

type Copy = { cursor: string; records: Map<string, Any> }
type Key = Caller & { secret: string; copy?: Copy; tags: Map<string, { tag: string; right: Answer }> }

export class StoryKeys {
  private server: TestServer
  private readonly world: World
  private readonly keys: Key[]
  private readonly tally: Tally

  private constructor(server: TestServer, world: World, keys: Key[], tally: Tally) {
    this.server = server
    this.world = world
    this.keys = keys
    this.tally = tally
  }

  static async of(server: TestServer, world: World, dice: Dice, tally: Tally): Promise<StoryKeys> {
    const keys: Key[] = []
    for (const caller of callersOf(dice, world))
      keys.push({ ...caller, secret: await server.key(caller.kind, caller.owners), tags: new Map() })
    return new StoryKeys(server, world, keys, tally)
  }

  /** The same keys at another server. */
  at(server: TestServer): this {
    this.server = server
    return this
  }

  /** The same keys at a server that has not answered any of them yet. */
  copiedTo(server: TestServer): StoryKeys {
    const keys = this.keys.map(({ kind, owners, secret }) => ({ kind, owners, secret, tags: new Map() }))
    return new StoryKeys(server, this.world, keys, this.tally)
  }

  /** What is asked while something is written: whatever comes is remembered, and none of it may be given out later. */
  async askMeanwhile(): Promise<void> {
    await Promise.all(
      this.keys.flatMap(({ secret }) =>
        ['/sites', '/requisitions', '/timesheets', '/workers', '/projects'].map(path =>
          this.server.get(path, secret).then(({ status }) => assert.ok(status < 500)),
        ),
      ),
    )
  }

  /** Compares what a story can have changed: the lists of these types, single records, and some of everything else. */
  async expectRight(dice: Dice, types: ReadonlySet<string>): Promise<void> {
    for (const key of this.keys) {
      const about = paths.filter(path => types.has(collections[path]!.type))
      const others = lists.filter(path => hangTogether.includes(path) || dice.chance(0.2))
      const standing = [...new Set([...about, ...others])]
      const asked: Request[] = standing
        .filter(path => lists.includes(path))
        .map(path => ({ path, query: [] }))
      for (const { path, get } of everyOperation(dice).slice(0, 5))
        if (!collections[path]?.everyones) asked.push(randomRequest(dice, this.world, key, path, get))
      for (const path of about)
        if (!path.includes('{') && path !== '/sites')
          asked.push(randomRequest(dice, this.world, key, path, true))
      asked.push({ path: '/me', query: [] })
      await Promise.all(asked.map(request => this.compare(key, request)))
    }
    for (const key of this.keys) await this.follow(key)
  }

  /** Every list whole, as pages and as an export. */
  async expectAll(): Promise<void> {
    for (const key of this.keys) {
      await Promise.all(lists.map(path => this.compare(key, { path, query: [['limit', '200']] })))
      for (const path of lists) await this.compareExport(key, path)
    }
  }

  /** While a server fills what its tables lack, an answer is right or has to be asked for again. */
  async expectRightOrLater(): Promise<void> {
    for (const key of this.keys)
      await Promise.all(lists.map(path => this.compare(key, { path, query: [] }, 503)))
  }

  private async compare(key: Key, request: Request, later?: number): Promise<void> {
    const right = expected(this.world, key, request)
    const url = urlOf(request)
    const known = key.tags.get(url)
    const { status, headers, body } = await this.server.get(url, key.secret, {
      ...(known && { headers: { 'If-None-Match': known.tag } }),
    })
    count(this.tally, 'answers')
    if (status === later) return count(this.tally, 'answers that come later')
    const who = `${key.kind} key of ${key.owners.join(', ')}: GET ${url}`
    if (status === 304) {
      count(this.tally, 'tags that hold')
      if (!isDeepStrictEqual(known!.right, right))
        assert.fail(`${who}\nits tag still holds, and the answer is another:\n${told(known!.right, right)}`)
      return
    }
    const given = plain(request, status, body)
    if (!isDeepStrictEqual(given, right)) assert.fail(`${who}\n${told(given, right)}`)
    const tag = headers.get('etag')
    if (tag) key.tags.set(url, { tag, right: structuredClone(right) })
  }

  private async compareExport(key: Key, path: string): Promise<void> {
    const right = expected(this.world, key, { path, query: [['limit', '200']] })
    if (right.status !== 200 || right.meta.total > 200) return
    const { status, text } = await readExport(this.server.origin, `${path}?format=ndjson`, key.secret)
    assert.equal(status, 200, text)
    const given = readLines(text).lines.map(line => JSON.parse(line))
    count(this.tally, 'exports')
    if (!isDeepStrictEqual(given, right.data))
      assert.fail(
        `${key.kind} key of ${key.owners.join(', ')}: export of ${path}\n${told(given, right.data)}`,
      )
  }

  /** A copy that is kept by what the key is told is what the key is shown. */
  private async follow(key: Key): Promise<void> {
    const get = (query: string) => this.server.get(`/changes?${query}`, key.secret)
    let fresh = key.copy === undefined
    if (key.copy) {
      const copy = key.copy
      for (let more = true; more; ) {
        const page = await get(`after=${copy.cursor}&include=records&limit=200`)
        fresh = page.status === 409
        if (fresh) break
        for (const change of page.body.data) {
          if (change.change !== 'upserted') copy.records.delete(`${change.type} ${change.id}`)
          else if (change.record) copy.records.set(`${change.type} ${change.id}`, change.record)
        }
        count(this.tally, 'changes', page.body.data.length)
        copy.cursor = page.body.meta.next
        more = page.body.data.length === 200
      }
    }
    if (fresh) {
      key.copy = { cursor: (await get('after=now')).body.meta.next, records: this.seenBy(key) }
      count(this.tally, 'copies begun')
      return
    }
    const right = this.seenBy(key)
    const given = new Map([...key.copy!.records].filter(([name]) => isFollowed(name)))
    for (const name of new Set([...right.keys(), ...given.keys()]))
      if (!isDeepStrictEqual(given.get(name), right.get(name)))
        assert.fail(
          `${key.kind} key of ${key.owners.join(', ')}: its copy of ${name}, kept by /changes\n${told(given.get(name), right.get(name))}`,
        )
  }

  private seenBy(key: Key): Map<string, Any> {
    const seen = followed.flatMap(path => {
      const { type } = collections[path]!
      return this.world.of(type).flatMap(({ record }) => {
        const shown = recordSeen(this.world, key, type, record.id)
        return shown ? ([[`${type} ${record.id}`, structuredClone(shown)]] as const) : []
      })
    })
    return new Map(seen)
  }
}

const isFollowed = (name: string) => followed.some(path => name.startsWith(`${collections[path]!.type} `))

const told = (given: Any, right: Any) => differences(given, right, 'answer').slice(0, 6).join('\n')
