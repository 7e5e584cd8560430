// Every load is kept track of, whoever made it: how far it is, how it ended, and what was rejected and why, without
// anything of the lines themselves.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { mapInThread } from '../../src/mapping/mapped-aside.ts'
import { sweepLoads } from '../../src/store/writing/loads.ts'
import { command } from '../support/command.ts'
import { eventually } from '../support/eventually.ts'
import { heldUpMs } from '../support/held-up.ts'
import { amounts, invoice, site, worker } from '../support/lines.ts'
import { operatorServer } from '../support/operator.ts'
import { expectAnswered } from '../support/operator-check.ts'
import type { Json } from '../support/server.ts'

const server = await operatorServer()
const { operator, database, environment, running, token } = server
const lines = (all: object[]) => all.map(line => `${JSON.stringify(line)}\n`).join('')
const sites = (from: number, many: number) =>
  Array.from({ length: many }, (_, n) => site(`s-load-${from + n}`, 'p1', 'c1'))

test('a load over HTTP is listed with who made it and what it did, and answers with its id', async () => {
  const made = await operator('POST', '/loads?name=sites.ndjson&patch=false', lines(sites(0, 3)))
  assert.equal(made.data.counts.created, 3)
  const { data } = await operator('GET', `/loads/${made.data.id}`)
  const { beganAt, endedAt, ...rest } = data
  assert.ok(beganAt <= endedAt)
  assert.deepEqual(rest, {
    id: made.data.id,
    source: 'http',
    who: 'tests',
    name: 'sites.ndjson',
    job: null,
    state: 'done',
    stage: null,
    dryRun: false,
    options: { patch: false, events: true, allowOlder: false, snapshot: null, company: null, mapping: null },
    lines: 3,
    bytes: lines(sites(0, 3)).length,
    counts: made.data.counts,
    rejected: 0,
    warned: 0,
    error: null,
    rejections: [],
    notGrouped: 0,
    outcome: {
      losses: {},
      kept: [],
      followed: made.data.followed,
      events: {},
      warnings: [],
      snapshot: null,
      unresolved: 0,
    },
  })
  const { rejections: _, notGrouped: __, outcome: ___, ...listed } = data
  assert.deepEqual((await operator('GET', '/loads?limit=1')).data, [listed])
})

test('a load by command, a dry run and one of the portal are told apart', async () => {
  const file = join(environment.MUSTER_DATA, 'by-command.ndjson')
  await writeFile(file, lines(sites(0, 2)))
  assert.equal((await command(['load', file, '--dry-run'], environment)).code, 0)
  const [byCommand] = (await operator('GET', '/loads')).data
  assert.deepEqual(
    [byCommand.source, byCommand.who, byCommand.name, byCommand.dryRun, byCommand.state, byCommand.lines],
    ['command', 'command line', 'by-command.ndjson', true, 'done', 2],
  )
  const headers = { 'X-Muster-Portal': '1' }
  const chosen = await operator('POST', '/loads?id=chosen-by-client', lines(sites(0, 1)), headers)
  assert.equal(chosen.data.id, 'chosen-by-client')
  assert.equal((await operator('GET', '/loads/chosen-by-client')).data.source, 'portal')
  const again = await operator('POST', '/loads?id=chosen-by-client', lines(sites(0, 1)))
  assert.deepEqual([again.status, again.error.code], [409, 'IDEMPOTENCY_CONFLICT'])
  const { data } = await operator('GET', `/loads?after=chosen-by-client`)
  assert.deepEqual(data[0].id, byCommand.id)
  assert.equal((await operator('GET', '/loads?after=nothing')).status, 404)
})

