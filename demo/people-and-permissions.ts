// Names of people who do not exist; the users who hire, approve and submit; and what those users may do.

import { Dice, idOf, memoized } from './random.ts'
import type { Agency, Company, LoadLine, Project, World } from './world.ts'

/** Nationality, men, women, last names. */
// biome-ignore format: a table reads better in rows
const pools = ([
  ['United Kingdom', 'Callum Dean Elliot Gareth Harvey Jamie Kieran Lewis Nathan', 'Alisha Bethan Chloe',
    'Ashdown Birchall Crowther Dunmore Eastwick Fairlamb Garside Hepworth Ingleby Jessop Kirkbride Lomax Mossman Nuttall'],
  ['Poland', 'Adrian Bartosz Damian Grzegorz Jakub Krzysztof Marek Pawel Tomasz', 'Agnieszka Kinga Zofia',
    'Bielak Czajka Dudek Gajda Jaworski Kubiak Lisiecki Madej Nowicki Olszak Pietrzak Rogala Sikora Urban'],
  ['United Kingdom', 'Aaron Bradley Connor Duncan Euan Fraser Graham Imran Tariq', 'Gemma Hannah Priya',
    'Addo Begum Chaudhry Drummond Erskine Fernandes Galbraith Hussain Iqbal Jardine Kerr Lockhart Muir Okafor'],
  ['Romania', 'Alin Bogdan Ciprian Dorin Florin Ionut Lucian Marius Sorin', 'Andreea Ioana Mihaela',
    'Albu Balan Ciobanu Dobre Enache Filip Grigore Iacob Lungu Manole Neagu Oprea Rusu Toma'],
  ['Ireland', 'Cathal Cormac Declan Eoin Fergal Lorcan Niall Padraig Tadhg', 'Aoife Grainne Sinead',
    "Brosnan Coughlan Devaney Fallon Gallagher Hanrahan Keaveney Looney McGarry O'Dwyer Quigley Rafferty Scanlon Tierney"],
  ['United Kingdom', 'Craig Darren Edmund Franklin Glen Howard Ivor Joel Leon', 'Marcia Nadine Olwen',
    'Appleyard Brathwaite Cadwallader Dacosta Edevane Foxcroft Gittens Honeywell Islip Joslin Kenrick Llewelyn Maddocks Nesbit'],
  ['Ukraine', 'Andriy Bohdan Danylo Ihor Maksym Oleh Petro Serhiy Taras', 'Iryna Nadiya Oksana',
    'Bondar Chorny Danyliuk Fedorenko Hnatiuk Kovtun Lysenko Moroz Onyshchuk Palamar Rudenko Savchuk Tkach Yurchenko'],
  ['India', 'Amrit Balbir Gurdeep Harjit Jaspal Kuldeep Manpreet Rajan Sukhdev', 'Amandeep Kavita Simran',
    'Atwal Bains Chahal Dhaliwal Gill Hundal Johal Kang Mahal Nagra Purewal Rai Sandhu Virk'],
] as const).map(([nationality, men, women, last]) => ({
  nationality,
  first: [
    ...men.split(' ').map(name => [name, 'Male'] as const),
    ...women.split(' ').map(name => [name, 'Female'] as const),
  ],
  last: last.split(' '),
}))

/** The first 1,344 people all have different names. */
export function personOf(index: number) {
  const { nationality, first, last } = pools[index % pools.length]!
  const round = Math.floor(index / pools.length)
  const [firstName, gender] = first[(round * 5) % first.length]!
  const lastName = last[(round + 5 * Math.floor(round / first.length)) % last.length]!
  return { firstName, lastName, name: `${firstName} ${lastName}`, gender, nationality }
}

const mailName = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

type PersonName = { firstName: string; lastName: string }

export const emailOf = ({ firstName, lastName }: PersonName, index: number, domain: string): string =>
  `${mailName(firstName)}.${mailName(lastName)}${index}@${domain}.example`

/** One of the thousand numbers that Ofcom reserves for drama. */
export const phoneOf = (kind: string, index: number) => ({
  countryCode: '+44',
  number: String(7_700_900_000 + new Dice(`${kind} phone`, index).below(1000)),
})

// biome-ignore format: a list of words reads better in rows
const companyJobs = [
  'Operations Director', 'Project Manager', 'Site Manager', 'Quantity Surveyor', 'Labour Manager',
  'Assistant Site Manager',
]
const agencyJobs = ['Account Manager', 'Resourcer']

type User = { id: string; name: string; email: string }

/** Users' names come from the far end of the list, workers' from its beginning. */
const userNumbered = memoized(
  ({ number, domain }: { number: number; domain: string }): User => {
    const person = personOf((1344 * 2 - 1 - number) % 1344)
    return { id: idOf('user', number), name: person.name, email: emailOf(person, number, domain) }
  },
  ({ number }) => number,
)

/** In the order of their jobs. */
export const userOf = ({ index, domain }: Company, at: number): User =>
  userNumbered({ number: index * 10 + (at % companyJobs.length), domain })
export const agencyUserOf = ({ index, domain }: Agency, at: number): User =>
  userNumbered({ number: 1000 + index * 10 + (at % agencyJobs.length), domain })

export const nameAndEmail = ({ name, email }: User) => ({ name, email })

