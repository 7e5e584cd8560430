// Carries out Plans: the only place where stored records are selected for callers, and every select here is
// confined by a Reach.
import type { Page, Plan, Records, Row, SinglePlan, Viewer } from '../kernel/plan.ts'
import { Problem } from '../kernel/problem.ts'
import type { Branch, Reach } from '../kernel/reach.ts'
import type { RecordType } from '../kernel/record-type.ts'
import type { Database } from './database.ts'
import type { Readiness } from './evolve.ts'
import { join, name, none, type Sql, sql } from './sql.ts'
import { narrowTable, partColumn, textTable } from './tables.ts'

export function storedRecords(
  database: Database,
  types: readonly RecordType[],
  readiness: Readiness,
): Records {
  const byName = new Map(types.map(type => [type.type, type]))
  const totals = new Totals()
  return {
    async page(plan) {
      requireReady(plan, readiness)
      if (plan.reach.branches.length === 0) return { rows: [], total: 0 }
      const type = byName.get(plan.type)!
      const settled = await settleSearch(database, plan, type)
      const [rows, total] = await Promise.all([
        database.raw(pageSql(settled, type)),
        totals.of(settled, () => count(database, settled, type)),
      ])
      return { rows: rows.map(rowOf), total } satisfies Page
    },
    async one(plan) {
      if (plan.reach.branches.length === 0) return undefined
      const [row] = await database.raw(singleSql(plan, byName.get(plan.type)!))
      return row && rowOf(row)
    },
  }
}

/** Only requests that use a column or Part that is still being filled have to wait. */
function requireReady(plan: Plan, readiness: Readiness): void {
  const used = [
    plan.order.column,
    ...plan.where.map(condition => condition.column),
    ...plan.parts.map(partColumn),
  ]
  if (plan.search) used.push('search')
  const late = used.find(column => !readiness.isReady(plan.type, column))
  if (late === undefined) return
  throw new Problem(
    'SERVICE_UNAVAILABLE',
    'The server is still preparing this filter, sort or part after an upgrade; try again shortly',
    { 'Retry-After': '5' },
  )
}

/** Columns: 0 clean, 1 text, then the parts. */
const rowOf = ([clean, text, ...parts]: (Buffer | null)[]): Row => ({
  clean: clean?.[0] === 0x74,
  text: text!,
  parts,
})

/** A reference found whole within reach is all that a search gives; otherwise it looks inside the text. */
async function settleSearch(database: Database, plan: Plan, type: RecordType): Promise<Plan> {
  const { search, ...rest } = plan
  if (!search || search.exactly.length === 0 || !search.column) return plan
  const whole = { ...rest, where: [{ column: search.column, in: search.exactly }] }
  const hits = await database.rows(
    sql`select 1 from ${narrow(plan)} s where ${inReach(plan.reach, type)} and ${conditions(whole)} limit 1`,
  )
  return hits.length > 0
    ? { ...rest, where: [...plan.where, ...whole.where] }
    : { ...plan, search: { ...search, exactly: [] } }
}

const narrow = (plan: { type: string }) => name(narrowTable(plan.type))

function pageSql(plan: Plan, type: RecordType): Sql {
  const direction = plan.order.descending ? sql` desc` : none
  const nulls = plan.order.nullable ? sql` nulls last` : none
  const key = sql`s.${name(plan.order.column)}`
  const rows = (own: Sql) => sql`
    select s.id, ${key} as k, ${clean(plan, type)} as clean from ${narrow(plan)} s
    where ${own}${and(plan)} order by ${key}${direction}${nulls}, s.id${direction}
    limit ${literal(plan.offset + plan.limit)}`
  const groups = groupsOf(plan.reach).map(group => {
    if (!isPlain(group, type)) return sql`(${rows(inGroup(group, type))})`
    const own = group.columns.map(column => sql`s.${name(column)} = reach.${name(column)}`)
    return sql`select found.* from ${unnested(group)} cross join lateral (${rows(join(own, ' and '))}) found`
  })
  const order = sql`k${direction}${nulls}, id${direction}`
  return sql`select page.clean, t.record${partsOf(plan.parts)} from (
      select * from (${join(groups, ' union all ')}) found order by ${order} offset ${literal(plan.offset)} limit ${literal(plan.limit)}
    ) page join ${name(textTable(plan.type))} t using (id)
    order by ${order}`
}

function singleSql(plan: SinglePlan, type: RecordType): Sql {
  return sql`select ${clean(plan, type)}, t.record${partsOf(plan.parts)}
    from ${narrow(plan)} s join ${name(textTable(plan.type))} t using (id)
    where (s.id = ${plan.id} or s.nanoid = ${plan.id}) and ${inReach(plan.reach, type)}
    order by s.id = ${plan.id} desc limit 1`
}

async function count(database: Database, plan: Plan, type: RecordType): Promise<number> {
  const [row] = await database.rows<{ total: string }>(
    sql`select count(*) as total from ${narrow(plan)} s where ${inReach(plan.reach, type)}${and(plan)}`,
  )
  return Number(row!.total)
}

const partsOf = (parts: readonly string[]) =>
  join([none, ...parts.map(part => sql`t.${name(partColumn(part))}`)], ', ')

