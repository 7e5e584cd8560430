// Files from end to end: an S3-compatible store behind the server, and the `load` command with files beside it.
import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openFileStore } from '../../src/files/open-files.ts'
import { s3Store } from '../../src/files/s3.ts'
import { newStorageKey } from '../../src/files/store.ts'
import { sweepFiles } from '../../src/files/sweep.ts'
import { installationOf, readFiles } from '../../src/store/writing/file-rows.ts'
import { command } from '../support/command.ts'
import { testDatabase, urlOf } from '../support/database.ts'
import { testFolder } from '../support/files.ts'
import { rivals } from '../support/lines.ts'
import { testServer } from '../support/server.ts'
import { declared, file, paper, pdf } from './papers.ts'
import { credentials, s3Server } from './s3-server.ts'

const s3 = await s3Server()
const store = s3Store({ ...credentials, endpoint: s3.endpoint })
const server = await testServer({ ...declared, files: { store } })
const { database, connection } = await testDatabase()

test('with an S3-compatible store files are loaded, linked, served, replaced and swept', async () => {
  const { rejected } = await server.load([...rivals(), file('f', 'one'), paper('p', { url: 'file:f' })])
  assert.equal(rejected, 0)
  const key = await server.key('agency', ['a1'])
  const link = async () => (await server.get('/papers/p', key)).body.data.url
  const content = async () => Buffer.from(await (await fetch(await link())).arrayBuffer())
  assert.ok((await content()).equals(pdf('one')))
  assert.equal((await server.load([file('f', 'one')])).counts.unchanged, 1)
  assert.equal((await server.load([file('f', 'two')])).counts.updated, 1)
  assert.ok((await content()).equals(pdf('two')))
  assert.equal(s3.objects.size, 2)
  const later = new Date(Date.now() + 2 * 60 * 60 * 1000)
  assert.equal(await sweepFiles(server.database, server.files.store, later), 1)
  assert.ok((await content()).equals(pdf('two')))
  s3.failing = 99
  const broken = await fetch(await link())
  assert.equal(broken.status, 500)
  assert.equal(((await broken.json()) as { error: { code: string } }).error.code, 'STORAGE_ERROR')
  await assert.rejects(server.load([file('g', 'g')]), /503 SlowDown/)
  assert.equal((await readFiles(server.database, ['g'])).size, 0)
  s3.failing = 0
  assert.deepEqual(s3.refusals, [])
})

test('the load command takes files from beside the load file, needs no secret, and a dry run leaves no trace', async () => {
  const environment = {
    DATABASE_URL: urlOf(connection),
  }
  const [data, exported] = [await testFolder(), await testFolder()]
  await mkdir(join(exported, 'scans'))
  await writeFile(join(exported, 'scans', 'kid.pdf'), pdf('kid'))
  const path = (from: string) => JSON.stringify({ ...file('kid', ''), base64: undefined, path: from })
  const lines = join(exported, 'records.ndjson')
  await writeFile(lines, `${path('scans/kid.pdf')}\n${path('scans/none.pdf').replace('"kid"', '"none"')}\n`)
  const args = ['load', lines, '--json', '--data', data]
  const dry = await command([...args, '--dry-run'], environment)
  assert.equal(dry.code, 3, dry.stderr)
  assert.deepEqual([JSON.parse(dry.stdout).counts.created, await readdir(data)], [1, []])
  const loaded = await command(args, environment)
  assert.equal(loaded.code, 3, loaded.stderr)
  const { counts, rejected } = JSON.parse(loaded.stdout)
  assert.deepEqual([counts.created, rejected], [1, 1])
  const row = (await readFiles(database, ['kid'])).get('kid')!
  assert.equal(row.size, pdf('kid').length)
  const store = await openFileStore({ data, s3: undefined }, database)
  assert.equal((await store.get(row.storageKey)).size, row.size)
  const elsewhere = await openFileStore({ data, s3: undefined }, server.database)
  for await (const { key } of elsewhere.list()) assert.fail(`another database sees ${key}`)
})

test('installations that share a bucket or a data folder see and remove only what is their own', async () => {
  const data = await testFolder()
  for (const settings of [
    { data, s3: { ...credentials, endpoint: s3.endpoint } },
    { data, s3: undefined },
  ]) {
    const [mine, yours] = [
      await openFileStore(settings, database),
      await openFileStore(settings, server.database),
    ]
    const key = newStorageKey()
    await mine.put(key, Buffer.from('mine'))
    await assert.rejects(yours.get(key))
    const later = new Date(Date.now() + 2 * 60 * 60 * 1000)
    assert.equal(await sweepFiles(server.database, yours, later), 0)
    assert.equal((await mine.get(key)).size, 4)
    const place = `${await installationOf(database)}/${key}`
    if (settings.s3) assert.ok(s3.objects.has(`${credentials.prefix}${place}`))
    else assert.equal(await readFile(join(data, 'files', place), 'utf8'), 'mine')
  }
})
