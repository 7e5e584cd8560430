// Changes of status that a record type forbids, always or while other records name the record.

import type { Transaction } from '../database/database.ts'
import { recordKey } from '../record-types/record-key.ts'
import { type RecordType, slotsOf } from '../record-types/record-type.ts'
import type { ForbiddenTransition } from '../record-types/rules.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import { nodeOf } from '../shape/shape.ts'
import type { StoredRecord } from '../shape/stored.ts'
import { keysNamedIn } from '../store/writing/load-queries.ts'
import type { Upsert } from './read.ts'

/** Refuses changes of status that the record type forbids. */
export function checkTransition(
  type: RecordType,
  before: StoredRecord,
  after: StoredRecord,
  referenced: ReadonlySet<string>,
): void {
  const [from, to] = [before, after].map(({ record }) => record.status as string) as [string, string]
  const forbidden = from === to ? undefined : type.forbiddenTransitions?.[from]
  const rule = forbidden?.find(one => (typeof one === 'string' ? one : one.to) === to)
  if (!forbidden || rule === undefined) return
  if (typeof rule === 'string')
    throw new InvalidValue(
      'record.status',
      `cannot go from ${from} to ${to}`,
      allowedFrom(type, from, forbidden),
    )
  const holds =
    'named' in rule
      ? rule.named.some(by =>
          referenced.has(`${recordKey({ type, id: after.record.id as string })} by ${by}`),
        )
      : rule.holds(before, after)
  if (holds)
    throw new InvalidValue('record.status', `cannot go from ${from} to ${to} while ${rule.while}`, rule.hint)
}

function allowedFrom(type: RecordType, from: string, forbidden: readonly ForbiddenTransition[]): string {
  const all = nodeOf(type.record).properties?.status?.enum ?? []
  const allowed = all.filter(status => status !== from && !forbidden.includes(status))
  return allowed.length > 0 ? `from ${from} it may go to ${allowed.join(', ')}` : `${from} is for good`
}

/** As `type:id by type`, the stored records that others reference, where that may forbid their new status. */
export async function referencedRecords(
  tx: Transaction,
  entries: readonly Upsert[],
  isStored: (entry: Upsert) => boolean,
  willBeWritten: (entry: Upsert) => boolean,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const [type, own] of Map.groupBy(entries, entry => entry.type)) {
    const rules = Object.values(type.forbiddenTransitions ?? {})
      .flat()
      .flatMap(rule => (typeof rule === 'object' && 'named' in rule ? [rule] : []))
    const keys = own
      .filter(entry => rules.some(({ to }) => to === entry.stored.record.status) && isStored(entry))
      .map(recordKey)
    if (keys.length === 0) continue
    for (const by of new Set(rules.flatMap(({ named }) => named))) {
      // Records of this batch count with what they reference now.
      const written = entries.filter(entry => entry.type.type === by && willBeWritten(entry))
      const now = written.flatMap(entry => slotsOf(entry.type, entry.stored))
      const ids = written.map(({ id }) => id)
      for (const key of await keysNamedIn(tx, by, keys, ids)) found.add(`${key} by ${by}`)
      for (const slot of now) found.add(`${recordKey(slot)} by ${by}`)
    }
  }
  return found
}
