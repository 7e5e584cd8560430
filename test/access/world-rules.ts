// What of a random world others are worked out of: users with roles and permissions, and what trades require.
import type { Any, Maker } from './worlds.ts'

const actions = ['ev-approve', 'ev-raise', 'ev-see', 'ev-pay']

/** Base roles, each company's own, and one of another company's that a membership wrongly names now and then. */
function addRoles({ dice, world, add, name }: Maker): void {
  const defaults = () => dice.some(actions).map(permission => ({ permission, permitted: dice.chance(0.5) }))
  for (let left = 2; left > 0; left--) add('role', { name: name('Role'), defaults: defaults() })
  for (const { record } of world.of('company')) {
    if (!dice.chance(0.8)) continue
    add('role', {
      name: name('Own role'),
      company: { id: record.id, name: record.name },
      defaults: defaults(),
    })
  }
}

function joinCompanies({ dice, world, name }: Maker): void {
  const roles = world.of('role').map(line => line.record)
  for (const { record } of world.of('user')) {
    record.email = dice.maybe(0.6, () => 'user@build.example')
    record.jobTitle = dice.maybe(0.5, () => name('Job'))
    record.inactive = dice.maybe(0.5, () => dice.chance(0.6))
    record.companies = dice.some(world.of('company')).map(({ record: company }) => {
      const own = roles.filter(role => !role.company || role.company.id === company.id)
      return {
        company: company.id,
        ...(dice.chance(0.8) && {
          role: dice.pick(roles.filter(role => !role.company || dice.chance(0.1))).id,
        }),
        ...(dice.chance(0.6) && { customRole: dice.pick(dice.chance(0.8) ? own : roles).id }),
      }
    })
    record.projects = dice.some(world.of('project')).map(line => line.record.id)
    for (const unset of ['email', 'jobTitle', 'inactive'])
      if (record[unset] === undefined) delete record[unset]
  }
}

function addRules({ dice, world, add }: Maker): void {
  for (const { record: project } of world.of('project')) {
    for (const { record: role } of world.of('role')) {
      for (const permission of actions) {
        if (dice.chance(0.15))
          add('projectRule', { project: project.id, role: role.id, permission, permitted: dice.chance(0.5) })
      }
    }
    for (const { record: user } of world.of('user')) {
      for (const permission of actions) {
        if (dice.chance(0.15))
          add('userPermission', {
            user: user.id,
            project: project.id,
            permission,
            permitted: dice.chance(0.5),
          })
      }
    }
  }
}

/** Of each trade one entry at most for the company, for a sector and for a project. */
function addEntries({ dice, world, add, stamps, name }: Maker): void {
  const ref = ({ record }: Any) => ({ id: record.id, name: record.name })
  const requirement = () => ({
    rule: dice.pick(['all', 'any']),
    items: [{ name: name('Card') }],
    groups: dice.chance(0.4) ? [{ items: [{ name: name('Course') }] }] : [],
  })
  for (const trade of world.of('trade')) {
    const company = trade.record.company
    const projects = world.of('project').filter(line => line.record.company.id === company.id)
    const add1 = (more: Any) =>
      add('competencyEntry', {
        company,
        trade: ref(trade),
        ...more,
        requirements: Array.from({ length: dice.between(0, 2) }, requirement),
        ...stamps(),
      })
    if (dice.chance(0.6)) add1({})
    for (const sector of world.of('sector')) if (dice.chance(0.4)) add1({ sector: ref(sector) })
    for (const project of projects) {
      if (dice.chance(0.4))
        add1({ project: ref(project), mode: dice.pick([undefined, 'additive', 'replacement']) })
    }
  }
}

export function addRulesOfAll(maker: Maker): void {
  addRoles(maker)
  joinCompanies(maker)
  addRules(maker)
  addEntries(maker)
}
