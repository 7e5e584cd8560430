// Workers that may be somebody who is to be added: found by keys that few share (matching/keys.ts), never by a look
// at all of them. Across agencies, so nothing of it may reach a caller.
import { postcodeParts } from '../../matching/contacts.ts'
import { type Agreement, type Key, keys } from '../../matching/keys.ts'
import { type Person, swappedDay } from '../../matching/person.ts'
import type { Statements } from '../engine/database.ts'
import { join, type Sql, sql } from '../engine/sql.ts'
import { literal } from '../records/where.ts'

export type Candidate = { id: string; person: Person }

type Row = {
  id: string
  first: string
  last: string
  dob: string | null
  email: string | null
  phone: string | null
  postcode: string | null
  gender: string | null
  nationality: string | null
  numbers: string[]
}

type Agreed = Record<Agreement, Sql>

const columns = sql`i.id, i.first, i.last, i.dob, i.email, i.phone, i.postcode, i.gender, i.nationality, i.numbers`

/** A number that more have is somebody's all the same: to know some of them is enough. */
const mostByNumber = 100

/** So many rows are read at most for a key, however many share it: its alternatives are asked of these. */
const mostRead = 5000

/** `self` is who asks, where it is stored: nobody is a candidate for being itself. */
export async function candidatesFor(db: Statements, person: Person, self?: string): Promise<Candidate[]> {
  const agreed = agreementsWith(person)
  const others = self === undefined ? sql`true` : sql`i.id <> ${self}`
  const byNumber = sql`(select ${columns} from worker_number w join worker_identity i on i.id = w.id
    where w.hash = any(${person.numbers}::text[]) and ${others} limit ${literal(mostByNumber)})`
  const byKeys = keys.map(key => foundBy(key, agreed, others))
  const rows = await db.rows<Row>(join([byNumber, ...byKeys], ' union all '))
  const found = new Map(rows.map(row => [row.id, row]))
  return [...found.values()].map(candidateOf)
}

const candidateOf = ({ id, ...row }: Row): Candidate => ({ id, person: present(row) })

/** A stored worker as it is compared, with the agencies that it is with. */
export type StoredPerson = Candidate & { agencies: string[] }

const storedPerson = ({ agencies, ...row }: Row & { agencies: string[] | null }): StoredPerson => ({
  ...candidateOf(row),
  agencies: agencies ?? [],
})

const withAgencies = sql`select ${columns}, w.agencies_id as agencies from worker_identity i join worker w on w.id = i.id`

/** The next stored workers, in the order of their ids. */
export async function peopleAfter(db: Statements, after: string, limit: number): Promise<StoredPerson[]> {
  const rows = await db.rows<Row & { agencies: string[] | null }>(
    sql`${withAgencies} where i.id > ${after} order by i.id limit ${literal(limit)}`,
  )
  return rows.map(storedPerson)
}

export async function peopleWith(db: Statements, ids: readonly string[]): Promise<StoredPerson[]> {
  const rows = await db.rows<Row & { agencies: string[] | null }>(
    sql`${withAgencies} where i.id = any(${ids}::text[])`,
  )
  return rows.map(storedPerson)
}

function foundBy({ all, any, atMost }: Key, agreed: Agreed, others: Sql): Sql {
  const every = join([...all.map(one => agreed[one]), others], ' and ')
  if (!any) return sql`(select ${columns} from worker_identity i where ${every} limit ${literal(atMost)})`
  const some = join(
    any.map(one => agreed[one]),
    ' or ',
  )
  return sql`(select ${columns} from
    (select * from worker_identity i where ${every} limit ${literal(mostRead)}) i
    where ${some} limit ${literal(atMost)})`
}

/** What is null agrees with nothing. */
function agreementsWith(person: Person): Agreed {
  const { first, last, dob = null, email = null, phone = null, postcode = null } = person
  const { outward = null } = postcode === null ? {} : postcodeParts(postcode)
  const days = dob === null ? [] : [dob, swappedDay(dob)]
  return {
    email: sql`i.email = ${email}`,
    phone: sql`i.phone = ${phone}`,
    first: sql`i.first = ${first}`,
    last: sql`i.last = ${last}`,
    swappedNames: sql`(i.first = ${last} and i.last = ${first})`,
    dob: sql`i.dob = ${dob?.endsWith('-01-01') ? null : dob}`,
    born: sql`i.dob = any(${days}::text[])`,
    bornNear: dob === null ? sql`true` : bornNear(dob, days),
    postcode: sql`i.postcode = ${postcode}`,
    outward: sql`i.outward = ${outward}`,
  }
}

function bornNear(dob: string, days: readonly string[]): Sql {
  const [year, month, day] = dob.split('-') as [string, string, string]
  return sql`(i.dob is null or i.dob = any(${days}::text[]) or left(i.dob, 7) = ${`${year}-${month}`}
    or right(i.dob, 5) = ${`${month}-${day}`} or (left(i.dob, 4) = ${year} and right(i.dob, 2) = ${day}))`
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
