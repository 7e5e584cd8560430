// `muster map`: proposes a mapping for a table, and shows what one makes of the first rows.

import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { recordTypes } from '../../api/index.ts'
import { readEncoding } from '../../body/lines.ts'
import { sealOf } from '../../encryption/sealing.ts'
import { secretsOf } from '../../encryption/secret.ts'
import { orNearestOrAll } from '../../errors/nearest.ts'
import { lineJudge } from '../../load/judge-line.ts'
import { readTimezone } from '../../load/read.ts'
import { type KnownIds, knownIdsOf } from '../../mapping/guess-columns.ts'
import { mappedLines } from '../../mapping/map-rows.ts'
import { typeOfFile } from '../../mapping/names.ts'
import { proposeMapping } from '../../mapping/propose.ts'
import type { TableRow } from '../../mapping/rows.ts'
import { firstRows, mostIds, sampleRows } from '../../mapping/sample.ts'
import { loadableTypes } from '../../record-types/record-type.ts'
import type { FaultText } from '../../shape/invalid-value.ts'
import { CliProblem, type CommandCall, exitCodes, usageProblem } from '../command.ts'
import type { Command, Options } from '../declaration.ts'
import { checkTables, jobsFor, notesOf, readMappingFile, tableForms, tablesOf } from './mapped.ts'
import { openSourceTable, otherTables } from './other-tables.ts'
import { savedMappings } from './saved-mappings.ts'
import { openSources, type Source } from './sources.ts'

const shared: Options = {
  encoding: { value: 'NAME', meaning: 'the encoding of files that are not UTF-8' },
}

export const mapCommand: Command = {
  subcommands: {
    init: {
      summary: 'propose a mapping for a table: columns by their names and by what is in them',
      arguments: {
        TABLE: { meaning: 'the table that the mapping is for' },
        OTHER: {
          optional: true,
          several: true,
          meaning:
            'tables whose ids tell which column refers to what; company=employers.csv says what their rows are',
        },
      },
      options: {
        type: { value: 'TYPE', required: true, meaning: 'what the rows of the table are' },
        to: {
          value: 'FILE',
          writes: 'new file',
          meaning: 'the mapping to write; standard output unless given',
        },
        ...shared,
      },
      notes: 'What is required and missing is marked in it.',
      examples: [
        './muster map init timesheets.csv workers.csv companies.csv --type timesheet --to timesheets.yaml',
        './muster map init weeks.csv worker=people.csv company=employers.csv --type timesheet',
      ],
      run: init,
    },
    try: {
      summary: 'show the first rows before and after, side by side, with every fault; nothing is stored',
      arguments: {
        MAPPING: { meaning: 'a mapping, as load --map takes it' },
        SOURCE: { optional: true, several: true, meaning: 'what it reads: files or folders' },
      },
      options: {
        rows: { value: 'N', meaning: 'how many rows; 10 unless given' },
        from: { value: 'URL', meaning: 'read the answers of its queries to a PostgreSQL' },
        timezone: { value: 'ZONE', meaning: 'the time zone of times without an offset' },
        ...shared,
      },
      examples: [
        './muster map try timesheets.yaml timesheets.csv',
        './muster map try legacy.yaml --from postgres://reader@erp/live',
      ],
      run: tryMapping,
    },
    ...savedMappings,
  },
  notes:
    'The mapping is for ./muster load --map; contract/mapping.schema.json lets editors complete it, and\ndocs/guides/first-load.md goes through it.',
  examples: [
    './muster map init timesheets.csv workers.csv companies.csv --type timesheet --to timesheets.yaml',
    './muster map try timesheets.yaml timesheets.csv',
    './muster map save timesheets timesheets.yaml',
    './muster map list',
  ],
}

const noRead = () => {}

async function init(call: CommandCall): Promise<number> {
  const file = call.argument('TABLE')
  const others = call.arguments.slice(1)
  const name = call.option('type')!
  const types = loadableTypes(recordTypes).map(({ type }) => type)
  const type = loadableTypes(recordTypes).find(one => one.type === name)
  if (!type) throw usageProblem(`"${name}" is not a type of record${orNearestOrAll(name, types)}`)
  const tables = others.map(other => namedTable(other, types))
  const { all } = await openSources([file], tableForms, call.terminal)
  const [table, another] = all as [Source, ...Source[]]
  if (table.isSheet && another)
    throw usageProblem(`${file} has several sheets; give one of ${all.map(one => one.name).join(', ')}`)
  const { all: rest } =
    tables.length > 0
      ? await openSources(
          tables.map(({ path }) => path),
          tableForms,
          call.terminal,
        )
      : { all: [] }
  const given = readEncoding(call.option('encoding'))
  const tableIn = (source: Source) => (encoding: string | undefined) =>
    openSourceTable(source, { table: {} }, { encoding, read: noRead })
  const { rows, encoding } = await sampleRows(tableIn(table), given)
  if (encoding !== given)
    call.output.say(`${file} is not UTF-8 and is read as ${encoding}; --encoding says otherwise.`)
  if (rows.length === 0) throw new CliProblem(`${file} has no rows`)
  const known: KnownIds[] = []
  for (const source of [...all.slice(1), ...rest]) {
    const held = await firstRows(await tableIn(source)(encoding), mostIds)
    const told = tables.find(({ path }) => path.endsWith(source.name))?.type
    known.push(knownIdsOf({ type: told ?? typeOfFile(source.name, types), source: source.name, rows: held }))
  }
  const { text: proposed, missing } = proposeMapping({
    type,
    source: table.name.replace(/\.gz$/, ''),
    rows,
    known,
    encoding,
  })
  const to = call.option('to')
  if (to === undefined) call.output.result({ mapping: proposed }, () => proposed.trimEnd())
  else {
    await writeFile(to, proposed, { flag: 'wx' })
    call.output.result({ file: to, missing }, () =>
      missing > 0 ? `Wrote ${to}; ${missing} places are marked REQUIRED.` : `Wrote ${to}.`,
    )
  }
  return exitCodes.ok
}

