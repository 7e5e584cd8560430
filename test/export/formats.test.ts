// Whole lists in one answer: every format says what the list says, to every kind of key, in a form that other
// programs read.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { test } from 'node:test'
import type { CallerKind } from '../../src/access/caller.ts'
import { allowsKind } from '../../src/access/permit.ts'
import { operations } from '../../src/api/index.ts'
import { sampleOf } from '../../src/api/samples.ts'
import { apiPrefix } from '../../src/http/surface.ts'
import { nodeOf } from '../../src/shape/shape.ts'
import { exportFormats } from '../../src/tables/export-formats.ts'
import { lastLineProperty } from '../../src/tables/ndjson-format.ts'
import {
  csvCell,
  expectTable,
  readCsv,
  readCsvByPython,
  readExport,
  readLines,
  readXlsx,
  xlsxCell,
} from '../support/exports.ts'
import { timesheet, withComment } from '../support/lines.ts'
import { shownSampleLines } from '../support/samples.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load(shownSampleLines())
const companyId = sampleOf('company').record.id as string
const keys: Record<CallerKind, string> = {
  company: await server.key('company', [companyId]),
  agency: await server.key('agency', [sampleOf('agency').record.id as string]),
}
const kinds = ['company', 'agency'] as const
const read = (path: string, kind: CallerKind = 'company', headers = {}) =>
  readExport(server.origin, path, keys[kind], headers)

const lists = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'format'))
const projectId = sampleOf('project').record.id as string
const pathOf = (path: string) => path.replace('{id}', path.startsWith('/projects') ? projectId : companyId)

/** Addresses of files are signed anew each second. */
const withoutSignatures = (text: string) => text.replace(/expires=\d+&sig=[\w-]+/g, '')

async function listed(path: string, kind: CallerKind) {
  const records: unknown[] = []
  for (let page = 1; ; page++) {
    const { body, status } = await server.get(
      `${path}${path.includes('?') ? '&' : '?'}limit=200&page=${page}`,
      keys[kind],
    )
    assert.equal(status, 200, path)
    records.push(...body.data)
    if (records.length === body.meta.total) return JSON.parse(withoutSignatures(JSON.stringify(records)))
  }
}

for (const kind of kinds)
  test(`every list gives a ${kind} key the same records in every format`, async () => {
    let seen = 0
    for (const operation of lists.filter(each => allowsKind(each, kind))) {
      const flags = operation.parameters
        .filter(({ name, callers }) => name.startsWith('include') && (!callers || callers === kind))
        .filter(() => operation.feature === undefined)
        .map(({ name }) => `${name}=true`)
      for (const query of ['', ...(flags.length > 0 ? [flags.join('&')] : [])]) {
        const path = `${pathOf(operation.path)}?${query}`
        const records = await listed(path, kind)
        seen += records.length
        const { lines, end } = readLines((await read(`${path}&format=ndjson`, kind)).text)
        assert.deepEqual(
          lines.map(line => JSON.parse(withoutSignatures(line))),
          records,
          path,
        )
        assert.equal(typeof end.next, operation.followed ? 'string' : 'undefined', path)
        const csv = await read(`${path}&format=csv`, kind)
        expectTable(readCsv(withoutSignatures(csv.text)), records, csvCell, `${path}&format=csv`)
        assert.equal(csv.trailers['muster-count'], String(records.length))
        const xlsx = await readXlsx((await read(`${path}&format=xlsx`, kind)).bytes)
        const plain = JSON.parse(withoutSignatures(JSON.stringify(xlsx.rows)))
        const cells = { header: xlsx.header, rows: plain }
        expectTable(
          cells,
          records,
          value => JSON.parse(JSON.stringify(xlsxCell(value))),
          `${path}&format=xlsx`,
        )
      }
    }
    assert.ok(seen > 10, 'there were hardly any records to compare')
  })

