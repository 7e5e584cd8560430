// A long queue of submissions that wait for a decision: what is asked of one person does not take as long as the queue is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import type { Statements } from '../../src/database/database.ts'
import { type Sql, sql } from '../../src/database/sql.ts'
import { sealBytes } from '../../src/encryption/sealing.ts'
import { sealedContent, submissionsLike } from '../../src/workers/attempts.ts'
import { exportPerson } from '../../src/workers/person-export.ts'
import { rivals } from '../support/lines.ts'
import { isLong } from '../support/long.ts'
import { masterLists, newcomer, posted } from '../support/newcomer.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const { database, files } = server
const { secrets } = files
await server.load([...rivals(), ...masterLists()])
const many = isLong ? 5_000 : 300

test('what is held on one person is found among many submissions of others, by asking the database of those alone that may be theirs', async () => {
  const [a1, a2] = [await server.key('agency', ['a1']), await server.key('agency', ['a2'])]
  const sent = newcomer(70)
  const { id } = (await server.get('/workers', a1, posted(sent))).body.data
  assert.equal((await server.get('/workers', a2, posted({ ...sent, lastName: 'Else' }))).status, 409)
  await queueOthers()
  const asked: string[] = []
  const watched = {
    ...database,
    rows: (statement: Sql) => {
      asked.push(statement.compile().text)
      return database.rows(statement)
    },
  } as Statements
  const began = performance.now()
  const found = await submissionsLike(watched, secrets, id)
  const tookMs = performance.now() - began
  assert.equal(found.length, 1)
  assert.ok(asked.length < 10, `${asked.length} statements for ${many} submissions, ${Math.round(tookMs)} ms`)
  const { person } = await exportPerson({ database, types: recordTypes, secrets }, id, 'tests')
  assert.deepEqual(
    person.attempts.map(one => [one.id, one.state]),
    [[found[0], 'open']],
  )
})

/** Submissions of other people, as they are stored. */
async function queueOthers(): Promise<void> {
  const [one] = await database.rows<{ sealed: Buffer }>(
    sql`select sealed from match_attempt where state = 'open'`,
  )
  const content = sealedContent(secrets, one!.sealed)
  for (let n = 0; n < many; n++) {
    const { firstName, lastName, dob, email, nationalIns } = newcomer(1_000 + n)
    const other = {
      firstName,
      lastName,
      dob: `${dob}T00:00:00.000Z`,
      email,
      e164: `+4474${10_000_000 + n}`,
      nationalIns,
    }
    const sealed = sealBytes(
      secrets,
      Buffer.from(JSON.stringify({ ...content, newcomer: { ...content.newcomer, ...other } })),
    )
    await database.rows(sql`
      insert into match_attempt (id, agency_id, key_id, fingerprint, state, sealed, files, last_at)
      select ${`queued${n}`}, agency_id, key_id, ${`print${n}`}, 'open', ${sealed}, '{}', now()
      from match_attempt where one is null and state = 'open' and fingerprint not like 'print%'`)
  }
}
