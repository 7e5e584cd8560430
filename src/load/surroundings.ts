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
  private readonly labels = new Map<string, Label>()
  private readonly leaders = new Map<string, Stored>()
  private readonly counts = new Map<string, Map<string, number>>()
  private readonly fetched: { type: RecordType; stored: Stored }[] = []
  private readonly tx: Transaction
  private readonly types: ReadonlyMap<string, RecordType>

  constructor(tx: Transaction, types: readonly RecordType[]) {
    this.tx = tx
    this.types = new Map(types.map(type => [type.type, type]))
  }

  async fetch(entries: readonly Pick<Upsert, 'stored' | 'type'>[]): Promise<void> {
    await this.fetchLeaders(entries)
    await this.fetchCounts(entries)
    const ids = new Map<string, Set<string>>()
    for (const { type, stored } of [...entries, ...this.fetched]) {
      for (const slot of slotsOf(type, stored)) add(ids, slot.type, slot.id)
    }
    for (const [type, wanted] of ids) {
      if (type === 'file')
        for (const id of await knownFiles(this.tx, [...wanted])) this.labels.set(`file:${id}`, noLabel)
      if (!this.types.has(type)) continue
      for (const [id, label] of await readLabels(this.tx, type, [...wanted]))
        this.labels.set(`${type}:${id}`, label)
    }
  }

  private async fetchLeaders(entries: readonly Pick<Upsert, 'stored' | 'type'>[]): Promise<void> {
    const keys = new Map<string, Set<string>>()
    for (const { type, stored } of entries)
      for (const follow of type.follows) add(keys, follow.type, aliasOf(stored, follow.by))
    for (const [name, wanted] of keys) {
      const type = this.types.get(name)!
      if (type.alias) {
        for (const [alias, stored] of await readByAlias(this.tx, type, [...wanted]))
          this.lead(type, alias, stored)
      } else {
        for (const [id, row] of await readRows(this.tx, type, [...wanted]))
          this.lead(type, id, unsplit(type, row))
      }
    }
  }

  private async fetchCounts(entries: readonly Pick<Upsert, 'stored' | 'type'>[]): Promise<void> {
    for (const type of new Set(entries.map(entry => entry.type))) {
      const ids = entries.filter(entry => entry.type === type).map(entry => entry.stored.record.id as string)
      for (const [property, { type: counted, by }] of Object.entries(type.counts)) {
        this.counts.set(`${type.type}.${property}`, await countBy(this.tx, counted, columnName(by), ids))
      }
    }
  }

  private lead(type: RecordType, key: string, stored: Stored): void {
    this.leaders.set(`${type.type}:${key}`, stored)
    this.fetched.push({ type, stored })
  }

  /** Fills in what a record repeats of others; gives back a mention of what is not known. */
  settle(type: RecordType, stored: Stored): Slot | undefined {
    for (const follow of type.follows) follow.apply(stored, this.followed(follow, stored))
    for (const property of Object.keys(type.counts)) {
      stored.record[property] =
        this.counts.get(`${type.type}.${property}`)?.get(stored.record.id as string) ?? 0
    }
    for (const slot of slotsOf(type, stored)) {
      const label = this.label(slot.type, slot.id)
      if (!label) return slot
      for (const property of slot.follows) follow(slot.target, property, label[property as keyof Label])
    }
    return undefined
  }

  private label(type: string, id: string): Label | undefined {
    return this.labels.get(`${type}:${id}`)
  }

  private followed(follow: Follow, stored: Stored): Stored | undefined {
    return this.leaders.get(`${follow.type}:${aliasOf(stored, follow.by)}`)
  }

  know(type: string, id: string, label: Label, stored: Stored): void {
    this.labels.set(`${type}:${id}`, label)
    const alias = this.types.get(type)!.alias
    if (!alias) this.leaders.set(`${type}:${id}`, stored)
    else if (alias.only(stored)) this.leaders.set(`${type}:${aliasOf(stored, alias.paths)}`, stored)
  }
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
