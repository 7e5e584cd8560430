// Where content lies: a folder or an S3-compatible store, the same promises of both.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { diskStore } from '../../src/files/disk.ts'
import { s3Store } from '../../src/files/s3.ts'
import { type FileStore, FileTooLarge, newStorageKey } from '../../src/files/store.ts'
import { watchedStore } from '../../src/files/watched.ts'
import { maxFileBytes } from '../../src/formats/data-url.ts'
import { openUnder, testFolder } from '../support/files.ts'
import { credentials, s3Server } from './s3-server.ts'

const folder = join(await testFolder(), 'files')
const s3 = await s3Server()
const settings = { ...credentials, endpoint: s3.endpoint }
const stores: Record<string, FileStore> = { disk: diskStore(folder), s3: s3Store(settings) }
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function contentOf(store: FileStore, key: string): Promise<Buffer> {
  const { size, stream } = await store.get(key)
  const bytes = Buffer.concat(await stream.toArray())
  assert.equal(bytes.length, size)
  return bytes
}

async function* inPieces(bytes: Buffer, piece: number): AsyncIterable<Buffer> {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
}

async function* torn() {
  yield Buffer.from('a beginning')
  throw new Error('torn')
}

async function* endless() {
  const piece = Buffer.alloc(1024 * 1024)
  for (let size = 0; size <= maxFileBytes; size += piece.length) yield piece
}

for (const [name, store] of Object.entries(stores)) {
  test(`${name}: what was put is got back, whole or in pieces, and is gone when removed`, async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('short'), randomBytes(3_000_001)]) {
      for (const content of [bytes, inPieces(bytes, 65_537)]) {
        const key = newStorageKey()
        assert.deepEqual(await store.put(key, content), { size: bytes.length, sha256: sha256(bytes) })
        assert.ok((await contentOf(store, key)).equals(bytes))
        await store.remove(key)
        await assert.rejects(store.get(key))
        await store.remove(key)
      }
    }
  })

  test(`${name}: a list has every key with its time`, async () => {
    const keys = Array.from({ length: 5 }, newStorageKey).sort()
    for (const key of keys) await store.put(key, Buffer.from(key))
    const listed: string[] = []
    for await (const { key, changedAt } of store.list()) {
      listed.push(key)
      assert.ok(Math.abs(Date.now() - changedAt.getTime()) < 60_000)
    }
    assert.deepEqual(listed.sort(), keys)
    for (const key of keys) await store.remove(key)
  })

  test(`${name}: only keys of our own making are taken`, async () => {
    const bad = [
      '../secret',
      '/etc/passwd',
      'aa/bb/../../../x',
      'aa/bb/CC',
      `../incoming/${'0'.repeat(32)}`,
      `incoming/${'0'.repeat(32)}x`,
      `incoming/${'A'.repeat(32)}`,
      `aa/bb/${'C'.repeat(28)}`,
      `aa/bb/${'c'.repeat(28)}\0`,
      '',
      '.',
    ]
    for (const key of bad) {
      const refused = { message: 'This is not a key of the file store' }
      await assert.rejects(async () => store.put(key, Buffer.from('x')), refused, key)
      await assert.rejects(async () => store.get(key), refused, key)
      await assert.rejects(async () => store.remove(key), refused, key)
    }
  })

  test(`${name}: content that breaks off or is too large leaves nothing`, async () => {
    await assert.rejects(store.put(newStorageKey(), torn()), /torn/)
    await assert.rejects(store.put(newStorageKey(), endless()), (error: Error) => {
      assert.ok(error instanceof FileTooLarge)
      assert.match(error.message, /at most 20 MiB$/)
      return true
    })
    assert.equal(20 * 1024 * 1024, maxFileBytes)
    for await (const { key } of store.list()) assert.fail(key)
  })
}

test('disk: files are for their owner alone, and drafts are renamed away', async () => {
  const key = newStorageKey()
  await stores.disk!.put(key, Buffer.from('mine'))
  assert.equal((await stat(join(folder, key))).mode & 0o777, 0o600)
  assert.equal((await stat(join(folder, key, '..'))).mode & 0o777, 0o700)
  assert.deepEqual(await readdir(join(folder, 'incoming')), [])
  await stores.disk!.remove(key)
})

test('disk: what keeps content from being written is what is said', async () => {
  const elsewhere = await testFolder()
  // Nobody can make a file there.
  await symlink('/proc', join(elsewhere, 'incoming'))
  await assert.rejects(diskStore(elsewhere).put(newStorageKey(), Buffer.from('x')), { syscall: 'open' })
})

test('disk: nothing that was written or read to its end stays open', async () => {
  // Several: what was forgotten of one may be collected by chance.
  const keys = Array.from({ length: 20 }, newStorageKey)
  for (const key of keys) await stores.disk!.put(key, Buffer.from('x'))
  assert.deepEqual(await openUnder(folder), [])
  for (const key of keys) await contentOf(stores.disk!, key)
  assert.deepEqual(await openUnder(folder), [])
  for (const key of keys) await stores.disk!.remove(key)
})

test('disk: links are not followed and strange files not listed', async () => {
  const key = newStorageKey()
  await mkdir(join(folder, key, '..'), { recursive: true })
  await writeFile(join(folder, 'notes.txt'), 'somebody else’s')
  await symlink(join(folder, 'notes.txt'), join(folder, key))
  await assert.rejects(stores.disk!.get(key))
  for await (const { key } of stores.disk!.list()) assert.fail(key)
  assert.equal(await readFile(join(folder, 'notes.txt'), 'utf8'), 'somebody else’s')
  const shared = await testFolder()
  await writeFile(join(shared, 'ab'), 'a file where a folder of ours would be')
  await mkdir(join(shared, newStorageKey()), { recursive: true })
  for await (const { key } of diskStore(shared).list()) assert.fail(key)
})

