// The lines that docs/loading.md shows load as they stand there, from the first to the last, into an empty database.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { loadableTypes } from '../../src/record-types/record-type.ts'
import { testServer } from '../support/server.ts'

const page = readFileSync(new URL('../../docs/loading.md', import.meta.url), 'utf8')
type Line = { type: string; path?: string }
const shown = [...page.matchAll(/```json\n(.*?)\n```/gs)].map(([, text]) =>
  text!.split('\n').map(line => JSON.parse(line) as Line),
)
/** The content of one file lies beside the load file, and is not on the page. */
const files = shown.flat().filter(({ type, path }) => type === 'file' && path === undefined)
const records = shown.filter(([first]) => first!.type !== 'file')

async function expectTaken(lines: readonly Line[]): Promise<void> {
  const server = await testServer()
  for (const line of lines)
    await server.load([line], {
      loopback: false,
      onRejection: ({ path, reason }) => assert.fail(`${line.type}: ${path} ${reason}`),
    })
}

test('the least line of every type that the page shows loads as it is, after those above it', async () => {
  assert.deepEqual(
    records.map(([least]) => least!.type),
    loadableTypes(recordTypes).map(({ type }) => type),
  )
  await expectTaken(records.map(([least]) => least!))
})

test('the whole line of every type that the page shows loads as it is, after those above it', async () => {
  assert.equal(files.length, 1)
  await expectTaken([...files, ...records.map(([, whole]) => whole!)])
})
