// §2.14, §4.5: a company's users, the projects they are on, and what they may do there.

import { many } from '../access/ownership.ts'
import type { Context } from '../kernel/operation/operation.ts'
import { choiceParameter } from '../kernel/operation/parameter.ts'
import { readAll } from '../kernel/query/read-all.ts'
import { computedList } from '../kernel/resource/computed-list.ts'
import { companyInPath } from '../kernel/resource/list-operation.ts'
import { recordType } from '../record-types/record-type.ts'
import {
  describe,
  fields,
  flag,
  list,
  maybe,
  orNull,
  record,
  type Static,
  text,
  words,
} from '../shape/shape.ts'
import { type ProjectMember, permissionsOn, type Role, roles } from './permissions.ts'
import { projectOwners, projects } from './projects.ts'
import { recordId } from './shapes.ts'

/** A user's place in a company: base role, and the company's own role where it has one. */
const membership = record({
  company: [text, 'Id of the company.'],
  role: [maybe(text), 'Id of the base role there.'],
  customRole: [maybe(text), 'Id of the company’s own role, where the user has one.'],
})

export const users = recordType({
  type: 'user',
  record: record({
    id: recordId,
    name: [text, 'What the user is called, wherever records name them.'],
    email: [maybe(text), 'Where to write to the user.'],
    jobTitle: [maybe(text), 'What the user does.'],
    inactive: [maybe(flag), 'true for somebody who has left; active unless given.'],
    companies: [list(membership), 'Where the user works, with the roles there.'],
    projects: [list(text), 'Ids of the projects that the user is on.'],
  }),
  owners: { company: many('companies.company') },
  rules: {
    names: {
      'companies.company': 'company',
      'companies.role': 'role',
      'companies.customRole': 'role',
      projects: 'project',
    },
  },
})

const projectParts = fields({
  id: recordId,
  name: [text, 'What the company calls the project.'],
})
const project = record(projectParts)
const permission = record({
  id: [text, 'Of the action, as in `GET /access-rule-mappings`.'],
  name: [text, 'The action in words, such as Raise requisitions.'],
  category: [text, 'What the action belongs to, such as Requisitions.'],
  permitted: [
    flag,
    'Whether rules and roles allow it; limits on values and single records are not looked at.',
  ],
})
const basics = fields({
  id: recordId,
  name: [text, 'First and last name.'],
  email: [maybe(text), 'Where to write to the user.'],
  role: [maybe(text), 'What the base role is called.'],
  customRole: [
    orNull(
      record({
        id: [text, 'Of the company’s own role.'],
        name: [text, 'What the company calls it.'],
      }),
    ),
    'The role in this company, if it made its own; null otherwise.',
  ],
  jobTitle: [maybe(text), 'What the user does, in words.'],
  status: [
    words({ Active: 'unless marked otherwise', Inactive: 'marked as having left' }),
    'Whether the user still works there; both are listed.',
  ],
})
const Assigned = record({
  ...basics,
  projects: [list(project), 'The company’s projects that the user is on; empty when on none.'],
})
const permitted = describe(
  list(permission),
  'Actions that a rule or a role decides about; one that is not listed is not thereby refused.',
)
const Permitted = record({
  ...basics,
  projects: [
    list(record({ ...projectParts, permissions: permitted })),
    'The company’s projects that the user is on, with what they may do there; empty when on none.',
  ],
})

type Member = Static<typeof users.record>
type Project = Static<typeof project>

const usersOperation = (
  path: string,
  name: string,
  summary: string,
  shape: typeof Assigned | typeof Permitted,
  permits: boolean,
) =>
  computedList({
    path,
    name,
    summary,
    scope: 'read:users',
    callers: 'company',
    parameters: [
      {
        ...choiceParameter('status', ['active', 'inactive'], 'Only users of this status; omitted = all'),
        brief: 'omitted = all',
      },
    ],
    record: shape,
    badId: 400,
    noun: 'company',
    work: async ({ path: at, query: { status } }, context) => {
      const company = companyInPath(at.id!, context.caller)
      const reach = context.reach({ company: many('companies.company') }, { companies: [company] })
      const members = await readAll(context, users, reach)
      const asked = members.filter(
        ({ inactive }) => status === undefined || (inactive === true) === (status === 'inactive'),
      )
      return described(asked, company, context, permits)
    },
    sorts: { name: ({ name }) => name },
  })

export const userPermissions = usersOperation(
  '/companies/{id}/user-permissions',
  'listCompanyUserPermissions',
  'List the users of a company with what they may do in each project',
  Permitted,
  true,
)
export const userAssignments = usersOperation(
  '/companies/{id}/user-assignments',
  'listCompanyUserAssignments',
  'List the users of a company with their projects',
  Assigned,
  false,
)

/** Users as this company sees them: its own roles and projects, no other company's. */
async function described(members: readonly Member[], company: string, context: Context, permits: boolean) {
  const reach = context.reach(projectOwners, { companies: [company] })
  const found = await readAll(context, projects.stored, reach)
  const own = new Map(found.map(({ id, name }): [string, Project] => [id, { id, name }]))
  const known = new Map((await readAll(context, roles, context.reach('everyone'))).map(one => [one.id, one]))
  const places = members.map(member => placesOf(member, company, own, known))
  const permitted = permits ? await permissionsOn(places.flat(), context) : undefined
  return members.map((member, index) => {
    const { role, customRole } = rolesOf(member, company, known)
    return {
      id: member.id,
      name: member.name,
      ...(member.email !== undefined && { email: member.email }),
      ...(role && { role: role.name }),
      customRole: customRole ? { id: customRole.id, name: customRole.name } : null,
      ...(member.jobTitle !== undefined && { jobTitle: member.jobTitle }),
      status: member.inactive === true ? 'Inactive' : 'Active',
      projects: places[index]!.map(place => ({
        ...own.get(place.project)!,
        ...(permitted && { permissions: permitted(place) }),
      })),
    }
  })
}

/** Another company's role counts for nothing here, neither by name nor by what it permits. */
function rolesOf(member: Member, company: string, roles: ReadonlyMap<string, Role>) {
  const membership = member.companies.find(one => one.company === company)
  const [base, custom] = [membership?.role, membership?.customRole].map(id => roles.get(id ?? ''))
  return {
    role: !base?.company || base.company.id === company ? base : undefined,
    customRole: custom?.company?.id === company ? custom : undefined,
  }
}

function placesOf(
  member: Member,
  company: string,
  projects: ReadonlyMap<string, unknown>,
  roles: ReadonlyMap<string, Role>,
): ProjectMember[] {
  const own = rolesOf(member, company, roles)
  return member.projects.filter(id => projects.has(id)).map(id => ({ user: member.id, project: id, ...own }))
}
