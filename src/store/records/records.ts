// Carries out Plans: the only place where stored records are selected for callers, and every select here is
// confined by a Reach.

import { hash } from 'node:crypto'
import { narrowed, only, type Reach } from '../../access/ownership.ts'
import { restrictedMark } from '../../access/redact.ts'
import { ownersEverywhere } from '../../access/viewer.ts'
import type {
  Condition,
  Page,
  Plan,
  Records,
  Row,
  SinglePlan,
  SomePlan,
  WholePlan,
} from '../../kernel/query/plan.ts'
import { Problem } from '../../problem.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import type { Keeping, Statements } from '../engine/database.ts'
import type { Reads } from '../engine/replicas.ts'
import { join, name, none, type Sql, sql } from '../engine/sql.ts'
import { type Counted, count } from './count.ts'
import type { Readiness } from './evolve.ts'
import { markEvery, type PageEnd, PageEnds } from './page-ends.ts'
import { Remembered } from './remembered.ts'
import { groupedSql, type ReadGroup, readGroup } from './row-groups.ts'
import { hasWords, type Settled, searchedIn, settleSearch } from './search.ts'
import { castTo, narrowTable, partColumn, partTable, textPlace, textTable } from './tables.ts'
import { andAll, groupsOf, inGroup, inReach, isPlain, isSingle, literal, orderedBy } from './where.ts'

/** What is remembered of lists until an owner of the caller has changed. */
export type Known = { totals: Remembered<Counted>; ends: PageEnds }

export const nothingKnown = (): Known => ({ totals: new Remembered(5000), ends: new PageEnds() })

export type Reading = {
  /** Where to read for a caller that was let in with these versions. */
  reads?: (versions: string) => Statements
  /** The primary, sure to have these versions. */
  sure?: Reads['sure']
  /** Where what takes long is read, which nobody waits for. */
  slowly?: Statements
  known?: Known
}

export function storedRecords(
  database: Statements,
  types: readonly RecordType[],
  readiness: Readiness,
  {
    reads = () => database,
    sure = own => own,
    slowly,
    known: { totals, ends } = nothingKnown(),
  }: Reading = {},
): Records {
  const byName = new Map(types.map(type => [type.type, type]))
  const reading = readingOf(readiness)
  // A search looks at names of others, which no version tells of either.
  const placeOf = (plan: Pick<Plan, 'reach' | 'viewer' | 'search'>) =>
    plan.search || isEverybodys(plan) ? sure(database, plan.viewer.version) : reads(plan.viewer.version)
  return {
    async page(plan) {
      const type = byName.get(plan.type)!
      requireReady(plan, type, readiness)
      if (plan.reach.branches.length === 0) return nothing
      const settled = spread(await settleSearch(sure(database, plan.viewer.version), plan, type), type)
      if (settled.reach.branches.length === 0) return nothing
      const once = !isWhole(settled)
      const place = placeOf(plan)
      const counting = () => count(place, settled, type, { once })
      // What is everybody's has no owner whose version would tell that it changed, nor does one tell of a column that
      // is filled.
      const isTold = !isEverybodys(settled) && readiness.pending() === 0
      const counted = settled.found ?? (isTold ? totals.of(totalKey(settled), counting) : counting())
      const asked = settled.search ? withAny(settled, await counted) : settled
      if (asked.reach.branches.length === 0) return nothing
      const list = isTold && isFollowed(asked) ? listKey(asked) : undefined
      const known = list === undefined ? undefined : ends.before(list, asked.offset)
      const later = known && { ...asked, offset: asked.offset - known.place, after: known.end }
      const fromEnd = !later && isFar(asked) ? readFromEnd(asked, (await counted).total) : undefined
      const read = later ?? fromEnd ?? asked
      const [rows, { total }] = await Promise.all([
        place.raw(pageSql(read, type, { ends: list !== undefined }), { once: onceFor(read) }),
        counted,
      ])
      if (fromEnd) rows.reverse()
      if (list && rows.length === asked.limit)
        ends.note(list, asked.offset + rows.length, endOf(rows.at(-1)!))
      if (list && slowly && !later && isFar(asked))
        ends.passed(list, anyVersion(asked), () => marksOf(slowly, asked, type))
      return { rows: rows.map(reading(plan, type)), total } satisfies Page
    },
    async one(plan) {
      if (plan.reach.branches.length === 0) return undefined
      const type = byName.get(plan.type)!
      const [row] = await placeOf(plan).raw(singleSql(plan, type))
      return row && reading(plan, type)(row)
    },
    /** By the primary: whoever asks was just told of changes that may be newer than any version it came with. */
    async some(plan) {
      if (plan.reach.branches.length === 0 || plan.ids.length === 0) return new Map()
      const type = byName.get(plan.type)!
      const read = reading(plan, type)
      const rows = await sure(database, plan.viewer.version).raw(someSql(plan, type))
      return new Map(rows.map(([id, ...columns]) => [id!.toString(), read(columns)]))
    },
  }
}

