// Finds the stored workers that may be a person, by the blocking keys of matching/keys.ts and never by a scan of all of
// them. It looks across agencies, so nothing of it may reach a caller.

import { plainRow, type Statements } from '../../database/database.ts'
import { and, or, type Sql, sql, unionAll } from '../../database/sql.ts'
import { postcodeParts } from '../../matching/contacts.ts'
import { type Agreement, candidateKeys, type Key } from '../../matching/keys.ts'
import { type Person, swappedDay } from '../../matching/person.ts'
import { rowCountSql } from '../reading/where.ts'

export type Candidate = { id: string; person: Person }

type WorkerRow = { id: string } & { [field in keyof Person]: Person[field] | null }

type Agreed = Record<Agreement, Sql>

const columns = sql`i.id, i.first, i.last, i.dob, i.email, i.phone, i.postcode, i.gender, i.nationality, i.numbers`

/** Where more workers share an identity number, some of them are enough to need a review. */
const mostByNumber = 100

/** Rows read for a key before its alternatives are checked. */
const mostRead = 5000

/** `self` is the stored worker that candidates are wanted for, which is not one of them. */
export async function candidatesFor(db: Statements, person: Person, self?: string): Promise<Candidate[]> {
  const agreed = agreementsWith(person)
  const others = self === undefined ? sql`true` : sql`i.id <> ${self}`
  const byNumber = sql`(select ${columns} from worker_number w join worker_identity i on i.id = w.id
    where w.hash = any(${person.numbers}::text[]) and ${others} limit ${rowCountSql(mostByNumber)})`
  const byKeys = candidateKeys.map(key => foundBy(key, agreed, others))
  const rows = await db.rows<WorkerRow>(unionAll([byNumber, ...byKeys]))
  return [...new Map(rows.map(row => [row.id, row])).values()].map(candidateOf)
}

const candidateOf = ({ id, ...row }: WorkerRow): Candidate => ({ id, person: plainRow(row) })

/** A stored worker as it is compared, with its agencies. */
export type StoredPerson = Candidate & { agencies: string[] }

async function peopleWhere(db: Statements, condition: Sql): Promise<StoredPerson[]> {
  const rows = await db.rows<WorkerRow & { agencies: string[] }>(sql`
    select ${columns}, coalesce(w.agencies_id, '{}') as agencies
    from worker_identity i join worker w on w.id = i.id where ${condition}`)
  return rows.map(({ agencies, ...row }) => ({ ...candidateOf(row), agencies }))
}

/** The next stored workers, in the order of their ids. */
export const peopleAfter = (db: Statements, after: string, limit: number) =>
  peopleWhere(db, sql`i.id > ${after} order by i.id limit ${rowCountSql(limit)}`)

export const peopleWith = (db: Statements, ids: readonly string[]) =>
  peopleWhere(db, sql`i.id = any(${ids}::text[])`)

function foundBy({ all, any, atMost }: Key, agreed: Agreed, others: Sql): Sql {
  const every = and([...all.map(one => agreed[one]), others])
  if (!any) return sql`(select ${columns} from worker_identity i where ${every} limit ${rowCountSql(atMost)})`
  return sql`(select ${columns} from
    (select * from worker_identity i where ${every} limit ${rowCountSql(mostRead)}) i
    where ${or(any.map(one => agreed[one]))} limit ${rowCountSql(atMost)})`
}

/** A null matches nothing in SQL, so a missing value agrees with nothing. */
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

/** Whether a worker of the agency has this agencyId. */
export const agencyIdInUse = (db: Statements, agency: string, agencyId: string) =>
  db.hasRows(sql`select 1 from worker_member where agency = ${agency} and agency_id = ${agencyId} limit 1`)
