// Who is in the queue of matches and from whom, for those who decide: names out of what was sent, which lies encrypted,
// and out of stored workers.

import type { Statements } from '../database/database.ts'
import type { Secrets } from '../encryption/secret.ts'
import type { MatchPerson, MatchRow } from '../store/people/matches.ts'
import { type WorkerListing, workerListings } from '../store/people/person-rows.ts'
import { openSubmission } from './attempts.ts'

/** A match as it is listed, without what only names are read from. */
export const matchWithoutFacts = ({ sealed: _, likeliest: __, ...shown }: MatchRow) => shown

type NamedMatch = ReturnType<typeof matchWithoutFacts> & { sent?: MatchPerson; known?: MatchPerson }

export async function matchesWithNames(
  db: Statements,
  secrets: Secrets,
  rows: readonly MatchRow[],
): Promise<NamedMatch[]> {
  const ids = rows.flatMap(({ workers = [], likeliest }) => [...workers, ...(likeliest ? [likeliest] : [])])
  const stored = new Map((await workerListings(db, [...new Set(ids)])).map(line => [line.id, line]))
  return rows.map(row => {
    const [one, other] = row.workers ?? [undefined, row.likeliest]
    const sent = one === undefined ? senderOf(row, secrets) : storedAs(stored.get(one))
    const known = other === undefined ? undefined : storedAs(stored.get(other))
    return { ...matchWithoutFacts(row), ...(sent && { sent }), ...(known && { known }) }
  })
}

/** What was sent is shown until it is decided, as its review does. */
function senderOf(
  { state, sealed, agencyName, agencyId = '' }: MatchRow,
  secrets: Secrets,
): MatchPerson | undefined {
  if (state !== 'open' || !sealed) return undefined
  const { firstName, lastName } = openSubmission(secrets, sealed).worker
  return { name: `${firstName} ${lastName}`, from: agencyName ?? agencyId }
}

const storedAs = (line: WorkerListing | undefined): MatchPerson | undefined =>
  line && { name: line.name, from: [line.reference, ...line.agencies].join(', ') }
