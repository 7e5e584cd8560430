// A small world for the checker: one company, two agencies and an MSP, with makers of lines and a view of what was found.
import assert from 'node:assert/strict'
import { recordTypes } from '../../src/api/index.ts'
import { type CheckerOptions, checkToEnd } from '../../src/checks/checker.ts'
import { type Database, runAll } from '../../src/database/database.ts'
import { commas, name, sql } from '../../src/database/sql.ts'
import type { LoadOptions } from '../../src/load/load.ts'
import { allTables } from '../../src/store/records/tables.ts'
import { agency, company, connection, project, site, trade, worker } from '../support/lines.ts'
import type { TestServer } from '../support/server.ts'
import * as right from './records.ts'

/** Two months after the week of `records.ts`: everything counts. */
export const now = new Date('2026-04-01T10:00:00.000Z')

export const owners = [
  company('c1'),
  company('m1'),
  agency('a1'),
  agency('a2'),
  connection('c1', 'a1'),
  connection('c1', 'a2'),
  project('p1', 'c1'),
  site('s1', 'p1', 'c1'),
  trade('t1', 'c1'),
  ...['w1', 'w2', 'w3'].map(id => worker(id)),
]

const maker =
  <R>(type: string, make: (given: never) => R) =>
  (given: object = {}) => ({ type, record: make(given as never) })

/** Logs have rates without uplifts. */
function loadable(given: Parameters<typeof right.sheet>[0]) {
  const { timelogs = [], ...sheet } = right.sheet(given)
  const plain = timelogs.map(({ rates, ...log }) => {
    const { uplift: _, ...money } = rates as right.RateParts
    return { ...log, rates: money }
  })
  return { ...sheet, timelogs: plain }
}

export const lines = {
  timesheet: maker('timesheet', loadable),
  assignment: maker('assignment', right.assignment),
  invoice: maker('invoice', right.invoice),
  afp: maker('afp', right.afp),
  expense: maker('expense', right.expense),
  creditNote: maker('creditNote', right.creditNote),
  purchaseOrder: maker('purchaseOrder', right.order),
  rate: maker('rate', right.rate),
}

export const deleted = (type: string, id: string) => ({ type, id, deleted: true })

/** Loads lines of which none may be rejected. */
export const loading =
  ({ load }: Pick<TestServer, 'load'>) =>
  async (given: readonly object[], options: LoadOptions = {}) => {
    const onRejection: LoadOptions['onRejection'] = rejection =>
      assert.fail(JSON.stringify(rejection).slice(0, 300))
    return load(given, { onRejection, ...options })
  }

/** Without a record, and as if nothing had ever been found. */
export async function emptied(database: Database): Promise<void> {
  const types = [
    'company',
    'agency',
    'connection',
    'project',
    'site',
    'trade',
    'worker',
    'billingCheck',
    'clearance',
  ]
  const tables = recordTypes
    .filter(({ type }) => types.includes(type) || type in lines)
    .flatMap(allTables)
    .concat('check_work', 'order_spending', 'billing_pair')
  await runAll(database, sql`truncate ${commas(tables.map(name))}`)
  await database.rows(sql`delete from setting where name = 'checkedDay'`)
}

export const check = (database: Database, options: CheckerOptions = {}) =>
  checkToEnd(database, { now: () => now, ...options })

export type FoundRow = { id: string; record: string; facts: string }

export const rowsOf = (database: Database): Promise<FoundRow[]> =>
  database.rows<FoundRow>(sql`select id, record, facts from billing_check_text order by id`)

/** What stands now, as `side code week amount`. */
export async function found(database: Database): Promise<string[]> {
  return (await rowsOf(database))
    .map(({ record, facts }) => ({ record: JSON.parse(record), facts: JSON.parse(facts) }))
    .filter(({ facts }) => facts.state === 'current')
    .map(({ record, facts }) => {
      const side = facts.agency ?? facts.companies[0]
      return `${side} ${record.code} ${record.weekEnding.slice(0, 10)} ${record.amount}`
    })
    .toSorted()
}

export const worksLeft = (database: Database) =>
  database.rows<{ company: string; key: string; owner: string; taken: boolean; silent: boolean }>(
    sql`select company, key, owner, taken, silent from check_work order by company, key, owner, taken`,
  )
