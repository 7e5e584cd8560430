// Whether two people are one: vectors for every rule, both ways, on the pure comparison.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEmail } from '../../src/formats/email.ts'
import { isEircode, isUkPostcode, standardPostcode } from '../../src/formats/postcode.ts'
import { plainEmail, telephoneNumber } from '../../src/matching/contacts.ts'
import {
  isNationalInsurance,
  isPassport,
  isPps,
  isShareCode,
  isWorkShareCode,
  nationalNumber,
} from '../../src/matching/identity-numbers.ts'
import { jaroWinkler, nameKey } from '../../src/matching/names.ts'
import { type PersonDetails, personOf } from '../../src/matching/person.ts'
import { comparePeople } from '../../src/matching/score.ts'
import { findingWords, verdictOf } from '../../src/matching/verdicts.ts'

const base: PersonDetails = {
  firstName: 'Callum',
  lastName: 'Hepworth',
  dob: '1988-07-14',
  email: 'callum.hepworth@mail.example',
  phone: '+447700900123',
  code: 'M1 1AE',
  gender: 'Male',
  nationality: 'United Kingdom',
  numbers: ['ni:one'],
}
const plain: PersonDetails = { firstName: 'Callum', lastName: 'Hepworth', numbers: [] }
const sharp = { email: false, phone: false }

type Vector = [
  what: string,
  one: Partial<PersonDetails>,
  other: Partial<PersonDetails>,
  match: boolean,
  blunt?: typeof sharp,
]

const apart = { email: 'other@mail.example', phone: '+447700900777', code: 'EH1 1YZ' }
const bare = { email: undefined, phone: undefined, code: undefined, numbers: [] }

