// A record as it is stored, with its facts, and what is at a path of either.
import { firstAt, valuesAt } from './path.ts'
import type { Static, TSchema } from './shape.ts'

export type StoredRecord<R = Record<string, unknown>, F = Record<string, unknown>> = { record: R; facts: F }
export type StoredOf<R extends TSchema, F extends TSchema> = StoredRecord<Static<R>, Static<F>>

/** Every value at a path of a stored record, or of its facts. */
export const storedAt = (stored: StoredRecord, names: readonly string[]): unknown[] =>
  names[0] === 'facts' ? valuesAt(stored.facts, names, 1) : valuesAt(stored.record, names)

/** The first of them, or undefined. */
export const firstStoredAt = (stored: StoredRecord, names: readonly string[]): unknown =>
  names[0] === 'facts' ? firstAt(stored.facts, names, 1) : firstAt(stored.record, names)

/** The name of the column that holds what is at a path: `company.id` is company_id. */
export const columnName = (path: string) => snake(path.replaceAll('.', '_'))

const snakes = new Map<string, string>()

/** Remembered: the names are those of declarations, and every statement is written with some of them. */
export function snake(text: string): string {
  let known = snakes.get(text)
  if (known === undefined) {
    known = text.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
    snakes.set(text, known)
  }
  return known
}
