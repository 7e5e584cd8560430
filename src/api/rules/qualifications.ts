// What follows for a document from what the list of master qualifications says of it, and from what it is called where the
// list says nothing.
import { foldedText } from '../../formats/fold.ts'
import type { Static } from '../../shape/shape.ts'
import type { masterQualifications } from '../master-lists.ts'

export type Qualification = Static<typeof masterQualifications.stored.record>

/** What names of documents and qualifications are compared by. */
export const documentKey = (name: string): string => foldedText(name.trim())

/** Each name once, as it is first written, by what it is compared by. */
export function namesByKey(names: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const name of names) if (!found.has(documentKey(name))) found.set(documentKey(name), name)
  return found
}

/** What a list says of a qualification, if it has it. */
type Said = Partial<Pick<Qualification, 'homeOfficeCheck' | 'mayBePast'>>

/** A list of qualifications that does not say so still means a visa when it says Visa. */
export const needsHomeOffice = (name: string, said: Said = {}): boolean =>
  said.homeOfficeCheck ?? /^visa$/i.test(name.trim())

/** Whether somebody who holds it may work when it has expired: British and Irish people may without any document. */
export const mayBePastExpiry = (name: string, said: Said = {}): boolean =>
  said.mayBePast ?? /^(uk passport|irish passport|irish passport card)$/i.test(name.trim())
