// What is proposed for one property, for whoever corrects it by choosing: where it comes from, and what else it could be.
import { datesIn, formsOf, type Leaf, type SampledColumn } from './guess-columns.ts'
import { acceptedKind } from './nodes.ts'
import { columnMeanings, type MappingChoices, type WordMeaning } from './property-lines.ts'

export type ProposedProperty = {
  /** Its path in the record; that of a fact with `facts.` before it. */
  path: string
  takes: string
  meaning: string
  required: boolean
  /** `made` of other columns; `unsaid` where it is required, or a word of its column has no meaning yet. */
  state: 'column' | 'constant' | 'made' | 'unsaid' | 'left out'
  column: string | null
  constant: string | null
  /** What it takes, where it takes one of several words. */
  allowed: readonly string[]
  /** The words of its column that are none of these. */
  words: WordMeaning[]
  /** The forms that its dates may have, and the one that they are read by. */
  dates: string[]
  date: string | null
}

/** The path by which somebody chooses a property. */
export const propertyKey = ({ path, isFact }: Pick<Leaf, 'path' | 'isFact'>) =>
  isFact ? `facts.${path}` : path

type Proposed = { column: SampledColumn | undefined; lines: readonly string[]; choices: MappingChoices }

export function proposedProperty(leaf: Leaf, { column, lines, choices }: Proposed): ProposedProperty {
  const { node, required } = leaf
  const path = propertyKey(leaf)
  const constant = choices.constants?.[path] || null
  const values = column && constant === null ? column.values : []
  const isDate = node['x-instant'] === true && values.length > 0
  const isUnsaid = lines.some(line => line.includes('REQUIRED'))
  const state = column ? 'column' : lines.length > 0 ? 'made' : 'left out'
  return {
    path,
    takes: acceptedKind(node),
    meaning: node.description ?? '',
    required,
    state: isUnsaid ? 'unsaid' : constant === null ? state : 'constant',
    column: constant === null ? (column?.name ?? null) : null,
    constant,
    allowed: node.enum ?? (node.type === 'boolean' ? ['yes', 'no'] : []),
    words: columnMeanings(node, values, choices.words?.[path] ?? {}),
    dates: isDate ? formsOf(values) : [],
    date: isDate ? (choices.dates?.[path] ?? datesIn(values) ?? null) : null,
  }
}
