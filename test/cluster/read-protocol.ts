// A model of how reads are answered over replicas, small enough to visit every state that it can be in: two writes, a
// primary, two replicas, two servers that remember answers, and two requests under way at any time.

export type Rules = {
  /** Of the versions that a request was let in with, what a replica must have to answer it. */
  replicaHas: 'at least' | 'exactly'
  /** Whether a write is recorded only after the one before it shows, or several are under way at once. */
  publishers: 'in turn' | 'at once'
  /** Each write moves a version of its own; the gate gives all of them, or their sum. */
  versions: 'listed' | 'summed'
}

/** The steps that lead to a state in which a promise is broken. */
export type Explored = { states: number; unseenWrite?: string[]; readGoesBack?: string[] }

/** Writes, one bit each. */
type Writes = number
const writes = [0, 1]
const bit = (write: number) => 1 << write
const has = (all: Writes, some: Writes) => (all & some) === some
const count = (some: Writes) => writes.filter(write => has(some, bit(write))).length

/** What had been acknowledged, and shown to anybody, before the request was sent; and the version it was let in with. */
type Request = { acknowledged: Writes; shown: Writes; version: number | null }
type Kept = { version: number; shown: Writes }

type State = {
  /** Commits in the order of the log, which replicas follow. */
  log: readonly number[]
  visible: Writes
  acknowledged: Writes
  /** How much of the log each replica has applied. */
  applied: readonly number[]
  /** The last answer that each server remembers. */
  kept: readonly (Kept | null)[]
  requests: readonly (Request | null)[]
  /** What any answer has shown so far. */
  shown: Writes
}

const start: State = {
  log: [],
  visible: 0,
  acknowledged: 0,
  applied: [0, 0],
  kept: [null, null],
  requests: [null, null],
  shown: 0,
}

type Broken = 'unseenWrite' | 'readGoesBack'
type Step = { does: string; state: State; breaks?: Broken[] }

const replaced = <T>(list: readonly T[], at: number, one: T): T[] => list.with(at, one)

const versionOf = (rules: Rules, some: Writes) => (rules.versions === 'listed' ? some : count(some))

/** The rule for a replica, as exactly_reached() and reached() decide it. */
export function mayAnswer(rules: Rules, applied: Writes, version: number): boolean {
  const own = versionOf(rules, applied)
  if (rules.replicaHas === 'exactly') return own === version
  return rules.versions === 'listed' ? has(own, version) : own >= version
}

const isOlder = (rules: Rules, one: number, than: number) =>
  one !== than && (rules.versions === 'listed' ? has(than, one) : one < than)

function* writeSteps(rules: Rules, state: State): Generator<Step> {
  const { log, visible, acknowledged, applied } = state
  const isUnderWay = log.some(write => !has(visible, bit(write)))
  for (const write of writes) {
    if (!log.includes(write)) {
      // Neither differs from the other: the first in the log is called 0.
      if (write === log.length && (rules.publishers === 'at once' || !isUnderWay))
        yield { does: `write ${write} is in the log`, state: { ...state, log: [...log, write] } }
    } else if (!has(visible, bit(write)))
      yield {
        does: `the primary shows write ${write}`,
        state: { ...state, visible: visible | bit(write) },
      }
    else if (!has(acknowledged, bit(write)))
      yield {
        does: `write ${write} is acknowledged`,
        state: { ...state, acknowledged: acknowledged | bit(write) },
      }
  }
  for (const [at, length] of applied.entries())
    if (length < log.length)
      yield {
        does: `replica ${at} applies write ${log[length]}`,
        state: { ...state, applied: replaced(applied, at, length + 1) },
      }
}

function* requestSteps(rules: Rules, state: State): Generator<Step> {
  const { requests, acknowledged, shown, visible } = state
  for (const [at, request] of requests.entries()) {
    const becoming = (one: Request | null) => ({ ...state, requests: replaced(requests, at, one) })
    if (!request)
      yield { does: `request ${at} is sent`, state: becoming({ acknowledged, shown, version: null }) }
    else if (request.version === null)
      yield {
        does: `request ${at} is let in`,
        state: becoming({ ...request, version: versionOf(rules, visible) }),
      }
    else
      yield* answers(rules, state, request.version).map(({ from, read, kept }) => ({
        does: `request ${at} is answered by ${from} with ${JSON.stringify(writes.filter(write => has(read, bit(write))))}`,
        state: { ...becoming(null), kept, shown: shown | read },
        breaks: [
          ...(has(read, request.acknowledged) ? [] : (['unseenWrite'] as const)),
          ...(has(read, request.shown) ? [] : (['readGoesBack'] as const)),
        ],
      }))
  }
}

type Answer = { from: string; read: Writes; kept: State['kept'] }

/** By the primary at any time, by a replica that may, or from what one of the servers remembers. */
function answers(rules: Rules, { log, visible, applied, kept }: State, version: number): Answer[] {
  const replicas = applied
    .map((length, at) => ({
      from: `replica ${at}`,
      read: log.slice(0, length).reduce((sum, write) => sum | bit(write), 0),
    }))
    .filter(({ read }) => mayAnswer(rules, read, version))
  return kept.flatMap((held, server) => {
    const read = [{ from: 'the primary', read: visible }, ...replicas].map(answer => ({
      ...answer,
      kept:
        held && isOlder(rules, version, held.version)
          ? kept
          : replaced(kept, server, { version, shown: answer.read }),
    }))
    return held?.version === version
      ? [{ from: `memory of server ${server}`, read: held.shown, kept }, ...read]
      : read
  })
}

/** A number for each state, the same for states that differ only in which replica, server or request is which. */
function nameOf({ log, visible, acknowledged, applied, kept, requests, shown }: State): number {
  const pair = (list: readonly number[], radix: number) =>
    Math.min(list[0]!, list[1]!) * radix + Math.max(list[0]!, list[1]!)
  const keptName = (one: Kept | null) => (one ? 1 + one.version * 4 + one.shown : 0)
  const requestName = (one: Request | null) =>
    one ? 1 + (one.version ?? 4) * 16 + one.acknowledged * 4 + one.shown : 0
  const requestsName = pair(requests.map(requestName), 81)
  const memoryName = pair(kept.map(keptName), 17)
  const data = ((log.length * 9 + pair(applied, 3)) * 4 + visible) * 16 + acknowledged * 4 + shown
  return (requestsName * 17 * 17 + memoryName) * 3 * 9 * 64 + data
}

/** Visits every state, those that take the fewest steps first. */
export function explore(rules: Rules): Explored {
  const before = new Map<number, { from: number; does: string } | null>([[nameOf(start), null]])
  const pathTo = (name: number): string[] => {
    const step = before.get(name)
    return step ? [...pathTo(step.from), step.does] : []
  }
  const found: Explored = { states: 0 }
  const waiting = [start]
  for (const state of waiting) {
    const from = nameOf(state)
    for (const { does, state: next, breaks = [] } of [
      ...writeSteps(rules, state),
      ...requestSteps(rules, state),
    ]) {
      for (const broken of breaks) found[broken] ??= [...pathTo(from), does]
      const name = nameOf(next)
      if (before.has(name)) continue
      before.set(name, { from, does })
      waiting.push(next)
    }
  }
  return { ...found, states: before.size }
}
