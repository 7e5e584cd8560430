// Probabilistic record linkage (Fellegi and Sunter): two people match by the same identity number, or where the weights
// of their fields, log2(m/u) in bits, reach a threshold. People review the matches, so it favours recall over precision.
// Weights are tenths, and those of a comparison add up to exactly its total: what decides is what is shown.
import { postcodeParts } from './contacts.ts'
import { frequencyOf } from './name-frequencies.ts'
import { isOneLetterOff, isVariant, jaroWinkler, soundOf } from './names.ts'
import type { Person } from './person.ts'
import type { ExactKind, Finding, MatchField } from './verdicts.ts'

/** The weight of each agreement and the threshold (`match`), in bits. Estimates, not measurements. */
export const weights = {
  match: 20,
  firstName: { same: 0.8, variant: 3.1, alike: 2.6, initial: 0.5, different: -5, alikeFrom: 0.9 },
  lastName: { same: 0.88, part: 5.4, alike: 4.6, sound: 2.3, different: -6.6, alikeFrom: 0.92 },
  swappedNames: -3,
  dob: { same: 13.2, newYear: 10.1, swapped: 7.2, twoParts: 2.1, different: -6.6 },
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

/** What a field was found to say, and what that weighs. */
type Found = readonly [Finding, number]

type ComparedField = { field: MatchField; finding: Finding; weight: number }

export type MatchScore = {
  match: boolean
  /** The identity number that both have. */
  exact?: ExactKind
  /** The sum of the weights of the fields, and of the limit. */
  total: number
  fields: readonly ComparedField[]
  /** What is taken off, where e-mail, telephone and postcode together would add more than they may. */
  limit?: number
}

const contacts = ['email', 'phone', 'postcode'] as const

export function comparePeople(person: Person, known: Person, ignored: IgnoredContacts): MatchScore {
  const exact = sharedNumber(person, known)
  const [first, last] = compareNames(person, known)
  const dob = both(person.dob, known.dob, compareDays)
  const contact = {
    email: ignored.email ? shared : both(person.email, known.email, equal('email')),
    phone: ignored.phone ? shared : both(person.phone, known.phone, equal('phone')),
    postcode: both(person.postcode, known.postcode, comparePostcodes),
  }
  const found: Record<MatchField, Found> = {
    nationalIns: compareNumbers(person, known, ['ni:', 'pps:'], insuranceDiffers),
    travel: compareNumbers(person, known, ['travel:'], ['otherTravelNumber', 0]),
    firstName: first,
    lastName: last,
    dob,
    ...contact,
    gender: both(person.gender, known.gender, equal('gender')),
    nationality: both(person.nationality, known.nationality, equal('nationality')),
  }
  const fields = Object.entries(found).map(([field, [finding, weight]]) => ({
    field: field as MatchField,
    finding,
    weight,
  }))
  const bornApart = dob[0] === 'different'
  const limit = contactLimit(
    contacts.map(field => contact[field][1]),
    bornApart,
  )
  const total = tenths(fields.reduce((sum, { weight }) => sum + weight, limit))
  const mayBeOne = passesGate(found) && !(found.nationalIns[0] === 'different' && bornApart)
  const match = exact !== undefined || (mayBeOne && total >= weights.match)
  return { match, ...(exact && { exact }), total, fields, ...(limit < 0 && { limit }) }
}

const missing: Found = ['missing', 0]
const shared: Found = ['shared', 0]

const both = (
  one: string | undefined,
  other: string | undefined,
  comparison: (one: string, other: string) => Found,
): Found => (one && other ? comparison(one, other) : missing)

const tenths = (value: number) => Math.round(value * 10) / 10

function contactLimit(added: readonly number[], bornApart: boolean): number {
  const atMost = bornApart ? weights.contactAtMostWhenBornApart : weights.contactAtMost
  return tenths(
    Math.min(
      0,
      added.reduce((rest, weight) => rest - weight, atMost),
    ),
  )
}

/** Both names are compatible; or one is, with the same e-mail or telephone and no different date of birth. */
function passesGate({ firstName, lastName, email, phone, dob }: Record<MatchField, Found>): boolean {
  const [firstFits, lastFits] = [firstName[0] !== 'different', lastName[0] !== 'different']
  if (firstFits && lastFits) return true
  const reached = email[0] === 'same' || phone[0] === 'same'
  return (firstFits || lastFits) && reached && dob[0] !== 'different'
}

function compareNames(one: Person, other: Person): [first: Found, last: Found] {
  if (one.first !== other.last || one.last !== other.first || one.first === one.last)
    return [compareFirst(one.first, other.first), compareLast(one.last, other.last)]
  const { swappedNames } = weights
  return [
    ['swappedNames', tenths(sameFirst(one.first) + swappedNames)],
    ['swappedNames', tenths(sameLast(one.last) + swappedNames)],
  ]
}

const sameFirst = (name: string) => tenths(Math.log2(weights.firstName.same / frequencyOf('first', name)))
const sameLast = (name: string) => tenths(Math.log2(weights.lastName.same / frequencyOf('last', name)))

const spelling = (one: string, other: string): Finding =>
  isOneLetterOff(one, other) ? 'oneLetter' : 'spelling'

function compareFirst(one: string, other: string): Found {
  const { variant, alike, initial, different, alikeFrom } = weights.firstName
  if (one === other) return ['same', sameFirst(one)]
  const [head, otherHead] = [one.split(' ')[0]!, other.split(' ')[0]!]
  if (head.length === 1 || otherHead.length === 1)
    return head[0] === otherHead[0] ? ['initial', initial] : ['different', different]
  if (head === otherHead) return ['namePart', variant]
  if (isVariant(head, otherHead)) return ['nickname', variant]
  return jaroWinkler(one, other) >= alikeFrom ? [spelling(one, other), alike] : ['different', different]
}

function compareLast(one: string, other: string): Found {
  const { part, alike, sound, different, alikeFrom } = weights.lastName
  if (one === other) return ['same', sameLast(one)]
  const words = one.split(' ')
  const theirs = other.split(' ')
  if (words.length + theirs.length > 2 && words.some(word => word.length > 2 && theirs.includes(word)))
    return ['namePart', part]
  if (jaroWinkler(one, other) >= alikeFrom) return [spelling(one, other), alike]
  return one[0] === other[0] && soundOf(one) === soundOf(other) ? ['sound', sound] : ['different', different]
}

function compareDays(one: string, other: string): Found {
  const { same, newYear, swapped, twoParts, different } = weights.dob
  if (one === other) return one.endsWith('-01-01') ? ['newYear', newYear] : ['same', same]
  const [parts, theirs] = [one.split('-'), other.split('-')]
  if (parts[0] === theirs[0] && parts[1] === theirs[2] && parts[2] === theirs[1])
    return ['swappedDay', swapped]
  const apart = parts.flatMap((part, at) => (part === theirs[at] ? [] : [at]))
  if (apart.length > 1) return ['different', different]
  return [(['otherYear', 'otherMonth', 'otherDay'] as const)[apart[0]!]!, twoParts]
}

function equal(field: 'email' | 'phone' | 'gender' | 'nationality') {
  const { same, different } = weights[field]
  return (one: string, other: string): Found => (one === other ? ['same', same] : ['different', different])
}

function comparePostcodes(one: string, other: string): Found {
  const { same, sector, outward, different } = weights.postcode
  const [parts, theirs] = [postcodeParts(one), postcodeParts(other)]
  if (parts.whole === theirs.whole) return ['same', same]
  if (parts.sector && parts.sector === theirs.sector) return ['neighbours', sector]
  return parts.outward && parts.outward === theirs.outward ? ['district', outward] : ['elsewhere', different]
}

const insuranceDiffers: Found = ['different', weights.nationalIns.different]

/** The same number makes a match by itself and adds nothing; where their kinds differ, such as NI and PPS, it says nothing. */
function compareNumbers(one: Person, other: Person, kinds: readonly string[], differs: Found): Found {
  const have = ({ numbers }: Person, kind: string) => numbers.filter(number => number.startsWith(kind))
  if (kinds.some(kind => have(one, kind).some(number => other.numbers.includes(number)))) return ['same', 0]
  const [first] = kinds as readonly [string]
  return have(one, first).length > 0 && have(other, first).length > 0 ? differs : missing
}

function sharedNumber(one: Person, other: Person): ExactKind | undefined {
  const number = one.numbers.find(number => other.numbers.includes(number))
  if (!number) return undefined
  return number.startsWith('ni:') ? 'nationalIns' : number.startsWith('pps:') ? 'pps' : 'travel'
}
