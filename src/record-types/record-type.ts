// A kind of record as it is stored: its Shape, its Facts, and the columns and indexes beside it.
// Collections have one; so has everything that is loaded but has no operation of its own.
import { type Ownership, ownership } from '../access/ownership.ts'
import type { PartMerge } from '../access/part-merge.ts'
import { markedFile } from '../shape/file-mark.ts'
import { memoized } from '../shape/memoized.ts'
import { type PersonPath, personPaths } from '../shape/personal.ts'
import { type Node, nodeOf, record, type TSchema, withoutNull } from '../shape/shape.ts'
import { type StoredRecord, storedAt } from '../shape/stored.ts'
import { type Layout, layoutOf } from './layout.ts'
import type { DerivationRules, DistinctValue, Rules } from './rules.ts'
import type { SealedFacts } from './seal.ts'
import { usualWarnings } from './usual-warnings.ts'
import { checkRecordType } from './walls.ts'
import type { RecordWords } from './words.ts'

export type RecordType<R extends TSchema = TSchema, F extends TSchema = TSchema> = Layout &
  Rules &
  Required<Pick<DerivationRules, 'derivations' | 'counts' | 'children'>> &
  Pick<DerivationRules, 'alias' | 'link' | 'keyOwner' | 'computed' | 'rechecks'> & {
    type: string
    /** Whether lists or single records of it are read, so that owners are told of changes. */
    isRead: boolean
    record: R
    facts: F
    /** Record and facts as one Shape. */
    source: TSchema
    /** Top-level properties kept in columns of their own, outside the record's text. */
    parts: readonly string[]
    /** Those that may be taken as text, and the numbers of their items that something looks at. */
    asText: Readonly<Record<string, readonly string[]>>
    /** Those that are put into the record in a way of their own. */
    merges: readonly PartMerge[]
    owners?: Ownership
    mentions: readonly Reference[]
    /** Where it has ids of people besides. */
    people: readonly PersonPath[]
    /** Facts that lie encrypted. */
    sealed: SealedFacts
    /** Whether a record without them cannot be loaded. */
    needsSealed: boolean
  }

/** A place in a Shape that repeats another record's properties. */
export type Reference = {
  path: string
  names: readonly string[]
  type: string
  copied: readonly string[]
  /** It is shown only to those who could fetch the record. */
  isRestricted: boolean
}

export const noFacts = record({})

/** Those whose records come in lines; all others are worked out here. */
export const loadableTypes = <T extends Pick<RecordType, 'computed'>>(types: readonly T[]): readonly T[] =>
  types.filter(({ computed }) => !computed)

export function recordType<R extends TSchema, F extends TSchema = typeof noFacts>(
  declared: RecordWords<R, F>,
  isRead = false,
): RecordType<R, F> {
  const words = declared as unknown as RecordWords<TSchema, TSchema>
  const { type, facts = noFacts, rules, derived: { columns: _, figures: __, ...kept } = {} } = words
  const owners = words.owners && words.owners !== 'everyone' ? ownership(words.owners) : undefined
  const parts = Object.values(words.parts ?? {})
  const source = sourceOf(words)
  const asText = Object.fromEntries(
    parts.flatMap(({ property, asText }) => (asText ? [[property, asText]] : [])),
  )
  const sealed = Object.entries(nodeOf(facts).properties ?? {}).flatMap(([name, node]) =>
    node['x-sealed'] ? [{ name, ...node['x-sealed'] }] : [],
  )
  checkRecordType(words, source)
  const layout = layoutOf(words, owners, source)
  const usual = usualWarnings(declared.record, Object.keys(asText))
  const prefix = kept.keyOwner?.prefix
  for (const path of layout.columns.flatMap(({ paths }) => paths))
    if (asText[path.split('.')[0]!]) throw new Error(`${path} is in a list that is not looked into`)
  return {
    derivations: [],
    counts: {},
    children: [],
    ...rules,
    ...kept,
    warnings: stored => [...usual(stored.record), ...(rules?.warnings?.(stored) ?? [])],
    ...(prefix !== undefined && { distinct: [...(rules?.distinct ?? []), onePrefix(prefix)] }),
    type,
    isRead,
    record: declared.record,
    facts: facts as F,
    source,
    parts: [...new Set(parts.map(part => part.property))],
    asText,
    merges: parts.flatMap(({ property, merge }) => (merge ? [{ property, ...merge }] : [])),
    ...layout,
    ...(owners && { owners }),
    mentions: referencesIn(nodeOf(source)),
    people: personPaths(nodeOf(source)),
    sealed: Object.fromEntries(sealed.map(({ name, form }) => [name, form])),
    needsSealed: sealed.some(({ isNeeded }) => isNeeded),
  }
}

/** Owners of keys are looked up by it. */
const onePrefix = (path: string): DistinctValue => ({ path, refused: true })

/** Record and facts as one Shape, so that one path language reaches both. */
export const sourceOf = ({ record: shape, facts = noFacts }: { record: TSchema; facts?: TSchema }): TSchema =>
  record({ ...nodeOf(shape).properties, facts })

/** A mention in a stored record, with its object to be filled in. */
export type ReferenceSlot = Reference & {
  id: string
  target: Record<string, unknown>
  /** Set where it is the id itself, not an object with an id. */
  isId?: true
}

const nameSlots = memoized(({ names = {} }: RecordType) =>
  Object.entries(names).map(([path, type]) => ({
    path,
    names: path.split('.'),
    type,
    copied: [],
    isRestricted: false,

    target: {},
    isId: true as const,
  })),
)

/** The records that must be there because their ids are in this one. */
export const namedBy = (type: RecordType, stored: StoredRecord): ReferenceSlot[] =>
  nameSlots(type).flatMap(slot =>
    (storedAt(stored, slot.names) as string[]).map((id): ReferenceSlot => ({ ...slot, id })),
  )

export function slotsOf(type: RecordType, stored: StoredRecord): ReferenceSlot[] {
  const slots: ReferenceSlot[] = []
  for (const mention of type.mentions) {
    for (const value of storedAt(stored, mention.names) as (Record<string, unknown> | string)[]) {
      const id = typeof value === 'object' ? value.id : markedFile(value)
      const target = typeof value === 'object' ? value : {}
      if (typeof id === 'string') slots.push({ ...mention, id, target })
    }
  }
  return slots
}

/** The ids of the files that a stored record names. */
export const filesIn = (type: RecordType, stored: StoredRecord): string[] =>
  slotsOf(type, stored).flatMap(slot => (slot.type === 'file' ? [slot.id] : []))

function referencesIn(node: Node, prefix = ''): Reference[] {
  const found: Reference[] = []
  for (const [name, child] of Object.entries(node.properties ?? {})) {
    let open = withoutNull(child).node
    while (open.type === 'array' && open.items) open = withoutNull(open.items).node
    const type = open['x-file'] ? 'file' : open['x-reference']
    const path = prefix + name
    if (type)
      found.push({
        path,
        names: path.split('.'),
        type,
        copied: open['x-copied'] ?? [],
        isRestricted: open['x-restricted'] === true,
      })
    found.push(...referencesIn(open, `${prefix}${name}.`))
  }
  return found
}
