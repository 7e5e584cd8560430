// Random worlds around one assignment: everything that docs/clearances.md speaks of, most of it in order, with ends on the few days on
// which an answer may turn. A seed makes the same world again.
import type { WorkerDocument } from '../../src/api/clearances/records.ts'
import type { CompetencyEntry } from '../../src/api/competency.ts'
import type { Qualification } from '../../src/api/rules/qualifications.ts'
import type { Assignment } from '../../src/api/shapes/assignment.ts'
import { daysAfter } from '../../src/formats/day.ts'
import {
  entry,
  induction,
  type Placement,
  placedWith,
  qualificationsOf,
  residential,
  shifts,
  validation,
} from './records.ts'
import type { Everything } from './seen.ts'
import { farOff, firstDay, momentOf, newTold, several, span, type Told, turning } from './world-days.ts'
import { anyPaper, anyProof, asked, withCase } from './world-documents.ts'

export function randomWorld(seed: number): Everything {
  const told = newTold(seed)
  const { dice, trouble } = told
  const assignment = anyAssignment(told)
  const entries = several(told, 4, at => anyEntry(told, at))
  const names = [...entries.flatMap(({ requirements }) => requirements)].flatMap(({ items, groups }) =>
    [...items, ...groups.flatMap(group => group.items)].map(({ name }) => name),
  )
  const needed = names.filter(() => !dice.chance(trouble))
  const attachments = [
    ...needed.map((name, at) => anyPaper(told, `k${at}`, name)),
    ...several(told, 3, at => anyPaper(told, `m${at}`, dice.pick(asked))),
  ]
  const rightToWork = Array.from(
    { length: dice.pick([1, 1, 1, 2, 3]) - (dice.chance(trouble) ? 1 : 0) },
    (_, at) => anyProof(told, `r${at}`),
  )
  const documents = [...attachments, ...rightToWork]
  const project = dice.maybe(0.95, () => ({ id: 'p1', sector: dice.pick([...sectors, undefined]) }))
  const connection = dice.chance(0.95)
    ? dice.pick([{}, {}, { projects: ['p1'] }, { projects: ['p2'] }])
    : undefined
  return {
    assignment,
    project,
    qualifications: anyQualifications(told),
    worker: { attachments, rightToWork },
    workersAgencies: dice.pick([['a1'], ['a1'], ['a1', 'a2'], ['a2', 'a1'], ['a2']]),
    owners: ownersOf(told, documents),
    validations: anyValidations(told, documents),
    entries,
    ...(connection && { connection }),
    asksForSmartChecks: dice.chance(0.35),
    keysCompanies: dice.pick([[], ['c2']]),
  }
}

function anyQualifications({ dice }: Told) {
  const all = new Map(
    dice.chance(0.05) ? [] : qualificationsOf(['CV', { agencySpecific: true, expiry: 'none' }]),
  )
  const changed: [string, Partial<Qualification>][] = [
    ['uk passport', { mayBePast: false }],
    ['visa', { homeOfficeCheck: false }],
    ['irish passport', { mayBePast: false, expiry: 'optional' }],
    ['first aid at work', { smartCheck: 'FAW' }],
    ['cpcs', { agencySpecific: true }],
  ]
  for (const [key, given] of changed) {
    const one = all.get(key)
    if (one && dice.chance(0.1)) all.set(key, { ...one, ...given })
  }
  return all
}

function ownersOf({ dice }: Told, documents: readonly WorkerDocument[]) {
  const isOwn = ({ documentType }: WorkerDocument) => /agency contract|cv/i.test(documentType)
  return new Map(
    documents
      .filter(document => dice.chance(isOwn(document) ? 0.9 : 0.05))
      .map(({ id }) => [id, dice.pick(['a1', 'a1', 'a2'])]),
  )
}

// The assignment

