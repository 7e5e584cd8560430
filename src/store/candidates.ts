// Workers that may be somebody who is to be added: found by a few keys that are shared by few, never by a look at
// all of them. Across agencies, so nothing of it may reach a caller.
import type { Person } from '../matching/person.ts'
import { birthYear, sortedBirth } from '../matching/person.ts'
import type { Statements } from './database.ts'
import { sql } from './sql.ts'

export type Candidate = { id: string; person: Person }

/** A contact that this many have finds nobody, and says nothing of them. */
const contactRows = 5

type Row = {
  id: string
  first: string
  last: string
  sound: string
  dob: string | null
  email: string | null
  phone: string | null
  postcode: string | null
  gender: string | null
  nationality: string | null
  numbers: string[]
}

export async function candidatesFor(db: Statements, person: Person): Promise<Candidate[]> {
  const { first, sound, dob, email = null, phone = null, postcode = null, numbers } = person
  const rows = await db.rows<Row>(sql`
    with found as (
      select id from worker_number where hash = any(${numbers}::text[])
      union (select id from worker_identity where email = ${email} limit ${contactRows}::int)
      union (select id from worker_identity where phone = ${phone} limit ${contactRows}::int)
      union select id from worker_identity where born = ${dob ? sortedBirth(dob) : null}
      union select id from worker_identity
        where sound = ${sound} and first = ${first} and year = ${birthYear(dob) ?? null}
      union select id from worker_identity where postcode = ${postcode} and sound = ${sound}
    )
    select i.id, i.first, i.last, i.sound, i.dob, i.email, i.phone, i.postcode, i.gender, i.nationality, i.numbers
    from found join worker_identity i on i.id = found.id collate "C"`)
  return rows.map(({ id, ...row }) => ({ id, person: present(row) }))
}

/** Nobody has what is null. */
const present = (row: Omit<Row, 'id'>) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as Person

/** Whether the agency has given this identifier of its own to a worker. */
export async function agencyIdInUse(db: Statements, agency: string, agencyId: string): Promise<boolean> {
  const rows = await db.rows(
    sql`select 1 from worker_member where agency = ${agency} and agency_id = ${agencyId} limit 1`,
  )
  return rows.length > 0
}
