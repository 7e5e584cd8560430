// Matches over the operator's interface of a real server: shown, decided once, undone exactly, and right in every race.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { scopesFor } from '../../src/api/scopes.ts'
import { name, sql } from '../../src/database/sql.ts'
import { load } from '../../src/load/load.ts'
import { operatorOperations } from '../../src/operator/surface.ts'
import { createKey } from '../../src/store/keys/keys.ts'
import { createOperatorToken } from '../../src/store/operators/tokens.ts'
import { closeIncompletePairs } from '../../src/store/people/match-decisions.ts'
import { command } from '../support/command.ts'
import { testDatabase, urlOf } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { rivals, worker } from '../support/lines.ts'
import { isLong } from '../support/long.ts'
import { type Body, masterLists, newcomer, paper, posted } from '../support/newcomer.ts'
import { answered, checkOperatorAnswer } from '../support/operator-check.ts'
import { dataFolder, stop, up } from '../support/process.ts'
import { type Json, ndjson } from '../support/server.ts'

const { database, connection } = await testDatabase()
await load(database, recordTypes, ndjson([...rivals(), ...masterLists()]))
const env = { DATABASE_URL: urlOf(connection), MUSTER_SECRET: 's'.repeat(32), LOG_LEVEL: 'warn' }
const data = await dataFolder()
const servers = [await up(data, [], env), await up(data, [], env)]
after(() => Promise.all(servers.map(server => stop(server))))

const keyOf = async (owner: string) => {
  const scopes = scopesFor('agency')
  const limits = { perMinute: 1_000_000, perDay: 100_000_000 }
  return (await createKey(database, { kind: 'agency', owners: [owner], name: owner, scopes, ...limits }))
    .secret
}
const [a1, a2] = [await keyOf('a1'), await keyOf('a2')]
const token = await createOperatorToken(database, 'reviewers', 'owner')

const candidateName = (n: number) => `${newcomer(n).firstName} ${newcomer(n).lastName}`

