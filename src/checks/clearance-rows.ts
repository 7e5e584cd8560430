// How everybody stands who works for a company on some assignments: all records that decide about it, as rows of one moment, and
// for each side worked out from nothing but what that side sees.
import { setImmediate as turn } from 'node:timers/promises'
import { viewersOf } from '../access/audience.ts'
import type { CallerKind, Link } from '../access/caller.ts'
import { asAgency, asCompany, asOwner } from '../access/owners.ts'
import { schemaRedaction } from '../access/redact.ts'
import type { Viewer } from '../access/viewer.ts'
import type { ClearanceRecords, ClearanceTimeline } from '../api/clearances/records.ts'
import { clearanceTimeline } from '../api/clearances/timeline.ts'
import type { CompetencyEntry } from '../api/competency.ts'
import { recordTypes } from '../api/index.ts'
import { documentKey, type Qualification } from '../api/rules/qualifications.ts'
import type { Assignment } from '../api/shapes/assignment.ts'
import type { WorkerRecord } from '../api/shapes/worker.ts'
import type { Transaction } from '../database/database.ts'
import { byCodePoints } from '../formats/fold.ts'
import type { RecordType } from '../record-types/record-type.ts'
import { findIds, type RowCondition } from '../store/checks/find-records.ts'
import { activeLinks } from '../store/records/links.ts'
import { readRows, type StoredRow, wholeRecord } from '../store/records/record-rows.ts'

export type ClearanceSide = { kind: CallerKind; id: string }
export type SideClearances = { side: ClearanceSide; assignment: Assignment; timeline: ClearanceTimeline }

type DecidingType =
  | 'assignment'
  | 'worker'
  | 'project'
  | 'competencyEntry'
  | 'smartCheckConfiguration'
  | 'masterQualification'
  | 'clearance'

export const decidingType = (type: DecidingType): RecordType =>
  recordTypes.find(known => known.type === type)!

/** The event loop has its turn after so many assignments. */
const placedPerTurn = 20

/** Of those of the assignments that are the company's. */
export async function clearancesOf(
  tx: Transaction,
  company: string,
  ids: readonly string[],
): Promise<SideClearances[]> {
  const placed = [...(await readRows(tx, decidingType('assignment'), ids)).values()]
    .map(row => recordIn<Assignment>('assignment', row))
    .filter(assignment => assignment.company.id === company)
  const records = await readDeciding(tx, company, placed)
  const found: SideClearances[] = []
  for (const [at, assignment] of placed.entries()) {
    if (at % placedPerTurn === 0) await turn()
    for (const side of sidesOf(assignment, company, records.links))
      found.push({
        side,
        assignment,
        timeline: clearanceTimeline(seenBy(side, assignment, company, records)),
      })
  }
  return found
}

const recordIn = <R>(type: DecidingType, row: StoredRow): R =>
  wholeRecord(decidingType(type), row).record as R

type Deciding = {
  workers: ReadonlyMap<string, StoredRow>
  projects: ReadonlyMap<string, StoredRow>
  /** In the order in which they were made. */
  entries: readonly CompetencyEntry[]
  links: readonly Link[]
  asksForSmartChecks: boolean
  qualifications: ReadonlyMap<string, Qualification>
}

const idsIn = (refs: readonly ({ id: string | null } | undefined)[]): string[] => [
  ...new Set(refs.flatMap(ref => ref?.id ?? [])),
]

