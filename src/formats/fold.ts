// Folds text so that it can be compared, for sort keys and searches, on write and on query: every PostgreSQL then sorts
// and finds alike, whatever its locale.

/** A sigma at the end of a word is one all the same, and an İ is an i. */
export const foldedText = (text: string): string =>
  isPlain.test(text)
    ? text.toLowerCase()
    : text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').replaceAll('i\u0307', 'i')

const isPlain = /^[\x20-\x7e]*$/

/** Less, equal or greater as PostgreSQL's "C" collation has it: JavaScript's own order differs beyond the first 65,536. */
export const byCodePoints = <T extends string | number>(a: T, b: T): number =>
  typeof a === 'string'
    ? Buffer.compare(Buffer.from(a), Buffer.from(b as string))
    : (a as number) - (b as number)
/** Codes and numbers in the form in which they are compared: in capitals, without separators. */
export const compactCode = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.\p{Pd}]/gu, '')
