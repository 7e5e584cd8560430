// What is proposed for a table as legacy systems really export it: own names, other languages, and a few rows of dirt.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { command } from '../support/command.ts'
import { testFolder } from '../support/files.ts'

const folder = await testFolder()
const numbers = Array.from({ length: 40 }, (_, n) => n)
const two = (n: number) => String(n).padStart(2, '0')

async function table(name: string, header: string, rows: readonly string[]): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, [header, ...rows, ''].join('\r\n'))
  return path
}

async function proposed(...args: string[]): Promise<string[]> {
  const { stdout, stderr, code } = await command(['map', 'init', ...args])
  assert.equal(code, 0, stderr)
  return stdout.split('\n')
}

function has(lines: readonly string[], ...wanted: string[]): void {
  for (const line of wanted) assert.ok(lines.includes(line), `${line} is not in\n${lines.join('\n')}`)
}

const firms = await table('firms.csv', 'FirmNo;Label;Trading', ['701;North;ja', '702;South;nein'])
const person = (n: number) =>
  `P.${two(n)};Given${n};Family${n % 7};${n === 3 ? '31.02.1980' : `01.${two(1 + (n % 12))}.19${60 + n}`};70${1 + (n % 2)};06.05.2024 08:00:${two(n)}`
const people = await table('people.csv', 'PersNo;Given;Family;Born;FirmNo;Touched', [
  ...numbers.map(person),
  person(5),
])

test('names, forms and words of another system are found, and a little dirt is told and no hindrance', async () => {
  has(
    await proposed(people, firms, '--type', 'worker'),
    'id: {idFrom: PersNo}    # its values are no ids, so one is made of each; 1 of 41 rows has one that is there already; the last counts',
    '  reference: PersNo    # as the id, for no other column looks like it',
    '  firstName: Given',
    '  lastName: Family',
    '  name: {join: [Given, Family]}',
    '  dob: {column: Born, date: "DD.MM.YYYY"}    # 1 of 41 is no such date',
    '  updatedAt: {column: Touched, date: "DD.MM.YYYY HH:mm:ss"}',
  )
  has(
    await proposed(firms, '--type', 'agency'),
    'id: FirmNo',
    '  name: Label',
    '  active: {column: Trading, yes: [ja], no: [nein]}    # a guess',
  )
})

test('what the rows of another table are may be said, or is asked', async () => {
  const row = (n: number) => `W${two(n)};P.${two(n)};70${1 + (n % 2)};9.3.2026`
  const weeks = await table('weeks.csv', 'SheetNo;PersNo;FirmNo;Week ending', numbers.map(row))
  const days = await table(
    'days.csv',
    'SheetNo;Line;Hours',
    numbers.flatMap(n => [`W${two(n)};1;8,5`, `W${two(n)};2;8,5`]),
  )
  const said = await proposed(weeks, `agency=${firms}`, `worker=${people}`, days, '--type', 'timesheet')
  has(
    said,
    '  worker: {idFrom: PersNo}    # its values are no ids; the worker must be mapped by the same',
    '  agency: FirmNo',
    '  weekEnding: {column: Week ending, date: "D.M.YYYY"}',
    '  # version:    # REQUIRED: a whole number; no column looks like it; {value: …} gives all the same',
    '#   of the rows of days.csv, with {from: days.csv, by: SheetNo, rows: {…}}',
  )
  has(
    await proposed(weeks, firms, '--type', 'timesheet'),
    '  # agency:    # REQUIRED: the id of an agency; FirmNo? Give the table that has these as agency=firms.csv',
  )
  const wrong = await command(['map', 'init', weeks, `agncy=${firms}`, '--type', 'timesheet'])
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /"agncy" is not a type of record; the nearest one is "agency"/)
})

test('a time is never an id: of a table without one two columns are taken together', async () => {
  const supply = await table('supply.csv', 'Employer;FirmNo;Touched', [
    '1;701;06.05.2024 08:00:01',
    '1;702;06.05.2024 08:00:02',
    '2;701;06.05.2024 08:00:03',
    '2;702;06.05.2024 08:00:04',
  ])
  has(
    await proposed(supply, '--type', 'connection'),
    'id: {idFrom: [Employer, FirmNo]}    # together they differ from row to row: see whether they always do',
  )
})

