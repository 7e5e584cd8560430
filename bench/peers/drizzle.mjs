// The same answers by Drizzle ORM over `pg`, with prepared relational queries as its guide to performance advises.
import { and, asc, desc, eq, relations, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { boolean, doublePrecision, integer, jsonb, pgSchema, text, timestamp } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { company, place, serve } from './serve.mjs'

const peers = pgSchema('peers')
const at = column => timestamp(column, { withTimezone: true })
const named = table => peers.table(table, { id: text().primaryKey(), name: text().notNull() })

const companies = named('company')
const agencies = named('agency')
const workers = named('worker')
const assignments = peers.table('assignment', { id: text().primaryKey(), reference: text().notNull() })
const projects = peers.table('project', {
  id: text().primaryKey(),
  name: text().notNull(),
  companyId: text('company_id').notNull(),
})
const sites = peers.table('site', {
  id: text().primaryKey(),
  name: text().notNull(),
  active: boolean().notNull(),
  projectId: text('project_id').notNull(),
  companyId: text('company_id').notNull(),
  email: text(),
  phone: jsonb(),
  address: jsonb(),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
})
const timesheets = peers.table('timesheet', {
  id: text().primaryKey(),
  reference: text().notNull(),
  status: text().notNull(),
  supplierType: text('supplier_type').notNull(),
  workerId: text('worker_id').notNull(),
  assignmentId: text('assignment_id').notNull(),
  companyId: text('company_id').notNull(),
  projectId: text('project_id').notNull(),
  siteId: text('site_id').notNull(),
  agencyId: text('agency_id').notNull(),
  payType: text('pay_type').notNull(),
  rateType: text('rate_type').notNull(),
  start: at('starts_at').notNull(),
  end: at('ends_at').notNull(),
  weekEnding: at('week_ending').notNull(),
  version: integer().notNull(),
  approvedDate: at('approved_date'),
  approvalRequestedBy: jsonb('approval_requested_by'),
  approvedBy: jsonb('approved_by'),
  timesheetApprovers: jsonb('timesheet_approvers').notNull(),
  netHours: doublePrecision('net_hours').notNull(),
  rates: jsonb().notNull(),
  values: jsonb('amounts').notNull(),
  pieceRateEntries: jsonb('piece_rate_entries').notNull(),
  submissionAnswers: jsonb('submission_answers').notNull(),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
})

const timesheetRelations = relations(timesheets, ({ one }) => ({
  worker: one(workers, { fields: [timesheets.workerId], references: [workers.id] }),
  assignment: one(assignments, { fields: [timesheets.assignmentId], references: [assignments.id] }),
  company: one(companies, { fields: [timesheets.companyId], references: [companies.id] }),
  project: one(projects, { fields: [timesheets.projectId], references: [projects.id] }),
  site: one(sites, { fields: [timesheets.siteId], references: [sites.id] }),
  agency: one(agencies, { fields: [timesheets.agencyId], references: [agencies.id] }),
}))
const siteRelations = relations(sites, ({ one }) => ({
  project: one(projects, { fields: [sites.projectId], references: [projects.id] }),
  company: one(companies, { fields: [sites.companyId], references: [companies.id] }),
}))

const schema = {
  companies,
  agencies,
  workers,
  assignments,
  projects,
  sites,
  timesheets,
  timesheetRelations,
  siteRelations,
}
const db = drizzle(new pg.Pool(place), { schema })

const idAndName = { columns: { id: true, name: true } }
const given = sql.placeholder
const newest = [desc(timesheets.createdAt), desc(timesheets.id)]
const ids = {
  workerId: false,
  assignmentId: false,
  companyId: false,
  projectId: false,
  siteId: false,
  agencyId: false,
}
const around = {
  worker: idAndName,
  assignment: { columns: { id: true, reference: true } },
  company: idAndName,
  project: idAndName,
  site: idAndName,
  agency: idAndName,
}
const ofCompany = { where: eq(timesheets.companyId, company), limit: given('limit'), offset: given('offset') }

const whole = db.query.timesheets
  .findMany({ ...ofCompany, columns: ids, with: around, orderBy: newest })
  .prepare('page')
const brief = db.query.timesheets
  .findMany({
    ...ofCompany,
    columns: { id: true, status: true },
    with: { worker: { columns: { name: true } } },
    orderBy: newest,
  })
  .prepare('brief')
const single = db.query.timesheets
  .findFirst({
    columns: ids,
    with: around,
    where: and(eq(timesheets.id, given('id')), eq(timesheets.companyId, company)),
  })
  .prepare('one')
const siteRows = db.query.sites
  .findMany({
    columns: { projectId: false, companyId: false },
    with: { project: idAndName, company: idAndName },
    where: eq(sites.companyId, company),
    orderBy: [asc(sites.name), asc(sites.id)],
    limit: given('limit'),
    offset: given('offset'),
  })
  .prepare('sites')
const counted = (table, name) => {
  const count = sql`count(*)`.mapWith(Number)
  return db.select({ count }).from(table).where(eq(table.companyId, company)).prepare(name)
}
const timesheetCount = counted(timesheets, 'timesheet count')
const siteCount = counted(sites, 'site count')

/** What is unset is left out, as the API does. */
const shown = ({ approvedDate, approvalRequestedBy, approvedBy, ...row }) => ({
  ...row,
  approvedDate: approvedDate ?? undefined,
  approvalRequestedBy: approvalRequestedBy ?? undefined,
  approvedBy: approvedBy ?? undefined,
})

serve({
  page: async ({ limit, offset, brief: isBrief }) => {
    const rows = (isBrief ? brief : whole).execute({ limit, offset })
    const [data, [{ count }]] = await Promise.all([rows, timesheetCount.execute()])
    return { data: isBrief ? data : data.map(shown), total: count }
  },
  one: async id => {
    const row = await single.execute({ id })
    return row && shown(row)
  },
  sites: async ({ limit, offset }) => {
    const [data, [{ count }]] = await Promise.all([siteRows.execute({ limit, offset }), siteCount.execute()])
    return { data, total: count }
  },
})
