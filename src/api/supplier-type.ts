// §2.1: whether a supplier is an agency or an umbrella comes from the company connection, never the project's.

import type { Derivation } from '../kernel/resource/record-type.ts'
import type { Stored } from '../shape/stored.ts'

const supplierOf = (connection: Stored | undefined) =>
  (connection?.record.supplierType as string | undefined) ?? 'agency'

/** Keeps `supplierType` as the connection has it, and lets a record show what depends on it. */
export const supplierConnection = (
  show: (stored: Stored, supplier: string) => void = () => {},
): Derivation => ({
  type: 'connection',
  by: ['company.id', 'agency.id'],
  aspect: supplierOf,
  apply(stored, connection) {
    const supplier = supplierOf(connection)
    stored.record.supplierType = supplier
    show(stored, supplier)
  },
})
