// Sentences about what was given, with the values apart from the words: many lines can be told of in one sentence, and
// what is kept of a load repeats nothing that was in it.

/** A value in a sentence, and what stands for it where lines are told of together, and in what is kept for later. */
type Value = { text: string; inGroup: string; inRecord: string }

export type Phrase = readonly (string | Value)[]

export type Sentence = string | Phrase

const hidden = '…'

/** What is put into it is hidden in groups and records, unless one of the functions below says otherwise. */
export const sentence = (
  words: readonly string[],
  ...values: readonly (string | number | Value | Phrase)[]
): Phrase => words.flatMap((text, index) => (index === 0 ? [text] : [...partsOf(values[index - 1]!), text]))

function partsOf(value: string | number | Value | Phrase): Phrase {
  if (typeof value === 'object') return 'text' in value ? [value] : value
  return [{ text: String(value), inGroup: hidden, inRecord: hidden }]
}

/** What is declared, such as the name of a property or a status, and nobody's value. */
export const declaredWord = (text: string | number): Value => {
  const same = String(text)
  return { text: same, inGroup: same, inRecord: same }
}

/** What lines are told apart by, such as the id of another record; it is not kept. */
export const shownInGroups = (text: string): Value => ({ text, inGroup: text, inRecord: hidden })

/** How many of something, which is nobody's value, though it may differ from line to line. */
export const howMany = (number: number): Value => ({ ...declaredWord(number), inGroup: hidden })

/** A value as JSON, cut where it is long. */
export function jsonValue(value: unknown): Value {
  const text = String(JSON.stringify(value)?.slice(0, 60))
  if (value == null || typeof value === 'boolean') return declaredWord(text)
  const instead = typeof value === 'string' ? `"${hidden}"` : hidden
  return { text, inGroup: instead, inRecord: instead }
}

const told = (said: Sentence, form: keyof Value): string =>
  typeof said === 'string' ? said : said.map(part => (typeof part === 'string' ? part : part[form])).join('')

export const sentenceText = (said: Sentence): string => told(said, 'text')
export const groupTextOf = (said: Sentence): string => told(said, 'inGroup')
export const recordTextOf = (said: Sentence): string => told(said, 'inRecord')
