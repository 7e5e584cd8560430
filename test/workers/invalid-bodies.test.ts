// Bodies that POST /workers refuses: each with its code and its reason, and nothing of any of them stored.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/database/sql.ts'
import { countOf } from '../../src/store/figures/figures.ts'
import { rivals } from '../support/lines.ts'
import { type Body, dataUrl, masterLists, newcomer, paper, pdf, pngUrl, posted } from '../support/newcomer.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load([...rivals(), ...masterLists()])
const key = await server.key('agency', ['a1'])

type Case = [what: string, body: unknown, reason: RegExp, code?: string]

const without = (name: string) => {
  const { [name]: _, ...rest } = newcomer(1)
  return rest
}
const wrong = (name: string, value: unknown, reason: RegExp, code?: string): Case => [
  `${name} ${JSON.stringify(value)?.slice(0, 50)}`,
  newcomer(1, { [name]: value }),
  reason,
  ...((code ? [code] : []) as [string?]),
]
const address = (more: Body) => ({ ...(newcomer(1).address as Body), ...more })
const files = (...list: unknown[]) => ({ files: list })
const file = (more: Body = {}) => ({ fileName: 'a.pdf', content: pdf(), ...more })
const right = (id: string, more: Body, reason: RegExp, code = 'INVALID_DOCUMENT', pages = 1): Case => [
  `rightToWork ${id} ${JSON.stringify(more).slice(0, 60)}`,
  newcomer(1, { rightToWork: [paper(id, more, pages)] }),
  reason,
  code,
]
const attached = (id: unknown, more: Body, reason: RegExp, code = 'INVALID_DOCUMENT', pages = 1): Case => [
  `attachment ${String(id)} ${JSON.stringify(more).slice(0, 60)}`,
  newcomer(1, { attachments: [paper(id as string, more, pages)] }),
  reason,
  code,
]

const required = [
  'firstName',
  'lastName',
  'dob',
  'email',
  'phone',
  'countryCode',
  'gender',
  'nationality',
  'address',
  'trades',
  'agencyId',
]

/** Countries as people write them, and as they are in the list. */
const misnamed = {
  UK: 'United Kingdom',
  british: 'United Kingdom',
  'united kingdom': 'United Kingdom',
  England: 'United Kingdom',
  Eire: 'Ireland',
  irish: 'Irish',
  USA: 'United States',
  China: "People's Republic of China",
  Polland: 'Poland',
}