for (const { name, mediaType, isCompressed } of exportFormats)
  test(`every list is given whole as ${name}, under its type and with the number of its records`, async () => {
    for (const kind of kinds)
      for (const operation of lists.filter(each => allowsKind(each, kind))) {
        const path = pathOf(operation.path)
        const records = await listed(path, kind)
        const { status, headers, trailers, text } = await read(`${path}?format=${name}`, kind)
        assert.deepEqual([status, headers['content-type']!.split(';')[0]], [200, mediaType], path)
        assert.ok(headers['content-disposition']!.endsWith(`.${name}"`), headers['content-disposition'])
        assert.equal(trailers['muster-count'], String(records.length), path)
        const ids = records.flatMap(({ id }: { id?: string }) => id ?? [])
        if (!isCompressed)
          for (const id of ids) assert.ok(text.includes(id), `${path} as ${name} has no record ${id}`)
      }
    const wanted = await read('/timesheets', 'company', { Accept: mediaType })
    assert.equal(wanted.headers['content-type']!.split(';')[0], mediaType, 'the Accept header asks for it')
  })

test('what is hidden from a kind of key is no column for it', async () => {
  const header = async (kind: CallerKind) => readCsv((await read('/workers?format=csv', kind)).text).header
  for (const operation of lists) {
    const { properties = {} } = nodeOf(nodeOf(operation.answers).items!)
    for (const [name, child] of Object.entries(properties)) {
      const only = child['x-only']
      if (!only || !allowsKind(operation, only === 'company' ? 'agency' : 'company')) continue
      const other = only === 'company' ? 'agency' : 'company'
      const { text } = await read(`${pathOf(operation.path)}?format=csv`, other)
      const shown = readCsv(text).header.filter(column => column.split('.')[0] === name)
      assert.deepEqual(shown, [], `${operation.path} shows ${name} to ${other} keys`)
    }
  }
  assert.ok((await header('company')).includes('id'))
})

test('no record can be taken for the last line of an export', () => {
  for (const { answers, path } of lists)
    assert.equal(nodeOf(nodeOf(answers).items!).properties?.[lastLineProperty], undefined, path)
})

const of = { company: companyId, project: '', agency: '', worker: '' }
const sample = sampleOf('timesheet').record as Record<string, { id: string }>
for (const name of ['project', 'agency', 'worker'] as const) of[name] = sample[name]!.id

test('fields chooses the columns and their order', async () => {
  const path = '/timesheets?format=csv&fields=worker.name,id,timesheetApprovers.name,company'
  const { header, rows } = readCsv((await read(path)).text)
  assert.deepEqual(header, ['worker.name', 'id', 'timesheetApprovers', 'company.id', 'company.name'])
  assert.deepEqual(rows[0]!.slice(0, 3), [
    'Marek Sikora',
    sampleOf('timesheet').record.id,
    '[{"name":"Joel Islip"}]',
  ])
})

test('explode gives a row for each item of a list, and one for a record without any', async () => {
  await server.load([
    timesheet('two-logs', of, {
      timelogs: [1, 2].map(number => ({
        ...(sampleOf('timesheet').record as never as { timelogs: object[] }).timelogs[0],
        id: `log${number}`,
      })),
    }),
    timesheet('no-logs', of, { timelogs: [] }),
  ])
  const path = '/timesheets?explode=timelogs&fields=id,timelogs.id,timelogs.hours.total&sortBy=createdAt'
  const csv = await read(`${path}&format=csv`)
  const { header, rows } = readCsv(csv.text)
  assert.deepEqual(header, ['id', 'timelogs.id', 'timelogs.hours.total'])
  assert.deepEqual(
    rows.filter(([id]) => ['two-logs', 'no-logs'].includes(id as string)).map(row => row.slice(0, 2)),
    [
      ['two-logs', 'log1'],
      ['two-logs', 'log2'],
      ['no-logs', ''],
    ],
  )
  assert.equal(csv.trailers['muster-count'], '3', 'records are counted, not rows')
  const sheet = await readXlsx((await read(`${path}&format=xlsx`)).bytes)
  assert.deepEqual(
    sheet.rows.map(row => row.map(csvCell)),
    rows,
  )
  const whole = readCsv((await read('/timesheets?explode=timelogs&format=csv')).text).header
  assert.ok(whole.includes('timelogs.hours.total') && whole.includes('worker.name'))
  const plain = readCsv((await read('/workers?explode=trades&format=csv')).text)
  assert.ok(plain.header.includes('trades.name'))
})

