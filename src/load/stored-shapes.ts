// Compares stored records with the Shapes of this version, in the background after an upgrade: what does not fit is
// rewritten where its record type says how, and noted where it does not.

import { createRequire } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import type { TSchema } from 'typebox'
import type { Compile } from 'typebox/compile'
import type { Database, Transaction } from '../database/database.ts'
import { locks, tryLock } from '../database/locks.ts'
import type { RecordType } from '../record-types/record-type.ts'
import { shapeChecksum } from '../record-types/shape-checksum.ts'
import { memoized } from '../shape/memoized.ts'
import { sentenceText } from '../shape/sentence.ts'
import { defaultOf, hasDefault, type Node, nodeOf, seenByProperty, withoutNull } from '../shape/shape.ts'
import type { StoredRecord } from '../shape/stored.ts'
import { idsAfter, readRows, wholeRecord } from '../store/records/record-rows.ts'
import { schemaNumber } from '../store/schema/schema-version.ts'
import {
  advanceShapeCheck,
  beginShapeCheck,
  type InvalidRecord,
  invalidIds,
  noteInvalid,
  repeatShapeChecks,
} from '../store/schema/shape-checks.ts'
import { lockWriter } from '../store/schema/writer-lock.ts'
import { missingRecords } from './batch.ts'
import { hideOwnerless, type IsOwned, ownedKinds, ownerlessItems } from './owned-items.ts'
import { References } from './references.ts'
import { rewriteRecords } from './refresh.ts'

/** Few enough that no request waits for the check of them. */
const batchRows = 100

export type ShapeCheckResult = { type: string; rewritten: number; invalid: readonly InvalidRecord[] }

export type ShapeCheckOptions = {
  stopped(): boolean
  /** Awaited after each batch, so that it takes a share of the time and not all of it. */
  rest(tookMs: number): Promise<unknown>
  /** Called for each batch in which something did not fit. */
  tell(found: ShapeCheckResult): void
  /** Of the schema that the Shapes belong to: this version's own where none is given. */
  number?: number
  /** Only these types, from the beginning, once nobody else checks any more: who does may have passed what is to be looked at. */
  again?: readonly string[]
}

/** One process at a time; where another does it already, nothing is done. */
export async function checkStored(
  database: Database,
  types: readonly RecordType[],
  checking: ShapeCheckOptions,
): Promise<void> {
  const session = await database.session()
  try {
    while (!(await tryLock(session, locks.shapes))) {
      if (!checking.again || checking.stopped()) return
      await wait(200)
    }
    if (checking.again) await repeatShapeChecks(database, checking.again)
    // The server checks the others in its own time; a load does not wait for that.
    const wanted = types.filter(({ type }) => checking.again?.includes(type) ?? true)
    for (const type of wanted) if (!checking.stopped()) await checkType(database, types, type, checking)
  } finally {
    await session.release()
  }
}

async function checkType(
  database: Database,
  types: readonly RecordType[],
  type: RecordType,
  { stopped, rest, tell, number = schemaNumber }: ShapeCheckOptions,
): Promise<void> {
  const begun = await beginShapeCheck(database, type.type, { number, checksum: shapeChecksum(type) })
  if (!begun) return
  const { watermark, done } = begun
  const next = done ? invalidIds : idsAfter
  for (let after: string | undefined = done ? '' : watermark; after !== undefined && !stopped(); ) {
    const beganMs = performance.now()
    const ids: string[] = await next(database, type.type, after, batchRows)
    const looking = { types, type, isOwned: await ownedKinds(database, type) }
    const unfit = done
      ? ids
      : (await database.transaction(tx => unfitAmong(tx, looking, ids), 'read')).map(({ id }) => id)
    after = ids.at(-1)
    if (unfit.length > 0) {
      const found = await database.transaction(tx => mend(tx, looking, unfit))
      if (!done) tell({ type: type.type, ...found })
    }
    if (!done) await advanceShapeCheck(database, type.type, after)
    await rest(performance.now() - beganMs)
  }
}

/** Looks at them once more, as nobody else writes now. */
async function mend(
  tx: Transaction,
  looking: ShapeCheckContext,
  ids: readonly string[],
): Promise<Omit<ShapeCheckResult, 'type'>> {
  await lockWriter(tx)
  const { types, type } = looking
  const isOwned = await ownedKinds(tx, type)
  const rows = await readRows(tx, type, ids)
  const mended = (stored: StoredRecord) => hideOwnerless(type, upgraded(type)(stored), isOwned)
  const whole = ids.filter(id => {
    const row = rows.get(id)
    return row && isDeclared(type, mended(wholeRecord(type, row)))
  })
  await rewriteRecords(tx, types, type, whole, mended)
  const invalid = await unfitAmong(tx, { ...looking, isOwned }, ids)
  await noteInvalid(tx, type.type, ids, invalid)
  return { rewritten: ids.length - invalid.length, invalid }
}

