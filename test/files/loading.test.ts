// Files in: from lines of a load, all or nothing with the records that refer to them.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from '../../src/database/sql.ts'
import { diskStore } from '../../src/files/disk.ts'
import { type FileIntake, fileIntake } from '../../src/files/intake.ts'
import { sweepFiles } from '../../src/files/sweep.ts'
import { removeUnnamed } from '../../src/files/unnamed.ts'
import { maxFileBytes } from '../../src/formats/data-url.ts'
import type { Rejection } from '../../src/load/load-report.ts'
import { recordErasures } from '../../src/store/people/erasures.ts'
import { lockWriter } from '../../src/store/schema/writer-lock.ts'
import { deleteFile, readFiles } from '../../src/store/writing/file-rows.ts'
import { eventually } from '../support/eventually.ts'
import { openUnder, testFolder } from '../support/files.ts'
import { rivals } from '../support/lines.ts'
import { testServer } from '../support/server.ts'
import { declared, file, paper, pdf } from './papers.ts'

const server = await testServer(declared)
const { files, database } = server
await server.load(rivals())
const key = await server.key('company', ['c1'])

const later = () => new Date(Date.now() + 2 * 60 * 60 * 1000)

async function keys(): Promise<string[]> {
  const found: string[] = []
  for await (const { key } of files.store.list()) found.push(key)
  return found.sort()
}

async function loading(lines: Iterable<object>, options: object = {}) {
  const rejected: Rejection[] = []
  const report = await server.load(lines, {
    onRejection: rejection => void rejected.push(rejection),
    ...options,
  })
  return {
    ...report.counts,
    rejected: rejected.map(({ line, path, reason, hint }) => {
      assert.match(hint, /\w+ \S+/, 'what would be right is said')
      return `${line} ${path}: ${reason}`
    }),
  }
}

const counted = (counts: object) => ({
  created: 0,
  updated: 0,
  unchanged: 0,
  older: 0,
  deleted: 0,
  rejected: [],
  ...counts,
})
const rowOf = async (id: string) => (await readFiles(database, [id])).get(id)
const linked = async (id: string) => (await server.get(`/papers/${id}`, key)).body.data.url as string

test('a file comes in the line or beside the load file, and the same again changes nothing', async () => {
  await mkdir(join(files.folder, 'scans'))
  await writeFile(join(files.folder, 'scans/a b.pdf'), pdf('beside'))
  const beside = { ...file('beside', ''), base64: undefined, path: 'scans/a b.pdf' }
  assert.deepEqual(await loading([file('inside', 'inside'), beside]), counted({ created: 2 }))
  const before = await keys()
  assert.deepEqual(await loading([file('inside', 'inside'), beside]), counted({ unchanged: 2 }))
  assert.deepEqual(await keys(), before)
  const row = await rowOf('beside')
  assert.deepEqual(
    [row!.fileName, row!.contentType, row!.size],
    ['beside.pdf', 'application/pdf', pdf('beside').length],
  )
})

test('changed content gets a new place, a changed name keeps it; the sweep removes what was replaced', async () => {
  await loading([file('changing', 'one')])
  const first = await rowOf('changing')
  assert.deepEqual(await loading([file('changing', 'one', { fileName: 'new.pdf' })]), counted({ updated: 1 }))
  assert.equal((await rowOf('changing'))!.storageKey, first!.storageKey)
  assert.deepEqual(await loading([file('changing', 'two')]), counted({ updated: 1 }))
  const second = await rowOf('changing')
  assert.notEqual(second!.storageKey, first!.storageKey)
  const told = await database.rows(sql`select kind from change where type = 'file' and id = 'changing'`)
  assert.deepEqual(told, [{ kind: 'upserted' }, { kind: 'upserted' }], 'whoever keeps a copy needs it anew')
  assert.equal(await sweepFiles(database, files.store), 0)
  assert.equal(await sweepFiles(database, files.store, later()), 1)
  assert.ok(!(await keys()).includes(first!.storageKey))
  assert.ok((await keys()).includes(second!.storageKey))
})

test('records refer to files before or after them in a load; an unknown one is rejected at the end', async () => {
  const result = await loading([
    paper('early', { url: 'file:late' }),
    file('late', 'late'),
    paper('lost', { url: 'file:nowhere' }),
    paper('deep', { sheets: [{ name: 's', url: 'file:late' }], history: [{ url: 'file:gone' }] }),
    paper('fact', {}, { source: 'file:gone' }),
  ])
  assert.deepEqual(result.rejected, [
    '3 record.url: there is no file with the id "nowhere"',
    '4 record.history.url: there is no file with the id "gone"',
    '5 facts.source: there is no file with the id "gone"',
  ])
  assert.match(await linked('early'), /\/files\/late\?/)
})

