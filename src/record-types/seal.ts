// Values that lie encrypted beside a record: a sealed text carries what it can be found by, a keyed hash, so that
// looking for an equal one opens nothing. The same value sealed twice is the same text, so "unchanged" stays
// byte-equal.
import type { Plain } from '../shape/shape.ts'
import type { StoredRecord } from '../shape/stored.ts'

export type Seal = {
  close(plain: Plain): string
  /** What equal values may be found by: by the key in use, and by the one before it. */
  hashes(foundBy: string): readonly string[]
  open(sealed: string): string
}

/** Facts of a type that are sealed, each with how its text is brought to one form. */
export type SealedFacts = Readonly<Record<string, (text: string) => Plain>>

const form = /^s1\.([a-z]+:[\w-]{22})\.[\w-]+$/

export const isSealed = (text: string) => form.test(text)

/** What a sealed text is found by. */
export const hashIn = (sealed: unknown): string | undefined =>
  typeof sealed === 'string' ? form.exec(sealed)?.[1] : undefined

/** Opens what lies encrypted in these facts, in place. */
export function openFacts(sealed: SealedFacts, facts: StoredRecord['facts'], seal: Seal): void {
  for (const name of Object.keys(sealed)) {
    const value = facts[name] as string | string[] | undefined
    if (value !== undefined) facts[name] = Array.isArray(value) ? value.map(seal.open) : seal.open(value)
  }
}

/** Seals those of these facts that a line names or that were worked out; others that it keeps lie sealed already. */
export function sealFacts(
  sealed: SealedFacts,
  { facts }: StoredRecord,
  names: ReadonlySet<string>,
  seal: Seal | undefined,
): void {
  for (const [name, read] of Object.entries(sealed)) {
    const value = facts[name]
    if (value === undefined) continue
    const close = (text: string) => {
      if (!names.has(name) && isSealed(text)) return text
      if (!seal) throw new Error(`"${name}" is stored encrypted: the master secret is needed (MUSTER_SECRET)`)
      return seal.close(read(text))
    }
    facts[name] = Array.isArray(value) ? value.map(close) : close(value as string)
  }
}