type ReadRow = (columns: (Buffer | null)[]) => Row

/** While what guards a type's entries is being filled, nothing counts as clean. */
const readingOf =
  (readiness: Readiness) =>
  (plan: Pick<Plan, 'viewer'>, type: RecordType): ReadRow => {
    const guard = guardOf(plan, type)
    if (!guard || readiness.isReady(type.type, guard)) return rowOf
    return columns => ({ ...rowOf(columns), clean: false })
  }

/** All rows of a plan, in groups. */
export type WholeReading = {
  statement: Sql
  read(columns: readonly (Buffer | null)[]): ReadGroup
  /** One that is too long for a group. */
  long(id: string): Promise<Row>
}

/** Undefined where there are none. */
export async function wholeReading(
  database: Statements,
  type: RecordType,
  readiness: Readiness,
  plan: WholePlan,
): Promise<WholeReading | undefined> {
  const all = { ...plan, offset: 0, limit: maximumRows }
  requireReady(all, type, readiness)
  if (plan.reach.branches.length === 0) return undefined
  const settled = await settleSearch(database, all, type)
  const guard = guardOf(plan, type)
  const isGuarded = !guard || readiness.isReady(type.type, guard)
  return {
    statement: wholeSql(settled, type, isGuarded),
    read: readGroup,
    async long(id) {
      const [row] = await database.raw(singleSql({ ...plan, id }, type))
      return readingOf(readiness)(plan, type)(row!)
    },
  }
}

const maximumRows = Number.MAX_SAFE_INTEGER

/** So many rows are passed over at once. What has no value comes last both ways, so that there is no other way round. */
const isFar = ({ offset, order, search, found }: Settled) =>
  offset >= 1000 && !order.nullable && !search && !found

/** A later page of what versions tell of. */
const isFollowed = (plan: Settled) =>
  plan.offset > 0 && !plan.order.nullable && !plan.search && !plan.found && !isEverybodys(plan)

const listKey = (plan: Settled) =>
  hash('sha256', JSON.stringify([totalKey(plan), plan.order.column, plan.order.descending]), 'base64url')

/** The same list before and after what is written. */
const anyVersion = ({ viewer, ...plan }: Settled) => listKey({ ...plan, viewer: { ...viewer, version: '' } })

/** From a row of a page that was read with its ends. */
const endOf = (columns: readonly (Buffer | null)[]): PageEnd => ({
  key: columns.at(-2)!.toString(),
  id: columns.at(-1)!.toString(),
})

async function marksOf(database: Statements, plan: Settled, type: RecordType): Promise<PageEnd[]> {
  const direction = plan.order.descending ? sql` desc` : none
  const order = sql`s.k${direction}, s.id${direction}`
  const owned = (own: Sql) => sql`(select s.id, s.${name(plan.order.column)} as k from ${narrow(plan)} s
    where ${own}${andAll(plan)} order by s.${name(plan.order.column)}${direction}, s.id${direction})`
  const all = isMerged(plan, type) ? eachOf(plan.reach, type) : [inReach(plan.reach, type)]
  return database.rows<PageEnd>(
    sql`select k::text as key, id from (
        select s.id, s.k, row_number() over (order by ${order}) as place
        from (${join(all.map(owned), ' union all ')}) s
      ) placed where place % ${literal(markEvery)} = 0 order by place`,
    { once: true },
  )
}