const hostile = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '＊ starts like a wide sign and is none',
  'a,b;c',
  'say "this"',
  'two\r\nlines\nand\rthree',
  'żółć ünïcode 日本語 👷🏽‍♀️',
  '\u0002\u0008\u001f',
  '_x0041_ and <b> & "c"',
  ' spaces ',
  '-12.50',
  'ends with \\',
]

test('no text of a record can break a table or run as a formula', async () => {
  await server.load(hostile.map((text, number) => timesheet(`hostile${number}`, of, { payType: text })))
  const path = '/timesheets?fields=id,payType&sortBy=createdAt'
  const csv = await read(`${path}&format=csv`)
  const parsed = readCsv(csv.text)
  assert.deepEqual(readCsvByPython(csv.bytes), [parsed.header, ...parsed.rows])
  const cells = new Map(parsed.rows as [string, string][])
  for (const [number, text] of hostile.entries()) {
    const cell = cells.get(`hostile${number}`)!
    assert.equal(cell, csvCell(text))
    assert.doesNotMatch(cell, /^[=+\-@\t\r\n＝＋－＠]/)
  }
  const { rows } = await readXlsx((await read(`${path}&format=xlsx`)).bytes)
  const inSheet = new Map(rows as [string, unknown][])
  for (const [number, text] of hostile.entries())
    assert.equal(decoded(inSheet.get(`hostile${number}`)).trim(), text.trim())
})

