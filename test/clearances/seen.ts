// What each side sees of everything that decides about one assignment, by the table of docs/clearances.md, "Who is told what".
import type {
  ClearanceRecords,
  DocumentValidation,
  WorkerDocument,
} from '../../src/api/clearances/records.ts'
import type { CompetencyEntry } from '../../src/api/competency.ts'

/** Everything there is, whoever sees it. */
export type Everything = Pick<ClearanceRecords, 'assignment' | 'project' | 'qualifications'> & {
  worker: NonNullable<ClearanceRecords['worker']>
  /** Ids of those that the worker is with, or was. */
  workersAgencies: readonly string[]
  /** Ids of the agencies that alone see a document, by its id. */
  owners: ReadonlyMap<string, string>
  validations: readonly DocumentValidation[]
  /** Of every company, in no order. */
  entries: readonly CompetencyEntry[]
  /** Between the agency and the company of the assignment: absent if there is none, all projects if they are not named. */
  connection?: { projects?: readonly string[] }
  asksForSmartChecks: boolean
  /** Further companies of the company's key. */
  keysCompanies: readonly string[]
}

export function seenByCompany(all: Everything): ClearanceRecords {
  const { assignment, worker, owners, validations, keysCompanies } = all
  const isShown = ({ id }: WorkerDocument) => !owners.has(id)
  const documents = documentsOf(worker, isShown)
  const isOfKey = ({ company: { id } }: DocumentValidation) =>
    id !== null && [assignment.company.id, ...keysCompanies].includes(id)
  return {
    ...sameForBoth(all),
    side: 'company',
    worker: documents,
    validations: validations
      .filter(one => one.system || isOfKey(one))
      .filter(({ document }) => listed(documents).some(({ id }) => id === document)),
    project: all.project,
    entries: matrixOf(all),
  }
}

/** Undefined for an agency that is not connected: it has no row. */
export function seenByAgency(all: Everything): ClearanceRecords | undefined {
  const { assignment, worker, workersAgencies, owners, connection, project } = all
  const agency = assignment.agency.id!
  if (!connection) return undefined
  const isReached = (id: string | null) =>
    id !== null && (connection.projects === undefined || connection.projects.includes(id))
  const isShown = ({ id }: WorkerDocument) => !owners.has(id) || owners.get(id) === agency
  return {
    ...sameForBoth(all),
    side: 'agency',
    worker: workersAgencies.includes(agency) ? documentsOf(worker, isShown) : undefined,
    validations: [],
    project: project && isReached(project.id) ? project : undefined,
    entries: matrixOf(all).filter(entry => !entry.project || isReached(entry.project.id)),
  }
}

const sameForBoth = ({ assignment, qualifications, asksForSmartChecks }: Everything) => ({
  assignment,
  qualifications,
  asksForSmartChecks,
})

const documentsOf = (
  { attachments, rightToWork }: Everything['worker'],
  isShown: (document: WorkerDocument) => boolean,
) => ({ attachments: attachments.filter(isShown), rightToWork: rightToWork.filter(isShown) })

const listed = ({ attachments, rightToWork }: Everything['worker']): WorkerDocument[] => [
  ...attachments,
  ...rightToWork,
]

/** The company's own, in the order in which they were made. */
const matrixOf = ({ assignment, entries }: Everything): CompetencyEntry[] =>
  entries
    .filter(({ company }) => company.id === assignment.company.id)
    .sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || (a.id < b.id ? -1 : 1))