test('an https address passes unchanged; anything else where a file belongs is rejected', async () => {
  const address = 'https://elsewhere.example/a/b.pdf?x=1&y="'.replace('"', '%22')
  assert.deepEqual((await loading([paper('abroad', { url: address })])).rejected, [])
  assert.equal(await linked('abroad'), address)
  const bad = [
    'http://plain.example/x',
    'javascript:alert(1)',
    'file:',
    'file:../x',
    'file:a b',
    '/etc/passwd',
    '',
    'https://a b',
    'https://x.example/"',
    '\u0001early\u0001',
    'data:text/html,x',
    7,
    { id: 'late' },
  ]
  const { rejected } = await loading(bad.map(url => paper('bad', { url })))
  assert.equal(rejected.length, bad.length)
  for (const reason of rejected) assert.match(reason, /record\.url: is neither a file nor an https address/)
})

test('no text can pretend to be a link', async () => {
  const { rejected } = await loading([
    paper('p', { title: 'a\u0001late\u0001' }),
    paper('p', { notes: { '\u0001late\u0001': 'x' } }),
    paper('p', { notes: { x: '\u0001late\u0001' } }),
    paper('p', { loose: ['\u0001late\u0001'] }),
  ])
  assert.equal(rejected.length, 4)
  const written = '"\\u0001late\\u0001" \\"\\u0001late\\u0001\\" \\u0001'
  assert.deepEqual((await loading([paper('words', { title: written, url: 'file:late' })])).rejected, [])
  const { body } = await server.get('/papers/words', key)
  assert.equal(body.data.title, written)
  assert.match(body.data.url, /\/files\/late\?/)
  assert.deepEqual(
    await loading([paper('words', { title: written, url: 'file:late' })]),
    counted({ unchanged: 1 }),
  )
})

test('a file that records mention cannot be deleted before them', async () => {
  await loading([file('held', 'held'), paper('holder', { bare: ['file:held'] })])
  const gone = (type: string, id: string) => ({ type, id, deleted: true })
  assert.deepEqual((await loading([gone('file', 'held')])).rejected, [
    '1 id: is still mentioned by paper holder',
  ])
  const { storageKey } = (await rowOf('held'))!
  assert.deepEqual(
    await loading([gone('file', 'held'), gone('paper', 'holder'), gone('file', 'never')]),
    counted({ deleted: 2, unchanged: 1 }),
  )
  assert.ok((await keys()).includes(storageKey))
  await sweepFiles(database, files.store, later())
  assert.ok(!(await keys()).includes(storageKey))
})

test('a file goes with the last record that names it, its content too, at once', async () => {
  await loading([
    file('shared', 'x'),
    paper('first', { url: 'file:shared' }),
    paper('second', { url: 'file:shared' }),
  ])
  const key = (await rowOf('shared'))!.storageKey
  await loading([paper('first', {})])
  assert.equal((await rowOf('shared')) !== undefined, true, 'another record names it')
  await loading([{ type: 'paper', id: 'second', deleted: true }])
  assert.equal(await rowOf('shared'), undefined)
  await assert.rejects(files.store.get(key), { code: 'ENOENT' })
})

test('a file that goes from one record to another in one load stays, and so does one that none has named yet', async () => {
  await loading([file('moved', 'x'), file('early', 'y'), paper('from', { url: 'file:moved' })])
  const others = Array.from({ length: 1200 }, (_, index) => paper(`between-${index}`, {}))
  await loading([paper('from', {}), ...others, paper('to', { url: 'file:moved' })])
  assert.ok((await rowOf('moved')) && (await rowOf('early')))
})

/** A store that is out of reach when content is to be removed. */
const broken = { ...files.store, remove: () => Promise.reject(new Error('out of reach')) }

test('what a crash left of files that no record names is found later', async () => {
  await loading([file('left', 'x'), paper('letter', { url: 'file:left' })])
  await database.rows(sql`update file set unnamed_since = now() where id = 'left'`)
  assert.equal(await removeUnnamed({ database, types: declared.types, store: files.store }), 0, 'it is named')
  await loading([file('left', 'x'), paper('letter', {})], {
    files: { ...files.intake, store: broken },
  }).catch(() => {})
  assert.equal(await rowOf('left'), undefined)
  const { key } = (
    await database.rows<{ key: string }>(sql`select storage_key as key from file_left where due < now()`)
  )[0]!
  await removeUnnamed({ database, types: declared.types, store: files.store })
  assert.ok(!(await keys()).includes(key))
})