test('rejected lines are grouped by reason with the fix, and nothing that a line said is kept', async () => {
  const canary = 'Hopper-1906'
  const wrong = [
    ...[1, 2, 3].map(n => site(`${canary}-${n}`, `${canary}-${n}`, 'c1')),
    worker('w1', { createdAt: `${canary}-1` }),
    worker('w2', { createdAt: `${canary}-${'x'.repeat(80)}` }),
    worker('w3', { createdAt: { day: canary } }),
    worker('w4', { [`${canary} of Maida Vale`]: 1 }),
    worker('w5', { email: [canary] }),
    { type: canary, record: { id: 'x' } },
    { type: 'worker', record: { id: `${canary} ` } },
    { type: 'worker', patch: true, record: { id: canary, firstName: canary } },
  ]
  const text = `${lines(wrong)}{"type": "worker", ${canary}\n${canary}\n`
  const { data: made } = await operator('POST', '/loads', text)
  assert.equal(made.rejected, wrong.length + 2)
  assert.ok(JSON.stringify(made.rejections).includes(canary), 'whoever sent it is told')
  const { data } = await operator('GET', `/loads/${made.id}`)
  const missing = data.rejections.find(({ path }: Json) => path === 'record.project.id')
  assert.deepEqual(missing, {
    path: 'record.project.id',
    reason: 'there is no project with the id "…"',
    fix: 'load that project too, before or after this line',
    count: 3,
    lines: [1, 2, 3],
  })
  const sum = data.rejections.reduce((total: number, { count }: Json) => total + count, 0)
  assert.equal(sum, made.rejected)
  const rows = await database.rows<{ whole: string }>(sql`select load::text as whole from load`)
  assert.ok(!rows.some(({ whole }) => /Hopper|1906|Maida/.test(whole)), 'a rejected value is in the table')
})

test('whoever loads may have the rejected lines back, as the command sets them aside', async () => {
  const wrong = site('s-given-back', 'no such project', 'c1')
  const text = lines([...sites(0, 1), wrong, { type: 'site', record: { id: 1 } }])
  const plain = await operator('POST', '/loads?dryRun=true', text)
  assert.ok(plain.data.rejections.every((one: Json) => !('text' in one)))
  const { data } = await operator('POST', '/loads?dryRun=true&rejects=true', text)
  const file = join(environment.MUSTER_DATA, 'given-back.ndjson')
  await writeFile(file, text)
  assert.equal((await command(['load', file, '--dry-run'], environment)).code, 3)
  const written = (await readFile(`${file}.rejects.ndjson`, 'utf8')).trim().split('\n')
  assert.deepEqual(
    written.map(line => JSON.parse(line)),
    [...data.rejections, ...data.reasons.map((summary: Json) => ({ summary }))],
  )
  assert.ok(data.rejections.some((one: Json) => one.text === JSON.stringify(wrong)))
})

test('rejected lines are given back as far as there is room for them', async () => {
  const many = Array.from({ length: 40 }, (_, n) => ({ type: `none-${n}`, filling: 'x'.repeat(500_000) }))
  const { data } = await operator('POST', '/loads?dryRun=true&rejects=true', lines(many))
  assert.equal(data.rejected, 40)
  assert.ok(data.rejections.length > 20 && data.rejections.length < 40, `${data.rejections.length}`)
})

test('what a load did besides is kept: events, what a snapshot lacked, and sums without what they come to', async () => {
  const bill = (id: string, total: number) =>
    invoice(id, { company: 'c1', agency: 'a1' }, { values: { ...amounts, total } })
  const sums = await operator('POST', '/loads', lines([bill('i-sum-1', 6021), bill('i-sum-2', 6022)]))
  const { outcome } = (await operator('GET', `/loads/${sums.data.id}`)).data
  const reason = 'is …, but what it is the sum of comes to …'
  assert.deepEqual(outcome.warnings, [
    { path: 'record.values.total', reason, fix: '', count: 2, lines: [1, 2] },
  ])
  const all = await operator('POST', '/loads?snapshot=invoice&dryRun=true', lines([bill('i-sum-1', 6021)]))
  const { data } = await operator('GET', `/loads/${all.data.id}`)
  assert.deepEqual(data.outcome.snapshot, all.data.snapshot)
  assert.ok(data.outcome.snapshot.missing.invoice.missing > 0)
  assert.deepEqual([data.outcome.events, data.outcome.losses], [all.data.events, all.data.losses])
})