/** Beyond the middle a page is read the other way round: the last of 775,000 rows took 4 s to come to. */
function readFromEnd(plan: Settled, total: number): Settled | undefined {
  const { offset, limit, order } = plan
  if (offset * 2 < total || offset >= total) return undefined
  return {
    ...plan,
    order: { ...order, descending: !order.descending },
    offset: Math.max(0, total - offset - limit),
    limit: Math.min(limit, total - offset),
  }
}

/** No version tells of it. */
export const isEverybodys = ({ reach }: Pick<Plan, 'reach'>) =>
  reach.branches.some(branch => Object.keys(branch).length === 0)

const nothing: Page = { rows: [], total: 0 }

/** To find that an owner has none of the words looked for, a page would look at every row. */
const withAny = (plan: Settled, { total, at }: Counted): Settled => ({
  ...plan,
  reach: only(plan.reach, index => total > 0 && (at?.has(index) ?? true)),
})

/** Only requests that use a column or Part that is still being filled have to wait. */
function requireReady(plan: Plan, type: RecordType, readiness: Readiness): void {
  const used = [
    plan.order.column,
    ...plan.where.map(condition => condition.column),
    ...plan.parts.map(partColumn),
  ].map(column => ({ type: plan.type, column }))
  if (plan.search) used.push(...searchedIn(type))
  if (used.every(each => readiness.isReady(each.type, each.column))) return
  throw new Problem(
    'SERVICE_UNAVAILABLE',
    'The server is still preparing this filter, sort or part after an upgrade; try again shortly',
    { 'Retry-After': '5' },
  )
}

const usualLimits = new Set([1, 10, 20, 25, 50, 100, 200])

/** First pages as most ask for them are prepared at once; others, which have too many forms to keep each, when they are
 * asked for again and again. Where the best way depends on the values (a range of dates, words, several values), each
 * is planned by itself: for a week an index of those days is best, for ten years the order of the list. */
function onceFor({ offset, limit, ...plan }: Settled): Keeping['once'] {
  if (isWhole(plan) && offset === 0 && (limit === 50 || limit === 200)) return false
  // One key would otherwise have all that may be prepared for pages of its own making.
  if (!usualLimits.has(limit)) return true
  const isFixed = plan.where.every(condition => 'in' in condition && condition.in.length === 1)
  return isFixed && !plan.search && !plan.found ? 'until repeated' : true
}

const isWhole = ({ where, search, found }: Pick<Settled, 'where' | 'search' | 'found'>) =>
  where.length === 0 && !search && !found

/** Columns: 0 whether it is clean, as `true` or `false`; 1 text, then the parts. */
const rowOf = ([clean, text, ...parts]: (Buffer | null)[]): Row => ({
  clean: clean?.[0] === 0x74 && text?.[0] !== restrictedByte,
  text: text!,
  parts,
})

const restrictedByte = restrictedMark.charCodeAt(0)

const narrow = (plan: { type: string }) => name(narrowTable(plan.type))

