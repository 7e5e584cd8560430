// A world in memory that is told what was written, as plainly as docs/loading.md says it: a line replaces its record, a patch
// changes what it names, what others mention stays. The oracle of test/access says from it what each key is answered.
import { recordTypes } from '../../../src/api/index.ts'
import type { Any, Line, World } from '../../access/worlds.ts'

export type LineToLoad = { type: string; id?: string; record?: Any } & Any

const shapes = new Map(recordTypes.map(type => [type.type, type]))

export const hasProperty = (type: string, name: string): boolean =>
  name in (shapes.get(type)!.record as Any).properties

/** Of these, too, the oracle of the keys asks how many there are. */
const askedFor = [
  'worker companyIds',
  'worker documentValidations',
  'worker documentOwners',
  'assignment answers',
]

/** Lists that are always there, empty where nothing was loaded. */
function isKeptList(type: string, part: 'record' | 'facts', name: string): boolean {
  if (askedFor.includes(`${type} ${name}`)) return true
  const shape = shapes.get(type)![part] as Any
  return (shape.required ?? []).includes(name) && shape.properties[name]?.type === 'array'
}

const keptLists = (type: string) =>
  Object.keys((shapes.get(type)!.record as Any).properties).filter(name => isKeptList(type, 'record', name))

function given(type: string, part: 'record' | 'facts', into: Any, values: Any): void {
  for (const [name, value] of Object.entries(values))
    if (value !== null || isNullable(type, part, name)) into[name] = structuredClone(value)
    else if (isKeptList(type, part, name)) into[name] = []
    else delete into[name]
}

/** What may itself be null says so with it. */
function isNullable(type: string, part: 'record' | 'facts', name: string): boolean {
  const node = (shapes.get(type)![part] as Any).properties[name]
  return node?.type === 'null' || (node?.anyOf ?? []).some((one: Any) => one.type === 'null')
}

/** A record as it is after a line that was taken. */
export function after(before: Line | undefined, line: LineToLoad): Line {
  const { type, record, facts = {}, patch, replace, nanoid } = line
  // What a line does not name of a person stays.
  const stays = patch || (type === 'worker' && before && !replace)
  const is: Line = {
    type,
    nanoid: nanoid ?? before?.nanoid ?? '',
    record: stays
      ? structuredClone(before!.record)
      : Object.fromEntries(keptLists(type).map(name => [name, []])),
    facts: replace ? {} : structuredClone(before?.facts ?? {}),
  }
  given(type, 'record', is.record, record)
  given(type, 'facts', is.facts, facts)
  if ('submissionAnswers' in record && !('answers' in facts) && type === 'assignment') {
    is.facts.answers = is.record.submissionAnswers
    is.record.submissionAnswers = []
  }
  // Answers may be given where they are shown; a line that gives none leaves those that are there.
  if (type === 'requisition' && !('submissionAnswers' in record) && before && !replace)
    is.record.submissionAnswers = structuredClone(before.record.submissionAnswers)
  if (type === 'worker' && before && !replace && record.agencies) keepAgencies(is, before)
  settle(is)
  return is
}

/** An agency’s identifier stays where it is not named, and an agency that a decision assigned where it is left out. */
function keepAgencies({ record, facts }: Line, before: Line): void {
  const tieTo = (all: Any[], id: string) => all.find(one => one.id === id)
  const linked: string[] = facts.linkedAgencies ?? []
  const kept = before.record.agencies.filter((one: Any) => {
    const tie = tieTo(record.agencies, one.id)
    return linked.includes(one.id) && (!tie || (one.active && !tie.active))
  })
  const others = record.agencies.filter((one: Any) => !tieTo(kept, one.id))
  for (const tie of others) {
    const agencyId = tieTo(before.record.agencies, tie.id)?.agencyId
    if (!('agencyId' in tie) && agencyId !== undefined) tie.agencyId = agencyId
  }
  record.agencies = [...others, ...structuredClone(kept)]
}

/** What cannot be together is not kept together. */
export function settle({ type, record }: Line): void {
  if (type === 'assignment' && record.status === 'pending') delete record.confirmationDate
  if (type === 'requisition' && record.status !== 'cancelled') delete record.cancellation
}

/** Puts a record in, whoever it is about, and its name wherever others repeat it. */
export function put(world: World, line: Line): void {
  const known = world.find(line.type, line.record.id)
  if (known) Object.assign(known, line)
  else {
    world.of(line.type).push(line)
    world.lines.push(line)
  }
  repeatNames(world, known ?? line)
}

/** Makes a world what it was. */
export function goBack(world: World, lines: readonly Line[]): void {
  for (const { type, record } of [...world.lines]) remove(world, type, record.id)
  for (const line of structuredClone(lines)) {
    world.of(line.type).push(line)
    world.lines.push(line)
  }
}

export function remove(world: World, type: string, id: string): void {
  for (const list of [world.of(type), world.lines]) {
    const at = list.findIndex(line => line.type === type && line.record.id === id)
    if (at >= 0) list.splice(at, 1)
  }
}

const copied = ['reference', 'nanoid', 'description'] as const

function nameAs(mention: Any, { type, record, nanoid }: Line): void {
  const is: Any = { ...record, nanoid }
  for (const name of copied)
    if (name in mention || (name === 'description' && type === 'tag')) {
      if (is[name] === undefined) delete mention[name]
      else mention[name] = is[name]
    }
  if ('name' in mention) mention.name = record.name ?? record.reference
}

/** Everywhere the world repeats what this record is called. */
export const repeatNames = (world: World, line: Line): void =>
  visitMentions(world, line.type, line.record.id, mention => nameAs(mention, line))

/** A line in which all that it mentions is called as it is now. */
export function withNames(world: World, line: LineToLoad): LineToLoad {
  const byId = new Map(world.lines.map(one => [one.record.id, one]))
  const visit = (value: Any): void => {
    if (value === null || typeof value !== 'object') return
    const named = value === line.record ? undefined : byId.get(value.id)
    if (named) nameAs(value, named)
    for (const inner of Object.values(value)) visit(inner)
  }
  for (const part of [line.record, line.facts]) visit(part)
  return line
}

/** Calls for each object with this id in other records. */
export function visitMentions(
  world: World,
  type: string,
  id: string,
  found: (mention: Any, in_: Line) => void,
) {
  const visit = (value: Any, line: Line): void => {
    if (value === null || typeof value !== 'object') return
    if (value.id === id && value !== line.record) found(value, line)
    for (const inner of Object.values(value)) visit(inner, line)
  }
  for (const line of world.lines) {
    if (line.type === type && line.record.id === id) continue
    for (const part of [line.record, line.facts]) visit(part, line)
  }
}

/** Records that have this id anywhere in them, so that they may keep it from being deleted. */
export function mentioning(world: World, { type, record }: Line): Line[] {
  const text = JSON.stringify(record.id)
  return world.lines.filter(
    line =>
      !(line.type === type && line.record.id === record.id) &&
      `${JSON.stringify(line.record)}${JSON.stringify(line.facts)}`.includes(text),
  )
}
