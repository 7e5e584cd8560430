// Who is led by a record: those that repeat values it decides.

import type { Derivation, RecordType } from '../kernel/resource/record-type.ts'
import type { Stored } from '../shape/stored.ts'
import type { Copied } from '../store/records/refresh-jobs.ts'
import { aliasOf } from '../store/records/write-records.ts'

/** What follows a type, and whether all of it does so by naming the record, which it could not before it was there. */
type Lead = { derivations: readonly Derivation[]; byName: boolean }

const leads = new WeakMap<readonly RecordType[], Map<RecordType, Lead>>()

function leadOf(types: readonly RecordType[], type: RecordType): Lead {
  const known = leads.get(types) ?? new Map<RecordType, Lead>()
  leads.set(types, known)
  const held = known.get(type)
  if (held) return held
  const found = types.flatMap(({ derivations, mentions }) =>
    derivations
      .filter(derivation => derivation.type === type.type)
      .map(derivation => ({
        derivation,
        byName: mentions.some(
          ({ type: named, path }) => named === type.type && derivation.by.join() === `${path}.id`,
        ),
      })),
  )
  const made = {
    derivations: found.map(({ derivation }) => derivation),
    byName: !type.alias && found.every(({ byName }) => byName),
  }
  known.set(type, made)
  return made
}

/** The followers of a record that decides values of others, where what decides has changed. */
export function dependantsOf(
  types: readonly RecordType[],
  type: RecordType,
  id: string,
  before?: Stored,
  after?: Stored,
): Copied[] {
  const { derivations, byName } = leadOf(types, type)
  if (derivations.length === 0 || (!before && byName)) return []
  const deciding = (stored: Stored | undefined) => {
    const alias = stored && (type.alias ? type.alias.only(stored) && aliasOf(stored, type.alias.paths) : id)
    if (!alias) return undefined
    const aspects = [type.alias?.first?.(stored), ...derivations.map(derivation => derivation.aspect(stored))]
    return { alias, text: JSON.stringify(aspects) }
  }
  const [was, is] = [deciding(before), deciding(after)]
  if (was?.alias === is?.alias && was?.text === is?.text) return []
  return [...new Set([was?.alias, is?.alias])].flatMap(alias =>
    alias ? [{ type: type.type, id, alias }] : [],
  )
}
