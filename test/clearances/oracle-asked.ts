// What is asked of a worker on an assignment, in the order of docs/clearances.md, "What is asked".
import type { ClearanceRecords } from '../../src/api/clearances/records.ts'
import type { CompetencyEntry } from '../../src/api/competency.ts'
import type { Assignment } from '../../src/api/shapes/assignment.ts'
import { isSameName, type Purpose, qualificationOf } from './oracle-documents.ts'

export type CustomDocument = Assignment['customDocuments'][number]
type Requirement = CompetencyEntry['requirements'][number]

export type Asked = { source: string; what: string; names: string[] } & (
  | { by: 'rightToWork' }
  | { by: 'names'; purpose: Purpose; alternatives: string[][] }
  | { by: 'custom'; custom: CustomDocument }
  | { by: 'nobody'; reason: 'matrixNotKnown' | 'ruleNotKnown' }
)

export function askedFor(records: ClearanceRecords): Asked[] {
  const { assignment, asksForSmartChecks } = records
  const required = [
    ...askedByMatrix(records),
    ...(assignment.competencyRequirements ?? []).flatMap(one => askedBy(one, 'assignment')),
  ]
  return [
    { source: 'rightToWork', what: 'right to work', names: ['right to work'], by: 'rightToWork' },
    ...required,
    ...assignment.customDocuments
      .filter(custom => custom.required && !custom.inactive)
      .map((custom): Asked => {
        const { name } = custom
        return { source: 'customDocument', what: name, names: [name], by: 'custom', custom }
      }),
    ...(asksForSmartChecks ? required.flatMap(one => smartCheckOf(one, records)) : []),
  ]
}

function smartCheckOf(asked: Asked, records: ClearanceRecords): Asked[] {
  const isOfScheme = (name: string) => qualificationOf(records, name)?.smartCheck !== undefined
  if (asked.by !== 'names' || !asked.names.some(isOfScheme)) return []
  return [{ ...asked, source: 'smartCheck', what: `smart check of ${asked.what}`, purpose: 'smartCheck' }]
}

function askedByMatrix({ assignment, project, entries }: ClearanceRecords): Asked[] {
  const { company, trade } = assignment
  if (!trade?.id || !assignment.project.id || !project)
    return [
      {
        source: 'company',
        what: 'competency matrix',
        names: ['competency matrix'],
        by: 'nobody',
        reason: 'matrixNotKnown',
      },
    ]
  const ofTrade = entries
    .filter(entry => entry.company.id === company.id && entry.trade.id === trade.id)
    .sort((a, b) =>
      a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1,
    )
  const ofProject = ofTrade.filter(entry => entry.project?.id === project.id)
  const ofAll = ofTrade.filter(entry => !entry.project)
  const sector = project.sector?.id
  const ofSector = sector ? ofAll.filter(entry => entry.sector?.id === sector) : []
  const base = ofSector.length > 0 ? ofSector : ofAll.filter(entry => !entry.sector)
  const isReplaced = ofProject.some(entry => entry.mode === 'replacement')
  return (isReplaced ? ofProject : [...base, ...ofProject]).flatMap(entry =>
    entry.requirements.flatMap(one => askedBy(one, sourceOf(entry))),
  )
}

function sourceOf({ project, sector }: CompetencyEntry): string {
  if (project) return 'project'
  return sector ? 'sector' : 'company'
}

function askedBy({ rule, items, groups }: Requirement, source: string): Asked[] {
  const alone = items.map(({ name }) => name)
  const together = groups.map(group => group.items.map(({ name }) => name)).filter(group => group.length > 0)
  if (alone.length === 0 && together.length === 0) return []
  const oneOf = (alternatives: string[][]): Asked => ({
    source,
    what: joined(alternatives.map(names => names.join(' with '))),
    names: eachOnce(alternatives.flat()),
    by: 'names',
    purpose: 'name',
    alternatives,
  })
  if (rule === 'all')
    return [...alone.map(name => oneOf([[name]])), ...together.map(group => oneOf(group.map(name => [name])))]
  if (rule === 'any') return [oneOf([...alone.map(name => [name]), ...together])]
  const names = eachOnce([...alone, ...together.flat()])
  return [{ source, what: names.join(', '), names, by: 'nobody', reason: 'ruleNotKnown' }]
}

function joined(alternatives: readonly string[]): string {
  const last = alternatives.at(-1)!
  return alternatives.length === 1 ? last : `${alternatives.slice(0, -1).join(', ')} or ${last}`
}

/** As first written. */
const eachOnce = (names: readonly string[]): string[] =>
  names.filter((name, at) => names.findIndex(other => isSameName(other, name)) === at)