async function operator(
  method: string,
  path: string,
  body?: unknown,
  at = 0,
  secret = token.secret,
): Promise<Json> {
  const response = await fetch(`${new URL(servers[at]!.baseUrl).origin}/operator${path}`, {
    method,
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  checkOperatorAnswer(method, path, response, text)
  return { status: response.status, ...(JSON.parse(text) as object) }
}

async function api(path: string, key: string, init: RequestInit = {}): Promise<Json> {
  const response = await fetch(`${servers[0]!.baseUrl}${path}`, {
    ...init,
    headers: { ...init.headers, Authorization: `Bearer ${key}` },
  })
  return {
    status: response.status,
    tag: response.headers.get('etag'),
    ...((await response.json()) as object),
  }
}
const post = (body: Body, key: string) => api('/workers', key, posted(body))
const loaded = (...lines: object[]) =>
  operator('POST', '/loads', lines.map(line => `${JSON.stringify(line)}\n`).join(''))
const decide = (id: string, body: Body, at = 0) => operator('POST', `/matches/${id}/decide`, body, at)
const undo = (id: string, at = 0) => operator('POST', `/matches/${id}/undo`, {}, at)
const stateOf = async (id: string) => (await operator('GET', `/matches/${id}`)).data.state as string
const patch = (id: string, more: Body) => ({ type: 'worker', record: { id, ...more }, patch: true })

/** Races have two sides, which take turns. */
const rounds = isLong ? 20 : 2

let number = 0

/** Somebody of one agency whom the other sends too. */
async function sentTwice(more: Body = {}): Promise<{ n: number; known: string; id: string; again: Body }> {
  const n = ++number
  const known = (await post(newcomer(n), a1)).data.id as string
  const again = newcomer(n, { agencyId: `B-${n}`, attachments: [paper('cv')], ...more })
  assert.equal((await post(again, a2)).status, 409)
  const [first] = (await operator('GET', '/matches?limit=1')).data
  return { n, known, id: first.id, again }
}

/**
 * Everything that is stored of workers and of what waits, byte for byte, but not where it lies. A server may sweep at any
 * moment: what its sweep of pairs would change is changed first.
 */
async function everything(): Promise<Json> {
  await closeIncompletePairs(database)
  const tables = ['worker', 'worker_text', 'worker_identity', 'worker_number', 'worker_member']
  const rows = await Promise.all(
    [...tables, 'match_attempt', 'match_candidate', 'file'].map(table =>
      database.rows(sql`select (to_jsonb(t) - 'text_at')::text as row from ${name(table)} t order by 1`),
    ),
  )
  return rows
}

test('what waits is listed page by page, by state, and shown side by side with the verdict and weight of each field', async () => {
  const first = await sentTwice()
  const second = await sentTwice()
  const page = (await operator('GET', '/matches?limit=1')).data
  assert.deepEqual([page.length, page[0].id, page[0].agencyId], [1, second.id, 'a2'])
  assert.deepEqual([page[0].candidates, page[0].exact], [1, true])
  assert.equal((await operator('GET', `/matches?limit=1&after=${second.id}`)).data[0].id, first.id)
  assert.deepEqual((await operator('GET', `/matches?after=${first.id}`)).data, [])
  assert.deepEqual((await operator('GET', '/matches?state=linked')).data, [])
  for (const wrong of ['state=lost', 'limit=0', 'limit=1000', 'page=2'])
    assert.equal((await operator('GET', `/matches?${wrong}`)).status, 400, wrong)
  assert.equal((await operator('GET', '/matches?after=nobody')).status, 404)
  const { data: shown } = await operator('GET', `/matches/${first.id}`)
  const [candidate] = shown.candidates
  assert.deepEqual(
    [shown.kind, shown.sent.agencyId, candidate.worker, candidate.exact],
    ['submission', `B-${first.n}`, first.known, 'nationalIns'],
  )
  assert.equal(page[0].best, (await operator('GET', `/matches/${second.id}`)).data.candidates[0].total)
  assert.deepEqual([page[0].agencyName, shown.agencyName], ['Agency a2', 'Agency a2'])
  const dob = candidate.fields.find(({ field }: Json) => field === 'dob')
  assert.deepEqual(dob, {
    field: 'dob',
    label: 'Date of birth',
    sent: dob.known,
    known: dob.sent,
    verdict: 'same',
    words: 'the same',
    weight: 13.2,
  })
  assert.deepEqual(page[0].sent, { name: candidateName(second.n), from: 'Agency a2' })
  assert.match(page[0].known.from, /^WK-\d+, Agency a1$/)
  const watching = await createOperatorToken(database, 'watching', 'read-only')
  const unnamed = await operator('GET', '/matches?limit=1', undefined, 0, watching.secret)
  assert.deepEqual([unnamed.data[0].sent, unnamed.data[0].known], [undefined, undefined], 'role read-only')
  assert.equal('sealed' in unnamed.data[0] || 'likeliest' in page[0], false)
  assert.ok(!JSON.stringify(shown).includes(String(newcomer(first.n).nationalIns)))
  for (const { id } of [first, second]) assert.equal((await decide(id, { decision: 'dismiss' })).status, 200)
})

test('what is not known, not right or not there is refused', async () => {
  const { id, known } = await sentTwice()
  const wrong: [Body, number][] = [
    [{ decision: 'maybe' }, 400],
    [{ decision: 'link' }, 400],
    [{ decision: 'dismiss', worker: known }, 400],
    [{ decision: 'link', worker: 'w1' }, 404],
    [{ decision: 'link', worker: known, why: 'x' }, 400],
  ]
  for (const [body, status] of wrong)
    assert.equal((await decide(id, body)).status, status, JSON.stringify(body))
  assert.equal((await decide('nobody', { decision: 'dismiss' })).status, 404)
  assert.equal((await undo('nobody')).status, 404)
  assert.equal((await operator('GET', '/matches/nobody')).status, 404)
  const { status, error } = await undo(id)
  assert.equal(status, 409)
  assert.match(error.message, /is open/)
  await decide(id, { decision: 'dismiss' })
})

for (const decision of ['link', 'different', 'dismiss'])
  test(`undo of ${decision} restores every row as it was, and moves nothing for those who see no difference`, async () => {
    const { id, known } = await sentTwice()
    await operator('GET', `/matches/${id}`)
    const [before, seen] = [await everything(), await api(`/workers/${known}`, a1)]
    const decided = await decide(id, { decision, ...(decision === 'link' && { worker: known }) })
    assert.equal(decided.status, 200)
    assert.ok(decided.data.undoUntil)
    assert.notDeepEqual(await everything(), before)
    const during = await api(`/workers/${known}`, a1)
    assert.deepEqual([during.data, during.tag], [seen.data, seen.tag])
    const made = decided.data.created?.id
    if (made) assert.equal((await api(`/workers/${made}`, a2)).status, 200)
    if (decision === 'link') assert.equal((await api(`/workers/${known}`, a2)).status, 200)
    assert.deepEqual((await undo(id)).data, { id, state: 'open', undone: decided.data.state })
    assert.deepEqual(await everything(), before)
    const then = await api(`/workers/${known}`, a1)
    assert.deepEqual([then.data, then.tag], [seen.data, seen.tag])
    assert.equal((await api(`/workers/${made ?? known}`, a2)).status, 404)
    assert.equal((await undo(id)).status, 409, 'once')
    assert.equal((await decide(id, { decision: 'different' })).status, 200, 'it can be decided again')
  })

test('a decision can be undone for ten minutes and no longer, and what was sent is forgotten then', async () => {
  const { id } = await sentTwice()
  await decide(id, { decision: 'dismiss' })
  await database.rows(
    sql`update match_attempt set undo_until = undo_until - interval '10 minutes' where id = ${id}`,
  )
  const { status, error } = await undo(id)
  assert.equal(status, 409)
  assert.match(error.message, /is dismissed, and nobody decided that in the last 10 minutes/)
  await command(['matches', 'list'], env)
  const [row] = await database.rows<{ sealed: Buffer | null; files: string[] }>(
    sql`select sealed, files from match_attempt where id = ${id}`,
  )
  assert.deepEqual({ ...row }, { sealed: null, files: [] })
})

test('undo is refused where a load changed or deleted the worker since, or gave its identifier away', async () => {
  const linked = await sentTwice()
  await decide(linked.id, { decision: 'link', worker: linked.known })
  await loaded(patch(linked.known, { email: 'moved@people.example' }))
  const changed = await undo(linked.id)
  assert.deepEqual([changed.status, changed.error.code], [409, 'WORKER_CONFLICT'])
  assert.match(changed.error.message, new RegExp(`worker ${linked.known} was changed since$`))
  const rewritten = await sentTwice()
  const { created: fresh } = (await decide(rewritten.id, { decision: 'different' })).data
  await loaded(patch(fresh.id, { email: 'newer@people.example' }))
  assert.match((await undo(rewritten.id)).error.message, new RegExp(`worker ${fresh.id} was changed since$`))
  assert.equal((await api(`/workers/${fresh.id}`, a2)).data.email, 'newer@people.example')
  const created = await sentTwice()
  const { data } = await decide(created.id, { decision: 'different' })
  await loaded({ type: 'worker', id: data.created.id, deleted: true })
  assert.match((await undo(created.id)).error.message, /was deleted since/)
  const named = await sentTwice()
  const made = (await decide(named.id, { decision: 'different' })).data.created.id
  const of = { company: { id: 'c1' }, project: { id: 'p1' }, agency: { id: 'a2' }, worker: { id: made } }
  const stamps = { createdAt: '2026-03-02', updatedAt: '2026-03-02' }
  const basics = { id: 'as1', reference: 'C1-A-1', status: 'confirmed', payType: 'hourly', rateType: 'paye' }
  assert.equal(
    (await loaded({ type: 'assignment', record: { ...basics, ...of, ...stamps } })).data.rejected,
    0,
  )
  assert.match((await undo(named.id)).error.message, /still mentioned by assignment as1/)
  assert.equal((await api(`/workers/${made}`, a2)).status, 200)
  const own = await sentTwice()
  await decide(own.id, { decision: 'dismiss' })
  assert.equal((await post(newcomer(own.n, { agencyId: `C-${own.n}` }), a1)).status, 409)
  const [renamed] = (await operator('GET', '/matches?limit=1')).data
  assert.equal((await decide(renamed.id, { decision: 'link', worker: own.known })).status, 200)
  await loaded(worker('heir', { agencies: [{ id: 'a1', agencyId: `AG-${own.n}`, active: true }] }))
  assert.match((await undo(renamed.id)).error.message, /has given the identifier .* to another/)
})

test('undo is refused where the same was sent again since, or another waits that may be who was made', async () => {
  const { id, again, n } = await sentTwice()
  await decide(id, { decision: 'dismiss' })
  assert.equal((await post(again, a2)).status, 409)
  const [waiting] = (await operator('GET', '/matches?limit=1')).data
  assert.match((await undo(id)).error.message, new RegExp(`waits as ${waiting.id}`))
  assert.equal((await decide(waiting.id, { decision: 'different' })).status, 200)
  assert.equal((await post(newcomer(n, { agencyId: 'C-1' }), a2)).status, 409)
  const [other] = (await operator('GET', '/matches?limit=1')).data
  assert.match((await undo(waiting.id)).error.message, new RegExp(`match ${other.id} came since`))
  await decide(other.id, { decision: 'dismiss' })
})

test('to look at another match does not keep a creation from being undone', async () => {
  const { id, n } = await sentTwice()
  assert.equal((await post(newcomer(n, { agencyId: `D-${n}` }), a2)).status, 409)
  const [other] = (await operator('GET', '/matches?limit=1')).data
  const before = await everything()
  const made = (await decide(id, { decision: 'different' })).data.created.id
  const { candidates } = (await operator('GET', `/matches/${other.id}`)).data
  assert.ok(candidates.some((one: Json) => one.worker === made))
  assert.equal((await undo(id)).status, 200)
  assert.deepEqual(await everything(), before)
  for (const one of [id, other.id]) await decide(one, { decision: 'dismiss' })
})

test('of many who decide at once, over two servers, one wins and the others hear that it is decided', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id, known } = await sentTwice()
    const bodies = [{ decision: 'link', worker: known }, { decision: 'different' }, { decision: 'dismiss' }]
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => decide(id, bodies[index % 3]!, index % 2)),
    )
    const won = answers.filter(({ status }) => status === 200)
    assert.equal(won.length, 1, JSON.stringify(answers))
    for (const { status, error } of answers.filter(one => one !== won[0])) {
      assert.equal(status, 409)
      assert.match(error.message, /is (linked|created|dismissed) already/)
    }
    assert.equal(await stateOf(id), won[0].data.state)
    const [kept] = await database.rows<{ n: number }>(
      sql`select count(*)::int as n from match_decision where attempt_id = ${id}`,
    )
    assert.equal(kept!.n, 1)
  }
})

