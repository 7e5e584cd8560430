// Secrets as text: what one looks like, that every slip of the hand is noticed, and what may be shown of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import {
  hashOfSecret,
  hintOfSecret,
  isWellFormed,
  kindOfSecret,
  newSecret,
} from '../../src/access/key-format.ts'

const kinds = ['company', 'agency', 'operator'] as const
const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const some = 200

test('a secret says what it opens, is never the same twice and uses every character', () => {
  for (const [kind, prefix] of [
    ['company', 'wfc'],
    ['agency', 'wfa'],
    ['operator', 'wfo'],
  ] as const) {
    const made = Array.from({ length: some }, () => newSecret(kind))
    for (const secret of made) {
      assert.match(secret, new RegExp(`^${prefix}_[0-9A-Za-z]{46}$`))
      assert.equal(kindOfSecret(secret), kind)
      assert.ok(isWellFormed(secret))
    }
    assert.equal(new Set(made).size, some)
    const used = new Set(made.flatMap(secret => [...secret.slice(4, 44)]))
    assert.deepEqual([...used].sort().join(''), characters)
  }
  for (const other of ['wfx_', 'wfc', 'WFC_', 'xwfc_', '']) assert.equal(kindOfSecret(other), undefined)
})

test('the checksum is CRC-32 of all before it, in base 62 and six characters', () => {
  for (const [start, checksum] of [
    [`wfc_${characters.slice(0, 40)}`, '4Sd5pJ'],
    [`wfa_${characters.slice(-40)}`, '16M9dX'],
    [`wfo_${'0'.repeat(40)}`, '36mZTk'],
    ['wfc_SNJmPF7jDjhJ46EPKVx6zB23pc1umDh2VjXqkzud', '00t7PT'],
  ] as const)
    assert.ok(isWellFormed(start + checksum), start)
})

test('a right checksum does not make a secret of what has another form', () => {
  const random = characters.slice(7, 47)
  assert.ok(isWellFormed(withChecksum(`wfc_${random}`)))
  for (const start of [
    `WFC_${random}`,
    `wfx_${random}`,
    `xwfc_${random}`,
    ` wfc_${random}`,
    `wfc_${random}0`,
    `wfc_${random.slice(1)}`,
    `wfc_${random.slice(1)}-`,
    random,
    '',
  ])
    assert.equal(isWellFormed(withChecksum(start)), false, start)
  assert.equal(isWellFormed(`${withChecksum(`wfc_${random}`)}${withChecksum(`wfc_${random}`)}`), false)
})

function withChecksum(start: string): string {
  const digits = Array.from({ length: 6 }, (_, place) => Math.floor(crc32(start) / 62 ** (5 - place)) % 62)
  return start + digits.map(digit => characters[digit]).join('')
}

test('one character changed, left out or added, or two swapped, is noticed', () => {
  const slip = fc.record({
    kind: fc.constantFrom(...kinds),
    at: fc.integer({ min: 0, max: 49 }),
    other: fc.constantFrom(...characters, '_', '-', 'é', ' ', '\n'),
  })
  fc.assert(
    fc.property(slip, ({ kind, at, other }) => {
      const secret = newSecret(kind)
      const [before, here, next, rest] = [
        secret.slice(0, at),
        secret[at]!,
        secret[at + 1] ?? '',
        secret.slice(at + 2),
      ]
      const slips = [
        `${before}${other}${next}${rest}`,
        `${before}${next}${rest}`,
        `${before}${here}${other}${next}${rest}`,
        `${before}${next}${here}${rest}`,
      ]
      for (const wrong of slips) assert.equal(isWellFormed(wrong), wrong === secret, wrong)
    }),
    { numRuns: 500 },
  )
})

test('a secret is stored as its SHA-256 and shown as its prefix and last four characters', () => {
  assert.equal(
    hashOfSecret('abc').toString('hex'),
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
  assert.equal(hintOfSecret('wfc_0123456789abcd'), 'wfc_…abcd')
})
