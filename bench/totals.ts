// Totals at size: the largest company's timesheets added up by what is kept with each write and by what is not, and what
// keeping it costs a load.
// `npm run bench totals -- [--timesheets 1000000] [--data FOLDER] [--requests 20] [--load 50000]`
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { companyId } from '../demo/organisations.ts'
import { recordTypes } from '../src/api/index.ts'
import type { Database } from '../src/store/database/database.ts'
import { borrowHome } from '../src/store/database/home.ts'
import { sql } from '../src/store/database/sql.ts'
import { prepare } from '../src/store/schema/prepare.ts'
import { compareLoads } from './compared-loads.ts'
import { database } from './database.ts'
import { answer, keyFor } from './pages.ts'
import { startServer } from './server.ts'
import { judged, progress, table } from './table.ts'

const targetMs = 100

const { values: options } = parseArgs({
  options: {
    timesheets: { type: 'string', default: '1000000' },
    data: { type: 'string', default: join(tmpdir(), 'muster-bench') },
    requests: { type: 'string', default: '20' },
    load: { type: 'string', default: '50000' },
  },
})

const home = (data: string) => borrowHome({ databaseUrl: undefined, data, databaseConnections: 4 }, progress)

/** What is kept is to be quick. */
type Question = { query: string; kept: boolean }

const dayMs = 86_400_000
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const ago = (count: number) => dayOf(Date.now() - count * dayMs)
const two = 'sum=netHours,values.charge.total'

function questionsFor(project: string, agency: string): Record<string, Question> {
  const kept = (query: string) => ({ query, kept: true })
  return {
    'all, 2 sums': kept(two),
    'by project, 1 sum': kept('groupBy=project&sum=netHours'),
    'by project, 2 sums': kept(`groupBy=project&${two}`),
    'by month of week ending, 2 sums': kept(`groupBy=weekEnding:month&${two}`),
    'by agency, 2 sums': kept(`groupBy=agency&${two}`),
    'by status, 2 sums': kept(`groupBy=status&${two}`),
    'by project, site, status and week, 4 sums (thousands of groups)': {
      query: `groupBy=project,site,status,weekEnding:week&${two},values.pay.total,values.expense`,
      kept: false,
    },
    'by project, of five weeks': kept(`groupBy=project&${two}&dateField=weekEnding&from=${ago(35)}`),
    'by month, of a project': kept(`groupBy=weekEnding:month&${two}&project=${project}`),
    'by month, of an agency': kept(`groupBy=weekEnding:month&${two}&agency=${agency}`),
    'by agency, of a status': kept(`groupBy=agency&${two}&status=approved`),
    'by month of creation, of half a year': kept(`groupBy=createdAt:month&${two}&from=${ago(182)}`),
    'by worker, of five weeks (not kept)': {
      query: `groupBy=worker&sortBy=netHours&${two}&dateField=weekEnding&from=${ago(35)}&project=${project}`,
      kept: false,
    },
    'by month of approval (not kept)': { query: `groupBy=approvedDate:month&${two}`, kept: false },
  }
}

/** Each question several times after one that counts as cold, none of them from memory. */
async function measure(data: string): Promise<boolean> {
  const { key, project, agency, rows, all } = await within(data)
  process.stdout.write(`${rows} of ${all} timesheets are the company's\n`)
  const server = await startServer(data)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let number = 0
  const ask = async (query: string) => {
    // To a day long after all others, another one each time: nothing is remembered of the time before.
    const to = dayOf(Date.UTC(2090, 0, 1) + dayMs * number++)
    const url = `${server.baseUrl}/timesheets/totals?${query}&to=${to}`
    return server.tookMs((await answer(agent, url, key)).requestId)
  }
  const lines: string[][] = []
  let isMet = true
  try {
    for (const [name, { query, kept }] of Object.entries(questionsFor(project, agency))) {
      progress(`Asking: ${name}`)
      const coldMs = await ask(query)
      const times: number[] = []
      for (let at = 0; at < Number(options.requests); at++) times.push(await ask(query))
      times.sort((a, b) => a - b)
      const medianMs = times[Math.floor(times.length / 2)]!
      if (kept && medianMs > targetMs) isMet = false
      lines.push([name, ...[medianMs, times[0]!, coldMs].map(ms => ms.toFixed(1))])
    }
  } finally {
    agent.destroy()
    await server.stop()
  }
  table(['ms', 'median', 'least', 'cold'], lines)
  return isMet
}

async function within(data: string) {
  const opened = await home(data)
  try {
    await prepare(opened.database, recordTypes)
    const key = await keyFor(opened.database, 'company', [companyId(0)])
    const [row] = await opened.database.rows<Record<'project' | 'agency' | 'rows' | 'all', string>>(sql`
      select min(project_id) as project, min(agency_id) as agency, count(*) as rows,
        (select count(*) from timesheet) as all
      from timesheet where company_id = ${companyId(0)}`)
    return { key, ...row! }
  } finally {
    await opened.close()
  }
}

const { data } = await database(resolve(options.data), Number(options.timesheets), progress)
const isMet = await measure(data)
const bare = (one: Database) => one.script('alter table timesheet disable trigger user')
if (Number(options.load) > 0)
  await compareLoads(Number(options.load), { measured: ['timesheet'], prepare: bare })
judged(isMet ? [] : [`more than ${targetMs} ms of what is kept`])
