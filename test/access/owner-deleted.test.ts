// A key whose company or agency was deleted is told so, wherever it is used: empty lists would not say why they are empty.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allows } from '../../src/access/permit.ts'
import { operations } from '../../src/api/index.ts'
import { assistant } from '../support/assistants.ts'
import { agency, company, rivals } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load([...rivals(), company('c9'), agency('a9')])
const owners = { company: ['c1', 'c9'], agency: ['a1', 'a9'] } as const

for (const kind of ['company', 'agency'] as const)
  test(`a key whose ${kind} was deleted is told so by every operation, and works again once it is back`, async () => {
    const [other, gone] = owners[kind]
    const key = await server.key(kind, [gone])
    const both = await server.key(kind, [other, gone])
    assert.equal((await server.get('/me', key)).status, 200)
    const { counts } = await server.load([{ type: kind, id: gone, deleted: true }])
    assert.equal(counts.deleted, 1)
    for (const operation of operations.filter(each => allows(each, kind))) {
      const path = operation.path.replace('{id}', 'x1')
      const { status, body } = await server.get(path, key, { method: operation.method })
      assert.equal(status, 401, path)
      assert.deepEqual(body.error, {
        code: 'KEY_OWNER_DELETED',
        message: `The ${kind} that this API key is for was deleted; ask whoever made the key for another`,
      })
    }
    for (const [path, method] of [
      ['/no-such-list', 'GET'],
      ['/workers', 'DELETE'],
    ] as const)
      assert.equal((await server.get(path, key, { method })).status, 401, path)
    await assert.rejects(async () => {
      const one = await assistant(server.origin, key)
      await one.call('open_api_get_me').finally(one.close)
    }, /that this API key is for was deleted/)
    const list = kind === 'company' ? 'companies' : 'agencies'
    const { body } = await server.get('/me', both)
    assert.deepEqual(
      body.data[list].map(({ id }: { id: string }) => id),
      [other],
    )
    await server.load([kind === 'company' ? company(gone) : agency(gone)])
    assert.equal((await server.get('/me', key)).body.data[list][0].id, gone)
  })

test('a company or agency that other records name is not deleted', async () => {
  for (const [type, id] of [
    ['company', 'c1'],
    ['agency', 'a1'],
  ]) {
    const { rejected } = await server.load([{ type, id, deleted: true }])
    assert.equal(rejected, 1)
  }
})