const vectors: Vector[] = [
  ['the same post again', {}, {}, true],
  [
    'the same National Insurance number under another name',
    {},
    { firstName: 'Zoltan', lastName: 'Kiss', dob: '1960-01-02', ...apart, gender: 'Female' },
    true,
  ],
  [
    'the same passport',
    { numbers: ['travel:p'] },
    { numbers: ['travel:p'], firstName: 'Ana', lastName: 'Costa', ...apart },
    true,
  ],
  [
    'the same PPS number',
    { numbers: ['pps:p'] },
    { numbers: ['pps:p'], firstName: 'Ana', lastName: 'Costa', ...apart },
    true,
  ],
  ['name and date of birth, no more', bare, bare, true],
  [
    'name and postcode, no date of birth',
    { ...bare, dob: undefined, code: 'M1 1AE' },
    { ...bare, dob: undefined, code: 'M1 1AE' },
    true,
  ],
  ['the same name alone', { ...bare, dob: undefined }, { ...bare, dob: undefined }, false],
  [
    'a common name and another date of birth',
    { ...bare, firstName: 'John', lastName: 'Smith' },
    { ...bare, firstName: 'John', lastName: 'Smith', dob: '1971-03-02' },
    false,
  ],
  [
    'a common name born the same day',
    { ...bare, firstName: 'John', lastName: 'Smith', nationality: 'Ireland' },
    { ...bare, firstName: 'John', lastName: 'Smith' },
    true,
  ],
  [
    'somebody else entirely',
    {},
    { firstName: 'Tariq', lastName: 'Okafor', dob: '1990-01-02', ...apart, numbers: ['ni:two'] },
    false,
  ],
  [
    'twins with numbers of their own, at one address',
    { phone: undefined },
    { firstName: 'Nathan', email: 'n@mail.example', phone: undefined, numbers: ['ni:two'] },
    false,
  ],
  [
    'twins who share a telephone go to review',
    {},
    { firstName: 'Nathan', email: 'n@mail.example', numbers: ['ni:two'] },
    true,
  ],
  [
    'father and son of one name, at one address, with numbers of their own',
    {},
    {
      dob: '1961-02-03',
      email: 'senior@mail.example',
      phone: '+447700900999',
      numbers: ['ni:two'],
      lastName: 'Hepworth Snr',
    },
    false,
  ],
  [
    'father and son of one name, at one address, numbers not known',
    { numbers: [] },
    { dob: '1961-02-03', email: undefined, phone: undefined, numbers: [] },
    true,
  ],
  [
    'father and son of one name at different addresses',
    bare,
    { ...bare, dob: '1961-02-03', code: 'EH1 1YZ' },
    false,
  ],
  [
    'siblings: another first name, another day',
    {},
    {
      firstName: 'Bethan',
      dob: '1991-09-30',
      gender: 'Female',
      email: 'b@mail.example',
      phone: '+447700900888',
      numbers: ['ni:two'],
    },
    false,
  ],
  ['names swapped', bare, { ...bare, firstName: 'Hepworth', lastName: 'Callum' }, true],
  [
    'names swapped, another date of birth',
    bare,
    { ...bare, firstName: 'Hepworth', lastName: 'Callum', dob: '1961-02-03' },
    false,
  ],
  ['a nickname', { ...bare, firstName: 'William' }, { ...bare, firstName: 'Bill' }, true],
  [
    'an Irish form',
    { ...bare, firstName: 'Sean', lastName: "O'Dwyer" },
    { ...bare, firstName: 'John', lastName: 'ODwyer' },
    true,
  ],
  [
    'a Polish form',
    { ...bare, firstName: 'Krzysztof', lastName: 'Wiśniewski' },
    { ...bare, firstName: 'Christopher', lastName: 'Wisniewski' },
    true,
  ],
  [
    'a Romanian form',
    { ...bare, firstName: 'Ștefan', lastName: 'Țurcanu' },
    { ...bare, firstName: 'Stephen', lastName: 'Turcanu' },
    true,
  ],
  [
    'a transliteration from Ukrainian',
    { ...bare, firstName: 'Сергій', lastName: 'Шевченко' },
    { ...bare, firstName: 'Serhiy', lastName: 'Shevchenko' },
    true,
  ],
  [
    'a transliteration from Arabic',
    { ...bare, firstName: 'Mohammed', lastName: 'Hussain' },
    { ...bare, firstName: 'Muhammad', lastName: 'Hussein' },
    true,
  ],
  [
    'one part of a double-barrelled name',
    { ...bare, lastName: 'Kirkbride-Jones' },
    { ...bare, lastName: 'Kirkbride' },
    true,
  ],
  [
    'a double-barrelled name written without its hyphen',
    { ...bare, lastName: 'Kirkbride-Jones' },
    { ...bare, lastName: 'Kirkbride Jones' },
    true,
  ],
  ['Mc and Mac written apart', { ...bare, lastName: 'Mc Garry' }, { ...bare, lastName: 'McGarry' }, true],
  [
    'a letter mistyped in the surname',
    { ...bare, lastName: 'Hepworth' },
    { ...bare, lastName: 'Hepwroth' },
    true,
  ],
  [
    'day and month swapped',
    { ...bare, dob: '1988-07-04', code: 'M1 1AE' },
    { ...bare, dob: '1988-04-07', code: 'M1 1AE' },
    true,
  ],
  ['the year mistyped, the same e-mail', {}, { dob: '1989-07-14', phone: undefined, numbers: [] }, true],
  [
    'a married name, the same telephone and date of birth',
    { lastName: 'Garside' },
    { numbers: [], email: undefined, code: undefined },
    true,
  ],
  [
    'a married name, another date of birth',
    { lastName: 'Garside' },
    { numbers: [], email: undefined, code: undefined, dob: '1970-01-09' },
    false,
  ],
  [
    'the agency’s telephone shared by two strangers',
    {},
    {
      firstName: 'Callan',
      lastName: 'Muir',
      dob: '1975-10-10',
      email: 'm@mail.example',
      code: 'EH1 1YZ',
      numbers: [],
    },
    false,
    { email: false, phone: true },
  ],
  [
    'the agency’s telephone, same surname, same day of birth, another first name',
    { ...bare, phone: '+447700900123' },
    { ...bare, phone: '+447700900123', firstName: 'Nathan' },
    false,
    { email: false, phone: true },
  ],
  [
    'a telephone nobody else has, same surname, same day of birth, another first name',
    { ...bare, phone: '+447700900123' },
    { ...bare, phone: '+447700900123', firstName: 'Nathan' },
    true,
  ],
  [
    'born on 1 January, common names',
    { ...bare, firstName: 'Mohammed', lastName: 'Khan', dob: '1988-01-01' },
    {
      ...bare,
      firstName: 'Mohammed',
      lastName: 'Khan',
      dob: '1988-01-01',
      nationality: 'Pakistan',
      gender: undefined,
    },
    false,
  ],
  ['an initial only, the same e-mail', { firstName: 'C' }, { numbers: [], phone: undefined }, true],
  [
    'another National Insurance number and another date of birth, all else the same',
    {},
    { numbers: ['ni:two'], dob: '1970-01-09' },
    false,
  ],
  ['another National Insurance number, all else the same', {}, { numbers: ['ni:two'] }, true],
  [
    'a PPS and a National Insurance number do not differ',
    { numbers: ['pps:x'] },
    { numbers: ['ni:two'], dob: '1970-01-09', email: undefined },
    true,
  ],
]

test(`${vectors.length} pairs: no false match, no miss`, () => {
  const wrong = vectors.flatMap(([what, one, other, match, blunt = sharp]) => {
    const verdict = comparePeople(personOf({ ...base, ...one }), personOf({ ...base, ...other }), blunt)
    return verdict.match === match ? [] : [`${what}: ${JSON.stringify(verdict)}`]
  })
  assert.deepEqual(wrong, [])
})

