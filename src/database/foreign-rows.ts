// Rows of somebody else's PostgreSQL, read and never written: what a query answers, in batches, values as text.

import { Problem } from '../errors/problem.ts'
import { AddressError, readDatabaseAddress } from '../postgres/address.ts'
import { Buffers } from '../postgres/buffers.ts'
import type { Connection } from '../postgres/connection.ts'
import { Cursor } from '../postgres/cursor.ts'
import { ConnectionError, PostgresError } from '../postgres/errors.ts'
import { openConnection } from '../postgres/open.ts'
import { Description } from '../postgres/statement.ts'
import { singleTypes } from '../postgres/types.ts'

/** Only what is at least as new as a mark; rows of one record, which have the same key, together with any that is. */
type Since = { column: string; mark?: string | undefined; group?: string | undefined }

const rowsAtOnce = 1_000
const [readBytes, connectTimeoutMs] = [256 * 1024, 10_000]
/** Dates as PostgreSQL writes them in UTC, which JavaScript's lose the microseconds of. */
const dates = [1082, 1114, 1184]
const readers = new Map([...singleTypes].filter(([oid]) => !dates.includes(oid)))

async function connected(url: string): Promise<Connection> {
  const settings = {
    application_name: 'muster load',
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    default_transaction_read_only: 'on',
  }
  // The password in our environment is not meant for this server.
  const address = readDatabaseAddress(url, {})
  const timeoutMs = address.connectTimeoutMs ?? connectTimeoutMs
  return openConnection(address, { buffers: new Buffers(readBytes), settings, timeoutMs })
}

/** The columns that a query answers with. */
export async function foreignColumns(url: string, query: string): Promise<string[]> {
  let connection: Connection | undefined
  try {
    connection = await connected(url)
    return await connection.ask(new Description(narrowed(query, undefined).text, [], false)).done
  } catch (error) {
    throw explained(error)
  } finally {
    await connection?.end(0)
  }
}

export async function* foreignRows(
  url: string,
  query: string,
  since?: Since,
): AsyncGenerator<Record<string, unknown>> {
  const { text, values } = narrowed(query, since)
  let connection: Connection | undefined
  try {
    connection = await connected(url)
    const cursor = connection.ask(new Cursor(text, values, rowsAtOnce, readers))
    for await (const rows of cursor.batches(connection)) yield* rows
  } catch (error) {
    throw explained(error)
  } finally {
    await connection?.end(0)
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

function narrowed(given: string, since: Since | undefined): { text: string; values: string[] } {
  const query = given.trim().replace(/;\s*$/, '')
  if (since?.mark === undefined) return { text: query, values: [] }
  const column = quoted(since.column)
  // A row without a value there may be new.
  const newer = (rows: string) => `(${rows}.${column} >= $1 or ${rows}.${column} is null)`
  // The order of the query stays: rows of one record stand together in it.
  const condition = since.group
    ? `asked.${quoted(since.group)} in (select one.${quoted(since.group)} from (${query}) one where ${newer('one')})`
    : newer('asked')
  return { text: `select * from (${query}) asked where ${condition}`, values: [since.mark] }
}

function explained(error: unknown): unknown {
  const says = (code: 'BAD_REQUEST' | 'SERVICE_UNAVAILABLE') =>
    new Problem(code, `The source database says: ${(error as Error).message}`)
  if (error instanceof AddressError) return new Problem('BAD_REQUEST', error.message)
  if (error instanceof ConnectionError) return says('SERVICE_UNAVAILABLE')
  if (!(error instanceof PostgresError)) return error
  // Of all possible errors, only those of the query can be corrected in the mapping.
  return says(/^(42|22)/.test(error.code) ? 'BAD_REQUEST' : 'SERVICE_UNAVAILABLE')
}
