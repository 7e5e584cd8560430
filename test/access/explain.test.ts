// `muster keys explain` decides as the server does, says the same sentence, and consumes nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AccessCheck, accessChecks } from '../../src/access/access-checks.ts'
import { operations, recordTypes } from '../../src/api/index.ts'
import { CliProblem, type CommandCall, outputFor } from '../../src/cli/command.ts'
import { runExplainKey } from '../../src/cli/keys/explain-key.ts'
import { sql } from '../../src/database/sql.ts'
import { readSettings } from '../../src/settings/settings.ts'
import { createKey } from '../../src/store/keys/keys.ts'
import { prepareDatabase } from '../../src/store/schema/prepare.ts'
import { takeClock } from '../support/clock.ts'
import { keyStates } from '../support/key-states.ts'
import { rivals, timesheet } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load([
  ...rivals(),
  timesheet('t1', { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }),
])
const clock = await takeClock(server.database, '2026-03-02T12:00:00Z')
const readiness = await prepareDatabase(server.database, recordTypes)
const states = await keyStates(server, clock, { company: ['c1', 'c2'], agency: ['a1'] }, [
  'read:projects',
  'read:timesheets',
])

type Explained = {
  allowed: boolean
  rule?: AccessCheck
  status?: number
  code?: string
  message?: string
  passed: { rule: AccessCheck; fact: string }[]
}

async function explained(key: string, method: string, path: string, ip?: string) {
  let [result, text] = [undefined as unknown, '']
  const call: CommandCall = {
    terminal: process,
    arguments: [key, method, path],
    argument: name => ({ KEY: key, METHOD: method, PATH: path })[name]!,
    option: name => (name === 'ip' ? ip : undefined),
    flag: () => false,
    json: true,
    settings: readSettings(),
    output: {
      ...outputFor(true, process),
      result: (value, written) => {
        result = value
        text = written()
      },
    },
  }
  const code = await runExplainKey(call, server.database, readiness)
  return { ...(result as Explained), exitCode: code, text }
}

const tally = () => server.database.rows(sql`select key_n, day, used from key_day order by key_n, day`)
const paths = [...operations.map(operation => operation.path.replace(/\{\w+\}/, 't1')), '/nowhere']

const known = states.filter(state => state.secret?.startsWith('wf'))

test('for every state of a key and every route it says what the server says, in the same words', async () => {
  const asked = known.flatMap(({ name, secret }) =>
    ['DELETE /me', ...paths.map(path => `GET ${path}`)].map(line => {
      const [method, path] = line.split(' ') as [string, string]
      return { method, path, secret: secret!, where: `${line} with a key that is "${name}"` }
    }),
  )
  const before = await tally()
  const explanations = await inTurns(asked, ({ secret, method, path }) =>
    explained(secret, method, path, '127.0.0.1'),
  )
  assert.deepEqual(await tally(), before, 'nothing was consumed')
  const answers = await inTurns(asked, ({ secret, method, path }) => server.get(path, secret, { method }))
  for (const [index, { where }] of asked.entries()) {
    const [said, answer] = [explanations[index]!, answers[index]!]
    assert.equal(said.allowed, answer.status === 200, where)
    assert.deepEqual(
      [said.code, said.message, said.status],
      [answer.body.error?.code, answer.body.error?.message, said.allowed ? undefined : answer.status],
      where,
    )
    assert.equal(said.exitCode, said.allowed ? 0 : 4)
    if (said.rule) assert.ok(said.text.includes(`DENY  ${said.rule}`) && said.text.includes(said.message!))
  }
})

async function inTurns<T, R>(all: readonly T[], run: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let at = 0; at < all.length; at += 16)
    done.push(...(await Promise.all(all.slice(at, at + 16).map(run))))
  return done
}

test('it names the rule and those that were passed before it, in the order of checks', async () => {
  const make = (more: object) =>
    createKey(server.database, {
      kind: 'agency',
      owners: ['a1'],
      name: 'k',
      scopes: ['read:timesheets'],
      ...more,
    })
  const { key, secret } = await make({
    allowedIps: ['10.0.0.0/8'],
    expiresAt: new Date('2026-12-31T00:00:00Z'),
  })
  const cases: [string, string, string | undefined, AccessCheck | undefined][] = [
    ['GET', '/timesheets', undefined, undefined],
    ['GET', '/timesheets', '10.1.2.3', undefined],
    ['GET', 'http://localhost:8080/api/open/v1/timesheets?limit=2', '::ffff:10.1.2.3', undefined],
    ['GET', '/timesheets', '11.1.2.3', 'address'],
    ['GET', '/nowhere', '10.1.2.3', 'route'],
    ['PUT', '/timesheets', '10.1.2.3', 'method'],
    ['GET', '/sites', '10.1.2.3', 'kind'],
    ['GET', '/projects', '10.1.2.3', 'scope'],
    ['GET', '/timesheets?limits=2', '10.1.2.3', 'request'],
    ['GET', '/timesheets?company=c9', '10.1.2.3', 'company'],
    ['GET', '/timesheets/nobody', '10.1.2.3', 'record'],
  ]
  for (const which of [key.id, key.hint, secret]) {
    for (const [method, path, ip, rule] of cases) {
      const said = await explained(which, method, path, ip)
      assert.deepEqual([said.rule, said.allowed], [rule, rule === undefined], `${method} ${path} ${ip}`)
      const before = accessChecks.slice(0, accessChecks.indexOf(rule ?? 'request'))
      assert.deepEqual(
        said.passed.map(each => each.rule),
        before,
      )
    }
  }
})

test('a key that is not there by its id or hint is not found; an address that is none is refused', async () => {
  const notFound = (error: Error) => error instanceof CliProblem && error.code === 5
  await assert.rejects(explained('nobody', 'GET', '/me'), notFound)
  await assert.rejects(explained('wfc_…abcd', 'GET', '/me'), notFound)
  await assert.rejects(explained(states[4]!.secret!, 'GET', '/me', '10.1'), /is not an address/)
})
