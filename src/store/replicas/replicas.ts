// Replicas of the database that records are read from: each read is answered by one that has exactly the versions its
// caller was let in with, else by the primary. So nobody sees less than what was answered before: not less than was
// written, where a replica is behind; nor less than was read, where it shows a commit before the primary does.
import { setTimeout as wait } from 'node:timers/promises'
import {
  type Database,
  type OpenOptions,
  type OwnConnections,
  openDatabase,
  type Statements,
} from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { sqlStates } from '../../database/sql-states.ts'
import {
  beginSnapshot,
  behindCode,
  exactlyReached,
  noReplicas,
  ofSeveralHosts,
  type Reads,
  type ReplicaReads,
  type ReplicaState,
  readIf,
  readingLike,
} from './reads.ts'

type ReplicaAddress = { url: string; weight: number }

/** How long a replica that was behind is not asked. */
const behindMs = 100
const lookEveryMs = 1_000
/** One that does not answer is given up sooner than the primary, which answers in its place. */
const replicaTimeoutMs = 2_000

type ReplicaOptions = OpenOptions & {
  timeoutMs: number
  /** How many columns are still being filled, which moves no version; the stamp moves when one begins or ends. */
  filling: { pending(): number; stamp(): string }
  /** Whether the address of the primary names several. */
  hasSeveralHosts?: boolean
}

export function readsOver(
  primary: Database,
  addresses: readonly ReplicaAddress[],
  { timeoutMs, filling, hasSeveralHosts = false, ...options }: ReplicaOptions,
): Reads {
  const alone = (hasSeveralHosts ? ofSeveralHosts : noReplicas)(primary)
  const limitMs = Math.min(timeoutMs, replicaTimeoutMs)
  const watch = watchOver(
    primary,
    addresses.map((address, at) => new Replica(address, at + 1, limitMs, options)),
    filling,
  )
  const counted: ReplicaReads = { answered: 0, behind: 0, ahead: 0, failed: 0, unasked: 0 }
  const asking = askingOne(watch.choose, counted)
  const over = (versions: string, of: (replica: Replica) => Statements, own: Statements, isOwn = false) =>
    readingLike(own, (read, statement) =>
      asking(
        one => read(of(one), readIf(statement, exactlyReached(versions))),
        () => read(alone.sure(own, versions), statement),
        { isOwn },
      ),
    )
  return {
    at: versions => over(versions, one => one.pages, primary),
    apart: (versions, options, otherwise) => over(versions, one => one.apart(options), otherwise, true),
    sure: alone.sure,
    session: (versions, begin, use) =>
      asking(
        async one => {
          const condition = exactlyReached(versions)
          // Given up sooner than a connection that has yet to be made.
          await one.pages.rows(sql`select ${condition}`)
          const { session } = await beginSnapshot(one.database, begin, use, condition)
          return { session, database: one.database.answering(limitMs) }
        },
        () => alone.session(versions, begin, use),
        { isLong: true },
      ),
    states: watch.states,
    counted,
    close: watch.close,
  }
}

/** With what was seen of it last. */
class Replica {
  readonly place: number
  readonly weight: number
  readonly database: Database
  readonly pages: Statements
  private readonly ownStatements = new Map<number, Statements>()
  reading = 0
  /** It is not asked before then. */
  restsUntilMs = 0
  state: ReplicaState['state'] = 'away'
  lagSeconds: number | undefined
  why: string | undefined = 'it was not asked yet'
  /** Whether rows that somebody still reads stay, though the primary has removed them. */
  keepsRows = false

  constructor({ url, weight }: ReplicaAddress, place: number, limitMs: number, options: OpenOptions) {
    this.place = place
    this.weight = weight
    this.database = openDatabase({ url }, options)
    // PostgreSQL itself ends what takes long, and the primary does it.
    const apart = { connections: options.connections, timeoutMs: Math.ceil(limitMs * 0.8) }
    this.pages = this.database.answering(limitMs).apart(apart)
  }

  /** Connections of their own, which stay for the next who ask with the same limit. */
  apart(options: OwnConnections): Statements {
    const limitMs = options.timeoutMs + replicaTimeoutMs
    const known = this.ownStatements.get(options.timeoutMs) ?? this.database.answering(limitMs).apart(options)
    this.ownStatements.set(options.timeoutMs, known)
    return known
  }