const at = (path: unknown, more: object = {}) => ({ ...file('f', ''), base64: undefined, path, ...more })
const anything = { contentType: 'application/octet-stream' }
const tooMuch = Buffer.alloc(maxFileBytes + 1)

test('what is wrong with a file line is said with what would be right, and the rest goes on', async () => {
  await writeFile(join(files.folder, 'big.bin'), '')
  await truncate(join(files.folder, 'big.bin'), maxFileBytes + 1)
  await symlink('loop', join(files.folder, 'loop'))
  const long = 'x'.repeat(300)
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const wrong: [object, RegExp][] = [
    [at('missing.pdf'), /path: there is no file "missing.pdf"/],
    [at(long), new RegExp(`path: there is no file "${long.slice(0, 200)}"`)],
    [at('big.bin/x'), /path: there is no file/],
    [at('loop'), /path: there is no file/],
    [at('scans'), /path: is not a file/],
    [at('big.bin'), /path: is more than 20 MiB/],
    [file('f', tooMuch, anything), /base64: is more than 20 MiB/],
    [at(''), /path: is not the path of a file/],
    [at('x\0y'), /path: is not the path of a file/],
    [at(7), /path: is not the path of a file/],
    [at('missing.pdf', { base64: 7 }), /path: must be there, or "base64", and not both/],
    [file('f', png), /base64: says it is application\/pdf, but its bytes are those of image\/png/],
    [
      file('f', 'x', { contentType: 'image/jpeg' }),
      /base64: says it is image\/jpeg, but its bytes are those of application\/pdf/,
    ],
    [file('f', 'x', { contentType: 'application/pdf\r\nX: y' }), /contentType: is not a content type/],
    [file('f', 'x', { contentType: ' application/pdf' }), /contentType: is not a content type/],
    [file('f', 'x', { contentType: undefined }), /contentType: is not a content type/],
    [file('f', 'x', { fileName: '' }), /fileName: is not a file name/],
    [file('f', 'x', { fileName: 'a\r\nb.pdf' }), /fileName: has a control character/],
    [file('f', 'x', { fileName: 'x'.repeat(256) }), /fileName: is not a file name/],
    ...[7, 'not base64!', '!AAA', 'AAA!', 'AA', 'A==='].map((base64): [object, RegExp] => [
      file('f', 'x', { base64 }),
      /base64: is not base64/,
    ]),
    [file('f', 'x', { path: 'x.pdf' }), /path: must be there, or "base64", and not both/],
    [file('f', 'x', { base64: undefined }), /path: must be there/],
    [file('f', 'x', { name: 'y' }), /name: is not part of a file line/],
    [file('f', 'x', { [long]: 'y' }), new RegExp(` ${long.slice(0, 60)}: is not part of a file line`)],
    [file('../f', 'x'), /id: is not an id/],
    [file('f', 'x', { id: 7 }), /id: is not an id/],
    [{ type: 'file', id: 'f', deleted: false }, /deleted: must be true/],
  ]
  const { rejected, created } = await loading([...wrong.map(([line]) => line), file('fine', 'fine')])
  assert.equal(created, 1)
  const found = rejected.sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
  assert.equal(found.length, wrong.length)
  for (const [index, [, reason]] of wrong.entries()) assert.match(found[index]!, reason)
})

test('what is only just right is taken: the longest name, the largest file, any case of a content type', async () => {
  await writeFile(join(files.folder, '..most.bin'), '')
  await truncate(join(files.folder, '..most.bin'), maxFileBytes)
  const most = at('..most.bin', { ...anything, id: 'most', fileName: `${'x'.repeat(251)}.bin` })
  const lines = [most, file('shouted', 'x', { contentType: 'Application/PDF', fileName: 'x' })]
  assert.deepEqual(await loading(lines), counted({ created: 2 }))
  const { fileName, size } = (await rowOf('most'))!
  assert.deepEqual([fileName.length, size], [255, maxFileBytes])
  assert.equal((await rowOf('shouted'))!.contentType, 'application/pdf')
  const known = file('shouted', 'x', { fileName: 'x.pdf' })
  assert.deepEqual(await loading([known]), counted({ unchanged: 1 }))
  assert.deepEqual(await loading([{ ...known, ...anything }]), counted({ updated: 1 }), 'another type')
})

