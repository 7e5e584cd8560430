// All the records of a type within a Reach that match, parsed: for operations that work their answer out.

import type { Reach } from '../../access/ownership.ts'
import { viewerOf } from '../../access/viewer.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import type { Static, TSchema } from '../../shape/shape.ts'
import type { Context } from '../operation/operation.ts'
import type { Condition } from './plan.ts'

export async function readAll<R extends TSchema>(
  { caller, world }: Pick<Context, 'caller' | 'world'>,
  { type }: Pick<RecordType<R>, 'type' | 'record'>,
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
