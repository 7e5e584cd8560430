// What a load says of lines that are wrong: everything at once, by reason, with the right form of the very value.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { recordTypes } from '../../src/api/index.ts'
import { outputFor } from '../../src/cli/command.ts'
import { localTime } from '../../src/formats/zone.ts'
import { load } from '../../src/load/load.ts'
import type { Rejection } from '../../src/load/load-report.ts'
import { command } from '../support/command.ts'
import { onCluster } from '../support/database.ts'
import { testFolder } from '../support/files.ts'
import { company, project, site, timesheet } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load([company('c1'), project('p1', 'c1')])

const folder = await testFolder()
const text = (lines: readonly object[], end = '\n') => lines.map(line => JSON.stringify(line) + end).join('')

async function rejectionsOf(bytes: Buffer, options = {}): Promise<Rejection[]> {
  const found: Rejection[] = []
  async function* input() {
    yield bytes
  }
  await load(server.database, recordTypes, input(), { ...options, onRejection: one => void found.push(one) })
  return found
}

/** As `path: hint`, all that is wrong with a site that has this in it. */
async function hintsFor(more: object): Promise<string[]> {
  const [rejection] = await rejectionsOf(Buffer.from(text([site('s-hint', 'p1', 'c1', more as never)])))
  assert.ok(rejection, JSON.stringify(more))
  const { path, hint, others = [] } = rejection
  return [{ path, hint }, ...others].map(fault => `${fault.path}: ${fault.hint}`)
}

test('everything that is wrong with a line is told at once', async () => {
  const wrong = {
    type: 'site',
    record: {
      id: 's 1',
      name: 7,
      active: 'Y',
      project: 'p1',
      company: { id: 'c1', nme: 'C' },
      colour: 'red',
      createdAt: '01/03/2021',
    },
    facts: { any: 1 },
    nanoid: 'a b',
  }
  const [{ path, others = [] }] = (await rejectionsOf(Buffer.from(text([wrong])))) as [Rejection]
  assert.deepEqual([path, ...others.map(fault => fault.path)].sort(), [
    'facts.any',
    'nanoid',
    'record.active',
    'record.colour',
    'record.company.nme',
    'record.createdAt',
    'record.id',
    'record.name',
    'record.project',
    'record.updatedAt',
  ])
})

test('a reference to a record that was rejected itself is told as that, behind what is wrong', async () => {
  const env = await onCluster()
  const lines = [
    company('c1'),
    ...['s-1', 's-2', 's-3'].map(id => site(id, 'p-bad', 'c1')),
    project('p-bad', 'c1', { name: 7 } as never),
    site('s-4', 'p-none', 'c1'),
  ]
  const file = join(folder, 'follows.ndjson')
  await writeFile(file, text(lines))
  const said = await command(['load', file], env)
  const told = said.stdout.trimEnd().split('\n').slice(2)
  assert.deepEqual(told, [
    'Rejected, the most frequent reason first:',
    '  1 × project record.name: must be text, not a number',
    '      line 5; write "7"',
    '  1 × site record.project.id: there is no project with the id "p-none"',
    '      line 6; load that project too, before or after this line',
    'Rejected with these:',
    '  3 × site record.project.id: the project with the id "p-bad" was rejected itself',
    '      lines 2, 3, 4; correct that project, and load both again',
    `All rejected lines are in ${file}.rejects.ndjson.`,
  ])
})

test('a fact that repeats a reference is not told besides it', async () => {
  const [rejection] = await rejectionsOf(
    Buffer.from(
      text([timesheet('t-nobody', { company: 'c1', project: 'p1', agency: 'a-none', worker: 'w-none' })]),
    ),
  )
  const all = [rejection!, ...(rejection!.others ?? [])]
  assert.ok(all.some(({ path }) => path === 'record.worker.id'))
  assert.ok(all.every(({ path }) => path.startsWith('record.')))
})

test('every record that is named and not there is told', async () => {
  const [{ reason, others = [] }] = (await rejectionsOf(
    Buffer.from(text([site('s-nobody', 'p-none', 'c-none')])),
  )) as [Rejection]
  assert.deepEqual([reason, ...others.map(fault => fault.reason)].sort(), [
    'there is no company with the id "c-none"',
    'there is no project with the id "p-none"',
  ])
})

