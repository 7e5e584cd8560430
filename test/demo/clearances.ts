// How everybody in a demo programme stands: the rules of clearances over its lines, as each side sees them, without a database.
import type { FileLine, LoadLine } from '../../demo/world.ts'
import type { ClearanceRecords, ClearanceTimeline } from '../../src/api/clearances/records.ts'
import { clearanceTimeline } from '../../src/api/clearances/timeline.ts'
import { documentKey } from '../../src/api/rules/qualifications.ts'
import { type Everything, seenByAgency, seenByCompany } from '../clearances/seen.ts'
import { type Any, isRecord } from './lines.ts'

export type Standing = {
  side: ClearanceRecords['side']
  assignment: Any
  worker: Any
  timeline: ClearanceTimeline
}

/** One for each side of every assignment that runs on any day. */
export function standingsIn(lines: readonly (FileLine | LoadLine)[]): Standing[] {
  const everything = everythingIn(lines)
  return [...everything].flatMap(({ all, worker }) =>
    [seenByCompany(all), seenByAgency(all)].flatMap(records => {
      const timeline = records ? clearanceTimeline(records) : []
      return timeline.length === 0
        ? []
        : [{ side: records!.side, assignment: all.assignment, worker, timeline }]
    }),
  )
}

function* everythingIn(lines: readonly (FileLine | LoadLine)[]): Generator<{ all: Everything; worker: Any }> {
  const given = Map.groupBy(lines.filter(isRecord) as Any[], ({ type }) => type)
  const of = (type: string): Any[] => (given.get(type) ?? []).map(({ record }) => record)
  const byId = (type: string) =>
    new Map<string, Any>((given.get(type) ?? []).map(one => [one.record.id, one]))
  const [workers, projects] = [byId('worker'), byId('project')]
  const qualifications = new Map(of('masterQualification').map(one => [documentKey(one.name), one]))
  const smart = new Set(
    of('smartCheckConfiguration').flatMap(({ company, active }) => (active ? company.id : [])),
  )
  const ties = Map.groupBy(given.get('connection') ?? [], ({ record }) => tieKey(record))
  const entries = of('competencyEntry')
  for (const assignment of of('assignment')) {
    const { record: worker, facts = {} } = workers.get(assignment.worker.id)
    const { attachments, rightToWork, documentValidations = [], agencies } = worker
    const connection = connectionOf(ties.get(tieKey(assignment)) ?? [])
    const all: Everything = {
      assignment,
      worker: { attachments, rightToWork },
      workersAgencies: agencies.map(({ id }: Any) => id),
      owners: new Map((facts.documentOwners ?? []).map((one: Any) => [one.document, one.agency])),
      validations: documentValidations,
      entries,
      project: projects.get(assignment.project.id).record,
      qualifications,
      asksForSmartChecks: smart.has(assignment.company.id),
      keysCompanies: [],
      ...(connection && { connection }),
    }
    yield { all, worker }
  }
}

const tieKey = ({ company, agency }: Any): string => `${company.id} ${agency.id}`

/** One for a project reaches that project; one without reaches those it lists, else all. */
function connectionOf(ties: readonly Any[]): Everything['connection'] {
  const active = ties.filter(({ record }) => record.active)
  if (active.length === 0) return undefined
  const lists = active.map(({ record, facts }) => (record.project ? [record.project.id] : facts?.projects))
  return lists.some(list => list === undefined) ? {} : { projects: lists.flat() }
}