test('a decision beside a load that deletes or changes the worker is whole or refused', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id, known } = await sentTwice()
    const isDeletion = round % 2 === 0
    const line = isDeletion
      ? { type: 'worker', id: known, deleted: true }
      : patch(known, { email: `beside${round}@people.example` })
    const [decided, load] = await Promise.all([
      decide(id, { decision: 'link', worker: known }, 1),
      loaded(line),
    ])
    assert.equal(load.data.rejected, 0)
    const there = await api(`/workers/${known}`, a2)
    if (decided.status === 200)
      assert.deepEqual([await stateOf(id), there.status], ['linked', isDeletion ? 404 : 200])
    else {
      assert.deepEqual([decided.status, isDeletion, await stateOf(id)], [404, true, 'open'], decided.text)
      await decide(id, { decision: 'dismiss' })
    }
    if (!isDeletion) assert.equal(there.data.email, `beside${round}@people.example`)
    const undone = await undo(id)
    if (decided.status === 200 && undone.status === 200)
      assert.equal((await api(`/workers/${known}`, a2)).status, 404)
  }
})

test('a decision beside a post of the same person makes nobody twice', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id, known, n, again } = await sentTwice()
    const body = round % 2 === 0 ? { decision: 'different' } : { decision: 'link', worker: known }
    const [decided, sent] = await Promise.all([decide(id, body, 1), post(again, a2)])
    assert.deepEqual([decided.status, sent.status], [200, 409], JSON.stringify([decided, sent]))
    const [members] = await database.rows<{ n: number }>(
      sql`select count(*)::int as n from worker_member where agency = 'a2' and agency_id = ${`B-${n}`}`,
    )
    assert.equal(members!.n, 1)
    const open = (await operator('GET', '/matches?limit=999')).data as Json[]
    for (const { id } of open) assert.equal((await decide(id, { decision: 'dismiss' })).status, 200)
  }
})

