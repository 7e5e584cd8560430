// What a batch's records repeat of others: labels and followed records, fetched where they are not remembered,
// with the batch's own records known as soon as they are placed.
import { audienceOf, covers } from '../access/audience.ts'
import { nanoid } from '../formats/id.ts'
import { type Derivation, type RecordType, type Slot, slotsOf } from '../kernel/resource/record-type.ts'
import { erasePersonal } from '../shape/personal.ts'
import { seenByProperty } from '../shape/shape.ts'
import { columnName, type Stored, storedAt } from '../shape/stored.ts'
import type { Transaction } from '../store/engine/database.ts'
import { knownFiles } from '../store/records/file-rows.ts'
import { countBy } from '../store/records/load-queries.ts'
import {
  aliasOf,
  comesFirst,
  type Label,
  labelOf,
  readByAlias,
  readLabels,
  readReferred,
  readRows,
  unsplit,
} from '../store/records/write-records.ts'
import type { Upsert } from './line.ts'

/** What earlier batches of a load found; good for as long as nobody else has written. */
export class Memory {
  readonly labels = new Map<string, Map<string, Label>>()
  /** Undefined where there is none under that key. */
  readonly leaders = new Map<string, Map<string, Stored | undefined>>()
  /** The write after which all this was true. */
  private asOf: string | undefined

  /** Forgets what another's write may have changed, and what grew too large to keep. */
  recall(lastWrite: string): void {
    if (lastWrite !== this.asOf) this.forget()
    for (const [maps, most] of [
      [this.labels, mostLabels],
      [this.leaders, mostLeaders],
    ] as const)
      for (const [type, held] of maps) if (held.size > most) maps.delete(type)
  }

  keep(lastWrite: string): void {
    this.asOf = lastWrite
  }

  forget(): void {
    this.labels.clear()
    this.leaders.clear()
    this.asOf = undefined
  }
}

const mostLabels = 50_000
const mostLeaders = 5_000

type Surrounded = Pick<Upsert, 'stored' | 'type'>

export class References {
  private readonly labels: Map<string, Map<string, Label>>
  private readonly leaders: Map<string, Map<string, Stored | undefined>>
  private readonly counts = new Map<string, Map<string, number>>()
  private readonly slots = new Map<Stored, readonly Slot[]>()
  /** Leaders of this batch itself, which may differ from those that were fetched. They are not remembered: whole
   * records by the thousand cost more to keep than those that are followed later cost to fetch. */
  private readonly placed = new Map<string, Map<string, Stored>>()
  private readonly tx: Transaction
  private readonly types: ReadonlyMap<string, RecordType>
  private readonly followed: ReadonlySet<string>
  private readonly referred: ReadonlySet<string>
  /** What this batch itself brings, by type and id: records of it may name each other. */
  private readonly coming = new Map<string, Upsert>()
  /** Files in what was said of people who were erased. */
  readonly letGo: string[] = []
  /** Records that name one that is only coming, with what they name. */
  readonly leaning = new Map<Stored, Slot[]>()

  constructor(tx: Transaction, types: readonly RecordType[], memory = new Memory()) {
    this.tx = tx
    this.labels = memory.labels
    this.leaders = memory.leaders
    this.types = new Map(types.map(type => [type.type, type]))
    this.followed = new Set(types.flatMap(type => type.derivations.map(derivation => derivation.type)))
    this.referred = referredTypes(types)
  }

  /** Records that are not there yet but come with this batch; gives back whether any of it names such a one. */
  expect(entries: readonly Upsert[]): boolean {
    for (const entry of entries) this.coming.set(`${entry.type.type}:${entry.id}`, entry)
    return entries.some(({ type, stored }) =>
      this.slotsIn(type, stored).some(
        slot => !this.labelFor(slot) && this.coming.has(`${slot.type}:${slot.id}`),
      ),
    )
  }

  private labelFor(slot: Pick<Slot, 'type' | 'id'>): Label | undefined {
    return this.labels.get(slot.type)?.get(slot.id)
  }

  private labelComing(slot: Slot): Label | undefined {
    const entry = this.coming.get(`${slot.type}:${slot.id}`)
    if (!entry) return undefined
    entry.nanoid ??= nanoid()
    return this.labelMade(entry.type, entry.nanoid, entry.stored)
  }

  private labelMade(type: RecordType, short: string, stored: Stored): Label {
    const label = labelOf(short, stored)
    const seenBy = this.referred.has(type.type) ? audienceOf(type.owners, stored) : undefined
    return seenBy ? { ...label, seenBy } : label
  }

  async fetch(entries: readonly Surrounded[]): Promise<void> {
    await Promise.all([this.fetchLeaders(entries), this.fetchCounts(entries)])
    // Files come and go without a write of records, so they are asked for each time.
    this.labels.delete('file')
    const ids = new Map<string, Set<string>>()
    for (const { type, stored } of entries) {
      this.apply(type, stored)
      for (const slot of this.slotsIn(type, stored))
        if (!this.labels.get(slot.type)?.has(slot.id)) add(ids, slot.type, slot.id)
      for (const { type: of, id } of peopleIn(type, stored))
        if (!this.labels.get(of)?.has(id)) add(ids, of, id)
    }
    await Promise.all([...ids].map(([type, wanted]) => this.fetchLabels(type, [...wanted])))
  }

