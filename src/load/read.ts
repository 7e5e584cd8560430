// Reads a line of a load into an entry, which is a checked record, a file or a deletion.
import { nearestOrAll } from '../errors/nearest.ts'
import { Problem } from '../errors/problem.ts'
import { asLoaded } from '../export/as-loaded.ts'
import { type FileDeletion, type FileLine, fileType, readFileLine } from '../files/file-line.ts'
import { isId } from '../formats/id.ts'
import { isObject } from '../formats/json-object.ts'
import { type LocalTime, localTime } from '../formats/zone.ts'
import { loadableTypes, type RecordType } from '../record-types/record-type.ts'
import type { AllowedBySettings, NamedProperties, Warning } from '../record-types/rules.ts'
import { type Seal, sealFacts } from '../record-types/seal.ts'
import { allOrTheirFaults, type Fault, InvalidValue } from '../shape/invalid-value.ts'
import { type ExtractedLists, listExtractor } from '../shape/list-text.ts'
import { memoized } from '../shape/memoized.ts'
import { firstAt, namesIn } from '../shape/path.ts'
import { isErasedRecord } from '../shape/personal.ts'
import { declaredWord, type Sentence, sentence } from '../shape/sentence.ts'
import type { StoredRecord } from '../shape/stored.ts'
import { type Check, checkerOf } from './check.ts'
import { keepHidden } from './owned-items.ts'

export type Upsert = {
  line: number
  text: string
  type: RecordType
  id: string
  nanoid?: string
  /** The line is the whole record: nothing that is stored is kept. */
  replaces?: boolean
  /** What the line says; the whole record once it is completed. */
  stored: StoredRecord
  /** Adds what is kept of the stored record and what follows from the whole. */
  complete?(before: StoredRecord | undefined): void
  /** What stays in it that the line does not name, because a person decided it here; known once it is completed. */
  kept?: readonly Fault[]
  /** What looks wrong in it, worked out when it is asked for: what is unchanged is not looked at. */
  readonly warnings?: readonly Warning[]
}
export type Deletion = { line: number; text: string; type: RecordType; id: string; deleted: true }
export type LoadEntry = Upsert | Deletion | FileLine | FileDeletion

export type LineReader = (text: string, line: number) => LoadEntry

type Target = { type: RecordType; record: Check; facts: Check; extract(text: string): ExtractedLists }

export type ReaderOptions = {
  /** Needed for facts that are encrypted. */
  seal?: Seal
  /** Whether lines are patches unless they say otherwise. */
  patch?: boolean
  /** Reads times that are given without an offset. */
  local?: LocalTime | undefined
  /** Whether addresses of this machine are taken where something is to be sent to them; by default they are not. */
  loopback?: boolean
  /** Whether items that are hidden, as nobody said whose they are, stay so in lists that a line names. */
  keepsHidden?: boolean
  /** Whether records that are worked out here may come in lines all the same, as samples do. */
  takesComputed?: boolean
}

/** As a command or a query gives it. */
export function readTimezone(zone: string | undefined): LocalTime | undefined {
  const local = zone === undefined ? undefined : localTime(zone)
  if (zone !== undefined && !local)
    throw new Problem(
      'BAD_REQUEST',
      `There is no time zone "${zone.slice(0, 60)}"; write it like Europe/London`,
    )
  return local
}

const targetOf = memoized(
  (type: RecordType): Target => ({
    type,
    record: checkerOf(type.record),
    facts: checkerOf(type.facts),
    extract: listExtractor(type.record, type.asText),
  }),
)

