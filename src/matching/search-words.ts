// What was typed to find a person, and how near it is to a name: in any order, nearly right. A name is found where each
// word typed is one of its words, or all but one where three or more were typed.
import { isOneLetterOff, isVariant, jaroWinkler, nameWords, soundOf } from './names.ts'
import type { Finding } from './verdicts.ts'

export type Which = 'first' | 'last'

/** For each word that was typed, how it was found in a name; undefined where it was not. */
export type WordFindings = readonly (Finding | undefined)[]

/** The best first: how far a finding is from the same. */
const distance: Partial<Record<Finding, number>> = {
  same: 0,
  nickname: 1,
  oneLetter: 1,
  spelling: 2,
  sound: 3,
  initial: 4,
}

/** The words of what was typed that can be words of a name; more than six say no more. */
export const typedWords = (text: string): string[] =>
  /\p{L}/u.test(text) && !/[\d@]/.test(text) ? [...new Set(nameWords(text))].slice(0, 6) : []

/** Finds typed words in first or last names, given as they are stored; each name is looked at once. */
export function wordFinder(typed: readonly string[], which: Which): (name: string) => WordFindings {
  const sounds = typed.map(word => soundOf(word))
  return name => {
    const parts = name.split(' ')
    const words = parts.length > 1 ? [...parts, parts.join('')] : parts
    return typed.map((word, at) =>
      best(words.map(part => findingOf(word, part, which, () => soundOf(part) === sounds[at]))),
    )
  }
}

const best = (findings: readonly (Finding | undefined)[]): Finding | undefined =>
  findings.reduce((one, other) => (far(other) < far(one) ? other : one))

const far = (finding: Finding | undefined) =>
  finding === undefined ? Number.POSITIVE_INFINITY : distance[finding]!

function findingOf(
  typed: string,
  word: string,
  which: Which,
  soundsAlike: () => boolean,
): Finding | undefined {
  if (typed === word) return 'same'
  const hasSameStart = typed[0] === word[0]
  if (typed.length === 1) return which === 'first' && hasSameStart ? 'initial' : undefined
  if (which === 'first' && isVariant(typed, word)) return 'nickname'
  if (Math.abs(typed.length - word.length) > 3 || Math.min(typed.length, word.length) < 3) return undefined
  if (isOneLetterOff(typed, word)) return 'oneLetter'
  if (!hasSameStart) return undefined
  if (typed.length > 5 && jaroWinkler(typed, word) >= 0.93) return 'spelling'
  return soundsAlike() ? 'sound' : undefined
}

/** How a whole name was found: by the worst of its words, and how far it is from what was typed; undefined where it was
 * not. */
export function nameFinding(
  first: WordFindings,
  last: WordFindings,
): { finding: Finding; far: number } | undefined {
  const found = first.map((one, at) => best([one, last[at]]))
  const words = found.filter(one => one !== undefined)
  const needed = found.length > 2 ? found.length - 1 : found.length
  if (words.length < needed || words.length === 0) return undefined
  const finding = words.reduce((one, other) => (far(other) > far(one) ? other : one))
  const missing = found.length - words.length
  return {
    finding: missing > 0 && finding === 'same' ? 'namePart' : finding,
    far: sum(words.map(far)) + missing * 2,
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** Whether any of the words was found. */
export const hasFinding = (findings: WordFindings) => findings.some(one => one !== undefined)
