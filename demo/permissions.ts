// What users may do: the catalogue of actions, roles with their defaults, rules of projects, single grants.
import type { LoadLine } from './load-line.ts'
import type { Company } from './organisations.ts'
import { idOf } from './random.ts'
import { userOf } from './users.ts'
import type { World } from './world.ts'

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

/** In the order of a company's users: what each kind may do, and what it is explicitly denied. */
const baseRoles = [
  { name: 'Director', may: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], not: [] },
  { name: 'Project manager', may: [0, 1, 2, 3, 5, 7, 10], not: [8] },
  { name: 'Site manager', may: [0, 5, 11], not: [1, 8, 10] },
  { name: 'Commercial', may: [7, 8, 9, 10], not: [3] },
  { name: 'Labour manager', may: [0, 3, 4, 5, 6, 11], not: [8] },
  { name: 'Viewer', may: [], not: [0, 1, 3, 5] },
]

/** Roles of a company's own, each held by one of its users. */
const ownRoles = [
  { name: 'Weekend approver', user: 2, may: [6, 7], not: [0] },
  { name: 'Gate keeper', user: 4, may: [11], not: [4] },
]

const actionId = (action: number) => idOf('permission', action)
const baseRoleId = (role: number) => idOf('role', role)
const ownRoleId = (company: Company, role: number) => idOf('role', 100 + company.index * 10 + role)

/** A user's place in a company. */
export function membershipIn(company: Company, user: number) {
  const own = ownRoles.findIndex(role => role.user === user)
  return {
    company: company.id,
    role: baseRoleId(user),
    ...(own >= 0 && { customRole: ownRoleId(company, own) }),
  }
}

export function* permissions(): Generator<LoadLine> {
  for (const [index, [name, category]] of actions.entries()) {
    yield { type: 'permission', record: { id: actionId(index), name, category } }
  }
}

const defaultsOf = ({ may, not }: { may: number[]; not: number[] }) => [
  ...may.map(action => ({ permission: actionId(action), permitted: true })),
  ...not.map(action => ({ permission: actionId(action), permitted: false })),
]

export function* roles({ firms }: World): Generator<LoadLine> {
  for (const [index, role] of baseRoles.entries()) {
    yield {
      type: 'role',
      record: { id: baseRoleId(index), name: role.name, defaults: defaultsOf(role) },
    }
  }
  for (const { company } of firms) {
    for (const [index, role] of ownRoles.entries()) {
      const record = { id: ownRoleId(company, index), name: role.name, company: { id: company.id } }
      yield { type: 'role', record: { ...record, defaults: defaultsOf(role) } }
    }
  }
}

/** On every other project site managers may amend timesheets, and the own role may not approve expenses. */
export function* projectRules({ firms }: World): Generator<LoadLine> {
  for (const { company, projects } of firms) {
    for (const project of projects.filter(({ index }) => index % 2 === 0)) {
      const rule = (number: number, role: string, action: number, permitted: boolean) => ({
        type: 'projectRule',
        record: {
          id: idOf('projectRule', project.index * 4 + number),
          project: project.id,
          role,
          permission: actionId(action),
          permitted,
        },
      })
      yield rule(0, baseRoleId(2), 6, true)
      yield rule(1, ownRoleId(company, 0), 7, false)
    }
  }
}

/** On every third project the site manager may see rates, and the labour manager may not end assignments. */
export function* userPermissions({ firms }: World): Generator<LoadLine> {
  for (const { company, projects } of firms) {
    for (const project of projects.filter(({ index }) => index % 3 === 0)) {
      for (const [at, action] of [
        [2, 10],
        [4, 4],
      ] as const) {
        const record = {
          id: idOf('userPermission', project.index * 8 + at),
          user: userOf(company, at).id,
          project: project.id,
          permission: actionId(action),
          permitted: at === 2,
        }
        yield { type: 'userPermission', record }
      }
    }
  }
}
