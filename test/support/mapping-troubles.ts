// What is wrong with a mapping, a line each.
import assert from 'node:assert/strict'
import { recordTypes } from '../../src/api/index.ts'
import { Problem } from '../../src/errors/problem.ts'
import { readMapping } from '../../src/mapping/mapping.ts'

export function troublesOf(mapping: string): string[] {
  try {
    readMapping(mapping, recordTypes)
    return []
  } catch (error) {
    assert.ok(error instanceof Problem, String(error))
    return error.message
      .split('\n')
      .slice(1)
      .map(line => line.trim())
  }
}