function userLine({ id, name, email }: User, job: string, companies: object[], projects: string[]): LoadLine {
  const inactive = job === 'Assistant Site Manager' && { inactive: true }
  return { type: 'user', record: { id, name, email, jobTitle: job, ...inactive, companies, projects } }
}

/** Project managers have every other project, site managers the first two, inactive users none. */
const isOn = (user: number, project: Project): boolean => {
  if (user === 1) return project.index % 2 === 0
  if (user === 2) return project.index % 10 < 2
  return user !== 5
}

export function* users({ firms, agencies }: World): Generator<LoadLine> {
  for (const [index, firm] of firms.entries())
    for (const [at, job] of companyJobs.entries()) {
      // The first company's director looks after the second one too.
      const all = index === 0 && at === 0 ? [firm, firms[1]!] : [firm]
      const companies = all.map(({ company }) => membershipIn(company, at))
      const projects = all.flatMap(one =>
        one.projects.filter(project => isOn(at, project)).map(({ id }) => id),
      )
      yield userLine(userOf(firm.company, at), job, companies, projects)
    }
  for (const agency of agencies)
    for (const [at, job] of agencyJobs.entries()) yield userLine(agencyUserOf(agency, at), job, [], [])
}

/** Name, category. */
const actions = [
  ['Raise requisitions', 'Requisitions'],
  ['Approve requisitions', 'Requisitions'],
  ['Cancel requisitions', 'Requisitions'],
  ['Make assignments', 'Assignments'],
  ['End assignments', 'Assignments'],
  ['Approve timesheets', 'Timesheets'],
  ['Amend timesheets', 'Timesheets'],
  ['Approve expenses', 'Expenses'],
  ['Confirm invoices', 'Finance'],
  ['Raise purchase orders', 'Finance'],
  ['See rates', 'Finance'],
  ['Validate documents', 'Compliance'],
] as const

type Role = { name: string; may: number[]; not: number[] }

/** In the order of a company's users: what each kind may do, and what it is explicitly denied. */
const baseRoles: readonly Role[] = [
  { name: 'Director', may: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], not: [] },
  { name: 'Project manager', may: [0, 1, 2, 3, 5, 7, 10], not: [8] },
  { name: 'Site manager', may: [0, 5, 11], not: [1, 8, 10] },
  { name: 'Commercial', may: [7, 8, 9, 10], not: [3] },
  { name: 'Labour manager', may: [0, 3, 4, 5, 6, 11], not: [8] },
  { name: 'Viewer', may: [], not: [0, 1, 3, 5] },
]

/** Roles of a company's own, each held by one of its users. */
const ownRoles: readonly (Role & { user: number })[] = [
  { name: 'Weekend approver', user: 2, may: [6, 7], not: [0] },
  { name: 'Gate keeper', user: 4, may: [11], not: [4] },
]

const actionId = (action: number) => idOf('permission', action)
const baseRoleId = (role: number) => idOf('role', role)
const ownRoleId = (company: Company, role: number) => idOf('role', 100 + company.index * 10 + role)

/** A user's place in a company. */
function membershipIn(company: Company, user: number) {
  const own = ownRoles.findIndex(role => role.user === user)
  const customRole = own >= 0 && { customRole: ownRoleId(company, own) }
  return { company: company.id, role: baseRoleId(user), ...customRole }
}

export function* permissions(): Generator<LoadLine> {
  for (const [index, [name, category]] of actions.entries())
    yield { type: 'permission', record: { id: actionId(index), name, category } }
}

function roleLine(id: string, { name, may, not }: Role, company?: Company): LoadLine {
  const defaults = [
    ...may.map(action => ({ permission: actionId(action), permitted: true })),
    ...not.map(action => ({ permission: actionId(action), permitted: false })),
  ]
  return { type: 'role', record: { id, name, ...(company && { company: { id: company.id } }), defaults } }
}

export function* roles({ firms }: World): Generator<LoadLine> {
  for (const [index, role] of baseRoles.entries()) yield roleLine(baseRoleId(index), role)
  for (const { company } of firms)
    for (const [index, role] of ownRoles.entries()) yield roleLine(ownRoleId(company, index), role, company)
}

/** On every other project site managers may amend timesheets, and weekend approvers may not approve expenses. */
export function* projectRules({ firms }: World): Generator<LoadLine> {
  for (const { company, projects } of firms)
    for (const { index, id: project } of projects.filter(({ index }) => index % 2 === 0)) {
      const rule = (number: number, role: string, action: number, permitted: boolean) => {
        const id = idOf('projectRule', index * 4 + number)
        return { type: 'projectRule', record: { id, project, role, permission: actionId(action), permitted } }
      }
      yield rule(0, baseRoleId(2), 6, true)
      yield rule(1, ownRoleId(company, 0), 7, false)
    }
}

/** On every third project the site manager may see rates, and the labour manager may not end assignments. */
export function* userPermissions({ firms }: World): Generator<LoadLine> {
  for (const { company, projects } of firms)
    for (const { index, id: project } of projects.filter(({ index }) => index % 3 === 0)) {
      const grant = (at: number, action: number, permitted: boolean) => {
        const [id, user] = [idOf('userPermission', index * 8 + at), userOf(company, at).id]
        return {
          type: 'userPermission',
          record: { id, user, project, permission: actionId(action), permitted },
        }
      }
      yield grant(2, 10, true)
      yield grant(4, 4, false)
    }
}