test('an undo beside other undos and decisions leaves one story that adds up', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id, known } = await sentTwice()
    await decide(id, { decision: 'link', worker: known })
    const [first, second, decided] = await Promise.all([
      undo(id),
      undo(id, 1),
      decide(id, { decision: 'dismiss' }, 1),
    ])
    for (const { status } of [first, second, decided]) assert.ok(status === 200 || status === 409)
    const { decisions, state } = (await operator('GET', `/matches/${id}`)).data
    const told: string[] = decisions.map(({ decision }: Json) => decision)
    const done = [first, second, decided].filter(({ status }) => status === 200).length
    assert.equal(told.length, 1 + done)
    const states: Record<string, string> = { link: 'linked', undo: 'open', dismiss: 'dismissed' }
    assert.equal(state, states[told.at(-1)!])
    for (const [index, one] of told.entries())
      assert.equal(one === 'undo', index % 2 === 1, `each undo follows a decision: ${told}`)
    assert.equal((await api(`/workers/${known}`, a2)).status, 404)
    if (state === 'open') await decide(id, { decision: 'dismiss' })
  }
})

test('who looked and who decided is in the audit of the worker, without anything of the person', async () => {
  const { id, known, n } = await sentTwice()
  await operator('GET', `/matches/${id}`)
  await decide(id, { decision: 'link', worker: known, by: 'Ada', note: 'seen' })
  await undo(id)
  const { data } = await operator('GET', `/matches/${id}`)
  assert.deepEqual(
    data.decisions.map(({ decision, by, token }: Json) => [decision, by, token]),
    [
      ['link', 'Ada', token.id],
      ['undo', 'reviewers', token.id],
    ],
  )
  const audit = await command(['audit', 'worker', known, '--json'], env)
  // That the agency created the worker is written within seconds, so before this or after it.
  const lines = (JSON.parse(audit.stdout) as Json[]).filter(({ operation }) => operation !== 'POST /workers')
  assert.deepEqual(
    lines.map(({ operation }) => operation).toSorted(),
    ['match link', 'match show', 'match show', 'match undo'].toSorted(),
  )
  assert.ok(lines.every(({ keyName, owner }) => keyName === 'reviewers' && owner === 'operator'))
  assert.ok(!audit.stdout.includes(String(newcomer(n).lastName)))
  await decide(id, { decision: 'dismiss' })
})