export function lineReader(types: readonly RecordType[], options: ReaderOptions = {}): LineReader {
  const { seal, patch: patchByDefault = false, local, loopback = false, keepsHidden = false } = options
  const localTargetOf = (type: RecordType): Target => ({
    ...targetOf(type),
    record: checkerOf(type.record, local),
    facts: checkerOf(type.facts, local),
  })
  const targets = new Map(types.map(type => [type.type, local ? localTargetOf(type) : targetOf(type)]))
  return (text, line) => {
    const { value, lists } = parseLine(text, targets)
    if (value.type === fileType.type) return readFileLine(value, text, line)
    const { type: called, record, facts = {}, id, nanoid, deleted, patch, replace, ...rest } = value
    const extra = Object.keys(rest)[0]
    if (extra !== undefined)
      throw new InvalidValue(
        extra,
        'is not part of a load line',
        'a line has type, record, facts, nanoid and patch or replace, or type, id and deleted',
      )
    const target = targets.get(String(called))
    if (!target)
      throw new InvalidValue(
        'type',
        sentence`"${String(called).slice(0, 60)}" is not a type of record`,
        nearestOrAll(String(called), [...loadableTypes(types).map(({ type }) => type), fileType.type]),
      )
    if (target.type.computed && !options.takesComputed) throw workedOut(target.type)
    const start = { line, text, type: target.type }
    if (deleted !== undefined) return { ...start, ...deletedId(id, deleted) }
    const patches = flagIn('patch', patch, 'leave it out to replace the record')
    const replaces = flagIn('replace', replace, 'leave it out to keep what the line does not name') ?? false
    if (patches && replaces)
      throw new InvalidValue(
        'replace',
        'cannot be true of a patch',
        'a line changes a record or is all of it',
      )
    const isPatch = !replaces && (patches ?? patchByDefault)
    if (!isObject(record)) throw new InvalidValue('record', 'is missing', 'write it in braces')
    const given = { record, facts, lists, isPatch }
    return upsertOf({ ...start, replaces }, target, given, nanoid, {
      seal,
      keepsHidden,
      allowed: { loopback },
    })
  }
}

const workedOut = ({ type }: RecordType) =>
  new InvalidValue(
    'type',
    sentence`${declaredWord(type)} records are worked out here from others, and no line loads or deletes one`,
    'leave the line out',
  )

const beginning = /^\{"type":"([^"\\]*)","record":\{/

type ParsedLine = { value: Record<string, unknown>; lists: ExtractedLists['lists'] }

function parseLine(text: string, targets: ReadonlyMap<string, Target>): ParsedLine {
  const extracted = targets.get(beginning.exec(text)?.[1] ?? '')?.extract(text)
  if (extracted && extracted.text !== text)
    try {
      const value = parsed(extracted.text)
      const record = isObject(value.record) ? value.record : {}
      // A list that is not empty now belonged to something inside the record.
      const isOwn = (name: string) => Array.isArray(record[name]) && record[name].length === 0
      if (Object.keys(extracted.lists).every(isOwn)) return { value, lists: extracted.lists }
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error
    }
  // Parsed as it came, so that errors are about the text that was given.
  return { value: parsed(text), lists: {} }
}

function parsed(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new InvalidValue('', notJson(error as Error), 'write one JSON object a line')
  }
  if (isObject(value)) return value
  throw new InvalidValue('', 'is not a JSON object', 'write {"type": …, "record": …}')
}

/** What the parser says besides, without what it quotes of the line. */
function notJson({ message }: Error): Sentence {
  const text = `: ${message.replace(/".*"/s, '').slice(0, 120)}`
  return sentence`is not JSON${{ text, inGroup: text.replace(/\d+/g, '…'), inRecord: '' }}`
}

const idForm = 'give 1 to 64 letters, digits, "_" or "-"'

function deletedId(id: unknown, deleted: unknown): Pick<Deletion, 'id' | 'deleted'> {
  if (deleted !== true) throw new InvalidValue('deleted', 'must be true', 'leave it out to write the record')
  if (typeof id === 'string' && isId(id)) return { id, deleted }
  throw new InvalidValue('id', 'must be the id of the record to delete', idForm)
}

function flagIn(name: string, value: unknown, hint: string): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value
  throw new InvalidValue(name, 'must be true or false', hint)
}

function nanoidIn(nanoid: unknown): { nanoid?: string } {
  if (nanoid === undefined) return {}
  if (typeof nanoid === 'string' && isId(nanoid)) return { nanoid }
  throw new InvalidValue('nanoid', 'is not a short id', 'leave it out and one is made')
}

const withTextId = (record: StoredRecord['record']) =>
  typeof record.id === 'string' ? record : { ...record, id: '' }

function idIn({ id }: StoredRecord['record']): string {
  if (typeof id === 'string' && isId(id)) return id
  const form = typeof id === 'number' && isId(String(id)) ? sentence`write "${id}"` : idForm
  throw new InvalidValue('record.id', id === undefined ? 'is missing' : 'is not an id', form)
}

type LineContent = {
  record: StoredRecord['record']
  facts: unknown
  lists: ExtractedLists['lists']
  isPatch: boolean
}

