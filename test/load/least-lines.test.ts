// The lines that the pages of docs/records show load as they stand there, from the first to the last, into an empty database.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { loadableTypes } from '../../src/record-types/record-type.ts'
import { testServer } from '../support/server.ts'

type Line = { type: string; path?: string }
function linesOn(name: string): Line[][] {
  const page = readFileSync(new URL(`../../docs/records/${name}.md`, import.meta.url), 'utf8')
  return [...page.matchAll(/```json\n(.*?)\n```/gs)].map(([, text]) =>
    text!.split('\n').map(line => JSON.parse(line) as Line),
  )
}
/** The content of one file lies beside the load file, and is not on the page. */
const files = linesOn('file')
  .flat()
  .filter(({ path }) => path === undefined)
const types = loadableTypes(recordTypes).map(({ type }) => type)
const records = types.flatMap(linesOn)

async function expectTaken(lines: readonly Line[]): Promise<void> {
  const server = await testServer()
  for (const line of lines)
    await server.load([line], {
      loopback: false,
      onRejection: ({ path, reason }) => assert.fail(`${line.type}: ${path} ${reason}`),
    })
}

test('the least line of every type that a page shows loads as it is, after those that are listed before it', async () => {
  assert.deepEqual(
    records.map(([least]) => least!.type),
    types,
  )
  await expectTaken(records.map(([least]) => least!))
})

test('the whole line of every type that a page shows loads as it is, after those that are listed before it', async () => {
  assert.equal(files.length, 1)
  await expectTaken([...files, ...records.map(lines => lines.at(-1)!)])
})
