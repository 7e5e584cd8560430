// Names: the folded form in which they are compared, how they sound, and how similar two are.
import anyAscii from 'any-ascii'
import { doubleMetaphone } from 'double-metaphone'
import { variantsOf } from './name-variants.ts'

const generations = new Set(['jr', 'jnr', 'junior', 'sr', 'snr', 'senior', 'ii', 'iii'])

/** ASCII words in lower case: no apostrophes, O', Mc and Mac joined to what follows, no Jr or Snr. */
export function nameWords(given: string): string[] {
  const plain = anyAscii(given.normalize('NFKC')).toLowerCase()
  const words = plain
    .replace(/['`’]/g, '')
    .replace(/[^a-z]+/g, ' ')
    .replace(/\b(o|mc|mac) (?=[a-z]{3})/g, '$1')
    .trim()
    .split(' ')
  const kept = words.filter(word => !generations.has(word))
  const found = (kept.length > 0 ? kept : words).filter(word => word !== '')
  // A name without an ASCII form is compared as it is.
  return found.length > 0 ? found : [given.normalize('NFKC').toLowerCase().trim()]
}

export const nameKey = (given: string) => nameWords(given).join(' ')

/** How a surname sounds (Double Metaphone). */
export const soundOf = (key: string) => doubleMetaphone(key.replaceAll(' ', ''))[0] || key

export function jaroWinkler(one: string, other: string): number {
  if (one === other) return 1
  const jaro = jaroOf(one, other)
  let shared = 0
  while (shared < 4 && shared < one.length && one[shared] === other[shared]) shared++
  return jaro + shared * 0.1 * (1 - jaro)
}

function jaroOf(one: string, other: string): number {
  const reach = Math.max(0, Math.floor(Math.max(one.length, other.length) / 2) - 1)
  const taken = new Array<boolean>(other.length).fill(false)
  const matched: string[] = []
  for (const [at, letter] of [...one].entries()) {
    for (let near = Math.max(0, at - reach); near < Math.min(other.length, at + reach + 1); near++) {
      if (taken[near] || other[near] !== letter) continue
      taken[near] = true
      matched.push(letter)
      break
    }
  }
  if (matched.length === 0) return 0
  const theirs = [...other].filter((_, at) => taken[at])
  const moved = matched.filter((letter, at) => letter !== theirs[at]).length / 2
  const count = matched.length
  return (count / one.length + count / other.length + (count - moved) / count) / 3
}

/** Nicknames and spellings of one name. */
export const isVariant = (one: string, other: string) =>
  variantsOf(one).some(group => variantsOf(other).includes(group))

/** Whether one letter was changed, left out or added, or two neighbours are in the wrong order. */
export function isOneLetterOff(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  if (at === long.length) return false
  const rest = (text: string, from: number) => text.slice(from)
  if (short.length < long.length) return rest(short, at) === rest(long, at + 1)
  if (rest(short, at + 1) === rest(long, at + 1)) return true
  return (
    short[at] === long[at + 1] && short[at + 1] === long[at] && rest(short, at + 2) === rest(long, at + 2)
  )
}
