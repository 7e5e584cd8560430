// Which references of a record lead to one that should have the same company, agency or the like as the record itself.
import type { CallerKind } from '../access/caller.ts'
import type { RecordType } from '../record-types/record-type.ts'
import { memoized } from '../shape/memoized.ts'
import { firstAt, namesIn } from '../shape/path.ts'
import { nodeOf, withoutNull } from '../shape/shape.ts'
import { columnName, type StoredRecord } from '../shape/stored.ts'

/** Where records of a type name one of another that should have the same, such as the same company. */
export type SameOwnerRule = {
  property: CallerKind
  path: string
  /** Leads to the ids at that path. */
  ids: readonly string[]
  named: RecordType
}

/** The company is the same wherever both have one; what else is, a type says. */
export const sameOwnerRules = (types: readonly RecordType[], type: RecordType): readonly SameOwnerRule[] =>
  comparisons(types).get(type) ?? []

const comparisons = memoized(
  (types: readonly RecordType[]): ReadonlyMap<RecordType, readonly SameOwnerRule[]> =>
    new Map(
      types.map(type => {
        const isSaid = (property: CallerKind, path: string) =>
          property === 'company' || (type.same?.[property] ?? []).includes(path)
        const all = (['company', 'agency'] as const).filter(property => ownPath(type, property))
        return [
          type,
          type.mentions.flatMap(({ path, type: other }) => {
            const named = types.find(one => one.type === other)
            return all.flatMap(property =>
              named && ownPath(named, property) && isSaid(property, path)
                ? [{ property, path, ids: namesIn(`${path}.id`), named }]
                : [],
            )
          }),
        ]
      }),
    ),
)

export const comparedProperties = memoized((types: readonly RecordType[]) => [
  ...new Set([...comparisons(types).values()].flat().map(({ property }) => property)),
])

const ownPaths = memoized((type: RecordType) => {
  const properties = Object.entries(nodeOf(type.record).properties ?? {})
  return new Map(
    properties.map(([property, node]) => [
      property,
      withoutNull(node).node.type === 'string' ? property : `${property}.id`,
    ]),
  )
})

/** Where a record has the id of its company, its agency and the like: in a reference, or by itself. */
const ownPath = (type: RecordType, property: string): string | undefined => ownPaths(type).get(property)

export function ownerIdIn(type: RecordType, property: string, stored: StoredRecord): string | undefined {
  const path = ownPath(type, property)
  return path === undefined ? undefined : (firstAt(stored.record, namesIn(path)) as string | undefined)
}

export function ownerColumn(type: RecordType, property: string): string {
  const column = columnName(ownPath(type, property)!)
  if (type.columns.some(one => one.name === column)) return column
  throw new Error(
    `${type.type} has no column for its ${property}, which records that name it are held against`,
  )
}