  /** Found once a record: a third of what placing it costs. */
  slotsIn(type: RecordType, stored: Stored): readonly Slot[] {
    const found = this.slots.get(stored) ?? slotsOf(type, stored)
    this.slots.set(stored, found)
    return found
  }

  private async fetchLabels(type: string, ids: readonly string[]): Promise<void> {
    if (type === 'file')
      this.labels.set(type, new Map([...(await knownFiles(this.tx, ids))].map(id => [id, noLabel])))
    const known = this.types.get(type)
    if (!known) return
    const found = this.referred.has(type) ? readReferred(this.tx, known, ids) : readLabels(this.tx, type, ids)
    for (const [id, label] of await found) put(this.labels, type, id, label)
  }

  private async fetchLeaders(entries: readonly Surrounded[]): Promise<void> {
    const keys = new Map<string, Set<string>>()
    for (const { type, stored } of entries)
      for (const derivation of type.derivations) {
        const key = aliasOf(stored, derivation.by)
        if (!this.leaders.get(derivation.type)?.has(key)) add(keys, derivation.type, key)
      }
    await Promise.all(
      [...keys].map(async ([name, wanted]) => {
        const found = await readLeaders(this.tx, this.types.get(name)!, [...wanted])
        for (const key of wanted) put(this.leaders, name, key, found.get(key))
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
    if (
      type.derivations.some(derivation =>
        this.placed.get(derivation.type)?.has(aliasOf(stored, derivation.by)),
      )
    ) {
      this.apply(type, stored)
      this.slots.delete(stored)
    }
    for (const property of Object.keys(type.counts)) {
      stored.record[property] =
        this.counts.get(`${type.type}.${property}`)?.get(stored.record.id as string) ?? 0
    }
    this.erase(type, stored)
    let seenBy: readonly string[] | undefined
    const leaning: Slot[] = []
    for (const slot of this.slotsIn(type, stored)) {
      const known = this.labelFor(slot)
      const label = known ?? this.labelComing(slot)
      if (!label) return slot
      if (!known) leaning.push(slot)
      for (const property of slot.copied) copy(slot.target, property, wordOf(label, property))
      if (slot.isRestricted) {
        seenBy ??= audienceOf(type.owners, stored)
        restrict(slot.target, label.seenBy!, seenBy)
      }
    }
    if (leaning.length > 0) this.leaning.set(stored, leaning)
    return undefined
  }

  /** What is said of somebody who was erased goes before anything else is looked for: its files went, too. */
  private erase(type: RecordType, stored: Stored): void {
    const slots = this.slotsIn(type, stored)
    const erased = [...slots, ...peopleIn(type, stored)].filter(one => this.labelFor(one)?.erased)
    if (erased.length === 0) return
    for (const one of erased) erasePersonal(type, stored, one)
    this.slots.delete(stored)
    const still = new Set(filesIn(this.slotsIn(type, stored)))
    this.letGo.push(...filesIn(slots).filter(id => !still.has(id)))
  }

  private apply(type: RecordType, stored: Stored): void {
    for (const derivation of type.derivations) derivation.apply(stored, this.leader(derivation, stored))
  }

  private leader(derivation: Derivation, stored: Stored): Stored | undefined {
    const key = aliasOf(stored, derivation.by)
    return this.placed.get(derivation.type)?.get(key) ?? this.leaders.get(derivation.type)?.get(key)
  }

  know(of: RecordType, id: string, short: string, stored: Stored): void {
    const { type, alias } = of
    put(this.labels, type, id, this.labelMade(of, short, stored))
    if (!this.followed.has(type) || (alias && !alias.only(stored))) return
    const key = alias ? aliasOf(stored, alias.paths) : id
    const held = this.placed.get(type)?.get(key) ?? this.leaders.get(type)?.get(key)
    const isOther = held !== undefined && held.record.id !== id
    if (isOther && !comesFirst(of, stored, held)) return
    put(this.placed, type, key, stored)
    this.leaders.get(type)?.delete(key)
  }
}

const filesIn = (slots: readonly Slot[]) => slots.flatMap(({ type, id }) => (type === 'file' ? [id] : []))

/** People whose ids a record has besides those that it mentions. They need not be there. */
const peopleIn = ({ people }: RecordType, stored: Stored): { type: string; id: string }[] =>
  people.flatMap(({ type, names }) => (storedAt(stored, names) as string[]).map(id => ({ type, id })))

const referred = new WeakMap<readonly RecordType[], ReadonlySet<string>>()

/** Types that others refer to, so that who may see them decides who is shown the reference. */
export function referredTypes(types: readonly RecordType[]): ReadonlySet<string> {
  const known = referred.get(types)
  if (known) return known
  const found = new Set(
    types.flatMap(({ mentions }) => mentions.filter(one => one.isRestricted).map(({ type }) => type)),
  )
  referred.set(types, found)
  return found
}

/** What has no name goes by its reference. */
const wordOf = (label: Label, property: string): string | undefined =>
  property === 'name'
    ? (label.name ?? label.reference)
    : (label[property as keyof Label] as string | undefined)

/** Says who may see a reference, where not all may who see the record that it is in. */
function restrict(
  target: Record<string, unknown>,
  seenBy: readonly string[],
  all: readonly string[] | undefined,
): void {
  delete target[seenByProperty]
  if (!covers(seenBy, all)) target[seenByProperty] = seenBy
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
function copy(target: Record<string, unknown>, property: string, value: string | undefined): void {
  if (value === undefined) delete target[property]
  else target[property] = value
}