function pageSql(plan: Settled & { after?: PageEnd }, type: RecordType, { ends }: { ends: boolean }): Sql {
  const direction = plan.order.descending ? sql` desc` : none
  const nulls = plan.order.nullable ? sql` nulls last` : none
  const key = sql`s.${name(plan.order.column)}`
  const isLater = plan.order.descending ? sql`<` : sql`>`
  const later = plan.after
    ? sql` and (${key}, s.id) ${isLater} (${plan.after.key}::text::${castTo(type, plan.order.column)}, ${plan.after.id})`
    : none
  const first = (own: Sql, from: Sql, order: Sql) => sql`(
    select s.id, ${key} as k, s.${name(textPlace)} from ${from} s where ${own}${andAll(plan)}${later} order by ${order}
    limit ${literal(plan.offset + plan.limit)})`
  // Missing values come last both ways: read backwards, an index has them first, so they are taken by themselves.
  const rows = (own: Sql, from = narrow(plan)) =>
    plan.order.nullable && plan.order.descending
      ? sql`${first(sql`${own} and ${key} is not null`, from, sql`${key} desc, s.id desc`)}
        union all ${first(sql`${own} and ${key} is null`, from, sql`s.id desc`)}`
      : first(own, from, sql`${key}${direction}, s.id${direction}`)
  const words = plan.search && hasWords(plan.search)
  const has = words ? sql` and ${words.short}` : none
  const walked = () =>
    groupsOf(plan.reach).map(group => {
      if (isSingle(group) || !isPlain(group, type)) return rows(sql`${inGroup(group, type)}${has}`)
      if (isFar(plan) && isMerged(plan, type) && group.columns.length === 1)
        return join(
          eachOf(plan.reach, type).map(own => rows(own)),
          ' union all ',
        )
      const { branches, own } = orderedBy(group, plan.order.column, type)
      return sql`select found.* from ${branches} cross join lateral (${rows(sql`${own}${has}`)}) found`
    })
  const reached = inReach(plan.reach, type)
  const groups = [
    ...(plan.found ? [rows(sql`s.id = any(${plan.found.ids}::text[]) and ${reached}`)] : walked()),
    ...(words ? [rows(reached, sql`(select * from ${narrow(plan)} s where ${words.long} offset 0)`)] : []),
  ]
  const guarded = guardOf(plan, type) ? sql` join ${narrow(plan)} s on s.id = page.id` : none
  const order = (of: Sql) => sql`${of}.k${direction}${nulls}, ${of}.id${direction}`
  const end = ends ? sql`, page.k::text as last_key, page.id` : none
  return sql`select (${clean(plan, type)})::text, ${textAt(plan)}${partsOf(plan.parts)}${end} from (
      select * from (${join(groups, ' union all ')}) found order by ${order(sql`found`)} offset ${literal(plan.found ? 0 : plan.offset)} limit ${literal(plan.limit)}
    ) page${joinedAt(plan)}${guarded}
    order by ${order(sql`page`)}`
}

/** In the list's order, which the narrow rows are brought into before their texts are looked up. */
function wholeSql(plan: Settled, type: RecordType, isGuarded: boolean): Sql {
  const direction = plan.order.descending ? sql` desc` : none
  const nulls = plan.order.nullable ? sql` nulls last` : none
  const words = plan.search && hasWords(plan.search)
  const has = words ? sql` and (${words.short} or ${words.long})` : none
  const among = plan.found ? sql`s.id = any(${plan.found.ids}::text[]) and ` : none
  const order = sql`s.${name(plan.order.column)}${direction}${nulls}, s.id${direction}`
  const owned = (own: Sql) => sql`from ${narrow(plan)} s where ${among}${own}${andAll(plan)}${has}`
  const guard = guardOf(plan, type)
  const read = [...new Set(['id', textPlace, plan.order.column, ...(guard ? [guard] : [])])].map(
    column => sql`s.${name(column)}`,
  )
  const merged = () => {
    const each = eachOf(plan.reach, type).map(
      own => sql`(select ${join(read, ', ')} ${owned(own)} order by ${order})`,
    )
    return sql`from (${join(each, ' union all ')}) s`
  }
  const placed = sql`select s.id, s.${name(textPlace)}, ${isGuarded ? clean(plan, type) : sql`false`} as clean,
      row_number() over (order by ${order}) - 1 as place
    ${isMerged(plan, type) ? merged() : owned(inReach(plan.reach, type))}`
  return groupedSql(placed, joinedAt(plan), texts(plan), plan.parts.map(partSql))
}

/** Rows of several owners, which an index has in order for each, are merged instead of sorted: of 930,000 rows of 20
 * companies the first of an export came after 2 s instead of 3.5, and the middle page after 0.8 s instead of 4. Where
 * something is filtered by, few rows may have to be sorted. */
const isMerged = (plan: Settled, type: RecordType) => {
  const groups = groupsOf(plan.reach)
  const count = plan.reach.branches.length
  return isWhole(plan) && groups.length === 1 && isPlain(groups[0]!, type) && count > 1 && count <= mostMerged
}

const mostMerged = 100

