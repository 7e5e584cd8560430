// Work that is noted of every company, as an upgrade or a new rule notes it.

import type { Transaction } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import type { WorkKey } from '../../src/record-types/rules.ts'
import { noteWork } from '../../src/store/checks/work.ts'

export async function noteEveryCompany(tx: Transaction, key: WorkKey, silent: boolean): Promise<void> {
  const companies = await tx.column(sql`select id from company order by id`)
  await noteWork(
    tx,
    companies.map(company => ({ company, key, owner: '' })),
    silent,
  )
}
