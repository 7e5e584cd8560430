// How a collection's rows are shown to a caller: which Parts, and as which Viewer.

import type { Caller } from '../../access/caller.ts'
import { mergeParts } from '../../access/part-merge.ts'
import { withFeature } from '../../access/permit.ts'
import type { Redaction } from '../../access/redact.ts'
import { viewerOf } from '../../access/viewer.ts'
import type { Part } from '../../record-types/words.ts'
import type { Fields } from '../../shape/fields.ts'
import { gistAt } from '../../shape/path.ts'
import { nodeOf, type TSchema } from '../../shape/shape.ts'
import type { View } from '../operation/answer.ts'
import { type Parameter, yesNoParameter } from '../operation/parameter.ts'
import type { CollectionDeclaration } from '../resource/declaration.ts'

/** The Parts an operation can show, by the flag that asks for each. */
export const partsOn = (declared: CollectionDeclaration, on: 'list' | 'get'): [string, Part][] =>
  Object.entries(declared.parts ?? {}).filter(([, part]) => part.on === 'both' || on === 'get')

export const partParameters = (parts: readonly [string, Part][], record: TSchema): Parameter[] =>
  parts
    .filter(([, part]) => part.on !== 'always')
    .map(([name, { property, merge }]) => {
      const adds = merge?.into ?? [property]
      const shown = adds.at(-1)!
      const gist = gistAt(record, shown)
      const parents = [...new Set(adds.flatMap(path => path.split('.').slice(0, -1)))].join(' and ')
      const what = `${shown.split('.').at(-1)}${parents && ` to ${parents}`}`
      return {
        ...yesNoParameter(name, `Adds ${what}${gist ? `: ${gist}` : ''}`),
        brief: `Adds ${what}`,
        adds,
        ...(merge && { callers: merge.callers }),
      }
    })

/** The feature that one of these Parts needs, for an operation's declaration. */
export function featureOf(parts: readonly [string, Part][]): { feature?: string } {
  const feature = parts.find(([, part]) => part.feature)?.[1].feature
  return feature ? { feature } : {}
}

/** `exploded` is asked for by making rows of it. */
export const wantedParts = (
  parts: readonly [string, Part][],
  query: Record<string, unknown>,
  exploded?: string,
): Part[] =>
  parts
    .filter(([name, { on, property }]) => on === 'always' || query[name] === true || property === exploded)
    .map(([, part]) => part)

/** How this caller is shown rows with these Parts. */
export function viewsOf(declared: CollectionDeclaration, redaction: Redaction) {
  const lists = listParts(declared)
  return (caller: Caller, parts: readonly Part[], fields?: Fields): View => {
    const viewer = viewerOf(caller)
    const merged = parts.flatMap(({ property, merge }) => (merge ? [{ property, ...merge }] : []))
    return {
      redaction,
      viewer,
      parts: parts.map(part => part.property),
      lists,
      ...(fields && { fields }),
      ...(merged.length > 0 && { amend: record => mergeParts(record, merged, viewer) }),
    }
  }
}

/** Parts of which a record that has none has an empty list. Not those that are never empty, nor those that a feature
 * unlocks: they are stored where it does, and nowhere else. */
function listParts({ record, parts = {} }: CollectionDeclaration): ReadonlySet<string> {
  const { properties = {} } = nodeOf(record)
  const names = Object.values(parts).flatMap(({ property, feature }) => (feature ? [] : property))
  return new Set(names.filter(name => properties[name]?.type === 'array' && !properties[name]['x-filled']))
}

export function requireFeatures(parts: readonly Part[], caller: Caller, companies?: readonly string[]): void {
  for (const { feature, property } of parts)
    if (feature !== undefined) withFeature(caller, companies, feature, `is no ${property}`)
}
