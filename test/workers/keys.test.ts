// The keys that candidates are looked for by, held against the score: every way in which two people can agree.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postcodeParts } from '../../src/matching/contacts.ts'
import { type Agreement, candidateKeys, type Key } from '../../src/matching/keys.ts'
import { type Person, type PersonDetails, personOf, swappedDay } from '../../src/matching/person.ts'
import { comparePeople, type IgnoredContacts } from '../../src/matching/score.ts'
import type { Finding } from '../../src/matching/verdicts.ts'

type Field = Partial<PersonDetails>
/** What one of them has, what the other has, and what is found and weighs, to see that it is what it says. */
type Level = [what: string, one: Field, other: Field, finding: Finding, weight?: number]

const first = (one: string, other: string): [Field, Field] => [{ firstName: one }, { firstName: other }]
const last = (one: string, other: string): [Field, Field] => [{ lastName: one }, { lastName: other }]
const dob = (one?: string, other?: string): [Field, Field] => [{ dob: one }, { dob: other }]
const code = (one?: string, other?: string): [Field, Field] => [{ code: one }, { code: other }]

const levels: Record<string, Level[]> = {
  firstName: [
    ['same first name', ...first('Frederick', 'Frederick'), 'same', 7.6],
    ['nickname', ...first('Frederick', 'Freddie'), 'nickname', 3.1],
    ['alike', ...first('Frederick', 'Fredrick'), 'oneLetter', 2.6],
    ['initial', ...first('Frederick', 'F'), 'initial', 0.5],
    ['another first name', ...first('Frederick', 'Zoltan'), 'different', -5],
  ],
  lastName: [
    ['same last name', ...last('Coghlan', 'Coghlan'), 'same', 10.3],
    ['part of it', ...last('Coghlan', 'Coghlan-Garside'), 'namePart', 5.4],
    ['alike', ...last('Coghlan', 'Coghaln'), 'oneLetter', 4.6],
    ['sounds the same', ...last('Coghlan', 'Cockallen'), 'sound', 2.3],
    ['another last name', ...last('Coghlan', 'Zeller'), 'different', -6.6],
  ],
  dob: [
    ['same date', ...dob('1988-07-04', '1988-07-04'), 'same', 13.2],
    ['same 1 January', ...dob('1988-01-01', '1988-01-01'), 'newYear', 10.1],
    ['swapped', ...dob('1988-07-04', '1988-04-07'), 'swappedDay', 7.2],
    ['wrong day', ...dob('1988-07-04', '1988-07-05'), 'otherDay', 2.1],
    ['wrong month', ...dob('1988-07-04', '1988-08-04'), 'otherMonth', 2.1],
    ['wrong year', ...dob('1988-07-04', '1978-07-04'), 'otherYear', 2.1],
    ['no date', ...dob('1988-07-04', undefined), 'missing'],
    ['another date', ...dob('1988-07-04', '1971-11-30'), 'different', -6.6],
  ],
  postcode: [
    ['same postcode', ...code('M1 1AE', 'M1 1AE'), 'same', 14.9],
    ['same foreign code', ...code('00-950', '00950'), 'same', 14.9],
    ['same Eircode', ...code('D02 X285', 'D02X285'), 'same', 14.9],
    ['same sector', ...code('M1 1AE', 'M1 1AF'), 'neighbours', 7.2],
    ['same district', ...code('M1 1AE', 'M1 9ZZ'), 'district', 4.9],
    ['same routing key', ...code('D02 X285', 'D02 Y123'), 'district', 4.9],
    ['no postcode', ...code('M1 1AE', undefined), 'missing'],
    ['another postcode', ...code('M1 1AE', 'EH1 1YZ'), 'elsewhere', -1.8],
  ],
  email: [
    ['same e-mail', { email: 'a@b.example' }, { email: 'a@b.example' }, 'same', 18.2],
    ['no e-mail', {}, { email: 'a@b.example' }, 'missing'],
  ],
  phone: [
    ['same telephone', { phone: '+447700900123' }, { phone: '+447700900123' }, 'same', 17.2],
    ['no telephone', {}, { phone: '+447700900123' }, 'missing'],
  ],
}
const same: PersonDetails = {
  firstName: '',
  lastName: '',
  gender: 'Male',
  nationality: 'Ireland',
  numbers: [],
}
const blunts: IgnoredContacts[] = [true, false].flatMap(email =>
  [true, false].map(phone => ({ email, phone })),
)

