// Whether a write made a difference to what an owner is shown: of a shared record, what a rival's entries do is not
// that owner's to hear.
import { isDeepStrictEqual } from 'node:util'
import { reader, type Stored } from '../kernel/columns.ts'
import type { Viewer } from '../kernel/plan.ts'
import type { RecordType } from '../kernel/record-type.ts'
import { type Redaction, redaction } from '../kernel/redact.ts'
import type { Links } from './viewers.ts'

type Guarding = { guards: Record<Viewer['kind'], Guard | undefined>; redaction: Redaction }
type Guard = (stored: Stored) => readonly string[]

const known = new WeakMap<RecordType, Guarding>()

function guardingOf(type: RecordType): Guarding {
  const held = known.get(type)
  if (held) return held
  const guard = (kind: Viewer['kind']) => {
    const column = type.columns.find(each => each.name === `guarded_${kind}`)
    return column && (reader(column) as Guard)
  }
  const made = {
    guards: { company: guard('company'), agency: guard('agency') },
    redaction: redaction(type.record),
  }
  known.set(type, made)
  return made
}

export function differsFor(
  owner: string,
  type: RecordType,
  { before, after }: { before: Stored; after: Stored },
  links: Links,
): boolean {
  const kind = owner.startsWith('c:') ? 'company' : 'agency'
  const id = owner.slice(2)
  const { guards, redaction } = guardingOf(type)
  const guard = guards[kind]
  if (!guard || [before, after].every(stored => guard(stored).every(each => each === id))) return true
  const linked = kind === 'company' ? (links.get(id) ?? []).map(link => link.agency) : []
  const viewer = { kind, owners: [id], linked, version: '' } as const
  const shown = (stored: Stored) => shownTo(viewer, type, stored, redaction)
  return !isDeepStrictEqual(shown(before), shown(after))
}

function shownTo(viewer: Viewer, type: RecordType, { record }: Stored, redaction: Redaction): object {
  // Written and read again: what is unset is absent, and the order of properties is not compared.
  const copy = JSON.parse(JSON.stringify(record))
  for (const { property, merge, callers } of type.merges) {
    const value = copy[property]
    delete copy[property]
    if (!callers || callers === viewer.kind) merge(copy, value ?? [], new Set(viewer.owners))
  }
  redaction.redact(copy, viewer)
  return copy
}
