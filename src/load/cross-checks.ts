// Warnings about a record beside others: a value that only one record should have, a record of another company or agency,
// and a company and an agency that nothing links.

import type { Transaction } from '../database/database.ts'
import { recordKey } from '../record-types/record-key.ts'
import type { RecordType } from '../record-types/record-type.ts'
import type { DistinctValue, LinkWarning, Warning } from '../record-types/rules.ts'
import { hashIn } from '../record-types/seal.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import { firstAt, namesIn, valuesAt } from '../shape/path.ts'
import { declaredWord, type Sentence, sentence, shownInGroups } from '../shape/sentence.ts'
import { columnName, firstStoredAt, type StoredRecord } from '../shape/stored.ts'
import { linkedPairs } from '../store/keys/links.ts'
import {
  recordsWithOwned,
  recordsWithValue,
  recordTexts,
  valuesInColumn,
} from '../store/writing/load-queries.ts'
import { ownerlessItems } from './owned-items.ts'
import type { Upsert } from './read.ts'
import {
  comparedProperties,
  ownerColumn,
  ownerIdIn,
  type SameOwnerRule,
  sameOwnerRules,
} from './same-owner.ts'

/** For each value that only one record should have, the ids of those that have it. */
type Holders = Map<string, Set<string>>

/** What is stored beside the records that are compared. */
type StoredContext = {
  /** Names of the kinds of items that are somebody's own, by the type of the kinds. */
  owned: Map<string, ReadonlySet<unknown>>
  /** The value of a property in records that others name: by `property type`, then by the record's id. */
  had: Map<string, Map<string, string>>
  /** Companies and agencies that are linked, and whether any can be. */
  linked: Set<string>
  links: boolean
  types: readonly RecordType[]
}

export class CrossChecks {
  private readonly holders: Holders
  private readonly beside: StoredContext
  /** Records that were added, as `type:id`: what is stored of them counts no more. */
  private readonly added = new Set<string>()

  constructor(
    holders: Holders = new Map(),
    beside: StoredContext = { owned: new Map(), had: new Map(), linked: new Set(), links: false, types: [] },
  ) {
    this.holders = holders
    this.beside = beside
  }

  /** Looks up what is stored beside these entries. */
  async look(tx: Transaction, types: readonly RecordType[], entries: readonly Upsert[]): Promise<void> {
    const looking = [...Map.groupBy(entries, entry => entry.type)].flatMap(([type, own]) => [
      ...(type.distinct ?? []).map(rule => this.lookForHolders(tx, type, rule, own)),
      ...sameOwnerRules(types, type).map(same => this.lookForSame(tx, same, own)),
    ])
    await Promise.all([
      ...looking,
      this.lookForLinks(tx, types, entries),
      this.lookForOwned(tx, types, entries),
    ])
    // Records of this batch count with their new values.
    for (const { type, id, stored } of entries)
      for (const property of comparedProperties(types)) {
        const value = ownerIdIn(type, property, stored)
        if (value !== undefined) this.hadIn(property, type).set(id, value)
      }
    this.beside.types = types
  }

  /** The values of this property that are known of records of a type, by id. */
  private hadIn(property: string, { type }: RecordType): Map<string, string> {
    const key = `${property} ${type}`
    const known = this.beside.had.get(key) ?? new Map<string, string>()
    this.beside.had.set(key, known)
    return known
  }

  /** For another attempt with some of the same entries, of which none is added yet. */
  copy(): CrossChecks {
    return new CrossChecks(new Map([...this.holders].map(([key, ids]) => [key, new Set(ids)])), this.beside)
  }

  /** What looks wrong; where two records could not be told apart, `refuse` is thrown. */
  in(
    entry: Upsert,
    refuse: (path: string, reason: Sentence, hint: Sentence) => InvalidValue,
  ): (Warning | LinkWarning)[] {
    const { type, id, stored } = entry
    this.requireOwners(entry)
    const found: Warning[] = [...(entry.warnings ?? [])]
    for (const rule of type.distinct ?? []) {
      for (const held of valuesOf(type, rule, stored)) {
        const key = keyFor(type, rule, held)
        const other = [...(this.holders.get(key) ?? [])].find(holder => holder !== id)
        if (!other) continue
        const path = held.path.startsWith('facts.') ? held.path : `record.${held.path}`
        const reason = sentence`${declaredWord(rule.beside ? `${rule.beside} ` : '')}is that of ${declaredWord(type.type)} ${shownInGroups(other)}, too`
        const hint = 'give each its own, or send both under one id'
        if (rule.refused) throw refuse(path, reason, hint)
        found.push({ code: rule.code, path, reason, hint })
      }
    }
    const others = sameOwnerRules(this.beside.types, type).flatMap(same => this.others(entry, same))
    return [...found, ...others, ...this.unlinked(entry)]
  }