/** `company=employers.csv` says what the rows of a table are, where its name does not. */
function namedTable(given: string, types: readonly string[]): { path: string; type?: string } {
  const [, type, path] = /^(\w+)=(.+)$/.exec(given) ?? []
  if (type === undefined || path === undefined) return { path: given }
  if (!types.includes(type))
    throw usageProblem(`"${type}" is not a type of record${orNearestOrAll(type, types)}`)
  return { path, type }
}

async function tryMapping(call: CommandCall): Promise<number> {
  const path = call.argument('MAPPING')
  const given = call.arguments.slice(1)
  const from = call.option('from')
  if (given.length === 0 && from === undefined)
    throw usageProblem('Say what it reads: files, or --from a PostgreSQL')
  const most = Number(call.option('rows') ?? 10)
  if (!Number.isInteger(most) || most < 1 || most > 1_000)
    throw usageProblem('--rows takes a number from 1 to 1000')
  const file = await readMappingFile(path)
  const sources =
    given.length > 0
      ? await openSources(given, tableForms, call.terminal)
      : { all: [], folder: dirname(path), isWhole: true }
  const reading = { ...sources, encoding: readEncoding(call.option('encoding')), read: noRead }
  // Sealed values are only looked at here; nothing of them is kept.
  const judged = lineJudge(recordTypes, {
    seal: sealOf(secretsOf(['a secret for trying alone'])),
    local: readTimezone(call.option('timezone')),
  })
  const tried: Tried[] = []
  const { jobs, idle } = jobsFor(file, sources, from)
  await checkTables(jobs, { ...reading, from })
  for (const job of jobs) {
    const { beside } = await otherTables(job.mapping, reading)
    let shown = 0
    for await (const table of tablesOf(job, { ...reading, from })) {
      if (shown >= most) break
      for await (const { line, text, rows } of mappedLines(job.mapping, table, { beside })) {
        if (shown++ >= most) break
        const { after, faults } = judged(text, line)
        tried.push({ mapping: job.name, line, before: rows, ...(after !== undefined && { after }), faults })
      }
    }
  }
  for (const note of notesOf(jobs, idle)) call.output.say(note)
  const faulty = tried.filter(({ faults }) => faults.length > 0).length
  call.output.result({ tried, faulty }, () =>
    [...tried.map(shownTry), `${tried.length} records, ${faulty} with faults. Nothing was stored.`].join(
      '\n\n',
    ),
  )
  return faulty > 0 ? exitCodes.partly : exitCodes.ok
}

type Tried = {
  mapping: string
  line: number
  before: readonly TableRow[]
  after?: unknown
  faults: readonly FaultText[]
}

const leftWidth = 44
const rightWidth = 90

/** JSON, in one line what fits into one. */
function compact(value: unknown, indent: string): string[] {
  const whole = JSON.stringify(value)
  if (whole.length + indent.length <= rightWidth || typeof value !== 'object' || value === null)
    return [indent + whole]
  const isList = Array.isArray(value)
  const inner = Object.entries(value).flatMap(([name, item]) => {
    const lines = compact(item, `${indent}  `)
    const label = isList ? '' : `${JSON.stringify(name)}: `
    return [`${indent}  ${label}${lines[0]!.trimStart()}`, ...lines.slice(1)]
  })
  return [`${indent}${isList ? '[' : '{'}`, ...inner, `${indent}${isList ? ']' : '}'}`]
}

function shownTry({ mapping, line, before, after, faults }: Tried): string {
  const left = before.flatMap((row, index) => [
    ...(index > 0 ? ['--'] : []),
    ...Object.entries(row).map(
      ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ),
  ])
  const right = after === undefined ? ['(no record)'] : compact(after, '')
  const height = Math.max(left.length, right.length)
  const cut = (text: string) =>
    text.length > leftWidth ? `${text.slice(0, leftWidth - 1)}…` : text.padEnd(leftWidth)
  const rows = Array.from({ length: height }, (_, index) =>
    `${cut(left[index] ?? '')} | ${right[index] ?? ''}`.trimEnd(),
  )
  return [
    `${mapping}, line ${line}`,
    ...rows,
    ...faults.map(({ path, reason, hint }) => `  ! ${path || 'the row'}: ${reason}; ${hint}`),
  ].join('\n')
}
