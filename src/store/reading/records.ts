// Carries out Plans: the only place where stored records are selected for callers.

import { hash } from 'node:crypto'
import { narrowed, only } from '../../access/ownership.ts'
import { restrictedMark } from '../../access/redact.ts'
import { spanCutter } from '../../access/spans.ts'
import type { Viewer } from '../../access/viewer.ts'
import { Problem } from '../../errors/problem.ts'
import type { Condition, Page, Plan, Records, Row, WholePlan } from '../../kernel/query/plan.ts'
import { Buffers } from '../../postgres/buffers.ts'
import type { Column } from '../../record-types/columns.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { type ByteRows, copied, type Keeping, type Statements } from '../database/database.ts'
import type { Reads } from '../database/reads.ts'
import type { Sql } from '../database/sql.ts'
import { partColumn, spansColumn, tallyTable } from '../records/tables.ts'
import type { Readiness } from '../schema/readiness.ts'
import { type Counted, count } from './count.ts'
import { fromItsDay } from './far-start.ts'
import { type PageEnd, PageEnds } from './page-ends.ts'
import { Remembered } from './remembered.ts'
import { type ReadGroup, readGroup } from './row-groups.ts'
import { type Settled, searchedIn, settleSearch } from './search.ts'
import { guardOf, isFar, isWhole, marksSql, pageSql, singleSql, someSql, wholeSql } from './select-sql.ts'
import { columnsIn, groupsOf, isPlain } from './where.ts'

/** What is remembered of lists until an owner of the caller has changed. */
export type Known = { totals: Remembered<Counted>; ends: PageEnds }

export const nothingKnown = (): Known => ({ totals: new Remembered(5000), ends: new PageEnds() })

export type Reading = {
  /** Where to read for a caller that was let in with these versions. */
  reads?: (versions: string) => Statements
  /** The primary, checked to have these versions. */
  sure?: Reads['sure']
  /** Connections for slow reads that nobody waits for. */
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
  const hasItsSpans = spansFor(readiness)
  // Versions do not cover names of other records, which a search uses.
  const placeOf = (plan: Pick<Plan, 'reach' | 'viewer' | 'search'>) =>
    plan.search || isEverybodys(plan) ? sure(database, plan.viewer.version) : reads(plan.viewer.version)
  return {
    async page(plan) {
      const type = asReady(byName.get(plan.type)!, readiness)
      requireReady(plan, type, readiness)
      if (plan.reach.branches.length === 0) return nothing
      const settled = spread(await settleSearch(sure(database, plan.viewer.version), plan, type), type)
      if (settled.reach.branches.length === 0) return nothing
      const once = !isWhole(settled)
      const place = placeOf(plan)
      const isTallied = readiness.isReady(type.type, tallyTable(type.type))
      const counting = () => count(place, settled, type, { once, isTallied })
      // What is everybody's has no owner whose version would tell that it changed, nor does one tell of a column that
      // is filled.
      const isTold = !isEverybodys(settled) && readiness.pending() === 0
      const counted = settled.found ?? (isTold ? totals.of(totalKey(settled), counting) : counting())
      const asked = settled.search ? withAny(settled, await counted) : settled
      if (asked.reach.branches.length === 0) return nothing
      const list = isTold && isFollowed(asked) ? listKey(asked) : undefined
      const known = list === undefined ? undefined : ends.before(list, asked.offset)
      const later = known && { ...asked, offset: asked.offset - known.place, after: known.end }
      const isJump = !later && isFar(asked)
      const fromDay = isJump && isTallied ? await fromItsDay(place, asked, type) : undefined
      const fromEnd = isJump && !fromDay ? readFromEnd(asked, (await counted).total) : undefined
      const read = later ?? fromDay ?? fromEnd ?? asked
      const spans = hasItsSpans(plan, type)
      const [found, { total }] = await Promise.all([
        place.raw(pageSql(read, type, { ends: list !== undefined, spans }), { once: onceFor(read) }),
        counted,
      ])
      const { rows } = found
      if (fromEnd) rows.reverse()
      if (list && rows.length === asked.limit)
        ends.note(list, asked.offset + rows.length, endOf(rows.at(-1)!))
      if (list && slowly && isJump)
        ends.passed(list, anyVersion(asked), () =>
          slowly.rows<PageEnd>(marksSql(asked, type), { once: true }),
        )
      return { ...ownPage(found, plan, reading(plan, type, spans)), total } satisfies Page
    },
    async one(plan) {
      if (plan.reach.branches.length === 0) return undefined
      const type = byName.get(plan.type)!
      const spans = hasItsSpans(plan, type)
      const [row] = copied(await placeOf(plan).raw(singleSql(plan, type, spans)))
      return row && ownRow(reading(plan, type, spans)(row), plan)
    },
    /** By the primary: whoever asks was just told of changes that may be newer than any version it came with. */
    async some(plan) {
      if (plan.reach.branches.length === 0 || plan.ids.length === 0) return new Map()
      const type = byName.get(plan.type)!
      const spans = hasItsSpans(plan, type)
      const read = reading(plan, type, spans)
      const rows = copied(await sure(database, plan.viewer.version).raw(someSql(plan, type, spans)))
      return new Map(rows.map(([id, ...columns]) => [id!.toString(), ownRow(read(columns), plan)]))
    },
  }
}