test('the command undoes too, and says what it was', async () => {
  const { id, known } = await sentTwice()
  assert.equal((await decide(id, { decision: 'link', worker: known })).status, 200)
  const shown = await command(['matches', 'show', id], env)
  assert.match(shown.stdout, /It can be undone until 20/)
  const undone = await command(['matches', 'undo', id], env)
  assert.match(undone.stdout, /^It was linked, and is open again/)
  const again = await command(['matches', 'undo', id], env)
  assert.deepEqual([again.code, /nothing to undo/.test(again.stderr)], [1, true])
})

const scanned = () =>
  eventually('the scan is over', async () => {
    const { data } = await operator('GET', '/matches/scan')
    return data.finishedAt && data
  })

test('a scan is started over the interface, the server works on it, and its pairs are decided there', async () => {
  assert.equal((await operator('GET', '/matches/scan')).data, null)
  const twin = { firstName: 'Fergal', lastName: 'Brosnan', dob: '1981-02-03', email: 'fb@people.example' }
  await loaded(worker('twin-1', twin), worker('twin-2', twin))
  const begun = await operator('POST', '/matches/scan', {})
  assert.equal(begun.status, 200)
  const scan = await scanned()
  assert.equal(scan.scanned, scan.total)
  const pairs = ((await operator('GET', '/matches?limit=999')).data as Json[]).filter(
    ({ kind }) => kind === 'pair',
  )
  const { id } = pairs.find(({ workers }) => workers.join() === 'twin-1,twin-2')
  const linked = await decide(id, { decision: 'link', worker: 'twin-2' })
  assert.deepEqual([linked.data.state, linked.data.spare], ['linked', 'twin-1'])
  const shown = await command(['matches', 'show', id], env)
  assert.match(shown.stdout, /twin-1 and twin-2 are one person\. Nothing is merged/)
  assert.match(shown.stdout, /\{"type": "worker", "id": "twin-1", "deleted": true\}/)
  const answers = await Promise.all([undo(id), undo(id, 1)])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
})

