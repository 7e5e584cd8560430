// What a search looks for in a mentioned record has to be searched in that record.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { searchedOwn, searchedShort } from '../../src/record-types/search-columns.ts'

const columnOf = (type: string, name: string) =>
  recordTypes.find(known => known.type === type)!.columns.find(column => column.name === name)

const through = recordTypes.flatMap(({ type, search }) =>
  (search?.through ?? []).map(each => ({ of: type, ...each })),
)

test('timesheets and assignments are searched through workers and agencies', () => {
  assert.deepEqual(
    through.map(({ of, type }) => `${of} ${type}`),
    ['assignment worker', 'assignment agency', 'timesheet worker', 'timesheet agency'],
  )
})

for (const { of, type, repeated } of through) {
  test(`what a ${of} repeats of its ${type} is searched in the ${type}`, () => {
    const searched = columnOf(type, searchedShort)!.paths
    for (const path of repeated) assert.ok(searched.includes(path.split('.').at(-1)!), path)
    for (const path of repeated) assert.ok(columnOf(of, searchedOwn)!.paths.includes(path), path)
  })
}
