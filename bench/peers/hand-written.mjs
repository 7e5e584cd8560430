// The handler that one would write by hand: `pg`, two statements with joins for a page, one for a record.
import pg from 'pg'
import { company, place, serve } from './serve.mjs'

const pool = new pg.Pool(place)

const joined = `
  from timesheet t
  join worker w on w.id = t.worker_id
  join assignment a on a.id = t.assignment_id
  join company c on c.id = t.company_id
  join project p on p.id = t.project_id
  join site s on s.id = t.site_id
  join agency g on g.id = t.agency_id`
const whole = `
  select t.*, w.name as worker_name, a.reference as assignment_reference, c.name as company_name,
    p.name as project_name, s.name as site_name, g.name as agency_name ${joined}`

const timesheet = row => ({
  id: row.id,
  reference: row.reference,
  status: row.status,
  supplierType: row.supplier_type,
  worker: { id: row.worker_id, name: row.worker_name },
  assignment: { id: row.assignment_id, reference: row.assignment_reference },
  company: { id: row.company_id, name: row.company_name },
  project: { id: row.project_id, name: row.project_name },
  site: { id: row.site_id, name: row.site_name },
  agency: { id: row.agency_id, name: row.agency_name },
  payType: row.pay_type,
  rateType: row.rate_type,
  start: row.starts_at,
  end: row.ends_at,
  weekEnding: row.week_ending,
  version: row.version,
  approvedDate: row.approved_date ?? undefined,
  approvalRequestedBy: row.approval_requested_by ?? undefined,
  approvedBy: row.approved_by ?? undefined,
  timesheetApprovers: row.timesheet_approvers,
  netHours: row.net_hours,
  rates: row.rates,
  values: row.amounts,
  pieceRateEntries: row.piece_rate_entries,
  submissionAnswers: row.submission_answers,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const site = row => ({
  id: row.id,
  name: row.name,
  active: row.active,
  project: { id: row.project_id, name: row.project_name },
  company: { id: row.company_id, name: row.company_name },
  email: row.email ?? undefined,
  phone: row.phone ?? undefined,
  address: row.address ?? undefined,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const listed = async (table, shape, rows) => {
  const count = `select count(*)::int as total from ${table} where company_id = $1`
  const [found, counted] = await Promise.all([
    rows,
    pool.query({ name: `count ${table}`, text: count, values: [company] }),
  ])
  return { data: found.rows.map(shape), total: counted.rows[0].total }
}

const order = 'where t.company_id = $1 order by t.created_at desc, t.id desc limit $2 offset $3'
const brief = `select t.id, t.status, w.name from timesheet t join worker w on w.id = t.worker_id ${order}`

serve({
  page: ({ limit, offset, brief: isBrief }) => {
    const values = [company, limit, offset]
    if (!isBrief)
      return listed('timesheet', timesheet, pool.query({ name: 'page', text: `${whole} ${order}`, values }))
    const short = ({ id, status, name }) => ({ id, status, worker: { name } })
    return listed('timesheet', short, pool.query({ name: 'brief', text: brief, values }))
  },
  one: async id => {
    const text = `${whole} where t.id = $1 and t.company_id = $2`
    const { rows } = await pool.query({ name: 'one', text, values: [id, company] })
    return rows[0] && timesheet(rows[0])
  },
  sites: ({ limit, offset }) => {
    const text = `
      select s.*, p.name as project_name, c.name as company_name
      from site s join project p on p.id = s.project_id join company c on c.id = s.company_id
      where s.company_id = $1 order by s.name, s.id limit $2 offset $3`
    return listed('site', site, pool.query({ name: 'sites', text, values: [company, limit, offset] }))
  },
})
