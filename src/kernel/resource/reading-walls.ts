// Refuses a mistake in what a collection says of its reading besides filters: a selection, a period, more in `meta`, and scopes
// that single records need.
import { furtherWords } from '../../access/ownership.ts'
import { columnFor } from '../../record-types/columns.ts'
import { type RecordType, sourceOf } from '../../record-types/record-type.ts'
import { type PathWord, unknownWord } from '../../record-types/walls.ts'
import { datesOf } from '../../record-types/words.ts'
import { placeAt } from '../../shape/path.ts'
import { nodeOf } from '../../shape/shape.ts'
import type { CollectionDeclaration } from './declaration.ts'
import { listParameters } from './list-operation.ts'

/** The paths that a selection looks at. */
export const selectionWords = ({
  reading: { selection, stretches } = {},
}: CollectionDeclaration): PathWord[] => [
  ...(selection?.looksAt ?? []).map(path => ({ place: 'reading.selection.looksAt', path })),
  ...Object.entries(stretches?.paths ?? {}).map(([name, path]) => ({
    place: `reading.stretches.paths.${name}`,
    path,
  })),
]

export function checkReading(declared: CollectionDeclaration, stored: RecordType): void {
  const faults = [needsFaults(declared), selectionFaults(declared, stored), periodFaults(declared)]
  const [fault] = [...faults.flat(), ...soonFaults(declared)]
  if (fault) throw new Error(`${declared.path}: ${fault}`)
}

/** What is forgotten would be open to nobody, or to everybody. */
function needsFaults(declared: CollectionDeclaration): string[] {
  const { owners } = declared
  if (owners === 'everyone' || !owners.needs) return []
  const [path] = owners.needs.paths
  const words = placeAt(sourceOf(declared), path)?.node.enum ?? []
  const said = furtherWords(owners.needs)
  return [
    ...said.flatMap(
      word => unknownWord(`owners.needs has "${word}", which is no word of ${path}`, word, words) ?? [],
    ),
    ...words
      .filter(word => !said.includes(word))
      .map(
        word => `owners.needs does not say what ${path} "${word}" needs: give it a list, if need be empty`,
      ),
  ]
}

function selectionFaults(declared: CollectionDeclaration, { columns, source }: RecordType): string[] {
  const { selection, meta } = declared.reading ?? {}
  const names = listParameters(declared, source, declared.record).map(({ name }) => name)
  const known = new Set(columns.map(({ name }) => name))
  return [
    ...names
      .filter((name, at) => names.indexOf(name) !== at)
      .map(name => `reading.selection has the parameter ${name}, which every such list has already`),
    ...(selection?.looksAt ?? [])
      .filter(path => !known.has(columnFor(source, path, 'match').name))
      .map(path => `reading.selection looks at ${path}, which no column has: add it to derived.columns`),
    ...Object.keys(meta ? nodeOf(meta.shape).properties! : {})
      .filter(name => ['page', 'limit', 'total', 'all'].includes(name))
      .map(name => `reading.meta has ${name}, which every list says already`),
  ]
}

function soonFaults(declared: CollectionDeclaration): string[] {
  const dates = Object.keys(datesOf(declared))
  return Object.entries(declared.reading?.soon ?? {}).flatMap(
    ([name, { date }]) =>
      unknownWord(
        `reading.soon.${name} has the date "${date}", which is not one of its dates`,
        date,
        dates,
      ) ?? [],
  )
}

function periodFaults(declared: CollectionDeclaration): string[] {
  const dates = Object.keys(datesOf(declared))
  return declared.reading?.period && dates.length !== 1
    ? [`reading.period needs one date that from and to apply to, and there are ${dates.length}`]
    : []
}
