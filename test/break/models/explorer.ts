// Visits every state that a small model can be in, those that take the fewest steps first, and gives back the shortest way to
// each promise that is broken. Models are plain data and plain functions: what may happen next, and what must always hold.

export type Move<S> = { does: string; to: S }
export type Model<S> = {
  start: S
  moves(state: S): Iterable<Move<S>>
  /** What must hold in every state, each under the sentence that says so. */
  promises: Readonly<Record<string, (state: S) => boolean>>
}
export type Explored = {
  states: number
  /** Whether some state was left out because there were too many. */
  isWhole: boolean
  /** The shortest trace to each promise that does not hold. */
  broken: Readonly<Record<string, readonly string[]>>
}

type Visit<S> = { state: S; from?: Visit<S>; does: string }

const traceTo = <S>({ from, does }: Visit<S>): string[] => (from ? [...traceTo(from), does] : [])

export function explore<S>({ start, moves, promises }: Model<S>, mostStates = 400_000): Explored {
  const seen = new Set([JSON.stringify(start)])
  const broken: Record<string, readonly string[]> = {}
  const waiting: Visit<S>[] = [{ state: start, does: '' }]
  for (const visit of waiting) {
    for (const [sentence, holds] of Object.entries(promises))
      if (!broken[sentence] && !holds(visit.state)) broken[sentence] = traceTo(visit)
    if (seen.size >= mostStates) continue
    for (const { does, to } of moves(visit.state)) {
      const name = JSON.stringify(to)
      if (seen.has(name)) continue
      seen.add(name)
      waiting.push({ state: to, from: visit, does })
    }
  }
  return { states: seen.size, isWhole: seen.size < mostStates, broken }
}

/** One of the ways through a model, chosen by `choose` at each step; ends where nothing more can happen. */
export function* walk<S>({ start, moves }: Model<S>, choose: (many: number) => number, steps: number) {
  for (let state = start, left = steps; left > 0; left--) {
    const open = [...moves(state)]
    if (open.length === 0) return
    const move = open[choose(open.length)]!
    yield move
    state = move.to
  }
}
