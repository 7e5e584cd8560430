// Recruitment metrics at size: a key with every company and a key with the largest one, and whether one company's
// figures stay as fast when the others' data grows tenfold (copied rows, in a smaller database, a tenth of the size).
// `npm run bench metrics -- [--timesheets 1000000] [--small 100000] [--data FOLDER] [--requests 20]`
import { cp, rm, stat, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { companyId } from '../demo/organisations.ts'
import { recordTypes } from '../src/api/index.ts'
import type { Database } from '../src/database/database.ts'
import { borrowHome } from '../src/database/home.ts'
import { name, sql } from '../src/database/sql.ts'
import { unknownOwners } from '../src/store/keys/keys.ts'
import { prepareDatabase } from '../src/store/schema/prepare.ts'
import { type BenchDatabase, database } from './database.ts'
import { answer, keyFor } from './pages.ts'
import { startServer } from './server.ts'
import { judged, progress, table } from './table.ts'

const targets = { ms: 1000, growth: 1.5 }

const { values: options } = parseArgs({
  options: {
    timesheets: { type: 'string', default: '1000000' },
    data: { type: 'string', default: join(tmpdir(), 'muster-bench') },
    small: { type: 'string' },
    requests: { type: 'string', default: '20' },
  },
})

const asked = {
  rows: 'metric=rows',
  'timeToFill by company and month': 'metric=timeToFill&groupBy=company,month&limit=200',
  'workersOverHours by agency and week': 'metric=workersOverHours&groupBy=agency,week&limit=200',
  'workersOverHours in all': 'metric=workersOverHours',
} as const
type Question = keyof typeof asked
type Times = { coldMs: number; medianMs: number }

async function within<T>({ data }: { data: string }, run: (database: Database) => Promise<T>): Promise<T> {
  const home = await borrowHome({ databaseUrl: undefined, data, databaseConnections: 2 }, progress)
  try {
    await prepareDatabase(home.database, recordTypes)
    return await run(home.database)
  } finally {
    await home.close()
  }
}

const keyOf = (home: BenchDatabase, companies: number) =>
  within(home, async database => {
    const ids = Array.from({ length: companies }, (_, index) => companyId(index))
    const unknown = await unknownOwners(database, 'company', ids)
    return keyFor(
      database,
      'company',
      ids.filter(id => !unknown.includes(id)),
    )
  })

/** Each question several times after one that counts as cold, none of them from memory. */
async function measure(home: BenchDatabase, key: string): Promise<Map<Question, Times>> {
  const server = await startServer(home.data)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let number = 0
  const ask = async (question: Question) => {
    // From a day long before all others, another one each time: nothing is remembered of the time before.
    const from = new Date(Date.UTC(1990, 0, 1) + 86_400_000 * number++).toISOString().slice(0, 10)
    const url = `${server.baseUrl}/requisitions/recruitment-metrics?${asked[question]}&from=${from}`
    return server.tookMs((await answer(agent, url, key)).requestId)
  }
  try {
    const found = new Map<Question, Times>()
    for (const question of Object.keys(asked) as Question[]) {
      progress(`Asking: ${question}`)
      const coldMs = await ask(question)
      const times: number[] = []
      for (let at = 0; at < Number(options.requests); at++) times.push(await ask(question))
      times.sort((a, b) => a - b)
      found.set(question, { coldMs, medianMs: times[Math.floor(times.length / 2)]! })
    }
    return found
  } finally {
    agent.destroy()
    await server.stop()
  }
}

/** Nine copies more of all that metrics look at of other companies, in a copy of the database. */
async function grown(home: BenchDatabase): Promise<BenchDatabase> {
  const data = `${home.data}-grown`
  const note = join(data, 'grown')
  if (await stat(note).catch(() => undefined)) return { ...home, data }
  progress('Copying the rows of all companies but one nine times')
  await rm(data, { recursive: true, force: true })
  await cp(home.data, data, { recursive: true, preserveTimestamps: true })
  await within({ data }, async database => {
    for (const one of ['timesheet', 'requisition_submission', 'requisition_accepted'])
      await multiply(database, one)
  })
  await writeFile(note, '')
  return { ...home, data }
}

async function multiply(database: Database, one: string): Promise<void> {
  const columns = await database.rows<{ column: string }>(
    sql`select column_name as column from information_schema.columns where table_name = ${one}`,
  )
  const copied = ['id', 'nanoid', 'company_id']
  const names = columns.map(({ column }) => `"${column}"`).join(', ')
  const values = columns
    .map(({ column }) => (copied.includes(column) ? `"${column}" || '~' || copy` : `"${column}"`))
    .join(', ')
  await database.script(`insert into ${one} (${names}) select ${values}
    from ${one}, generate_series(1, 9) copy where company_id <> '${companyId(0)}'`)
  await database.script(sql`vacuum analyze ${name(one)}`.compile().text)
}

const counts = (home: BenchDatabase) =>
  within(home, async database => {
    const [row] = await database.rows<{ timesheets: string; submissions: string }>(sql`
      select (select count(*) from timesheet) as timesheets,
        (select count(*) from requisition_submission) as submissions`)
    const shown = (value: string) => Number(value).toLocaleString('en-GB')
    return `${shown(row!.timesheets)} timesheets and ${shown(row!.submissions)} submissions`
  })

const folder = resolve(options.data)
const size = Number(options.timesheets)
const misses: string[] = []

const whole = await database(folder, size, progress)
process.stdout.write(`${await counts(whole)}\n`)
const [all, one] = [await measure(whole, await keyOf(whole, 60)), await measure(whole, await keyOf(whole, 1))]
table(
  ['ms', 'every company', 'cold', 'the largest', 'cold'],
  (Object.keys(asked) as Question[]).map(question => {
    const [ofAll, ofOne] = [all.get(question)!, one.get(question)!]
    for (const { medianMs } of [ofAll, ofOne])
      if (medianMs > targets.ms) misses.push(`${question}: ${medianMs.toFixed(0)} ms`)
    return [
      question,
      ...[ofAll.medianMs, ofAll.coldMs, ofOne.medianMs, ofOne.coldMs].map(ms => ms.toFixed(1)),
    ]
  }),
)

const small = await database(folder, Number(options.small ?? Math.round(size / 10)), progress)
const large = await grown(small)
process.stdout.write(`\n${await counts(small)}, then with the others' rows tenfold ${await counts(large)}\n`)
const [before, after] = [
  await measure(small, await keyOf(small, 1)),
  await measure(large, await keyOf(large, 1)),
]
table(
  ['one company, ms', 'before', 'after', '×'],
  (Object.keys(asked) as Question[]).map(question => {
    const [first, then] = [before.get(question)!.medianMs, after.get(question)!.medianMs]
    if (then / first > targets.growth) misses.push(`${question} grew ${(then / first).toFixed(2)} times`)
    return [question, first.toFixed(1), then.toFixed(1), (then / first).toFixed(2)]
  }),
)
judged(misses)
