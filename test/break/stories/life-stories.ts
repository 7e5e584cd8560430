// Life stories: thirty steps of writing in a random world, and after each one every key is answered what a plain model in
// memory says. What a line may not do it is refused, whatever that is; then nothing at all may have changed.
import assert from 'node:assert/strict'
import { recordTypes } from '../../../src/api/index.ts'
import { sql } from '../../../src/database/sql.ts'
import { Problem } from '../../../src/errors/problem.ts'
import type { LoadOptions } from '../../../src/load/load.ts'
import type { Rejection } from '../../../src/load/load-report.ts'
import { guardOf } from '../../../src/outbound/guard.ts'
import { matches as storedMatches } from '../../../src/store/people/matches.ts'
import { erasePerson } from '../../../src/workers/erasure.ts'
import { linkAttempt } from '../../../src/workers/link.ts'
import { undoDecision } from '../../../src/workers/undo.ts'
import { type Dice, diceOf } from '../../access/dice.ts'
import { loadWhole, withoutNothing } from '../../access/isolation.ts'
import { type Any, everyonesLines, type Line, randomWorld, type World } from '../../access/worlds.ts'
import { newcomer, posted } from '../../support/newcomer.ts'
import { type TestServer, testServer } from '../../support/server.ts'
import { count, drawnWithAll, type Part, type Player, type Step, type Tally } from '../part.ts'
import { StoryCopy } from './story-copy.ts'
import { StoryKeys } from './story-keys.ts'
import { backedUp, forgetColumns, putBack, restarted, storyServer } from './story-restarts.ts'
import { lineOf, lineSteps, longSteps, otherSteps, type Plan, planOf, types } from './story-steps.ts'
import {
  after,
  goBack,
  type LineToLoad,
  mentioning,
  put,
  remove,
  repeatNames,
  settle,
  visitMentions,
} from './story-world.ts'

export const stories: Part = {
  name: 'stories',
  tries: 'thirty steps on records of every type, and every key answered as the model says after each',
  async begin(): Promise<Player> {
    const server = await testServer(storyServer)
    await server.load(everyonesLines().map(withoutNothing))
    const servers = { server, copy: await StoryCopy.of(server) }
    let played = 0
    return {
      draw: dice => drawnWithAll(dice, { ...lineSteps, ...otherSteps }, longSteps, 30),
      play: async (seed, steps, tally, show) => {
        const story = await new Story(servers, played++, tally, show).begin(seed)
        for (const step of steps) await story.take(step)
        await story.end()
      },
    }
  },
}

type Link = { attempt: string; worker: string; before: Line; after: string }
type Outcome = { rejected: Map<number, string>; counts: Record<string, number>; missing: Any[] }

type Servers = { server: TestServer; copy: StoryCopy }

class Story {
  private readonly servers: Servers
  private readonly prefix: string
  private readonly number: number
  private readonly tally: Tally
  private readonly show: (what: string) => void
  private readonly gone: Line[] = []
  private readonly links: Link[] = []
  private touched = new Set<string>()
  private people = 0
  private world!: World
  private keys!: StoryKeys
  private copyKeys!: StoryKeys

  constructor(servers: Servers, number: number, tally: Tally, show: (what: string) => void) {
    this.show = show
    this.servers = servers
    this.number = number
    this.tally = tally
    this.prefix = `s${number.toString(36).padStart(2, '0')}`
  }

  private get server(): TestServer {
    return this.servers.server
  }

  private get copy(): StoryCopy {
    return this.servers.copy
  }

  async begin(seed: number): Promise<this> {
    this.world = randomWorld(seed, this.prefix, everyonesLines())
    await loadWhole(this.server, [this.world])
    for (const line of this.world.lines) settle(line)
    this.keys = await StoryKeys.of(this.server, this.world, diceOf(seed + 1), this.tally)
    this.copyKeys = await StoryKeys.of(this.copy.server, this.world, diceOf(seed + 1), this.tally)
    await this.keys.expectRight(diceOf(seed + 2), new Set())
    return this
  }

  async take({ do: kind, dice: seed }: Step): Promise<void> {
    const dice = diceOf(seed)
    this.touched = new Set()
    count(this.tally, kind)
    try {
      await this.done(kind, dice)
      await this.keys.expectRight(diceOf(seed + 1), this.touched)
    } catch (error) {
      throw new Error(`after "${kind}" (${[...this.touched].join(', ')}): ${(error as Error).message}`, {
        cause: error,
      })
    }
  }

  async end(): Promise<void> {
    await this.keys.expectAll()
    await this.copyOut(diceOf(this.number))
  }

  /** What was written since goes into the copy, which then answers as the model says, too. */
  private async copyOut(dice: Dice): Promise<void> {
    await this.copy.catchUp()
    await this.copyKeys.expectRight(dice, new Set(types.filter(() => dice.chance(0.3))))
  }

