// The word that somebody probably meant, by the fewest changes of letters.

/** The candidate that takes the fewest edits. */
export function nearest(word: string, candidates: readonly string[]): string {
  const from = word.slice(0, 64).toLowerCase()
  let best = candidates[0] ?? ''
  let least = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const edits = distance(from, candidate.toLowerCase())
    if (edits < least) [best, least] = [candidate, edits]
  }
  return best
}

/** What may have been meant, for the end of a message: nothing where every candidate differs by more than a third. */
export function guess(word: string, candidates: readonly string[]): string {
  const close = nearest(word, candidates)
  const most = Math.max(1, Math.floor(Math.max(word.length, close.length) / 3))
  const isClose = close !== '' && distance(word.slice(0, 64).toLowerCase(), close.toLowerCase()) <= most
  return isClose ? `; the nearest one is "${close}"` : ''
}

/** The same, or all there are. */
export const guessOrAll = (word: string, candidates: readonly string[]): string =>
  guess(word, candidates) || `; there are ${candidates.join(', ')}`

function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const swap = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, swap))
    }
    row = next
  }
  return row[to.length]!
}