test('a file that may not be read is said to be so', async () => {
  // One that not even root may read.
  const path = `${'./'.repeat(150)}compact_memory`
  const { rejected } = await loading([at(path)], { files: fileIntake(files.store, '/proc/sys/vm') })
  assert.deepEqual(rejected, [`1 path: the file "${path.slice(0, 200)}" may not be read`])
})

test('where a load has no folder, files come in the line; where it has no store, not at all', async () => {
  const lines = [at('scans/a b.pdf', { id: 'folderless' }), file('in-line', 'x')]
  assert.deepEqual((await loading(lines, { files: fileIntake(files.store, undefined) })).rejected, [
    '1 path: cannot be used here',
  ])
  assert.deepEqual((await loading(lines, { files: undefined })).rejected, [
    '1 type: files cannot be loaded here',
    '2 type: files cannot be loaded here',
  ])
})

test('a load takes four files at a time, each once, and leaves none open', async () => {
  let [now, most, taken] = [0, 0, 0]
  const take: FileIntake['take'] = async (...given) => {
    most = Math.max(most, ++now)
    taken++
    return files.intake.take(...given).finally(() => now--)
  }
  const many = Array.from({ length: 10 }, (_, index) =>
    at(index === 3 ? 'scans' : 'scans/a b.pdf', { id: `many-${index}` }),
  )
  const { created, rejected } = await loading(many, { files: { ...files.intake, take } })
  assert.deepEqual([created, rejected, most, taken], [9, ['4 path: is not a file'], 4, 10])
  for (const folder of [files.folder, files.content]) assert.deepEqual(await openUnder(folder), [])
})

test('a file that was erased with a person is not brought back', async () => {
  await database.transaction(tx =>
    recordErasures(tx, [{ type: 'file', id: 'erased', whole: true, by: 'test' }]),
  )
  const { created, rejected } = await loading([file('erased', 'x'), file('beside-erased', 'x')])
  assert.equal(created, 1)
  assert.match(String(rejected), /^1 id: this file was erased with a person on \d{4}-\d\d-\d\d$/)
  assert.equal(await rowOf('erased'), undefined)
})

test('a load ends where the store fails, and names no file whose content is not there', async () => {
  const put = () => Promise.reject(new Error('out of reach'))
  const failing = fileIntake({ ...files.store, put }, files.folder)
  await assert.rejects(loading([file('unstored', 'x')], { files: failing }), /out of reach/)
  assert.equal(await rowOf('unstored'), undefined)
})

test('a file that another load changes meanwhile is rejected, and what the other wrote stays', async () => {
  await loading([file('raced', 'one')])
  const take: FileIntake['take'] = async (...given) => {
    const row = await files.intake.take(...given)
    await loading([file('raced', 'two')])
    return row
  }
  const renamed = file('raced', 'one', { fileName: 'renamed.pdf' })
  assert.deepEqual((await loading([renamed], { files: { ...files.intake, take } })).rejected, [
    '1 id: was changed by another load at this moment',
  ])
  const { fileName, size } = (await rowOf('raced'))!
  assert.deepEqual([fileName, size], ['raced.pdf', pdf('two').length])
})

test('a load cannot bring in what lies outside its folder', async () => {
  const outside = join(files.content, '..', 'outside.pdf')
  await writeFile(outside, pdf('secret'))
  await symlink(outside, join(files.folder, 'link.pdf'))
  await symlink(join(files.content, '..'), join(files.folder, 'door'))
  const climbing = relative(files.folder, '/etc/passwd')
  for (const path of [outside, '/etc/passwd', climbing, 'link.pdf', 'door/outside.pdf']) {
    const { rejected } = await loading([{ ...file('out', ''), base64: undefined, path }])
    assert.match(rejected[0]!, /1 path: leads out of the folder of the load file/, path)
  }
  assert.equal(await rowOf('out'), undefined)
})

test('a dry run checks files and records that need them, and stores nothing', async () => {
  const before = await keys()
  const dry = await loading(
    [file('dry', 'dry'), paper('dry', { url: 'file:dry' }), file('dry-2', Buffer.from('no pdf'))],
    { dryRun: true },
  )
  assert.deepEqual([dry.created, dry.rejected.length], [2, 1])
  assert.deepEqual(await keys(), before)
  assert.equal(await rowOf('dry'), undefined)
})