  async look(identity: string | undefined, filledUpTo = 'FFFFFFFF/FFFFFFFF'): Promise<void> {
    try {
      const [row] = await this.pages.rows<ReplicaRow>(sql`
        select ${identityOf} as of, pg_is_in_recovery() as standby, current_setting('hot_standby_feedback')::boolean as keeps,
          coalesce(pg_last_wal_replay_lsn() >= ${filledUpTo}::text::pg_lsn, false) as applied,
          case when pg_last_wal_receive_lsn() is distinct from pg_last_wal_replay_lsn()
            then extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 else 0 end as lag`)
      this.lagSeconds = row!.lag ?? undefined
      this.keepsRows = row!.keeps
      // What takes writes is another database, or a primary that was replaced and does not know; or the primary itself.
      this.why = identity === undefined ? 'the primary was not asked yet' : strangeness(row!, identity)
      this.state = this.why !== undefined ? 'away' : row!.applied ? 'reading' : 'behind'
    } catch (error) {
      this.state = 'away'
      this.why = (error as Error).message
      this.lagSeconds = undefined
    }
  }
}

/** Why what answers is no replica of this database. */
function strangeness({ of, standby }: ReplicaRow, identity: string): string | undefined {
  if (of !== identity) return 'it is another database'
  return standby ? undefined : 'it takes writes itself'
}

type ReplicaRow = { of: string; standby: boolean; applied: boolean; keeps: boolean; lag: number | null }

/** The same for a primary and what follows it, and for nothing else. */
const identityOf = sql`(select system_identifier::text from pg_control_system()) || ' ' || current_database()`

type Choose = (isLong: boolean) => Replica | undefined

/** Looks at the replicas once a second, and chooses among those that can be read from the one with the least to do. */
function watchOver(
  primary: Database,
  replicas: readonly Replica[],
  filling: ReplicaOptions['filling'],
): { choose: Choose; states: Reads['states']; close(): Promise<void> } {
  const ending = new AbortController()
  /** What replicas must have applied: no version tells of columns that were filled. */
  let filledUpTo: string | undefined
  /** The stamp that the states of replicas are of. */
  let filledBy: string | undefined
  let identity: string | undefined
  const lookAtPrimary = async () => {
    identity ??= await primary.value(sql`select ${identityOf}`)
    const stamp = filling.stamp()
    if (filling.pending() > 0) filledUpTo = undefined
    else if (filledUpTo === undefined || filledBy !== stamp) {
      filledUpTo = undefined
      filledUpTo = await primary.value(sql`select pg_current_wal_insert_lsn()::text`)
    }
    return stamp
  }
  const looking = (async () => {
    while (!ending.signal.aborted) {
      const stamp = await lookAtPrimary().catch(() => undefined)
      await Promise.all(replicas.map(one => one.look(identity, filledUpTo)))
      filledBy = stamp
      await wait(lookEveryMs, undefined, { signal: ending.signal }).catch(() => {})
    }
  })()
  const load = (one: Replica) => one.reading / one.weight
  return {
    choose(isLong) {
      const nowMs = performance.now()
      if (filledBy !== filling.stamp()) return undefined
      return replicas
        .filter(one => one.state === 'reading' && one.restsUntilMs <= nowMs && (one.keepsRows || !isLong))
        .reduce<Replica | undefined>((best, one) => (best && load(best) <= load(one) ? best : one), undefined)
    },
    states: () => replicas.map(({ place, state, lagSeconds, why }) => ({ place, state, lagSeconds, why })),
    async close() {
      ending.abort()
      await looking
      await Promise.all(replicas.map(({ database }) => database.close()))
    },
  }
}

type Asking = <T>(
  ask: (replica: Replica) => Promise<T>,
  otherwise: () => Promise<T>,
  how?: { isLong?: boolean; isOwn?: boolean },
) => Promise<T>

/** On a replica if possible, else on the primary. */
const askingOne =
  (choose: Choose, counted: ReplicaReads): Asking =>
  async (ask, otherwise, { isLong = false, isOwn = false } = {}) => {
    const one = choose(isLong)
    if (!one) {
      counted.unasked++
      return otherwise()
    }
    one.reading++
    try {
      const read = await ask(one)
      counted.answered++
      return read
    } catch (error) {
      const code = String((error as { code?: unknown }).code)
      counted[code === behindCode ? 'behind' : code === aheadCode ? 'ahead' : 'failed']++
      if (code === behindCode) one.restsUntilMs = performance.now() + behindMs
      else if (isGone.test(code)) one.state = 'away'
      if (code === sqlStates.queryCanceled && isOwn) throw error
      // Whatever fails there, the primary shows whether the statement itself is wrong.
      return await otherwise()
    } finally {
      one.reading--
    }
  }

const aheadCode = 'MU002'
const isGone = /^(NO_ANSWER|CONNECT\w*|E[A-Z]+|08\w{3}|53\w{3}|57P\w{2}|28\w{3}|3D\w{3}|42\w{3})$/
