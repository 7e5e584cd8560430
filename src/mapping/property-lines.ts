// The lines of a mapping for one property: its column, or a constant, with what has to be said of how values are written.
import { isId } from '../formats/id.ts'
import type { Node } from '../shape/shape.ts'
import {
  datesIn,
  decimalIn,
  flagWords,
  type Leaf,
  oddDates,
  oddNumbers,
  type SampledColumn,
} from './guess-columns.ts'
import { flagIn, usualNo, usualYes, wordIn } from './values.ts'

/** What somebody chose in place of a guess. Properties are named by their paths, those of facts with `facts.` before them. */
export type MappingChoices = {
  /** The columns that tell records apart, together. */
  id?: readonly string[]
  /** The property that each of these columns gives, empty for none. */
  columns?: Readonly<Record<string, string>>
  /** Values that are the same in every row. */
  constants?: Readonly<Record<string, string>>
  /** Of properties that take one of several words, or yes or no: what each word of the table means. */
  words?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** How dates are written, such as DD/MM/YYYY. */
  dates?: Readonly<Record<string, string>>
}

/** What was chosen for one property. */
type PropertyChoices = {
  words: Readonly<Record<string, string>>
  date: string | undefined
}

/** As YAML, in quotation marks where it would not be text by itself. */
export const yamlText = (text: string) =>
  /^[A-Za-z][\w -]*$/.test(text) && !/^(yes|no|true|false|null|on|off|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text)

export const constantLine = ({ path }: Leaf, value: string) => [`  ${path}: {value: ${yamlText(value)}}`]

export function propertyLines(
  { path, node }: Leaf,
  column: SampledColumn,
  { words, date }: PropertyChoices,
): string[] {
  const name = yamlText(column.name)
  const { values } = column
  if (node['x-reference'] && !values.every(isId))
    return [
      `  ${path}: {idFrom: ${name}}    # its values are no ids; the ${node['x-reference']} must be mapped by the same`,
    ]
  if (node['x-instant']) {
    const form = date ?? datesIn(values)
    return [
      form === undefined || form === 'iso'
        ? `  ${path}: ${name}`
        : `  ${path}: {column: ${name}, date: ${yamlText(form)}}${oddDates(values, form)}`,
    ]
  }
  if (node.enum) return enumLines(path, name, columnMeanings(node, values, words), node.enum)
  if ((node.type === 'number' || node.type === 'integer') && decimalIn(values) === ',')
    return [`  ${path}: {column: ${name}, decimal: ","}${oddNumbers(values, ',')}`]
  const unknown = node.type === 'boolean' ? columnMeanings(node, values, words) : []
  return unknown.length > 0 ? flagLines(path, name, unknown, values) : [`  ${path}: ${name}`]
}

export type WordMeaning = { value: string; means: string | null; isGuess: boolean }

const mostWords = 20

/** The words of a column that are none of the property's own, and what each means. */
export function columnMeanings(
  node: Node,
  values: readonly string[],
  chosen: Readonly<Record<string, string>>,
): WordMeaning[] {
  const meaningOf = node.enum ? enumMeaning(node.enum) : node.type === 'boolean' ? flagMeaning : undefined
  if (!meaningOf) return []
  return [...new Set(values)].flatMap(value => {
    const found = meaningOf(value)
    if (found === 'own') return []
    const means = chosen[value] || found
    return [{ value, means: means ?? null, isGuess: !chosen[value] && found !== undefined }]
  })
}

/** What is spelt otherwise is guessed by its first letters. */
const enumMeaning = (allowed: readonly string[]) => (value: string) => {
  if (wordIn(value, allowed) !== undefined) return 'own'
  const like = allowed.filter(word => word.toLowerCase().startsWith(value.toLowerCase().slice(0, 3)))
  return like.length === 1 ? like[0] : undefined
}

function flagMeaning(value: string): string | undefined {
  if (flagIn(value, { yes: usualYes, no: usualNo }) !== undefined) return 'own'
  const found = flagIn(value, flagWords)
  return found === undefined ? undefined : found ? 'yes' : 'no'
}

/** Words that are listed take the place of the usual ones, so those of the column that are understood are listed, too. */
function flagLines(
  path: string,
  name: string,
  unknown: readonly WordMeaning[],
  values: readonly string[],
): string[] {
  const untold = unknown.filter(({ means }) => means === null)
  if (untold.length > 0) {
    const shown = untold.slice(0, 5).map(({ value }) => value)
    return [
      `  ${path}: {column: ${name}, yes: [], no: []}    # REQUIRED: which of ${shown.join(', ')} mean yes`,
    ]
  }
  const usual = new Set(values.map(value => value.toLowerCase()))
  const told = (means: string, own: readonly string[]) => [
    ...unknown.flatMap(one => (one.means === means ? one.value : [])),
    ...own.filter(word => usual.has(word)),
  ]
  const note = unknown.some(({ isGuess }) => isGuess) ? '    # a guess' : ''
  return [
    `  ${path}: {column: ${name}${wordsFor('yes', told('yes', usualYes))}${wordsFor('no', told('no', usualNo))}}${note}`,
  ]
}

const wordsFor = (name: string, words: readonly string[]) =>
  words.length === 0 ? '' : `, ${name}: [${words.map(yamlText).join(', ')}]`

function enumLines(
  path: string,
  name: string,
  unknown: readonly WordMeaning[],
  allowed: readonly string[],
): string[] {
  if (unknown.length === 0) return [`  ${path}: ${name}`]
  const meant = unknown.slice(0, mostWords).map(({ value, means, isGuess }) => {
    const note = means === null ? `REQUIRED: one of ${allowed.join(', ')}` : isGuess ? 'a guess' : ''
    return `      ${yamlText(value)}: ${means ?? ''}${note && `    # ${note}`}`
  })
  return [`  ${path}:`, `    column: ${name}`, '    words:', ...meant]
}
