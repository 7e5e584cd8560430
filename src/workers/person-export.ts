// Everything held on one person, for a data subject access request: their record with encrypted facts opened, what other
// records say about them and nothing about others, files, and who has read or was sent what.

import type { Database, Statements } from '../database/database.ts'
import { sealOf } from '../encryption/sealing.ts'
import type { Secrets } from '../encryption/secret.ts'
import { asLoaded } from '../export/as-loaded.ts'
import type { RecordType } from '../record-types/record-type.ts'
import { openFacts } from '../record-types/seal.ts'
import { Type } from '../shape/schema.ts'
import {
  anything,
  integer,
  list,
  mapOf,
  maybe,
  type Node,
  nodeOf,
  record,
  type Static,
  type TSchema,
  text,
  withoutNull,
} from '../shape/shape.ts'
import type { StoredRecord } from '../shape/stored.ts'
import { noteReadings, type ReadingLine, readingsOf } from '../store/keys/ledger.ts'
import { erasureOf } from '../store/people/erasures.ts'
import {
  decisionsNaming,
  deliveriesOf,
  type NamingDecision,
  type NamingDelivery,
} from '../store/people/person-rows.ts'
import { readRows, wholeRecord } from '../store/records/record-rows.ts'
import { type FileRow, readFiles } from '../store/writing/file-rows.ts'
import { sealedContent } from './attempts.ts'
import { noWorker, type PersonalData, personalDataOf } from './erasure.ts'
import { countingNote, type ListReading, listReadingsOf } from './list-readings.ts'

type Values = Record<string, unknown>
const values = mapOf(anything)
const rowsOf = <T>() => list(Type.Unsafe<T>(values))

export const PersonExport = record({
  worker: record({ id: text, record: maybe(values), facts: maybe(values), erasedAt: maybe(text) }),
  /** What other records say about the person. */
  records: list(record({ type: text, id: text, record: values, facts: values })),
  files: list(record({ id: text, fileName: text, contentType: text, size: integer })),
  /** Match attempts that may be, or were decided to be, the person. */
  attempts: rowsOf<{ id: string; state: string; agency?: string; sent?: Values }>(),
  decisions: rowsOf<NamingDecision>(),
  /** Answers kept for repetitions under an Idempotency-Key. */
  answers: rowsOf<{ at: string; answer: unknown }>(),
  readings: rowsOf<ReadingLine>(),
  /** Lists and exports that may have had the person in them. */
  listReadings: rowsOf<ListReading>(),
  notCounted: text,
  deliveries: rowsOf<NamingDelivery>(),
})
export type PersonExport = Static<typeof PersonExport>

/** `by` is noted in the ledger as the reader; the rows of the files say where their content is stored. */
export async function exportPerson(
  { database, types, secrets }: { database: Database; types: readonly RecordType[]; secrets: Secrets },
  given: string,
  by: string,
): Promise<{ person: PersonExport; files: FileRow[] }> {
  const { person, files } = await database.transaction(async tx => {
    const held = await personalDataOf(tx, { types, secrets }, given)
    if (!held) throw noWorker(given)
    return collected(tx, types, secrets, held)
  }, 'read')
  await noteReadings(database, 'worker', [person.worker.id], by, 'export of everything held')
  return { person, files }
}

async function collected(
  tx: Statements,
  types: readonly RecordType[],
  secrets: Secrets,
  held: PersonalData,
): Promise<{ person: PersonExport; files: FileRow[] }> {
  const { id, naming, checks, attempts, answers } = held
  const type = types.find(one => one.type === 'worker')!
  const check = types.find(one => one.type === 'rightToWorkCheck')!
  const rows = await readFiles(tx, [
    ...held.files,
    ...attempts.flatMap(attempt => (attempt.certain ? attempt.files : [])),
  ])
  const files = [...rows.values()]
  const all = new Map([...naming, [check, checks]])
  const erasure = await erasureOf(tx, 'worker', id)
  const person: PersonExport = {
    worker: {
      id,
      ...(held.stored && opened(type, held.stored, secrets)),
      ...(erasure && { erasedAt: erasure.at }),
    },
    records: (await Promise.all([...all].map(([one, ids]) => saidIn(tx, one, ids, id, secrets)))).flat(),
    files: files.map(({ id, fileName, contentType, size }) => ({ id, fileName, contentType, size })),
    // A submission that may be another person is only listed.
    attempts: attempts.map(({ id, state, agency, sealed, certain }) => ({
      id,
      state,
      ...(agency && certain && { agency }),
      ...(sealed && certain && { sent: sealedContent(secrets, sealed).newcomer }),
    })),
    decisions: await decisionsNaming(
      tx,
      id,
      attempts.map(attempt => attempt.id),
    ),
    answers: answers.map(({ at, answer }) => ({
      at,
      answer: JSON.parse(answer.replaceAll('\u0001', '')),
    })),
    readings: await readingsOf(tx, 'worker', id),
    listReadings: await listReadingsOf(tx, types, id),
    notCounted: countingNote,
    deliveries: await deliveriesOf(tx, [id, ...[...naming.values()].flat()]),
  }
  return { person, files }
}

function opened(type: RecordType, stored: StoredRecord, secrets: Secrets): { record: Values; facts: Values } {
  const { record, facts } = asLoaded(type, stored)
  openFacts(type.sealed, facts, sealOf(secrets))
  return { record, facts }
}

async function saidIn(
  tx: Statements,
  type: RecordType,
  ids: readonly string[],
  worker: string,
  secrets: Secrets,
): Promise<PersonExport['records']> {
  const rows = await readRows(tx, type, ids)
  return ids.flatMap(id => {
    const row = rows.get(id)
    if (!row) return []
    const { record, facts } = opened(type, wholeRecord(type, row), secrets)
    const said = (shape: TSchema, value: Values) => aboutOnly(nodeOf(shape), value, worker) as Values
    return [{ type: type.type, id, record: said(type.record, record), facts: said(type.facts, facts) }]
  })
}

/** In lists about people, only the items that name this worker. */
function aboutOnly(node: Node, value: unknown, worker: string): unknown {
  const { properties, items } = withoutNull(node).node
  if (Array.isArray(value)) {
    const item = items && withoutNull(items).node
    const own = item && holdsPeople(item) ? value.filter(one => names(one, worker)) : value
    return item ? own.map(one => aboutOnly(item, one, worker)) : own
  }
  if (value === null || typeof value !== 'object' || !properties) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      properties[name] ? aboutOnly(properties[name], inner, worker) : inner,
    ]),
  )
}

function holdsPeople({ properties = {}, items, ...marks }: Node): boolean {
  if (marks['x-reference'] === 'worker' || marks['x-ids'] === 'worker') return true
  const inside = [...Object.values(properties), ...(items ? [items] : [])]
  return inside.some(child => child['x-ids'] === 'worker' || holdsPeople(withoutNull(child).node as Node))
}

const names = (value: unknown, worker: string): boolean =>
  value === worker ||
  (value !== null && typeof value === 'object' && Object.values(value).some(inner => names(inner, worker)))
