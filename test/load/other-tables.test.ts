// What helps whoever maps a table that nobody here has seen: sums, date forms, and messages that say what to write.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { plainText } from '../../src/body/lines.ts'
import type { OtherTables } from '../../src/mapping/expression.ts'
import { mappedLines } from '../../src/mapping/map-rows.ts'
import { readMapping } from '../../src/mapping/mapping.ts'
import { openTable } from '../../src/mapping/rows.ts'
import { faultTexts, InvalidValue } from '../../src/shape/invalid-value.ts'
import { command } from '../support/command.ts'
import { onCluster } from '../support/database.ts'
import { testFolder } from '../support/files.ts'
import { troublesOf } from '../support/mapping-troubles.ts'

/** Records, and of rows that are wrong each fault with its hint. */
async function mapped(mapping: string, table: string, beside?: OtherTables): Promise<unknown[]> {
  const [one] = readMapping(mapping, recordTypes).mappings
  const bytes = (async function* () {
    yield Buffer.from(table)
  })()
  const found: unknown[] = []
  const opened = await openTable('table', plainText(bytes))
  for await (const { text } of mappedLines(one!, opened, beside && { beside })) {
    if (text instanceof InvalidValue)
      found.push(faultTexts(text).map(({ path, reason, hint }) => `${path}: ${reason}; ${hint}`))
    else found.push(JSON.parse(text).record)
  }
  return found
}

test('columns are added, empty ones left out, and what is no number is told', async () => {
  const mapping =
    'type: assignment\npatch: true\ndecimal: ","\nid: NO\nrecord: {rates: {pay: {sum: [A, B, {value: 1}]}, charge: {sum: [A, B]}}}\n'
  const table = 'NO;A;B\n1;0,1;0,2\n2;1.000,50;\n3;x;1\n'
  assert.deepEqual(await mapped(mapping, table), [
    { id: '1', rates: { pay: 1.3, charge: 0.3 } },
    { id: '2', rates: { pay: 1001.5, charge: 1000.5 } },
    ['pay', 'charge'].map(
      name =>
        `record.rates.${name}: column "A" and column "B" have "x", which is no number; the comma parts the fraction`,
    ),
  ])
  assert.deepEqual(
    await mapped('type: timesheet\npatch: true\nid: NO\nrecord: {netHours: {sum: [A]}}\n', 'NO,A\n1,\n'),
    [{ id: '1' }],
  )
})

test('a date in another form is told with that form, and what is none with the form that is read', async () => {
  const mapping = 'type: masterTrade\ndates: DD.MM.YYYY\nid: NO\nrecord: {name: NO, createdAt: ADDED}\n'
  const table = 'NO,ADDED\n1,31.12.2025\n2,31.12.2025 08:15:00\n3,12/31/2025\n4,31.02.2025\n'
  const told = (value: string, hint: string) => [
    `record.createdAt: column "ADDED" has "${value}", which is no date in this form; ${hint}`,
  ]
  const looks = (form: string) =>
    `it looks like "${form}": say so with date, or with dates at the top; so far it is read as DD.MM.YYYY`
  assert.deepEqual(await mapped(mapping, table), [
    { id: '1', name: '1', createdAt: '2025-12-31' },
    told('31.12.2025 08:15:00', looks('DD.MM.YYYY HH:mm:ss')),
    told('12/31/2025', looks('MM/DD/YYYY')),
    told('31.02.2025', 'correct it at the source: it is read as DD.MM.YYYY'),
  ])
})

test('a form with letters that stand for nothing is refused once, with what was meant', () => {
  const record = (type: string) => `  - {type: ${type}, id: NO, record: {name: NAME}}`
  const file = (form: string) =>
    `timezone: Europe/London\ndates: ["${form}"]\nrecords:\n${record('region')}\n${record('sector')}\n`
  const letters = 'months and days are large letters, minutes and seconds small ones'
  for (const form of ['DD.MM.YYYY hh:mm:ss', 'dd.mm.yyyy hh:mm:ss', 'DD.MM.YYYY HH:MM:SS'])
    assert.deepEqual(troublesOf(file(form)), [
      `line 2: "${form}" says no date; write it as "DD.MM.YYYY HH:mm:ss": ${letters}`,
    ])
  assert.deepEqual(troublesOf(file('DD.MM.YYYY at HH')), [
    'line 2: "DD.MM.YYYY at HH" says no date; write it like DD/MM/YYYY HH:mm:ss, or excel, unix or unix-ms',
  ])
  assert.deepEqual(troublesOf(file('YYYY-MM-DDTHH:mm')), [])
})