function anyAssignment(told: Told): Assignment {
  const { dice, trouble } = told
  const status = dice.pick(['pending', 'confirmed', 'confirmed', 'completed', 'ended', 'cancelled'] as const)
  const end = () => dice.pick([turning(told), momentOf(dice, daysAfter(firstDay, span)), farOff])
  const given: Placement = {
    status: status === 'cancelled' && dice.chance(0.8) ? 'confirmed' : status,
    startDate: dice.maybe(0.98, () =>
      dice.chance(0.8) ? momentOf(dice, daysAfter(firstDay, -dice.int(4))) : turning(told),
    ),
    endDate: dice.maybe(0.75, end),
    completedDate: dice.maybe(0.3, end),
    ended: dice.maybe(0.3, () => ({ ...(dice.chance(0.8) && { date: end() }) })),
    trade: dice.chance(1 - trouble / 5) ? { id: 't1', name: 'Dryliner' } : undefined,
    shiftPattern: anyShifts(told),
    competencyRequirements: dice.maybe(0.3, () => several(told, 2, () => anyRequirement(told))),
    customDocuments: several(told, 2, at =>
      induction({
        id: `d${at}`,
        name: `Paper ${at}`,
        attachment: dice.chance(trouble / 2) ? null : 'file:1',
        expiry: dice.chance(0.3) ? turning(told) : null,
        required: dice.chance(0.8),
        ...(dice.chance(0.2) && { inactive: dice.chance(0.5) }),
      }),
    ),
  }
  return placedWith(given)
}

function anyShifts({ dice }: Told): Assignment['shiftPattern'] {
  const night = { start: 22, end: 5, break: 60, night: true }
  return dice.pick([
    undefined,
    {},
    shifts(2),
    shifts(5),
    shifts(5, { start: 8, end: 12, break: 0 }),
    shifts(5, { start: 8, end: 12 + 1 / 300, break: 0 }),
    shifts(5, { start: 8, end: 12 + 1 / 3000, break: 0 }),
    shifts(5, { start: 8.1, end: 12.6, break: 30 }),
    shifts(3, night),
    shifts(4, night),
  ])
}

// What is asked

/** One of them is not known by its id. */
const sectors = [residential, residential, residential, { id: null, name: 'Tunnels' }]

function anyRequirement(told: Told): CompetencyEntry['requirements'][number] {
  const { dice } = told
  const names = (most: number) => several(told, most, () => ({ name: withCase(dice, dice.pick(asked)) }))
  return {
    rule: dice.chance(0.03) ? dice.pick(['most', 'ANY', 'All', '']) : dice.pick(['all', 'any']),
    items: names(2),
    groups: several(told, 2, () => ({ items: names(3) })),
  }
}

function anyEntry(told: Told, at: number): CompetencyEntry {
  const { dice } = told
  const level = dice.pick(['company', 'company', 'company', 'sector', 'sector', 'project', 'project', 'both'])
  const sector = dice.pick([...sectors, { id: 'x2', name: 'Rail' }, { id: null, name: 'Bridges' }])
  const project = dice.pick(['p1', 'p1', 'p1', 'p2'])
  const mode = dice.pick(['additive', 'replacement', undefined] as const)
  return entry(
    several(told, 2, () => anyRequirement(told)),
    {
      id: `e${dice.int(10)}${at}`,
      createdAt: dice.pick([
        '2025-11-05T09:00:00.000Z',
        '2025-11-05T09:00:00.000Z',
        '2025-11-06T09:00:00.000Z',
      ]),
      ...(dice.chance(0.08) && { trade: { id: 't2', name: 'Painter' } }),
      ...(dice.chance(0.08) && { company: { id: 'c2', name: 'Other' } }),
      ...(['sector', 'both'].includes(level) && { sector }),
      ...(['project', 'both'].includes(level) && { project: { id: project, name: project } }),
      ...(mode && level !== 'company' && { mode }),
    },
  )
}

// What was decided

const decided = '2026-01-10T09:00:00.000Z'
const later = '2026-01-11T08:00:00.000Z'

/** Of one document or two, so that they meet; the last one proves the right to work, if any does. */
function anyValidations(told: Told, documents: readonly WorkerDocument[]) {
  const { dice, trouble } = told
  const bad = ['rejected', 'Refused', 'FAILED', 'Escalated', 'odd']
  const good = ['approved', 'Passed', 'pending', 'Pending']
  const looked = [dice.pick(documents), ...documents.slice(-1)]
  return several(told, documents.length === 0 ? 0 : 6, at => {
    const { id, documentType } = dice.pick(looked)
    const company = dice.pick(['c1', 'c1', 'c1', 'c2', 'c3'])
    const { resolvedAt, ...made } = validation(id, dice.pick(dice.chance(2 * trouble) ? bad : good), {
      id: `v${at}`,
      system: dice.chance(0.3),
      company: { id: company, name: company },
      competency: dice.pick([
        null,
        null,
        { id: 'q1', name: withCase(dice, documentType) },
        { id: 'q2', name: 'Other' },
      ]),
      createdAt: decided,
      updatedAt: dice.pick([decided, later]),
      resolvedAt: dice.pick([decided, later]),
    })
    return dice.chance(0.7) ? { ...made, resolvedAt: resolvedAt! } : made
  })
}
