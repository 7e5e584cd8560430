// What was decided about a document: by this company, else by the system, else by the program that read its scans.
import { documentKey } from '../rules/qualifications.ts'
import type { ClearanceRecords, DocumentValidation, WorkerDocument } from './records.ts'

type Decision = 'approval' | 'refusal' | 'notKnown'

/** Sources write statuses in words of their own: one that is not here may be a refusal. */
const decisionWords: ReadonlyMap<string, Decision | 'open'> = new Map([
  ['approved', 'approval'],
  ['passed', 'approval'],
  ['rejected', 'refusal'],
  ['refused', 'refusal'],
  ['failed', 'refusal'],
  ['pending', 'open'],
])

/** Undefined where nothing was decided yet. */
function decisionIn(status: string): Decision | undefined {
  const said = decisionWords.get(status.toLowerCase()) ?? 'notKnown'
  return said === 'open' ? undefined : said
}

export function decisionAbout(document: WorkerDocument, records: ClearanceRecords): Decision | undefined {
  const { side, assignment, validations } = records
  const about = side === 'company' ? validations.filter(one => isAbout(one, document)) : []
  const own = about.filter(({ system, company }) => !system && company.id === assignment.company.id)
  const system = about.filter(one => one.system)
  const { systemValidation } = document
  return latest(own) ?? latest(system) ?? (systemValidation && decisionIn(systemValidation.status))
}

const isAbout = ({ document, competency }: DocumentValidation, { id, documentType }: WorkerDocument) =>
  document === id && (competency === null || documentKey(competency.name) === documentKey(documentType))

/** From mildest to strictest, for those of one moment. */
const strictness: readonly Decision[] = ['approval', 'notKnown', 'refusal']

function latest(validations: readonly DocumentValidation[]): Decision | undefined {
  const decided = validations.flatMap(({ status, resolvedAt, updatedAt }) => {
    const decision = decisionIn(status)
    return decision ? [{ decision, at: resolvedAt ?? updatedAt }] : []
  })
  const last = decided
    .map(({ at }) => at)
    .sort()
    .at(-1)
  const all = decided.filter(({ at }) => at === last).map(({ decision }) => decision)
  return strictness.findLast(decision => all.includes(decision))
}
