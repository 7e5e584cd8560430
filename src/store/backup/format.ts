// What a backup consists of, line by line. Nothing in a file is ever run as SQL: names, types and settings must
// be of these forms, so that a file from elsewhere can at worst be refused.
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { Type } from '../../shape/schema.ts'

export class BackupProblem extends Error {}

export const formatName = 'muster-backup'
export const formatVersion = 1

const Name = Type.String({ pattern: '^[a-z_][a-z0-9_]{0,62}$' })
const Count = Type.Integer({ minimum: 0 })

export const Header = Type.Object({
  format: Type.Literal(formatName),
  version: Type.Integer(),
  createdAt: Type.String({ pattern: '^[0-9TZ:.-]{20,30}$' }),
  postgres: Type.String(),
  migrations: Type.Array(Type.String({ pattern: '^[0-9a-z.-]{1,80}$' })),
})

const Column = Type.Object({
  name: Name,
  type: Type.String(),
  collation: Type.Union([Type.String(), Type.Null()]),
  storage: Type.Enum(['plain', 'main', 'external', 'extended']),
  required: Type.Boolean(),
})

const Options = Type.Array(Type.String({ pattern: '^[a-z_]+=[0-9a-z.]+$' }))

const IndexKey = Type.Object({
  column: Name,
  operators: Type.Union([Name, Type.Null()]),
  descending: Type.Boolean(),
  nullsFirst: Type.Boolean(),
})

const Index = Type.Object({
  name: Name,
  kind: Type.Enum(['primary key', 'unique', 'index']),
  method: Name,
  keys: Type.Array(IndexKey, { minItems: 1 }),
  /** Columns that the index carries besides its keys. */
  carries: Type.Optional(Type.Array(Name)),
  /** Only rows with a value in this column are in it. */
  having: Type.Optional(Type.Union([Name, Type.Null()])),
  options: Type.Optional(Options),
})

/** Announces rows, as COPY writes them, that end with a line of its own: \. */
export const Table = Type.Object({
  table: Name,
  columns: Type.Array(Column, { minItems: 1 }),
  options: Options,
  indexes: Type.Array(Index),
  /** The last number that was given out, also where its row is gone: it must not come again. */
  identities: Type.Array(
    Type.Object({
      column: Name,
      last: Type.Union([Type.String({ pattern: '^[0-9]{1,19}$' }), Type.Null()]),
    }),
  ),
})

/** Announces pieces, each a line with its number of bytes and then these; the last piece is empty. */
export const StoredFile = Type.Object({
  file: Type.String({ minLength: 1, maxLength: 4096 }),
  mode: Type.Integer({ minimum: 0, maximum: 0o777 }),
})

export const Trailer = Type.Object({
  end: Type.Literal(true),
  tables: Count,
  rows: Count,
  files: Count,
  bytes: Count,
  /** The sum of everything before this line. */
  sha256: Type.String(),
})

export type Header = Static<typeof Header>
export type Table = Static<typeof Table>
export type Index = Static<typeof Index>
export type StoredFile = Static<typeof StoredFile>
export type Trailer = Static<typeof Trailer>
export type Section = Table | StoredFile | Trailer

export type Counted = { tables: number; rows: number; files: number; bytes: number }

export const damaged = (what: string) =>
  new BackupProblem(`This backup is damaged (${what}); nothing was changed. Use another copy of the file.`)

export const notOne = () =>
  new BackupProblem('This file is not a Muster backup, or only the beginning of one')

export function headerOf(value: unknown): Header {
  const { format, version } = (value ?? {}) as Partial<Header>
  if (format !== formatName) throw notOne()
  if (version !== formatVersion)
    throw new BackupProblem(
      'This backup was written by a newer Muster; restore it with that version or newer',
    )
  if (Value.Check(Header, value)) return value
  throw damaged('its first line has an unknown form')
}

export function sectionOf(value: unknown): Section {
  const schema: TSchema = has(value, 'table') ? Table : has(value, 'file') ? StoredFile : Trailer
  if (Value.Check(schema, value)) return value as Section
  throw damaged('a line in it has an unknown form')
}

const has = (value: unknown, property: string) =>
  typeof value === 'object' && value !== null && property in value
