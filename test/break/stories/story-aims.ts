// Steps that are aimed at what hangs together: relations that open a record to somebody, values that another record decides, and
// properties that are not shown themselves. Random changes seldom come to these.
import type { Dice } from '../../access/dice.ts'
import type { Any, Line, World } from '../../access/worlds.ts'
import { hasProperty, type LineToLoad } from './story-world.ts'

const patched = ({ type, record: { id } }: Line, record: Any, facts?: Any): LineToLoad => ({
  type,
  patch: true,
  record: { id, ...structuredClone(record) },
  ...(facts && { facts: structuredClone(facts) }),
})

type Aim = (dice: Dice, world: World) => LineToLoad | undefined

const anyOf = (dice: Dice, lines: readonly Line[]): Line | undefined =>
  lines.length > 0 ? dice.pick(lines) : undefined

const atCompany = (world: World, type: string, company: string) =>
  world.of(type).filter(({ record }) => record.company.id === company)

/** Workers whom a company is shown for no reason but this one: others first, as everybody else sees no difference. */
function stranger(dice: Dice, world: World, company: string): Line | undefined {
  const known = new Set(
    ['assignment', 'requisition', 'timesheet'].flatMap(type =>
      atCompany(world, type, company).flatMap(({ record }) => [
        record.worker?.id,
        ...(record.agencies ?? []).flatMap((one: Any) =>
          (one.submissions ?? []).map((submission: Any) => submission.worker.id),
        ),
      ]),
    ),
  )
  const named = ({ record }: Line) => record.companyIds.some((one: Any) => one.company === company)
  const others = world.of('worker').filter(line => !known.has(line.record.id) && !named(line))
  return anyOf(dice, others) ?? anyOf(dice, world.of('worker'))
}

const opens: Aim[] = [
  // An assignment goes to somebody else.
  (dice, world) => {
    const line = anyOf(dice, world.of('assignment'))
    const to = line && stranger(dice, world, line.record.company.id)
    if (!to) return undefined
    const { id, name, reference } = to.record
    return patched(line, { worker: { id, name, reference } })
  },
  // An agency submits somebody else, or nobody.
  (dice, world) => {
    const some = world.of('requisition').filter(({ record }) => record.agencies.length > 0)
    const line = anyOf(dice, some)
    const to = line && stranger(dice, world, line.record.company.id)
    if (!to) return undefined
    const agencies = structuredClone(line.record.agencies)
    const { id, name } = to.record
    const submission = { worker: { id, name }, submittedAt: null, isRejected: false, rejectionReason: null }
    dice.pick<Any>(agencies).submissions = dice.chance(0.3) ? [] : [submission]
    return patched(line, { agencies })
  },
  // A company knows somebody by an id, or no longer.
  (dice, world) => {
    const company = anyOf(dice, world.of('company'))?.record.id
    const line =
      company && (dice.chance(0.5) ? stranger(dice, world, company) : anyOf(dice, world.of('worker')))
    if (!line) return undefined
    const others = line.record.companyIds.filter((one: Any) => one.company !== company)
    const isNamed = others.length < line.record.companyIds.length
    const companyIds = isNamed ? others : [...others, { company, id: `by-${dice.int(1e9)}` }]
    return patched(line, { companyIds })
  },
  // An agency has somebody, or no longer.
  (dice, world) => {
    const [line, agency] = [anyOf(dice, world.of('worker')), anyOf(dice, world.of('agency'))]
    if (!line || !agency) return undefined
    const { id, name } = agency.record
    const others = line.record.agencies.filter((one: Any) => one.id !== id)
    const leaves = others.length > 0 && others.length < line.record.agencies.length
    return patched(line, { agencies: leaves ? others : [...others, { id, name, active: true }] })
  },
  // A record goes to another agency, which alone sees it then.
  (dice, world) => {
    const type = dice.pick(['assignment', 'timesheet', 'expense', 'invoice', 'afp', 'creditNote'])
    const [line, agency] = [anyOf(dice, world.of(type)), anyOf(dice, world.of('agency'))]
    if (!line || !agency) return undefined
    return patched(line, { agency: { id: agency.record.id, name: agency.record.name } })
  },
]