/** A patch changes what it names; any other line replaces the record, but for facts and what its type retains. */
function upsertOf(
  line: Omit<Upsert, 'stored' | 'id' | 'nanoid'>,
  target: Target,
  given: LineContent,
  nanoid: unknown,
  {
    seal,
    keepsHidden,
    allowed,
  }: { seal: Seal | undefined; keepsHidden: boolean; allowed: AllowedBySettings },
): Upsert {
  const { type } = target
  const { isPatch } = given
  // Before the record is checked, which changes its lists in place.
  const named = namedIn(type, given)
  // What a source sends has today's Shape; an export, and what a patch is laid over, may be of an earlier version.
  const fit =
    line.replaces || isPatch
      ? upgraded(target)
      : (values: StoredRecord['record']) => target.record(values, 'record')
  const recordFrom = (values: StoredRecord['record']) => {
    const record = Object.assign(fit(values), given.lists)
    checkOwner(type, record)
    return record
  }
  const [id, short, record, facts] = allOrTheirFaults(
    () => idIn(given.record),
    () => nanoidIn(nanoid),
    // A fault of the id is reported once.
    () => (isPatch ? { id: given.record.id } : recordFrom(withTextId(given.record))),
    () => target.facts(given.facts, 'facts'),
  )
  const start = { ...line, id, ...short }
  const stored: StoredRecord = { record, facts: isPatch ? only(named.facts, facts) : facts }
  // A copy for the warnings, as the facts are sealed later.
  const plain = { ...facts }
  return {
    ...start,
    stored,
    get warnings() {
      return type.warnings?.({ record: stored.record, facts: plain }) ?? []
    },
    complete(before) {
      if (isPatch) {
        if (!before) throw nothingToPatch(type, start.id)
        stored.record = recordFrom({ ...asLoaded(type, before).record, ...given.record })
      }
      // Exports leave out what is encrypted: whoever loads one keeps their own, unless the person was erased.
      const keeps = (fact: string) =>
        !start.replaces || (type.sealed[fact] !== undefined && !isErasedRecord(stored))
      for (const [name, value] of Object.entries(before?.facts ?? {}))
        if (!named.facts.has(name) && keeps(name)) stored.facts[name] = value
      if (before && !start.replaces) this.kept = type.retain?.(stored, before, named) ?? []
      type.complete?.(stored, named, allowed)
      const isBrought = (list: string, id: unknown) => !keepsHidden && named.items.has(`${list}.${id}`)
      if (before && !start.replaces) keepHidden(type, stored, before, isBrought)
      sealFacts(type.sealed, stored, named.facts, seal)
    },
  }
}

const only = (names: ReadonlySet<string>, facts: StoredRecord['facts']) =>
  Object.fromEntries([...names].map(name => [name, facts[name]]))

/** Takes what an earlier version stored or exported as it would be stored now. */
const upgraded =
  ({ type, record }: Target) =>
  (values: StoredRecord['record']): StoredRecord['record'] => {
    const earlier = type.upgrade && structuredClone(values)
    try {
      return record(values, 'record')
    } catch (error) {
      if (!earlier || !(error instanceof InvalidValue)) throw error
      type.upgrade!({ record: earlier, facts: {} })
      try {
        return record(earlier, 'record')
      } catch (later) {
        throw later instanceof InvalidValue ? error : later
      }
    }
  }

function namedIn({ retain }: RecordType, { record, facts, isPatch }: LineContent): NamedProperties {
  const cleared = Object.keys(record).filter(name => record[name] === null)
  return {
    record: new Set(Object.keys(record)),
    facts: new Set(isObject(facts) ? Object.keys(facts) : []),
    cleared: new Set(cleared),
    items: retain ? itemsIn(record) : new Map(),
    isPatch,
  }
}

function itemsIn(record: StoredRecord['record']): Map<string, ReadonlySet<string>> {
  const items = new Map<string, ReadonlySet<string>>()
  for (const [name, value] of Object.entries(record))
    for (const item of Array.isArray(value) ? value : [])
      if (isObject(item)) items.set(`${name}.${item.id}`, new Set(Object.keys(item)))
  return items
}

const nothingToPatch = ({ type }: RecordType, id: string) =>
  new InvalidValue(
    'patch',
    sentence`there is no ${declaredWord(type)} "${id}" to patch`,
    'load it whole before that',
  )

/** A record without an owner could be seen by nobody. */
function checkOwner({ owners }: RecordType, record: StoredRecord['record']): void {
  const { isOne, named } = owners?.company ?? {}
  if (isOne && named && firstAt(record, namesIn(named)) === undefined)
    throw new InvalidValue(`record.${named}`, 'is missing', 'every such record belongs to a company')
}

export type NumberedLine = {
  line: number
  text: string | InvalidValue
  /** What was given instead, where it could not be made a line. */
  given?: string | undefined
  /** Set where it must be written together with the line before it. */
  joined?: boolean
}