type ShapeCheckContext = { types: readonly RecordType[]; type: RecordType; isOwned: IsOwned }

/** Those that do not fit their Shape, do not say whose an item is, or name what is not there. */
async function unfitAmong(
  tx: Transaction,
  { types, type, isOwned }: ShapeCheckContext,
  ids: readonly string[],
): Promise<InvalidRecord[]> {
  const rows = [...(await readRows(tx, type, ids)).values()]
  const found = rows.map(row => {
    const stored = wholeRecord(type, row)
    return {
      id: row.id,
      type,
      stored,
      fault: faultOf(type, stored) ?? ownerlessItems(type, stored, isOwned, true)[0],
    }
  })
  const references = new References(tx, types)
  const fitting = found.filter(({ fault }) => !fault)
  await references.fetch(fitting)
  for (const one of fitting) [one.fault] = missingRecords(references.resolve(type, one.stored))
  return found.flatMap(({ id, fault }) =>
    fault ? [{ id, path: fault.path, reason: sentenceText(fault.reason) }] : [],
  )
}

/** Whoever writes a row leaves out what is not declared: that is never done to a record that is only looked at, because what
 * another version stored would be lost. Where it is to go, `upgrade` says so. */
const isDeclared = (type: RecordType, { record, facts }: StoredRecord) =>
  knows(type.record, record) && knows(type.facts, facts)

const knows = (schema: TSchema, value: object) =>
  Object.keys(value).every(name => name in (nodeOf(schema).properties ?? {}))

const upgraded =
  (type: RecordType) =>
  (stored: StoredRecord): StoredRecord => {
    if (!faultOf(type, stored)) return stored
    const copy = structuredClone({ record: stored.record, facts: stored.facts })
    type.upgrade?.(copy)
    asLinesAre(nodeOf(type.record), copy.record)
    asLinesAre(nodeOf(type.facts), copy.facts)
    return copy
  }

/** As in a line of a load: a null where the Shape takes none means that there is nothing, and what may be left out has
 * its default. */
function asLinesAre(node: Node, value: unknown): void {
  const { properties = {}, items, required = [] } = withoutNull(node).node
  if (Array.isArray(value)) {
    if (items) for (const item of value) asLinesAre(items, item)
    return
  }
  if (value === null || typeof value !== 'object') return
  const inside = value as Record<string, unknown>
  for (const [name, child] of Object.entries(properties)) {
    if (inside[name] === null && !takesNull(child)) delete inside[name]
    if (inside[name] !== undefined) asLinesAre(child, inside[name])
    else if (required.includes(name) && hasDefault(child)) inside[name] = defaultOf(child)
  }
}

/** A schema without a type accepts anything. */
const takesNull = (node: Node) => withoutNull(node).nullable || (!node.type && !node.enum)

type ShapeFault = Omit<InvalidRecord, 'id'>

/** The first fault and its place; undefined where everything fits. */
export function faultOf(type: RecordType, { record, facts }: StoredRecord): ShapeFault | undefined {
  const { ofRecord, ofFacts } = checksOf(type)
  return ofRecord(record, 'record') ?? ofFacts(facts, 'facts')
}

const checksOf = memoized((type: RecordType) => ({
  ofRecord: checkOf(type.record),
  ofFacts: checkOf(type.facts),
}))

function checkOf(schema: TSchema): (value: unknown, at: string) => ShapeFault | undefined {
  const check = compile(schema)
  return (value, at) => {
    if (check.Check(value)) return undefined
    const [first] = check.Errors(withoutSeenBy(value))
    if (!first) return undefined
    const reason = first.keyword === 'boolean' ? 'is not declared' : first.message
    return { path: `${at}${first.instancePath.replaceAll('/', '.')}`, reason }
  }
}

/** Loaded when something is checked for the first time, as it is slow to load. */
const compile: typeof Compile = (schema: TSchema) =>
  createRequire(import.meta.url)('typebox/compile').Compile(schema)

/** In whose names a reference is shown is stored with it, and no part of any Shape. */
function withoutSeenBy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSeenBy)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      name === seenByProperty ? [] : [[name, withoutSeenBy(inner)]],
    ),
  )
}