  private async done(kind: string, dice: Dice): Promise<void> {
    const plan = planOf(kind, dice, this.world, this.gone)
    if (plan) await this.carryOut(plan)
    else if (kind === 'dryRun') await this.tryFirst(dice)
    else if (kind === 'snapshot') await this.snapshot(dice)
    else if (kind === 'link') await this.link(dice)
    else if (kind === 'undo') await this.undo(dice)
    else if (kind === 'post') await this.post(dice)
    else if (kind === 'erase') await this.erase(dice)
    else if (kind === 'copy') await this.copyOut(dice)
    else if (kind === 'reopen') await this.reopen(dice)
    else if (kind === 'restore') await this.restore(dice)
    else throw new Error(`There is no step "${kind}"`)
  }

  /** Somebody reads while it is written. */
  private async carryOut({ lines, options, apart }: Plan): Promise<void> {
    const reading = this.keys.askMeanwhile()
    const parts = apart ? lines.map(line => [line]) : [lines]
    const outcomes = await Promise.all(parts.map(part => this.load(part, options)))
    await reading
    for (const [at, outcome] of outcomes.entries()) this.adopt(parts[at]!, outcome, options)
    this.repeatNamesOf(lines)
    this.expectNoneDangling()
  }

  private async load(lines: LineToLoad[], options: LoadOptions = {}): Promise<Outcome> {
    this.show(`load ${JSON.stringify(options)}\n${lines.map(line => JSON.stringify(line)).join('\n')}`)
    const rejected = new Map<number, string>()
    const missing: Any[] = []
    const { counts } = await this.server
      .load(lines, {
        ...options,
        onRejection: (one: Rejection) =>
          void rejected.set(one.line === 0 ? -rejected.size - 1 : one.line, `${one.text} ${one.reason}`),
        onMissing: (one: Any) => void missing.push(one),
      })
      .catch(error => assert.fail(`a load breaks: ${error.message}`))
    this.show(JSON.stringify({ counts, rejected: [...rejected] }))
    return { rejected, counts, missing }
  }

  private adopt(lines: LineToLoad[], { rejected, counts }: Outcome, options: LoadOptions = {}): void {
    if (lines.length === 1) this.expectOutcome(lines[0]!, counts, options)
    for (const [at, line] of lines.entries()) {
      this.touched.add(line.type)
      const id = line.id ?? line.record.id
      if (rejected.has(at + 1)) this.expectReason(line, rejected.get(at + 1)!)
      else if (line.deleted) this.drop(line.type, id)
      // A line by itself says what became of it; those that come together are never older than what is stored.
      else if (lines.length > 1 || counts.created! + counts.updated! > 0)
        put(this.world, after(this.world.find(line.type, id), line))
    }
    for (const [what, times] of Object.entries(counts)) count(this.tally, `lines ${what}`, times)
    count(this.tally, 'lines rejected', rejected.size)
  }

  /** What is older than what is stored is left out, and nothing else is. */
  private expectOutcome(line: LineToLoad, counts: Outcome['counts'], { allowOlder }: LoadOptions): void {
    const stored = line.record && this.world.find(line.type, line.record.id)?.record.updatedAt
    const isOlder = line.record?.updatedAt < stored && !allowOlder && !line.replace
    if (counts.updated! > 0) assert.ok(!isOlder, `${line.record.updatedAt} replaces ${stored}`)
    if (counts.unchanged! > 0) this.expectSameFacts(line)
    if (counts.older! > 0) assert.ok(isOlder, `${line.record.updatedAt} is not older than ${stored}`)
  }

  /** Facts are not shown, so that nobody would see that they were not written. */
  private expectSameFacts(line: LineToLoad): void {
    const is = this.world.find(line.type, line.record.id)
    if (!is || !line.facts) return
    const { facts } = after(is, line)
    assert.deepEqual(
      facts,
      is.facts,
      `${line.type} ${line.record.id} is called unchanged, and its facts differ`,
    )
  }

  /** What came together may name another as it was called before. */
  private repeatNamesOf(lines: readonly LineToLoad[]): void {
    for (const line of lines) {
      const is = this.world.find(line.type, line.id ?? line.record.id)
      if (is) repeatNames(this.world, is)
    }
  }

  private drop(type: string, id: string): void {
    const line = this.world.find(type, id)
    if (!line) return
    this.gone.push(structuredClone(line))
    remove(this.world, type, id)
  }

  /** What is refused because others mention it is mentioned. */
  private expectReason(line: LineToLoad, said: string): void {
    const is = line.deleted && this.world.find(line.type, line.id)
    if (is && mentioning(this.world, is).length === 0)
      assert.fail(`${line.type} ${line.id} is mentioned by nobody, and cannot be deleted: ${said}`)
  }

