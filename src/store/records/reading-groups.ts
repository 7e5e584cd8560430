// Reads the groups of an export one after another: over one connection, or over two that see the same moment, each of
// which has every other group. PostgreSQL, with a process for each connection, then works on two cores.
import type { Row, RowGroup } from '../../kernel/query/plan.ts'
import type { Session } from '../engine/database.ts'
import { giveBack } from '../engine/large-reads.ts'
import { type Sql, sql } from '../engine/sql.ts'
import type { ReadGroup, Share } from './row-groups.ts'
import { literal } from './where.ts'

/** All rows of a plan, in groups. */
export type WholeReading = {
  statement(share?: Share): Sql
  read(columns: readonly (Buffer | null)[]): ReadGroup
  /** One that is too long for a group. */
  long(id: string): Promise<Row>
  /** Whether they are so many that a second connection is worth making. */
  isLarge: boolean
}

/** Everybody else's turn between two groups. */
type Turn = () => Promise<void>

/** By turns over these connections. Fails where nothing of it can be read, before anything is sent. */
export async function groupsOf(
  sessions: readonly Session[],
  whole: WholeReading,
  turn: Turn,
): Promise<AsyncGenerator<RowGroup>> {
  const of = sessions.length
  const declared = sessions.map((session, at) => {
    const statement = whole.statement(of > 1 ? { at, of } : undefined)
    return session.rows(sql`declare export no scroll cursor for ${statement}`, { once: true })
  })
  await Promise.all(declared)
  return read(sessions, whole, turn)
}

async function* read(
  sessions: readonly Session[],
  whole: WholeReading,
  turn: Turn,
): AsyncGenerator<RowGroup> {
  const readers = sessions.map(fetched)
  for (let at = 0; ; at = (at + 1) % readers.length) {
    const { value: columns, done } = await readers[at]!.next()
    if (done) return
    await turn()
    const group = whole.read(columns)
    let isDone = false
    const giveBackOnce = () => {
      if (!isDone) giveBack(columns)
      isDone = true
    }
    if (group.long.size === 0) yield { ...group.rows, done: giveBackOnce }
    else yield* withLong(group, whole.long)
  }
}

/** So much is read at once. */
const batch = { groups: 8, bytes: 1_000_000 }

/** How many groups to read after these, as large as they are. */
function groupsAfter(groups: readonly (Buffer | null)[][]): number {
  const bytes = groups.flat().reduce((sum, column) => sum + (column?.length ?? 0), 0)
  return Math.max(1, Math.min(batch.groups, Math.floor((groups.length * batch.bytes) / bytes)))
}

/** The next groups are on their way while these are written. */
async function* fetched(session: Session): AsyncGenerator<(Buffer | null)[]> {
  const fetch = (count: number) => {
    const groups = session.raw(sql`fetch forward ${literal(count)} from export`)
    groups.catch(() => {})
    return { count, groups }
  }
  // One more is asked for than is on its way, so that PostgreSQL does not wait for us.
  const ahead = [fetch(1), fetch(1)]
  for (;;) {
    const { count, groups: asked } = ahead.shift()!
    const groups = await asked
    const isLast = groups.length < count
    if (!isLast) ahead.push(fetch(groupsAfter(groups)))
    yield* groups
    if (isLast) return
  }
}

/** Each by itself, so that no more than one long row is there at a time. */
async function* withLong(
  { rows, long: ids }: ReadGroup,
  long: WholeReading['long'],
): AsyncGenerator<RowGroup> {
  for (const [index, row] of rows.each().entries()) {
    const id = ids.get(index)
    const whole = id === undefined ? row : await long(id)
    yield { count: 1, each: () => [whole] }
  }
}
