// One line of a load: JSON in, a conformed record or a deletion out, or the reason why not.

import { type FileDeletion, type FileLine, fileType, readFileLine } from '../files/file-line.ts'
import { isId, nearest } from '../kernel/operation/parameter.ts'
import type { Named, RecordType, Warning } from '../kernel/resource/record-type.ts'
import { type Seal, sealFacts } from '../kernel/resource/seal.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import { firstAt, namesIn } from '../shape/path.ts'
import type { Stored } from '../shape/stored.ts'
import { asLoaded } from './as-loaded.ts'
import { type Conform, conformTo } from './conform.ts'
import { areOwn, type Lifted, type Lifter, lifter } from './list-text.ts'

export type Upsert = {
  line: number
  text: string
  type: RecordType
  id: string
  nanoid?: string
  /** The line is all there is of the record, whatever is stored. */
  replaces?: boolean
  /** What the line says; the whole record once it is completed. */
  stored: Stored
  /** Lays under it what is stored and stays, and works out what follows. */
  complete(before: Stored | undefined): void
  /** What looks wrong in it and is taken all the same. */
  warnings: readonly Warning[]
}
export type Deletion = { line: number; text: string; type: RecordType; id: string; deleted: true }
export type Entry = Upsert | Deletion | FileLine | FileDeletion

export type LineReader = (text: string, line: number) => Entry

export type LineOptions = {
  /** Without it, lines with what lies encrypted cannot be read. */
  seal?: Seal | undefined
  /** Whether lines change what they name and nothing else, where they do not say. */
  patch?: boolean | undefined
}

export function lineReader(
  types: readonly RecordType[],
  { seal, patch = false }: LineOptions = {},
): LineReader {
  const known = new Map(
    types.map(type => [type.type, { type, record: conformTo(type.record), facts: conformTo(type.facts) }]),
  )
  const lift = lifter(types)
  return (text, line) => {
    const { value, lists } = read(text, lift)
    if (value.type === fileType.type) return readFileLine(value, text, line)
    const { type: called, record, facts = {}, id, nanoid, deleted, patch: patches, replace, ...rest } = value
    const extra = Object.keys(rest)[0]
    if (extra !== undefined)
      throw new InvalidValue(
        extra,
        'is not part of a load line',
        'a line has type, record, facts, nanoid and patch or replace, or type, id and deleted',
      )
    const target = known.get(String(called))
    if (!target)
      throw new InvalidValue(
        'type',
        `"${String(called).slice(0, 60)}" is not a type of record`,
        `the nearest one is "${nearest(String(called), [...known.keys(), fileType.type])}"`,
      )
    if (deleted !== undefined) return deletion(text, line, target.type, id, deleted)
    const kind = kindOf(patches, replace, patch)
    const given = { record, facts, lists }
    const sealing = (stored: Stored, { facts }: Named) => sealFacts(target.type.sealed, stored, facts, seal)
    const replaces = kind === 'replacement'
    const entry = { line, text, type: target.type, replaces, ...idsIn(record, nanoid) }
    return kind === 'patch' ? patchOf(entry, target, given, sealing) : wholeOf(entry, target, given, sealing)
  }
}

function kindOf(patch: unknown, replace: unknown, unsaid: boolean): 'patch' | 'replacement' | 'whole' {
  if (patch !== undefined && typeof patch !== 'boolean')
    throw new InvalidValue('patch', 'must be true or false', 'leave it out to replace the record')
  if (replace !== undefined && typeof replace !== 'boolean')
    throw new InvalidValue(
      'replace',
      'must be true or false',
      'leave it out to keep what the line does not name',
    )
  if (patch && replace)
    throw new InvalidValue('replace', 'cannot be true of a patch', 'a line changes a record or is all of it')
  if (replace) return 'replacement'
  return (patch ?? unsaid) ? 'patch' : 'whole'
}

function read(text: string, lift: Lifter): { value: Record<string, unknown>; lists: Lifted['lists'] } {
  const lifted = lift(text)
  try {
    const value = parsed(lifted.text)
    if (areOwn(value.record, lifted.lists)) return { value, lists: lifted.lists }
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error
  }
  // As it stands, so that what is wrong is told of the text that was given.
  return { value: parsed(text), lists: {} }
}

function parsed(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new InvalidValue(
      '',
      `is not JSON: ${(error as Error).message.replace(/".*"/s, '').slice(0, 120)}`,
      'write one JSON object a line',
    )
  }
  if (value !== null && typeof value === 'object' && !Array.isArray(value))
    return value as Record<string, unknown>
  throw new InvalidValue('', 'is not a JSON object', 'write {"type": …, "record": …}')
}