  private expectNoneDangling(): void {
    for (const gone of this.gone)
      if (!this.world.find(gone.type, gone.record.id))
        visitMentions(this.world, gone.type, gone.record.id, (_, line) =>
          assert.fail(
            `${gone.type} ${gone.record.id} is deleted, and ${line.type} ${line.record.id} mentions it`,
          ),
        )
  }

  /** A dry run says what the load does, and does nothing. */
  private async tryFirst(dice: Dice): Promise<void> {
    const plan = planOf(
      dice.pick(['change', 'patch', 'batch', 'deleteAll', 'move']),
      dice,
      this.world,
      this.gone,
    )!
    const said = await this.load(plan.lines, { ...plan.options, dryRun: true })
    await this.keys.expectRight(dice, new Set(plan.lines.map(({ type }) => type)))
    const done = await this.load(plan.lines, plan.options)
    assert.deepEqual(
      [said.counts, [...said.rejected]],
      [done.counts, [...done.rejected]],
      'a dry run says what is done',
    )
    this.adopt(plan.lines, done, plan.options)
    this.repeatNamesOf(plan.lines)
  }

  /** All that a company has of a type but for some, which are deleted where nobody mentions them. */
  private async snapshot(dice: Dice): Promise<void> {
    const type = dice.pick([
      'site',
      'trade',
      'timesheet',
      'expense',
      'assignment',
      'requisition',
      'purchaseOrder',
      'rate',
    ])
    const company = dice.pick(this.world.of('company'))?.record.id
    const own = this.world.of(type).filter(({ record }) => record.company.id === company)
    const left = own.filter(() => dice.chance(0.3))
    const lines = own.filter(line => !left.includes(line)).map(lineOf)
    const options = { snapshot: { types: [type], company, deleteAtMost: 99 } }
    const outcome = await this.load(lines, options)
    this.touched.add(type)
    const ids = (all: Any[]) => all.map(({ id }) => id).sort()
    assert.deepEqual(
      ids(outcome.missing),
      ids(left.map(({ record }) => record)),
      `what a snapshot of ${type} misses`,
    )
    const stays = [...outcome.rejected.values()].join('\n')
    for (const { record } of left) {
      const isKept = stays.includes(JSON.stringify(record.id))
      if (isKept) this.expectReason({ type, id: record.id, deleted: true }, stays)
      else this.drop(type, record.id)
    }
    this.expectNoneDangling()
  }

  /** The server ends and starts again, often on tables of an earlier version; what they lack is filled while it answers. */
  private async reopen(dice: Dice): Promise<void> {
    await this.server.end()
    if (dice.chance(0.7)) {
      const gone = await forgetColumns(this.server.database, dice)
      this.show(`without ${gone.join()}`)
    }
    await this.startAgain()
  }

  private async startAgain(): Promise<void> {
    const { server, filled } = await restarted(this.server)
    this.servers.server = server
    this.keys.at(server)
    this.copy.follow(server)
    await Promise.all([filled, this.keys.expectRightOrLater()])
  }

  /** A backup, some steps that it does not know, and the backup put back: here, and in the copy, which goes on from it. */
  private async restore(dice: Dice): Promise<void> {
    const [lines, gone, links] = structuredClone([this.world.lines, this.gone, this.links] as const)
    const kept = await backedUp(this.server)
    for (let left = dice.int(3); left > 0; left--)
      await this.carryOut(
        planOf(dice.pick(['change', 'deleteAll', 'clone', 'open']), dice, this.world, gone)!,
      )
    await this.server.end()
    await putBack(kept, this.server)
    goBack(this.world, lines)
    this.gone.splice(0, Number.POSITIVE_INFINITY, ...gone)
    this.links.splice(0, Number.POSITIVE_INFINITY, ...links)
    this.writers.clear()
    await this.startAgain()
    await this.copy.begunAgain(kept, this.server)
    this.copyKeys = this.keys.copiedTo(this.copy.server)
    await this.keys.expectAll()
  }

  private get deciding() {
    const { database, files } = this.server
    const trouble = (error: unknown) => assert.fail(String(error))
    return {
      database,
      store: files.store,
      secrets: files.secrets,
      guard: guardOf({ loopback: true }),
      trouble,
    }
  }

