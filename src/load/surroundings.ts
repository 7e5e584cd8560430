// What a batch's records repeat of others: labels and followed records, fetched once a batch, with the batch's
// own records known as soon as they are placed.
import { columnName, type Stored } from '../kernel/columns.ts'
import { type Follow, type RecordType, type Slot, slotsOf } from '../kernel/record-type.ts'
import type { Transaction } from '../store/database.ts'
import { knownFiles } from '../store/file-rows.ts'
import { countBy } from '../store/load-queries.ts'
import { aliasOf, type Label, readByAlias, readLabels, readRows, unsplit } from '../store/write-records.ts'
import type { Upsert } from './line.ts'

export class Surroundings {
  private readonly labels = new Map<string, Map<string, Label>>()
  private readonly leaders = new Map<string, Map<string, Stored>>()
  private readonly counts = new Map<string, Map<string, number>>()
  /** Leaders of this batch itself, which may differ from those that were fetched. */
  private readonly placed = new Set<Stored>()
  private readonly tx: Transaction
  private readonly types: ReadonlyMap<string, RecordType>

  constructor(tx: Transaction, types: readonly RecordType[]) {
    this.tx = tx
    this.types = new Map(types.map(type => [type.type, type]))
  }

  async fetch(entries: readonly Pick<Upsert, 'stored' | 'type'>[]): Promise<void> {
    await Promise.all([this.fetchLeaders(entries), this.fetchCounts(entries)])
    const ids = new Map<string, Set<string>>()
    for (const { type, stored } of entries) {
      this.apply(type, stored)
      for (const slot of slotsOf(type, stored)) add(ids, slot.type, slot.id)
    }
    await Promise.all([...ids].map(([type, wanted]) => this.fetchLabels(type, [...wanted])))
  }

  private async fetchLabels(type: string, ids: readonly string[]): Promise<void> {
    if (type === 'file')
      this.labels.set(type, new Map([...(await knownFiles(this.tx, ids))].map(id => [id, noLabel])))
    if (this.types.has(type)) this.labels.set(type, await readLabels(this.tx, type, ids))
  }

  private async fetchLeaders(entries: readonly Pick<Upsert, 'stored' | 'type'>[]): Promise<void> {
    const keys = new Map<string, Set<string>>()
    for (const { type, stored } of entries)
      for (const follow of type.follows) add(keys, follow.type, aliasOf(stored, follow.by))
    await Promise.all(
      [...keys].map(async ([name, wanted]) => {
        this.leaders.set(name, await readLeaders(this.tx, this.types.get(name)!, [...wanted]))
      }),
    )
  }

  private async fetchCounts(entries: readonly Pick<Upsert, 'stored' | 'type'>[]): Promise<void> {
    for (const type of new Set(entries.map(entry => entry.type))) {
      const ids = entries.filter(entry => entry.type === type).map(entry => entry.stored.record.id as string)
      for (const [property, { type: counted, by }] of Object.entries(type.counts)) {
        this.counts.set(`${type.type}.${property}`, await countBy(this.tx, counted, columnName(by), ids))
      }
    }
  }

  /** Fills in what a record repeats of others; gives back a mention of what is not known. */
  settle(type: RecordType, stored: Stored): Slot | undefined {
    if (type.follows.some(follow => this.placed.has(this.leader(follow, stored)!))) this.apply(type, stored)
    for (const property of Object.keys(type.counts)) {
      stored.record[property] =
        this.counts.get(`${type.type}.${property}`)?.get(stored.record.id as string) ?? 0
    }
    for (const slot of slotsOf(type, stored)) {
      const label = this.labels.get(slot.type)?.get(slot.id)
      if (!label) return slot
      for (const property of slot.follows) follow(slot.target, property, label[property as keyof Label])
    }
    return undefined
  }

  private apply(type: RecordType, stored: Stored): void {
    for (const follow of type.follows) follow.apply(stored, this.leader(follow, stored))
  }

  private leader(follow: Follow, stored: Stored): Stored | undefined {
    return this.leaders.get(follow.type)?.get(aliasOf(stored, follow.by))
  }

  know(type: string, id: string, label: Label, stored: Stored): void {
    put(this.labels, type, id, label)
    const alias = this.types.get(type)!.alias
    if (alias && !alias.only(stored)) return
    put(this.leaders, type, alias ? aliasOf(stored, alias.paths) : id, stored)
    this.placed.add(stored)
  }
}

async function readLeaders(
  tx: Transaction,
  type: RecordType,
  keys: readonly string[],
): Promise<Map<string, Stored>> {
  if (type.alias) return readByAlias(tx, type, keys)
  const rows = await readRows(tx, type, keys)
  return new Map([...rows].map(([id, row]) => [id, unsplit(type, row)]))
}

function put<T>(maps: Map<string, Map<string, T>>, type: string, key: string, value: T): void {
  const held = maps.get(type)
  if (held) held.set(key, value)
  else maps.set(type, new Map([[key, value]]))
}

/** Nothing is repeated of a file. */
const noLabel: Label = { nanoid: '' }

function add(sets: Map<string, Set<string>>, key: string, value: string): void {
  const held = sets.get(key)
  if (held) held.add(value)
  else sets.set(key, new Set([value]))
}

/** What the named record does not have, its mention does not have either. */
function follow(target: Record<string, unknown>, property: string, value: string | undefined): void {
  if (value === undefined) delete target[property]
  else target[property] = value
}
