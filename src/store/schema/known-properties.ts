// Which properties the records of a database may have: those that the version knows that it was made with. While its servers run
// beside newer ones, what these know besides is not stored: the older ones would show it to whoever sees the record, and lose it
// when they write the record again.

import type { Statements } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { Problem } from '../../errors/problem.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { memoized } from '../../shape/memoized.ts'
import { namesIn, valuesAt } from '../../shape/path.ts'
import { type Node, nodeOf } from '../../shape/shape.ts'
import type { StoredRecord } from '../../shape/stored.ts'

const noted = 'properties'

/** As they are noted among what is declared of a type. */
export const propertiesOf = (type: RecordType) => ({ name: noted, definition: pathsOf(type).join('\n') })

/** Each by its path from the stored record; a list has those of its items. */
const pathsOf = memoized(({ record, facts }: RecordType): readonly string[] => {
  const paths = new Set<string>()
  const add = (node: Node, at: string) => {
    for (const one of node.anyOf ?? []) add(one, at)
    if (node.items) add(node.items, at)
    for (const [property, inner] of Object.entries(node.properties ?? {})) {
      paths.add(`${at}.${property}`)
      add(inner, `${at}.${property}`)
    }
  }
  add(nodeOf(record), 'record')
  add(nodeOf(facts), 'facts')
  return [...paths].sort()
})

/** Refuses what servers of the version that the database was made with do not know. Versions before 1.0.0 did not note what they
 * know, and nothing has been added since. */
export async function refuseUnknown(
  tx: Statements,
  entries: readonly { type: Pick<RecordType, 'type'>; stored: StoredRecord }[],
  types: readonly RecordType[],
): Promise<void> {
  if (entries.length === 0) return
  const rows = await tx.rows<{ type: string; properties: string | null }>(sql`
    select type, max(definition) filter (where name = ${noted}) as properties from declared group by type`)
  const known = new Map(rows.map(row => [row.type, row.properties?.split('\n')]))
  const added = new Map(
    types.map(type => {
      const before = new Set(known.get(type.type) ?? pathsOf(type))
      return [type.type, pathsOf(type).filter(path => !before.has(path))]
    }),
  )
  for (const { type, stored } of entries) {
    if (!known.has(type.type)) throw closed(`Records of type ${type.type}`)
    const path = added.get(type.type)!.find(path => valuesAt(stored, namesIn(path)).length > 0)
    if (path !== undefined) throw closed(`${path.replace(/^record\./, '')} of ${type.type}`)
  }
}

const closed = (what: string) =>
  new Problem(
    'SERVICE_UNAVAILABLE',
    `${what} came with this version of Muster, and servers of an older one still run, or may come back: try again once the upgrade is complete. Nothing was changed.`,
    { 'Retry-After': '60' },
  )
