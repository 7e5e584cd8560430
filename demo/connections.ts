// Who supplies whom: ties of agencies to companies and to single projects, some limited, one given up.
import type { Agency, Company } from './organisations.ts'
import type { Project } from './projects.ts'
import { idOf } from './random.ts'

export type Connection = {
  id: string
  company: Company
  agency: Agency
  project?: Project
  active: boolean
  /** Only these projects; all where there is no such list. */
  only?: Project[]
  tier: number
  /** Percentage points on pay that are added to the margin. */
  markup?: number
  tradeMarkup?: { trade: number; points: number }
  /** What it ties has not worked for a year or more. */
  old: boolean
  /** Shows every setting that a connection can have. */
  full: boolean
}

type Row = {
  agency: number
  project?: number
  only?: readonly number[]
  ended?: true
  markup?: number
  tradeMarkup?: { trade: number; points: number }
  full?: true
}

const firstRows: readonly (readonly Row[])[] = [
  [
    { agency: 0, full: true, markup: 2, tradeMarkup: { trade: 5, points: 4 } },
    { agency: 1, only: [0, 2] },
    { agency: 2 },
    { agency: 3, only: [1] },
    { agency: 3, project: 1, markup: 3 },
    { agency: 5 },
  ],
  [{ agency: 0 }, { agency: 1 }, { agency: 3, markup: 1 }, { agency: 4, ended: true }],
  [{ agency: 1 }, { agency: 2 }, { agency: 4, only: [0, 2] }, { agency: 5 }, { agency: 0, project: 1 }],
]

/** Six agencies each, spread so that all have work, and the one whose work is all old. */
const laterRows = (company: Company, agencies: number): Row[] => {
  const spread = Array.from(
    { length: 6 },
    (_, at) => 7 + ((company.index * 6 + at - 18) % Math.max(1, agencies - 7)),
  )
  const own = agencies > 7 ? [...new Set(spread)] : [0, 1, 2]
  return [...own.map(agency => ({ agency })), ...(agencies > 6 && !company.retired ? [{ agency: 6 }] : [])]
}

export function connectionsOf(
  company: Company,
  projects: readonly Project[],
  agencies: readonly Agency[],
): Connection[] {
  const rows = firstRows[company.index] ?? laterRows(company, agencies.length)
  return rows.map((row, at) => {
    const agency = agencies[row.agency]!
    const project = row.project === undefined ? undefined : projects[row.project]!
    return {
      id: idOf('connection', company.index * 1000 + agency.index * 10 + (row.project ?? 8)),
      company,
      agency,
      ...(project && { project }),
      active: !row.ended,
      ...(row.only && { only: row.only.map(index => projects[index]!) }),
      tier: at < 2 ? 1 : 2,
      ...(row.markup && { markup: row.markup }),
      ...(row.tradeMarkup && { tradeMarkup: row.tradeMarkup }),
      old: row.ended === true || company.retired || agency.retired,
      full: row.full === true,
    }
  })
}

export const reaches = (connection: Connection, project: Project): boolean =>
  connection.project ? connection.project === project : !connection.only || connection.only.includes(project)

/** A project's connection speaks before the company's, a trade's adjustment before the agency's. */
export function markupOf(
  connections: readonly Connection[],
  agency: Agency,
  project: Project,
  trade: number,
): number {
  const own = connections.filter(connection => connection.agency === agency && reaches(connection, project))
  const ordered = [...own.filter(one => one.project), ...own.filter(one => !one.project)]
  const said = ordered.map(({ markup, tradeMarkup }) =>
    tradeMarkup?.trade === trade ? tradeMarkup.points : markup,
  )
  return said.find(points => points !== undefined) ?? 0
}
