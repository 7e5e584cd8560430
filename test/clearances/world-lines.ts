// A random world of clearances as lines of a load.
import { sampleOf } from '../../src/api/samples.ts'
import {
  agency,
  company,
  connection,
  type Line,
  named,
  project,
  site,
  trade,
  worker,
} from '../support/lines.ts'
import type { Everything } from './seen.ts'

/** What documents and assignments link to. A file that nothing links to any more is forgotten. */
export const files = ['1', '2'].map(id => ({ ...sampleOf('file'), id }))

const sectors = [
  ['x1', 'Residential'],
  ['x2', 'Rail'],
] as const

/** Everything but the world's own. */
export const peopleAndPlaces = (): object[] => [
  ...sectors.map(([id, name]) => ({ type: 'sector', record: { id, name } })),
  ...['c1', 'c2', 'c3'].map(id => company(id)),
  ...['a1', 'a2'].map(id => agency(id)),
  named('user', 'u1'),
  trade('t1', 'c1', { name: 'Dryliner' }),
  trade('t2', 'c1', { name: 'Painter' }),
]

const line = (type: string, record: object, facts?: object) => ({
  type,
  record,
  ...(facts && { facts }),
})

/** The world as it can be loaded: its project is there, and documents that only an agency sees say whose they are. */
export function servable(world: Everything): Everything {
  const { qualifications, worker, owners } = world
  const isAgencys = (name: string) => qualifications.get(name.trim().toLowerCase())?.agencySpecific
  const hidden = [...worker.attachments, ...worker.rightToWork].filter(one => isAgencys(one.documentType))
  return {
    ...world,
    project: world.project ?? { id: 'p1', sector: undefined },
    owners: new Map([...hidden.map(({ id }) => [id, 'a1'] as const), ...owners]),
  }
}

export function linesOf(world: Everything): object[] {
  const { assignment, project: place, worker: papers, owners, connection: tie } = world
  const sector = place?.sector
  return [
    ...[...world.qualifications.values()].map((one, at) =>
      line('masterQualification', { ...one, id: `q${at}` }),
    ),
    project('p1', 'c1', { name: 'Quay', ...(sector && { sector }) }),
    project('p2', 'c1', { name: 'p2' }),
    site('s1', 'p1', 'c1'),
    ...(tie
      ? [connection('c1', 'a1', tie.projects ? { restricted: true, projects: tie.projects } : {})]
      : []),
    ...world.entries.map(entry => line('competencyEntry', entry)),
    ...(world.asksForSmartChecks
      ? [
          line('smartCheckConfiguration', {
            id: 'sc1',
            company: { id: 'c1' },
            provider: 'simulator',
            active: true,
          }),
        ]
      : []),
    workerLine(world, papers, owners),
    line('assignment', { ...assignment, site: { id: 's1' } }),
  ]
}

function workerLine(
  { workersAgencies, validations }: Everything,
  papers: Everything['worker'],
  owners: Everything['owners'],
): object {
  const { record }: Line = worker('w1', { reference: 'W1', name: 'Ann Other' })
  const documentOwners = [...owners].map(([document, agency]) => ({ document, agency }))
  const agencies = workersAgencies.map((id, at) => ({ id, active: at % 2 === 0 }))
  const whole = { ...record, agencies, ...papers, documentValidations: validations }
  return { ...line('worker', whole, { documentOwners }), replace: true }
}

type Identified = { type: string; record: { id: string } }

/** What has to be written so that one world becomes another: what the second lacks goes, or is switched off. */
export function changesBetween(before: Everything, after: Everything): object[] {
  const [was, is] = [before, after].map(world => linesOf(world) as Identified[])
  const keyOf = ({ type, record }: Identified) => `${type} ${record.id}`
  const kept = new Set(is!.map(keyOf))
  const gone = was!.filter(one => !kept.has(keyOf(one)))
  const isSwitched = ({ type }: Identified) => type === 'connection' || type === 'smartCheckConfiguration'
  return [
    ...gone.filter(isSwitched).map(({ type, record }) => ({ type, record: { ...record, active: false } })),
    ...is!,
    ...gone
      .filter(one => !isSwitched(one))
      .map(({ type, record }) => ({ type, id: record.id, deleted: true })),
  ]
}