const decides: Aim[] = [
  // What a supplier is decides what its timesheets and assignments say.
  (dice, world) => {
    const own = [...world.of('timesheet'), ...world.of('assignment')].map(({ record }) => record)
    const line = anyOf(
      dice,
      world
        .of('connection')
        .filter(
          ({ record: { project, company, agency } }) =>
            !project && own.some(one => one.company.id === company.id && one.agency.id === agency.id),
        ),
    )
    const supplierType = line?.record.supplierType === 'umbrella' ? 'agency' : 'umbrella'
    return line && patched(line, { supplierType })
  },
  // Timesheets show the answers of their assignment.
  (dice, world) => {
    const line = anyOf(
      dice,
      world
        .of('assignment')
        .filter(
          ({ record, facts }) =>
            facts.answers.length > 0 &&
            world.of('timesheet').some(one => one.record.assignment?.id === record.id),
        ),
    )
    if (!line) return undefined
    const answers = structuredClone(line.facts.answers)
    const answer = dice.pick<Any>(answers)
    answer.value = `answer ${dice.int(1e6)}`
    answer.displayLocations = ['requisition', 'assignment', 'timesheet']
    return patched(line, {}, { answers })
  },
  // A company calls its stages otherwise.
  (dice, world) => {
    const line = anyOf(dice, world.of('company'))
    const was = line?.facts.stageTracking
    const labels = { ...was?.labels, submitted: `stage ${dice.int(1e6)}` }
    return line && patched(line, {}, { stageTracking: { ...was, enabled: dice.chance(0.7), labels } })
  },
  // A bill takes another way, and its credit notes with it.
  (dice, world) => {
    const of = dice.pick(['invoice', 'invoice', 'afp'])
    const noted = world.of('creditNote').map(({ record }) => record.invoice?.id)
    const [first, ...others] = [world.of(of).filter(({ record }) => noted.includes(record.id)), world.of(of)]
    const line = anyOf(dice, first!) ?? anyOf(dice, others[0]!)
    const msp = anyOf(dice, world.of('company'))
    if (!line || !msp) return undefined
    const { id, name } = msp.record
    const way = dice.pick(['supplierToClient', 'supplierToMsp', 'mspToClient'])
    return patched(line, { [`${of}Type`]: way, msp: { id, name } })
  },
]

const hidden: Aim[] = [
  (dice, world) => {
    const line = anyOf(dice, world.of('requisition'))
    return line && patched(line, {}, { active: line.facts.active === false })
  },
  (dice, world) => {
    const line = anyOf(
      dice,
      world.of('requisition').filter(({ record }) => record.status === 'raised'),
    )
    return line && patched(line, {}, { refusal: line.facts.refusal ? null : { stage: 1 } })
  },
  (dice, world) => {
    const line = anyOf(
      dice,
      world.of('worker').filter(({ record }) => record.attachments.length > 0),
    )
    const agency = anyOf(dice, world.of('agency'))
    if (!line || !agency) return undefined
    const document = dice.pick<Any>(line.record.attachments).id
    const others = line.facts.documentOwners.filter((one: Any) => one.document !== document)
    // It may become another agency's; that it is somebody's stays where a line does not say whose (docs/loading.md).
    const documentOwners = [...others, { document, agency: agency.record.id }]
    return patched(line, {}, { documentOwners })
  },
]

const counted: Aim[] = [
  // A project has one site more, or less.
  (dice, world) => {
    const line = anyOf(dice, world.of('site'))
    if (!line) return undefined
    if (dice.chance(0.4)) return { type: 'site', id: line.record.id, deleted: true }
    const id = `${world.prefix}site${dice.int(1e6)}`
    return {
      type: 'site',
      nanoid: `${id}zzzzzzzzzz`.slice(0, 10),
      record: { ...structuredClone(line.record), id },
    }
  },
  // A site goes to another project of its company.
  (dice, world) => {
    const line = anyOf(dice, world.of('site'))
    const to = line && anyOf(dice, atCompany(world, 'project', line.record.company.id))
    return to && patched(line, { project: { id: to.record.id, name: to.record.name } })
  },
]

/** A line that names none of the facts leaves them. */
const unnamed: Aim = (dice, world) => {
  const some = ['requisition', 'assignment', 'company', 'worker'].flatMap(type => world.of(type))
  const line = anyOf(
    dice,
    some.filter(({ facts }) => Object.keys(facts).length > 0),
  )
  if (!line) return undefined
  const { type, nanoid, record } = structuredClone(line)
  return { type, nanoid, record: { ...record, updatedAt: `2027-01-01T00:00:0${dice.int(10)}.000Z` } }
}

/** Of whatever says when it was changed: as it was said earlier, and otherwise. */
const older: Aim = (dice, world) => {
  const type = dice.pick(['site', 'project', 'timesheet', 'assignment', 'trade', 'expense', 'purchaseOrder'])
  const line = anyOf(dice, world.of(type))
  if (!line || !hasProperty(type, 'updatedAt')) return undefined
  const updatedAt = dice.pick(['2020-01-01T00:00:00.000Z', '2025-12-31T23:59:59.999Z'])
  return patched(line, { updatedAt, ...(line.record.name && { name: line.record.name }) })
}

const first =
  (aims: readonly Aim[]): Aim =>
  (dice, world) => {
    for (let tries = 0; tries < 10; tries++) {
      const line = dice.pick(aims)(dice, world)
      if (line) return line
    }
    return undefined
  }

/** Each kind with the line that it makes, or nothing where the world has nothing for it. */
export const aims = {
  open: first(opens),
  decide: first(decides),
  hidden: first(hidden),
  counted: first(counted),
  stale: older,
  unnamed,
} satisfies Record<string, Aim>