test('what an object or an item lacks is told with where it is, and an item with how it is written', () => {
  const start = 'type: timesheet\nid: NO\npatch: true\nrecord:\n'
  const hours = 'hours: {standard: A, overtime: B}'
  const rows = `{id: NO, status: S, date: D, start: D, end: D, breaks: B, rates: {pay: P, emp: P, margin: P, charge: P}, ${hours}, values.pay.standard: P, values.emp: {standard: P, overtime: P, total: P}, values.margin: {standard: P, overtime: P, total: P}, values.charge: {standard: P, overtime: P, total: P}}`
  const told = troublesOf(`${start}  timelogs: {from: days.csv, by: NO, rows: ${rows}}\n`)
  assert.deepEqual(told, [
    'line 5: "hours" needs "total": a number',
    'line 5: "values.pay" needs "overtime": a number',
    'line 5: "values.pay" needs "total": a number',
  ])
  assert.deepEqual(troublesOf('type: worker\nid: NO\npatch: true\nrecord:\n  agencies: FIRM\n'), [
    'line 5: each of "agencies" needs "active", too: write [{id: FIRM, active: {value: true}}]',
  ])
  assert.deepEqual(
    troublesOf(
      'type: worker\nid: NO\npatch: true\nrecord:\n  agencies: [{id: FIRM, active: {value: true}}]\n',
    ),
    [],
  )
})

test('what is wrong in a row of another file is told with that file and its line', async () => {
  const mapping =
    'type: timesheet\npatch: true\ndates: DD/MM/YYYY\nid: NO\nrecord:\n  timesheetApprovers: {from: who.csv, by: NO, rows: {id: WHO}}\n'
  const beside: OtherTables = () => [
    { line: 7, row: { NO: '1', WHO: 'u1' } },
    { line: 8, row: { NO: '1', WHO: 'u 2' } },
  ]
  assert.deepEqual(await mapped(mapping, 'NO\n1\n', beside), [
    [
      'record.timesheetApprovers.1.id: column "WHO" of who.csv, line 8, has "u 2", which is no id; make one with {idFrom: WHO}, here and where the record is mapped',
    ],
  ])
})

test('a column is looked up in the row of another file, through several if need be', async () => {
  const site = (company: string) => `type: site\npatch: true\nid: NO\nrecord: {company: ${company}}\n`
  const tables: Record<string, Record<string, unknown>[]> = {
    'jobs.csv': [
      { JOB: 'J1', CLIENT: 'c1', FIRM: 'f1' },
      { JOB: 'J2', CLIENT: 'c2', FIRM: 'f1' },
      { JOB: 'J2', CLIENT: 'c3', FIRM: 'f1' },
    ],
    'firms.csv': [{ FIRM: 'f1', OWNER: 'c9' }],
  }
  const beside: OtherTables = (source, key, value) =>
    tables[source]!.filter(row => row[key] === value).map((row, index) => ({ line: index + 2, row }))
  const looked = '{column: CLIENT, from: jobs.csv, by: JOB}'
  assert.deepEqual(await mapped(site(looked), 'NO,JOB\n1,J1\n2,\n3,J2\n4,J9\n', beside), [
    { id: '1', company: { id: 'c1' } },
    { id: '2' },
    [
      'record.company: jobs.csv has several rows with JOB "J2"; they differ: name a column that tells its rows apart',
    ],
    [
      'record.company: jobs.csv has no row with JOB "J9"; correct it at the source, or say with default what it is then',
    ],
  ])
  const further =
    '{column: OWNER, from: firms.csv, by: {record: {column: FIRM, from: jobs.csv, by: JOB}, rows: FIRM}}'
  assert.deepEqual(await mapped(site(further), 'NO,JOB\n1,J1\n3,J2\n', beside), [
    { id: '1', company: { id: 'c9' } },
    { id: '3', company: { id: 'c9' } },
  ])
  const made = '{idFrom: [CLIENT], from: jobs.csv, by: JOB, default: c0}'
  const [one, two] = (await mapped(site(made), 'NO,JOB\n1,J1\n2,J9\n', beside)) as {
    company: { id: string }
  }[]
  assert.equal(two!.company.id, 'c0')
  const direct = await mapped('type: company\npatch: true\nid: {idFrom: [A]}\nrecord: {name: A}\n', 'A\nc1\n')
  assert.equal(
    one!.company.id,
    (direct[0] as { id: string }).id,
    'an id is made as where the record is mapped',
  )
})

