// §2.1: whether a supplier is an agency or an umbrella comes from the company connection, never the project's.

import type { Derivation } from '../../record-types/rules.ts'
import type { Static } from '../../shape/shape.ts'
import type { StoredRecord } from '../../shape/stored.ts'
import type { Connection } from '../agencies.ts'
import type { supplierType } from '../shapes.ts'

type Supplier = Static<typeof supplierType>
type StoredConnection = StoredRecord<Static<typeof Connection>>

const supplierOf = (connection: StoredConnection | undefined) => connection?.record.supplierType ?? 'agency'

/** Keeps `supplierType` as the connection has it, and lets a record show what depends on it. */
export const supplierConnection = <S extends { record: { supplierType: Supplier } }>(
  show: (stored: S, supplier: Supplier) => void = () => {},
): Derivation<S, StoredConnection> => ({
  type: 'connection',
  by: ['company.id', 'agency.id'],
  aspect: supplierOf,
  apply(stored, connection) {
    const supplier = supplierOf(connection)
    stored.record.supplierType = supplier
    show(stored, supplier)
  },
})
