// Keys as an operator makes and explains them: by task, by scope, by the names of their owners.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../src/api/index.ts'
import { scopesFor } from '../../src/api/scopes.ts'
import { command } from '../support/command.ts'
import { operatorServer } from '../support/operator.ts'
import { expectAnswered } from '../support/operator-check.ts'
import type { Json } from '../support/server.ts'
import { signInWith } from '../support/sign-ins.ts'

const { operator, key, api, environment, database } = await operatorServer()

test('what would become of a request is told in the words of the command, and counts nothing', async () => {
  const { secret, key: made } = await key('company', ['c1'], {
    scopes: ['read:projects'],
    allowedIps: ['10.0.0.0/8'],
    perDay: 100,
  })
  const asked: [string, string, string | undefined][] = [
    ['GET', '/sites', undefined],
    ['GET', '/api/open/v1/sites?limit=1', '10.1.2.3'],
    ['GET', '/sites', '192.0.2.1'],
    ['GET', '/workers', undefined],
    ['POST', '/workers', undefined],
    ['GET', '/nothing', undefined],
    ['DELETE', '/sites', undefined],
    ['GET', '/sites?colour=red', undefined],
    ['GET', '/projects/p2', undefined],
  ]
  const rules = []
  for (const [method, path, ip] of asked) {
    const query = new URLSearchParams({ method, path, ...(ip && { ip }) })
    const { data } = await operator('GET', `/keys/${made.id}/explain?${query}`)
    const said = await command(
      ['keys', 'explain', made.id, method, path, ...(ip ? ['--ip', ip] : []), '--json'],
      environment,
    )
    assert.deepEqual(data, JSON.parse(said.stdout), `${method} ${path}`)
    assert.equal(data.allowed, said.code === 0)
    rules.push(data.rule)
  }
  assert.deepEqual(rules, [
    undefined,
    undefined,
    'address',
    'scope',
    'kind',
    'route',
    'method',
    'request',
    'record',
  ])
  assert.equal((await operator('GET', `/keys/${made.id}`)).data.usedToday, 0)
  assert.equal((await api('/sites', secret)).status, 403)
  for (const [query, message] of [
    ['', /give method and path/],
    ['method=GET', /give method and path/],
    ['method=GET&path=/me&ip=10.1', /"10.1" is not an address/],
  ] as const) {
    const wrong = await operator('GET', `/keys/${made.id}/explain?${query}`)
    assert.equal(wrong.status, 400)
    assert.match(wrong.error.message, message)
  }
  assert.equal((await operator('GET', '/keys/nothing/explain?method=GET&path=/me')).status, 404)
})

test('every task makes a key of each kind that it is for', async () => {
  const { data } = await operator('GET', '/key-tasks')
  assert.ok(data.length >= 4)
  for (const { name, kind, scopes, perMinute, perDay } of data as Json[])
    for (const each of Object.keys(scopes) as ('company' | 'agency')[]) {
      assert.ok(kind === null || kind === each)
      const owners = [each === 'company' ? 'c1' : 'a1']
      const body = { kind: each, owners, name, scopes: scopes[each], perMinute, perDay }
      const made = await operator('POST', '/keys', body)
      assert.deepEqual([made.status, made.data.key.scopes], [201, scopes[each]])
    }
})

test('scopes are listed by kind with every operation that needs them', async () => {
  const { data } = await operator('GET', '/scopes')
  for (const kind of ['company', 'agency'] as const)
    assert.deepEqual(
      data.filter((scope: Json) => scope.kinds.includes(kind)).map((scope: Json) => scope.name),
      scopesFor(kind),
    )
  const listed = data.flatMap((scope: Json) =>
    scope.operations.map(({ method, path }: Json) => `${scope.name} ${method} ${path}`),
  )
  const declared = operations.flatMap(({ scopes, method, path }) =>
    scopes.map(scope => `${scope} ${method} ${path}`),
  )
  assert.deepEqual(listed.toSorted(), declared.toSorted())
})

