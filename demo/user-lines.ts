// Users as they are loaded: their places in companies, the projects they are on.
import type { LoadLine } from './load-line.ts'
import { membershipIn } from './permissions.ts'
import type { Project } from './projects.ts'
import { agencyJobs, agencyUserOf, companyJobs, userOf } from './users.ts'
import type { World } from './world.ts'

function userLine(
  { id, name, email }: { id: string; name: string; email: string },
  jobTitle: string,
  companies: object[],
  projects: string[],
): LoadLine {
  const inactive = jobTitle === 'Assistant Site Manager'
  return {
    type: 'user',
    record: { id, name, email, jobTitle, ...(inactive && { inactive }), companies, projects },
  }
}

/** A project manager has every other project, a site manager the first two, who has left none. */
const isOn = (user: number, project: Project): boolean => {
  if (user === 1) return project.index % 2 === 0
  if (user === 2) return project.index % 10 < 2
  return user !== 5
}

export function* users({ firms, agencies }: World): Generator<LoadLine> {
  for (const [index, firm] of firms.entries()) {
    for (const [at, job] of companyJobs.entries()) {
      // The first company's director looks after the second one too.
      const all = index === 0 && at === 0 ? [firm, firms[1]!] : [firm]
      const companies = all.map(({ company }) => membershipIn(company, at))
      const projects = all.flatMap(one => one.projects.filter(project => isOn(at, project)))
      yield userLine(
        userOf(firm.company, at),
        job,
        companies,
        projects.map(({ id }) => id),
      )
    }
  }
  for (const agency of agencies) {
    for (const [at, job] of agencyJobs.entries()) yield userLine(agencyUserOf(agency, at), job, [], [])
  }
}
