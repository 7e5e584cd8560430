// §4.12: POST /workers, from the body to the stored worker.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rivals } from '../support/lines.ts'
import { masterLists, newcomer, paper, posted } from '../support/newcomer.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load([...rivals(), ...masterLists()])
const a1 = await server.key('agency', ['a1'])
const post = (body: unknown, key = a1, query = '', headers = {}) =>
  server.get(`/workers${query}`, key, posted(body, headers))

test('creates a worker that its agency then reads, with documents and signed links', async () => {
  const body = newcomer(1, {
    attachments: [paper('card', { documentNumber: '12345699', expiration: '2030-01-31' }, 2)],
    rightToWork: [paper('passport', { documentNumber: '123456789', expiration: '2031-05-31' })],
  })
  const created = await post(body)
  assert.equal(created.status, 200, created.text)
  const { id, reference, attachments, rightToWork } = created.body.data
  assert.match(reference, /^WK-\d{6}$/)
  assert.equal(attachments[0].expiration, '2030-01-31T00:00:00.000Z')
  const read = await server.get(`/workers/${id}`, a1)
  assert.equal(read.status, 200)
  assert.equal(read.body.data.rightToWork[0].id, rightToWork[0].id)
  const file = await fetch(attachments[0].files[0].url)
  assert.equal(file.status, 200)
  assert.equal(file.headers.get('content-type'), 'application/pdf')
})
