// Carries out Plans: the only place where stored records are selected for callers.

import { hash } from 'node:crypto'
import { narrowReach, onlyBranches } from '../../access/ownership.ts'
import { copied, type StatementOptions, type Statements } from '../../database/database.ts'
import type { Sql } from '../../database/sql.ts'
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
import type { Column } from '../../record-types/columns.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { type PageEnd, PageEnds, RememberedAnswers } from '../../sharing/list-memory.ts'
import { partColumn, spansColumn, tallyTable } from '../records/tables.ts'
import type { Reads } from '../replicas/reads.ts'
import { type Readiness, requireOwnersFilled, stillPreparing } from '../schema/readiness.ts'
import { countRows, type RowCount } from './count.ts'
import { fromAfar, fromKnown, isFarPage, type PagePlan } from './page-ways.ts'
import { ownPage, ownRow, type ReadRow, rowOf, spannedRowOf } from './row-bytes.ts'
import { type ResolvedPlan, resolveSearch, searchedIn } from './search.ts'
import { isWholeReach, marksSql, pageSql, singleSql, someSql, viewerGuard, wholeSql } from './select-sql.ts'
import { conditionColumns, groupsOf, isPlainGroup } from './where.ts'

type ListMemory = { totals: RememberedAnswers<RowCount>; ends: PageEnds }

export const newListMemory = (): ListMemory => ({ totals: new RememberedAnswers(5000), ends: new PageEnds() })

type ReadOptions = {
  /** Where to read for a caller that was let in with these versions. */
  reads(versions: string): Statements
  /** The primary, checked to have these versions. */
  sure: Reads['sure']
  /** Connections for slow reads that nobody waits for. */
  slowly?: Statements
  memory: ListMemory
}

type Source = ReadOptions & {
  database: Statements
  types: ReadonlyMap<string, RecordType>
  readiness: Readiness
}

export function storedRecords(
  database: Statements,
  types: readonly RecordType[],
  readiness: Readiness,
  options: Partial<ReadOptions> = {},
): Records {
  const usual = { reads: () => database, sure: (own: Statements) => own, memory: newListMemory() }
  const byName = new Map(types.map(type => [type.type, type]))
  const source = { ...usual, ...options, database, types: byName, readiness }
  return {
    page: plan => readPage(source, plan),
    one: plan => readOne(source, plan),
    some: plan => readSome(source, plan),
  }
}

async function readPage(source: Source, requested: Plan): Promise<Page> {
  const { database, sure, readiness, memory, slowly } = source
  const type = asReady(source.types.get(requested.type)!, readiness)
  requireReady(requested, type, readiness)
  if (requested.reach.branches.length === 0) return nothing
  const resolved = spread(
    await resolveSearch(sure(database, requested.viewer.version), requested, type),
    type,
  )
  if (resolved.reach.branches.length === 0) return nothing
  const place = placeOf(source, requested)
  const isTallied = readiness.isReady(type.type, tallyTable(type.type))
  const counting = () => countRows(place, resolved, type, { once: !isWholeReach(resolved), isTallied })
  // What is everybody's has no owner whose version would tell that it changed, nor does one tell of a column that is filled.
  const isTold = !isEverybodys(resolved) && readiness.pending() === 0
  const counted = resolved.matches ?? (isTold ? memory.totals.of(totalKey(resolved), counting) : counting())
  const plan = resolved.search ? withAny(resolved, await counted) : resolved
  if (plan.reach.branches.length === 0) return nothing
  const list = isTold && isFollowed(plan) ? listKey(plan) : undefined
  const isJump = isFarPage(plan)
  const walk: PagePlan =
    fromKnown(plan, list === undefined ? undefined : memory.ends.before(list, plan.offset)) ??
    (isJump ? await fromAfar(place, plan, type, { isTallied, counted: Promise.resolve(counted) }) : plan)
  const spans = readsSpans(source, requested, type)
  const [page, { total }] = await Promise.all([
    place.raw(pageSql(walk, type, { ends: list !== undefined, spans }), { once: onceFor(walk) }),
    counted,
  ])
  const { rows } = page
  if (walk.isBackwards) rows.reverse()
  if (list && rows.length === plan.limit)
    memory.ends.note(list, plan.offset + rows.length, endOf(rows.at(-1)!))
  if (list && slowly && isJump && !walk.after) {
    const mark = () => slowly.rows<PageEnd>(marksSql(plan, type), { once: true })
    memory.ends.passed(list, anyVersion(plan), mark)
  }
  return { ...ownPage(page, requested, reader(source, requested, type, spans)), total }
}

