// What a mapping promises: tables in any usual form become the right lines, and what is wrong in a mapping is told exactly.
import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import Ajv from 'ajv/dist/2020.js'
import { parse as parseYaml } from 'yaml'
import { recordTypes } from '../../src/api/index.ts'
import { sampleOf } from '../../src/api/samples.ts'
import { plainText } from '../../src/body/lines.ts'
import { sealOf } from '../../src/encryption/sealing.ts'
import { secretsOf } from '../../src/encryption/secret.ts'
import { lineReader } from '../../src/load/read.ts'
import { mappedLines } from '../../src/mapping/map-rows.ts'
import { readMapping } from '../../src/mapping/mapping.ts'
import { openTable } from '../../src/mapping/rows.ts'
import { dateForm, numberIn } from '../../src/mapping/values.ts'
import { loadableTypes } from '../../src/record-types/record-type.ts'
import { faultTexts, InvalidValue } from '../../src/shape/invalid-value.ts'
import { command } from '../support/command.ts'
import { testFolder } from '../support/files.ts'
import { troublesOf } from '../support/mapping-troubles.ts'

const example = fileURLToPath(new URL('../../examples/first-load/', import.meta.url))
const folder = await testFolder()

async function* inPieces(bytes: Buffer, size = 7) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** What a mapping makes of a table: records, and of rows that are wrong the faults. */
async function mapped(mapping: string, table: string | Buffer): Promise<unknown[]> {
  const [one] = readMapping(mapping, recordTypes).mappings
  const found: unknown[] = []
  const opened = await openTable('table', plainText(inPieces(Buffer.from(table))))
  for await (const { line, text } of mappedLines(one!, opened)) {
    if (text instanceof InvalidValue)
      found.push(
        `${line}: ${faultTexts(text)
          .map(({ path, reason }) => `${path} ${reason}`)
          .join('; ')}`,
      )
    else {
      const { record, deleted, id } = JSON.parse(text)
      found.push(deleted ? { id, deleted } : record)
    }
  }
  return found
}

const regions = 'type: region\nid: NO\nrecord: {name: NAME}\n'
const both = [
  { id: '1', name: 'North, "far"' },
  { id: '2', name: 'South\nwest' },
]

test('CSV with commas, semicolons, tabs and bars, JSON and NDJSON, plain and gzip, are told by how they begin', async () => {
  const table = (mark: string) => `NO${mark}NAME\r\n1${mark}"North, ""far"""\r\n2${mark}"South\nwest"\r\n`
  const rows = [
    { NO: 1, NAME: 'North, "far"' },
    { NO: 2, NAME: 'South\nwest' },
  ]
  const forms: Record<string, string | Buffer> = {
    comma: table(','),
    semicolon: table(';'),
    tab: table('\t'),
    bar: table('|'),
    json: JSON.stringify(rows, null, 2),
    ndjson: rows.map(row => `${JSON.stringify(row)}\n`).join(''),
    marked: `\ufeff${table(',')}`,
    gzip: gzipSync(table(';')),
  }
  for (const [form, text] of Object.entries(forms)) assert.deepEqual(await mapped(regions, text), both, form)
})

test('rows that cannot be read say why, with the line they begin in, and the others are mapped', async () => {
  const text = 'NO,NAME\n1,"two\nlines"\n2\n,nameless\n3 4,spaced\n5,fine\n'
  assert.deepEqual(await mapped(regions, text), [
    { id: '1', name: 'two\nlines' },
    '4:  has 1 fields, and the header has 2',
    '5: record.id there is no id in this row',
    '6: record.id "3 4" is no id',
    { id: '5', name: 'fine' },
  ])
  await assert.rejects(mapped(regions, 'NO,NAME\n1,"open\n'), /quotation mark is never closed/)
  await assert.rejects(mapped(regions, 'NO,NO\n1,2\n'), /Two columns are called "NO"/)
})

