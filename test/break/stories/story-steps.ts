// What may happen to records in a story: each step makes lines of what the world holds at that moment, of its own dice alone.
import type { Dice } from '../../access/dice.ts'
import type { Any, Line, World } from '../../access/worlds.ts'
import { aims } from './story-aims.ts'
import { hasProperty, type LineToLoad, mentioning, withNames } from './story-world.ts'

/** Steps with how often each comes; those of the second list are done by hand. */
export const lineSteps = {
  change: 10,
  patch: 10,
  replace: 4,
  older: 3,
  clone: 5,
  again: 5,
  rename: 5,
  move: 5,
  connect: 8,
  delete: 8,
  deleteAll: 4,
  batch: 5,
  atOnce: 5,
  open: 8,
  decide: 8,
  hidden: 6,
  counted: 4,
  stale: 2,
  unnamed: 3,
} as const
export const otherSteps = {
  snapshot: 5,
  dryRun: 3,
  link: 4,
  undo: 5,
  post: 3,
  erase: 2,
  copy: 3,
} as const
/** These take as long as ten others. */
export const longSteps = { reopen: 12, restore: 12 } as const
export type Plan = { lines: LineToLoad[]; options?: Any; apart?: boolean }

/** Records of people are laid over what is stored, which lives of data try; here they are changed where that says nothing. */
const plainOfWorkers = ['email', 'phone', 'address', 'trades', 'companyIds', 'agencies', 'gender', 'dob']
/** What only one record may have. */
const ownOf: Record<string, readonly string[]> = {
  company: ['prefix'],
  connection: ['agency'],
  competencyEntry: ['sector', 'mode'],
  projectRule: ['role', 'permission'],
  userPermission: ['user', 'permission'],
}

export const types = [
  ...['region', 'sector', 'activity', 'user', 'company', 'agency', 'connection', 'project', 'site', 'tag'],
  ...['trade', 'purchaseOrder', 'rate', 'role', 'projectRule', 'userPermission', 'competencyEntry', 'worker'],
  ...[
    'requisition',
    'requisition',
    'assignment',
    'assignment',
    'timesheet',
    'timesheet',
    'expense',
    'invoice',
  ],
  ...['invoice', 'afp', 'creditNote', 'connection', 'worker'],
]

export const lineOf = ({ type, nanoid, record, facts }: Line): LineToLoad =>
  structuredClone({ type, nanoid, record, ...(Object.keys(facts).length > 0 && { facts }) })

const anyOf = (dice: Dice, world: World): Line => {
  for (;;) {
    const found = world.of(dice.pick(types))
    if (found.length > 0) return dice.pick(found)
  }
}

const later = (record: Any, dice: Dice) => {
  if (record.updatedAt && dice.chance(0.7))
    record.updatedAt = new Date(Date.parse(record.updatedAt) + 1000 * dice.between(1, 10 ** 6)).toISOString()
}

/** Where something is: it moves as a whole, as the contract says nothing of records whose company and project differ. */
const place = ['company', 'project', 'site', 'trade']
/** Of two of these about the same the contract does not say which counts. */
const single = ['connection', 'competencyEntry', 'projectRule', 'userPermission']
/** Others stand in the first of these, and would not move along. */
const staying = ['project', 'trade', ...single]

const placeOf = (other: Line): Any =>
  Object.fromEntries(
    place
      .filter(name => hasProperty(other.type, name))
      .map(name => [name, structuredClone(other.record[name] ?? null)]),
  )

/** Properties of the record that take what another of its type has there, or nothing. */
function taken(dice: Dice, world: World, line: Line, clears: boolean): Any {
  const other = dice.pick(world.of(line.type))
  const own = ['id', 'updatedAt', ...(ownOf[line.type] ?? [])]
  const all = new Set([...Object.keys(line.record), ...Object.keys(other.record)])
  const moves =
    !staying.includes(line.type) && [...all].some(name => place.includes(name)) && dice.chance(0.2)
  const names = [...all].filter(
    name =>
      !place.includes(name) &&
      !own.includes(name) &&
      (line.type !== 'worker' || plainOfWorkers.includes(name)),
  )
  const few = names.filter(() => dice.chance(dice.pick([0.1, 0.3])))
  const values = Object.fromEntries(
    few.flatMap(name => {
      const value = other.record[name]
      return value === undefined || (clears && dice.chance(0.2))
        ? [[name, null]]
        : [[name, structuredClone(value)]]
    }),
  )
  return { ...values, ...(moves && placeOf(other)) }
}

