// How a collection's rows are shown to a caller: which Parts, through whose eyes.

import type { Caller } from '../../access/caller.ts'
import { withFeature } from '../../access/permit.ts'
import type { Redaction } from '../../access/redact.ts'
import { type Merge, mergeParts, viewerOf } from '../../access/viewer.ts'
import type { View } from '../operation/answer.ts'
import { type Parameter, yesNo } from '../operation/parameter.ts'
import type { Declared, Part } from '../resource/declaration.ts'
import type { Fields } from './fields.ts'

/** The Parts an operation can show, by the flag that asks for each. */
export const partsOn = (declared: Declared, on: 'list' | 'get'): [string, Part][] =>
  Object.entries(declared.parts ?? {}).filter(([, part]) => part.on === 'both' || on === 'get')

export const partParameters = (parts: readonly [string, Part][]): Parameter[] =>
  parts.flatMap(([name, part]) =>
    part.always
      ? []
      : [
          {
            ...yesNo(name, `Adds ${part.property}`),
            adds: part.into ?? [part.property],
            ...(part.callers && { callers: part.callers }),
          },
        ],
  )

/** The feature that one of these Parts needs, for an operation's declaration. */
export function featureOf(parts: readonly [string, Part][]): { feature?: string } {
  const feature = parts.find(([, part]) => part.feature)?.[1].feature
  return feature ? { feature } : {}
}

export const asked = (parts: readonly [string, Part][], query: Record<string, unknown>): Part[] =>
  parts.filter(([name, part]) => part.always || query[name] === true).map(([, part]) => part)

export function viewFor(caller: Caller, redaction: Redaction, parts: readonly Part[], fields?: Fields): View {
  const viewer = viewerOf(caller)
  const merged = parts.filter((part): part is Part & Merge => part.merge !== undefined)
  return {
    redaction,
    viewer,
    parts: parts.map(part => part.property),
    ...(fields && { fields }),
    ...(merged.length > 0 && { amend: record => mergeParts(record, merged, viewer) }),
  }
}

export function requireFeatures(parts: readonly Part[], caller: Caller, companies?: readonly string[]): void {
  for (const { feature, property } of parts)
    if (feature !== undefined) withFeature(caller, companies, feature, `is no ${property}`)
}
