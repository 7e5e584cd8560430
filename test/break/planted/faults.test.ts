// Every planted mistake still changes exactly one place of its source.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { plantedFaults } from './faults.ts'

test(`${plantedFaults.length} mistakes can be planted, each in one place`, () => {
  for (const { what, file, from, to } of plantedFaults) {
    const source = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
    assert.equal(source.split(from).length, 2, `${what}: ${file} has not exactly one "${from}"`)
    assert.notEqual(from, to)
  }
})