async function readDeciding(
  tx: Transaction,
  company: string,
  placed: readonly Assignment[],
): Promise<Deciding> {
  const own: RowCondition = { column: 'company_id', in: [company] }
  const all = async <R>(type: DecidingType, where: readonly RowCondition[]): Promise<R[]> => {
    const rows = await readRows(tx, decidingType(type), await findIds(tx, decidingType(type), where))
    return [...rows.values()].map(row => recordIn<R>(type, row))
  }
  const trades = idsIn(placed.map(({ trade }) => trade))
  const entries = await all<CompetencyEntry>('competencyEntry', [own, { column: 'trade_id', in: trades }])
  const configurations = await all<{ active: boolean }>('smartCheckConfiguration', [own])
  const qualifications = await all<Qualification>('masterQualification', [])
  return {
    workers: await readRows(tx, decidingType('worker'), idsIn(placed.map(({ worker }) => worker))),
    projects: await readRows(tx, decidingType('project'), idsIn(placed.map(({ project }) => project))),
    entries: entries.toSorted(
      (one, other) => byCodePoints(one.createdAt, other.createdAt) || byCodePoints(one.id, other.id),
    ),
    links: await activeLinks(tx, recordTypes, { companies: [company] }),
    asksForSmartChecks: configurations.some(({ active }) => active),
    qualifications: new Map(
      qualifications
        .toSorted((one, other) => byCodePoints(other.id, one.id))
        .map(one => [documentKey(one.name), one]),
    ),
  }
}

/** Its company, and its agency while that is connected. */
function sidesOf({ agency }: Assignment, company: string, links: readonly Link[]): ClearanceSide[] {
  const isConnected = links.some(link => link.agency === agency.id)
  return [
    { kind: 'company', id: company },
    ...(agency.id !== null && isConnected ? [{ kind: 'agency' as const, id: agency.id }] : []),
  ]
}

function seenBy(
  side: ClearanceSide,
  assignment: Assignment,
  company: string,
  { workers, projects, entries, links, asksForSmartChecks, qualifications }: Deciding,
): ClearanceRecords {
  const own = side.kind === 'company' ? links : links.filter(({ agency }) => agency === side.id)
  const project = projects.get(assignment.project.id ?? '')
  const isProjectSeen =
    project && ownersSeeing('project', project, company, own).includes(asOwner(side.kind, side.id))
  const worker = workers.get(assignment.worker.id ?? '')
  const person = worker && recordIn<WorkerRecord>('worker', worker)
  const isPersonSeen = side.kind === 'company' || person?.agencies.some(({ id }) => id === side.id) === true
  return {
    side: side.kind,
    assignment,
    worker: person && isPersonSeen ? shownTo(side, company, links, person) : undefined,
    validations: side.kind === 'company' ? (person?.documentValidations ?? []) : [],
    project: isProjectSeen ? recordIn<{ id: string }>('project', project) : undefined,
    entries: side.kind === 'company' ? entries : entries.filter(entry => isReached(entry, own)),
    qualifications,
    asksForSmartChecks,
  }
}

const ownersSeeing = (type: DecidingType, row: StoredRow, company: string, links: readonly Link[]) =>
  viewersOf(decidingType(type), wholeRecord(decidingType(type), row), new Map([[company, links]]))

/** Agencies see the entries of the projects that they are connected to. */
const isReached = ({ project }: CompetencyEntry, links: readonly Link[]): boolean =>
  !project ||
  links.some(({ projects }) => !projects || (project.id !== null && projects.includes(project.id)))

const cutPerson = schemaRedaction(decidingType('worker').record, decidingType('worker').owners?.connectedTo)

/** What a key of that side could fetch of somebody. */
function shownTo(
  { kind, id }: ClearanceSide,
  company: string,
  links: readonly Link[],
  { attachments, rightToWork }: WorkerRecord,
): Pick<WorkerRecord, 'attachments' | 'rightToWork'> {
  const viewer: Viewer = {
    kind,
    owners: [id],
    everywhere: kind === 'agency' ? [id] : [],
    linked: kind === 'company' ? links.map(({ agency }) => agency) : [],
    names: [kind === 'company' ? asCompany(id) : asAgency(id, company)],
    version: '',
  }
  const shown = structuredClone({ attachments, rightToWork })
  cutPerson.redact(shown, viewer)
  return shown
}
