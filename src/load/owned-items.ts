// Items that belong to somebody by their kind, such as a document that only its agency may see: finds those that do not
// say whose they are, and hides them from everybody.

import type { Statements } from '../database/database.ts'
import type { RecordType } from '../record-types/record-type.ts'
import type { Fault } from '../shape/invalid-value.ts'
import { declaredWord, sentence } from '../shape/sentence.ts'
import { ofNobody } from '../shape/shape.ts'
import type { StoredRecord } from '../shape/stored.ts'
import { recordTexts } from '../store/writing/load-queries.ts'

type Item = Record<string, unknown>

/** Whether what is called so is somebody's own. */
export type IsOwned = (kind: unknown) => boolean | undefined

/** Which kinds of items belong to somebody, by the stored records of these kinds. */
export async function ownedKinds(db: Statements, { ownedItems }: RecordType): Promise<IsOwned> {
  if (!ownedItems) return () => false
  const { type, name, flag } = ownedItems.kinds
  const kinds = (await recordTexts(db, type)).map(({ text }) => JSON.parse(text) as Item)
  const known = new Map<unknown, boolean>()
  for (const kind of kinds) known.set(kind[name], known.get(kind[name]) === true || kind[flag] === true)
  return kind => known.get(kind)
}

/** The items that do not say whose they are and should; with `hidden`, also those that were hidden because of that. */
export function ownerlessItems(
  { ownedItems }: RecordType,
  { record }: StoredRecord,
  isOwned: IsOwned,
  hidden = false,
): Fault[] {
  if (!ownedItems) return []
  const { lists, kind, owner, hint, example } = ownedItems
  const isLacking = (item: Item) =>
    item[owner] === undefined ? isOwned(item[kind]) === true : hidden && item[owner] === ofNobody
  return itemsIn(lists, record).flatMap(({ path, item }) => {
    if (!isLacking(item)) return []
    const reason = sentence`is a ${declaredWord(String(item[kind]))}, which only the agency that it is of may see, and does not say whose it is`
    return [
      { path: `record.${path}`, reason, hint: sentence`${declaredWord(hint)}: ${example(record, item)}` },
    ]
  })
}

/** What was hidden because of that stays hidden, unless a line brings the item: whoever writes of something else is not
 * asked whose it is. */
export function keepHidden(
  { ownedItems }: RecordType,
  { record }: StoredRecord,
  before: StoredRecord,
  isBrought: (list: string, id: unknown) => boolean,
): void {
  if (!ownedItems) return
  const { lists, owner } = ownedItems
  for (const list of lists) {
    const was = (before.record[list] ?? []) as Item[]
    const hidden = new Set(was.flatMap(item => (item[owner] === ofNobody ? [item.id] : [])))
    if (hidden.size === 0) continue
    record[list] = ((record[list] ?? []) as Item[]).map(({ id, ...item }) =>
      hidden.has(id) && item[owner] === undefined && !isBrought(list, id)
        ? { id, [owner]: ofNobody, ...item }
        : { id, ...item },
    )
  }
}

/** Such items as nobody's, whom nobody is shown; what is of nobody and need not say whose it is is everybody's again. */
export function hideOwnerless(
  { ownedItems }: RecordType,
  stored: StoredRecord,
  isOwned: IsOwned,
): StoredRecord {
  if (!ownedItems) return stored
  const { lists, kind, owner } = ownedItems
  const settled = (item: Item): Item => {
    const { id, [owner]: whose, ...rest } = item
    if (isOwned(item[kind])) return whose === undefined ? { id, [owner]: ofNobody, ...rest } : item
    return whose === ofNobody && isOwned(item[kind]) === false ? { id, ...rest } : item
  }
  const record = { ...stored.record }
  for (const list of lists) record[list] = ((record[list] ?? []) as Item[]).map(settled)
  return { ...stored, record }
}

/** The types with items of a kind that is somebody's own since this change, or no longer. */
export const typesOwning = (
  types: readonly RecordType[],
  changed: readonly { type: RecordType; before?: StoredRecord; after?: StoredRecord }[],
): string[] =>
  types.flatMap(({ type, ownedItems }) => {
    if (!ownedItems) return []
    const { type: kind, name, flag } = ownedItems.kinds
    const said = (stored: StoredRecord | undefined) => stored?.record[flag] === true && stored.record[name]
    const concerns = changed.some(one => one.type.type === kind && said(one.before) !== said(one.after))
    return concerns ? [type] : []
  })

const itemsIn = (lists: readonly string[], record: StoredRecord['record']) =>
  lists.flatMap(list =>
    ((record[list] ?? []) as Item[]).map((item, index) => ({ path: `${list}.${index}`, item })),
  )
