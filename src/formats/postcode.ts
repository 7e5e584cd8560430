// Postcodes of the United Kingdom and Eircodes, however they are written.

import { compactCode } from './fold.ts'

export const isUkPostcode = (text: string): boolean =>
  /^(GIR0AA|[A-Z]{1,2}\d[A-Z\d]?\d[ABD-HJLNP-UW-Z]{2})$/.test(compactCode(text))

export const isEircode = (text: string): boolean =>
  /^(D6W|[AC-FHKNPRTV-Y]\d{2})[AC-FHKNPRTV-Y\d]{4}$/.test(compactCode(text))

/** EC1A 1BB and D02 X285: one space before the last three, or the last four. What is neither stays as it is. */
export function standardPostcode(text: string): string {
  const last = isUkPostcode(text) ? 3 : isEircode(text) ? 4 : 0
  if (last === 0) return text
  const code = compactCode(text)
  return `${code.slice(0, -last)} ${code.slice(-last)}`
}
