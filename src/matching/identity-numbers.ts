// Identity numbers, normalized and checked: National Insurance, Irish PPS, passport, share code.
import { compactCode } from '../formats/fold.ts'
import type { Plain } from '../shape/shape.ts'

const neverIssued = new Set(['BG', 'GB', 'KN', 'NK', 'NT', 'TN', 'ZZ'])

export function isNationalInsurance(text: string): boolean {
  const found = /^([A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z])\d{6}[A-D]$/.exec(compactCode(text))
  return found !== null && !neverIssued.has(found[1]!)
}

/** The check letter is computed from the digits and, where it counts, the second letter. */
export function isPps(text: string): boolean {
  const found = /^(\d{7})([A-W])([A-GIW])?$/.exec(compactCode(text))
  if (!found) return false
  const [, digits, check, second = 'W'] = found
  const weighed = [...digits!].reduce((sum, digit, at) => sum + Number(digit) * (8 - at), 0)
  const sum = weighed + (second === 'W' ? 0 : 9 * (second.charCodeAt(0) - 64))
  return 'WABCDEFGHIJKLMNOPQRSTUV'[sum % 23] === check
}

export function isPassport(text: string): boolean {
  const bare = compactCode(text)
  return /^[A-Z0-9]{6,9}$/.test(bare) && /\d/.test(bare)
}

export const isShareCode = (text: string) => /^[WRS][A-Z0-9]{8}$/.test(compactCode(text))

/** Those for the right to work begin with W. */
export const isWorkShareCode = (text: string) => isShareCode(text) && compactCode(text).startsWith('W')

/** National Insurance numbers that differ only in the suffix are the same person's. */
export function nationalNumber(given: string): Plain {
  const text = compactCode(given)
  if (/^[A-Z]{2}\d{6}[A-Z]?$/.test(text)) return { text, foundBy: `ni:${text.slice(0, 8)}` }
  return { text, foundBy: `pps:${text}` }
}

/** Passport numbers and share codes are sent in the same field, so they are matched in the same way. */
export function travelNumber(given: string): Plain {
  const text = compactCode(given)
  return { text, foundBy: `travel:${text}` }
}
