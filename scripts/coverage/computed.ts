// What is worked out rather than stored, against the records it is worked out of: the competency matrix of a
// project, the markup in agencies' rates, the permissions of users.
import { demoProgramme } from '../../demo/programme.ts'
import { type Any, type Ask, recordsOf } from './ask.ts'
import type { Check, Subject, Verdict } from './checks.ts'

export function computedChecks(subject: Subject): Check[] {
  const { path } = subject.operation
  const check = (group: string, name: string, run: () => Promise<Verdict>): Check => ({
    group,
    name: `${path} ${name}`,
    run,
  })
  if (path === '/companies/{id}/competency-matrix')
    return ['additive', 'replacement', 'base'].map(mode =>
      check('worked out', `projectId, ${mode}`, () => merges(subject, mode)),
    )
  if (path === '/rates/{id}') return [check('worked out', 'markup', () => markup(subject))]
  if (path === '/companies/{id}/user-permissions')
    return [check('worked out', 'both permitted and not', () => permits(subject))]
  return []
}

/** The lines of some types, as they were loaded. */
function* loaded(type: string): Generator<Any> {
  for (const line of demoProgramme(new Date(), { files: false })) {
    if (line.type === type && 'record' in line) yield line.record
    if (line.type === 'worker') return
  }
}

const source = (entry: Any) => (entry.project ? 'project' : entry.sector ? 'sector' : 'company')

/** Every entry of every project with this mode, or with none of its own, is what the stored entries give. */
async function merges({ ask, companies }: Subject, mode: string): Promise<Verdict> {
  const stored = [...loaded('competencyEntry')]
  let seen = 0
  for (const project of await recordsOf(ask, '/projects', {}, 10)) {
    const { body } = await ask(`/companies/${project.company.id}/competency-matrix`, {
      projectId: project.id,
    })
    for (const entry of body.data.entries) {
      const own = stored.filter(one => one.trade.id === entry.trade.id)
      const override = own.find(one => one.project?.id === project.id)
      if ((override ? (override.mode ?? 'additive') : 'base') !== mode) continue
      seen++
      const plain = own.filter(one => !one.project)
      const base = plain.find(one => one.sector?.id === project.sector?.id) ?? plain.find(one => !one.sector)
      const added = mode === 'replacement' ? [] : (base?.requirements ?? [])
      const right = { source: source(override ?? base), all: [...added, ...(override?.requirements ?? [])] }
      if (JSON.stringify({ source: entry.source, all: entry.requirements }) !== JSON.stringify(right))
        return `${project.name}, ${entry.trade.name} is not merged`
    }
  }
  if (companies.length === 0 || seen === 0) return 'no project has such an entry'
  return undefined
}

/** Shown margins are the loaded ones and the connection's points of the pay. */
async function markup({ ask }: Subject): Promise<Verdict> {
  const stored = new Map([...loaded('rate')].map(rate => [rate.id, rate]))
  const suppliers = new Map<string, Any[]>()
  for (const project of await recordsOf(ask, '/projects', {}, 10))
    suppliers.set(project.id, await recordsOf(ask, `/projects/${project.id}/connected-agencies`))
  const seen = new Set<string>()
  for (const rate of (await recordsOf(ask, '/rates', {}, 20)).filter(one => one.agency)) {
    const connection = await connectionOf(ask, rate, suppliers)
    const special = connection?.tradeMarkupAdjustments?.find((one: Any) => one.trade.id === rate.trade.id)
    const points = special?.adjustment ?? connection?.markupAdjustment ?? 0
    seen.add(points === 0 ? 'none' : special ? 'trade' : 'agency')
    for (const kind of ['cis', 'paye', 'psc']) {
      const [shown, plain] = [rate.rates[kind], stored.get(rate.id).rates[kind]]
      if (!shown) continue
      const margin = Math.round(plain.margin * 100) + Math.round((Math.round(plain.pay * 100) * points) / 100)
      const charge = Math.round(plain.pay * 100) + Math.round(plain.emp * 100) + margin
      if (Math.round(shown.margin * 100) !== margin || Math.round(shown.charge * 100) !== charge)
        return `${rate.id}: ${JSON.stringify(shown)} with ${points} points on ${JSON.stringify(plain)}`
    }
  }
  return seen.has('trade') && seen.has('agency')
    ? undefined
    : `only ${[...seen].join(', ')} markups are there`
}

/** A project's rate goes by that project's supplier; any project's company-level one serves the others. */
async function connectionOf(ask: Ask, rate: Any, suppliers: Map<string, Any[]>): Promise<Any> {
  if (rate.project) return suppliers.get(rate.project.id)?.find(one => one.agency.id === rate.agency.id)
  const projects = await recordsOf(ask, '/projects', { company: rate.company.id }, 10)
  return projects
    .flatMap(project => suppliers.get(project.id) ?? [])
    .find(one => one.agency.id === rate.agency.id && one.connectionLevel === 'company')
}

async function permits({ ask, path }: Subject): Promise<Verdict> {
  const users = await recordsOf(ask, path, {}, 10)
  const said = users.flatMap(user => user.projects.flatMap((project: Any) => project.permissions))
  const kinds = new Set(said.map(one => one.permitted))
  if (!users.some(user => user.projects.length === 0)) return 'there is no user without a project'
  return kinds.size === 2 ? undefined : 'nobody is permitted, or nobody is not'
}