test('a hint writes the right form of this very value', async () => {
  const forms: [object, string][] = [
    [{ company: '1' }, 'record.company: write {"id":"1"}'],
    [{ company: 1 }, 'record.company: write {"id":"1"}'],
    [{ id: 12 }, 'record.id: write "12"'],
    [{ name: 12 }, 'record.name: write "12"'],
    [{ active: 'yes' }, 'record.active: write true'],
    [{ active: 0 }, 'record.active: write false'],
    [
      { createdAt: '2021-03-01 09:00:00' },
      'record.createdAt: write "2021-03-01T09:00:00Z" where it is UTC, or say with --timezone which clock it was',
    ],
    [
      { createdAt: '01/03/2021' },
      'record.createdAt: write "2021-03-01" where the day comes first, "2021-01-03" where the month does',
    ],
    [{ createdAt: '31/12/2021' }, 'record.createdAt: write "2021-12-31"'],
    [{ createdAt: '5 Mar 2021' }, 'record.createdAt: write "2021-03-05"'],
    [{ createdAt: '20210305' }, 'record.createdAt: write "2021-03-05"'],
  ]
  for (const [more, hint] of forms) assert.deepEqual(await hintsFor(more), [hint])
  const sheet = timesheet(
    't1',
    { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' },
    {
      status: 'Pending Approval',
      netHours: '37,5',
      timesheetApprovers: 'u1',
    },
  )
  const [{ hint, others = [] }] = (await rejectionsOf(Buffer.from(text([sheet])))) as [Rejection]
  assert.deepEqual(
    [hint, ...others.map(fault => fault.hint)].map(each => each.split(';')[0]),
    ['write "pending_approval"', 'write ["u1"]', 'write 37.5'],
  )
})

test('a time without an offset is read by the clock that --timezone names, summer and winter', async () => {
  const local = localTime('Europe/London')
  const at = (id: string, createdAt: string) => site(id, 'p1', 'c1', { name: id, createdAt })
  const lines = [
    at('zone-w', '2021-01-01 09:00:00'),
    at('zone-s', '2021-07-01T09:00'),
    at('zone-o', '2021-07-01 09:00:00.5+02'),
  ]
  assert.deepEqual(await rejectionsOf(Buffer.from(text(lines)), { local }), [])
  const key = await server.key('company', ['c1'])
  const { data } = (await server.get('/sites?query=zone-', key)).body
  assert.deepEqual(
    Object.fromEntries(data.map((one: { id: string; createdAt: string }) => [one.id, one.createdAt])),
    {
      'zone-w': '2021-01-01T09:00:00.000Z',
      'zone-s': '2021-07-01T08:00:00.000Z',
      'zone-o': '2021-07-01T07:00:00.500Z',
    },
  )
})

test('an hour that a clock showed twice is the first, and one that it left out is read all the same', () => {
  const london = localTime('Europe/London')!
  assert.equal(london('2021-10-31 01:30:00'), '2021-10-31T00:30:00.000Z')
  assert.equal(london('2021-10-31 02:30:00'), '2021-10-31T02:30:00.000Z')
  assert.equal(london('2021-03-28 00:30:00'), '2021-03-28T00:30:00.000Z')
  assert.equal(london('2021-03-28 01:30:00'), '2021-03-28T01:30:00.000Z')
  assert.equal(london('2021-03-28 02:30:00'), '2021-03-28T01:30:00.000Z')
  assert.equal(localTime('America/St_Johns')!('2021-07-01 12:00'), '2021-07-01T14:30:00.000Z')
  assert.equal(localTime('Nowhere/None'), undefined)
})

test('byte order marks, CRLF and other encodings lose nothing', async () => {
  const lines = [site('enc1', 'p1', 'c1', { name: 'Café Größe' }), site('enc2', 'p1', 'c1')]
  const utf16 = Buffer.from(`\ufeff${text(lines, '\r\n')}`, 'utf16le')
  const key = await server.key('company', ['c1'])
  const forms: [string, Buffer, object][] = [
    ['BOM', Buffer.from(`\ufeff${text(lines)}`), {}],
    ['CRLF', Buffer.from(text(lines, '\r\n')), {}],
    ['BOM in gzip', gzipSync(Buffer.from(`\ufeff${text(lines)}`)), {}],
    ['UTF-16 with a mark', utf16, {}],
    ['windows-1252', Buffer.from(text(lines), 'latin1'), { encoding: 'windows-1252' }],
  ]
  for (const [form, bytes, options] of forms) {
    await server.load(['enc1', 'enc2'].map(id => ({ type: 'site', id, deleted: true })))
    assert.deepEqual(await rejectionsOf(bytes, options), [], form)
    const { data } = (await server.get('/sites?query=Café Größe', key)).body
    assert.equal(data.length, 1, form)
  }
})

test('a line or a text that is too long is refused with its path, and the others are loaded', async () => {
  const long = Buffer.concat([
    Buffer.from(text([site('long1', 'p1', 'c1', { name: 'x'.repeat(3000) })])),
    Buffer.from('{"type":"site","record":{"name":"'),
    Buffer.alloc(65 * 1024 * 1024, 'x'),
    Buffer.from('"}}\n'),
    Buffer.from(text([site('long2', 'p1', 'c1')])),
  ])
  assert.deepEqual(
    (await rejectionsOf(long)).map(({ line, path, reason }) => [line, path, reason]),
    [
      [1, 'record.name', 'is too long: 3,000 characters'],
      [2, '', 'is longer than 64 MB'],
    ],
  )
  const key = await server.key('company', ['c1'])
  assert.equal((await server.get('/sites?query=long2', key)).body.meta.total, 1)
})

test('rejected lines are grouped by reason, the most frequent first, in the terminal, in JSON and in the file', async () => {
  const env = await onCluster()
  const lines = [
    company('c1'),
    project('p1', 'c1'),
    ...[1, 2, 3, 4, 5, 6, 7].map(n => site(`g${n}`, 'p1', 'c1', { company: `${n}` })),
    site('g8', 'p1', 'c1', { name: 12 }),
    site('g9', 'p-none', 'c1'),
    site('g10', 'p-none2', 'c1'),
  ]
  const file = join(folder, 'grouped.ndjson')
  await writeFile(file, text(lines))
  const told = await command(['load', file], env)
  assert.equal(told.code, 3)
  const shown = told.stdout.slice(told.stdout.indexOf('Rejected,'))
  assert.deepEqual(shown.split('\n').slice(1, 5), [
    '  7 × site record.company: must be an object, not a string',
    '      lines 3, 4, 5, 6, 7, …; write {"id":"1"}',
    '  2 × site record.project.id: there is no project with the id "…"',
    '      lines 11, 12; load that project too, before or after this line',
  ])
  const { reasons } = JSON.parse((await command(['load', file, '--json'], env)).stdout)
  assert.deepEqual(
    reasons.map(({ count, lines }: { count: number; lines: number[] }) => [count, lines]),
    [
      [7, [3, 4, 5, 6, 7]],
      [2, [11, 12]],
      [1, [10]],
    ],
  )
  const kept = (await readFile(`${file}.rejects.ndjson`, 'utf8'))
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  assert.deepEqual([kept.length, kept.at(10).summary.count, kept.at(-1).summary.path], [13, 7, 'record.name'])
})

test('a folder is loaded as one, and one without lines says what it wants', async () => {
  const env = await onCluster()
  const at = await mkdtemp(join(folder, 'all-'))
  const refused = await command(['load', at], env)
  assert.deepEqual(
    [refused.code, /no file to load: their names end with \.ndjson, \.jsonl/.test(refused.stderr)],
    [5, true],
  )
  await writeFile(join(at, 'a-sites.ndjson'), text([site('d1', 'p1', 'c1'), site('d2', 'p-none', 'c1')]))
  await writeFile(
    join(at, 'b-rest.jsonl.gz'),
    gzipSync(text([project('p1', 'c1'), company('c1'), { type: 'none' }])),
  )
  await writeFile(join(at, 'old.rejects.ndjson'), 'not to be read')
  const loaded = await command(['load', `${at}/`, '--json'], env)
  const { counts, reasons, rejectsFile } = JSON.parse(loaded.stdout)
  assert.deepEqual([counts.created, reasons.length, rejectsFile], [3, 2, `${at}.rejects.ndjson`])
  assert.deepEqual(
    reasons.flatMap((one: { lines: string[] }) => one.lines),
    ['a-sites.ndjson:2', 'b-rest.jsonl.gz:3'],
  )
})

test('in a pipe a line tells every ten seconds how far it is', () => {
  const stderr = new PassThrough()
  let now = 0
  const output = outputFor(
    false,
    { stdin: new PassThrough(), stdout: new PassThrough(), stderr, env: {} },
    () => now,
  )
  for (now = 0; now <= 25_000; now += 1_000) output.progress(`at ${now / 1_000} s`)
  assert.equal(String(stderr.read()), 'at 10 s\nat 20 s\n')
})
