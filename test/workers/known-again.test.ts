// Somebody who is stored and is posted once more, with mistakes: refused whenever the score says that they are one.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { operations, recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { rivals, worker } from '../support/lines.ts'
import { type Body, masterLists, newcomer, paper, posted } from '../support/newcomer.ts'
import { testServer } from '../support/server.ts'

const server = await testServer({ operations, types: recordTypes })
await server.load([...rivals(), ...masterLists()])
const key = await server.key('agency', ['a1'])

const homeAt = (code: string) => ({
  lineOne: '1 High Street',
  city: 'Leeds',
  country: 'United Kingdom',
  code,
})

/** Loaded with what is given, and nothing else of those who are posted. */
const stored = (id: string, more: Body) =>
  worker(id, {
    gender: 'Male',
    nationality: 'United Kingdom',
    email: `${id}@stored.example`,
    phone: { countryCode: '+44', number: `7700900${100 + loaded++}` },
    ...more,
  })
let loaded = 0

let posts = 0
/** A post whose e-mail, telephone and numbers nobody has. */
const post = (more: Body) => server.get('/workers', key, posted(newcomer(5000 + posts++, more)))
const codeOf = (answer: Awaited<ReturnType<typeof post>>) =>
  `${answer.status} ${answer.body.error?.code ?? ''}`.trim()
const known = '409 WORKER_MATCH_REQUIRES_REVIEW'

const again: [what: string, stored: Body, posted: Body][] = [
  [
    'the year of birth mistyped',
    { firstName: 'Callum', lastName: 'Hepworth', dob: '1988-07-14', address: homeAt('LS6 1AA') },
    { firstName: 'Callum', lastName: 'Hepworth', dob: '1978-07-14', address: homeAt('LS6 1BB') },
  ],
  [
    'stored without a date of birth',
    { firstName: 'Fergal', lastName: 'Brosnan', address: homeAt('BS1 5TR') },
    { firstName: 'Fergal', lastName: 'Brosnan', dob: '1981-02-03', address: homeAt('BS1 5XX') },
  ],
  [
    'a nickname and the day mistyped',
    { firstName: 'Frederick', lastName: 'Ingleby', dob: '1990-10-21', address: homeAt('NE4 5AA') },
    { firstName: 'Freddie', lastName: 'Ingleby', dob: '1990-10-12', address: homeAt('NE4 5BB') },
  ],
  [
    'half of a double-barrelled name and the day mistyped',
    { firstName: 'Edmund', lastName: 'Foxcroft-Lomax', dob: '1979-12-30', address: homeAt('CF10 1AA') },
    { firstName: 'Edmund', lastName: 'Foxcroft', dob: '1979-12-03', address: homeAt('CF10 1BB') },
  ],
  [
    'a typing error in the surname and the day mistyped',
    { firstName: 'Duncan', lastName: 'Galbraith', dob: '1984-03-17', address: homeAt('EH7 4AA') },
    { firstName: 'Duncan', lastName: 'Galvraith', dob: '1984-03-19', address: homeAt('EH7 4BB') },
  ],
  [
    'first and last name swapped, the month mistyped',
    {
      firstName: 'Tariq',
      lastName: 'Okafor',
      dob: '1992-05-06',
      address: homeAt('IG1 2AA'),
      phone: undefined,
    },
    { firstName: 'Okafor', lastName: 'Tariq', dob: '1992-08-06', address: homeAt('IG1 2BB') },
  ],
  [
    'the same name, a wrong year, stored without anything else',
    { firstName: 'Cormac', lastName: 'Keaveney', dob: '1986-09-11', email: undefined, phone: undefined },
    { firstName: 'Cormac', lastName: 'Keaveney', dob: '1985-09-11', address: homeAt('SW1A 1AA') },
  ],
]

for (const [index, [what, before, now]] of again.entries())
  test(`somebody who is known is not created: ${what}`, async () => {
    await server.load([stored(`again-${index}`, before)])
    assert.equal(codeOf(await post(now)), known)
  })

