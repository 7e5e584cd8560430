// E-mail addresses, telephone numbers and postcodes: checks, and the normalized form in which they are compared.
import { createRequire } from 'node:module'
import { compactCode } from '../formats/fold.ts'
import { isEircode, isUkPostcode } from '../formats/postcode.ts'

/** Lower case, without a +tag, and without the dots that Gmail ignores. */
export function plainEmail(text: string): string {
  const [local = '', domain = ''] = text
    .trim()
    .toLowerCase()
    .split(/@(?=[^@]*$)/)
  const bare = local.replace(/\+.*$/, '')
  const google = domain === 'gmail.com' || domain === 'googlemail.com'
  return `${google ? bare.replaceAll('.', '') : bare}@${google ? 'gmail.com' : domain}`
}

const require = createRequire(import.meta.url)
type Library = typeof import('libphonenumber-js/min')
let library: Library | undefined

/** Loaded with the first number, as it would slow every start down. */
function numbers(): Library {
  library ??= require('libphonenumber-js/min') as Library
  return library
}

/** Regions whose numbers have nine or ten digits after the country code, whatever else is possible. */
const nineOrTen = new Set(['+44', '+353'])

/** Undefined where it cannot be a number of that country. */
export function telephoneNumber(
  given: string,
  countryCode: string,
): { e164: string; national: string } | undefined {
  const text = given.normalize('NFKC').replace(/^\s*00/, '+')
  if (!/^[\d\s().+/\p{Pd}]{3,40}$/u.test(text)) return undefined
  const parsed = parsedIn(text, countryCode)
  if (!parsed?.isPossible() || `+${parsed.countryCallingCode}` !== countryCode) return undefined
  const { nationalNumber: national } = parsed
  if (nineOrTen.has(countryCode) && (national.length < 9 || national.length > 10)) return undefined
  return { e164: parsed.number, national }
}

/** Loaded records may have invalid country codes, for which the library throws. */
function parsedIn(text: string, countryCode: string) {
  try {
    return numbers().parsePhoneNumberFromString(text, { defaultCallingCode: countryCode.slice(1) })
  } catch {
    return undefined
  }
}

/** Only British postcodes have a sector, and only those and Eircodes an outward part. */
export function postcodeParts(given: string): { whole: string; sector?: string; outward?: string } {
  const whole = compactCode(given)
  if (isUkPostcode(whole)) return { whole, sector: whole.slice(0, -2), outward: whole.slice(0, -3) }
  return isEircode(whole) ? { whole, outward: whole.slice(0, 3) } : { whole }
}
