// What creating a worker reads and writes besides the record: references, idempotent answers, results of checks.
import type { Statements, Transaction } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'

const series = 'WK'
const referenceOf = (number: string) => `${series}-${number.padStart(6, '0')}`

/** The next reference: one above the last assigned, or above every one of this form that was loaded or assigned where that one is
 * taken or is the first. The caller holds the writer's lock. */
export async function nextWorkerReference(tx: Transaction): Promise<string> {
  const next = await tx.value(sql`
    update reference_number set last = last + 1 where series = ${series} returning last`)
  if (next !== undefined && !(await isTaken(tx, next))) return referenceOf(next)
  const raised = await tx.value(sql`
    insert into reference_number as r (series, last)
    select ${series}, 1 + coalesce(max(substr(reference_key, 4)::bigint), 0)
    from worker where reference_key ~ '^wk-[0-9]{1,15}$'
    on conflict (series) do update set last = greatest(r.last, excluded.last) returning last`)
  return referenceOf(raised!)
}

/** A load may have brought references of the same form. */
const isTaken = (tx: Transaction, number: string) =>
  tx.hasRows(sql`select 1 from worker where reference_key = ${referenceOf(number).toLowerCase()} limit 1`)

type StoredAnswer = { fingerprint: string; answer: string }

/** The answer that an API key was given under an Idempotency-Key in the last so many hours; `hashes` are what its name
 * is kept as once the worker is erased. */
export const storedAnswer = (
  db: Statements,
  keyId: string,
  { name, hashes }: { name: string; hashes: readonly string[] },
  hours: number,
) =>
  db.row<StoredAnswer & { erased: boolean }>(sql`
    select fingerprint, answer, erased from idempotency
    where key_id = ${keyId} and name = any(${[name, ...hashes]}::text[]) and (erased or name = ${name})
      and at > now() - ${hours} * interval '1 hour' order by erased limit 1`)

export const storeAnswer = (
  tx: Transaction,
  keyId: string,
  name: string,
  { fingerprint, answer }: StoredAnswer,
) =>
  tx.rows(sql`
    insert into idempotency (key_id, name, fingerprint, answer)
    values (${keyId}, ${name}, ${fingerprint}, ${answer})
    on conflict (key_id, name) do update
      set fingerprint = excluded.fingerprint, answer = excluded.answer, erased = false, at = now()`)

export const forgetAnswers = (db: Statements, hours: number) =>
  db.rows(sql`delete from idempotency where at <= now() - ${hours} * interval '1 hour'`)

/** The agency's latest Home Office check for a share code and date of birth. */
export const latestCheckId = (db: Statements, agency: string, hashes: readonly string[], dob: string) =>
  db.value(sql`
    select id from right_to_work_check_code
    where agency = ${agency} and hash = any(${hashes}::text[]) and dob = ${dob}
    order by checked_at desc, id desc limit 1`)

/** Smart-check configurations of the companies that the agency is connected to, in a stable order. */
export const smartCheckIds = (db: Statements, agency: string) =>
  db.column(sql`
    select s.id from smart_check_configuration s
    where exists (select 1 from connection c where c.company_id = s.company_id and c.agency_id = ${agency} and c.active)
    order by s.company_id, s.id`)