async function readOne(source: Source, plan: SinglePlan): Promise<Row | undefined> {
  if (plan.reach.branches.length === 0) return undefined
  requireOwnersFilled(plan, source.readiness)
  const type = source.types.get(plan.type)!
  const spans = readsSpans(source, plan, type)
  const [row] = copied(await placeOf(source, plan).raw(singleSql(plan, type, spans)))
  return row && ownRow(reader(source, plan, type, spans)(row), plan)
}

/** By the primary: whoever asks was just told of changes that may be newer than any version it came with. */
async function readSome(source: Source, plan: SomePlan): Promise<Map<string, Row>> {
  if (plan.reach.branches.length === 0 || plan.ids.length === 0) return new Map()
  requireOwnersFilled(plan, source.readiness)
  const type = source.types.get(plan.type)!
  const spans = readsSpans(source, plan, type)
  const read = reader(source, plan, type, spans)
  const primary = source.sure(source.database, plan.viewer.version)
  const rows = copied(await primary.raw(someSql(plan, type, spans)))
  return new Map(rows.map(([id, ...columns]) => [id!.toString(), ownRow(read(columns), plan)]))
}

/** Versions do not cover names of other records, which a search uses. */
const placeOf = (
  { database, sure, reads }: Source,
  plan: Pick<Plan, 'reach' | 'viewer' | 'search'>,
): Statements =>
  plan.search || isEverybodys(plan) ? sure(database, plan.viewer.version) : reads(plan.viewer.version)

/** Whether rows are read with their spans. What is hidden in Parts has no spans. */
const readsSpans = (
  { readiness }: Source,
  plan: Pick<Plan, 'viewer' | 'parts' | 'cut'>,
  type: RecordType,
): boolean =>
  plan.cut === true &&
  plan.parts.length === 0 &&
  viewerGuard(plan, type) !== undefined &&
  readiness.isReady(type.type, spansColumn)

/** While what guards a type's entries is being filled, nothing counts as clean. */
function reader(
  { readiness }: Pick<Source, 'readiness'>,
  plan: Pick<Plan, 'viewer'>,
  type: RecordType,
  spans = false,
): ReadRow {
  const guard = viewerGuard(plan, type)
  const read = spans ? spannedRowOf : rowOf
  if (!guard || readiness.isReady(type.type, guard)) return read
  return columns => ({ ...read(columns), clean: false })
}

/** All rows of a plan, in groups (row-groups.ts). */
export type WholeReading = {
  statement: Sql
  /** A row that is too long for a group. */
  long(id: string): Promise<Row>
}

/** Undefined where there are none. */
export async function wholeReading(
  database: Statements,
  type: RecordType,
  readiness: Readiness,
  plan: WholePlan,
): Promise<WholeReading | undefined> {
  const all = { ...plan, offset: 0, limit: Number.MAX_SAFE_INTEGER }
  requireReady(all, type, readiness)
  if (plan.reach.branches.length === 0) return undefined
  const resolved = await resolveSearch(database, all, type)
  const guard = viewerGuard(plan, type)
  const isGuarded = !guard || readiness.isReady(type.type, guard)
  return {
    statement: wholeSql(resolved, type, isGuarded),
    async long(id) {
      const [row] = copied(await database.raw(singleSql({ ...plan, id }, type, false)))
      return reader({ readiness }, plan, type)(row!)
    },
  }
}

/** A later page of a list that versions cover. */
const isFollowed = (plan: ResolvedPlan) =>
  plan.offset > 0 && !plan.order.nullable && !plan.search && !plan.matches && !isEverybodys(plan)