function takenFacts(dice: Dice, world: World, line: Line): Any {
  if (line.type === 'worker' || !dice.chance(0.4)) return undefined
  const other = dice.pick(world.of(line.type))
  const names = Object.keys({ ...line.facts, ...other.facts }).filter(() => dice.chance(0.5))
  const facts = Object.fromEntries(names.map(name => [name, structuredClone(other.facts[name] ?? null)]))
  return names.length > 0 ? facts : undefined
}

function change(dice: Dice, world: World, line = anyOf(dice, world)): LineToLoad {
  const changed = lineOf(line)
  const values = taken(dice, world, line, true)
  for (const [name, value] of Object.entries(values))
    if (value === null && line.type !== 'worker') delete changed.record[name]
    else changed.record[name] = value
  later(changed.record, dice)
  const facts = takenFacts(dice, world, line)
  if (line.type === 'worker') delete changed.facts
  else if (facts) changed.facts = facts
  return changed
}

function patch(dice: Dice, world: World): LineToLoad {
  const line = anyOf(dice, world)
  const record: Any = { id: line.record.id, ...taken(dice, world, line, true) }
  if (line.record.updatedAt) {
    record.updatedAt = line.record.updatedAt
    later(record, dice)
  }
  const facts = takenFacts(dice, world, line)
  return { type: line.type, patch: true, record, ...(facts && { facts }) }
}

function clone(dice: Dice, world: World): LineToLoad {
  let line = anyOf(dice, world)
  while (single.includes(line.type)) line = anyOf(dice, world)
  const made = lineOf(line)
  const own = `${world.prefix}new${dice.int(1e6)}`
  made.record.id = own
  made.nanoid = `${own}zzzzzzzzzz`.slice(0, 10)
  if (line.type === 'company') made.record.prefix = own.toUpperCase()
  if (line.type === 'worker') {
    for (const list of ['attachments', 'rightToWork', 'documentValidations']) made.record[list] = []
    made.record.agencies = made.record.agencies.map(({ agencyId: _, ...one }: Any) => one)
    made.facts = { documentOwners: [] }
  }
  return made
}

/** To another company, project, agency or worker, or under another invoice, assignment or timesheet. */
function move(dice: Dice, world: World): LineToLoad {
  const places = [
    'company',
    'project',
    'agency',
    'worker',
    'site',
    'assignment',
    'timesheet',
    'invoice',
    'msp',
  ]
  for (;;) {
    const line = anyOf(dice, world)
    const at = places.filter(name => line.record[name]?.id !== undefined)
    if (at.length === 0 || line.type === 'worker' || staying.includes(line.type)) continue
    const name = dice.pick(at)
    const { id, updatedAt } = line.record
    const to = place.includes(name)
      ? placeOf(dice.pick(world.of(line.type)))
      : referenceTo(dice.pick(world.of(name === 'msp' ? 'company' : name)), line.record[name])
    const moved = place.includes(name) ? to : { [name]: to }
    return { type: line.type, patch: true, record: { id, ...moved, ...(updatedAt && { updatedAt }) } }
  }
}

/** In the form in which another is named there now. */
function referenceTo({ record }: Line, now: Any): Any {
  const to: Any = { id: record.id }
  for (const called of ['name', 'reference'])
    if (called in now) to[called] = record[called] ?? record.reference
  return to
}

function rename(dice: Dice, world: World): LineToLoad {
  const named = ['region', 'sector', 'user', 'company', 'agency', 'project', 'site', 'tag', 'trade', 'worker']
  const type = dice.pick([...named, 'assignment', 'timesheet', 'invoice', 'requisition'])
  const found = world.of(type)
  if (found.length === 0) return change(dice, world)
  const line = lineOf(dice.pick(found))
  const to = `word ${dice.int(1e6)}`
  if (line.record.name === undefined) line.record.reference = to
  else line.record.name = to
  if (type === 'worker') line.record.lastName = to
  if (type === 'tag' && dice.chance(0.5)) line.record.description = to
  return line
}

