// Views of the portal under a name: whose they are, and what of them is not kept.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectAnswered } from '../support/operator-check.ts'
import { portal } from '../support/portal.ts'
import type { Json } from '../support/server.ts'

const server = await portal()

const holder = async (kind: 'company' | 'agency', owner: string) => {
  const browser = server.browser()
  await browser.signIn({ key: (await server.key(kind, owner)).secret })
  return browser
}
const operator = async (role: 'owner' | 'operator' | 'read-only') => {
  const browser = server.browser()
  await browser.signIn({ token: (await server.token(role)).secret })
  return browser
}
const names = ({ body }: { body: Json }) => body.data.map(({ name }: Json) => name)
const view = (name: string, address: string) => JSON.stringify({ name, address })

test('a view is kept for the key that keeps it, and for no other', async () => {
  const [one, other] = [await holder('company', 'c1'), await holder('company', 'c1')]
  const kept = await one.ask(
    'POST',
    '/own/views',
    view(' Late ', '/records/timesheets?status=pending&page=3'),
  )
  assert.equal(kept.status, 201)
  assert.deepEqual(
    [kept.body.data.name, kept.body.data.address],
    ['Late', '/records/timesheets?status=pending'],
  )
  assert.deepEqual(names(await one.ask('GET', '/own/views')), ['Late'])
  assert.deepEqual(names(await other.ask('GET', '/own/views')), [])
  assert.equal((await other.ask('DELETE', `/own/views/${kept.body.data.id}`)).status, 404)
  const again = await one.ask('POST', '/own/views', view('Late', '/records/timesheets?status=absent'))
  assert.equal(again.body.data.id, kept.body.data.id)
  assert.deepEqual(names(await one.ask('GET', '/own/views')), ['Late'])
  assert.equal((await one.ask('DELETE', `/own/views/${kept.body.data.id}`)).status, 200)
  assert.deepEqual(names(await one.ask('GET', '/own/views')), [])
})

test('operators of a role share their views, and other roles have their own', async () => {
  const [one, other, reader] = [
    await operator('operator'),
    await operator('operator'),
    await operator('read-only'),
  ]
  const kept = await one.ask('POST', '/operator/views', view('Refused', '/requests?status=client'))
  assert.deepEqual(names(await other.ask('GET', '/operator/views')), ['Refused'])
  assert.deepEqual(names(await reader.ask('GET', '/operator/views')), [])
  assert.equal((await reader.ask('DELETE', `/operator/views/${kept.body.data.id}`)).status, 403)
  const owner = await operator('owner')
  assert.equal((await owner.ask('DELETE', `/operator/views/${kept.body.data.id}`)).status, 404)
  assert.equal((await other.ask('DELETE', `/operator/views/${kept.body.data.id}`)).status, 200)
})

test('what was searched for is not kept, and only addresses of the portal are', async () => {
  const one = await holder('agency', 'a1')
  const { body } = await one.ask(
    'POST',
    '/own/views',
    view('Who', '/records/workers?query=Somebody+Private&sortBy=name'),
  )
  assert.equal(body.data.address, '/records/workers?sortBy=name')
  assert.doesNotMatch(JSON.stringify((await one.ask('GET', '/own/views')).body), /Private/)
  for (const address of ['//elsewhere.example/x', 'https://elsewhere.example', 'records', '/a/../b', ''])
    assert.equal((await one.ask('POST', '/own/views', view('x', address))).status, 400, address)
  assert.equal((await one.ask('POST', '/own/views', view('  ', '/records'))).status, 400)
})

test('every operation of this part was answered here as its document says', () => expectAnswered('views'))
