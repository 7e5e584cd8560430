// Checks that everything published says what it means: one line for each property, word of an enum, parameter, event,
// scope and error that does not, is too long, or only repeats its own name.
import type { Operation } from '../kernel/operation/operation.ts'
import type { RecordType } from '../record-types/record-type.ts'
import { type Node, nodeOf, withoutNull } from '../shape/shape.ts'

/** So long may a sentence be: it is read in a table, a tooltip, an editor. */
const longest = 120

type MeaningEntry = { place: string; name: string; sentence: string | undefined; remedy?: string }

export type Meanings = {
  recordTypes: readonly RecordType[]
  operations: readonly Operation[]
  events: readonly { name: string; summary: string }[]
  scopes: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
}

/** What is wrong with what is said, each in one line. */
export function missingMeanings({ recordTypes, operations, events, scopes, errors }: Meanings): string[] {
  const tabled = (what: string, table: Readonly<Record<string, string>>): MeaningEntry[] =>
    Object.entries(table).map(([name, sentence]) => ({ place: `the ${what} ${name}`, name, sentence }))
  const said = [
    ...recordTypes.flatMap(({ type, record, facts }) => [
      ...propertiesOf(nodeOf(record), type),
      ...propertiesOf(nodeOf(facts), `${type} facts`),
    ]),
    ...operations.flatMap(saidByOperation),
    ...tabled('event', Object.fromEntries(events.map(({ name, summary }) => [name, summary]))),
    ...tabled('scope', scopes),
    ...tabled('error', errors),
  ]
  // What a Shape says stands wherever it is used, and says something where not all of it is in the names around it.
  const shared = Map.groupBy(said, ({ name, sentence }) => `${name} ${sentence}`)
  const repeats = ({ name, sentence = '' }: MeaningEntry) =>
    shared.get(`${name} ${sentence}`)!.every(({ place }) => onlyRepeats(sentence, `${place} ${name}`))
  return [...new Set(said.flatMap(one => faultIn(one, repeats) ?? []))]
}

function saidByOperation({
  method,
  path,
  reads,
  answers,
  body,
  meta,
  parameters,
}: Operation): MeaningEntry[] {
  const where = `${method} ${path}`
  // What is read of a stored record is said where that is declared.
  const of = reads ?? where
  return [
    ...propertiesOf(nodeOf(answers), of),
    ...propertiesOf(nodeOf(meta ?? {}), `${where} meta`),
    ...propertiesOf(nodeOf(body?.schema ?? {}), `${where} body`),
    ...parameters.flatMap(({ name, description, note }) =>
      [description, ...(note === undefined ? [] : [note])].map(sentence => ({
        place: `${where}?${name}`,
        name,
        sentence,
        remedy: 'give its parameter a description',
      })),
    ),
  ]
}

/** Every property at any depth; of what is hidden and worked out nobody reads. */
function propertiesOf(given: Node, place: string): MeaningEntry[] {
  const node = withoutNull(given).node
  if (node.anyOf) return node.anyOf.flatMap(one => propertiesOf(one, place))
  if (node.items) return propertiesOf(node.items, place)
  const patterns = (node as { patternProperties?: Record<string, Node> }).patternProperties
  return [
    ...Object.values(patterns ?? {}).flatMap(one => propertiesOf(one, place)),
    ...Object.entries(node.properties ?? {})
      .filter(([, child]) => !(child['x-hidden'] && child['x-derived']))
      .flatMap(([name, child]) => [
        { place: `${place}.${name}`, name, sentence: child.description, remedy: 'write [schema, sentence]' },
        ...wordsOf(child, `${place}.${name}`),
        // Records of several types are said where each is declared.
        ...(withoutNull(child).node.anyOf ? [] : propertiesOf(child, `${place}.${name}`)),
      ]),
  ]
}

function wordsOf(given: Node, place: string): MeaningEntry[] {
  const { node } = withoutNull(withoutNull(given).node.items ?? given)
  const { enum: words = [], 'x-words': meanings } = node
  const areNames = meanings !== undefined && Object.keys(meanings).length === 0
  if (words.length < 2 || areNames) return []
  return words.map(name => ({
    place: `${place}, ${name}`,
    name,
    sentence: meanings?.[name],
    remedy: 'write words({ word: meaning })',
  }))
}

function faultIn(entry: MeaningEntry, repeats: (entry: MeaningEntry) => boolean): string | undefined {
  const { place, sentence = '', remedy } = entry
  const shown = sentence === '' ? '' : `: "${sentence}"`
  if (sentence.trim() === '')
    return `${place} does not say what it means${remedy ? `: ${remedy} beside it` : ''}`
  if (sentence.length > longest)
    return `${place} is explained in ${sentence.length} characters; ${longest} are the most${shown}`
  return repeats(entry)
    ? `${place} is explained by its own name: say its unit, its source, who sees it, when it is absent${shown}`
    : undefined
}

const filler = new Set('a an the this that of for in on at to is are it its and or with by'.split(' '))

const wordsIn = (text: string) =>
  text
    .replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '')
    .map(word => word.replace(/(?<=.{3})s$/, ''))

/** "The name of the site" of site.name. */
export function onlyRepeats(sentence: string, name: string): boolean {
  const known = new Set(wordsIn(name))
  return wordsIn(sentence).every(word => filler.has(word) || known.has(word))
}
