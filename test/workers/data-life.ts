// Random lines, posts, decisions and erasures against a server and a model beside it: both end with the same.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { name, sql } from '../../src/database/sql.ts'
import { Problem } from '../../src/errors/problem.ts'
import { removeUnnamed } from '../../src/files/unnamed.ts'
import { publishWrite } from '../../src/store/feeds/publish.ts'
import { forgetDecided } from '../../src/store/people/match-decisions.ts'
import { decideMatch } from '../../src/workers/decisions.ts'
import { erasePerson } from '../../src/workers/erasure.ts'
import { undoDecision } from '../../src/workers/undo.ts'
import { posted } from '../support/newcomer.ts'
import type { Json } from '../support/server.ts'
import { heldOfPost, LifeLines, oneOf } from './life-lines.ts'
import { documentsOf, type File, filesOf, keysOfHeld, Model, sha256 } from './life-model.ts'
import {
  contentLeft,
  expectedStored,
  type LifeServer,
  lifeServer,
  owners,
  storedFiles,
  storedWorkers,
} from './life-server.ts'
import { type Of, type Step, someone, step } from './life-steps.ts'

export async function promiseDataLife({ runs, seed }: { runs: number; seed: number }): Promise<void> {
  const server = await lifeServer()
  let run = 0

  test(`after ${runs} random lives of data, everything stored is what the rules say`, async t => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.noShrink(step), { minLength: 3, maxLength: 20, size: 'max' }),
        async steps => {
          const life = await new Life(server, run++).begin()
          for (const of of steps) {
            await life.take(of)
            await life.expectSame(of)
          }
          await life.end()
        },
      ),
      {
        numRuns: runs,
        seed,
        interruptAfterTimeLimit: limitMs,
        ...(process.env.MUSTER_PATH && { path: process.env.MUSTER_PATH }),
      },
    )
    t.diagnostic(`seed ${seed}: ${[...server.tally].map(([what, times]) => `${what} ${times}`).join(', ')}`)
  })
}

