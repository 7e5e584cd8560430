// One line of a load: JSON in, a conformed record or a deletion out, or the reason why not.

import { type FileDeletion, type FileLine, fileType, readFileLine } from '../files/file-line.ts'
import type { Stored } from '../kernel/columns.ts'
import { type Conform, conformTo } from '../kernel/conform.ts'
import { Misfit } from '../kernel/misfit.ts'
import { isId, nearest } from '../kernel/parameter.ts'
import { firstAt, namesIn } from '../kernel/path.ts'
import type { Doubt, RecordType } from '../kernel/record-type.ts'
import { type Seal, sealFacts } from '../kernel/seal.ts'
import { areOwn, type Lifted, type Lifter, lifter } from './lift.ts'

export type Upsert = {
  line: number
  text: string
  type: RecordType
  id: string
  nanoid?: string
  stored: Stored
  /** What looks wrong in it and is taken all the same. */
  doubts: readonly Doubt[]
}
export type Deletion = { line: number; text: string; type: RecordType; id: string; deleted: true }
export type Entry = Upsert | Deletion | FileLine | FileDeletion

export type LineReader = (text: string, line: number) => Entry

/** Without a seal, lines with what lies encrypted cannot be read. */
export function lineReader(types: readonly RecordType[], seal?: Seal): LineReader {
  const known = new Map(
    types.map(type => [type.type, { type, record: conformTo(type.record), facts: conformTo(type.facts) }]),
  )
  const lift = lifter(types)
  return (text, line) => {
    const { value, lists } = read(text, lift)
    if (value.type === fileType.type) return readFileLine(value, text, line)
    const { type: called, record, facts = {}, id, nanoid, deleted, ...rest } = value
    const extra = Object.keys(rest)[0]
    if (extra !== undefined)
      throw new Misfit(
        extra,
        'is not part of a load line',
        'a line has type, record, facts and nanoid, or type, id and deleted',
      )
    const target = known.get(String(called))
    if (!target)
      throw new Misfit(
        'type',
        `"${String(called).slice(0, 60)}" is not a type of record`,
        `the nearest one is "${nearest(String(called), [...known.keys(), fileType.type])}"`,
      )
    if (deleted !== undefined) return deletion(text, line, target.type, id, deleted)
    const entry = upsert(text, line, target, record, facts, nanoid, lists)
    sealFacts(target.type.sealed, entry.stored, seal)
    return entry
  }
}

function read(text: string, lift: Lifter): { value: Record<string, unknown>; lists: Lifted['lists'] } {
  const lifted = lift(text)
  try {
    const value = parsed(lifted.text)
    if (areOwn(value.record, lifted.lists)) return { value, lists: lifted.lists }
  } catch (error) {
    if (!(error instanceof Misfit)) throw error
  }
  // As it stands, so that what is wrong is told of the text that was given.
  return { value: parsed(text), lists: {} }
}

function parsed(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Misfit(
      '',
      `is not JSON: ${(error as Error).message.replace(/".*"/s, '').slice(0, 120)}`,
      'write one JSON object a line',
    )
  }
  if (value !== null && typeof value === 'object' && !Array.isArray(value))
    return value as Record<string, unknown>
  throw new Misfit('', 'is not a JSON object', 'write {"type": …, "record": …}')
}

function deletion(text: string, line: number, type: RecordType, id: unknown, deleted: unknown): Deletion {
  if (deleted !== true) throw new Misfit('deleted', 'must be true', 'leave it out to write the record')
  if (typeof id !== 'string' || !isId(id))
    throw new Misfit(
      'id',
      'must be the id of the record to delete',
      'give 1 to 64 letters, digits, "_" or "-"',
    )
  return { line, text, type, id, deleted: true }
}

type Target = { type: RecordType; record: Conform; facts: Conform }

function upsert(
  text: string,
  line: number,
  { type, record, facts }: Target,
  given: unknown,
  givenFacts: unknown,
  nanoid: unknown,
  lists: Lifted['lists'],
): Upsert {
  const stored = { record: record(given, 'record'), facts: facts(givenFacts, 'facts') }
  Object.assign(stored.record, lists)
  const { id } = stored.record
  if (typeof id !== 'string' || !isId(id))
    throw new Misfit('record.id', 'is not an id', 'give 1 to 64 letters, digits, "_" or "-"')
  if (nanoid !== undefined && (typeof nanoid !== 'string' || !isId(nanoid)))
    throw new Misfit('nanoid', 'is not a short id', 'leave it out and one is made')
  checkOwner(type, stored)
  const doubts = type.doubts?.(stored) ?? []
  type.complete?.(stored)
  return { line, text, type, id, ...(nanoid !== undefined && { nanoid: nanoid as string }), stored, doubts }
}

/** A record that belongs to nobody could be seen by nobody. */
function checkOwner(type: RecordType, stored: Stored): void {
  const path = type.owners?.company
  if (typeof path === 'string' && firstAt(stored.record, namesIn(path)) === undefined)
    throw new Misfit(`record.${path}`, 'is missing', 'every such record belongs to a company')
}