  /** Somebody whom an agency sends though another has them already. */
  private async link(dice: Dice): Promise<void> {
    const known = this.world.of('worker').filter(line => line.facts.nationalIns)
    const agencies = this.world.of('agency')
    if (known.length === 0 || agencies.length === 0) return
    this.touched.add('worker')
    const line = dice.pick(known)
    const { id, name } = dice.pick(agencies).record
    const before = structuredClone(line)
    const open = async () =>
      (await storedMatches.rows(this.server.database, { state: 'open' })).map(one => one.id)
    const were = await open()
    const agencyId = `linked-${this.prefix}-${dice.int(1e9)}`
    const body = newcomer(this.personNumber(), {
      trades: ['mt1'],
      nationalIns: line.facts.nationalIns,
      agencyId,
    })
    const sent = await this.server.get('/workers', await this.writer(id), posted(body))
    assert.equal(sent.status, 409, sent.text)
    const attempt = (await open()).find(one => !were.includes(one))!
    const deciding = linkAttempt(this.deciding, { attempt, by: 'stories' }, line.record.id)
    await deciding.catch(error => assert.fail(`nobody can be linked: ${error.message}`))
    const own = { id, name, agencyId, active: true }
    const at = line.record.agencies.findIndex((one: Any) => one.id === id)
    if (at < 0) line.record.agencies.push(own)
    else line.record.agencies[at] = own
    line.facts.linkedAgencies = [...new Set([...(line.facts.linkedAgencies ?? []), id])]
    this.links.push({ attempt, worker: line.record.id, before, after: JSON.stringify(line) })
  }

  private async undo(dice: Dice): Promise<void> {
    if (this.links.length === 0) await this.link(dice)
    if (this.links.length === 0) return
    this.touched.add('worker')
    const { attempt, worker, before, after: was } = dice.pick(this.links)
    if (dice.chance(0.6)) await this.joinAgency(worker)
    try {
      await undoDecision(this.server.database, attempt, { by: 'stories' })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      count(this.tally, 'undo refused')
      return
    }
    const is = this.world.find('worker', worker)!
    assert.equal(JSON.stringify(is), was, `undone although ${worker} was changed since`)
    is.record.agencies = before.record.agencies
    is.facts = before.facts
  }

  /** What a link replaced is no longer what it was, and nothing else: undone, this would be lost. */
  private async joinAgency(worker: string): Promise<void> {
    const line = this.world.find('worker', worker)
    if (!line) return
    const has = (id: string) => line.record.agencies.some((one: Any) => one.id === id)
    const others = this.world.of('agency').filter(({ record }) => !has(record.id))
    const joined = others.map(({ record: { id, name } }) => ({ id, name, active: true })).slice(0, 1)
    const entries = structuredClone(line.record.agencies)
    const agencies = joined.length > 0 ? [...entries, ...joined] : entries.reverse()
    await this.carryOut({ lines: [{ type: 'worker', patch: true, record: { id: worker, agencies } }] })
  }

  private personNumber = () => this.number * 200 + this.people++

  private readonly writers = new Map<string, string>()
  private async writer(agency: string): Promise<string> {
    const known =
      this.writers.get(agency) ?? (await this.server.key('agency', [agency], { scopes: ['write:workers'] }))
    this.writers.set(agency, known)
    return known
  }

  private async post(dice: Dice): Promise<void> {
    const agencies = this.world.of('agency')
    if (agencies.length === 0) return
    this.touched.add('worker')
    const { id: agency, name } = dice.pick(agencies).record
    const agencyId = `posted-${this.prefix}-${dice.int(1e9)}`
    const body: Any = newcomer(this.personNumber(), { trades: ['mt1'], agencyId })
    const sent = await this.server.get('/workers', await this.writer(agency), posted(body))
    assert.equal(sent.status, 200, sent.text)
    const { id, reference, createdAt } = sent.body.data
    const [row] = await this.server.database.rows<{ nanoid: string }>(
      sql`select nanoid from worker where id = ${id}`,
    )
    const { firstName, lastName, gender, nationality, email, address, nationalIns, phone } = body
    const lists = { companyIds: [], attachments: [], rightToWork: [], documentValidations: [] }
    const record = {
      ...{ id, reference, firstName, lastName, name: `${firstName} ${lastName}`, gender, nationality, email },
      dob: `${body.dob}T00:00:00.000Z`,
      phone: { countryCode: '+44', number: phone.slice(1) },
      address: { ...address, code: address.code.replace(/ *(...)$/, ' $1') },
      agencies: [{ id: agency, name, agencyId, active: true }],
      trades: [{ id: 'mt1', name: 'zeta fixer' }],
      ...lists,
      ...{ createdAt, updatedAt: createdAt },
    }
    put(this.world, {
      type: 'worker',
      nanoid: row!.nanoid,
      record,
      facts: { nationalIns, documentOwners: [] },
    })
  }

  /** Of somebody whom nobody mentions nothing is left. */
  private async erase(dice: Dice): Promise<void> {
    const free = this.world.of('worker').filter(line => mentioning(this.world, line).length === 0)
    if (free.length === 0) return
    this.touched.add('worker')
    const { id } = dice.pick(free).record
    const erasing = { ...this.deciding, types: recordTypes }
    const { outcome } = await erasePerson(erasing, id, { by: 'stories', now: new Date() })
    assert.equal(outcome, 'deleted')
    remove(this.world, 'worker', id)
  }
}
