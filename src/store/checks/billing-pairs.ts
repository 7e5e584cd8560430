// Whether a side sees that a company and an agency bill each other, as it was last found: what was left open in weeks of long
// ago counts once they do.
import type { Transaction } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'

export type BillingPair = { side: string; agency: string; bills: boolean }

/** Keeps what was found now; gives back those of which something else was found before. */
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
