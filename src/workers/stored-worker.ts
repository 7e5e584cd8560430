// A stored worker as a decision leaves it, so that undoing it can tell whether anything else has changed since.
import { createHash } from 'node:crypto'
import { recordTypes } from '../api/index.ts'
import type { Statements } from '../store/engine/database.ts'
import { readRows, type StoredRow } from '../store/records/write-records.ts'

export const workerType = recordTypes.find(known => known.type === 'worker')!

export type Tie = { id: string; name: string; agencyId?: string; active: boolean }

/** What the worker was before an agency was added, and how it looked then and after. */
export type UndoOfLink = { worker: string; agencies: Tie[]; before: string; after: string }

/** How the worker looked that was made, and the pairs it was kept apart in. */
export type UndoOfCreation = { worker: string; after: string; apart: string[] }

export const workerRow = async (db: Statements, id: string): Promise<StoredRow | undefined> =>
  (await readRows(db, workerType, [id])).get(id)

export const rowPrint = ({ nanoid, record, facts, parts }: StoredRow): string =>
  createHash('sha256')
    .update(JSON.stringify([nanoid, record, facts, parts]))
    .digest('base64url')