type Case = { what: string; one: Person; other: Person; blunt: IgnoredContacts; match: boolean }

function combinations(): Case[] {
  let made: { what: string; one: Field; other: Field }[] = [{ what: '', one: {}, other: {} }]
  for (const level of Object.values(levels))
    made = made.flatMap(before =>
      level.map(([what, one, other]) => ({
        what: `${before.what}, ${what}`,
        one: { ...before.one, ...one },
        other: { ...before.other, ...other },
      })),
    )
  const swapped = made
    .filter(({ what }) => what.startsWith(', same first name, same last name'))
    .map(({ what, one, other }) => ({
      what: `names swapped${what}`,
      one,
      other: { ...other, firstName: other.lastName!, lastName: other.firstName! },
    }))
  return [...made, ...swapped].flatMap(({ what, one: own, other: theirs }) => {
    const [one, other] = [personOf({ ...same, ...own }), personOf({ ...same, ...theirs })]
    return blunts.map(blunt => ({ what, one, other, blunt, match: comparePeople(one, other, blunt).match }))
  })
}

const parts = ({ dob }: Person) => dob?.split('-') ?? []
const outward = ({ postcode }: Person) => postcode && postcodeParts(postcode).outward
const both = <T>(one: T | undefined, other: T | undefined) => one !== undefined && one === other

/** As the statement asks for them; a contact that many share finds nobody. */
const agrees: Record<Agreement, (one: Person, other: Person, blunt: IgnoredContacts) => boolean> = {
  email: (one, other, blunt) => !blunt.email && both(one.email, other.email),
  phone: (one, other, blunt) => !blunt.phone && both(one.phone, other.phone),
  first: (one, other) => one.first === other.first,
  last: (one, other) => one.last === other.last,
  swappedNames: (one, other) => one.first === other.last && one.last === other.first,
  dob: (one, other) => both(one.dob, other.dob) && !one.dob!.endsWith('-01-01'),
  born: (one, other) => both(one.dob, other.dob) || both(one.dob && swappedDay(one.dob), other.dob),
  bornNear: (one, other) =>
    !one.dob ||
    !other.dob ||
    swappedDay(one.dob) === other.dob ||
    parts(one).filter((part, at) => part === parts(other)[at]).length >= 2,
  postcode: (one, other) => both(one.postcode, other.postcode),
  outward: (one, other) => both(outward(one), outward(other)),
}

const finds = ({ all, any }: Key, { one, other, blunt }: Case) => {
  const agreed = (agreement: Agreement) => agrees[agreement](one, other, blunt)
  return all.every(agreed) && (any === undefined || any.some(agreed))
}
const cases = combinations()
const matches = cases.filter(({ match }) => match)

test('each level of agreement is worth what the table says', () => {
  for (const [field, level] of Object.entries(levels))
    for (const [what, one, other, finding, weight] of level) {
      const neutral = { ...same, firstName: 'Frederick', lastName: 'Coghlan' }
      const verdict = comparePeople(
        personOf({ ...neutral, ...one }),
        personOf({ ...neutral, ...other }),
        blunts[3]!,
      )
      const compared = verdict.fields.find(one => one.field === field)!
      assert.equal(compared.weight, weight ?? 0, `${field}: ${what}`)
      assert.equal(compared.finding, finding, `${field}: ${what}`)
    }
})

test('whoever can be a match shares a key, whatever else differs', () => {
  assert.ok(matches.length > 10_000, `${matches.length} of ${cases.length} combinations are matches`)
  const missed = matches.filter(one => !candidateKeys.some(key => finds(key, one)))
  assert.deepEqual(
    missed.map(({ what }) => what),
    [],
  )
})

test('no key, and none of its alternatives, is there for nothing', () => {
  const narrower = candidateKeys.flatMap(({ all, any, atMost }, at) => {
    const rest = candidateKeys.filter((_, index) => index !== at)
    if (!any) return [{ left: rest, without: all.join() }]
    return any.map(one => ({
      left: [...rest, { all, any: any.filter(other => other !== one), atMost }],
      without: `${all.join()} with ${one}`,
    }))
  })
  for (const { left, without } of narrower)
    assert.ok(
      matches.some(one => !left.some(key => finds(key, one))),
      `without ${without} nothing would be missed`,
    )
})
