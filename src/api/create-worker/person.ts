// Who a new worker is: every field by itself, and what nationality asks for (§4.12).

import { nearestWord } from '../../errors/nearest.ts'
import { isCalendarDay } from '../../formats/day.ts'
import { isEmail } from '../../formats/email.ts'
import { compactCode, foldedText } from '../../formats/fold.ts'
import { isEircode, isUkPostcode, standardPostcode } from '../../formats/postcode.ts'
import { telephoneNumber } from '../../matching/contacts.ts'
import { isNationalInsurance, isPassport, isPps, isShareCode } from '../../matching/identity-numbers.ts'
import { telephoneCodes } from '../country-data.ts'
import { type BodyObject, BodyReader } from '../flaws.ts'
import { genders, nationalities } from '../reference-lists.ts'
import { addressNames } from './shape.ts'

const ages = { from: 16, to: 100 }

export function readName(reader: BodyReader, name: string): string | undefined {
  const text = reader.required(name, 'is required', 100)
  if (text === undefined) return undefined
  return /\p{L}/u.test(text) ? text : reader.flaw(name, 'has no letter in it')
}

export function readBirth(reader: BodyReader, today: string): string | undefined {
  const dob = reader.requiredExact('dob', 'is required, as YYYY-MM-DD')
  if (dob === undefined) return undefined
  if (!isCalendarDay(dob)) return reader.flaw('dob', 'is not a calendar date; write it as YYYY-MM-DD')
  const age = ageOn(today, dob)
  if (age >= ages.from && age <= ages.to) return dob
  return reader.flaw('dob', `is of somebody who is not ${ages.from} to ${ages.to} years old`)
}

function ageOn(today: string, dob: string): number {
  const years = Number(today.slice(0, 4)) - Number(dob.slice(0, 4))
  return today.slice(5) < dob.slice(5) ? years - 1 : years
}

export function readEmail(reader: BodyReader): string | undefined {
  const email = reader.requiredExact('email', 'is required', 254)
  if (email === undefined || isEmail(email)) return email
  return reader.flaw('email', 'is not an e-mail address; write it like name@example.com')
}

export function readPhone(reader: BodyReader) {
  const [given, code] = [reader.required('phone'), reader.requiredExact('countryCode')]
  if (code !== undefined && !telephoneCodes.some(known => known.code === code))
    return reader.flaw('countryCode', 'is not in GET /telephone-country-codes; write it like +44')
  if (given === undefined || code === undefined) return undefined
  const found = telephoneNumber(given, code)
  if (!found) return reader.flaw('phone', `cannot be a telephone number of ${code}`)
  return { e164: found.e164, phone: { countryCode: code, number: found.national } }
}

export function readGender(reader: BodyReader): string | undefined {
  const gender = reader.requiredExact('gender')
  if (gender === undefined || (genders as readonly string[]).includes(gender)) return gender
  return reader.flaw('gender', `must be one of ${genders.join(', ')}`)
}

export const readNationality = (reader: BodyReader) => readCountry(reader, 'nationality')

const countryNames = nationalities.map(({ name }) => name)

function readCountry(reader: BodyReader, name: string): string | undefined {
  const country = reader.requiredExact(name)
  if (country === undefined || countryNames.includes(country)) return country
  const close = meant(country)
  const right = close ? `the nearest one is "${close}"` : 'GET /countries lists them'
  return reader.flaw(name, `is not a name in the countries list; ${right}`)
}

/** Other names of some countries, which no nearest spelling would find. */
const otherNames: readonly [RegExp, string][] = [
  [/^(uk|u\.k\.|gb|british|(great )?britain|england|scotland|wales|northern ireland)$/i, 'United Kingdom'],
  [/^(republic of ireland|eire|éire|ie)$/i, 'Ireland'],
  [/^(usa?|u\.s\.(a\.)?|america)$/i, 'United States'],
]

function meant(country: string): string | undefined {
  const other = otherNames.find(([form]) => form.test(country))
  if (other) return other[1]
  const within = countryNames.filter(
    name => country.length > 2 && foldedText(name).includes(foldedText(country)),
  )
  return nearestWord(country, countryNames) ?? within.toSorted((a, b) => a.length - b.length)[0]
}

type Numbers = { nationalIns?: string; passportNo?: string }

/** Each number is checked where it is given, and asked for where the nationality asks for it. */
export function readNumbers(reader: BodyReader, nationality: string | undefined): Numbers {
  const insurance = reader.text('nationalIns')
  const travel = reader.text('passportNo')
  const irish = nationality === 'Ireland' || nationality === 'Irish'
  const missing = reader.value('nationalIns') === undefined
  if (nationality === 'United Kingdom' && missing)
    reader.flaw('nationalIns', 'is required of a United Kingdom national: a UK National Insurance number')
  if (irish && missing)
    reader.flaw(
      'nationalIns',
      'is required of an Irish national: a UK National Insurance or Irish PPS number',
    )
  if (!irish && nationality !== undefined && nationality !== 'United Kingdom' && missing)
    if (reader.value('passportNo') === undefined)
      reader.flaw(
        'passportNo',
        'is required of this nationality: a passport number or share code, or a UK National Insurance number in nationalIns',
      )
  if (insurance !== undefined && !isNationalInsurance(insurance) && !(irish && isPps(insurance)))
    reader.flaw(
      'nationalIns',
      `is not a valid UK National Insurance number${irish ? ' nor an Irish PPS number' : ', such as AB123456C'}`,
    )
  if (travel !== undefined && !isPassport(travel) && !isShareCode(travel))
    reader.flaw(
      'passportNo',
      'is neither a passport number (6 to 9 letters and digits) nor a share code (9, the first W, R or S)',
    )
  return {
    ...(insurance !== undefined && { nationalIns: compactCode(insurance) }),
    ...(travel !== undefined && { passportNo: compactCode(travel) }),
  }
}

export function readPostalAddress(reader: BodyReader): Record<string, string | number> | undefined {
  const given = reader.object('address')
  if (!given) return undefined
  const inner = new BodyReader(reader.flaws, given as BodyObject, 'address')
  inner.known(addressNames)
  const country = readCountry(inner, 'country')
  const read: Record<string, string | number | undefined> = {
    lineOne: inner.required('lineOne'),
    lineTwo: inner.text('lineTwo'),
    city: inner.required('city'),
    region: inner.text('region'),
    country,
    code: readCode(inner, country),
    latitude: readDegrees(inner, 'latitude', 90),
    longitude: readDegrees(inner, 'longitude', 180),
  }
  return Object.fromEntries(
    Object.entries(read).filter((entry): entry is [string, string | number] => entry[1] !== undefined),
  )
}

function readCode(address: BodyReader, country: string | undefined): string | undefined {
  const code = address.required('code', 'is required', 20)
  if (code === undefined) return undefined
  if (country === 'United Kingdom')
    return isUkPostcode(code)
      ? standardPostcode(code)
      : address.flaw('code', 'is not a UK postcode; write it like EC1A 1BB')
  if (country !== 'Ireland' && country !== 'Irish') return code
  return isEircode(code)
    ? standardPostcode(code)
    : address.flaw('code', 'is not an Eircode; write it like D02 X285')
}

function readDegrees(address: BodyReader, name: string, most: number): number | undefined {
  const value = address.value(name)
  if (value === undefined) return undefined
  if (typeof value === 'number' && Math.abs(value) <= most) return value
  return address.flaw(name, `must be a number from -${most} to ${most}`)
}
