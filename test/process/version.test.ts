// `muster version`: whether the data is of this version, without changing anything.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { openDatabase } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { version } from '../../src/settings/version.ts'
import { schemaForCommand } from '../../src/store/schema/prepare.ts'
import { schemaNumber } from '../../src/store/schema/schema-version.ts'
import { command } from '../support/command.ts'
import { newDatabase, urlOf } from '../support/database.ts'

test('where there is no data, version says so, and makes none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muster-version-'))
  after(() => rm(folder, { recursive: true }))
  const { code, stdout } = await command(['version', '--data', folder])
  assert.equal(code, 0)
  assert.match(
    stdout,
    new RegExp(
      `^Muster     ${version.replaceAll('.', '\\.')}, a checkout, schema ${schemaNumber}, on Node 24[.\\d]+\nRunning    nothing\nData       ${folder}: nothing of Muster yet\n$`,
    ),
  )
  assert.deepEqual(await readdir(folder), [])
})

test('of a database, version says whether it is of this version', async () => {
  const connection = await newDatabase()
  const env = { DATABASE_URL: urlOf(connection), MUSTER_SECRET: 'the master secret of all the tests' }
  const state = async () => JSON.parse((await command(['version', '--json'], env)).stdout).state
  assert.deepEqual(await state(), { is: 'none' })
  const database = openDatabase({ connection }, { connections: 1, applicationName: 'version' })
  after(() => database.close())
  assert.deepEqual(await state(), { is: 'none' }, 'it has made no tables')
  await schemaForCommand(database, recordTypes)
  assert.deepEqual(await state(), { is: 'own' })
  await database.rows(sql`update schema_version set number = 9999, muster = '9.9.9'`)
  const { is, why } = await state()
  assert.equal(is, 'newer')
  assert.match(why, /upgraded by a newer Muster \(schema 9999 of version 9\.9\.9; this one has schema \d+\)/)
})