test('a constant, a join, the first that is there, words, a default, a split, dates, decimals and yes or no', async () => {
  const mapping = `
type: project
timezone: Europe/London
dates: [DD/MM/YYYY, "DD/MM/YYYY HH:mm"]
yes: [Ja]
no: [Nein]
empty: [NULL]
id: {join: [A, B], with: "-"}
record:
  name: {first: [LONG, SHORT], default: Nameless}
  reference: {column: SHORT, split: /, take: 2}
  active: LIVE
  company: {value: c1}
  region: {column: WHERE, words: {N: north, S: south}}
  startDate: {column: FROM, date: YYYYMMDD}
  address.city: CITY
  address.latitude: {column: LAT, decimal: ","}
  createdAt: ADDED
  updatedAt: ADDED
`
  const table = [
    'A;B;LONG;SHORT;LIVE;WHERE;FROM;CITY;LAT;ADDED',
    'x;1;Canal;C/77;Ja;N;20260301;Leeds;"1.053,75";01/07/2026 09:00',
    'x;2;NULL;S/78;Nein;middle;;NULL;;01/01/2026',
  ].join('\n')
  assert.deepEqual(await mapped(mapping, table), [
    {
      id: 'x-1',
      name: 'Canal',
      reference: '77',
      active: true,
      company: { id: 'c1' },
      region: { id: 'north' },
      startDate: '2026-03-01',
      address: { city: 'Leeds', latitude: 1053.75 },
      createdAt: '2026-07-01T08:00:00.000Z',
      updatedAt: '2026-07-01T08:00:00.000Z',
    },
    {
      id: 'x-2',
      name: 'S/78',
      reference: '78',
      active: false,
      company: { id: 'c1' },
      region: { id: 'middle' },
      createdAt: '2026-01-01',
      updatedAt: '2026-01-01',
    },
  ])
})

test('every fault of a row is told, with its column and its value', async () => {
  const mapping = `
type: timesheet
id: ID
record:
  reference: ID
  status: ST
  worker: W
  company: {value: c1}
  project: {value: p1}
  agency: {value: a1}
  start: D
  end: D
  weekEnding: D
  version: V
  netHours: H
  createdAt: D
  updatedAt: D
`
  const [told] = await mapped(mapping, 'ID,ST,W,D,V,H\nt1,done,OP/1,01/02/2026,1.5,eight\n')
  assert.deepEqual((told as string).slice(3).split('; ').slice(0, 3), [
    'record.status column "ST" has "done", which is none of the words',
    'record.worker column "W" has "OP/1", which is no id',
    'record.start column "D" has "01/02/2026", which is no date in this form',
  ])
  assert.equal((told as string).split('; ').length, 9)
})

test('rows of one record become a list, where they stand together', async () => {
  const mapping = `
type: user
group: LOGIN
id: LOGIN
record:
  name: NAME
  companies:
    rows: {company: CLIENT, role: ROLE}
  projects: {column: JOBS, split: " "}
`
  const table =
    'LOGIN,NAME,CLIENT,ROLE,JOBS\nann,Ann,c1,r1,p1 p2\nann,Ann,c2,,p1 p2\nbob,Bob,c1,r1,\nann,Ann,c3,,\n'
  assert.deepEqual(await mapped(mapping, table), [
    {
      id: 'ann',
      name: 'Ann',
      companies: [{ company: 'c1', role: 'r1' }, { company: 'c2' }],
      projects: ['p1', 'p2'],
    },
    { id: 'bob', name: 'Bob', companies: [{ company: 'c1', role: 'r1' }] },
    '5:  rows with LOGIN "ann" do not stand together',
  ])
})

test('what must be there and may be null, is null where no column gives it', async () => {
  const mapping = `
type: rate
id: NO
record:
  trade: {value: t1}
  company: {value: c1}
  agency: AGENCY
  rates.paye: {pay: PAY, emp: {value: 0}, margin: {value: 0}, charge: PAY}
  dayRates.cis: {pay: DAY, emp: {value: 0}, margin: {value: 0}, charge: DAY}
  createdAt: {value: "2026-01-01"}
  updatedAt: {value: "2026-01-01"}
`
  const money = { pay: 10, emp: 0, margin: 0, charge: 10 }
  const [rate] = (await mapped(mapping, 'NO,AGENCY,PAY,DAY\nr1,,10,\n')) as [Record<string, unknown>]
  assert.deepEqual(
    [rate.agency, rate.project, rate.rates],
    [null, null, { cis: null, paye: money, psc: null }],
  )
})