/** With where in the text there is something that its viewer may not be shown. */
type SpannedRow = Row & { spans?: Buffer | null }
type ReadRow = (columns: readonly (Buffer | null)[]) => SpannedRow

/** The rows of a page in memory of their own: texts without Parts with commas between, as most answers have them. */
function ownPage(
  found: ByteRows,
  { parts, viewer }: Pick<Plan, 'parts' | 'viewer'>,
  read: ReadRow,
): Omit<Page, 'total'> {
  if (found.rows.length === 0 || parts.length > 0) return { rows: copied(found).map(read) }
  const lent = found.rows.map(read)
  const length = lent.reduce((sum, { text }) => sum + text.length + 1, -1)
  const memory = length < leastUsedAgain ? undefined : pageMemory.take(length)
  const texts = memory?.bytes ?? Buffer.allocUnsafeSlow(length)
  let at = 0
  const own = lent.map((row, index) => {
    if (index > 0) at += texts.write(',', at)
    const from = at
    const end = cutInto(texts, from, row, viewer)
    at = end ?? from + row.text.copy(texts, from)
    return { clean: row.clean || end !== undefined, text: texts.subarray(from, at), parts: [] }
  })
  found.release()
  return { rows: own, texts: texts.subarray(0, at), ...(memory && { release: () => memory.release() }) }
}

/** Where pages are put together; used again, as allocating memory for each takes as long as filling it. */
const pageMemory = new Buffers(256 * 1024)
const leastUsedAgain = 32 * 1024

/** Where the text of a row ends in `target` without what is hidden in it; undefined where that is not known, or nothing is. */
const cutInto = (target: Buffer, at: number, { clean, text, spans }: SpannedRow, viewer: Viewer) =>
  clean || !spans ? undefined : spanCutter(viewer)(text, spans, target, at)

function ownRow({ spans, ...row }: SpannedRow, { viewer }: Pick<Plan, 'viewer'>): Row {
  if (row.clean || !spans) return row
  const target = Buffer.allocUnsafe(row.text.length)
  const end = cutInto(target, 0, { ...row, spans }, viewer)
  return end === undefined ? row : { ...row, clean: true, text: target.subarray(0, end) }
}

/** Whether rows are read with their spans. What is hidden in Parts has no spans. */
const spansFor =
  (readiness: Readiness) =>
  (plan: Pick<Plan, 'viewer' | 'parts' | 'cut'>, type: RecordType): boolean =>
    plan.cut === true &&
    plan.parts.length === 0 &&
    guardOf(plan, type) !== undefined &&
    readiness.isReady(type.type, spansColumn)

