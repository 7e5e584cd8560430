// Whether each side sees bills between a company and an agency, as it was last worked out. Hours that nobody billed in weeks long ago
// are a finding only between those who bill each other, so they are worked out again when this changes.
import type { Transaction } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'

export type BillingPair = { side: string; agency: string; bills: boolean }

/** Stores these, and gives back those that were stored with another answer before. */
export async function keepBillingPairs(
  tx: Transaction,
  company: string,
  pairs: readonly BillingPair[],
): Promise<Pick<BillingPair, 'side' | 'agency'>[]> {
  if (pairs.length === 0) return []
  const given = sql`unnest(${pairs.map(({ side }) => side)}::text[], ${pairs.map(({ agency }) => agency)}::text[],
    ${pairs.map(({ bills }) => bills)}::boolean[]) g(side, agency, bills)`
  const moved = await tx.rows<Pick<BillingPair, 'side' | 'agency'>>(sql`
    select p.side, p.agency from billing_pair p join ${given} using (side, agency)
    where p.company = ${company} and p.bills <> g.bills order by p.side, p.agency`)
  await tx.rows(sql`
    insert into billing_pair (company, side, agency, bills) select ${company}, g.side, g.agency, g.bills from ${given}
    order by g.side, g.agency
    on conflict (company, side, agency) do update set bills = excluded.bills where billing_pair.bills <> excluded.bills`)
  return moved
}
