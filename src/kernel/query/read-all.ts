// Records of a type within a Reach, parsed: for operations that work their answer out.

import type { Caller } from '../../access/caller.ts'
import type { Reach } from '../../access/ownership.ts'
import { schemaRedaction } from '../../access/redact.ts'
import { viewerOf } from '../../access/viewer.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { memoized } from '../../shape/memoized.ts'
import type { Static, TSchema } from '../../shape/shape.ts'
import type { Context } from '../operation/operation.ts'
import type { Condition } from './plan.ts'

type ReadContext = Pick<Context, 'caller' | 'world'>

/** The record with this id as the caller is shown it, where there is one. */
export async function readOne<R extends TSchema>(
  { caller, world }: ReadContext,
  type: RecordType<R>,
  reach: Reach,
  id: string,
): Promise<Static<R> | undefined> {
  const row = await world.records.one({ type: type.type, reach, id, parts: [], viewer: viewerOf(caller) })
  if (!row) return undefined
  const record: Static<R> = JSON.parse(row.text.toString())
  cut(type, caller, [record])
  return record
}

/** All that match, as the caller is shown them. */
export async function readAll<R extends TSchema>(
  context: ReadContext,
  type: RecordType<R>,
  reach: Reach,
  where?: readonly Condition[],
): Promise<Static<R>[]> {
  const found = await readUncut(context, type, reach, where)
  cut(type, context.caller, found)
  return found
}

/** The same with what the caller is not shown: to work something out of, never to be handed on. */
export async function readUncut<R extends TSchema>(
  { caller, world }: ReadContext,
  { type }: RecordType<R>,
  reach: Reach,
  where: readonly Condition[] = [],
): Promise<Static<R>[]> {
  const found: Static<R>[] = []
  const step = 1000
  for (let offset = 0; ; offset += step) {
    const { rows } = await world.records.page({
      type,
      reach,
      where,
      order: { column: 'id', descending: false, nullable: false },
      offset,
      limit: step,
      parts: [],
      viewer: viewerOf(caller),
    })
    found.push(...rows.map(row => JSON.parse(row.text.toString())))
    if (rows.length < step) return found
  }
}

function cut(type: RecordType, caller: Caller, records: readonly unknown[]): void {
  const { hides, redact } = redactionOf(type)
  if (!hides(caller.kind)) return
  const viewer = viewerOf(caller)
  for (const record of records) redact(record, viewer)
}

const redactionOf = memoized(({ record, owners }: Pick<RecordType, 'record' | 'owners'>) =>
  schemaRedaction(record, owners?.connectedTo),
)
