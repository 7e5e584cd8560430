// Carries out Plans: the only place where stored records are selected for callers, and every select here is
// confined by a Reach.
import type { Page, Plan, Records, Row, SinglePlan } from '../kernel/plan.ts'
import { Problem } from '../kernel/problem.ts'
import type { RecordType } from '../kernel/record-type.ts'
import type { Database } from './database.ts'
import type { Readiness } from './evolve.ts'
import { Remembered } from './remembered.ts'
import { join, name, none, type Sql, sql } from './sql.ts'
import { narrowTable, partColumn, textTable } from './tables.ts'
import {
  conditions,
  type Group,
  groupsOf,
  inGroup,
  inReach,
  isPlain,
  isSingle,
  literal,
  unnested,
} from './where.ts'

export function storedRecords(
  database: Database,
  types: readonly RecordType[],
  readiness: Readiness,
): Records {
  const byName = new Map(types.map(type => [type.type, type]))
  const totals = new Remembered<number>(5000)
  return {
    async page(plan) {
      requireReady(plan, readiness)
      if (plan.reach.branches.length === 0) return { rows: [], total: 0 }
      const type = byName.get(plan.type)!
      const settled = await settleSearch(database, plan, type)
      const [rows, total] = await Promise.all([
        database.raw(pageSql(settled, type), { once: !isUsual(settled) }),
        totals.of(totalKey(settled), () => count(database, settled, type)),
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

/** First pages as most ask for them; what else is asked for has too many forms to keep each prepared. */
const isUsual = ({ offset, limit, ...plan }: Plan) =>
  offset === 0 && (limit === 50 || limit === 200) && isWhole(plan)

const isWhole = ({ where, search }: Pick<Plan, 'where' | 'search'>) => where.length === 0 && !search

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
    select s.id, ${key} as k from ${narrow(plan)} s
    where ${own}${and(plan)} order by ${key}${direction}${nulls}, s.id${direction}
    limit ${literal(plan.offset + plan.limit)}`
  const groups = groupsOf(plan.reach).map(group => {
    if (isSingle(group) || !isPlain(group, type)) return sql`(${rows(inGroup(group, type))})`
    return sql`select found.* from ${unnested(group)} cross join lateral (${rows(ownedBy(group))}) found`
  })
  const guarded = guardOf(plan, type) ? sql` join ${narrow(plan)} s using (id)` : none
  const order = sql`k${direction}${nulls}, id${direction}`
  return sql`select ${clean(plan, type)}, t.record${partsOf(plan.parts)} from (
      select * from (${join(groups, ' union all ')}) found order by ${order} offset ${literal(plan.offset)} limit ${literal(plan.limit)}
    ) page join ${name(textTable(plan.type))} t using (id)${guarded}
    order by ${order}`
}

function singleSql(plan: SinglePlan, type: RecordType): Sql {
  return sql`select ${clean(plan, type)}, t.record${partsOf(plan.parts)}
    from ${narrow(plan)} s join ${name(textTable(plan.type))} t using (id)
    where (s.id = ${plan.id} or s.nanoid = ${plan.id}) and ${inReach(plan.reach, type)}
    order by s.id = ${plan.id} desc limit 1`
}

async function count(database: Database, plan: Plan, type: RecordType): Promise<number> {
  const [row] = await database.rows<{ total: string }>(countSql(plan, type), { once: !isWhole(plan) })
  return Number(row!.total)
}

/** Several owners are several ranges of an index, counted one by one: no row is in two of them. */
function countSql(plan: Plan, type: RecordType): Sql {
  const [group, ...others] = groupsOf(plan.reach)
  if (others.length > 0 || isSingle(group!) || !isPlain(group!, type))
    return sql`select count(*) as total from ${narrow(plan)} s where ${inReach(plan.reach, type)}${and(plan)}`
  return sql`select coalesce(sum(counted.rows), 0) as total from ${unnested(group!)} cross join lateral (
      select count(*) as rows from ${narrow(plan)} s where ${ownedBy(group!)}${and(plan)}
    ) counted`
}

/** Where a row is that of the owners it is joined with. */
const ownedBy = ({ columns }: Group) =>
  join(
    columns.map(column => sql`s.${name(column)} = reach.${name(column)}`),
    ' and ',
  )

const partsOf = (parts: readonly string[]) =>
  join([none, ...parts.map(part => sql`t.${name(partColumn(part))}`)], ', ')

const and = (plan: Pick<Plan, 'where' | 'search' | 'viewer'>): Sql =>
  plan.where.length > 0 || plan.search ? sql` and ${conditions(plan)}` : none

/** The column that says whose entries a row has that other viewers of this kind are not shown. */
const guardOf = (plan: Pick<Plan, 'viewer'>, type: RecordType) =>
  type.columns.find(column => column.name === `guarded_${plan.viewer.kind}`)?.name

/** Whether nothing in the row is hidden from this viewer. */
function clean(plan: Pick<Plan, 'viewer'>, type: RecordType): Sql {
  const guard = guardOf(plan, type)
  return guard ? sql`s.${name(guard)} <@ ${plan.viewer.owners}::text[]` : sql`true`
}

/** Exact totals, counted once and remembered until an owner of the caller has changed. */
const totalKey = ({ type, reach, where, search, viewer }: Plan) =>
  JSON.stringify([type, reach.branches, where, search, viewer.version])