test('the order of two people makes no difference', () => {
  for (const [what, one, other, , blunt = sharp] of vectors) {
    const [left, right] = [personOf({ ...base, ...one }), personOf({ ...base, ...other })]
    assert.equal(comparePeople(left, right, blunt).match, comparePeople(right, left, blunt).match, what)
  }
})

test('what is missing on either side counts nothing', () => {
  const { fields, total } = comparePeople(personOf(plain), personOf(base), sharp)
  const known = fields.filter(({ finding }) => finding !== 'missing').map(({ field }) => field)
  assert.deepEqual(known, ['firstName', 'lastName'])
  assert.equal(total, 17.9)
})

test('weights are those of the rules', () => {
  const weightOf = (field: string, one: Partial<PersonDetails>, other: Partial<PersonDetails>) =>
    comparePeople(personOf({ ...base, ...one }), personOf({ ...base, ...other }), sharp).fields.find(
      compared => compared.field === field,
    )!.weight
  assert.equal(weightOf('lastName', { lastName: 'Smith' }, { lastName: 'Smith' }), 6.2)
  assert.equal(weightOf('firstName', {}, {}), 7.6)
  assert.equal(weightOf('lastName', {}, {}), 10.3)
  assert.equal(weightOf('dob', { dob: '1988-01-01' }, { dob: '1988-01-01' }), 10.1)
  assert.equal(weightOf('postcode', {}, { code: 'M1 1AF' }), 7.2)
  assert.equal(weightOf('postcode', {}, { code: 'M1 9ZZ' }), 4.9)
  assert.equal(weightOf('dob', {}, { dob: '1988-07-15' }), 2.1)
})

test('the weights of every pair add up to exactly its total, and nothing but nearly is called nearly', () => {
  const pairs = [
    ...vectors,
    ...vectors.map(([what, one, , match, blunt]) => [what, one, one, match, blunt] as const),
  ]
  for (const [what, one, other, , blunt = sharp] of pairs) {
    const score = comparePeople(personOf({ ...base, ...one }), personOf({ ...base, ...other }), blunt)
    const tenths = (weight: number) => Math.round(weight * 10)
    for (const { weight } of score.fields) assert.equal(Number(weight.toFixed(1)), weight, what)
    assert.equal(
      score.fields.reduce((sum, { weight }) => sum + tenths(weight), tenths(score.limit ?? 0)),
      tenths(score.total),
      what,
    )
    for (const { finding, weight } of score.fields)
      if (verdictOf(finding) === 'nearly') assert.ok(weight > -3 && weight < 13, `${what}: ${finding}`)
      else if (verdictOf(finding) === 'unknown') assert.equal(weight, 0, `${what}: ${finding}`)
      else if (verdictOf(finding) === 'different') assert.ok(weight <= 0, `${what}: ${finding}`)
  }
})

test('a date with day and month swapped, a letter, a nickname and a move are nearly the same, each in words', () => {
  const said = (field: string, one: Partial<PersonDetails>, other: Partial<PersonDetails>) => {
    const score = comparePeople(personOf({ ...base, ...one }), personOf({ ...base, ...other }), sharp)
    const { finding } = score.fields.find(compared => compared.field === field)!
    return [verdictOf(finding), findingWords(finding)]
  }
  for (const [field, one, other, words] of [
    ['dob', { dob: '1978-10-03' }, { dob: '1978-03-10' }, 'day and month swapped'],
    ['lastName', { lastName: 'Kowalski' }, { lastName: 'Kowalsky' }, 'one letter differs'],
    ['lastName', { lastName: 'Shevchenko' }, { lastName: 'Shevcheknoo' }, 'spelt alike'],
    ['firstName', { firstName: 'William' }, { firstName: 'Bill' }, 'a nickname, or another form of the name'],
    ['postcode', { code: 'M1 1AE' }, { code: 'M1 9ZZ' }, 'in the same postal district: may have moved house'],
  ] as const)
    assert.deepEqual(said(field, one, other), ['nearly', words])
  assert.deepEqual(said('dob', { dob: '1978-10-03' }, { dob: '1978-10-03' }), ['same', 'the same'])
  assert.equal(said('dob', { dob: '1978-10-03' }, { dob: '1991-04-17' })[0], 'different')
  assert.equal(said('dob', { dob: undefined }, { dob: '1991-04-17' })[0], 'unknown')
})

test('contact evidence adds at most 24, and 14 when the dates of birth differ', () => {
  const contact = {
    firstName: 'Callum',
    lastName: 'Hepworth',
    email: base.email,
    phone: base.phone,
    code: base.code,
    numbers: [],
  }
  const same = comparePeople(personOf(contact), personOf(contact), sharp)
  assert.equal(same.total, 41.9)
  const born = (dob: string) => personOf({ ...contact, dob })
  assert.equal(
    comparePeople(born('1980-01-02'), born('1991-10-11'), sharp).total,
    Math.round((17.9 - 6.6 + 14) * 10) / 10,
  )
})

