// The list of export formats: two that could not be told apart are refused as it is read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csv } from '../../src/tables/csv-format.ts'
import { distinctFormats } from '../../src/tables/export-formats.ts'

test('two export formats of one name or one media type are refused', () => {
  assert.throws(() => distinctFormats([csv, csv]), { message: 'Two export formats are called csv' })
  assert.throws(() => distinctFormats([csv, { ...csv, name: 'tsv' }]), {
    message: 'The export formats csv and tsv both have the type text/csv',
  })
  const other = { ...csv, name: 'tsv', mediaType: 'text/tab-separated-values' }
  assert.deepEqual(distinctFormats([csv, other]), [csv, other])
})
