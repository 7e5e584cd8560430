// Everything that is asked of the worker of an assignment: by the law, the matrix, the assignment itself and its documents.

import type { Static } from '../../shape/shape.ts'
import { applyingEntries, sourceOfEntry } from '../rules/competency.ts'
import { documentKey, namesByKey } from '../rules/qualifications.ts'
import type { Assignment } from '../shapes/assignment.ts'
import type { requirement } from '../shapes.ts'
import { smartCheckOf } from './lacking.ts'
import type { ClearanceRecords, EndingNeed, QualificationsByName } from './records.ts'
import type { NeedSource } from './words.ts'

type Requirement = Static<typeof requirement>
type CustomDocument = Assignment['customDocuments'][number]

/** Each of one or more names, all of which are needed; any one of them will do. */
type Alternatives = readonly (readonly string[])[]

export type AskedNeed = EndingNeed &
  (
    | { kind: 'rightToWork' }
    | { kind: 'names' | 'smartCheck'; alternatives: Alternatives }
    | { kind: 'customDocument'; document: CustomDocument }
    | { kind: 'notKnown'; reason: 'matrixNotKnown' | 'ruleNotKnown' }
  )

export function askedOf(records: ClearanceRecords): AskedNeed[] {
  const { assignment, qualifications, asksForSmartChecks } = records
  const competencies = [
    ...matrixNeeds(records),
    ...(assignment.competencyRequirements ?? []).flatMap(one => requirementNeeds('assignment', one)),
  ]
  const papers = assignment.customDocuments.filter(({ required, inactive }) => required && inactive !== true)
  return [
    { kind: 'rightToWork', source: 'rightToWork', what: 'right to work', names: ['right to work'] },
    ...competencies,
    ...papers.map((document): AskedNeed => {
      const { name } = document
      return { kind: 'customDocument', source: 'customDocument', what: name, names: [name], document }
    }),
    ...(asksForSmartChecks ? competencies.flatMap(need => smartCheckNeed(need, qualifications)) : []),
  ]
}

function matrixNeeds({ assignment, project, entries }: ClearanceRecords): AskedNeed[] {
  const trade = assignment.trade?.id
  if (trade == null || assignment.project.id === null || !project) {
    const what = 'competency matrix'
    return [{ kind: 'notKnown', reason: 'matrixNotKnown', source: 'company', what, names: [what] }]
  }
  const own = entries.filter(entry => entry.trade.id === trade)
  return applyingEntries(own, project).applying.flatMap(entry =>
    entry.requirements.flatMap(one => requirementNeeds(sourceOfEntry(entry), one)),
  )
}

const namesOf = (items: readonly { name: string }[]): string[] => items.map(({ name }) => name)

function requirementNeeds(source: NeedSource, { rule, items, groups }: Requirement): AskedNeed[] {
  const single = namesOf(items)
  const joint = groups.map(group => namesOf(group.items)).filter(names => names.length > 0)
  if (single.length === 0 && joint.length === 0) return []
  if (rule === 'all')
    return [...single.map(name => [[name]]), ...joint.map(names => names.map(name => [name]))].map(
      alternatives => needOf(source, alternatives),
    )
  if (rule === 'any') return [needOf(source, [...single.map(name => [name]), ...joint])]
  const names = distinctNames([single, ...joint])
  return [{ kind: 'notKnown', reason: 'ruleNotKnown', source, what: names.join(', '), names }]
}

const needOf = (source: NeedSource, alternatives: Alternatives): AskedNeed => ({
  kind: 'names',
  source,
  what: alternativesText(alternatives),
  names: distinctNames(alternatives),
  alternatives,
})

const distinctNames = (alternatives: Alternatives): string[] => [...namesByKey(alternatives.flat()).values()]

function alternativesText(alternatives: Alternatives): string {
  const texts = alternatives.map(names => names.join(' with '))
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`
}

/** The same once more of cards, where a scheme can be asked about any of them. */
function smartCheckNeed(need: AskedNeed, qualifications: QualificationsByName): AskedNeed[] {
  if (need.kind !== 'names') return []
  const { names, what, alternatives } = need
  if (!names.some(name => qualifications.get(documentKey(name))?.smartCheck !== undefined)) return []
  return [{ kind: 'smartCheck', source: 'smartCheck', what: smartCheckOf(what), names, alternatives }]
}
