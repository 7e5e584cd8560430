// Finds keys and tokens in what must not hold any: every answer, log line and error of the suite passes here.
import assert from 'node:assert/strict'
import { isWellFormed } from '../../src/access/key-format.ts'

const candidates = /wf[caotrgs]_[0-9A-Za-z]{46}/g

export function secretsIn(text: string): string[] {
  const signing = text.match(/whsec_[0-9A-Za-z+/]{20,}/g) ?? []
  return [...(text.match(candidates) ?? []).filter(isWellFormed), ...signing]
}

export function expectNoSecret(text: string, where: string): void {
  const found = secretsIn(text)
  assert.deepEqual(
    found.map(secret => secret.slice(0, 6)),
    [],
    `a secret came out in ${where}`,
  )
}
