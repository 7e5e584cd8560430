// When records of each type were last loaded, for whom and from where; and a memory of it, so that no request asks.
import type { Caller } from '../../access/caller.ts'
import { asOwner } from '../../access/owners.ts'
import { everybody } from '../../access/ownership.ts'
import { callableWith } from '../../access/permit.ts'
import type { Statements } from '../../database/database.ts'
import { sql, unnested } from '../../database/sql.ts'
import type { Freshness, FreshnessBook, Operation } from '../../kernel/operation/operation.ts'

/** Notes that a load has ended well; `source` is the job or the mapping that it was of. */
export async function noteFreshness(
  db: Statements,
  loaded: readonly { type: string; owner: string }[],
  source: string | undefined,
): Promise<void> {
  if (loaded.length === 0) return
  await db.rows(sql`
    insert into freshness (type, owner, loaded_at, source)
    select type, owner, clock_timestamp(), case when owner <> ${everybody} then ${source ?? null}::text end
    from ${unnested(loaded, 'type', 'owner')} as loaded (type, owner)
    order by type, owner
    on conflict (type, owner) do update set loaded_at = excluded.loaded_at, source = excluded.source`)
}

/** As old as that may be what a request is told. */
const renewedAfterMs = 5_000

export function freshnessBook(
  db: Statements,
  operations: readonly Operation[],
): FreshnessBook & { close(): void } {
  let known = new Map<string, Freshness>()
  const renew = async () => {
    const rows = await db.rows<{ type: string; owner: string; at: Date; source: string | null }>(
      sql`select type, owner, loaded_at as at, source from freshness`,
    )
    known = new Map(
      rows.map(({ type, owner, at, source }) => [
        `${type} ${owner}`,
        { loadedAt: at.toISOString(), ...(source !== null && { source }) },
      ]),
    )
  }
  const latestFor = ({ kind, companies, agencies }: Caller, type: string): Freshness | undefined => {
    let latest = known.get(`${type} ${everybody}`)
    for (const { id } of kind === 'company' ? companies : agencies) {
      const own = known.get(`${type} ${asOwner(kind, id)}`)
      if (own && (!latest || own.loadedAt >= latest.loadedAt)) latest = own
    }
    return latest
  }
  const renewSoon = () => void renew().catch(() => {})
  const renewing = setInterval(renewSoon, renewedAfterMs).unref()
  renewSoon()
  const lists = operations.filter(
    ({ shape, reads, path }) => shape === 'list' && reads && !path.includes('{'),
  )
  return {
    of: latestFor,
    close: () => clearInterval(renewing),
    async ofLists(caller) {
      await renew()
      const callable = new Set(callableWith(caller, lists))
      return lists
        .filter(({ method, path }) => callable.has(`${method} ${path}`))
        .map(({ path, reads }) => ({ list: path, ...latestFor(caller, reads!) }))
    },
  }
}
