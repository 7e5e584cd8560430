// Those who hire, approve and submit: six users a company, two an agency.
import { emailOf, type Person, personOf } from './names.ts'
import type { Agency, Company } from './organisations.ts'
import { idOf } from './random.ts'

export const companyJobs = [
  'Operations Director',
  'Project Manager',
  'Site Manager',
  'Quantity Surveyor',
  'Labour Manager',
  'Assistant Site Manager',
]
export const agencyJobs = ['Account Manager', 'Resourcer']

export const companyUsers = companyJobs.length

const companyUser = (company: Company, at: number) => company.index * 10 + at
const agencyUser = (agency: Agency, at: number) => 1000 + agency.index * 10 + at

/** Users' names come from the far end of the list, workers' from its beginning. */
const personFor = (user: number): Person => personOf((1344 * 2 - 1 - user) % 1344)

type Known = { id: string; name: string; email: string }

/** Every timesheet names four of a few hundred. */
const met = new Map<number, Known>()

function known(user: number, domain: string): Known {
  let found = met.get(user)
  if (!found) {
    const person = personFor(user)
    found = { id: idOf('user', user), name: person.name, email: emailOf(person, user, domain) }
    met.set(user, found)
  }
  return found
}

export const userOf = (company: Company, at: number): Known =>
  known(companyUser(company, at % companyUsers), company.domain)
export const agencyUserOf = (agency: Agency, at: number): Known =>
  known(agencyUser(agency, at % agencyJobs.length), agency.domain)

export const mentionOf = ({ id }: Known) => ({ id })
export const nameAndEmail = ({ name, email }: Known) => ({ name, email })
