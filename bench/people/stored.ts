// The population in a database: the rows that the writer keeps beside workers, as it makes them. Nothing else of a
// worker is looked at when another one is posted.
import { recordTypes } from '../../src/api/index.ts'
import { identityRows, numberRows, personIn } from '../../src/api/rules/worker-identity.ts'
import { copyInto } from '../../src/database/copy.ts'
import type { Database } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { sealOf } from '../../src/encryption/sealing.ts'
import { secretsOf } from '../../src/encryption/secret.ts'
import { nationalNumber } from '../../src/matching/identity-numbers.ts'
import { type Person, personOf } from '../../src/matching/person.ts'
import type { ColumnValue } from '../../src/record-types/columns.ts'
import { prepareDatabase } from '../../src/store/schema/prepare.ts'
import { lineAt, type Somebody } from './population.ts'

const seal = sealOf(secretsOf(['the master secret of a bench, which is none']))

const batch = 20_000

function rowsAt(index: number) {
  const { record, facts } = lineAt(index)
  const { nationalIns, ...rest } = facts
  return {
    record,
    facts: { ...rest, ...(nationalIns && { nationalIns: seal.close(nationalNumber(nationalIns)) }) },
  }
}

export const idAt = (index: number) => `w${index}`

export const storedPerson = (index: number): Person => personIn(rowsAt(index))

/** Somebody as a post makes them a person to compare. */
export const postedPerson = ({ nationalIns, ...posted }: Somebody): Person =>
  personOf({
    ...posted,
    numbers: nationalIns === '' ? [] : seal.hashes(nationalNumber(nationalIns).foundBy),
  })

/** Fills an empty database, unless it is there from another day; gives back the bytes that a worker takes. */
export async function filled(
  database: Database,
  workers: number,
  say: (text: string) => void,
): Promise<number> {
  await prepareDatabase(database, recordTypes)
  const [known] = await database.rows<{ n: string }>(sql`select count(*) as n from worker_identity`)
  if (Number(known!.n) !== workers) {
    await database.script('truncate worker_identity, worker_number')
    for (let from = 0; from < workers; from += batch) {
      await fill(database, from, Math.min(from + batch, workers))
      say(`${(from + batch).toLocaleString('en-GB')} workers`)
    }
    for (const name of ['worker_identity', 'worker_number']) await database.script(`vacuum analyze ${name}`)
  }
  const [size] = await database.rows<{ bytes: string }>(
    sql`select pg_total_relation_size('worker_identity') + pg_total_relation_size('worker_number') as bytes`,
  )
  return Number(size!.bytes) / workers
}

async function fill(database: Database, from: number, until: number): Promise<void> {
  const [identities, numbers]: [ColumnValue[][], ColumnValue[][]] = [[], []]
  for (let index = from; index < until; index++) {
    const stored = rowsAt(index)
    identities.push(...identityRows.rows(stored).map(row => [idAt(index), 0, ...row]))
    numbers.push(...numberRows.rows(stored).map((row, n) => [idAt(index), n, ...row]))
  }
  const columns = (child: typeof identityRows) => ['id', 'n', ...child.columns.map(column => column.name)]
  await database.transaction(async tx => {
    await copyInto(tx, 'worker_identity', columns(identityRows), identities)
    await copyInto(tx, 'worker_number', columns(numberRows), numbers)
  })
}