/** Answers as they are compared: links are signed anew each time. */
const shown = (value: Json): Json => JSON.parse(JSON.stringify(value).replace(/\?key=[^"]*"/g, '"'))

class Life {
  readonly server: LifeServer
  model = new Model()
  posts: { agency: string; body: Json }[] = []
  lines: LifeLines
  nanoids = new Map<string, string>()
  cursors = new Map<string, string>()
  copies = new Map<string, Map<string, Json>>(owners.map(owner => [owner, new Map()]))
  erasures: { worker: string; owners: string[] }[] = []

  constructor(server: LifeServer, run: number) {
    this.server = server
    this.lines = new LifeLines(`r${run}`, this.model)
  }

  async begin(): Promise<this> {
    for (const table of ['worker', 'worker_text', 'worker_identity', 'worker_number', 'worker_member'])
      await this.server.database.rows(sql`delete from ${name(table)}`)
    for (const table of [
      'assignment',
      'assignment_text',
      'file',
      'match_attempt',
      'match_candidate',
      'event',
    ])
      await this.server.database.rows(sql`delete from ${name(table)}`)
    // What a failed life left is gone now: remembered answers would hide why the next one fails.
    await this.server.database.transaction(tx => publishWrite(tx, { changes: [], touched: owners }))
    for (const owner of owners)
      this.cursors.set(
        owner,
        (await this.server.get('/changes?after=now', this.server.keys.get(owner)!)).body.meta.next,
      )
    const lines = [
      ...Array.from({ length: 5 }, (_, file) => this.lines.fileLine(file, 0)),
      ...[0, 1].map(number => this.lines.lineOf({ ...someone, worker: number, nationalIns: number })),
    ]
    await this.server.load(lines)
    this.model.load(lines)
    await this.expectSame()
    return this
  }

  async load(of: Of<'load'>): Promise<void> {
    const lines = this.lines.linesOf(of)
    const options = { allowOlder: of.allowOlder, onRejection: () => {} }
    const dry = of.dryRun ? await this.server.load(lines, { ...options, dryRun: true }) : undefined
    const { counts, losses, rejected, events, ...report } = await this.server.load(lines, options)
    const kept = countIn(report.kept)
    if (dry) {
      const said = [dry.counts, dry.losses, countIn(dry.kept), dry.rejected, dry.events]
      assert.deepEqual(said, [counts, losses, kept, rejected, events], 'a dry run says what the load does')
    }
    assert.equal(report.lines, lines.length)
    // Whoever comes again has another short id.
    for (const line of lines) if (line.deleted) this.nanoids.delete(line.id)
    assert.deepEqual({ counts, losses, kept, rejected }, this.model.load(lines, of.allowOlder))
    for (const [what, times] of Object.entries({ ...counts, ...losses, kept, rejected }))
      this.server.count(`load ${what}`, times)
  }

  async post(of: Of<'post'>): Promise<void> {
    const before = of.again === undefined ? undefined : this.posts[of.again]
    const { agency, body } = before ?? this.lines.newPost(of, this.posts.length)
    if (!before) this.posts.push({ agency, body })
    const answer = this.model.answerTo(agency, body)
    this.server.count(`post ${answer}`)
    const { status, body: got } = await this.server.get(
      '/workers',
      this.server.keys.get(`a:${agency}`)!,
      posted(body),
    )
    assert.equal(status === 200 ? 'created' : got.error.code, answer)
    if (answer === 'created') await this.adopt(got.data.id, agency, body)
    if (answer !== 'WORKER_MATCH_REQUIRES_REVIEW') return
    const known = this.model.attempts.map(({ id }) => id)
    const fresh = await this.server.database.rows<{ id: string; files: string[] }>(
      sql`select id, files from match_attempt where one is null and id <> all(${known}::text[])`,
    )
    assert.equal(fresh.length, this.model.waiting(agency, body) ? 0 : 1, 'the same waits once')
    const [kept] = fresh
    this.model.keep(agency, body, kept?.id ?? '', filesSent(body, kept?.files ?? []))
  }

  /** Takes over the ids that were made for somebody, and nothing else. */
  async adopt(id: string, agency: string, body: Json, attempt?: Model['attempts'][number]): Promise<void> {
    const stored = (await storedWorkers(this.server)).get(id)
    assert.ok(stored, `${id} is stored`)
    const { reference, createdAt } = stored.record
    const sent = [...body.attachments, ...(body.rightToWork ?? [])]
    const made = [...stored.record.attachments, ...stored.record.rightToWork]
    assert.equal(made.length, sent.length)
    const files = filesOf(stored)
    if (attempt) assert.deepEqual(files, attempt.files)
    const ids = { id, reference, createdAt, documents: made.map(one => one.id), files }
    const held = heldOfPost(agency, body, ids)
    this.lines.ids.push(id)
    if (attempt) this.model.created(attempt, id, held)
    else this.model.create(id, held, filesSent(body, files))
  }

  async decide({ attempt: index, what, worker: number }: Of<'decide'>): Promise<void> {
    const open = this.model.attempts.filter(({ state }) => state === 'open')
    const among = index < 4 && open.length > 0 ? open : this.model.attempts
    if (among.length === 0) return
    const attempt = oneOf(among, index)
    const { candidates } = attempt
    const worker = number < 5 && candidates.length > 0 ? oneOf(candidates, number) : this.lines.idOf(number)
    const refusal = this.model.decide(attempt, what, worker)
    const decision = { attempt: attempt.id, by: 'tests' }
    const asked = what === 'link' ? worker : undefined
    const done = await refusalOf(() => decideMatch(this.server.deciding, decision, what, asked))
    assert.equal(done.refused, refusal)
    this.server.count(`${what} ${refusal ?? 'done'}`)
    if (what === 'different' && !refusal)
      await this.adopt(done.value!.created!.id, attempt.agency, attempt.body, attempt)
    if (what === 'link' && !refusal) await this.adoptJoined(attempt, worker, done.value!.documents!)
  }

  /** Takes over the ids that were made for documents that joined a worker, and nothing else. */
  async adoptJoined(
    attempt: Model['attempts'][number],
    worker: string,
    outcomes: readonly { outcome: string }[],
  ): Promise<void> {
    const lacking = this.model.lacking(attempt, worker)
    const joined = outcomes.flatMap(({ outcome }, at) => (outcome === 'joined' ? [at] : []))
    assert.deepEqual(joined, lacking, 'documents that join')
    const known = documentsOf(this.model.workers.get(worker)!).map(({ id }) => id)
    const stored = (await storedWorkers(this.server)).get(worker)!
    const fresh = documentsOf(stored).filter(({ id }) => !known.includes(id))
    assert.equal(fresh.length, lacking.length)
    this.server.count('documents joined', lacking.length)
    const { agency, body, files } = attempt
    const sent = [...body.attachments, ...(body.rightToWork ?? [])]
    const only = (from: Json[], at: number) => from.filter((_, index) => lacking.includes(index + at))
    const part = {
      ...body,
      attachments: only(body.attachments, 0),
      rightToWork: only(sent.slice(body.attachments.length), body.attachments.length),
    }
    if (part.rightToWork.length === 0) delete (part as Json).rightToWork
    this.model.linked(
      attempt,
      worker,
      heldOfPost(agency, part, {
        id: worker,
        reference: '',
        createdAt: fresh[0]?.createdAt ?? '',
        documents: fresh.map(({ id }) => id),
        files: lacking.map(at => files[at]!),
      }),
    )
  }

  async undo({ attempt: index }: Of<'undo'>): Promise<void> {
    const decided = this.model.attempts.filter(({ state }) => state !== 'open')
    const among = index < 4 && decided.length > 0 ? decided : this.model.attempts
    if (among.length === 0) return
    const attempt = oneOf(among.toReversed(), index)
    const { refused } = await refusalOf(() => undoDecision(this.server.database, attempt.id, { by: 'tests' }))
    const { state } = attempt
    assert.equal(refused, this.model.undo(attempt))
    this.server.count(`undo of ${state} ${refused ?? 'done'}`)
  }

  async erase({ worker }: Of<'erase'>): Promise<void> {
    const there = [...this.model.workers.keys()]
    const id = worker < 6 && there.length > 0 ? oneOf(there, worker) : this.lines.idOf(worker)
    const now = new Date()
    const { refused, value } = await refusalOf(() =>
      erasePerson(this.server.erasing, id, { by: 'tests', now }),
    )
    const outcome = this.model.erase(id, now.toISOString())
    assert.equal(refused ?? value!.outcome, outcome)
    this.server.count(`erase ${outcome}`)
    if (outcome === 'NOT_FOUND') return
    if (outcome === 'emptied')
      this.erasures.push({
        worker: id,
        owners: owners.filter(owner => this.model.seenBy(owner).includes(id)),
      })
    await this.sendAgain(id)
  }

  /** A source that still has somebody who was erased sends them once more, with all files. */
  async sendAgain(id: string): Promise<void> {
    const lines = [
      ...[...this.model.erasedFiles].map(file => this.lines.fileLineOf(file, 1)),
      this.lines.lineOf({ ...someone, worker: this.lines.ids.indexOf(id), day: 3 }),
    ]
    const { counts, losses, kept, rejected } = await this.server.load(lines, { onRejection: () => {} })
    assert.deepEqual({ counts, losses, kept: countIn(kept), rejected }, this.model.load(lines))
    this.server.count('sent again, rejected', rejected)
  }

  async later(): Promise<void> {
    await this.server.database.rows(
      sql`update match_attempt set undo_until = undo_until - interval '10 minutes'`,
    )
    await forgetDecided(this.server.database)
    await removeUnnamed(this.server.erasing)
    this.model.later()
  }

  async take(of: Step): Promise<void> {
    if (of.step === 'load') await this.load(of)
    else if (of.step === 'post') await this.post(of)
    else if (of.step === 'decide') await this.decide(of)
    else if (of.step === 'undo') await this.undo(of)
    else if (of.step === 'erase') await this.erase(of)
    else await this.later()
  }

  async expectSame(of?: Step): Promise<void> {
    const stored = await storedWorkers(this.server)
    const { workers, attempts } = this.model
    assert.deepEqual([...stored.keys()].sort(), [...workers.keys()].sort(), 'the workers')
    for (const [id, { nanoid, ...is }] of stored) {
      assert.deepEqual(is, expectedStored(workers.get(id)!), `worker ${id}`)
      assert.equal(nanoid, this.nanoids.get(id) ?? nanoid, `the short id of ${id} stays`)
      this.nanoids.set(id, nanoid)
    }
    for (const id of this.nanoids.keys()) if (!stored.has(id)) this.nanoids.delete(id)
    await this.expectNumbers()
    const files = Object.fromEntries(
      [...this.model.files].toSorted(([one], [other]) => (one < other ? -1 : 1)),
    )
    assert.deepEqual(await storedFiles(this.server), files, 'the files')
    const waiting = await this.server.database.rows<{ id: string; state: string; files: string[] }>(
      sql`select id, state, files from match_attempt where one is null order by id`,
    )
    assert.deepEqual(
      waiting.map(row => ({ ...row })),
      attempts
        .map(({ id, state, files: own }) => ({ id, state, files: own }))
        .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
      'what waits or was decided',
    )
    for (const owner of owners) await this.expectTold(owner, of)
    await this.expectEvents()
  }

  async expectNumbers(): Promise<void> {
    const rows = await this.server.database.rows<{ found: string }>(
      sql`select id || ' ' || hash as found from worker_number order by 1`,
    )
    const known = [...this.model.workers].flatMap(([id, held]) =>
      keysOfHeld(held).map(key => `${id} ${this.server.seal.hashes(key)[0]}`),
    )
    assert.deepEqual(rows.map(({ found }) => found).sort(), known.sort(), 'who is found by which number')
  }

  /** A copy that is kept by what the owner is told is what the owner sees, and nobody is told more. */
  async expectTold(owner: string, of?: Step): Promise<void> {
    const key = this.server.keys.get(owner)!
    const { body } = await this.server.get(`/changes?after=${this.cursors.get(owner)}&limit=200`, key)
    this.cursors.set(owner, body.meta.next)
    const told = new Map<string, string>()
    for (const one of body.data) if (one.type === 'worker') told.set(one.id, one.change)
    const list = (await this.server.get('/workers?limit=100', key)).body.data as Json[]
    const seen = new Map<string, Json>(list.map(one => [one.id, shown(one)]))
    assert.deepEqual([...seen.keys()].sort(), this.model.seenBy(owner).sort(), `what ${owner} sees`)
    const copy = this.copies.get(owner)!
    for (const [id, is] of seen) {
      const differs = JSON.stringify(copy.get(id)) !== JSON.stringify(is)
      if (differs) assert.equal(told.get(id), 'upserted', `${owner} is told of ${id}`)
      else if (isSimple(of)) assert.equal(told.get(id), undefined, `${owner} is not told of ${id}`)
    }
    for (const id of copy.keys()) {
      if (seen.has(id)) continue
      const change = this.model.workers.has(id) ? 'out_of_scope' : 'deleted'
      // Whoever was deleted and came again in one load was told as the first of it.
      const isTold = isSimple(of) ? told.get(id) === change : told.has(id) && told.get(id) !== 'upserted'
      assert.ok(isTold, `${owner} is told that ${id} is ${change}: ${told.get(id)}`)
    }
    for (const id of told.keys())
      assert.ok(seen.has(id) || copy.has(id) || !isSimple(of), `${owner} hears of ${id}, which it never saw`)
    this.copies.set(owner, seen)
  }

  async expectEvents(): Promise<void> {
    const rows = await this.server.database.rows<{ type: string; worker: string; owners: string[] }>(sql`
      select e.type, e.object_id as worker, array_agg(o.owner order by o.owner) as owners
      from event e join event_owner o using (seq) where e.object = 'worker' group by e.seq order by e.seq`)
    assert.deepEqual(
      rows.map(row => ({ ...row })),
      this.erasures.map(one => ({ type: 'worker_erased', ...one })),
    )
  }

  /** When everything was deleted nothing is left, of files neither. */
  async end(): Promise<void> {
    const { workers, assignments, attempts } = this.model
    for (const attempt of attempts.filter(one => one.state === 'open')) {
      await decideMatch(this.server.deciding, { attempt: attempt.id, by: 'tests' }, 'dismiss')
      this.model.decide(attempt, 'dismiss', '')
    }
    const gone = [
      ...[...assignments.keys()].map(id => ({ type: 'assignment', id, deleted: true })),
      ...[...workers.keys()].map(id => ({ type: 'worker', id, deleted: true })),
    ]
    await this.server.load(gone)
    this.model.load(gone)
    await this.later()
    await this.expectSame()
    assert.equal(workers.size, 0)
    assert.deepEqual(await contentLeft(this.server), [])
  }
}

const countIn = (groups: readonly { count: number }[]) => groups.reduce((sum, { count }) => sum + count, 0)

const limitMs = process.env.MUSTER_LONG ? 3_000_000 : 150_000

/** Whether every worker has one line at most: then what is told in between is what is told at the end. */
function isSimple(of: Step | undefined): boolean {
  if (of?.step !== 'load') return of !== undefined
  const workers = of.lines.flatMap(line => (line.kind === 'file' ? [] : [line.worker]))
  return workers.length <= 1
}

function filesSent(body: Json, ids: readonly string[]): [string, File][] {
  const sent = [...body.attachments, ...(body.rightToWork ?? [])].flatMap(paper => paper.files)
  return ids.map((id, at) => {
    const { fileName, content } = sent[at]
    return [id, { name: fileName, sha256: sha256(Buffer.from(content.split(',')[1], 'base64')) }]
  })
}

async function refusalOf<T>(run: () => Promise<T>): Promise<{ refused?: string; value?: T }> {
  try {
    return { value: await run() }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { refused: error.code }
  }
}