const listKey = (plan: ResolvedPlan) =>
  hash('sha256', JSON.stringify([totalKey(plan), plan.order.column, plan.order.descending]), 'base64url')

/** The same list before and after what is written. */
const anyVersion = ({ viewer, ...plan }: ResolvedPlan) =>
  listKey({ ...plan, viewer: { ...viewer, version: '' } })

/** From a row of a page that was read with its ends. */
const endOf = (columns: readonly (Buffer | null)[]): PageEnd => ({
  key: columns.at(-2)!.toString(),
  id: columns.at(-1)!.toString(),
})

/** Whether every key sees these rows, which versions do not cover. */
export const isEverybodys = ({ reach }: Pick<Plan, 'reach'>) =>
  reach.branches.some(branch => Object.keys(branch).length === 0)

const nothing: Page = { rows: [], total: 0 }

/** To find that an owner has none of the words looked for, a page would look at every row. */
const withAny = (plan: ResolvedPlan, { total, at }: RowCount): ResolvedPlan => ({
  ...plan,
  reach: onlyBranches(plan.reach, index => total > 0 && (at?.has(index) ?? true)),
})

/** While the places of owners are being filled, rows are found by all of their owners. */
export function asReady(type: RecordType, readiness: Pick<Readiness, 'isReady' | 'pending'>): RecordType {
  const isReady = (place: string) => readiness.isReady(type.type, place)
  const isFilled = ({ split }: Column) =>
    !split || [...split.items, ...(split.rest ? [split.rest] : [])].every(isReady)
  if (readiness.pending() === 0 || type.columns.every(isFilled)) return type
  return { ...type, columns: type.columns.map(({ split: _, ...column }) => column) }
}

/** Only requests that use a column or Part that is still being filled have to wait. */
function requireReady(plan: Plan, type: RecordType, readiness: Readiness): void {
  requireOwnersFilled(plan, readiness)
  const used = [
    plan.order.column,
    ...plan.where.flatMap(conditionColumns),
    ...plan.parts.map(partColumn),
  ].map(column => ({ type: plan.type, column }))
  if (plan.search) used.push(...searchedIn(type))
  if (used.every(each => readiness.isReady(each.type, each.column))) return
  throw stillPreparing('The server is still preparing this filter, sort or part')
}

const usualLimits = new Set([1, 10, 20, 25, 50, 100, 200])

/** First pages as most ask for them are prepared at once; others, which have too many forms to keep each, when they are
 * asked for again and again. Where the best way depends on the values (a range of dates, words, several values, one of
 * several that a record has), each is planned by itself: for a week an index of those days is best, for ten years the
 * order of the list. */
function onceFor({ offset, limit, ...plan }: ResolvedPlan): StatementOptions['once'] {
  if (isWholeReach(plan) && offset === 0 && (limit === 50 || limit === 200)) return false
  // One key would otherwise have all that may be prepared for pages of its own making.
  if (!usualLimits.has(limit)) return true
  const isFixed = plan.where.every(one => 'in' in one && one.in.length === 1 && !one.many)
  return isFixed && !plan.search && !plan.matches ? 'until repeated' : true
}

/** Several values of a filter, each for each of several owners: every pair is a range of one index. */
function spread(plan: ResolvedPlan, type: RecordType): ResolvedPlan {
  const { reach, where, matches } = plan
  if (matches) return plan
  const several = where.find(condition => isSeveral(condition, type))
  const plain = groupsOf(reach).every(group => isPlainGroup(group, type))
  if (!several || !plain || reach.branches.length < 2) return plan
  const values = [...new Set(several.in as readonly string[])]
  if (reach.branches.length * values.length > mostRanges) return plan
  return {
    ...plan,
    reach: narrowReach(reach, several.column, values),
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

/** Exact totals, counted once and remembered until an owner of the caller has changed. */
const totalKey = ({ type, reach, where, search, viewer }: ResolvedPlan) =>
  JSON.stringify([type, reach.branches, where, search?.within, search?.owners, viewer.version])