test('an id that is made stays the same, wherever it is made, and differs from type to type', async () => {
  const company = 'type: company\nid: {idFrom: NAME}\npatch: true\nrecord: {name: NAME}\n'
  const site = 'type: site\nid: {idFrom: NAME}\npatch: true\nrecord: {company: {idFrom: NAME}}\n'
  const [one] = (await mapped(company, 'NAME\nA/1\n')) as [{ id: string }]
  const [other] = (await mapped(
    `records:\n  - ${site.trim().replaceAll('\n', '\n    ')}\n`,
    'NAME\nA/1\n',
  )) as [{ id: string; company: { id: string } }]
  assert.equal(one.id, '533826ed3c71b8bd2f9a8f09')
  assert.equal(other.company.id, one.id)
  assert.notEqual(other.id, one.id)
})

test('rows may say that their record is deleted, and only some rows may be meant', async () => {
  const mapping = `${regions}deleted: {column: GONE, words: {D: yes}}\nwhere: {KIND: [R, S]}\n`
  const table = 'NO,NAME,GONE,KIND\n1,North,,R\n2,South,D,S\n3,East,,X\n'
  assert.deepEqual(await mapped(mapping, table), [
    { id: '1', name: 'North' },
    { id: '2', deleted: true },
  ])
})

test('what is wrong in a mapping is told with its line, all at once', () => {
  const wrong = `type: timesheet
timezone: Europe/Londn
id: {idfrom: TS_NO}
colour: red
record:
  refrence: REF
  status: {column: S, wrods: {A: approved}}
  supplierType: S
  values: TOTAL
  timelogs: LINES
  worker: {column: W, value: w1}
  start: {column: D, date: DD/MM}
  company: {value: c1}
  project: {value: p1}
  agency: {value: a1}
  end: TO
  version: {value: 1}
  netHours: H
  createdAt: C
  updatedAt: C
`
  assert.deepEqual(troublesOf(wrong), [
    'line 2: there is no time zone "Europe/Londn"; write it like Europe/London',
    'line 3: "id" takes the name of a column, or {idFrom: …}, {value: …} and the like',
    'line 4: "colour" is no word of a mapping; there are type, source, query, since, csv, where, group, patch, deleted, id, record, facts, optional',
    'line 6: "record" has no "refrence"; the nearest one is "reference"',
    'line 6: "record" needs "reference": text',
    'line 6: "record" needs "weekEnding": a date',
    'line 7: "wrods" is no word of an expression; the nearest one is "words"',
    'line 8: "supplierType" is worked out by the server; leave it out',
    'line 9: "values" is an object with pay, charge, expense; map each of them',
    'line 10: the items of "timelogs" are objects: give {rows: …}, or a list of its items',
    'line 11: give one of column and value, not both',
    'line 12: "DD/MM" says no date; write it like DD/MM/YYYY HH:mm:ss, or excel, unix or unix-ms',
  ])
  assert.deepEqual(troublesOf('type: sites\nid: A\nrecord: {}\n'), [
    'line 1: "sites" is not a type of record; the nearest one is "site"',
  ])
  assert.throws(() => readMapping('type: [', recordTypes), /not YAML/)
})

test('dates and numbers are read in the forms that tables have', () => {
  const dates: [string, string, string | undefined][] = [
    ['DD/MM/YYYY', '31/12/2025', '2025-12-31'],
    ['DD/MM/YYYY', '31/02/2025', undefined],
    ['D.M.YY', '1.3.25', '2025-03-01'],
    ['DD-MMM-YYYY', '05-Sep-2024', '2024-09-05'],
    ['MM/DD/YYYY HH:mm:ss', '12/31/2025 23:59:59', '2025-12-31T23:59:59'],
    ['excel', '45717', '2025-03-01'],
    ['unix', '1740787200', '2025-03-01T00:00:00.000Z'],
  ]
  for (const [form, text, read] of dates) assert.equal(dateForm(form)!(text), read, `${form} ${text}`)
  for (const form of ['HH:mm', 'DD/MM', 'DD DD/MM/YYYY', '']) assert.equal(dateForm(form), undefined)
  const numbers: [string, '.' | ',', number | undefined][] = [
    ['1,234.50', '.', 1234.5],
    ['£1,234.50', '.', 1234.5],
    ['1.234,50 €', ',', 1234.5],
    ['(12.5)', '.', -12.5],
    ['12,5', '.', undefined],
    ['1e3', '.', 1000],
    ['', '.', undefined],
    ['1.2.3', '.', undefined],
  ]
  for (const [text, mark, read] of numbers) assert.equal(numberIn(text, mark), read, text)
})