  /** An item that is somebody's own and does not say whose would be shown to everybody who sees the record. */
  private requireOwners({ type, stored }: Upsert): void {
    const kinds = type.ownedItems?.kinds.type
    const owned = this.beside.owned.get(kinds ?? '')
    const faults = ownerlessItems(type, stored, kind => owned?.has(kind) ?? false)
    if (faults.length > 0) throw InvalidValue.of(faults)
  }

  private async lookForOwned(
    tx: Transaction,
    types: readonly RecordType[],
    entries: readonly Upsert[],
  ): Promise<void> {
    const rules = types
      .flatMap(({ ownedItems }) => (ownedItems ? [ownedItems.kinds] : []))
      .filter(kinds => types.some(({ type }) => type === kinds.type))
    for (const { type, name, flag } of rules) {
      const concerns = entries.some(({ type: { ownedItems } }) => ownedItems?.kinds.type === type)
      if (!concerns || this.beside.owned.has(type)) continue
      const kinds = new Map<string, Record<string, unknown>>()
      for (const { id, text } of await recordTexts(tx, type, flag)) kinds.set(id, JSON.parse(text))
      for (const { type: given, id, stored } of entries) if (given.type === type) kinds.set(id, stored.record)
      const owned = [...kinds.values()].filter(kind => kind[flag] === true)
      this.beside.owned.set(type, new Set(owned.map(kind => kind[name])))
    }
  }

  /** Records that it names and whose owner differs. */
  private others({ type, stored }: Upsert, rule: SameOwnerRule): Warning[] {
    const { property, path, named } = rule
    const own = ownerIdIn(type, property, stored)
    if (own === undefined) return []
    const had = this.hadIn(property, named)
    const isList = Array.isArray(stored.record[path])
    const warnings: Warning[] = []
    for (const [index, id] of idsAt(stored, rule).entries()) {
      const other = had.get(id)
      if (other === undefined || other === own) continue
      warnings.push({
        code: property === 'company' ? 'OTHER_COMPANY' : 'OTHER_AGENCY',
        path: `record.${path}${isList ? `.${index}` : ''}`,
        reason: sentence`belongs to ${declaredWord(property)} ${shownInGroups(other)}, and this record to ${declaredWord(property)} ${shownInGroups(own)}`,
        hint: `give the ${property} of the ${path}`,
      })
    }
    return warnings
  }

  private unlinked({ type, stored }: Upsert): LinkWarning[] {
    const pair = this.beside.links && pairIn(type, stored)
    if (!pair || this.beside.linked.has(pairKey(pair))) return []
    const { company, agency } = pair
    return [
      {
        code: 'NOT_CONNECTED',
        path: `record.${type.linked![1].replace(/\.id$/, '')}`,
        reason: sentence`is agency ${shownInGroups(agency)}, which nothing connects to company ${shownInGroups(company)}`,
        hint: 'load their connection, active or not, or correct one of the two',
        unlinked: pair,
      },
    ]
  }

  /** Makes what a record has known to those that come after it. */
  add({ type, id, stored }: Upsert, before: StoredRecord | undefined): void {
    this.added.add(recordKey({ type, id }))
    for (const rule of type.distinct ?? []) {
      if (before)
        for (const was of valuesOf(type, rule, before)) this.holders.get(keyFor(type, rule, was))?.delete(id)
      for (const is of valuesOf(type, rule, stored)) this.hold(keyFor(type, rule, is), id)
    }
  }

  private hold(key: string, id: string): void {
    this.holders.set(key, (this.holders.get(key) ?? new Set()).add(id))
  }

  private async lookForHolders(
    tx: Transaction,
    type: RecordType,
    rule: DistinctValue,
    entries: readonly Upsert[],
  ): Promise<void> {
    const held = entries.flatMap(({ stored }) => valuesOf(type, rule, stored))
    for (const one of await storedHolders(tx, type, rule, held))
      if (!this.added.has(recordKey({ type, id: one.id }))) this.hold(keyFor(type, rule, one), one.id)
  }