test('disk: a folder that is not there has nothing in it, and one that is none is a failure', async () => {
  for await (const { key } of diskStore(join(folder, 'nowhere')).list()) assert.fail(key)
  const list = diskStore(join(folder, 'notes.txt')).list()
  await assert.rejects(list[Symbol.asyncIterator]().next(), { code: 'ENOTDIR' })
})

test('s3: objects lie under the prefix, and every request was signed rightly', async () => {
  const key = newStorageKey()
  await stores.s3!.put(key, Buffer.from('x'))
  assert.deepEqual([...s3.objects.keys()], [`${credentials.prefix}${key}`])
  await stores.s3!.remove(key)
  assert.deepEqual(s3.refusals, [])
})

test('s3: whatever the store says to it, one write after another takes one connection', async () => {
  const before = s3.connections
  for (let n = 0; n < 10; n++)
    for (const write of ['put', 'remove'] as const) {
      s3.instead = response => response.end('x'.repeat(200_000))
      await stores.s3![write](newStorageKey(), Buffer.from('x'))
    }
  assert.ok(s3.connections - before <= 1, `${s3.connections - before} connections`)
})

test('s3: a wrong secret, region or bucket fails with what the store said', async () => {
  const cases = [
    [{ secretAccessKey: 'wrong' }, /403 SignatureDoesNotMatch/],
    [{ region: 'us-west-1' }, /403 InvalidAccessKeyId/],
    [{ sessionToken: undefined }, /403 InvalidToken/],
    [{ bucket: 'another' }, /404 NoSuchBucket/],
    [{ endpoint: 'http://127.0.0.1:9' }, /cannot be reached/],
  ] as const
  for (const [more, message] of cases) {
    const store = s3Store({ ...settings, ...more })
    await assert.rejects(store.put(newStorageKey(), Buffer.from('x')), message)
    await assert.rejects(store.get(newStorageKey()), message)
  }
  s3.refusals.length = 0
})

test('s3: a store that is busy for a moment is asked again, three times', async () => {
  const key = newStorageKey()
  s3.failing = 3
  await stores.s3!.put(key, Buffer.from('patience'))
  assert.equal((await contentOf(stores.s3!, key)).toString(), 'patience')
  s3.failing = 4
  await assert.rejects(stores.s3!.get(key), /^Error: The file store answered GET with 503 SlowDown$/)
  assert.equal(s3.failing, 0)
  await stores.s3!.remove(key)
})

test('s3: what is not ours is not listed, and nothing waits when all is answered', async () => {
  const timers = () => process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length
  const before = timers()
  const strange = { body: Buffer.from('x'), changedAt: new Date() }
  s3.objects.set(`${credentials.prefix}notes.txt`, strange)
  for await (const { key } of stores.s3!.list()) assert.fail(key)
  s3.objects.clear()
  assert.ok(timers() <= before)
})

test('s3: an answer that leads elsewhere is not followed, and what was not measured has no size', async () => {
  const key = newStorageKey()
  await stores.s3!.put(key, Buffer.from('x'))
  s3.instead = response => response.writeHead(307, { Location: `${s3.endpoint}/elsewhere` }).end()
  await assert.rejects(stores.s3!.get(key), /cannot be reached/)
  assert.doesNotMatch(s3.requests.at(-1)!, /elsewhere/)
  s3.instead = response => response.writeHead(404).end('gone')
  await assert.rejects(stores.s3!.get(key), { message: 'The file store answered GET with 404' })
  s3.instead = response => {
    response.write('x')
    response.end()
  }
  const { size, stream } = await stores.s3!.get(key)
  assert.ok(Number.isNaN(size))
  assert.equal(Buffer.concat(await stream.toArray()).toString(), 'x')
  await stores.s3!.remove(key)
})

test('s3: a store that answers nothing for 30 seconds has failed, with the reason behind it', async t => {
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  s3.instead = () => resolve()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const ended: Error[] = []
  const got = stores.s3!.get(newStorageKey()).catch(error => ended.push(error))
  await asked
  t.mock.timers.tick(29_999)
  await setImmediate()
  assert.equal(ended.length, 0)
  t.mock.timers.tick(1)
  await got
  const { message, cause } = ended[0]!
  assert.equal(message, 'The file store cannot be reached for GET')
  assert.match(String(cause), /AbortError/)
})

test('who watches a store hears of its failures by their operation, and not of content that was wrong', async () => {
  const heard: string[] = []
  const store = watchedStore(stores.s3!, operation => heard.push(operation))
  const key = newStorageKey()
  for (const content of [Buffer.from('whole'), inPieces(Buffer.from('in pieces'), 2)])
    await store.put(key, content)
  assert.equal((await contentOf(store, key)).toString(), 'in pieces')
  for await (const listed of store.list()) assert.equal(listed.key, key)
  await store.remove(key)
  await assert.rejects(store.put(key, torn()), /torn/)
  await assert.rejects(store.put(key, endless()), FileTooLarge)
  assert.deepEqual(heard, [])
  s3.failing = Number.POSITIVE_INFINITY
  await assert.rejects(store.put(key, Buffer.from('whole')), /503/)
  await assert.rejects(store.put(key, inPieces(Buffer.from('in pieces'), 2)), /503/)
  await assert.rejects(store.get(key), /503/)
  await assert.rejects(store.remove(key), /503/)
  s3.failing = 0
  assert.deepEqual(heard, ['put', 'put', 'get', 'remove'])
})
