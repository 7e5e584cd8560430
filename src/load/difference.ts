// Whether a write made a difference to what an owner is shown, or can ask for: of a shared record, what a rival's entries
// do is not that owner's to hear.
import { isDeepStrictEqual } from 'node:util'
import { reader, type Stored, storedAt } from '../kernel/columns.ts'
import { firstAt, namesIn } from '../kernel/path.ts'
import type { Viewer } from '../kernel/plan.ts'
import { asAgency, asCompany, connectionPath } from '../kernel/reach.ts'
import type { RecordType } from '../kernel/record-type.ts'
import { type Redaction, redaction } from '../kernel/redact.ts'
import { seenByProperty } from '../kernel/shape.ts'
import type { Changed } from './consequences.ts'
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
    redaction: redaction(type.record, connectionPath(type.owners)),
  }
  known.set(type, made)
  return made
}

export type Rewritten = Changed & { before: Stored; after: Stored }

export function differsFor(owner: string, rewritten: Rewritten, links: Links): boolean {
  const { type, before, after, sameText, newNanoid } = rewritten
  if (newNanoid || asksDifferently(type, before, after)) return true
  return !sameText && looksDifferent(owner, type, before, after, links)
}

/** Facts that filters and dates look at are not shown, and decide all the same which records a list has. */
const asksDifferently = (type: RecordType, before: Stored, after: Stored) =>
  type.askedFacts.some(
    path => !isDeepStrictEqual(storedAt(before, namesIn(path)), storedAt(after, namesIn(path))),
  )

function looksDifferent(
  owner: string,
  type: RecordType,
  before: Stored,
  after: Stored,
  links: Links,
): boolean {
  const kind = owner.startsWith('c:') ? 'company' : 'agency'
  const id = owner.slice(2)
  const { guards, redaction } = guardingOf(type)
  const guard = guards[kind]
  const isWhole = (stored: Stored) =>
    (guard?.(stored).every(each => each === id) ?? true) && seenByIn(type, stored).length === 0
  if (isWhole(before) && isWhole(after)) return true
  const viewer = kind === 'company' ? companyViewer(id, links) : agencyViewer(id, type, [before, after])
  const shown = (stored: Stored) => shownTo(viewer, type, stored, redaction)
  return !isDeepStrictEqual(shown(before), shown(after))
}

const companyViewer = (id: string, links: Links): Viewer => ({
  kind: 'company',
  owners: [id],
  everywhere: [],
  linked: (links.get(id) ?? []).map(link => link.agency),
  names: [asCompany(id)],
  version: '',
})

/** Connected wherever the record and its references ask for it: those who are not see no such record at all. */
function agencyViewer(id: string, type: RecordType, states: readonly Stored[]): Viewer {
  const company = connectionPath(type.owners)
  const companies = states.flatMap(({ record }) => (company ? [firstAt(record, namesIn(company))] : []))
  const seenBy = states.flatMap(stored => seenByIn(type, stored))
  return {
    kind: 'agency',
    owners: [id],
    everywhere: [],
    linked: [],
    names: [
      ...companies.map(one => asAgency(id, one as string)),
      ...seenBy.filter(name => name.startsWith(asAgency(id, ''))),
    ],
    version: '',
  }
}

/** In whose names the references are seen that not all may see who see the record. */
const seenByIn = ({ mentions }: RecordType, stored: Stored): string[] =>
  mentions
    .filter(mention => mention.isReference)
    .flatMap(({ names }) => storedAt(stored, [...names, seenByProperty]) as string[])

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
