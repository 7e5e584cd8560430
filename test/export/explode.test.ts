// Rows of the items of long lists are written a little at a time, so that one record with thousands of them holds
// nobody up.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller } from '../../src/access/caller.ts'
import { operations, recordTypes } from '../../src/api/index.ts'
import { exportAnswer, valuesSource } from '../../src/kernel/operation/export.ts'
import { list, record, text } from '../../src/shape/shape.ts'
import { tableOf, turnLength } from '../../src/tables/columns.ts'
import { exportFormats } from '../../src/tables/export-formats.ts'
import { readCsv, readExport, readXlsx } from '../support/exports.ts'
import { requisition, rivals } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const answer = (number: number) => ({
  fieldId: `f${number}`,
  label: `Question ${number}`,
  fieldType: 'text',
  value: 'v'.repeat(100),
  answerScope: 'submission',
  submissionId: 's1',
  workerIds: [],
  agency: { id: 'a1' },
  worker: null,
  displayLocations: ['requisition'],
  updatedAt: null,
  updatedBy: null,
})

test('a record with twelve thousand items has as many rows', async () => {
  const server = await testServer({ operations, types: recordTypes })
  await server.load(rivals())
  const answers = Array.from({ length: 12_000 }, (_, number) => answer(number))
  await server.load([requisition('r1', { company: 'c1', project: 'p1' }, {}, { answers })])
  const key = await server.key('company', ['c1'])
  const read = (format: string) =>
    readExport(server.origin, `/requisitions?format=${format}&explode=submissionAnswers`, key)
  const inCsv = readCsv((await read('csv')).text)
  const label = inCsv.header.indexOf('submissionAnswers.label')
  const labels = answers.map(each => each.label)
  assert.deepEqual(
    inCsv.rows.map(row => row[label]),
    labels,
  )
  const inXlsx = await readXlsx((await read('xlsx')).bytes)
  assert.deepEqual(
    inXlsx.rows.map(row => row[label]),
    labels,
  )
})

for (const format of exportFormats.filter(({ isTable }) => isTable))
  test(`others have their turn while a long list is written as ${format.name}`, async () => {
    const Shape = record({ id: text, items: list(record({ name: text })) })
    let turns = 0
    const readIn = new Set<number>()
    const item = {
      get name() {
        readIn.add(turns)
        return 'x'.repeat(80)
      },
    }
    const items = Array.from({ length: 20_000 }, () => item)
    const table = tableOf(Shape, { kind: 'company', absent: new Set(), explode: 'items' })
    const source = valuesSource([{ id: 'one', items }], undefined)
    const caller = { kind: 'company', companies: [], agencies: [] } as unknown as Caller
    const { stream } = exportAnswer(source, { format, table, links: undefined, caller, name: 'list' })
    let turn = setImmediate(function again() {
      turns++
      turn = setImmediate(again)
    })
    let longest = 0
    for await (const chunk of stream!.chunks) longest = Math.max(longest, chunk.length)
    clearImmediate(turn)
    assert.ok(longest < 2 * turnLength, `one piece has ${longest} bytes`)
    assert.ok(readIn.size > 20, `all of it was written in ${readIn.size} turns`)
  })
