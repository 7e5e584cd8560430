// What a history of requests and answers must be like, whatever happened to servers and connections meanwhile. It knows only the
// contract: every request with the moments at which it was sent and answered, by one clock.

import { ageOf, cutFaults, historyOf, isKept } from './restores.ts'

/** A set of records that are written together, each time with the next higher value. */
export type Write = { group: string; value: number; sentMs: number; ackMs?: number }
export type Read = {
  group: string
  key: string
  from: 'list' | 'record' | 'export' | 'changes'
  /** The value of each record of the group that was shown. */
  values: readonly number[]
  sentMs: number
  gotMs: number
}
export type Post = { name: string; sentMs: number; worker?: string; ackMs?: number }
/** What let a key in or shut it out: when that was asked for, and when it was confirmed. */
export type Turn = { key: string; to: 'shut' | 'open'; sentMs: number; ackMs?: number }
/** Whether a key was let in, or an agency shown anything. */
export type Seen = { key: string; is: boolean; sentMs: number; gotMs: number }

/** A backup that was put back while no server ran: what was so at some moment of it is so again. */
export type Restore = {
  /** When the backup was asked for, and when it was whole. */
  backup: { sentMs: number; ackMs: number }
  /** Nobody was answered from this moment until the servers began again. */
  endedMs: number
}

export type History = {
  restores: Restore[]
  writes: Write[]
  reads: Read[]
  posts: Post[]
  turns: Turn[]
  seen: Seen[]
  /** When a limited key was let in. */
  admitted: { key: string; sentMs: number; gotMs: number }[]
}

export const emptyHistory = (): History => ({
  restores: [],
  writes: [],
  reads: [],
  posts: [],
  turns: [],
  seen: [],
  admitted: [],
})

/** Everything that cannot be, each in a sentence. */
export function faultsIn(history: History, limits: ReadonlyMap<string, number>): string[] {
  return [...history.restores.keys(), history.restores.length].flatMap(age => {
    const own = historyOf(history, age)
    return [
      ...readFaults(own),
      ...postFaults(own),
      ...turnFaults(own),
      ...[...limits].flatMap(([key, most]) => limitFaults(own, key, most)),
      ...cutFaults(history, age),
    ]
  })
}

const told = ({ group, key, from, values, sentMs, gotMs }: Read) =>
  `${from} of ${group} by ${key} from ${Math.round(sentMs)} to ${Math.round(gotMs)} shows ${values.join()}`

/** What was acknowledged is there, what was written together is shown together, and no read goes back, by whichever key. */
function readFaults({ writes, reads }: History): string[] {
  const faults: string[] = []
  for (const [group, all] of Map.groupBy(reads, read => read.group)) {
    const own = writes.filter(write => write.group === group)
    const ordered = all.toSorted((one, other) => one.sentMs - other.sentMs)
    const byEnd = all.toSorted((one, other) => one.gotMs - other.gotMs)
    let ended = 0
    let most: Read | undefined
    for (const read of ordered) {
      for (; ended < byEnd.length && byEnd[ended]!.gotMs < read.sentMs; ended++)
        if (!most || highest(byEnd[ended]!) > highest(most)) most = byEnd[ended]!
      const [least, high] = [Math.min(...read.values), highest(read)]
      if (read.from !== 'changes' && least !== high)
        faults.push(`${told(read)}: what was written together is not shown together`)
      const acknowledged = own.filter(write => write.ackMs !== undefined && write.ackMs < read.sentMs)
      const known = Math.max(0, ...acknowledged.map(write => write.value))
      if (least < known) faults.push(`${told(read)}: ${known} was acknowledged before it was asked for`)
      if (!own.some(write => write.value === high && write.sentMs < read.gotMs) && high !== 0)
        faults.push(`${told(read)}: nobody had written that`)
      if (most && least < highest(most))
        faults.push(`${told(read)}, and before it ${told(most)}: a read goes back`)
    }
  }
  return faults
}

const highest = ({ values }: Read) => Math.max(...values)

/** One name creates one worker, whoever answers for it. */
function postFaults({ posts }: History): string[] {
  return [...Map.groupBy(posts, post => post.name)].flatMap(([name, all]) => {
    const workers = new Set(all.flatMap(({ worker }) => worker ?? []))
    return workers.size > 1 ? [`Idempotency-Key ${name} created ${[...workers].join(' and ')}`] : []
  })
}

/** Whoever was shut out is let in by nobody afterwards, and whoever was let in again is. */
function turnFaults({ turns, seen }: History): string[] {
  return seen.flatMap(({ key, is, sentMs, gotMs }) => {
    const own = turns.filter(turn => turn.key === key && turn.sentMs < gotMs)
    // What may hold at some moment of the request: the last that was confirmed before it, and all that were not yet then.
    const sure = own.filter(turn => turn.ackMs !== undefined && turn.ackMs < sentMs).at(-1)
    const open = own.filter(turn => !sure || turn.sentMs > sure.sentMs)
    const may = [...(sure ? [sure.to === 'open'] : [true]), ...open.map(turn => turn.to === 'open')]
    if (may.includes(is)) return []
    return [
      `${key} was ${is ? 'let in' : 'shut out'} from ${Math.round(sentMs)} to ${Math.round(gotMs)}, and nothing says so`,
    ]
  })
}

/** Of every write that certainly became an event all records are told of, and of none more often than there were such writes. */
export function deliveryFaults(
  history: Pick<History, 'restores' | 'writes'>,
  isEvent: (value: number) => boolean,
  idsOf: (group: string) => readonly string[],
  heard: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const { restores, writes } = history
  return [...Map.groupBy(writes, write => write.group)].flatMap(([group, own]) => {
    const sure = new Map(
      own.filter(one => isKept(restores, one)).map(one => [one.value, ageOf(restores, one.sentMs)]),
    )
    const events = own.filter(({ value }) => isEvent(value))
    // Where the write before is not known to be there, nothing may have changed.
    const least = events.filter(
      ({ value }) => sure.has(value) && sure.get(value - 1) === sure.get(value),
    ).length
    return idsOf(group).flatMap(id => {
      const many = heard.get(id)?.size ?? 0
      if (many >= least && many <= events.length) return []
      return [`${many} events of ${id} were delivered, and there were ${least} to ${events.length}`]
    })
  })
}

/** However it is cut: those that certainly came in within one minute are no more than the limit. */
function limitFaults({ admitted }: History, key: string, most: number): string[] {
  const own = admitted.filter(one => one.key === key)
  return own.flatMap(first => {
    const within = own.filter(one => one.sentMs >= first.sentMs && one.gotMs < first.sentMs + 60_000).length
    return within > most ? [`${within} requests of ${key} came in within a minute, and ${most} may`] : []
  })
}
