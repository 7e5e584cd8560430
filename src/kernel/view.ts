// How a collection's rows are shown to a caller: which Parts, through whose eyes.
import type { View } from './answer.ts'
import type { Caller, Link } from './caller.ts'
import type { Declared, Part } from './declaration.ts'
import type { Fields } from './fields.ts'
import { type Parameter, yesNo } from './parameter.ts'
import type { Viewer } from './plan.ts'
import { Problem } from './problem.ts'
import { asAgency, asCompany } from './reach.ts'
import type { Redaction } from './redact.ts'

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

export function viewerOf(caller: Caller): Viewer {
  const { kind, linkedAgencies: linked, version } = caller
  if (kind === 'agency') return { kind, linked, version, ...agencyNames(caller) }
  const owners = caller.companies.map(({ id }) => id)
  return { kind, linked, version, owners, everywhere: [], names: owners.map(asCompany) }
}

type AgencyNames = Pick<Viewer, 'owners' | 'everywhere' | 'names'>

/** Worked out once for each reading of a key, not for each of its requests. */
const known = new WeakMap<readonly Link[], AgencyNames>()

function agencyNames({ agencies, companies, links }: Caller): AgencyNames {
  const held = known.get(links)
  if (held) return held
  const owners = agencies.map(({ id }) => id)
  const names = new Set(links.map(({ agency, company }) => asAgency(agency, company)))
  const everywhere = owners.filter(id => companies.every(company => names.has(asAgency(id, company.id))))
  const made = { owners, everywhere, names: [...names] }
  known.set(links, made)
  return made
}

export function viewFor(caller: Caller, redaction: Redaction, parts: readonly Part[], fields?: Fields): View {
  const viewer = viewerOf(caller)
  const merged = parts.filter(part => part.merge)
  return {
    redaction,
    viewer,
    parts: parts.map(part => part.property),
    ...(fields && { fields }),
    ...(merged.length > 0 && { amend: record => mergeParts(record, merged, new Set(viewer.owners)) }),
  }
}

function mergeParts(
  record: Record<string, unknown>,
  merged: readonly Part[],
  owners: ReadonlySet<string>,
): void {
  for (const { property, merge } of merged) {
    const value = record[property]
    delete record[property]
    merge!(record, value ?? [], owners)
  }
}

/** Refused only if none of these companies has the feature; the others simply lack what it unlocks. */
export function requireFeatures(parts: readonly Part[], caller: Caller, companies: readonly string[]): void {
  for (const { feature, property } of parts) {
    if (feature === undefined) continue
    const has = caller.companies.some(
      company => companies.includes(company.id) && company.features.includes(feature),
    )
    if (has) continue
    throw new Problem(
      'FEATURE_NOT_ENABLED',
      `No company in this request has ${feature} enabled, so there is no ${property}; do not retry until that changes`,
    )
  }
}