test('a mobile, a nino and a qty are what people mean by them, and what it proposes loads', async () => {
  const row = (n: number) =>
    `w${n};Given${n};Family${n};07700 9001${two(n)};AB1234${two(n)}C;2026-01-01;2026-01-02`
  const staff = await table('staff.csv', 'id;forename;surname;mobile;nino;added;changed', numbers.map(row))
  const lines = await proposed(staff, '--type', 'worker')
  has(
    lines,
    '  phone.countryCode: {value: "+44"}    # a guess: see whether all are so, and given without it',
    '  phone.number: mobile',
    'facts:',
    '  nationalIns: nino',
  )
  const map = join(folder, 'staff.yaml')
  await writeFile(map, lines.join('\n'))
  const tried = await command(['map', 'try', map, staff])
  assert.match(tried.stdout, /10 records, 0 with faults/, tried.stdout + tried.stderr)
  assert.match(tried.stdout, /"phone": \{"countryCode":"\+44","number":"07700 900100"\}/)
  const asked = await table(
    'asked.csv',
    'id;ref;qty',
    numbers.map(n => `r${n};R-${n};${n + 1}`),
  )
  has(await proposed(asked, '--type', 'requisition'), '  quantity: qty')
})

test('an amount is no kind of pay, whatever its column is called', async () => {
  for (const pay of ['900.00', '900,00', '1.250,50']) {
    const weeks = await table(
      'pay.csv',
      'id;pay;status',
      numbers.map(n => `t${n};${pay};approved`),
    )
    for (const type of ['timesheet', 'assignment']) {
      const lines = await proposed(weeks, '--type', type)
      assert.ok(!lines.some(line => /^ {2}\w*[tT]ype:/.test(line)), lines.join('\n'))
    }
  }
  const kinds = await table(
    'kinds.csv',
    'id;pay',
    numbers.map(n => `t${n};${n % 2 ? 'hourly' : 'Daily'}`),
  )
  has(await proposed(kinds, '--type', 'assignment'), '  payType: pay')
})

test('mixed words for yes and no are understood together, and one that is not is asked for and refused in words', async () => {
  const words = ['Y', 'no', 'TRUE', '1', 'N', 'ja', 'False']
  const agencies = (name: string, given: readonly string[]) =>
    table(
      name,
      'id;name;active',
      numbers.map(n => `a${n};Agency ${n};${given[n % given.length]}`),
    )
  const load = async (lines: readonly string[], file: string) => {
    const map = join(folder, 'agencies.yaml')
    await writeFile(map, lines.join('\n'))
    return (await command(['map', 'try', map, file, '--rows', '40'])).stdout
  }
  const usual = await agencies('usual.csv', words.slice(0, 5))
  const plain = await proposed(usual, '--type', 'agency')
  has(plain, '  active: active')
  const mixed = await agencies('mixed.csv', words)
  const lines = await proposed(mixed, '--type', 'agency')
  has(lines, '  active: {column: active, yes: [ja, "true", "y", "1"], no: ["false", "no", "n"]}    # a guess')
  for (const [proposal, file] of [
    [plain, usual],
    [lines, mixed],
  ] as const) {
    const tried = await load(proposal, file)
    assert.match(tried, /40 records, 0 with faults/)
    assert.match(tried, /"active":true/)
    assert.match(tried, /"active":false/)
  }
  const odd = await agencies('odd.csv', [...words.slice(0, 5), 'perhaps'])
  has(
    await proposed(odd, '--type', 'agency'),
    '  active: {column: active, yes: [], no: []}    # REQUIRED: which of perhaps mean yes',
  )
  const asUsual = plain.map(line => line.replace('usual.csv', 'odd.csv'))
  assert.match(await load(asUsual, odd), /column "active" has "perhaps", which is neither yes nor no/)
})