test('a mapping is proposed from names and contents, and with what is missing filled in it loads', async () => {
  const files = ['tsheets.csv', 'clients.csv', 'jobs.csv'].map(file => join(example, file))
  const encoding = ['--encoding', 'windows-1252']
  const { stdout } = await command(['map', 'init', ...files, '--type', 'timesheet', ...encoding])
  const proposed = stdout.split('\n')
  for (const line of [
    'type: timesheet',
    'source: tsheets.csv',
    'id: TS_NO',
    '  reference: REF',
    '  weekEnding: {column: WEEK_ENDING, date: "DD/MM/YYYY"}',
    '  start: {column: FROM, date: "DD/MM/YYYY"}',
    '  netHours: {column: NET_HRS, decimal: ","}',
    '  approvedDate: {column: APPROVED_ON, date: "DD/MM/YYYY"}',
    '    column: STATE',
  ])
    assert.ok(proposed.includes(line), `${line} is not in\n${stdout}`)
  assert.match(stdout, /# version: {4}# REQUIRED: a whole number/)
  assert.match(stdout, /worker: \{idFrom: OP_NO\}/)
  assert.ok(proposed.includes('  company: CLIENT_NO') && proposed.includes('  project: JOB_NO'), stdout)

  const to = join(folder, 'companies.yaml')
  const made = await command(['map', 'init', files[1]!, '--type', 'company', '--to', to, ...encoding])
  assert.equal(made.code, 0, made.stderr)
  const tried = await command(['map', 'try', to, files[1]!, ...encoding])
  assert.deepEqual([tried.code, /2 records, 0 with faults/.test(tried.stdout)], [0, true], tried.stdout)
  assert.equal((await command(['map', 'init', files[1]!, '--type', 'company', '--to', to])).code, 4)
})

test('of a table whose names say nothing it is told how each column is written, and nothing of people', async () => {
  const own = await testFolder()
  const table = join(own, 'ZETTEL.CSV')
  const row = (n: number) =>
    `${n};0${1 + (n % 3)}/03/2026;${n % 2};${n % 2 ? 'F' : 'O'};4${n % 10},50;Gr\xf6\xdfe ${n}\r\n`
  const rows = Array.from({ length: 12 }, (_, n) => row(n)).join('')
  await writeFile(table, `Zettel;Woche bis;Mitarb.;Stand;Std;Name\r\n${rows}`, 'latin1')
  await writeFile(join(own, 'LEUTE.CSV'), 'Nr;Wer\r\n0;Ada\r\n1;Bo\r\n')
  const said = await command(['map', 'init', table, join(own, 'LEUTE.CSV'), '--type', 'timesheet'])
  assert.match(said.stderr, /ZETTEL\.CSV is not UTF-8 and is read as windows-1252/)
  assert.match(said.stdout, /^source: ZETTEL\.CSV\nencoding: windows-1252$/m)
  for (const line of [
    '#   {column: Woche bis, date: "DD/MM/YYYY"}    # dates',
    '#   "Mitarb."    # 0, 1, found in LEUTE.CSV',
    '#   Stand    # O, F',
    '#   {column: Std, decimal: ","}    # numbers',
    '#   Name    # text',
  ])
    assert.ok(said.stdout.split('\n').includes(line), `${line} is not in\n${said.stdout}`)
  assert.doesNotMatch(said.stdout, /Größe|Ada/)

  const map = join(own, 'other.yaml')
  const record = '{name: Stand, createdAt: {value: "2024-01-01"}}'
  await writeFile(
    map,
    `encoding: windows-1252\ndates: DD/MM/YYYY\ntype: masterTrade\nsource: ZETTEL.CSV\nid: Stand\nrecord: ${record}\n`,
  )
  await rm(join(own, 'LEUTE.CSV'))
  const tried = await command(['map', 'try', map, own])
  assert.match(tried.stdout, /10 records, 0 with faults/, 'a constant is written as dates of this server are')
})

test('trying shows ten rows before and after, with every fault', async () => {
  const map = join(folder, 'regions.yaml')
  const table = join(folder, 'regions.csv')
  await writeFile(map, regions)
  await writeFile(
    table,
    ['NO,NAME', '1,', ...Array.from({ length: 20 }, (_, n) => `${n + 2},Region ${n}`)].join('\n'),
  )
  const shown = await command(['map', 'try', map, table])
  assert.equal(shown.code, 3)
  assert.match(
    shown.stdout,
    /^regions\/region, line 2\nNO: 1 +\| \{"type":"region","record":\{"id":"1"\}\}\nNAME: +\|\n {2}! record.name: is missing/,
  )
  assert.match(shown.stdout, /NAME: Region 8/)
  assert.doesNotMatch(shown.stdout, /NAME: Region 9/)
  assert.match(shown.stdout, /10 records, 1 with faults. Nothing was stored.$/m)
})

type Mapped = { records: [{ record: Record<string, unknown> }] }

const ajv = new Ajv.default({ strict: false, allowUnionTypes: true })
const schemaOf = async (name: string) =>
  JSON.parse(await readFile(new URL(`../../contract/${name}`, import.meta.url), 'utf8'))

test('the JSON Schema of a load takes what a load takes', async () => {
  const fits = ajv.compile(await schemaOf('load.schema.json'))
  const reads = lineReader(recordTypes, { seal: sealOf(secretsOf(['a secret for samples alone'])) })
  for (const { type } of loadableTypes(recordTypes)) {
    const sample = sampleOf(type)
    assert.ok(fits(sample), `${type}: ${ajv.errorsText(fits.errors)}`)
    const { id } = sample.record as { id: string }
    for (const wrong of [
      { ...sample, record: { ...sample.record, colour: 'red' } },
      { ...sample, record: { ...sample.record, id: 7 } },
      { ...sample, color: 1 },
    ]) {
      assert.ok(!fits(wrong), JSON.stringify(wrong).slice(0, 100))
      assert.throws(() => reads(JSON.stringify(wrong), 1), InvalidValue)
    }
    assert.ok(fits({ type, record: { id }, patch: true }))
    assert.ok(fits({ type, id, deleted: true }))
  }
  const one = JSON.parse((await command(['schema', 'site'])).stdout)
  assert.deepEqual(Object.keys(one.$defs), ['site', 'deleted', 'file'])
  assert.match((await command(['schema', 'sites'])).stderr, /nearest one is "site"/)
})

test('the least line that the page of each type shows can be read, and fits the schema', async () => {
  const fits = ajv.compile(await schemaOf('load.schema.json'))
  const reads = lineReader(recordTypes, { seal: sealOf(secretsOf(['a secret for samples alone'])) })
  for (const { type } of loadableTypes(recordTypes)) {
    const page = await readFile(new URL(`../../docs/records/${type}.md`, import.meta.url), 'utf8')
    const line = /^```json\n(.*)\n/m.exec(page)![1]!
    assert.ok(fits(JSON.parse(line)), `${line}: ${ajv.errorsText(fits.errors).slice(0, 300)}`)
    reads(line, 1)
  }
})

test('the JSON Schema of a mapping takes the examples, and refuses what is misspelt', async () => {
  const fits = ajv.compile(await schemaOf('mapping.schema.json'))
  for (const file of ['legacy.yaml', 'legacy-database.yaml']) {
    const mapping = parseYaml(await readFile(join(example, file), 'utf8')) as Mapped
    assert.ok(fits(mapping), `${file}: ${ajv.errorsText(fits.errors).slice(0, 500)}`)
    mapping.records[0].record.nmae = 'NAME'
    assert.ok(!fits(mapping))
  }
})
