// A checksum of a record type's Shapes: by it a change of what may be stored is noticed, whether or not a column changes.
import { hash } from 'node:crypto'
import { memoized } from '../shape/memoized.ts'
import type { RecordType } from './record-type.ts'

/** Only of what decides whether a record fits, not of what a property means. */
export const shapeChecksum = memoized(({ record, facts, upgrade, ownedItems }: RecordType) => {
  const text = JSON.stringify([record, facts], (name, value) => (isWords.has(name) ? undefined : value))
  const rule = ownedItems ? ` ${JSON.stringify(ownedItems)}` : ''
  return hash('sha256', `${text} ${upgrade ?? ''}${rule}`, 'hex').slice(0, 16)
})

const isWords = new Set(['description', 'examples', 'x-words'])
