// Everything that is held on one person, put together for them: their record with what lies encrypted opened, what other
// records say of them and nothing of others, files, and who was told or has read what.

import { asLoaded } from '../export/as-loaded.ts'
import type { RecordType } from '../kernel/resource/record-type.ts'
import { openFacts } from '../kernel/resource/seal.ts'
import { sealOf } from '../sealing.ts'
import type { Secrets } from '../secret.ts'
import { type Node, nodeOf, type TSchema, withoutNull } from '../shape/shape.ts'
import type { Stored } from '../shape/stored.ts'
import type { Database, Statements } from '../store/engine/database.ts'
import { noteReadings, type ReadingLine, readingsOf } from '../store/keys/ledger.ts'
import { erasureOf } from '../store/people/erasures.ts'
import { decisionsNaming, deliveriesOf, type NamingDecision } from '../store/people/person-rows.ts'
import { type FileRow, readFiles } from '../store/records/file-rows.ts'
import { readRows, unsplit } from '../store/records/write-records.ts'
import { openAttempt } from './attempts.ts'
import { type Held, heldOf, nobodyHeld } from './erasure.ts'

export type Exporting = { database: Database; types: readonly RecordType[]; secrets: Secrets }

type Values = Record<string, unknown>

export type PersonExport = {
  worker: { id: string; record?: Values; facts?: Values; erasedAt?: string }
  /** What other records say of the person. */
  records: { type: string; id: string; record: Values; facts: Values }[]
  files: { id: string; fileName: string; contentType: string; size: number }[]
  /** Who was sent by agencies and may be, or was decided to be, the person. */
  attempts: { id: string; state: string; agency?: string; sent?: Values }[]
  decisions: NamingDecision[]
  /** Answers to creations that are kept a day in case they are asked for again. */
  answers: { at: string; answer: unknown }[]
  /** Who read the record by itself. */
  readings: ReadingLine[]
  /** Webhooks that told of these records. */
  deliveries: { event: string; type: string; objectId: string; url: string; state: string; at: string }[]
}

/** `by` is noted as having read it; the rows of the files say where their content lies. */
export async function exportPerson(
  { database, types, secrets }: Exporting,
  given: string,
  by: string,
): Promise<{ person: PersonExport; files: FileRow[] }> {
  const { person, files } = await database.transaction(async tx => {
    const held = await heldOf(tx, { types, secrets }, given)
    if (!held) throw nobodyHeld(given)
    return collected(tx, types, secrets, held)
  }, 'read')
  await noteReadings(database, 'worker', [person.worker.id], by, 'export of everything held')
  return { person, files }
}

async function collected(
  tx: Statements,
  types: readonly RecordType[],
  secrets: Secrets,
  held: Held,
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
    // Of somebody who may be another, that they wait is all.
    attempts: attempts.map(({ id, state, agency, sealed, certain }) => ({
      id,
      state,
      ...(agency && certain && { agency }),
      ...(sealed && certain && { sent: openAttempt(secrets, sealed).newcomer as unknown as Values }),
    })),
    decisions: await decisionsNaming(
      tx,
      id,
      attempts.map(attempt => attempt.id),
    ),
    answers: answers.map(({ at, answer }) => ({
      at: at.toISOString(),
      answer: JSON.parse(answer.replaceAll('\u0001', '')),
    })),
    readings: await readingsOf(tx, 'worker', id),
    deliveries: (await deliveriesOf(tx, [id, ...[...naming.values()].flat()])).map(({ at, ...one }) => ({
      ...one,
      at: at.toISOString(),
    })),
  }
  return { person, files }
}

function opened(type: RecordType, stored: Stored, secrets: Secrets): { record: Values; facts: Values } {
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
    const { record, facts } = opened(type, unsplit(type, row), secrets)
    const said = (shape: TSchema, value: Values) => aboutOnly(nodeOf(shape), value, worker) as Values
    return [{ type: type.type, id, record: said(type.record, record), facts: said(type.facts, facts) }]
  })
}

/** Of lists that are about people, the items that name this one: the others are about others. */
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