const fields: Case[] = [
  ...required.map((name): Case => [`no ${name}`, without(name), new RegExp(`^${name} is required`)]),
  ...required.map(name => wrong(name, null, new RegExp(`^${name} is required`))),
  ...[
    'firstName',
    'lastName',
    'email',
    'phone',
    'countryCode',
    'gender',
    'nationality',
    'agencyId',
    'dob',
  ].flatMap(name => [
    wrong(name, 7, new RegExp(`^${name} must be a text, not a number`)),
    wrong(name, '  ', new RegExp(`^${name} is empty`)),
    wrong(name, ['x'], new RegExp(`^${name} must be a text, not a list`)),
  ]),
  wrong('firstName', '123', /^firstName has no letter/),
  wrong('firstName', 'x'.repeat(101), /^firstName is longer than 100/),
  wrong('firstName', 'x'.repeat(9000), /^firstName is longer than 100/),
  wrong('lastName', 'Null\u0000byte', /^lastName has a control character/),
  wrong('lastName', 'Mark\u0001ed\u0001', /^lastName has a control character/),
  wrong('lastName', 'Line\nbreak', /^lastName has a control character/),
  wrong('lastName', 'Lone\ud800surrogate', /^lastName is not valid Unicode/),
  ...['1990-02-30', '01/02/1990', '1990-2-3', '19900203', 'yesterday', '1990-02-03T00:00:00Z'].map(value =>
    wrong('dob', value, /^dob is not a calendar date/),
  ),
  ...['2020-01-01', '1900-01-01', '2999-01-01'].map(value =>
    wrong('dob', value, /^dob is of somebody who is not 16 to 100/),
  ),
  ...[
    'x',
    'x@',
    '@x.example',
    'a b@x.example',
    'x@y',
    'a@b@c.example',
    'x@-y.example',
    '.x@y.example',
    'x..y@z.example',
    `${'x'.repeat(65)}@y.example`,
  ].map(value => wrong('email', value, /^email is not an e-mail address/)),
  wrong('email', `${'x'.repeat(300)}@y.example`, /^email is longer than 254/),
  ...['12', 'call me', '07700', '+1 202 555 0143', '0770090012345678', '+353 87 123 4567'].map(value =>
    wrong('phone', value, /^phone cannot be a telephone number of \+44/),
  ),
  ...['44', '+999', 'UK', '+44 +44', '0044'].map(value =>
    wrong('countryCode', value, /^countryCode is not in GET \/telephone-country-codes/),
  ),
  ...['male', 'M', 'Other', 'MALE'].map(value =>
    wrong('gender', value, /^gender must be one of Male, Female/),
  ),
  ...['Atlantis', '__proto__', 'Pol\u200band', 'Côte d’Ivoire'].map(value =>
    wrong(
      'nationality',
      value,
      /^nationality is not a name in the countries list; (the nearest one is "|GET \/countries)/,
    ),
  ),
  ...Object.entries(misnamed).map(([value, name]) =>
    wrong('nationality', value, new RegExp(`^nationality is not .* the nearest one is "${name}"`)),
  ),
  wrong('agencyId', 'x'.repeat(101), /^agencyId is longer than 100/),
  ...[false, 'true', 1, null, undefined, {}].map(value => wrong('consent', value, /^consent must be true/)),
]

const numbers: Case[] = [
  [
    'UK national without a number',
    without('nationalIns'),
    /^nationalIns is required of a United Kingdom national/,
  ],
  wrong('nationalIns', null, /^nationalIns is required of a United Kingdom national/),
  ...[
    'QQ123456C',
    'AB123456',
    'TN010190M',
    'GB123456A',
    'ZZ123456A',
    'AB123456E',
    'DA123456A',
    'AO123456A',
    '11A11111',
    '1234567T',
    'AB12345C',
  ].map(value => wrong('nationalIns', value, /^nationalIns is not a valid UK National Insurance number/)),
  ...['1234567A', '1234567WH', '123456T', '1234567TT', '1234567TX', '1234567TZ', 'QQ123456C'].map(
    (value): Case => [
      `Irish with ${value}`,
      newcomer(1, { nationality: 'Irish', nationalIns: value }),
      /^nationalIns is not a valid UK National Insurance number nor an Irish PPS number/,
    ],
  ),
  [
    'Irish without a number',
    newcomer(1, { nationality: 'Ireland', nationalIns: undefined }),
    /^nationalIns is required of an Irish national/,
  ],
  [
    'Irish with a passport only',
    newcomer(1, { nationality: 'Irish', nationalIns: undefined, passportNo: '123456789' }),
    /^nationalIns is required of an Irish national/,
  ],
  [
    'another nationality without any number',
    newcomer(1, { nationality: 'Poland', nationalIns: undefined }),
    /^passportNo is required of this nationality/,
  ],
  [
    'another nationality with a PPS number',
    newcomer(1, { nationality: 'Poland', nationalIns: '1234567T' }),
    /^nationalIns is not a valid UK/,
  ],
  ...['12345', '1234567890', 'ABCDEF', 'AB 12/34', 'T4G12K88KX'].map(
    (value): Case => [
      `passport ${value}`,
      newcomer(1, { nationality: 'Poland', nationalIns: undefined, passportNo: value }),
      /^passportNo is neither a passport number/,
    ],
  ),
]

const addresses: Case[] = [
  wrong('address', 'London', /^address must be an object, not a string/),
  wrong('address', [], /^address must be an object, not a list/),
  ...['lineOne', 'city', 'country', 'code'].map(name =>
    wrong('address', address({ [name]: undefined }), new RegExp(`^address.${name} is required`)),
  ),
  wrong(
    'address',
    address({ postcode: 'EC1A 1BB' }),
    /^address.postcode is not known; there are lineOne, .*\bcode\b/,
  ),
  ...['M1 1AI', '12345', 'EC1A', 'EC1A 1BBB', 'QQ'].map(code =>
    wrong('address', address({ code }), /^address.code is not a UK postcode/),
  ),
  ...['D02 O285', 'EC1A 1BB', 'D2 X285'].map(code =>
    wrong('address', address({ code, country: 'Ireland' }), /^address.code is not an Eircode/),
  ),
  wrong(
    'address',
    address({ country: 'Atlantis' }),
    /^address.country is not .*; GET \/countries lists them/,
  ),
  ...Object.entries(misnamed).map(([country, name]) =>
    wrong(
      'address',
      address({ country }),
      new RegExp(`^address.country is not a name in the countries list; the nearest one is "${name}"`),
    ),
  ),
  wrong('address', address({ latitude: 91 }), /^address.latitude must be a number/),
  wrong('address', address({ longitude: '1' }), /^address.longitude must be a number/),
]

const lists: Case[] = [
  wrong('trades', [], /^trades is required: one or more/),
  wrong('trades', 'mt1', /^trades must be a list, not a string/),
  wrong('trades', ['nowhere'], /^trades\[0\] is not an id from GET \/master-trades/),
  wrong('trades', ['mt1', 'mt1'], /^trades\[1\] is there twice/),
  wrong('trades', [7], /^trades\[0\] is not an id from GET \/master-trades/),
  wrong(
    'trades',
    Array.from({ length: 51 }, () => 'mt1'),
    /^trades has 51 entries; at most 50/,
  ),
  wrong('attachments', {}, /^attachments must be a list, not an object/),
  wrong('rightToWork', 'passport', /^rightToWork must be a list, not a string/),
  wrong('attachments', [7], /^attachments\[0\] must be an object/, 'INVALID_DOCUMENT'),
  wrong(
    'attachments',
    Array.from({ length: 51 }, () => paper('course')),
    /^attachments has 51 entries/,
  ),
  wrong('uploadToken', 'abc', /^uploadToken is not accepted/),
  wrong('middleName', 'X', /^middleName is not known; there are firstName, lastName,/),
  wrong('firstname', 'X', /^firstname is not known; the nearest one is "firstName"/),
  wrong('id', 'x', /^id is not known/),
  wrong('constructor', 'x', /^constructor is not known/),
]

const documents: Case[] = [
  attached(undefined, {}, /^attachments\[0\].documentId is required/),
  attached('nowhere', {}, /documentId is not an id from GET \/master-qualifications/),
  attached(
    'passport',
    { documentNumber: '1', expiration: '2031-01-01' },
    /is UK passport, which belongs in rightToWork/,
  ),
  right('course', {}, /is Manual Handling, which belongs in attachments/),
  right('passport', { expiration: '2031-01-01' }, /documentNumber is required of UK passport/),
  ...['T.B.C', '---', '12345', '1234567890', 'ABCDEFG', '12345678É'].map(documentNumber =>
    right(
      'passport',
      { documentNumber, expiration: '2031-01-01' },
      /documentNumber must be the number of UK passport: 6 to 9 letters and digits/,
    ),
  ),
  right('passport', { documentNumber: '123456789' }, /expiration is required of UK passport/),
  right(
    'passport',
    { documentNumber: '123456789', expiration: '2020-01-01' },
    /expiration is past: UK passport must be in force/,
  ),
  right(
    'passport',
    { documentNumber: '123456789', expiration: '31/01/2031' },
    /expiration is not a calendar date/,
  ),
  right(
    'birth',
    { expiration: '2031-01-01' },
    /expiration is not taken: Birth certificate/,
    'INVALID_DOCUMENT',
    2,
  ),
  right('birth', {}, /files has 1; Birth certificate with NI evidence needs at least 2/),
  attached(
    'card',
    { documentNumber: '12345699', expiration: '2031-01-01' },
    /files has 1; CSCS Labourer needs at least 2/,
  ),
  attached(
    'card',
    { expiration: '2031-01-01' },
    /documentNumber is required of CSCS Labourer/,
    'INVALID_DOCUMENT',
    2,
  ),
  attached('cv', { documentNumber: '1' }, /documentNumber is not taken: CV has none/),
  attached('cv', { expiration: '2031-01-01' }, /expiration is not taken: CV does not expire/),
  attached('course', { files: [] }, /files has 0; Manual Handling needs at least 1/),
  attached('course', { files: undefined }, /files has 0; Manual Handling needs at least 1/),
  attached('course', { files: 'x' }, /files must be a list/),
  attached('course', { documentNumber: 'x'.repeat(65) }, /documentNumber is longer than 64/),
  attached('course', { uploadToken: 'abc' }, /attachments\[0\].uploadToken is not accepted/),
  ...['rightToWorkCheck', 'verification', 'systemValidation', 'validations'].map(name =>
    attached('course', { [name]: {} }, new RegExp(`${name} cannot be supplied`)),
  ),
  attached('course', { type: 'attachment' }, /attachments\[0\].type is not known/),
  right('visa', {}, /documentNumber is required of Visa/),
  right('visa', { documentNumber: 'R4G12K88K' }, /documentNumber must be a share code for Visa/),
  right('visa', { documentNumber: 'W4G12K88' }, /documentNumber must be a share code for Visa/),
  right('visa', { documentNumber: 'W4G-12K-88K' }, /no Home Office check is saved/),
]

/** A value that has to be exact is another one with anything around it, even what nobody sees. */
const around: Case[] = [' ?', '? ', '?\n', '\t?', '\u00a0?', '?\ufeff'].flatMap(form => {
  const spaced = (value: unknown) => form.replace('?', String(value))
  const reason = (path: string) => new RegExp(`^${path} has white space around it; leave that out$`)
  const body = newcomer(1)
  const exact = ['dob', 'email', 'countryCode', 'gender', 'nationality'].map(name =>
    wrong(name, spaced(body[name]), reason(name)),
  )
  const passport = (more: Body) => ({ documentNumber: '123456789', expiration: '2031-01-01', ...more })
  return [
    ...exact,
    wrong('nationality', spaced('Poland'), reason('nationality')),
    wrong('address', address({ country: spaced('United Kingdom') }), reason('address.country')),
    wrong('trades', [spaced('mt1')], reason('trades\\[0\\]')),
    attached(spaced('course'), {}, reason('attachments\\[0\\].documentId')),
    right(
      'passport',
      passport({ expiration: spaced('2031-01-01') }),
      reason('rightToWork\\[0\\].expiration'),
    ),
    attached(
      'course',
      files(file({ docType: spaced('Front') })),
      reason('attachments\\[0\\].files\\[0\\].docType'),
    ),
  ]
})

const gif = Buffer.from('GIF89a0000000000')
const contents: Case[] = [
  attached('course', files(7), /files\[0\] must be an object/),
  attached('course', files({ content: pdf() }), /files\[0\].fileName is required/),
  attached('course', files(file({ fileName: 'a\u0007.pdf' })), /fileName has a control character/),
  attached('course', files(file({ fileName: 'x'.repeat(256) })), /fileName is longer than 255/),
  attached('course', files(file({ docType: 'Side' })), /docType must be Front or Back/),
  attached('course', files(file({ docType: 'Term dates' })), /docType must be Front or Back/),
  attached('course', files(file({ uploadToken: 'x', content: undefined })), /uploadToken is not accepted/),
  attached('course', files(file({ content: undefined })), /content is required/),
  attached('course', files(file({ content: 7 })), /content must be a text/),
  attached('course', files(file({ content: 'JVBERi0=' })), /content is not a data URL/),
  attached('course', files(file({ content: 'data:application/pdf,JVBERi0=' })), /content is not a data URL/),
  attached('course', files(file({ content: 'data:;base64,JVBERi0=' })), /content is not a data URL/),
  attached('course', files(file({ content: 'https://x.example/a.pdf' })), /content is not a data URL/),
  attached('course', files(file({ content: 'data:application/pdf;base64,' })), /content is an empty file/),
  ...['JVBERi0', 'JVBERi0=\n', 'JVBE*i0=', 'JVBERi-_', '====', 'JV=ERi0=', 'JVBE Ri0='].map(data =>
    attached(
      'course',
      files(file({ content: `data:application/pdf;base64,${data}` })),
      /content is not base64/,
    ),
  ),
  attached(
    'course',
    files(file({ content: dataUrl(gif, 'image/gif') })),
    /content is image\/gif; send PDF, JPEG or PNG/,
    'UNSUPPORTED_FILE_TYPE',
  ),
  attached(
    'course',
    files(file({ content: dataUrl(gif, 'image/png') })),
    /but its bytes are not/,
    'UNSUPPORTED_FILE_TYPE',
  ),
  attached(
    'course',
    files(file({ content: pngUrl().replace('image/png', 'image/jpeg') })),
    /says it is image\/jpeg, but its bytes are those of image\/png/,
    'UNSUPPORTED_FILE_TYPE',
  ),
  attached(
    'course',
    files(file({ content: dataUrl(Buffer.from('MZ'), 'application/x-msdownload') })),
    /content is application\/x-msdownload/,
    'UNSUPPORTED_FILE_TYPE',
  ),
  attached(
    'course',
    files(file({ content: dataUrl(Buffer.from('%PDF'), 'application/pdf') })),
    /but its bytes are not/,
    'UNSUPPORTED_FILE_TYPE',
  ),
  attached('course', files(...Array.from({ length: 21 }, () => file())), /files has 21 entries; at most 20/),
]

const raw = JSON.stringify(newcomer(1))
const texts: Case[] = [
  ['nothing', '', /^The body is empty/, 'INVALID_JSON'],
  ['blanks', '  \n ', /^The body is empty/, 'INVALID_JSON'],
  ['half', raw.slice(0, -1), /^The body is not JSON/, 'INVALID_JSON'],
  ['a text without end', '{"firstName": "x', /has a text without an end/, 'INVALID_JSON'],
  [
    'a comma too many',
    raw.replace('{', '{,'),
    /^The body is not JSON: see line 1, column 2$/,
    'INVALID_JSON',
  ],
  ['something behind it', `${raw} x`, /^The body is not JSON/, 'INVALID_JSON'],
  ['a form', 'firstName=x&lastName=y', /^The body is not JSON/, 'INVALID_JSON'],
  ['a byte order mark', `\ufeff${raw}`, /^The body is not JSON/, 'INVALID_JSON'],
  ['NaN', raw.replace('true', 'NaN'), /^The body is not JSON/, 'INVALID_JSON'],
  ['a name twice', raw.replace('{', '{"consent":false,'), /has the name "consent" twice/, 'INVALID_JSON'],
  [
    'a name twice, once escaped',
    raw.replace('{', '{"c\\u006fnsent":false,'),
    /has the name "consent" twice/,
    'INVALID_JSON',
  ],
  [
    'nested too deep',
    `{"address":${'['.repeat(30)}${']'.repeat(30)}}`,
    /nested more than 20 levels/,
    'INVALID_JSON',
  ],
  ['nested a million deep', '['.repeat(1_000_000), /nested more than 20 levels/, 'INVALID_JSON'],
  ['too many values', `{"trades":[${'0,'.repeat(30_000)}0]}`, /has more than 20,000 values/, 'INVALID_JSON'],
  ['a list', '[]', /^The body must be a JSON object/, 'VALIDATION_ERROR'],
  ['null', 'null', /^The body must be a JSON object/, 'VALIDATION_ERROR'],
  ['a text', `"${'x'.repeat(9000)}"`, /^The body must be a JSON object/, 'VALIDATION_ERROR'],
  [
    'a number too large',
    raw.replace('"gender":"Male"', '"gender":1e999'),
    /^gender must be a text, not a number/,
  ],
  ['__proto__', raw.replace('{', '{"__proto__":{"consent":true},'), /^__proto__ is not known/],
  ['a lone surrogate, escaped', raw.replace('"Male"', '"\\ud83d"'), /^gender is not valid Unicode/],
  ['NUL, escaped', raw.replace('"Male"', '"Ma\\u0000le"'), /^gender has a control character/],
  ['a name of nine thousand letters', raw.replace('{', `{"${'y'.repeat(9000)}":1,`), /^y{60} is not known/],
]

const cases = [...fields, ...numbers, ...addresses, ...lists, ...documents, ...around, ...contents, ...texts]

test(`${cases.length} bodies are refused, each with its reason, and nothing is stored`, async () => {
  assert.ok(cases.length >= 150)
  const before = await countOf(server.database, 'worker')
  for (const [what, body, reason, code = 'VALIDATION_ERROR'] of cases) {
    const answer = await server.get('/workers', key, posted(body))
    const { error } = answer.body
    assert.deepEqual([answer.status, error?.code], [400, code], `${what}: ${answer.text.slice(0, 300)}`)
    assert.match(error.message, reason, what)
    const dry = await server.get('/workers?dryRun=true', key, posted(body))
    assert.equal(dry.text, answer.text, `${what}: a dry run says the same`)
  }
  assert.equal(await countOf(server.database, 'worker'), before)
  const [files] = await server.database.rows<{ n: string }>(sql`select count(*) as n from file`)
  assert.equal(files!.n, '0')
  for await (const { key } of server.files.store.list()) assert.fail(`${key} was left in the file store`)
})

test('bytes that are no UTF-8 are refused', async () => {
  const bytes = Buffer.concat([
    Buffer.from(raw.slice(0, 20)),
    Buffer.from([0xff, 0xc0]),
    Buffer.from(raw.slice(20)),
  ])
  const answer = await server.get('/workers', key, { ...posted(''), body: bytes })
  assert.deepEqual([answer.status, answer.body.error.code], [400, 'INVALID_JSON'])
  assert.match(answer.body.error.message, /is not UTF-8/)
})

test('everything that is wrong is told at once, the first of it first', async () => {
  const body = newcomer(1, {
    firstName: '',
    dob: '1990-02-30',
    trades: ['nowhere'],
    rightToWork: [paper('passport', { expiration: '2031-01-01', files: [file({ content: 'x' })] })],
    consent: false,
  })
  const { message, code } = (await server.get('/workers', key, posted(body))).body.error
  assert.equal(code, 'VALIDATION_ERROR')
  assert.match(message, /^firstName is empty\. Also: dob is not a calendar date/)
  for (const path of [
    'trades[0]',
    'consent',
    'rightToWork[0].documentNumber',
    'rightToWork[0].files[0].content',
  ])
    assert.ok(message.includes(path), `${path}: ${message}`)
})

test('a body with thousands of things wrong is refused as quickly as one with a few', async () => {
  const names = Object.fromEntries(Array.from({ length: 9000 }, (_, index) => [`name${index}`, 1]))
  const many = {
    attachments: Array.from({ length: 50 }, () => ({ files: Array.from({ length: 20 }, () => ({})) })),
  }
  for (const body of [newcomer(1, names), newcomer(1, many)]) {
    const began = performance.now()
    const answer = await server.get('/workers', key, posted(body))
    assert.equal(answer.status, 400)
    assert.match(answer.body.error.message, /and \d+ more$|8990 more names that are not known/)
    assert.ok(answer.text.length < 40_000, `${answer.text.length} characters`)
    assert.ok(performance.now() - began < 2000)
  }
})

test('a refusal repeats no identity number', async () => {
  const body = newcomer(1, { nationalIns: 'QQ123456C', passportNo: '77-SECRET-NUMBER' })
  const answer = await server.get('/workers', key, posted(body))
  assert.equal(answer.status, 400)
  assert.ok(!/QQ123456|SECRET/.test(answer.text))
})