test('Jaro–Winkler is what the literature says', () => {
  assert.equal(jaroWinkler('martha', 'marhta').toFixed(4), '0.9611')
  assert.equal(jaroWinkler('dixon', 'dicksonx').toFixed(4), '0.8133')
  assert.equal(jaroWinkler('abc', 'xyz'), 0)
})

test('names are folded', () => {
  for (const [given, key] of [
    ["O'Brien", 'obrien'],
    ['O’ Brien', 'obrien'],
    ['Mac Carthy', 'maccarthy'],
    ['José-María', 'jose maria'],
    ['Smith Jr.', 'smith'],
    ['Łukasz', 'lukasz'],
    ['ß', 'ss'],
    ['Jr', 'jr'],
  ] as const)
    assert.equal(nameKey(given), key)
})

test('identity numbers: good ones pass in any spelling, bad ones do not', () => {
  for (const good of ['AB123456C', 'ab 12 34 56 c', 'PZ123456D', 'CR-123456-A', 'MW 123456.B'])
    assert.ok(isNationalInsurance(good), good)
  for (const bad of ['QQ123456C', 'AB123456', 'TN010190M', 'BG123456A'])
    assert.ok(!isNationalInsurance(bad), bad)
  for (const good of ['1234567T', '1234567FA', '7654321PA', '1234567TW', '1234567 t'])
    assert.ok(isPps(good), good)
  for (const bad of ['1234567A', '1234567WH', '1234567TH', '1234567TT']) assert.ok(!isPps(bad), bad)
  assert.ok(
    isPassport('123456789') && isPassport('AB 12345') && !isPassport('ABCDEFG') && !isPassport('12345'),
  )
  assert.ok(isShareCode('W4G-12K-88K') && isWorkShareCode('w4g 12k 88k') && isShareCode('R4G12K88K'))
  assert.ok(!isWorkShareCode('S4G12K88K') && !isShareCode('A4G12K88K'))
  assert.equal(nationalNumber('AB 123456 C').foundBy, nationalNumber('ab123456d').foundBy)
  assert.notEqual(nationalNumber('1234567T').foundBy, nationalNumber('1234567TW').foundBy)
})

test('contacts: postcodes, Eircodes, telephones and e-mails', () => {
  for (const good of ['EC1A 1BB', 'm1 1ae', 'GIR 0AA', 'DN55 1PT']) assert.ok(isUkPostcode(good), good)
  for (const bad of ['M1 1AI', 'EC1A', '1AA 1AA']) assert.ok(!isUkPostcode(bad), bad)
  for (const good of ['D02 X285', 'D6W XY00', 'a65f4e2']) assert.ok(isEircode(good), good)
  for (const bad of ['D02 O285', 'D2X285', 'B02 X285']) assert.ok(!isEircode(bad), bad)
  for (const one of ['EC1A1BB', ' ec1a  1bb ', 'EC1 A1BB']) assert.equal(standardPostcode(one), 'EC1A 1BB')
  for (const one of ['M11AE', 'm1 1ae']) assert.equal(standardPostcode(one), 'M1 1AE')
  for (const one of ['D02X285', 'd02 x285']) assert.equal(standardPostcode(one), 'D02 X285')
  for (const other of ['K1A 0B6', '75008', '1234 AB', 'EC1A', ''])
    assert.equal(standardPostcode(other), other)
  for (const good of [
    '07700 900123',
    '+44 (0)7700 900123',
    '0044 7700 900123',
    '7700900123',
    '(07700) 900-123',
  ])
    assert.equal(telephoneNumber(good, '+44')?.e164, '+447700900123', good)
  assert.equal(telephoneNumber('087 123 4567', '+353')?.e164, '+353871234567')
  assert.equal(telephoneNumber('+48 512 345 678', '+48')?.national, '512345678')
  for (const bad of ['123', 'none', '+353871234567', '077009001234567'])
    assert.equal(telephoneNumber(bad, '+44'), undefined, bad)
  for (const code of ['+1684', '44', '', '+', 'UK', '+0'])
    assert.equal(telephoneNumber('7700900123', code), undefined, `code ${code}`)
  assert.equal(plainEmail('Jo.Bloggs+work@GoogleMail.com'), 'jobloggs@gmail.com')
  assert.equal(plainEmail('Jo.Bloggs+work@site.example'), 'jo.bloggs@site.example')
  assert.ok(isEmail("o'neil@x.example") && isEmail('a+b@x-y.co.uk') && !isEmail('a@b'))
})
