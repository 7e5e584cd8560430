// Totals at size: the largest company's timesheets added up by what is kept with each write and by what is not, and what
// keeping it costs a load.
// `npm run bench totals -- [--timesheets 1000000] [--data FOLDER] [--requests 20] [--load 50000]`
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { companyId } from '../demo/organisations.ts'
import { recordTypes } from '../src/api/index.ts'
import type { Database } from '../src/database/database.ts'
import { borrowHome } from '../src/database/home.ts'
import { sql } from '../src/database/sql.ts'
import { prepareDatabase } from '../src/store/schema/prepare.ts'
import { askEach, type Question } from './asking.ts'
import { compareLoads } from './compared-loads.ts'
import { database } from './database.ts'
import { keyFor } from './pages.ts'
import { judged, progress } from './table.ts'

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
type Total = { query: string; kept: boolean }

const dayMs = 86_400_000
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const ago = (count: number) => dayOf(Date.now() - count * dayMs)
const two = 'sum=netHours,values.charge.total'

function questionsFor(project: string, agency: string): Record<string, Total> {
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

/** To a day long after all others, another one each time: nothing is remembered of the time before. */
function asked({ project, agency, key }: Within): Question[] {
  let day = Date.UTC(2090, 0, 1)
  return Object.entries(questionsFor(project, agency)).map(([name, { query, kept }]) => ({
    name,
    key,
    path() {
      day += dayMs
      return `/timesheets/totals?${query}&to=${dayOf(day)}`
    },
    ...(kept && { mostMs: targetMs }),
  }))
}

type Within = Record<'key' | 'project' | 'agency' | 'rows' | 'all', string>

async function within(data: string): Promise<Within> {
  const opened = await home(data)
  try {
    await prepareDatabase(opened.database, recordTypes)
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
const subject = await within(data)
process.stdout.write(`${subject.rows} of ${subject.all} timesheets are the company's\n`)
const misses = await askEach(data, asked(subject), Number(options.requests))
const bare = (one: Database) => one.script('alter table timesheet disable trigger user')
if (Number(options.load) > 0)
  await compareLoads(Number(options.load), { measured: ['timesheet'], prepare: bare })
judged(misses)