/** While what guards a type's entries is being filled, nothing counts as clean. */
const readingOf =
  (readiness: Readiness) =>
  (plan: Pick<Plan, 'viewer'>, type: RecordType, spans = false): ReadRow => {
    const guard = guardOf(plan, type)
    const read = spans ? spannedRowOf : rowOf
    if (!guard || readiness.isReady(type.type, guard)) return read
    return columns => ({ ...read(columns), clean: false })
  }

/** All rows of a plan, in groups. */
export type WholeReading = {
  statement: Sql
  read(columns: readonly (Buffer | null)[]): ReadGroup
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
      const [row] = copied(await database.raw(singleSql({ ...plan, id }, type, false)))
      return readingOf(readiness)(plan, type)(row!)
    },
  }
}

const maximumRows = Number.MAX_SAFE_INTEGER

/** A later page of a list that versions cover. */
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

/** Beyond the middle a page is read from the end of the list, which passes over fewer rows. */
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

/** Whether every key sees these rows, which versions do not cover. */
export const isEverybodys = ({ reach }: Pick<Plan, 'reach'>) =>
  reach.branches.some(branch => Object.keys(branch).length === 0)

const nothing: Page = { rows: [], total: 0 }

/** To find that an owner has none of the words looked for, a page would look at every row. */
const withAny = (plan: Settled, { total, at }: Counted): Settled => ({
  ...plan,
  reach: only(plan.reach, index => total > 0 && (at?.has(index) ?? true)),
})

/** While the places of owners are being filled, rows are found by all of their owners. */
function asReady(type: RecordType, readiness: Readiness): RecordType {
  const isReady = (place: string) => readiness.isReady(type.type, place)
  const isFilled = ({ places = [], more }: Column) => [...places, ...(more ? [more] : [])].every(isReady)
  if (readiness.pending() === 0 || type.columns.every(isFilled)) return type
  return { ...type, columns: type.columns.map(({ places: _, more: __, ...column }) => column) }
}

/** Only requests that use a column or Part that is still being filled have to wait. */
function requireReady(plan: Plan, type: RecordType, readiness: Readiness): void {
  const used = [plan.order.column, ...plan.where.flatMap(columnsIn), ...plan.parts.map(partColumn)].map(
    column => ({ type: plan.type, column }),
  )
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
 * asked for again and again. Where the best way depends on the values (a range of dates, words, several values, one of
 * several that a record has), each is planned by itself: for a week an index of those days is best, for ten years the
 * order of the list. */
function onceFor({ offset, limit, ...plan }: Settled): Keeping['once'] {
  if (isWhole(plan) && offset === 0 && (limit === 50 || limit === 200)) return false
  // One key would otherwise have all that may be prepared for pages of its own making.
  if (!usualLimits.has(limit)) return true
  const isFixed = plan.where.every(one => 'in' in one && one.in.length === 1 && !one.many)
  return isFixed && !plan.search && !plan.found ? 'until repeated' : true
}

/** Columns: 0 whether it is clean, as `true` or `false`; 1 text, then the parts. */
const rowOf = ([clean, text, ...parts]: readonly (Buffer | null)[]): Row => ({
  clean: clean?.[0] === 0x74 && text?.[0] !== restrictedByte,
  text: text!,
  parts,
})

/** The same with spans after the text. */
const spannedRowOf: ReadRow = ([clean, text, spans]) => ({ ...rowOf([clean!, text!]), spans: spans! })

const restrictedByte = restrictedMark.charCodeAt(0)

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

/** Exact totals, counted once and remembered until an owner of the caller has changed. */
const totalKey = ({ type, reach, where, search, viewer }: Settled) =>
  JSON.stringify([type, reach.branches, where, search?.within, search?.owners, viewer.version])
