// Suggests the word that was probably meant, by the fewest changes of letters; where none is near, lists all.

/** What may have been meant; nothing where no candidate is near, as a wrong guess misleads. */
export function nearestWord(
  word: string,
  candidates: readonly string[],
  near: typeof isNear = isNear,
): string | undefined {
  const start = sharedStart(candidates)
  const lower = word.slice(0, 64).toLowerCase()
  const from = lower.startsWith(start) ? lower.slice(start.length) : lower
  let best: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const to = candidate.toLowerCase().slice(start.length)
    const edits = Math.min(distance(from, to), distance(singular(from), singular(to)))
    if (edits < least && near(from, to, edits)) [best, least] = [candidate, edits]
  }
  return best
}

/** A quarter of the letters may differ, or one is the beginning of the other and half as long. */
function isNear(from: string, to: string, edits: number): boolean {
  const [short, long] = from.length < to.length ? [from, to] : [to, from]
  if (edits <= Math.max(1, Math.floor(long.length / 4))) return from !== ''
  return long.startsWith(short) && short.length >= 5 && short.length * 2 >= long.length
}

const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/s$/, '')

/** What all candidates begin with, such as `open_api_`, says nothing about which is meant. */
function sharedStart(candidates: readonly string[]): string {
  const [first = '', ...others] = candidates.map(one => one.toLowerCase())
  if (others.length === 0) return ''
  let length = first.length
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--
  const start = first.slice(0, length)
  return candidates.some(one => one.length === length) ? '' : start
}

/** For the end of a message: what may have been meant, or nothing. */
export function orNearest(word: string, candidates: readonly string[]): string {
  const close = nearestWord(word, candidates)
  return close === undefined ? '' : `; the nearest one is "${close}"`
}

/** More names than this are not all told. */
const mostNames = 60

/** What may have been meant, or all there are. */
export function nearestOrAll(word: string, candidates: readonly string[]): string {
  const close = nearestWord(word, candidates)
  if (close !== undefined) return `the nearest one is "${close}"`
  if (candidates.length === 1) return `there is only "${candidates[0]}"`
  const more = candidates.length - mostNames
  return `there are ${candidates.slice(0, mostNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** The same for the end of a message. */
export const orNearestOrAll = (word: string, candidates: readonly string[]): string =>
  `; ${nearestOrAll(word, candidates)}`

/** Two neighbours in the wrong order are one change. */
function distance(from: string, to: string): number {
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1]
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const swapped = isSwapped ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (isSame ? 0 : 1), swapped))
    }
    ;[before, row] = [row, next]
  }
  return row[to.length]!
}