test('owners are found by part of their name, by prefix or by id, and keys and endpoints name theirs', async () => {
  const ids = async (query: string) =>
    (await operator('GET', `/owners?${query}`)).data.map((owner: Json) => owner.id)
  assert.deepEqual(await ids('query=COMPANY%20c1'), ['c1'])
  assert.deepEqual(await ids('query=C2'), ['c2'])
  assert.deepEqual(await ids('query=a1'), ['a1'])
  assert.deepEqual(await ids('kind=agency'), ['a1', 'a2'])
  assert.deepEqual(await ids('limit=3'), ['a1', 'a2', 'c1'])
  assert.deepEqual(await ids('query=%25'), [])
  const { data } = await operator('GET', '/owners?query=c1&kind=company')
  assert.deepEqual(data, [{ kind: 'company', id: 'c1', name: 'Company c1', prefix: 'C1' }])
  const { key: made } = await key('agency', ['a2', 'a1'])
  const shown = (await operator('GET', `/keys/${made.id}`)).data
  assert.deepEqual(shown.ownerNames, ['Agency a2', 'Agency a1'])
})

test('the operations that a key may call are those of its kind and scopes', async () => {
  const { key: made } = await key('agency', ['a1'])
  const { data } = await operator('GET', `/keys/${made.id}/operations`)
  const open = operations.filter(
    ({ callers, scopes }) => callers !== 'company' && scopes.every(one => made.scopes.includes(one)),
  )
  assert.deepEqual(data.toSorted(), open.map(({ method, path }) => `${method} ${path}`).toSorted())
})

test('a sign-in is listed with its key, follows it, and is explained and revoked by its id', async () => {
  const parent = await key('company', ['c1'], { name: 'Payroll', scopes: ['read:projects', 'read:workers'] })
  const child = await signInWith(database, parent.key, { name: 'Claude', scopes: ['read:projects'] })
  const { id } = child.key
  const listed = (await operator('GET', `/keys?parent=${parent.key.id}`)).data
  assert.deepEqual(
    listed.map((one: Json) => [one.id, one.name, one.parentName, one.scopes, one.hint]),
    [[id, 'Claude', 'Payroll', ['read:projects'], 'sign-in']],
  )
  assert.equal((await operator('GET', `/keys/${parent.key.id}`)).data.signIns, 1)
  assert.equal((await api('/projects', child.secret)).status, 200)
  assert.equal((await api('/workers', child.secret)).error.code, 'INSUFFICIENT_SCOPE')
  for (const [method, path, body] of [
    ['PATCH', `/keys/${id}`, { scopes: ['read:workers'] }],
    ['POST', `/keys/${id}/rotate`, {}],
  ] as const) {
    const { status, error } = await operator(method, path, body)
    assert.equal(status, 400)
    assert.match(error.message, /sign-in with the key "Payroll"/)
  }
  const said = await command(['keys', 'update', id, '--scopes', 'read:workers'], environment)
  assert.ok(said.code !== 0 && said.stderr.includes('sign-in with the key "Payroll"'), said.stderr)
  const explained = await command(['keys', 'explain', id, 'GET', '/workers'], environment)
  assert.match(explained.stdout, /"Claude", signed in with "Payroll"/)
  assert.match(explained.stdout, /DENY +scope/)
  const table = await command(['keys', 'list'], environment)
  assert.match(table.stdout, /Claude, signed in with Payroll/)
  await command(['keys', 'revoke', id], environment)
  assert.equal((await api('/projects', child.secret)).error.code, 'REVOKED_API_KEY')
  assert.equal((await api('/projects', parent.secret)).status, 200)
  const { data: audit } = await operator('GET', `/audit?kind=key&subject=${id}`)
  assert.deepEqual([audit[0].before.state, audit[0].after.state], ['active', 'revoked'])
})

test('every operation of this part was answered here as its document says', () => expectAnswered('keys'))
