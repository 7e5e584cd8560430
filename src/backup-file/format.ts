// What a backup consists of, line by line. Nothing in a file is ever run as SQL: names and types must be of these forms, so
// that a file from elsewhere can at worst be refused.
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { Type } from '../shape/schema.ts'

export class BackupProblem extends Error {}

export type BackupCounts = { tables: number; rows: number; files: number }

export type BackupSummary = BackupCounts & { createdAt: string }

export type BackupProgress = (state: BackupCounts & { table?: string }) => void

export const formatName = 'muster-backup'
/** The first described tables in more detail, which nobody needs. */
export const formatVersion = 2

const Name = Type.String({ pattern: '^[a-z_][a-z0-9_]{0,62}$' })
const Count = Type.Integer({ minimum: 0 })

const BackupHeader = Type.Object({
  format: Type.Literal(formatName),
  version: Type.Integer(),
  createdAt: Type.String({ pattern: '^[0-9TZ:.-]{20,30}$' }),
  postgres: Type.String(),
  migrations: Type.Array(Type.String({ pattern: '^[0-9a-z.-]{1,80}$' })),
})

/** Announces rows, as COPY writes them, that end with a line of its own: \. */
const BackupTable = Type.Object({
  table: Name,
  columns: Type.Array(
    Type.Object({ name: Name, type: Type.String(), collation: Type.Union([Type.String(), Type.Null()]) }),
    { minItems: 1 },
  ),
  /** The last number that was given out, also where its row is gone: it must not come again. */
  identities: Type.Array(
    Type.Object({
      column: Name,
      last: Type.Union([Type.String({ pattern: '^[0-9]{1,19}$' }), Type.Null()]),
    }),
  ),
})

/** Announces pieces, each a line with its number of bytes and then these; the last piece is empty. */
const StoredFile = Type.Object({
  file: Type.String({ minLength: 1, maxLength: 4096 }),
  mode: Type.Integer({ minimum: 0, maximum: 0o777 }),
})

const Trailer = Type.Object({
  end: Type.Literal(true),
  tables: Count,
  rows: Count,
  files: Count,
  bytes: Count,
  /** The sum of everything before this line. */
  sha256: Type.String(),
})

export type BackupHeader = Static<typeof BackupHeader>
export type BackupTable = Static<typeof BackupTable>
export type StoredFile = Static<typeof StoredFile>
type Trailer = Static<typeof Trailer>

export const damagedBackup = (what: string) =>
  new BackupProblem(`This backup is damaged (${what}); nothing was changed. Use another copy of the file.`)

export const notABackup = () =>
  new BackupProblem('This file is not a Muster backup, or only the beginning of one')

export function headerOf(value: unknown): BackupHeader {
  const { format, version } = (value ?? {}) as Partial<BackupHeader>
  if (format !== formatName) throw notABackup()
  if (version !== 1 && version !== formatVersion)
    throw new BackupProblem(
      'This backup was written by a newer Muster; restore it with that version or newer',
    )
  if (Value.Check(BackupHeader, value)) return value
  throw damagedBackup('its first line has an unknown form')
}

export function sectionOf(value: unknown): BackupTable | StoredFile | Trailer {
  const schema: TSchema = has(value, 'table') ? BackupTable : has(value, 'file') ? StoredFile : Trailer
  if (Value.Check(schema, value)) return value as BackupTable | StoredFile | Trailer
  throw damagedBackup('a line in it has an unknown form')
}

const has = (value: unknown, property: string) =>
  typeof value === 'object' && value !== null && property in value
