// A workbook of Excel is read as tables: each sheet, with dates, numbers and texts as they are meant. What cannot be read
// rightly is refused in words, and what unpacks to too much is, too.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { workbookSheets } from '../../src/tables/read-workbook.ts'
import { command } from '../support/command.ts'
import { testFolder } from '../support/files.ts'
import { archiveOf, textRows, type WorkbookParts, workbookParts } from '../support/workbook.ts'

const folder = await testFolder()

async function read(parts: WorkbookParts | Record<string, string>): Promise<Record<string, string>> {
  const all = 'sheets' in parts ? workbookParts(parts as WorkbookParts) : (parts as Record<string, string>)
  const found: Record<string, string> = {}
  for (const { name, csv } of await workbookSheets('book.xlsx', await archiveOf(all))) {
    found[name] = ''
    for await (const text of csv()) found[name] += text
  }
  return found
}

const only = async (rows: string, more: Partial<WorkbookParts> = {}) => {
  const { 'book.xlsx/Sheet': csv } = await read({ sheets: { Sheet: rows }, ...more })
  return csv?.replace(/^\ufeff/, '')
}

test('each sheet that is shown and not empty is a table, its rows on their own lines', async () => {
  const found = await read({
    sheets: {
      'Sites &amp; co': textRows(['a', 'b']),
      Notes: '',
      Secret: textRows(['x']),
      Gaps: '<row r="3"><c r="B3"><v>1</v></c></row><row r="5"><c r="B5"><v>2</v></c><c r="D5" s="0"/></row>',
    },
    hidden: ['Secret'],
  })
  assert.deepEqual(found, {
    'book.xlsx/Sites & co': '\ufeffa,b\n',
    'book.xlsx/Gaps': '\ufeff\n\n,1\n\n,2\n',
  })
})

test('dates, times and numbers are what the workbook shows, whichever calendar it counts by', async () => {
  const formats = [
    ...[
      'General',
      'dd/mm/yyyy',
      'yyyy\\-mm\\-dd\\ hh:mm',
      'h:mm AM/PM',
      '[h]:mm',
      '"day "0',
      '[Red]0.00',
      'mmm yy',
    ],
    '0.00;[Blue]d',
  ]
  const cell = (style: number, value: string | number) => `<c s="${style}"><v>${value}</v></c>`
  const rows = [
    [0, 12.3, '12.3'],
    [0, 0.30000000000000004, '0.3'],
    [0, 1e-7, '0.0000001'],
    [0, 1.5e21, '1500000000000000000000'],
    [0, -4, '-4'],
    [1, 45352, '2024-03-01'],
    [1, 45352.5, '2024-03-01'],
    [1, 1, '1900-01-01'],
    [1, 61, '1900-03-01'],
    [1, -1, '-1'],
    [2, 45352.354166666664, '2024-03-01T08:30:00'],
    [2, 45352, '2024-03-01T00:00:00'],
    [3, 0.354166666666667, '08:30'],
    [4, 1.5, '36:00'],
    [5, 7, '7'],
    [6, 7.25, '7.25'],
    [7, 45352, '2024-03-01'],
    [8, 45352, '45352'],
  ] as const
  const xml = rows.map(([style, value]) => `<row>${cell(style, value)}</row>`).join('')
  assert.equal(await only(xml, { formats }), rows.map(([, , text]) => `${text}\n`).join(''))
  assert.equal(await only(`<row>${cell(1, 43890)}</row>`, { formats, from1904: true }), '2024-03-01\n')
})

test('texts are taken as they stand, flags are TRUE and FALSE, and nothing in one is taken for something else', async () => {
  const texts = [
    '<t>plain</t>',
    '<r><t>two </t></r><r><t>runs</t></r><rPh><t>sound</t></rPh>',
    '<t>a_x000D_b _x005F_x0041_</t>',
  ]
  const shared = texts.map((_, index) => `<c t="s"><v>${index}</v></c>`).join('')
  assert.equal(await only(`<row>${shared}</row>`, { texts }), 'plain,two runs,"a\rb _x0041_"\n')
  const cells = [
    ['<c t="b"><v>1</v></c><c t="b"><v>0</v></c>', 'TRUE,FALSE'],
    ['<c t="str"><f>A1</f><v>a &lt;b&gt; &amp; &#233;</v></c>', 'a <b> & é'],
    ['<c t="inlineStr"><is><t>[list</t></is></c>', '"[list"'],
    ['<c t="inlineStr"><is><t>x; "y"\nz</t></is></c>', '"x; ""y""\nz"'],
    ['<c t="inlineStr"><is><t><![CDATA[<b>]]></t></is></c>', '<b>'],
    ['<c t="e"><v>#N/A</v></c>', '#N/A'],
    ['<c><f>1+1</f><v>2</v></c>', '2'],
    ["<c r='A1' t='str'><v>with > in it</v></c>", 'with > in it'],
  ] as const
  for (const [xml, csv] of cells) assert.equal(await only(`<row>${xml}</row>`), `${csv}\n`)
  const prefixed = '<x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>x</x:t></x:is></x:c></x:row>'
  assert.equal(await only(prefixed), 'x\n')
})