function deletion(text: string, line: number, type: RecordType, id: unknown, deleted: unknown): Deletion {
  if (deleted !== true) throw new InvalidValue('deleted', 'must be true', 'leave it out to write the record')
  if (typeof id !== 'string' || !isId(id))
    throw new InvalidValue(
      'id',
      'must be the id of the record to delete',
      'give 1 to 64 letters, digits, "_" or "-"',
    )
  return { line, text, type, id, deleted: true }
}

type Target = { type: RecordType; record: Conform; facts: Conform }
type Beginning = Pick<Upsert, 'line' | 'text' | 'type' | 'id' | 'nanoid' | 'replaces'>
type Given = { record: unknown; facts: unknown; lists: Lifted['lists'] }
type Sealing = (stored: Stored, named: Named) => void

function idsIn(record: unknown, nanoid: unknown): { id: string; nanoid?: string } {
  const id = (record as { id?: unknown } | undefined)?.id
  if (nanoid !== undefined && (typeof nanoid !== 'string' || !isId(nanoid)))
    throw new InvalidValue('nanoid', 'is not a short id', 'leave it out and one is made')
  if (typeof id === 'string' && isId(id))
    return { id, ...(nanoid !== undefined && { nanoid: nanoid as string }) }
  if (isObject(record))
    throw new InvalidValue('record.id', 'is not an id', 'give 1 to 64 letters, digits, "_" or "-"')
  throw new InvalidValue('record', 'is missing', 'write it in braces')
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

function namedIn({ record, facts }: Pick<Given, 'record' | 'facts'>, isPatch: boolean): Named {
  const given = Object.entries(isObject(record) ? record : {})
  return {
    record: new Set(given.map(([name]) => name)),
    facts: new Set(isObject(facts) ? Object.keys(facts) : []),
    cleared: new Set(given.filter(([, value]) => value === null).map(([name]) => name)),
    isPatch,
  }
}

/** A line replaces the record; facts that it leaves out stay, and what its type retains, unless it is all there is. */
function wholeOf(entry: Beginning, target: Target, given: Given, sealing: Sealing): Upsert {
  const { type } = target
  const named = namedIn(given, false)
  const stored = { record: target.record(given.record, 'record'), facts: target.facts(given.facts, 'facts') }
  Object.assign(stored.record, given.lists)
  checkOwner(type, stored)
  const warnings = type.warnings?.(stored) ?? []
  const complete = (before: Stored | undefined) => {
    if (before) {
      for (const [name, value] of Object.entries(before.facts))
        if (!named.facts.has(name) && (!entry.replaces || outlasts(type, name, stored)))
          stored.facts[name] = value
      if (!entry.replaces) type.retain?.(stored, before, named)
    }
    type.complete?.(stored, named)
    sealing(stored, named)
  }
  return { ...entry, stored, complete: once(complete), warnings }
}

/** Exports leave out what lies encrypted: whoever loads one keeps their own, but of somebody who was erased. */
const outlasts = (type: RecordType, fact: string, { facts }: Stored) =>
  type.sealed[fact] !== undefined && facts.erased !== true

/** A patch names what changes; the rest is as it is stored, and the whole is checked as a whole line is. */
function patchOf(entry: Beginning, target: Target, given: Given, sealing: Sealing): Upsert {
  const { type } = target
  const named = namedIn(given, true)
  const facts = target.facts(given.facts, 'facts')
  const upsert: Upsert = {
    ...entry,
    stored: { record: { id: entry.id }, facts: {} },
    warnings: [],
    complete: once(before => {
      if (!before)
        throw new InvalidValue(
          'patch',
          `there is no ${type.type} "${entry.id}" to patch`,
          'load it whole before that',
        )
      const was = asLoaded(type, before)
      const record = target.record({ ...was.record, ...(given.record as object), ...given.lists }, 'record')
      const stored = { record, facts: Object.fromEntries([...named.facts].map(name => [name, facts[name]])) }
      checkOwner(type, stored)
      for (const [name, value] of Object.entries(before.facts))
        if (!named.facts.has(name)) stored.facts[name] = value
      type.retain?.(stored, before, named)
      upsert.warnings = type.warnings?.(stored) ?? []
      type.complete?.(stored, named)
      sealing(stored, named)
      upsert.stored = stored
    }),
  }
  return upsert
}

/** A line that waits for others is completed again when it is read again. */
const once = (complete: Upsert['complete']): Upsert['complete'] => {
  let done = false
  return before => {
    if (!done) complete(before)
    done = true
  }
}

/** A record that belongs to nobody could be seen by nobody. */
function checkOwner(type: RecordType, stored: Stored): void {
  const { isOne, named } = type.owners?.company ?? {}
  if (isOne && named && firstAt(stored.record, namesIn(named)) === undefined)
    throw new InvalidValue(`record.${named}`, 'is missing', 'every such record belongs to a company')
}