test('killed between the write of a file and the commit: no row, and the sweep removes the content', async () => {
  await sweepFiles(database, files.store, later())
  const before = await keys()
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL('./killed-load.ts', import.meta.url))],
    {
      env: {
        ...process.env,
        CONNECTION: JSON.stringify(server.connection),
        CONTENT: files.content,
        LINES: [file('killed', 'killed'), paper('killed', { url: 'file:killed' })]
          .map(line => JSON.stringify(line))
          .join('\n'),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  assert.deepEqual(await once(child, 'close'), [null, 'SIGKILL'])
  assert.equal(await rowOf('killed'), undefined)
  assert.equal((await server.get('/papers/killed', key)).status, 404)
  const left = (await keys()).filter(key => !before.includes(key))
  assert.equal(left.length, 1)
  assert.equal(await sweepFiles(database, files.store), 0)
  assert.equal(await sweepFiles(database, files.store, later()), 1)
  assert.deepEqual(await keys(), before)
})

test('the sweep leaves what is younger than an hour, and stops when it is told to', async () => {
  await sweepFiles(database, files.store, later())
  const draft = join(files.content, 'incoming', '1'.repeat(32))
  await writeFile(draft, 'half a fi')
  const at = new Date(1_790_000_000_000)
  await utimes(draft, at, at)
  const sweptAfter = (ms: number, stopped?: () => boolean) =>
    sweepFiles(database, files.store, new Date(at.getTime() + ms), stopped)
  assert.equal(await sweptAfter(3_599_999), 0)
  assert.equal(await sweptAfter(3_600_000, () => true), 0)
  assert.ok((await keys()).some(key => draft.endsWith(key)))
  assert.equal(await sweptAfter(3_600_000), 1)
})

test('files that no record names any more go only while nobody writes, who may come to name them', async () => {
  await loading([file('awaited', 'x')])
  await database.rows(sql`update file set unnamed_since = now() where id = 'awaited'`)
  let removing: Promise<number> | undefined
  let isOver = false
  await database.transaction(async tx => {
    await lockWriter(tx)
    removing = removeUnnamed({ database, types: declared.types, store: files.store }).finally(() => {
      isOver = true
    })
    await eventually('it waits', async () => isOver || (await database.hasRows(waiting)))
    assert.ok(await rowOf('awaited'))
  })
  assert.equal(await removing, 1)
  assert.equal(await rowOf('awaited'), undefined)
})

const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted
  and database = (select oid from pg_database where datname = current_database())`

test('drafts that were given up go a thousand at a time, and when it is told to stop the others stay', async () => {
  const folder = await testFolder()
  await mkdir(join(folder, 'incoming'))
  const names = Array.from({ length: 2001 }, (_, n) => String(n).padStart(32, '0'))
  await Promise.all(names.map(name => writeFile(join(folder, 'incoming', name), '')))
  const store = diskStore(folder)
  let seen = 0
  assert.equal(await sweepFiles(database, store, later(), () => ++seen > 1000), 1000)
  assert.equal(await sweepFiles(database, store, later()), 1001)
})

test('however many files no record names, all go at once, and their content when its time has come', async () => {
  const many = 450
  await database.rows(sql`
    insert into file (id, file_name, content_type, size, sha256, storage_key, created_at, unnamed_since)
    select 'crowd-' || n, 'x', 'text/plain', 1, '', 'aa/bb/' || lpad(n::text, 28, '0'), now(), now()
    from generate_series(1, ${many}::int) n`)
  const left = async () =>
    (
      await database.rows<{ due: boolean }>(
        sql`select due <= now() as due from file_left where storage_key like 'aa/bb/%'`,
      )
    ).map(({ due }) => due)
  const removing = { database, types: declared.types, store: files.store }
  assert.equal(await removeUnnamed({ ...removing, keptHours: 1 }), many)
  assert.equal(await rowOf('crowd-1'), undefined)
  assert.deepEqual(await left(), Array(many).fill(false))
  await database.rows(sql`update file_left set due = now()`)
  assert.equal(await removeUnnamed({ ...removing, store: undefined }), 0)
  assert.equal((await left()).length, many, 'there is no store to remove it from')
  assert.equal(await removeUnnamed(removing), 0)
  assert.deepEqual(await left(), [])
})

test('the sweep removes drafts that were given up, and nothing that is used', async () => {
  const draft = join(files.content, 'incoming', '0'.repeat(32))
  await writeFile(draft, 'half a fi')
  assert.equal(await sweepFiles(database, files.store), 0)
  const old = new Date(Date.now() - 2 * 60 * 60 * 1000)
  for (const key of await keys()) await utimes(join(files.content, key), old, old)
  assert.equal(await sweepFiles(database, files.store), 1)
  await database.transaction(tx => deleteFile(tx, 'inside'))
  assert.equal(await sweepFiles(database, files.store), 0, 'a backup under way may still need it')
  assert.equal(await sweepFiles(database, files.store, later()), 1)
})