test('what cannot be read rightly is refused in words', async () => {
  const parts = workbookParts({ sheets: { Sheet: textRows(['a']) } })
  const sheet = 'xl/worksheets/sheet1.xml'
  const wrong: [Record<string, string>, RegExp][] = [
    [
      workbookParts({ sheets: { Sheet: '<row r="2"><c r="B2"><f>NOW()</f></c></row>' } }),
      /formula in row 2, column 2, and its value was not saved/,
    ],
    [workbookParts({ sheets: { Sheet: '<row><c><f>1</f><v/></c></row>' } }), /its value was not saved/],
    [workbookParts({ sheets: { Sheet: '' } }), /has no sheet with anything in it/],
    [workbookParts({ sheets: { Sheet: '<row><c t="s"><v>7</v></c></row>' } }), /row 1 is damaged/],
    [
      workbookParts({ sheets: { Sheet: '<row r="9999999"><c><v>1</v></c></row>' } }),
      /row 9999999 is damaged/,
    ],
    [workbookParts({ sheets: { Sheet: '<row><c r="ZZZZ1"><v>1</v></c></row>' } }), /row 1 is damaged/],
    [{ ...parts, [sheet]: '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet/>' }, /XML is damaged/],
    [{ ...parts, [sheet]: '<worksheet><sheetData><row><c t="str"><v>&a;</v></c></row>' }, /XML is damaged/],
    [{ ...parts, [sheet]: '<worksheet><sheetData><row><c><v>1</v></c></row' }, /XML is damaged/],
    [{ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }, /is no workbook of Excel/],
  ]
  for (const [given, words] of wrong) await assert.rejects(read(given), words)
  await assert.rejects(
    workbookSheets('old.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex')),
    /is an old workbook, or has a password/,
  )
  await assert.rejects(
    workbookSheets('book.xlsx', Buffer.from('PK\u0003\u0004 and no more')),
    /no whole ZIP archive/,
  )
  const whole = await archiveOf(parts)
  for (let bytes = 1; bytes < whole.length; bytes += 7)
    await assert.rejects(workbookSheets('book.xlsx', whole.subarray(0, bytes)), /book\.xlsx/)
})

test('one that is broken anywhere is read or refused, and ends', async () => {
  const whole = await archiveOf(
    workbookParts({ sheets: { Sheet: textRows(['a', 'b'], ['1', '2']) }, texts: ['<t>x</t>'] }),
  )
  for (let at = 0; at < whole.length; at += 3) {
    const broken = Buffer.from(whole)
    broken[at] = broken[at]! ^ 0xff
    await workbookSheets('book.xlsx', broken)
      .then(
        async sheets => {
          for (const { csv } of sheets) for await (const _ of csv());
        },
        error => assert.match(error.message, /book\.xlsx/),
      )
      .catch(error => assert.match(error.message, /book\.xlsx/))
  }
})

test('what unpacks to too much is given up, however small it is', async () => {
  const megabytes = (count: number) => count * 1024 * 1024
  const bounds = { mostUnpackedBytes: megabytes(8), mostLetters: megabytes(8) }
  const refused = async (parts: Parameters<typeof archiveOf>[0], words: RegExp) => {
    const packed = await archiveOf(parts)
    assert.ok(packed.length < megabytes(0.25), String(packed.length))
    const reading = async () => {
      for (const { csv } of await workbookSheets('book.xlsx', packed, bounds)) for await (const _ of csv());
    }
    await assert.rejects(reading(), words)
  }
  const shared = { texts: [`<t>${'x'.repeat(32_000)}</t>`] }
  const row = '<row><c t="s"><v>0</v></c></row>'
  const tooMuch = /more in it than can be read at once/
  await refused(workbookParts({ sheets: { Sheet: row.repeat(300) }, ...shared }), tooMuch)
  const wide = `<row><c r="XFD1"><v>1</v></c></row>${'<row><c><v>1</v></c></row>'.repeat(600)}`
  await refused(workbookParts({ sheets: { Sheet: wide } }), tooMuch)
  const long = `<row><c t="str"><v>${'x'.repeat(2_000_000)}</v></c></row>`
  await refused(workbookParts({ sheets: { Sheet: long } }), /XML is damaged/)
  const parts = workbookParts({ sheets: { Sheet: textRows(['a']) } })
  const comments = Array(40).fill(Buffer.from(`<!--${'x'.repeat(256 * 1024)}-->`))
  await refused({ ...parts, 'xl/sharedStrings.xml': comments }, /unpacks to more than 8 MB/)
})

const people = await archiveOf(
  workbookParts({
    sheets: {
      Regions: textRows(['NO', 'NAME'], ['r-book-1', 'North'], ['r-book-2', 'Süd']),
      Notes: textRows(['Ask Ann']),
    },
  }),
)

test('the command proposes for a sheet, tries it, and leaves out what no mapping reads', async () => {
  const book = join(folder, 'lists.xlsx')
  await writeFile(book, people)
  const which = await command(['map', 'init', book, '--type', 'region'])
  assert.match(which.stderr, /has several sheets; give one of lists\.xlsx\/Regions, lists\.xlsx\/Notes/)
  const init = await command(['map', 'init', `${book}/Regions`, '--type', 'region'])
  assert.match(init.stdout, /^source: "lists\.xlsx\/Regions"$/m)
  const map = join(folder, 'lists.yaml')
  await writeFile(
    map,
    init.stdout
      .replace('encoding: utf-8', '')
      .replace('type: region', 'type: region\nencoding: windows-1252'),
  )
  const tried = await command(['map', 'try', map, book])
  assert.match(tried.stdout, /2 records, 0 with faults/, tried.stdout + tried.stderr)
  assert.match(tried.stdout, /"name":"Süd"/)
  assert.match(tried.stderr, /No mapping reads lists\.xlsx\/Notes, which was left out/)
  const other = await command(['map', 'try', map, `${book}/Region`])
  assert.match(
    other.stderr,
    /There is no sheet lists\.xlsx\/Region; the nearest one is "lists\.xlsx\/Regions"/,
  )
  const lines = await command(['load', book, '--data', folder])
  assert.match(lines.stderr, /is a workbook; say with --map or --mapping how its sheets are read/)
})
