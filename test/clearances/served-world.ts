// One world after another in a database of its own, and what the keys of its company and its agency are told of it.
import assert from 'node:assert/strict'
import { recordTypes } from '../../src/api/index.ts'
import { checkToEnd } from '../../src/checks/checker.ts'
import { runAll } from '../../src/database/database.ts'
import { commas, name, sql } from '../../src/database/sql.ts'
import { allTables } from '../../src/store/records/tables.ts'
import { type Json, type TestServer, testServer } from '../support/server.ts'
import type { Everything } from './seen.ts'
import { files, linesOf, peopleAndPlaces } from './world-lines.ts'

const own = [
  'masterQualification',
  'project',
  'site',
  'connection',
  'competencyEntry',
  'smartCheckConfiguration',
  'worker',
  'assignment',
  'clearance',
]

export type ServedWorlds = {
  server: TestServer
  /** Puts this world in the place of the one before. */
  show(world: Everything): Promise<void>
  /** Loads more lines, of which none may be rejected, and works out what follows. */
  change(lines: readonly object[]): Promise<void>
  get(side: 'company' | 'agency', path: string): Promise<Json>
}

export async function servedWorlds(): Promise<ServedWorlds> {
  const server = await testServer()
  const { database } = server
  const load = (lines: readonly object[]) =>
    server.load(lines, { onRejection: rejection => assert.fail(JSON.stringify(rejection).slice(0, 500)) })
  await load(peopleAndPlaces())
  const keys = {
    company: await server.key('company', ['c1', 'c2']),
    agency: await server.key('agency', ['a1']),
  }
  const tables = recordTypes.filter(({ type }) => own.includes(type)).flatMap(allTables)
  const change = async (lines: readonly object[]) => {
    await load([...files, ...lines])
    await checkToEnd(database)
  }
  return {
    server,
    change,
    async show(world) {
      await runAll(database, sql`truncate ${commas([...tables, 'check_work'].map(name))}`)
      await change(linesOf(world))
    },
    async get(side, path) {
      const { status, body, text } = await server.get(path, keys[side])
      assert.equal(status, 200, `${path}: ${text}`)
      return body
    },
  }
}
