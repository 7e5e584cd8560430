// Everything that is held on one person, put together for them: their record with what lies encrypted opened, what other
// records say of them and nothing of others, files, and who was told or has read what.
import type { Stored } from '../kernel/columns.ts'
import type { RecordType } from '../kernel/record-type.ts'
import { asLoaded } from '../load/as-loaded.ts'
import { sealOf } from '../sealing.ts'
import type { Secrets } from '../secret.ts'
import type { Database, Statements } from '../store/database.ts'
import { erasureOf } from '../store/erasures.ts'
import { type FileRow, readFiles } from '../store/file-rows.ts'
import { noteReadings, type ReadingLine, readingsOf } from '../store/ledger.ts'
import { decisionsNaming, deliveriesOf, type NamingDecision } from '../store/person-rows.ts'
import { readRows, unsplit } from '../store/write-records.ts'
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
  const rows = await readFiles(tx, [...held.files, ...attempts.flatMap(attempt => attempt.files)])
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
    attempts: attempts.map(({ id, state, agency, sealed }) => ({
      id,
      state,
      ...(agency && { agency }),
      ...(sealed && { sent: openAttempt(secrets, sealed).newcomer as unknown as Values }),
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
  const seal = sealOf(secrets)
  for (const name of Object.keys(type.sealed)) {
    const sealed = facts[name] as string | string[] | undefined
    if (sealed !== undefined) facts[name] = Array.isArray(sealed) ? sealed.map(seal.open) : seal.open(sealed)
  }
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
    return [{ type: type.type, id, record: aboutOnly(record, worker), facts: aboutOnly(facts, worker) }]
  })
}

/** Of lists in which the person is, the items that name them: the others are about other people. */
function aboutOnly<T>(value: T, worker: string): T {
  if (Array.isArray(value)) {
    const own = value.filter(item => names(item, worker))
    const kept = own.length > 0 && own.length < value.length ? own : value
    return kept.map(item => aboutOnly(item, worker)) as T
  }
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, aboutOnly(inner, worker)]),
  ) as T
}

const names = (value: unknown, worker: string): boolean =>
  value === worker ||
  (value !== null && typeof value === 'object' && Object.values(value).some(inner => names(inner, worker)))