/** The conditions of each branch by itself. */
const eachOf = (reach: Reach, type: RecordType): Sql[] =>
  reach.branches.map((_, at) =>
    inReach(
      only(reach, index => index === at),
      type,
    ),
  )

function singleSql(plan: SinglePlan, type: RecordType): Sql {
  return sql`select (${clean(plan, type)})::text, t.record${partsOf(plan.parts)}
    from ${narrow(plan)} s${joined(plan)}
    where (s.id = ${plan.id} or s.nanoid = ${plan.id}) and ${inReach(plan.reach, type)}
    order by s.id = ${plan.id} desc limit 1`
}

const someSql = (plan: SomePlan, type: RecordType): Sql =>
  sql`select s.id, (${clean(plan, type)})::text, t.record${partsOf(plan.parts)}
    from ${narrow(plan)} s${joined(plan)}
    where s.id = any(${plan.ids}::text[]) and ${inReach(plan.reach, type)}`

/** Several values of a filter, each for each of several owners: every pair is a range of one index. */
function spread(plan: Settled, type: RecordType): Settled {
  const { reach, where, found } = plan
  if (found) return plan
  const several = where.find(condition => isSeveral(condition, type))
  const plain = groupsOf(reach).every(group => isPlain(group, type))
  if (!several || !plain || reach.branches.length < 2) return plan
  const values = [...new Set(several.in as readonly string[])]
  if (reach.branches.length * values.length > mostRanges) return plan
  return {
    ...plan,
    reach: narrowed(reach, several.column, values),
    where: where.filter(condition => condition !== several),
  }
}

const isSeveral = (
  condition: Condition,
  type: RecordType,
): condition is Condition & { in: readonly unknown[] } =>
  'in' in condition &&
  condition.in.length > 1 &&
  type.columns.some(({ name, kind }) => name === condition.column && kind === 'text')

const mostRanges = 1000

/** The texts of rows, and the Parts that are asked for. */
const joined = ({ type, parts }: Pick<Plan, 'type' | 'parts'>): Sql =>
  sql` join ${name(textTable(type))} t using (id)${parts.length > 0 ? sql` left join ${name(partTable(type))} p using (id)` : none}`

const texts = ({ type }: Pick<Plan, 'type'>): Sql => name(textTable(type))

/** The same for rows of a page that say where their texts lie, which saves the way through an index: 343 µs of PostgreSQL
 * for 50 of them, and 470 by id. A place may have been left, or be another's by now, so the id must be there; PostgreSQL
 * must not take it for a way to find the row, though. */
const joinedAt = (plan: Pick<Plan, 'type' | 'parts'>): Sql => {
  const parts = sql` left join ${name(partTable(plan.type))} p on p.id = page.id`
  return sql` left join ${texts(plan)} t on t.ctid = page.${name(textPlace)} and coalesce(t.id = page.id, false)${plan.parts.length > 0 ? parts : none}`
}

const textAt = (plan: Pick<Plan, 'type'>): Sql =>
  sql`coalesce(t.record, (select x.record from ${texts(plan)} x where x.id = page.id))`

const partSql = (part: string) => sql`p.${name(partColumn(part))}`
const partsOf = (parts: readonly string[]) => join([none, ...parts.map(partSql)], ', ')

/** The column that says whose entries a row has that other viewers of this kind are not shown. */
const guardOf = (plan: Pick<Plan, 'viewer'>, type: RecordType) =>
  type.columns.find(column => column.name === `guarded_${plan.viewer.kind}`)?.name

/** Whether nothing in the row is hidden from this viewer. */
function clean({ viewer }: Pick<Plan, 'viewer'>, type: RecordType): Sql {
  const guard = guardOf({ viewer }, type)
  return guard
    ? sql`s.${name(guard)} <@ ${ownersEverywhere(viewer, type.owners?.connectedTo)}::text[]`
    : sql`true`
}

/** Exact totals, counted once and remembered until an owner of the caller has changed. */
const totalKey = ({ type, reach, where, search, viewer }: Settled) =>
  JSON.stringify([type, reach.branches, where, search?.within, search?.owners, viewer.version])
