// Lists and exports that a worker may have been read in: those are counted by key and day, and not by who was in them, so
// what is told is which keys that may see the worker now asked for them, and how often.

import type { Statements } from '../database/database.ts'
import type { RecordType } from '../record-types/record-type.ts'
import { answeredTallies } from '../store/keys/ledger.ts'
import { ownerNames } from '../store/keys/owners.ts'
import { visibleTo } from '../store/keys/visible-to.ts'

export type ListReading = {
  keyId: string
  keyName: string
  /** By name: whoever is told has no use for an id. */
  owner: string
  operation: string
  requests: number
  firstDay: string
  lastDay: string
}

/** The operations that show many workers at once; a format makes an export of the first. */
const listing = ['GET /workers', 'GET /changes']

export const countingNote = `Counted one by one: opening this worker alone, finding them by a search, looking at a match with them or deciding it, and exports with identity numbers. Not counted by person: lists and exports (${listing.join(', ')}); for these it is shown how often keys that may see this worker now asked for them. Not counted at all: other records that name them, such as timesheets, the queue of matches, and lists that an operator looks at as a key.`

export async function listReadingsOf(
  db: Statements,
  types: readonly RecordType[],
  worker: string,
): Promise<ListReading[]> {
  const tallies = await answeredTallies(db, listing)
  const seen = new Map<string, Promise<boolean>>()
  const maySee = ({ kind, owners }: (typeof tallies)[number]) => {
    const whose = `${kind} ${owners.join()}`
    const known = seen.get(whose) ?? maySeeNow(db, types, { kind, owners }, worker)
    seen.set(whose, known)
    return known
  }
  const visible: (Omit<ListReading, 'owner'> & { owners: readonly string[] })[] = []
  for (const tally of tallies) {
    if (!(await maySee(tally))) continue
    const { kind: _, owners, ...rest } = tally
    visible.push({ ...rest, owners })
  }
  const nameOf = await ownerNames(db, types, [...new Set(visible.flatMap(({ owners }) => owners))])
  return visible.map(({ owners, ...rest }) => ({
    ...rest,
    owner: owners.map(nameOf).join(', '),
  }))
}

const maySeeNow = async (
  db: Statements,
  types: readonly RecordType[],
  owners: Parameters<typeof visibleTo>[2],
  worker: string,
) => (await visibleTo(db, types, owners, 'worker', [worker])).has(worker)
