// Billing checks at size: four weeks and a year of the largest company's, none of them from memory, and what keeping them
// costs a load and the checker.
// `npm run bench billing-checks -- [--timesheets 1000000] [--data FOLDER] [--requests 20] [--load 20000]`
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { companyId } from '../demo/organisations.ts'
import { recordTypes } from '../src/api/index.ts'
import { borrowHome } from '../src/store/database/home.ts'
import { sql } from '../src/store/database/sql.ts'
import { compareLoads } from './compared-loads.ts'
import { database } from './database.ts'
import { answer, keyFor } from './pages.ts'
import { startServer } from './server.ts'
import { judged, median, progress, table } from './table.ts'

const { values: options } = parseArgs({
  options: {
    timesheets: { type: 'string', default: '1000000' },
    data: { type: 'string', default: join(tmpdir(), 'muster-bench') },
    requests: { type: 'string', default: '20' },
    load: { type: 'string', default: '20000' },
  },
})

const mostMs = { 'four weeks': 100, 'a year': 1000 }
const mostOfLoad = 0.05
const weekMs = 7 * 86_400_000
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

type Period = keyof typeof mostMs

/** The largest company's, and the weeks that end with its last one. */
async function subject(data: string) {
  const home = await borrowHome({ databaseUrl: undefined, data, databaseConnections: 4 }, progress)
  try {
    const company = companyId(0)
    const [row] = await home.database.rows<{ sheets: number; findings: number; last: Date }>(sql`
      select (select count(*)::int from timesheet where company_id = ${company}) as sheets,
        (select count(*)::int from billing_check where company_id = ${company}) as findings,
        (select max(week_ending) from timesheet where company_id = ${company}) as last`)
    const last = new Date(row!.last).getTime()
    const weeks: Record<Period, string> = {
      'four weeks': `from=${dayOf(last - 3 * weekMs)}&to=${dayOf(last)}`,
      'a year': `from=${dayOf(last - 52 * weekMs)}&to=${dayOf(last)}`,
    }
    return { ...row!, weeks, key: await keyFor(home.database, 'company', [company]) }
  } finally {
    await home.close()
  }
}

/** Each several times after one that counts as cold. */
async function measure(data: string): Promise<string[]> {
  const { key, sheets, findings, weeks } = await subject(data)
  process.stdout.write(`${sheets} timesheets are the company's, with ${findings} findings of all sides\n`)
  const server = await startServer(data, [], { ANSWER_MEMORY_MB: '0' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async (path: string) =>
    server.tookMs((await answer(agent, `${server.baseUrl}${path}`, key)).requestId)
  const lines: string[][] = []
  const misses: string[] = []
  try {
    for (const [name, range] of Object.entries(weeks) as [Period, string][])
      for (const path of [
        `/billing-checks?${range}`,
        `/billing-checks?${range}&page=3`,
        `/billing-checks/totals?groupBy=agency,weekEnding:week&sum=amount&${range}`,
        `/billing-checks/totals?groupBy=code&sum=amount&${range}`,
      ]) {
        const coldMs = await ask(path)
        const times: number[] = []
        for (let at = 0; at < Number(options.requests); at++) times.push(await ask(path))
        const middle = median(times)
        const what = `${name}: ${path.replace(`&${range}`, '').replace(`?${range}`, '')}`
        lines.push([what, ...[middle, Math.min(...times), coldMs].map(ms => ms.toFixed(1))])
        if (middle > mostMs[name]) misses.push(`${what}: ${middle.toFixed(0)} ms, wanted ${mostMs[name]}`)
      }
  } finally {
    agent.destroy()
    await server.stop()
  }
  table(['ms', 'median', 'least', 'cold'], lines)
  return misses
}

/** Of a load that notes which weeks it touches. */
async function costs(timesheets: number): Promise<string[]> {
  const more = await compareLoads(timesheets, {
    measured: ['assignment', 'timesheet', 'expense', 'invoice'],
    types: recordTypes.map(({ rechecks: _, ...type }) => type),
  })
  return [...more]
    .filter(([, share]) => share > mostOfLoad)
    .map(([type, share]) => `a load of ${type}: ${(share * 100).toFixed(1)} % more, wanted at most 5 %`)
}

const { data } = await database(resolve(options.data), Number(options.timesheets), progress)
const misses = await measure(data)
if (Number(options.load) > 0) misses.push(...(await costs(Number(options.load))))
judged(misses)
