// Data of earlier versions, brought to this one by a restore and a start: every record is there, and fits what is declared.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { operations, recordTypes } from '../../src/api/index.ts'
import { scopesFor } from '../../src/api/scopes.ts'
import { openDatabase } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { runningDatabase } from '../../src/embedded/postgresql.ts'
import { faultOf } from '../../src/load/stored-shapes.ts'
import { createKey, listKeys } from '../../src/store/keys/keys.ts'
import { idsAfter, readRows, wholeRecord } from '../../src/store/records/record-rows.ts'
import { narrowTable } from '../../src/store/records/tables.ts'
import { checkAnswer } from '../support/answer-check.ts'
import { eventually } from '../support/eventually.ts'
import { dataFolder, run, stop, up } from '../support/process.ts'
import type { Json } from '../support/server.ts'

const at = (name: string) => fileURLToPath(new URL(`./earlier/${name}`, import.meta.url))

/** By table, as the backup has them. */
function rowsIn(file: string): Map<string, number> {
  const found = new Map<string, number>()
  let table: string | undefined
  for (const line of gunzipSync(readFileSync(file)).toString('latin1').split('\n'))
    if (line === '\\.') table = undefined
    else if (table !== undefined) found.set(table, found.get(table)! + 1)
    else if (line.startsWith('{"table"')) {
      table = String(JSON.parse(line).table)
      found.set(table, 0)
    }
  return found
}

test('what the first version stored that can still be upgraded is all there and fits what is declared now', () =>
  // The demo of then named agencies where there are assignments.
  isAllThere('first.backup', ['record.activities.entity.id']))

test('so is what the last version stored whose backups describe their tables and indexes', () =>
  isAllThere('version-1.backup', []))

async function isAllThere(backup: string, namingNobody: readonly string[]): Promise<void> {
  const [data, file] = [await dataFolder(), at(backup)]
  const secret = { MUSTER_SECRET: 'the master secret of all the tests' }
  const restored = await run(['restore', file, '--data', data], secret)
  assert.equal(restored.code, 0, restored.stderr)
  const server = await up(data, [], { ...secret, LOG_LEVEL: 'warn' })
  const connection = await runningDatabase(data)
  const database = openDatabase({ connection: connection! }, { connections: 2, applicationName: 'tests' })
  const status = async (): Promise<Json> =>
    JSON.parse((await run(['status', '--json', '--data', data], secret)).stdout)
  const isHeld = async () => {
    const [row] = await database.rows<{ done: number }>(
      sql`select count(*)::int as done from shape_check where done`,
    )
    return row!.done === recordTypes.length
  }
  await eventually('everything is held against its Shape', isHeld, 120_000)
  const told: Json[] = (await status()).invalidRecords.flatMap(({ first }: Json) => first)
  assert.deepEqual([...new Set(told.map(({ path }) => path))], namingNobody)
  assert.equal((await listKeys(database)).length, 1)

  const before = rowsIn(file)
  let total = 0
  for (const type of recordTypes) {
    const ids = await idsAfter(database, type.type, '', 10_000)
    // The server works others out from them meanwhile.
    if (!type.computed) assert.equal(ids.length, before.get(narrowTable(type.type)) ?? 0, type.type)
    total += ids.length
    for (const row of (await readRows(database, type, ids)).values())
      assert.equal(faultOf(type, wholeRecord(type, row)), undefined, `${type.type} ${row.id}`)
  }
  assert.ok(total > 100, `${total}`)
  await readAll(server.baseUrl, database)
  await database.close()
  assert.equal(await stop(server), 0)
}

/** Every list without a parent, by keys of all owners: each answer is held against the OpenAPI document. */
async function readAll(baseUrl: string, database: ReturnType<typeof openDatabase>): Promise<void> {
  let records = 0
  for (const kind of ['company', 'agency'] as const) {
    const owners = await idsAfter(database, kind, '', 100)
    const limits = { perMinute: 100_000, perDay: 100_000 }
    const { secret } = await createKey(database, {
      ...limits,
      kind,
      owners,
      name: 'all',
      scopes: scopesFor(kind),
    })
    for (const operation of operations.filter(
      ({ method, path, callers }) =>
        method === 'GET' && !path.includes('{') && !path.includes(':') && (callers ?? kind) === kind,
    )) {
      const url = `${baseUrl}${operation.path}`
      const answer = await fetch(url, { headers: { Authorization: `Bearer ${secret}` } })
      const body = (await answer.json()) as Json
      assert.ok(answer.status < 500, `${url}: ${JSON.stringify(body)}`)
      checkAnswer(operation, url, answer.status, answer.headers, body)
      if (Array.isArray(body.data)) records += body.data.length
    }
  }
  assert.ok(records > 100, `${records}`)
}
