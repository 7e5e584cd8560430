// Whose records a load has brought, of each type: they are told how fresh their data is.
import { ownersNamedIn } from '../access/audience.ts'
import type { RecordType } from '../record-types/record-type.ts'
import type { StoredRecord } from '../shape/stored.ts'

export class LoadedOwners {
  private readonly byType = new Map<string, Set<string>>()

  add(type: RecordType, stored: StoredRecord): void {
    const owners = this.byType.get(type.type) ?? new Set()
    this.byType.set(type.type, owners)
    for (const owner of ownersNamedIn(type, stored)) owners.add(owner)
  }

  all(): { type: string; owner: string }[] {
    return [...this.byType].flatMap(([type, owners]) => [...owners].map(owner => ({ type, owner })))
  }
}