/** Numbers that the planner should see: a page's size decides between an index and a sort. */
const literal = (value: number) => {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${value} is no row count`)
  return sqlNumber(String(value))
}
const sqlNumber = (digits: string) => sql([digits] as unknown as TemplateStringsArray)

type Group = { columns: string[]; values: string[][] }

/** Branches that look at the same columns become one list of values to join with. */
function groupsOf(reach: Reach): Group[] {
  const groups = new Map<string, Branch[]>()
  for (const branch of reach.branches) {
    const key = Object.keys(branch).sort().join()
    groups.set(key, [...(groups.get(key) ?? []), branch])
  }
  return [...groups].map(([key, branches]) => {
    const columns = key === '' ? [] : key.split(',')
    return { columns, values: columns.map(column => branches.map(branch => branch[column]!)) }
  })
}

const unnested = ({ columns, values }: Group) =>
  sql`unnest(${join(
    values.map(list => sql`${list}::text[]`),
    ', ',
  )}) reach(${join(columns.map(name), ', ')})`

const isMany = (column: string, type: RecordType) =>
  type.columns.some(known => known.name === column && known.kind === 'texts')

/** Each branch is a range of one index, so the first rows of each can be merged. */
const isPlain = ({ columns }: Group, type: RecordType) =>
  columns.length > 0 && !columns.some(column => isMany(column, type))

function inGroup(group: Group, type: RecordType): Sql {
  const { columns, values } = group
  if (columns.length === 0) return sql`true`
  if (columns.length === 1) {
    const column = sql`s.${name(columns[0]!)}`
    return isMany(columns[0]!, type)
      ? sql`${column} && ${values[0]}::text[]`
      : sql`${column} = any(${values[0]}::text[])`
  }
  const own = columns.map(column =>
    isMany(column, type)
      ? sql`s.${name(column)} @> array[reach.${name(column)}]`
      : sql`s.${name(column)} = reach.${name(column)}`,
  )
  return sql`exists (select 1 from ${unnested(group)} where ${join(own, ' and ')})`
}

const inReach = (reach: Reach, type: RecordType): Sql =>
  sql`(${join(
    groupsOf(reach).map(group => inGroup(group, type)),
    ' or ',
  )})`

const and = (plan: Pick<Plan, 'where' | 'search' | 'viewer'>): Sql =>
  plan.where.length > 0 || plan.search ? sql` and ${conditions(plan)}` : none

function conditions(plan: Pick<Plan, 'where' | 'search' | 'viewer'>): Sql {
  const pieces = plan.where.map(condition => {
    const column = sql`s.${name(condition.column)}`
    if ('in' in condition) return among(column, condition.in, condition.many)
    if ('notIn' in condition) return sql`not (${column} = any(${condition.notIn}::text[]))`
    if (condition.owned) return ownedRange(column, condition, plan.viewer)
    const from = condition.from ? sql`${column} >= ${condition.from.toISOString()}::text::timestamptz` : none
    const to = condition.to ? sql`${column} <= ${condition.to.toISOString()}::text::timestamptz` : none
    return condition.from && condition.to ? sql`${from} and ${to}` : condition.from ? from : to
  })
  if (plan.search) pieces.push(sql`s.search like ${`%${plan.search.within.replace(/[\\%_]/g, '\\$&')}%`}`)
  return join(pieces, ' and ')
}

/** Dates are kept as `owner date`; an agency's filter sees only its own. */
function ownedRange(column: Sql, { from, to }: { from?: Date; to?: Date }, viewer: Viewer): Sql {
  const date = sql`split_part(owned, ' ', 2)`
  const pieces = [
    ...(from ? [sql`${date} >= ${from.toISOString()}`] : []),
    ...(to ? [sql`${date} <= ${to.toISOString()}`] : []),
    ...(viewer.kind === 'agency' ? [sql`split_part(owned, ' ', 1) = any(${viewer.owners}::text[])`] : []),
  ]
  return sql`exists (select 1 from unnest(${column}) owned where ${join(pieces, ' and ')})`
}

function among(column: Sql, values: readonly (string | number | boolean)[], many = false): Sql {
  if (many) return sql`${column} && ${values}::text[]`
  if (values.length === 1) return sql`${column} = ${values[0]}`
  return sql`${column} = any(${values}::text[])`
}

/** Whether nothing in the row is hidden from this viewer. */
function clean(plan: Pick<Plan, 'viewer'>, type: RecordType): Sql {
  const guard = `guarded_${plan.viewer.kind}`
  if (!type.columns.some(column => column.name === guard)) return sql`true`
  return sql`s.${name(guard)} <@ ${plan.viewer.owners}::text[]`
}

/** Exact totals, counted once and remembered until an owner of the caller has changed. */
class Totals {
  private readonly known = new Map<string, Promise<number>>()

  of(plan: Plan, count: () => Promise<number>): Promise<number> {
    const { type, reach, where, search, viewer } = plan
    const key = JSON.stringify([type, reach.branches, where, search, viewer.version])
    const held = this.known.get(key)
    if (held) return held
    const counted = count()
    this.known.set(key, counted)
    counted.catch(() => this.known.delete(key))
    if (this.known.size > 5000) this.known.delete(this.known.keys().next().value!)
    return counted
  }
}