test('groups are bounded, and what is beyond them is counted', async () => {
  const wrong = Array.from({ length: 130 }, (_, n) => site(`s${n}`, 'p1', 'c1', { [`colour${n}`]: 1 }))
  const { data: made } = await operator('POST', '/loads', lines(wrong))
  const { data } = await operator('GET', `/loads/${made.id}`)
  assert.deepEqual([data.rejections.length, data.notGrouped, data.rejected], [100, 30, 130])
})

/** A load whose body is sent bit by bit. */
function sending(query: string): { upload: ClientRequest; answer: Promise<number> } {
  const upload = request(`${running.operatorUrl}/operator/loads?${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
  })
  const { promise: answer, resolve } = Promise.withResolvers<number>()
  upload.on('response', response => {
    response.resume()
    response.on('end', () => resolve(response.statusCode!))
  })
  upload.on('error', () => resolve(0))
  return { upload, answer }
}

test('a load is seen moving while it is sent, and ends as done', async () => {
  const { upload, answer } = sending('id=slow-upload')
  upload.write(lines(sites(100, 2500)))
  const seen = await eventually('a load shows how far it is', async () => {
    const { data } = await operator('GET', '/loads/slow-upload')
    return data?.lines > 0 && data
  })
  assert.deepEqual([seen.state, seen.stage, seen.endedAt], ['running', 'reading', null])
  assert.ok(seen.bytes > 0 && seen.counts.created > 0)
  assert.ok((await operator('GET', '/loads?state=running')).data.some(({ id }: Json) => id === seen.id))
  upload.end(lines(sites(2600, 5)))
  assert.equal(await answer, 200)
  const { data } = await operator('GET', '/loads/slow-upload')
  assert.deepEqual([data.state, data.stage, data.lines], ['done', null, 2505])
})

test('a client that goes away, and gzip that is broken, leave a load that failed and says why', async () => {
  const { upload, answer } = sending('id=gone-away')
  upload.write(lines(sites(3000, 10)))
  await eventually('the load is there', async () => (await operator('GET', '/loads/gone-away')).data)
  upload.destroy()
  await answer
  const gone = await eventually('it is over', async () => {
    const { data } = await operator('GET', '/loads/gone-away')
    return data.state !== 'running' && data
  })
  assert.deepEqual([gone.state, gone.error], ['failed', 'The connection ended before all of it had arrived'])
  const broken = gzipSync(lines(sites(3100, 2000))).subarray(0, 500)
  assert.equal((await operator('POST', '/loads?id=broken-gzip', broken)).status, 400)
  const { data } = await operator('GET', '/loads/broken-gzip')
  assert.deepEqual([data.state, data.error], ['failed', 'The gzip data is broken or cut off'])
})

test('a load whose process was killed is shown as interrupted once it is silent', async () => {
  await database.rows(sql`
    insert into load (id, source, who, dry_run, options, beat_at, lines)
    values ('killed-load', 'command', 'command line', false, '{}', now() - interval '31 seconds', 7),
      ('living-load', 'command', 'command line', false, '{}', now() - interval '5 seconds', 7)`)
  const { data } = await operator('GET', '/loads?state=interrupted')
  assert.deepEqual(
    data.map(({ id, state, lines }: Json) => [id, state, lines]),
    [['killed-load', 'interrupted', 7]],
  )
  assert.ok(data[0].endedAt < new Date().toISOString())
  assert.equal((await operator('GET', '/loads/living-load')).data.state, 'running')
})

test('nothing of a rejected value is kept with a load, not even in the form that would be right', async () => {
  const wrong = { createdAt: '03/04/1985', name: 19_850_403, project: '19850403' }
  const [line] = sites(20_000, 1)
  const body = lines([{ ...line, record: { ...line!.record, ...wrong } }])
  const made = await operator('POST', '/loads?id=with-own-values', body)
  assert.match(JSON.stringify(made.data.rejections), /1985/)
  const kept = JSON.stringify((await operator('GET', '/loads/with-own-values')).data.rejections)
  assert.match(kept, /"fix"/)
  assert.doesNotMatch(kept, /1985/)
})

test('what is larger than memory for it waits on disk, and arrives while it is loaded', async () => {
  const body = lines(sites(10_000, 4_000)).replaceAll('\n', `${' '.repeat(4000)}\n`)
  assert.ok(body.length > 16_000_000)
  const made = await operator('POST', '/loads?name=big.ndjson', body)
  assert.deepEqual([made.status, made.data.lines, made.data.rejected], [200, 4_000, 0])
})

test('a table is loaded behind its mapping, and what is wrong with either is told', async () => {
  const mapping = 'type: region\nsource: regions*.csv\nid: NO\nrecord: {name: NAME}\n'
  const table = 'NO,NAME\ntable-1,Köln\ntable 2,South\n'
  const post = (map: string, rest: string | Buffer, more = 'name=regions.csv') =>
    operator(
      'POST',
      `/loads?${more}&mapping=${Buffer.byteLength(map)}`,
      Buffer.concat([Buffer.from(map), Buffer.from(rest)]),
    )
  for (const body of [table, gzipSync(table)]) {
    const { data } = await post(mapping, body)
    assert.deepEqual([data.lines, data.rejected, data.rejections[0].line], [2, 1, 3])
  }
  const latin = await post(
    mapping,
    Buffer.from('NO,NAME\ntable-3,Köln\n', 'latin1'),
    'name=regions.csv&encoding=latin1',
  )
  assert.equal(latin.data.counts.created, 1)
  const names = await database.rows<{ name: string }>(
    sql`select label::json ->> 'name' as name from region where id in ('table-1', 'table-3')`,
  )
  assert.deepEqual(names, [{ name: 'Köln' }, { name: 'Köln' }])

  const refusals: [Json, RegExp][] = [
    [await post('type: regoin\n', table), /The mapping is not right:\n.*region/],
    [await post('{', table), /The mapping is not YAML/],
    [await post(mapping, table, 'name=sites.csv'), /The mapping reads regions\*\.csv, and not sites\.csv/],
    [
      await operator('POST', '/loads?mapping=999&name=regions.csv', mapping),
      /ends before its mapping of 999/,
    ],
    [await operator('POST', '/loads?mapping=1000001', mapping), /more than 1000000 bytes/],
    [await operator('POST', '/loads?mapping=0', mapping), /mapping: must be a number of bytes/],
  ]
  for (const [reply, said] of refusals) {
    assert.equal(reply.status, 400)
    assert.match(reply.error.message, said)
  }
})

test('a name of 60 MB is rejected with its path, and the rest is loaded', async () => {
  const [huge, good] = sites(30_000, 2)
  const body = lines([{ ...huge, record: { ...huge!.record, name: 'x'.repeat(60 * 1024 * 1024) } }, good!])
  const made = await operator('POST', '/loads?id=huge-name', body)
  assert.deepEqual([made.status, made.data.lines, made.data.counts.created], [200, 2, 1])
  const { rejections } = (await operator('GET', '/loads/huge-name')).data
  const told = rejections.map(({ path, reason, lines }: Json) => [path, reason, lines])
  assert.deepEqual(told, [['record.name', 'is too long: …', [1]]])
})

test('metrics and status tell when each source of mapped loads was last read, with rows and rejects', async () => {
  const map = join(environment.MUSTER_DATA, 'nightly.yaml')
  const csv = join(environment.MUSTER_DATA, 'regions.csv')
  await writeFile(map, 'type: region\nid: NO\nrecord: {name: NAME}\n')
  await writeFile(csv, `NO,NAME\nn-1,North\nn-2,South\nn 3,${'x'.repeat(30)}\n`)
  const metrics = async () => {
    const answer = await fetch(`${running.operatorUrl}/operator/metrics`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    const lines = (await answer.text()).split('\n').filter(line => line.startsWith('muster_load_source_'))
    return Object.fromEntries(
      lines.map(line => {
        const [, name, source, value] = /^muster_load_source_(\w+)\{source="([^"]*)"\} (\S+)$/.exec(line)!
        return [`${source} ${name}`, Number(value)]
      }),
    )
  }
  const before = Date.now() / 1000 - 1
  const loaded = await command(['load', '--map', map, csv], environment)
  assert.equal(loaded.code, 3, loaded.stderr)
  const {
    'nightly/region last_start_timestamp_seconds': began,
    'nightly/region last_success_timestamp_seconds': ended,
    ...rest
  } = await metrics()
  assert.ok(before < began! && began! <= ended! && ended! <= Date.now() / 1000 + 1)
  const counted = { 'nightly/region last_success_rows': 3, 'nightly/region last_success_rejected_rows': 1 }
  assert.deepEqual(rest, counted)
  await database.rows(sql`update load_source set began = now() + interval '1 minute'`)
  // What the database was asked is told for five seconds.
  const later = await eventually('the later start is told', async () => {
    const told = await metrics()
    return told['nightly/region last_start_timestamp_seconds'] !== began && told
  })
  assert.equal(later['nightly/region last_success_timestamp_seconds'], ended)
  assert.ok(later['nightly/region last_start_timestamp_seconds']! > ended!)
  const shown = (await command(['status'], environment)).stdout
  assert.match(shown, /nightly\/region: began \S+ and has not ended; before that \S+, 3 rows, 1 rejected/)
})

test('loads are kept as long as their setting says', async () => {
  await database.rows(sql`update load set beat_at = now() - interval '91 days' where id = 'killed-load'`)
  await sweepLoads(database, 90)
  assert.equal((await operator('GET', '/loads/killed-load')).status, 404)
  assert.equal((await operator('GET', '/loads/living-load')).status, 200)
})

test('every operation of this part was answered here as its document says', () => expectAnswered('loads'))

test('a mapping that takes more than 50 ms for each row is given up, however many rows come of it', async () => {
  const pieces = Array(50).fill('{column: A, split: ";", take: 1}')
  const mapping = `type: region\nid: NO\nrecord: {name: {join: [${pieces}]}}\n`
  const cell = 'x;'.repeat(200_000)
  const rows = Array.from({ length: 200 }, (_, n) => `${n},${cell}\n`)
  const { status, error } = await operator(
    'POST',
    `/loads?name=r.csv&dryRun=true&mapping=${mapping.length}`,
    Buffer.from(`${mapping}NO,A\n${rows.join('')}`),
  )
  assert.equal(status, 400)
  assert.match(error.message, /or 50 ms for each/)
})

test('a table whose client pauses for longer than a mapping may work is read all the same', async () => {
  const longestMs = 2_000
  const rows = (from: number, many: number) =>
    Array.from({ length: many }, (_, n) => `paused-${from + n},North\n`).join('')
  async function* paused() {
    yield Buffer.from(`NO,NAME\n${rows(0, 700)}`)
    await wait(2 * longestMs)
    yield Buffer.from(rows(700, 10))
  }
  const about = {
    mapping: 'type: region\nid: NO\nrecord: {name: NAME}\n',
    types: recordTypes,
    tables: [{ name: 'r.csv' }],
  }
  let read = 0
  for await (const _ of mapInThread(paused(), about, { note: assert.fail, table: () => {} }, longestMs))
    read++
  assert.equal(read, 710)
})

test('a mapping that takes more than ten seconds of work is given up, and others are answered meanwhile', async () => {
  // Each piece of one row is short, and there are thousands of them, for minutes.
  const pieces = Array(4_000).fill('{column: A, split: ";", take: 1}')
  const mapping = `type: region\nid: NO\nrecord: {name: {join: [${pieces}]}}\n`
  const answer = operator(
    'POST',
    `/loads?name=r.csv&mapping=${mapping.length}`,
    Buffer.from(`${mapping}NO,A\n1,${'x;'.repeat(500_000)}\n`),
  )
  const heldMs = await heldUpMs(new URL('/healthz', running.baseUrl), answer)
  const { status, error } = await answer
  assert.equal(status, 400)
  assert.match(error.message, /takes too much work: more than 10 seconds without a row/)
  assert.ok(heldMs < 1_500, `${heldMs} ms`)
})
