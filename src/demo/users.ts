// Those who hire, approve and submit: six users a company, two an agency.
import type { LoadLine } from './load-line.ts'
import { emailOf, type Person, personOf } from './names.ts'
import type { Agency, Company } from './organisations.ts'
import { idOf } from './random.ts'
import type { World } from './world.ts'

const companyJobs = [
  'Operations Director',
  'Project Manager',
  'Site Manager',
  'Quantity Surveyor',
  'Labour Manager',
  'Assistant Site Manager',
]
const agencyJobs = ['Account Manager', 'Resourcer']

export const companyUsers = companyJobs.length

const companyUser = (company: Company, at: number) => company.index * 10 + at
const agencyUser = (agency: Agency, at: number) => 1000 + agency.index * 10 + at

/** Users' names come from the far end of the list, workers' from its beginning. */
const personFor = (user: number): Person => personOf((1344 * 2 - 1 - user) % 1344)

type Known = { id: string; name: string }

const known = (user: number): Known => ({ id: idOf('user', user), name: personFor(user).name })

export const userOf = (company: Company, at: number): Known => known(companyUser(company, at % companyUsers))
export const agencyUserOf = (agency: Agency, at: number): Known =>
  known(agencyUser(agency, at % agencyJobs.length))

export const mentionOf = ({ id }: Known) => ({ id })

function userLine(user: number, domain: string, jobTitle: string, companies?: string[]): LoadLine {
  const person = personFor(user)
  const { id, name } = known(user)
  const inactive = jobTitle === 'Assistant Site Manager'
  return {
    type: 'user',
    record: {
      id,
      name,
      email: emailOf(person, user, domain),
      jobTitle,
      ...(inactive && { inactive }),
      ...(companies && { companies }),
    },
  }
}

export function* users({ firms, agencies }: World): Generator<LoadLine> {
  for (const [index, { company }] of firms.entries()) {
    for (const [at, job] of companyJobs.entries()) {
      // The first company's director looks after the second one too.
      const also = index === 0 && at === 0 ? [firms[1]!.company.id] : []
      yield userLine(companyUser(company, at), company.domain, job, [company.id, ...also])
    }
  }
  for (const agency of agencies) {
    for (const [at, job] of agencyJobs.entries()) yield userLine(agencyUser(agency, at), agency.domain, job)
  }
}
