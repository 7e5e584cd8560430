// §2.14: what a user may do in a project: the user's own permissions, then the project's rules, then the
// company's role, then the base role. Only actions that one of these says something about are listed.

import { byCodePoints } from '../formats/fold.ts'
import type { Context } from '../kernel/operation/operation.ts'
import { readAll } from '../kernel/query/read-all.ts'
import { collection, namedAsPath } from '../kernel/resource/collection.ts'
import { recordType } from '../record-types/record-type.ts'
import { describe, flag, list, maybe, record, type Static, text } from '../shape/shape.ts'
import { recordId, ref } from './shapes.ts'

/** The catalogue of actions, which every key may read. */
export const permissions = collection({
  path: '/access-rule-mappings',
  noun: 'access rule mapping',
  type: 'permission',
  record: record({
    id: recordId,
    name: [text, 'The action in words, such as Raise requisitions.'],
    category: [text, 'What the action belongs to, such as Requisitions.'],
  }),
  owners: 'everyone',
  search: { within: ['name', 'category'] },
  dates: [],
  sorts: namedAsPath('name', 'category'),
  defaultSort: 'name asc',
  operations: { list: 'listAccessRuleMappings', topic: 'accessRuleMappings' },
})

const permission = describe(text, 'Id of the action.')
const permitted = describe(flag, 'Whether it is allowed; false forbids it.')

export const projectRules = recordType({
  type: 'projectRule',
  record: record({
    id: recordId,
    project: [text, 'Id of the project it holds on.'],
    role: [text, 'Id of the role it holds for.'],
    permission,
    permitted,
  }),
  rules: { names: { project: 'project', role: 'role', permission: 'permission' } },
  derived: { columns: ['project'] },
})

export const userPermissionRecords = recordType({
  type: 'userPermission',
  record: record({
    id: recordId,
    user: [text, 'Id of the user it holds for, before rules and roles.'],
    project: [text, 'Id of the project it holds on.'],
    permission,
    permitted,
  }),
  rules: { names: { user: 'user', project: 'project', permission: 'permission' } },
  derived: { columns: ['project', 'user'] },
})

export const roles = recordType({
  type: 'role',
  record: record({
    id: recordId,
    name: [text, 'What the role is called, as users show it.'],
    company: [maybe(ref('company')), 'Whose own role it is; absent for a base role.'],
    defaults: [list(record({ permission, permitted })), 'What it allows where nothing else decides.'],
  }),
  rules: { names: { 'defaults.permission': 'permission' } },
})

export type Role = Static<typeof roles.record>
export type ProjectMember = {
  user: string
  project: string
  role: Role | undefined
  customRole: Role | undefined
}
type ProjectRule = Static<typeof projectRules.record>
type UserPermissions = Static<typeof userPermissionRecords.record>

/** A function from a user's place in a project to its permissions. */
export async function permissionsOn(places: readonly ProjectMember[], context: Context) {
  const projects = [...new Set(places.map(place => place.project))]
  const where = [{ column: 'project', in: projects }]
  const all = context.reach('everyone')
  const rules = await readAll(context, projectRules, all, where)
  const owns = await readAll(context, userPermissionRecords, all, where)
  const catalogue = await readAll(context, permissions.stored, all)
  const listed = catalogue.toSorted(
    (a, b) => byCodePoints(a.category, b.category) || byCodePoints(a.name, b.name),
  )
  return (place: ProjectMember) =>
    listed.flatMap(action => {
      const permitted = decide(action.id, place, rules, owns)
      return permitted === undefined ? [] : [{ ...action, permitted }]
    })
}

function decide(
  permission: string,
  place: ProjectMember,
  rules: readonly ProjectRule[],
  owns: readonly UserPermissions[],
): boolean | undefined {
  const own = owns.find(
    one => one.user === place.user && one.project === place.project && one.permission === permission,
  )
  if (own) return own.permitted
  for (const role of [place.customRole, place.role]) {
    const rule = rules.find(
      one => one.project === place.project && one.role === role?.id && one.permission === permission,
    )
    if (rule) return rule.permitted
  }
  for (const role of [place.customRole, place.role]) {
    const value = role?.defaults.find(one => one.permission === permission)
    if (value) return value.permitted
  }
  return undefined
}
