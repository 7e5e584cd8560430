// Who is led by a record: those that repeat values it decides.
import type { Stored } from '../kernel/columns.ts'
import type { RecordType } from '../kernel/record-type.ts'
import type { Followed } from '../store/follow-jobs.ts'
import { aliasOf } from '../store/write-records.ts'

/** The followers of a record that decides values of others, where what decides has changed. */
export function ledBy(
  types: readonly RecordType[],
  type: RecordType,
  id: string,
  before?: Stored,
  after?: Stored,
): Followed[] {
  const follows = types.flatMap(other => other.follows.filter(follow => follow.type === type.type))
  const deciding = (stored: Stored | undefined) => {
    const alias = stored && (type.alias ? type.alias.only(stored) && aliasOf(stored, type.alias.paths) : id)
    return alias ? { alias, text: JSON.stringify(follows.map(follow => follow.aspect(stored!))) } : undefined
  }
  if (follows.length === 0) return []
  const [was, is] = [deciding(before), deciding(after)]
  if (was?.alias === is?.alias && was?.text === is?.text) return []
  return [...new Set([was?.alias, is?.alias])].flatMap(alias =>
    alias ? [{ type: type.type, id, alias }] : [],
  )
}
