// Views of the portal that somebody gave a name: a page with its filters and columns, for a key or for all of a role.

import type { Statements } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { badRequest } from '../../errors/problem.ts'
import { newId } from '../../formats/id.ts'
import { instant, text } from '../../shape/shape.ts'
import { declareList } from '../lists/list.ts'

export const keptViews = declareList({
  noun: 'kept view',
  from: sql`kept_view v`,
  columns: {
    id: [text, sql`v.id`],
    name: [text, sql`v.name`],
    /** Path and query within the portal. */
    address: [text, sql`v.address`],
    createdAt: [instant, sql`v.created_at`],
  },
  order: { id: sql`v.id`, all: sql`v.name, v.id` },
  confined: ({ holder }: { holder: string }) => [sql`v.holder = ${holder}`],
})

const mostViews = 200

/** Under a name that there is already it takes the place of that view. */
export async function keepView(
  db: Statements,
  holder: string,
  { name, address }: { name: string; address: string },
): Promise<string> {
  const id = await db.value(sql`
    insert into kept_view (id, holder, name, address)
    select ${newId()}, ${holder}, ${name}, ${address}
    where (select count(*) from kept_view v where v.holder = ${holder} and v.name <> ${name}) < ${mostViews}::int
    on conflict (holder, name) do update set address = excluded.address, created_at = now()
    returning id`)
  if (id === undefined) throw badRequest(`There are ${mostViews} views already; remove one first`)
  return id
}

export const removeView = (db: Statements, id: string) => db.rows(sql`delete from kept_view where id = ${id}`)