/** A connection ends or begins, or reaches other projects. */
function connect(dice: Dice, world: World): LineToLoad {
  const found = world.of('connection')
  if (found.length === 0) return change(dice, world)
  const { record } = dice.pick(found)
  const own = world.of('project').filter(line => line.record.company.id === record.company.id)
  const of = { type: 'connection', patch: true, record: { id: record.id } }
  if (dice.chance(0.5)) return { ...of, record: { ...of.record, active: !record.active } }
  const supplierType = record.supplierType === 'umbrella' ? 'agency' : 'umbrella'
  if (dice.chance(0.4)) return { ...of, record: { ...of.record, supplierType } }
  const projects = dice.some(own).map(line => line.record.id)
  return { ...of, record: { ...of.record, restricted: dice.chance(0.7) }, facts: { projects } }
}

/** With all that mention it, and all that mention these. */
function withMentions(world: World, line: Line): Line[] {
  const all = new Set([line])
  for (const one of all) for (const other of mentioning(world, one)) all.add(other)
  return [...all]
}

const deletion = ({ type, record }: Line): LineToLoad => ({ type, id: record.id, deleted: true })

const aimed = Object.fromEntries(
  Object.entries(aims).map(([kind, aim]) => [
    kind,
    (dice: Dice, world: World): Plan => ({ lines: [aim(dice, world) ?? change(dice, world)] }),
  ]),
) as Record<keyof typeof aims, (dice: Dice, world: World) => Plan>

const makers: Record<keyof typeof lineSteps, (dice: Dice, world: World, gone: readonly Line[]) => Plan> = {
  change: (dice, world) => ({ lines: [change(dice, world)] }),
  patch: (dice, world) => ({ lines: [patch(dice, world)] }),
  replace: (dice, world) => {
    const line = anyOf(dice, world)
    const made = line.type === 'worker' ? lineOf(line) : change(dice, world, line)
    return { lines: [{ ...made, replace: true }] }
  },
  older: (dice, world) => {
    const made = change(dice, world)
    if (made.record.updatedAt) made.record.updatedAt = '2020-01-01T00:00:00.000Z'
    return { lines: [made], options: { allowOlder: dice.chance(0.3) } }
  },
  clone: (dice, world) => ({ lines: [clone(dice, world)] }),
  again: (dice, world, gone) => {
    if (gone.length === 0) return { lines: [clone(dice, world)] }
    const back = withNames(world, lineOf(dice.pick(gone)))
    if (dice.chance(0.5)) back.nanoid = `${world.prefix}bk${dice.int(1e6)}zzzzzzz`.slice(0, 10)
    return { lines: [back] }
  },
  rename: (dice, world) => ({ lines: [rename(dice, world)] }),
  move: (dice, world) => ({ lines: [move(dice, world)] }),
  connect: (dice, world) => ({ lines: [connect(dice, world)] }),
  delete: (dice, world) => ({ lines: [deletion(anyOf(dice, world))] }),
  deleteAll: (dice, world) => {
    const line = anyOf(dice, world)
    const all = withMentions(world, line)
    return { lines: (all.length > 15 ? [line] : all).reverse().map(deletion) }
  },
  batch: (dice, world) => ({ lines: several(dice, world) }),
  atOnce: (dice, world) => ({ lines: several(dice, world), apart: true }),
  ...aimed,
}

/** Of records of their own each. */
function several(dice: Dice, world: World): LineToLoad[] {
  const made = Array.from({ length: dice.between(2, 5) }, () =>
    dice.pick([change, change, patch, move, clone, rename, () => deletion(anyOf(dice, world))])(dice, world),
  )
  const idOf = (line: LineToLoad) => line.id ?? line.record.id
  return made.filter((line, at) => made.findIndex(other => idOf(other) === idOf(line)) === at)
}

export const planOf = (kind: string, dice: Dice, world: World, gone: readonly Line[]): Plan | undefined =>
  makers[kind as keyof typeof makers]?.(dice, world, gone)