test('neighbours and namesakes are created', async () => {
  await server.load([
    stored('neighbour', {
      firstName: 'Howard',
      lastName: 'Joslin',
      dob: '1988-07-14',
      address: homeAt('YO1 7AA'),
    }),
  ])
  const others: Body[] = [
    { firstName: 'Howard', lastName: 'Joslin', dob: '1971-03-02', address: homeAt('YO1 7BB') },
    { firstName: 'Nathan', lastName: 'Joslin', dob: '1988-07-14', address: homeAt('YO1 7DD') },
    { firstName: 'Howard', lastName: 'Nesbit', dob: '1988-07-14', address: homeAt('YO1 7EE') },
  ]
  for (const other of others) assert.equal(codeOf(await post(other)), '200', JSON.stringify(other))
})

const document = (documentType: string, documentNumber: string) => ({
  id: `${documentType}-${documentNumber}`.replace(/[^\w-]/g, '_'),
  type: 'rightToWork',
  documentType,
  documentNumber,
  createdAt: '2026-03-02',
  files: [],
})

test('a loaded worker is known by the numbers of its documents, after every load', async () => {
  const holder = (more: Body) =>
    stored('holder', {
      phone: undefined,
      rightToWork: [document('Irish passport card', 'pc 12 34 567'), document('Visa', 'W4G-12K-77K')],
      ...more,
    })
  const byPassport = () =>
    post({ nationality: 'France', nationalIns: undefined, passportNo: 'PC1234567', rightToWork: [] })
  const byVisa = () => post({ rightToWork: [paper('visa', { documentNumber: 'w4g 12k 77k' })] })
  await server.load([holder({})])
  assert.deepEqual([codeOf(await byPassport()), codeOf(await byVisa())], [known, known])
  assert.equal((await server.load([holder({})])).counts.unchanged, 1)
  assert.deepEqual([codeOf(await byPassport()), codeOf(await byVisa())], [known, known])
  assert.equal((await server.load([holder({ email: 'moved@stored.example' })])).counts.updated, 1)
  assert.deepEqual([codeOf(await byPassport()), codeOf(await byVisa())], [known, known])
  const renewed = [document('Irish passport card', 'PC7654321')]
  const { losses } = await server.load([{ ...holder({ rightToWork: renewed }), patch: true }])
  assert.deepEqual(losses, { 'identity numbers': 2, documents: 2 })
  assert.equal(codeOf(await byPassport()), '200', 'the document is no longer the worker’s')
})

test('what documents say is kept as other numbers are: sealed, once, and only where it is an identity’s', async () => {
  const facts = { passportNo: '987 654 321', shareCodes: ['W99-12K-77K'] }
  await server.load([
    {
      ...stored('sealed', {
        rightToWork: [
          document('UK passport', '987654321'),
          document('UK passport', 'see the scan'),
          document('Birth certificate with NI evidence', 'C1234567'),
          document('Visa', 'W9912K77K'),
          document('eVisa', 'S4G12K88K'),
        ],
        attachments: [{ ...document('UK passport', '192837465'), type: 'attachment' }],
      }),
      facts,
    },
  ])
  const [row] = await server.database.rows<{ facts: string }>(
    sql`select facts from worker_text where id = 'sealed'`,
  )
  const kept = JSON.parse(row!.facts)
  assert.deepEqual(
    [Object.keys(kept), kept.documentNumbers.length],
    [['passportNo', 'shareCodes', 'documentNumbers'], 3],
  )
  assert.ok(!/987654321|12K77K|12K88K/.test(row!.facts))
  const hashes = await server.database.rows<{ hash: string }>(
    sql`select hash from worker_number where id = 'sealed'`,
  )
  assert.equal(hashes.length, 3)
  assert.ok(hashes.every(({ hash }) => /^travel:[\w-]{22}$/.test(hash)))
})

test('names, e-mails and postcodes as long as texts may be are stored, in any script', async () => {
  const long = (first = 0x4e00, length = 2000) =>
    [...randomBytes(length)].map(byte => String.fromCharCode(first + (byte % 26))).join('')
  const report = await server.load([
    stored('long', {
      firstName: long(),
      lastName: long(),
      email: `${long(97, 1990)}@x.example`,
      address: homeAt(long()),
    }),
  ])
  assert.equal(report.counts.created, 1)
})
