// Billing checks at size: four weeks and a year of the largest company's, none of them from memory; what working weeks out costs,
// and what noting them costs a load.
// `npm run bench billing-checks -- [--timesheets 1000000] [--data FOLDER] [--weeks 16] [--requests 20] [--load 20000]`
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { companyId } from '../demo/organisations.ts'
import { checkToEnd } from '../src/checks/checker.ts'
import type { Database } from '../src/database/database.ts'
import { borrowHome } from '../src/database/home.ts'
import { sql } from '../src/database/sql.ts'
import { noteWork } from '../src/store/checks/work.ts'
import { askEach, type Question } from './asking.ts'
import { dearNotes } from './compared-loads.ts'
import { database } from './database.ts'
import { processorMs } from './loading.ts'
import { keyFor } from './pages.ts'
import { judged, progress } from './table.ts'

const { values: options } = parseArgs({
  options: {
    timesheets: { type: 'string', default: '1000000' },
    data: { type: 'string', default: join(tmpdir(), 'muster-bench') },
    weeks: { type: 'string', default: '16' },
    requests: { type: 'string', default: '20' },
    load: { type: 'string', default: '20000' },
  },
})

const mostMs = { 'four weeks': 100, 'a year': 1000 }
const weekMs = 7 * 86_400_000
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const company = companyId(0)

/** The largest company's findings of the weeks that end with its last one. */
async function questionsOf(database: Database, last: number): Promise<Question[]> {
  const key = await keyFor(database, 'company', [company])
  return Object.entries(mostMs).flatMap(([name, most]) => {
    const weeks = `from=${dayOf(last - (name === 'a year' ? 52 : 3) * weekMs)}&to=${dayOf(last)}`
    return [
      '?',
      '?page=3&',
      '/totals?groupBy=agency,weekEnding:week&sum=amount&',
      '/totals?groupBy=code&sum=amount&',
    ].map(asked => ({
      name: `${name}: /billing-checks${asked.slice(0, -1)}`,
      key,
      path: () => `/billing-checks${asked}${weeks}`,
      mostMs: most,
    }))
  })
}

/** Its last weeks, worked out once more by one process that does nothing else. */
async function workOut(database: Database, last: number, weeks: number): Promise<void> {
  const days = Array.from({ length: weeks }, (_, at) => dayOf(last - at * weekMs))
  const sheets = await database.value<number>(sql`
    select count(*)::int from timesheet where company_id = ${company}
      and week_ending >= ${days.at(-1)!}::timestamptz - interval '6 days'`)
  await database.transaction(tx =>
    noteWork(
      tx,
      days.map(day => ({ company, key: `check:${day}` })),
      true,
    ),
  )
  const [began, own, postgres] = [performance.now(), process.cpuUsage(), await processorMs(database)]
  await checkToEnd(database)
  const { user, system } = process.cpuUsage(own)
  const micros = [
    (performance.now() - began) * 1000,
    user + system,
    1000 * ((await processorMs(database)) - postgres),
  ].map(one => (one / sheets!).toFixed(0))
  const [took, node, server] = micros
  process.stdout.write(
    `${weeks} weeks of ${sheets} timesheets worked out for all sides, for each timesheet: ` +
      `${took} µs, of processor ${node} µs of ours and ${server} µs of PostgreSQL\n`,
  )
}

async function subject(data: string): Promise<Question[]> {
  const home = await borrowHome({ databaseUrl: undefined, data, databaseConnections: 4 }, progress)
  try {
    const [row] = await home.database.rows<{ sheets: number; findings: number; last: Date }>(sql`
      select (select count(*)::int from timesheet where company_id = ${company}) as sheets,
        (select count(*)::int from billing_check where company_id = ${company}) as findings,
        (select max(week_ending) from timesheet where company_id = ${company}) as last`)
    const { sheets, findings } = row!
    process.stdout.write(`${sheets} timesheets are the company's, with ${findings} findings of all sides\n`)
    const last = new Date(row!.last).getTime()
    if (Number(options.weeks) > 0) await workOut(home.database, last, Number(options.weeks))
    return await questionsOf(home.database, last)
  } finally {
    await home.close()
  }
}

const { data } = await database(resolve(options.data), Number(options.timesheets), progress)
const misses = await askEach(data, await subject(data), Number(options.requests))
if (Number(options.load) > 0)
  misses.push(...(await dearNotes(Number(options.load), ['assignment', 'timesheet', 'expense', 'invoice'])))
judged(misses)
