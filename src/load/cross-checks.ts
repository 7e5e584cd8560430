// What can hardly be right in a record seen beside others: a value that only one of them should have, and a record that
// it names and that another company has.

import type { Distinct, RecordType, Warning } from '../record-types/record-type.ts'
import { hashIn } from '../record-types/seal.ts'
import type { InvalidValue } from '../shape/invalid-value.ts'
import { firstAt, namesIn } from '../shape/path.ts'
import { columnName, firstStoredAt, type Stored } from '../shape/stored.ts'
import type { Transaction } from '../store/engine/database.ts'
import { reader } from '../store/records/column-values.ts'
import { companiesOf, holdersOf } from '../store/records/load-queries.ts'
import type { Upsert } from './read.ts'

/** Of each value that only one record should have, the ids of those that do. */
type Holders = Map<string, Set<string>>

export class CrossChecks {
  private readonly holders: Holders
  /** Of records that others name, as `type:id`, the company. */
  private readonly companies: Map<string, string>
  /** Records that were added, as `type:id`: what is stored of them counts no more. */
  private readonly added = new Set<string>()

  constructor(holders: Holders = new Map(), companies = new Map<string, string>()) {
    this.holders = holders
    this.companies = companies
  }

  /** Learns what is stored beside these entries. */
  async look(tx: Transaction, types: readonly RecordType[], entries: readonly Upsert[]): Promise<void> {
    const looking = [...Map.groupBy(entries, entry => entry.type)].flatMap(([type, own]) => [
      ...(type.distinct ?? []).map(rule => this.lookForHolders(tx, type, rule, own)),
      ...(type.sameCompany ?? []).map(path => this.lookForCompanies(tx, types, type, path, own)),
    ])
    await Promise.all(looking)
    for (const { type, id, stored } of entries) {
      const company = companyIn(type, stored)
      if (company !== undefined && this.companies.has(`${type.type}:${id}`))
        this.companies.set(`${type.type}:${id}`, company)
    }
  }

  /** For another attempt with some of the same entries, of which none is added yet. */
  copy(): CrossChecks {
    return new CrossChecks(
      new Map([...this.holders].map(([key, ids]) => [key, new Set(ids)])),
      this.companies,
    )
  }

  /** What looks wrong; where two records could not be told apart, `refuse` is thrown. */
  in(entry: Upsert, refuse: (path: string, reason: string, hint: string) => InvalidValue): Warning[] {
    const { type, id, stored } = entry
    const found: Warning[] = [...(entry.warnings ?? [])]
    for (const rule of type.distinct ?? []) {
      const key = keyIn(type, rule, stored)
      const other = key && [...(this.holders.get(key) ?? [])].find(holder => holder !== id)
      if (!other) continue
      const path = rule.path.startsWith('facts.') ? rule.path : `record.${rule.path}`
      const reason = `is that of ${type.type} ${other}, too`
      const hint = 'give each its own, or send both under one id'
      if (rule.refused) throw refuse(path, reason, hint)
      found.push({ code: rule.code, path, reason, hint })
    }
    const own = companyIn(type, stored)
    for (const path of type.sameCompany ?? []) {
      const named = mentionAt(type, path)
      const other = this.companies.get(`${named}:${firstAt(stored.record, [path, 'id'])}`)
      if (other === undefined || own === undefined || other === own) continue
      const reason = `belongs to company ${other}, and this record to company ${own}`
      found.push({
        code: 'OTHER_COMPANY',
        path: `record.${path}`,
        reason,
        hint: `give the company of the ${path}`,
      })
    }
    return found
  }

  /** Makes what a record has known to those that come after it. */
  add({ type, id, stored }: Upsert, before: Stored | undefined): void {
    this.added.add(`${type.type}:${id}`)
    for (const rule of type.distinct ?? []) {
      const [was, is] = [before && keyIn(type, rule, before), keyIn(type, rule, stored)]
      if (was !== undefined && was !== is) this.holders.get(was)?.delete(id)
      if (is !== undefined) this.holders.set(is, (this.holders.get(is) ?? new Set()).add(id))
    }
  }

  private async lookForHolders(
    tx: Transaction,
    type: RecordType,
    rule: Distinct,
    entries: readonly Upsert[],
  ): Promise<void> {
    const values = entries.flatMap(({ stored }) => valueIn(type, rule, stored) ?? [])
    const amongst = rule.among === undefined ? undefined : columnName(rule.among)
    const groups = entries.map(({ stored }) => String(firstStoredAt(stored, namesIn(rule.among ?? '')) ?? ''))
    const where = { values, ...(amongst && { among: { column: amongst, values: groups } }) }
    const column = rule.rows?.column ?? columnOf(type, rule).name
    for (const { id, value, among } of await holdersOf(tx, type.type, {
      ...where,
      column,
      rows: rule.rows?.name,
    })) {
      if (this.added.has(`${type.type}:${id}`)) continue
      const key = keyFor(type, rule, among ?? '', value)
      this.holders.set(key, (this.holders.get(key) ?? new Set()).add(id))
    }
  }

  private async lookForCompanies(
    tx: Transaction,
    types: readonly RecordType[],
    type: RecordType,
    path: string,
    entries: readonly Upsert[],
  ): Promise<void> {
    const named = types.find(other => other.type === mentionAt(type, path))
    const at = named?.owners?.company?.named
    if (!named || !at) return
    const ids = entries.flatMap(
      ({ stored }) => (firstAt(stored.record, [path, 'id']) as string | undefined) ?? [],
    )
    const unknown = [...new Set(ids)].filter(id => !this.companies.has(`${named.type}:${id}`))
    for (const { id, company } of await companiesOf(tx, named.type, columnName(at), unknown))
      this.companies.set(`${named.type}:${id}`, company)
  }
}

const mentionAt = (type: RecordType, path: string) =>
  type.mentions.find(mention => mention.path === path)!.type

function companyIn({ owners }: RecordType, { record }: Stored): string | undefined {
  const { isOne, named } = owners?.company ?? {}
  return isOne && named ? (firstAt(record, namesIn(named)) as string | undefined) : undefined
}

type Found = { name: string; read(stored: Stored): unknown }
const columns = new WeakMap<Distinct, Found>()

/** The column that has the value, as it is or folded for sorting. */
function columnOf(type: RecordType, rule: Distinct): Found {
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
  const found = { name: column.name, read: reader(column) }
  columns.set(rule, found)
  return found
}

/** As it is looked for: by its hash where it lies encrypted. */
function valueIn(type: RecordType, rule: Distinct, stored: Stored): string | undefined {
  const value = rule.rows
    ? hashIn(firstStoredAt(stored, namesIn(rule.path)))
    : columnOf(type, rule).read(stored)
  return typeof value === 'string' && value !== '' ? value : undefined
}

function keyIn(type: RecordType, rule: Distinct, stored: Stored): string | undefined {
  const value = valueIn(type, rule, stored)
  const among = rule.among === undefined ? '' : firstStoredAt(stored, namesIn(rule.among))
  return value === undefined ? undefined : keyFor(type, rule, String(among), value)
}

const keyFor = (type: RecordType, { path }: Distinct, among: string, value: string) =>
  `${type.type}\n${path}\n${among}\n${value}`