test('a pair is decided once by those who decide at once, and beside a load as it was or not at all', async () => {
  const [pair] = ((await operator('GET', '/matches?limit=999')).data as Json[]).filter(
    ({ workers }) => workers?.join() === 'twin-1,twin-2',
  )
  const words = ['link', 'different', 'dismiss', 'different']
  const answers = await Promise.all(words.map((decision, at) => decide(pair.id, { decision }, at % 2)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409])
  await undo(pair.id)
  for (let round = 0; round < rounds / 2; round++) {
    const [decided] = await Promise.all([
      decide(pair.id, { decision: 'different' }, 1),
      loaded(patch('twin-1', { email: `twin${round}@people.example` })),
    ])
    assert.ok([200, 409].includes(decided.status))
    if (decided.status === 409) assert.match(decided.error.message, /twin-1 was changed since/)
    const undone = decided.status === 200 ? await undo(pair.id) : undefined
    if (undone) assert.match(undone.error.message, /twin-1 was changed since/)
    await operator('POST', '/matches/scan', {})
    await scanned()
    assert.equal(await stateOf(pair.id), 'open', 'it is asked again')
  }
  const [decided] = await Promise.all([
    decide(pair.id, { decision: 'link' }, 1),
    loaded({ type: 'worker', id: 'twin-1', deleted: true }),
  ])
  const { status, error } = decided.status === 200 ? await undo(pair.id) : decided
  assert.deepEqual([status, /twin-1 was deleted/.test(error.message)], [409, true])
  const open = (await operator('GET', '/matches?limit=999')).data as Json[]
  assert.ok(!open.some(({ id }) => id === pair.id))
})

test('every operation of matches was answered here, as its document says', () => {
  const missing = operatorOperations.filter(
    operation => operation.path.startsWith('/matches') && !answered.has(operation),
  )
  assert.deepEqual(missing, [])
})
