// Rows of somebody else's PostgreSQL, read and never written: what a query answers, in batches, values as text.
import postgres from 'postgres'
import { Problem } from '../../problem.ts'
import { withoutSocket } from './pool.ts'

/** Only what is at least as new as a mark; rows of one record, which have the same key, together with any that is. */
export type Since = { column: string; mark?: string | undefined; group?: string | undefined }

const rowsAtOnce = 1_000
/** Dates as PostgreSQL writes them in UTC, which JavaScript's lose the microseconds of. */
const asText = { to: 1184, from: [1082, 1114, 1184], serialize: String, parse: String }

function connected(url: string) {
  const { url: address, socket } = withoutSocket(url)
  return postgres(address, {
    ...(socket && { host: socket }),
    max: 1,
    connect_timeout: 10,
    fetch_types: false,
    onnotice: () => {},
    types: { date: asText } as never,
    connection: {
      application_name: 'muster load',
      TimeZone: 'UTC',
      DateStyle: 'ISO',
      default_transaction_read_only: true,
    } as never,
  })
}

/** The columns that a query answers with. */
export async function foreignColumns(url: string, query: string): Promise<string[]> {
  const driver = connected(url)
  try {
    const { columns } = await driver.unsafe(narrowed(query, undefined).text).describe()
    return columns.map(({ name }) => name)
  } catch (error) {
    throw explained(error as Error & { code?: string })
  } finally {
    await driver.end({ timeout: 1 })
  }
}

export async function* foreignRows(
  url: string,
  query: string,
  since?: Since,
): AsyncGenerator<Record<string, unknown>> {
  const driver = connected(url)
  try {
    const { text, values } = narrowed(query, since)
    for await (const rows of driver.unsafe(text, values).cursor(rowsAtOnce)) yield* rows
  } catch (error) {
    throw explained(error as Error & { code?: string })
  } finally {
    await driver.end({ timeout: 1 })
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

function narrowed(given: string, since: Since | undefined): { text: string; values: string[] } {
  const query = given.trim().replace(/;\s*$/, '')
  if (since?.mark === undefined) return { text: query, values: [] }
  const column = quoted(since.column)
  // What does not say how new it is may be new.
  const newer = (rows: string) => `(${rows}.${column} >= $1 or ${rows}.${column} is null)`
  // The order of the query stays: rows of one record stand together in it.
  const condition = since.group
    ? `asked.${quoted(since.group)} in (select one.${quoted(since.group)} from (${query}) one where ${newer('one')})`
    : newer('asked')
  return { text: `select * from (${query}) asked where ${condition}`, values: [since.mark] }
}

function explained(error: Error & { code?: string }): Error {
  const { code = '', message } = error
  // A class and a number, as PostgreSQL numbers errors; or how the system calls one of the network.
  const isTheirs = /^[0-9A-Z]{5}$/.test(code) || /^(E[A-Z_]+|CONNECT_TIMEOUT|CONNECTION_\w+)$/.test(code)
  if (!isTheirs) return error
  // Of all that can go wrong there, only the query is ours to correct.
  const isQuery = code.startsWith('42') || code.startsWith('22')
  return new Problem(isQuery ? 'BAD_REQUEST' : 'SERVICE_UNAVAILABLE', `The source database says: ${message}`)
}
