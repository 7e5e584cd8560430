// Answers that four servers remember over one database: none is ever older than the last write that was acknowledged, none
// is another's, and a fifth server that remembers nothing says the same.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CallerKind } from '../../src/access/caller.ts'
import { recordTypes } from '../../src/api/index.ts'
import { scopesFor } from '../../src/api/scopes.ts'
import { load } from '../../src/load/load.ts'
import { createKey, revokeKey, updateKey } from '../../src/store/keys/keys.ts'
import { command } from '../support/command.ts'
import { testDatabase, urlOf } from '../support/database.ts'
import {
  assignment,
  connection,
  type Line,
  project,
  requisition,
  response,
  rivals,
  site,
  timesheet,
  worker,
} from '../support/lines.ts'
import { masterLists, newcomer, posted } from '../support/newcomer.ts'
import { dataFolder, stop, type Up, up } from '../support/process.ts'
import { ndjson } from '../support/server.ts'

const test1 = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
const test2 = { company: 'c2', project: 'p2', agency: 'a2', worker: 'w2' }

const { database, connection: address } = await testDatabase()
const write = async (...lines: readonly object[]) => {
  const report = await load(database, recordTypes, ndjson(lines))
  assert.equal(report.rejected, 0)
}
/** What only the first of two rivals may be shown has this in it. */
const canary = 'kestrel'
const named = (line: Line, name: string): Line => ({ ...line, record: { ...line.record, name } })
await write(
  ...rivals(),
  ...masterLists(),
  connection('c1', 'a2', { active: false }),
  connection('c2', 'a1', { active: false }),
  named(project('p1', 'c1'), `Project ${canary}`),
  named(site('s1', 'p1', 'c1'), `Site ${canary}`),
  worker('w1', { agencies: [{ id: 'a1', active: true }], lastName: canary, name: `Ada ${canary}` }),
  worker('w2', { agencies: [{ id: 'a2', active: true }] }),
  assignment('as1', test1),
  assignment('as2', test2),
  requisition('r1', { company: 'c1', project: 'p1' }, { agencies: [response('a1')] }),
  ...Array.from({ length: 30 }, (_, at) => timesheet(`t1-${at}`, test1)),
  ...Array.from({ length: 30 }, (_, at) => timesheet(`t2-${at}`, test2)),
)

const env = { DATABASE_URL: urlOf(address), MUSTER_SECRET: 's'.repeat(32), LOG_LEVEL: 'error' }
const data = await dataFolder()
const servers = await Promise.all([1, 2, 3, 4].map(() => up(data, [], env)))
const forgetful = await up(data, [], { ...env, ANSWER_MEMORY_MB: '0' })

const newKey = (kind: CallerKind, owners: string[]) =>
  createKey(database, {
    kind,
    owners,
    name: 'k',
    scopes: scopesFor(kind),
    perMinute: 1_000_000,
    perDay: 1_000_000,
  })
const keys = await Promise.all([
  newKey('company', ['c1']),
  newKey('company', ['c1']),
  newKey('company', ['c2']),
  newKey('company', ['c1', 'c2']),
  newKey('agency', ['a1']),
  newKey('agency', ['a2']),
])
const [one, , rivalCompany, , agency, rivalAgency] = keys

const paths = [
  ...[
    '/timesheets?limit=5',
    '/timesheets?limit=5&page=2',
    '/timesheets/t1-3',
    '/timesheets?fields=id,project.name',
  ],
  ...['/projects', '/projects/p1', '/requisitions', '/requisitions/r1', '/workers', '/workers/w1'],
  ...['/assignments', '/sites', '/companies/c1', '/expenses', '/invoices'],
]

async function ask(server: Up, secret: string, path: string) {
  const answer = await fetch(`${server.baseUrl}${path}`, { headers: { Authorization: `Bearer ${secret}` } })
  return { status: answer.status, text: await answer.text() }
}

/** All servers say the same to all keys, twice, so that the second is remembered; and nothing of the one to its rivals. */
async function agree(what: string, isShared = false): Promise<void> {
  for (const path of paths)
    for (const { secret, key } of keys) {
      const right = await ask(forgetful, secret, path)
      for (const server of [...servers, ...servers])
        assert.deepEqual(await ask(server, secret, path), right, `${what}: ${path} to ${key.owners}`)
      if (!isShared && [rivalCompany, rivalAgency].some(rival => rival!.key.id === key.id))
        assert.ok(!right.text.includes(canary), `${what}: ${path}: ${right.text}`)
    }
}

test('after each kind of write four servers answer as one that remembers nothing, and rivals are shown nothing', async () => {
  await agree('at first')
  await write(named(project('p1', 'c1'), `Project ${canary} renamed`))
  await agree('a rename')
  await write(timesheet('t1-3', test1, { netHours: 12 }))
  await agree('other hours')
  await write({ type: 'timesheet', id: 't1-4', deleted: true })
  await agree('a deletion')
  const sent = await fetch(`${servers[1]!.baseUrl}/workers`, {
    ...posted(newcomer(5)),
    headers: { Authorization: `Bearer ${agency!.secret}`, 'Content-Type': 'application/json' },
  })
  assert.ok(sent.ok, await sent.text())
  await agree('a creation')
  await write(connection('c1', 'a1', { active: false }))
  await agree('a connection that ended')
  assert.equal((await ask(servers[2]!, agency!.secret, '/projects/p1')).status, 404)
  await write(connection('c1', 'a1'))
  await agree('a connection made again')
  assert.equal((await command(['people', 'erase', 'w1'], env)).code, 0)
  await agree('an erasure')
  await updateKey(database, rivalAgency!.key, { owners: ['a1'] })
  await agree('a key of other owners', true)
  await updateKey(database, { ...rivalAgency!.key, owners: ['a1'] }, { owners: ['a2'] })
  await agree('and back')
  await revokeKey(database, one!.key.id)
  for (const server of servers)
    for (const path of paths) assert.equal((await ask(server, one!.secret, path)).status, 401)
})

test('while one writes without pause, whoever asks any server after a write was acknowledged sees it', async () => {
  let written = 0
  let isOver = false
  const writing = (async () => {
    while (written < 10) {
      await write(named(project('p1', 'c1'), `${canary} ${written + 1}`))
      written++
    }
    isOver = true
  })()
  let asked = 0
  const asking = servers.flatMap(server =>
    ['/projects/p1', '/timesheets?limit=5', '/projects?limit=5'].map(async path => {
      for (let least = 0; !isOver; ) {
        const before = written
        const { text } = await ask(server, keys[1]!.secret, path)
        const seen = Math.max(
          0,
          ...[...text.matchAll(new RegExp(`${canary} (\\d+)`, 'g'))].map(([, n]) => Number(n)),
        )
        assert.ok(seen >= before, `${path}: ${seen}, and ${before} was written`)
        assert.ok(seen >= least, `${path}: ${seen} after ${least}`)
        least = seen
        asked++
      }
    }),
  )
  await Promise.all([writing, ...asking])
  assert.ok(asked > 100, `${asked}`)
  for (const server of [...servers, forgetful]) await stop(server)
})
