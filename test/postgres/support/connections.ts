// Connections of the client under test to a database of the run's cluster.

import { embeddedAddress } from '../../../src/embedded/connection.ts'
import type { Address } from '../../../src/postgres/address.ts'
import { Buffers } from '../../../src/postgres/buffers.ts'
import type { Connection, SessionOptions } from '../../../src/postgres/connection.ts'
import { openConnection } from '../../../src/postgres/open.ts'
import { newDatabase } from '../../support/database.ts'

export const newAddress = async (): Promise<Address> => embeddedAddress(await newDatabase())

export const opening = (more: Partial<SessionOptions> = {}): SessionOptions => ({
  buffers: new Buffers(128 * 1024),
  settings: { TimeZone: 'UTC', application_name: 'muster tests' },
  timeoutMs: 20_000,
  ...more,
})

/** Connected for as long as `use` takes. */
export async function connected<T>(
  address: Address,
  use: (connection: Connection) => Promise<T>,
  more: Partial<SessionOptions> = {},
): Promise<T> {
  const connection = await openConnection(address, opening(more))
  try {
    return await use(connection)
  } finally {
    await connection.end(0)
  }
}
