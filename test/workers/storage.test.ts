// A file store that fails in the middle of a creation: the contract's storage error, and nothing is left of it.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { operations, recordTypes } from '../../src/api/index.ts'
import { diskStore } from '../../src/files/disk.ts'
import type { FileStore } from '../../src/files/store.ts'
import { countOf } from '../../src/store/figures/figures.ts'
import { testFolder } from '../support/files.ts'
import { rivals } from '../support/lines.ts'
import { masterLists, newcomer, paper, posted } from '../support/newcomer.ts'
import { testServer } from '../support/server.ts'

const disk = diskStore(join(await testFolder(), 'files'))
let puts = 0
let failsAt = 0
const store: FileStore = {
  ...disk,
  put: (key, content) =>
    ++puts === failsAt ? Promise.reject(new Error('the disk is full')) : disk.put(key, content),
}
const server = await testServer({ operations, types: recordTypes, files: { store } })
await server.load([...rivals(), ...masterLists()])
const key = await server.key('agency', ['a1'])
const body = newcomer(1, { attachments: [paper('course'), paper('cv')] })

test('a store that fails is 500 STORAGE_ERROR, leaves nothing, and the same post succeeds afterwards', async () => {
  failsAt = 2
  const before = await countOf(server.database, 'worker')
  const answer = await server.get('/workers', key, posted(body))
  assert.deepEqual([answer.status, answer.body.error.code], [500, 'STORAGE_ERROR'])
  assert.ok(!answer.text.includes('disk'))
  assert.match(String(server.files.troubles[0]), /the disk is full/)
  assert.equal(await countOf(server.database, 'worker'), before)
  for await (const one of store.list()) assert.fail(`${one.key} was left`)
  assert.equal((await server.get('/workers', key, posted(body))).status, 200)
})