/** The reader leaves what XML cannot hold as Excel writes it, and takes spaces off the ends. */
const decoded = (value: unknown) =>
  String(value).replace(/_x([0-9A-F]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

test('numbers, dates and flags are such in a workbook, and what is too long is cut', async () => {
  await server.load([timesheet('long', of, { ...withComment(40_000), netHours: -3.25 })])
  const { header, rows } = await readXlsx(
    (await read('/timesheets?format=xlsx&fields=id,pieceRateEntries,netHours,start&sortBy=createdAt')).bytes,
  )
  assert.deepEqual(header, ['id', 'pieceRateEntries', 'netHours', 'start'])
  const row = rows.find(([id]) => id === 'long')!
  assert.equal((row[1] as string).length, 32_767)
  assert.ok((row[1] as string).endsWith('x…'))
  assert.equal(row[2], -3.25)
  assert.ok(row[3] instanceof Date)
})

test('what does not go with an export is refused in a sentence', async () => {
  const refused = async (path: string, message: RegExp, headers = {}) => {
    const { status, body } = await server.get(path, keys.company, { headers })
    assert.equal(status, 400, path)
    assert.match(body.error.message, message)
  }
  const names = exportFormats.map(({ name }) => name)
  const tables = exportFormats.filter(({ isTable }) => isTable).map(({ name }) => `format=${name}`)
  const askForTable = new RegExp(tables.join(' or '))
  await refused('/timesheets?format=pdf', new RegExp(`must be one of ${names.join(', ')}`))
  await refused('/timesheets?format=csv&page=2', /page does not go with an export/)
  await refused('/timesheets?limit=5', /limit does not go with an export/, { Accept: 'text/csv' })
  await refused('/timesheets?format=ndjson&explode=timelogs', askForTable)
  await refused('/timesheets?explode=timelogs', askForTable)
  await refused('/timesheets?format=csv&explode=worker', /must be one of/)
  await refused('/timesheets?format=csv&explode=timelogs&fields=id', /among the fields/)
  await refused('/timesheets?format=csv&fields=timelogs.id', /no column; parts need their include flag/)
  await refused(
    '/timesheets?format=csv&fields=id,worker.nam',
    /no "worker.nam" in a record; the nearest one is "worker.name"/,
  )
  await refused('/timesheets?format=csv&nothing=1', /Unknown parameter/)
  await refused('/me?format=csv', /Unknown parameter/)
})

test('the Accept header asks for a format, unless it would take JSON as well', async () => {
  const typeFor = async (accept: string, path = '/timesheets') =>
    (await read(path, 'company', { Accept: accept })).headers['content-type']!.split(';')[0]
  const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  assert.equal(await typeFor('text/csv'), 'text/csv')
  assert.equal(await typeFor('application/x-ndjson'), 'application/x-ndjson')
  assert.equal(await typeFor(xlsx), xlsx)
  assert.equal(await typeFor('text/csv;q=0.5, application/x-ndjson;q=0.9'), 'application/x-ndjson')
  assert.equal(await typeFor('text/csv', '/timesheets?format=xlsx'), xlsx)
  for (const accept of [
    '*/*',
    'application/json',
    'text/html,*/*;q=0.8',
    'application/json, text/csv',
    'text/csv;q=0',
  ])
    assert.equal(await typeFor(accept), 'application/json', accept)
})

test('an export has no tag, is not taken for what has one, and counts as one request', async () => {
  const page = await server.get('/timesheets', keys.company)
  const tag = page.headers.get('etag')!
  const answer = await read('/timesheets?format=csv', 'company', { 'If-None-Match': tag })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.etag, undefined)
  assert.equal(answer.headers['cache-control'], 'private, no-store')
  const same = await read('/timesheets', 'company', { Accept: 'text/csv', 'If-None-Match': tag })
  assert.equal(same.status, 200)
  const limited = await server.key('company', [companyId], { perMinute: 2 })
  const statuses: number[] = []
  for (let number = 0; number < 3; number++)
    statuses.push((await readExport(server.origin, '/timesheets?format=ndjson', limited)).status)
  assert.deepEqual(statuses, [200, 200, 429])
})

test('an export is compressed as the client asks', async () => {
  const { text } = await read('/timesheets?format=ndjson')
  for (const [asked, encoding] of [
    ['gzip', 'gzip'],
    ['gzip, zstd', 'zstd'],
    ['zstd;q=0.1, gzip', 'gzip'],
    ['br', undefined],
    ['gzip;q=0', undefined],
  ]) {
    const answer = await read('/timesheets?format=ndjson', 'company', { 'Accept-Encoding': asked! })
    assert.equal(answer.headers['content-encoding'], encoding, asked)
    assert.equal(answer.text, text)
  }
  const workbook = await read('/timesheets?format=xlsx', 'company', { 'Accept-Encoding': 'gzip' })
  assert.equal(workbook.headers['content-encoding'], undefined)
})

test('a page of a list says that the Accept header decided it, also when it is still the same', async () => {
  const first = await read('/timesheets')
  const second = await read('/timesheets', 'company', { 'If-None-Match': first.headers.etag })
  assert.deepEqual([first.status, second.status], [200, 304])
  assert.deepEqual([first.headers.vary, second.headers.vary], ['Accept', 'Accept'])
  assert.equal((await read('/me')).headers.vary, undefined)
})

async function readByOldClient(path: string) {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
  socket.write(`GET ${apiPrefix}${path} HTTP/1.0\r\nAuthorization: Bearer ${keys.company}\r\n\r\n`)
  const [head, body] = Buffer.concat(await socket.toArray())
    .toString()
    .split('\r\n\r\n')
  return { head: head!, body: body! }
}

test('a client of HTTP/1.0 gets it without trailers', async () => {
  const { head, body } = await readByOldClient('/timesheets?format=ndjson')
  assert.match(head, /^HTTP\/1\.1 200/)
  assert.doesNotMatch(head, /trailer|chunked/i)
  assert.ok(readLines(body).lines.length > 0)
})

test('a client of HTTP/1.0 gets no CSV, as it could not see whether it is whole', async () => {
  for (let times = 0; times < 3; times++) {
    const { head, body } = await readByOldClient('/timesheets?format=csv')
    assert.match(head, /^HTTP\/1\.1 400/)
    assert.match(JSON.parse(body).error.message, /^Ask with HTTP\/1\.1: /)
  }
})

test('an assistant is offered no export', async () => {
  const { definitionOf } = await import('../../src/mcp/tool.ts')
  for (const operation of lists)
    for (const kind of kinds) {
      const { properties } = definitionOf(operation, kind).inputSchema as unknown as {
        properties: object
      }
      assert.ok(!('format' in properties) && !('explode' in properties), operation.tool)
    }
})

test('the page on adding a format shows the list of formats as it stands, with one more', async () => {
  const [page, list] = await Promise.all(
    ['docs/adding-a-format.md', 'src/tables/export-formats.ts'].map(path =>
      readFile(new URL(`../../${path}`, import.meta.url), 'utf8'),
    ),
  )
  const [, shown] = /(export const exportFormats.*), tsv\]\)/.exec(page!)!
  assert.ok(list!.includes(`${shown}])`), shown)
})
