// Reads stored workers and writes them through the batch writer of loads.
import { createHash } from 'node:crypto'
import { typeNamed } from '../api/index.ts'
import type { Statements, Transaction } from '../database/database.ts'
import type { HeldSeal } from '../encryption/sealing.ts'
import { lineReader } from '../load/read.ts'
import { writeEntry } from '../load/single-writes.ts'
import { readRows, type StoredRow } from '../store/records/record-rows.ts'

export const workerType = typeNamed('worker')

export const workerRow = async (db: Statements, id: string): Promise<StoredRow | undefined> =>
  (await readRows(db, workerType, [id])).get(id)

/** Tells whether a row has changed, so that a decision is undone only where nothing else has happened since. */
export const rowFingerprint = ({ nanoid, record, facts, parts }: StoredRow): string =>
  createHash('sha256')
    .update(JSON.stringify([nanoid, record, facts, parts]))
    .digest('base64url')

/** Reads a line as a load does and writes it. A decision does not fail for what somebody else stored earlier. */
export async function writeLine(tx: Transaction, seal: HeldSeal, line: object): Promise<void> {
  await writeEntry(tx, lineReader([workerType], { seal, keepsHidden: true })(JSON.stringify(line), 1))
}