  private async lookForSame(tx: Transaction, rule: SameOwnerRule, entries: readonly Upsert[]): Promise<void> {
    const { property, named } = rule
    const had = this.hadIn(property, named)
    const unknown = new Set<string>()
    for (const { stored } of entries) for (const id of idsAt(stored, rule)) if (!had.has(id)) unknown.add(id)
    for (const { id, value } of await valuesInColumn(tx, named.type, ownerColumn(named, property), [
      ...unknown,
    ]))
      had.set(id, value)
  }

  private async lookForLinks(
    tx: Transaction,
    types: readonly RecordType[],
    entries: readonly Upsert[],
  ): Promise<void> {
    this.beside.links ||= types.some(({ link }) => link)
    const { linked } = this.beside
    const pairs = new Map(
      entries.flatMap(({ type, stored }) => {
        const pair = pairIn(type, stored)
        return pair && !linked.has(pairKey(pair)) ? [[pairKey(pair), pair]] : []
      }),
    )
    for (const pair of await linkedPairs(tx, types, [...pairs.values()])) linked.add(pairKey(pair))
  }
}

/** The ids of the records that a record is held against. */
const idsAt = ({ record }: StoredRecord, { ids }: SameOwnerRule) => valuesAt(record, ids) as readonly string[]

const idAt = ({ record }: StoredRecord, path: string) => firstAt(record, namesIn(path)) as string | undefined

function pairIn({ linked }: RecordType, stored: StoredRecord): LinkWarning['unlinked'] | undefined {
  if (!linked) return undefined
  const [company, agency] = linked.map(path => idAt(stored, path))
  return company && agency ? { company, agency } : undefined
}

export const pairKey = ({ company, agency }: LinkWarning['unlinked']) => `${company} ${agency}`

type ColumnReader = { name: string; read(stored: StoredRecord): unknown }
const columns = new WeakMap<DistinctValue, ColumnReader>()

/** The column that has the value, as it is or folded for sorting. */
function columnOf(type: RecordType, rule: DistinctValue): ColumnReader {
  const known = columns.get(rule)
  if (known) return known
  const column = type.columns.find(
    ({ paths, kind }) =>
      paths.length === 1 && paths[0] === rule.path && (kind === 'text' || kind === 'folded'),
  )
  if (!column)
    throw new Error(
      `${type.type} has no column for "${rule.path}", so it cannot be told whether it is distinct`,
    )
  columns.set(rule, column)
  return column
}

/** Where a record has such a value, and among which others it is held against those of other records. */
type HeldValue = { path: string; value: string; among: string }

function valuesOf(type: RecordType, rule: DistinctValue, stored: StoredRecord): HeldValue[] {
  if (rule.only?.(stored) === false) return []
  if (rule.rows?.owner) return valuesInItems(rule.path, rule.rows.owner.property, stored)
  // As it is looked for: by its hash where it lies encrypted.
  const value = rule.rows
    ? hashIn(firstStoredAt(stored, namesIn(rule.path)))
    : columnOf(type, rule).read(stored)
  const among = (rule.among ?? []).map(path => String(firstStoredAt(stored, namesIn(path)) ?? '')).join(' ')
  return typeof value === 'string' && value !== '' ? [{ path: rule.path, value, among }] : []
}

function valuesInItems(path: string, owner: string, { record }: StoredRecord): HeldValue[] {
  const [list, property] = namesIn(path) as [string, string]
  const items = (record[list] ?? []) as Readonly<Record<string, unknown>>[]
  return items.flatMap(({ [property]: value, [owner]: among }, index) =>
    typeof value === 'string' && value !== '' && typeof among === 'string'
      ? [{ path: `${list}.${index}.${property}`, value, among }]
      : [],
  )
}

function storedHolders(tx: Transaction, type: RecordType, rule: DistinctValue, held: readonly HeldValue[]) {
  if (rule.rows?.owner) return recordsWithOwned(tx, type.type, rule.rows, rule.rows.owner, held)
  const amongst = rule.among?.map(columnName)
  return recordsWithValue(tx, type.type, {
    column: rule.rows?.column ?? columnOf(type, rule).name,
    values: held.map(({ value }) => value),
    rows: rule.rows?.name,
    ...(amongst && { among: { columns: amongst, values: held.map(({ among }) => among) } }),
  })
}

const keyFor = (
  type: RecordType,
  { path }: DistinctValue,
  { among, value }: Pick<HeldValue, 'among' | 'value'>,
) => `${type.type}\n${path}\n${among}\n${value}`
