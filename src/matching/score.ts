// Probabilistic record linkage (Fellegi and Sunter): two people match by the same identity number, or where the weights
// of their fields, log2(m/u) in bits, reach a threshold. People review the matches, so it favours recall over precision.
import { postcodeParts } from './contacts.ts'
import { frequencyOf } from './name-frequencies.ts'
import { isVariant, jaroWinkler, soundOf } from './names.ts'
import type { Person } from './person.ts'

/** The weight of each agreement and the threshold (`match`), in bits. Estimates, not measurements. */
export const weights = {
  match: 20,
  firstName: { same: 0.8, variant: 3.1, alike: 2.6, initial: 0.5, different: -5, alikeFrom: 0.9 },
  lastName: { same: 0.88, part: 5.4, alike: 4.6, sound: 2.3, different: -6.6, alikeFrom: 0.92 },
  swappedNames: -3,
  dob: { same: 13.2, newYear: 10.2, swapped: 7.2, twoParts: 2.1, different: -6.6 },
  email: { same: 18.2, different: -1.3 },
  phone: { same: 17.2, different: -1.3 },
  postcode: { same: 14.9, sector: 7.2, outward: 4.9, different: -1.8 },
  gender: { same: 0.2, different: -3 },
  nationality: { same: 1, different: -2 },
  nationalIns: { different: -5 },
  /** The most that e-mail, telephone and postcode add together; less where the dates of birth differ. */
  contactAtMost: 24,
  contactAtMostWhenBornApart: 14,
} as const

/** A contact that so many workers share identifies none of them. */
export const sharedBy = 5

/** Contacts that are not compared: the agency's own, and those that many workers share. */
export type IgnoredContacts = { email: boolean; phone: boolean }

const fields = {
  dob: dobBits,
  email: equalBits('email'),
  phone: equalBits('phone'),
  postcode: postcodeBits,
  gender: equalBits('gender'),
  nationality: equalBits('nationality'),
}

const fieldList = Object.entries(fields) as [keyof typeof fields, typeof dobBits][]

export type MatchField = 'firstName' | 'lastName' | 'nationalIns' | keyof typeof fields

export type MatchScore = {
  match: boolean
  /** The identity number that both have. */
  exact?: 'nationalIns' | 'pps' | 'travel'
  total: number
  bits: Partial<Record<MatchField, number>>
}

export function compare(person: Person, known: Person, ignored: IgnoredContacts): MatchScore {
  const names = compareNames(person, known)
  const bits: MatchScore['bits'] = { firstName: names.first, lastName: names.last }
  for (const [field, bitsOf] of fieldList) {
    const [one, other] = [person[field], known[field]]
    if (one && other && !ignored[field as keyof IgnoredContacts]) bits[field] = bitsOf(one, other)
  }
  const differ = differentInsurance(person, known)
  if (differ) bits.nationalIns = weights.nationalIns.different
  const total = sumOf(bits)
  const exact = sharedNumber(person, known)
  const bornApart = bits.dob === weights.dob.different
  const weighed = passesGate(names, bits) && !(differ && bornApart) && total >= weights.match
  const match = exact !== undefined || weighed
  return { match, ...(exact && { exact }), total: tenths(total), bits: rounded(bits) }
}

const tenths = (value: number) => Math.round(value * 10) / 10
const rounded = (bits: MatchScore['bits']) =>
  Object.fromEntries(Object.entries(bits).map(([field, value]) => [field, tenths(value)]))

function sumOf(bits: MatchScore['bits']): number {
  const { email = 0, phone = 0, postcode = 0, ...rest } = bits
  const atMost =
    bits.dob === weights.dob.different ? weights.contactAtMostWhenBornApart : weights.contactAtMost
  const contact = Math.min(atMost, email + phone + postcode)
  return Object.values(rest).reduce((sum, value) => sum + value, contact)
}

/** Both names are compatible; or one is, with the same e-mail or telephone and no different date of birth. */
function passesGate({ first, last }: Names, bits: MatchScore['bits']): boolean {
  const [firstFits, lastFits] = [first !== weights.firstName.different, last !== weights.lastName.different]
  if (firstFits && lastFits) return true
  const reached = bits.email === weights.email.same || bits.phone === weights.phone.same
  return (firstFits || lastFits) && reached && bits.dob !== weights.dob.different
}

type Names = { first: number; last: number }

function compareNames(one: Person, other: Person): Names {
  const straight = { first: firstBits(one.first, other.first), last: lastBits(one.last, other.last) }
  if (one.first !== other.last || one.last !== other.first || one.first === one.last) return straight
  return {
    first: sameFirst(one.first) + weights.swappedNames,
    last: sameLast(one.last) + weights.swappedNames,
  }
}

const sameFirst = (name: string) => Math.log2(weights.firstName.same / frequencyOf('first', name))
const sameLast = (name: string) => Math.log2(weights.lastName.same / frequencyOf('last', name))

function firstBits(one: string, other: string): number {
  const { variant, alike, initial, different, alikeFrom } = weights.firstName
  if (one === other) return sameFirst(one)
  const [head, otherHead] = [one.split(' ')[0]!, other.split(' ')[0]!]
  if (head.length === 1 || otherHead.length === 1) return head[0] === otherHead[0] ? initial : different
  if (head === otherHead || isVariant(head, otherHead)) return variant
  return jaroWinkler(one, other) >= alikeFrom ? alike : different
}

function lastBits(one: string, other: string): number {
  const { part, alike, sound, different, alikeFrom } = weights.lastName
  if (one === other) return sameLast(one)
  const words = one.split(' ')
  const theirs = other.split(' ')
  if (words.length + theirs.length > 2 && words.some(word => word.length > 2 && theirs.includes(word)))
    return part
  if (jaroWinkler(one, other) >= alikeFrom) return alike
  return one[0] === other[0] && soundOf(one) === soundOf(other) ? sound : different
}

function dobBits(one: string, other: string): number {
  const { same, newYear, swapped, twoParts, different } = weights.dob
  if (one === other) return one.endsWith('-01-01') ? newYear : same
  const [parts, theirs] = [one.split('-'), other.split('-')]
  if (parts[0] === theirs[0] && parts[1] === theirs[2] && parts[2] === theirs[1]) return swapped
  return parts.filter((part, at) => part === theirs[at]).length === 2 ? twoParts : different
}

function equalBits(field: 'email' | 'phone' | 'gender' | 'nationality') {
  return (one: string, other: string) => (one === other ? weights[field].same : weights[field].different)
}

function postcodeBits(one: string, other: string): number {
  const { same, sector, outward, different } = weights.postcode
  const [parts, theirs] = [postcodeParts(one), postcodeParts(other)]
  if (parts.whole === theirs.whole) return same
  if (parts.sector && parts.sector === theirs.sector) return sector
  return parts.outward && parts.outward === theirs.outward ? outward : different
}

function sharedNumber(one: Person, other: Person): MatchScore['exact'] {
  const shared = one.numbers.find(number => other.numbers.includes(number))
  if (!shared) return undefined
  return shared.startsWith('ni:') ? 'nationalIns' : shared.startsWith('pps:') ? 'pps' : 'travel'
}

function differentInsurance(one: Person, other: Person): boolean {
  const insuranceIn = ({ numbers }: Person) => numbers.filter(number => number.startsWith('ni:'))
  const [own, theirs] = [insuranceIn(one), insuranceIn(other)]
  return own.length > 0 && theirs.length > 0 && !own.some(number => theirs.includes(number))
}
