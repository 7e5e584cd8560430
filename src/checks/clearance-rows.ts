// How everybody stands who works for a company on some assignments: all records that decide about it, as rows of one moment, and
// for each side worked out from nothing but what that side sees.
import { setImmediate as turn } from 'node:timers/promises'
import { viewersOf } from '../access/audience.ts'
import type { CallerKind, Link } from '../access/caller.ts'
import { reachesProject } from '../access/links.ts'
import { asOwner } from '../access/owners.ts'
import { schemaRedaction } from '../access/redact.ts'
import { viewerOfOwners } from '../access/viewer.ts'
import type { ClearanceRecords, ClearanceTimeline } from '../api/clearances/records.ts'
import { clearanceTimeline } from '../api/clearances/timeline.ts'
import type { CompetencyEntry } from '../api/competency.ts'
import { recordTypes, typeNamed } from '../api/index.ts'
import { documentKey, type Qualification } from '../api/rules/qualifications.ts'
import type { Assignment } from '../api/shapes/assignment.ts'
import type { WorkerRecord } from '../api/shapes/worker.ts'
import type { Transaction } from '../database/database.ts'
import { byCodePoints } from '../formats/fold.ts'
import type { StoredRecord } from '../shape/stored.ts'
import { findIds, type RowCondition } from '../store/checks/find-records.ts'
import { activeLinks } from '../store/keys/links.ts'
import { readStored } from './stored.ts'

export type ClearanceSide = { kind: CallerKind; id: string }
export type SideClearances = { side: ClearanceSide; assignment: Assignment; timeline: ClearanceTimeline }

/** The event loop has its turn after so many assignments. */
const placedPerTurn = 20

/** Of those of the assignments that are the company's. */
export async function clearancesOf(
  tx: Transaction,
  company: string,
  ids: readonly string[],
): Promise<SideClearances[]> {
  const placed = [...(await readStored<{ record: Assignment }>(tx, 'assignment', ids)).values()]
    .map(({ record }) => record)
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

type Deciding = {
  workers: ReadonlyMap<string, StoredRecord>
  projects: ReadonlyMap<string, StoredRecord>
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
  const all = async <R>(type: string, where: readonly RowCondition[]): Promise<R[]> => {
    const found = await readStored<{ record: R }>(tx, type, await findIds(tx, typeNamed(type), where))
    return [...found.values()].map(({ record }) => record)
  }
  const trades = idsIn(placed.map(({ trade }) => trade))
  const entries = await all<CompetencyEntry>('competencyEntry', [own, { column: 'trade_id', in: trades }])
  const configurations = await all<{ active: boolean }>('smartCheckConfiguration', [own])
  const qualifications = await all<Qualification>('masterQualification', [])
  return {
    workers: await readStored(tx, 'worker', idsIn(placed.map(({ worker }) => worker))),
    projects: await readStored(tx, 'project', idsIn(placed.map(({ project }) => project))),
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
  // The assignment itself opens the worker to the company.
  const isSeen = (type: string, stored: StoredRecord | undefined) =>
    viewersOf(typeNamed(type), stored, new Map([[company, own]]), [company]).includes(
      asOwner(side.kind, side.id),
    )
  const project = projects.get(assignment.project.id ?? '')
  const worker = workers.get(assignment.worker.id ?? '')
  const person = worker?.record as WorkerRecord | undefined
  return {
    side: side.kind,
    assignment,
    worker: person && isSeen('worker', worker) ? shownTo(side, own, person) : undefined,
    validations: side.kind === 'company' ? (person?.documentValidations ?? []) : [],
    project: project && isSeen('project', project) ? (project.record as { id: string }) : undefined,
    entries:
      side.kind === 'company' ? entries : entries.filter(({ project }) => reachesProject(own, project?.id)),
    qualifications,
    asksForSmartChecks,
  }
}

const cutPerson = schemaRedaction(typeNamed('worker').record, typeNamed('worker').owners?.connectedTo)

/** What a key of that side could fetch of somebody. */
function shownTo(
  { kind, id }: ClearanceSide,
  links: readonly Link[],
  { attachments, rightToWork }: WorkerRecord,
): Pick<WorkerRecord, 'attachments' | 'rightToWork'> {
  const shown = structuredClone({ attachments, rightToWork })
  cutPerson.redact(shown, viewerOfOwners(kind, [id], links))
  return shown
}
