// The stage of the demo: today, its companies, agencies, projects and connections. Small at any scale; who
// works there is worked out gang by gang.
import { type Day, dayOf, lastSundayBefore } from './calendar.ts'
import { type Connection, connectionsOf } from './connections.ts'
import { type Agency, agenciesFor, type Company, companiesFor } from './organisations.ts'
import { type Project, projectsOf } from './projects.ts'

export type Firm = { company: Company; projects: Project[]; connections: Connection[] }

export type World = {
  today: Day
  /** The Sunday that ended the last full week. */
  sunday: Day
  firms: Firm[]
  agencies: Agency[]
}

/** From here on a programme has more than the named companies and agencies. */
const manyFrom = 2

export function worldFor(today: Date, scale: number): World {
  const many = scale > manyFrom
  const agencies = agenciesFor(many ? Math.min(60, 8 + Math.ceil(scale / 2)) : 6)
  const firms = companiesFor(many ? Math.min(25, 4 + Math.ceil(scale / 4)) : 3).map(company => {
    const projects = projectsOf(company)
    return { company, projects, connections: connectionsOf(company, projects, agencies) }
  })
  return { today: dayOf(today), sunday: lastSundayBefore(dayOf(today)), firms, agencies }
}

/** The Monday of the week that ended so many weeks before the last full one. */
export const mondayOf = (world: World, weeksAgo: number): Day => world.sunday - 6 - 7 * weeksAgo

/** When there was nothing yet but the companies. */
export const beginning = (world: World): Day => world.sunday - 7 * 220