test('days are added by the calendar, from a number or a column, and the clock shows the same time', async () => {
  const project = (startDate: string) =>
    `type: project\npatch: true\ntimezone: Europe/London\nid: NO\nrecord: {startDate: ${startDate}}\n`
  const dates = async (startDate: string, table: string) =>
    (await mapped(project(startDate), table)).map(one => (one as { startDate?: string }).startDate ?? one)
  assert.deepEqual(
    await dates('{column: D, date: DD/MM/YYYY, plusDays: 6}', 'NO,D\n1,26/12/2025\n2,23/02/2024\n'),
    ['2026-01-01', '2024-02-29'],
  )
  // The clocks go forward in between.
  assert.deepEqual(await dates('{column: D, plusDays: 1}', 'NO,D\n1,2026-03-28 09:00\n'), [
    '2026-03-29T08:00:00.000Z',
  ])
  assert.deepEqual(
    await dates(
      '{column: D, plusDays: N}',
      'NO,D,N\n1,2026-01-31,-31\n2,2026-01-31,\n3,2026-01-31,x\n4,2026-01-31,999999999\n',
    ),
    [
      '2025-12-31',
      { id: '2' },
      [
        'record.startDate: column "N" has "x", which is no whole number; say decimal: "," where a comma parts the fraction',
      ],
      ['record.startDate: 999999999 days are more than a hundred years; see what the column has'],
    ],
  )
})

test('a row with the id of an earlier one and other values is told; one that says the same is not', async () => {
  const env = await onCluster()
  const folder = await testFolder()
  const map = join(folder, 'regions.yaml')
  const table = join(folder, 'regions.csv')
  await writeFile(map, 'type: region\nid: NO\nrecord: {name: NAME}\n')
  await writeFile(table, 'NO,NAME\n1,North\n2,South\n1,North\n2,Southwest\n3,East\n')
  const said = await command(['load', '--map', map, table], env)
  assert.equal(
    said.stdout,
    '5 lines: 3 created, 1 updated, 1 unchanged, 0 deleted, 0 rejected.\n\nRows with an id that an earlier row has, and other values (the later one counts):\n  1 × region: line 5\n',
  )
  const { sources } = JSON.parse((await command(['load', '--map', map, table, '--json'], env)).stdout)
  assert.deepEqual(sources, [{ name: 'regions/region', rows: 5, rejected: 0, repeated: 1 }])
})

test('the same fault in many rows is one reason, with the name of its column', async () => {
  const env = await onCluster()
  const folder = await testFolder()
  const map = join(folder, 'trades.yaml')
  const table = join(folder, 'trades.csv')
  await writeFile(
    map,
    'type: masterTrade\ndates: DD.MM.YYYY\nid: NO\nrecord: {name: NO, createdAt: Added on}\n',
  )
  await writeFile(table, 'NO,Added on\n1,31.02.2025\n2,soon\n3,01.02.2025\n')
  const { stdout } = await command(['load', '--map', map, table], env)
  assert.ok(
    stdout.includes(
      '  2 × masterTrade record.createdAt: column "Added on" has "…", which is no date in this form\n      lines 2, 3; correct it at the source: it is read as DD.MM.YYYY\n',
    ),
    stdout,
  )
})
