// The gate's clock in the hands of a test: it stands where it was put until it is put elsewhere.
import type { Database } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'

export type Clock = { set(at: string | Date): Promise<void>; now(): Date }

export async function takeClock(database: Database, at: string): Promise<Clock> {
  await database.script(`
    create table test_clock (at timestamptz not null);
    insert into test_clock values (clock_timestamp());
    create or replace function gate_clock() returns timestamptz language plpgsql volatile as
      'begin return (select at from muster.test_clock); end'`)
  let now = new Date(at)
  const clock: Clock = {
    async set(to) {
      now = new Date(to)
      await database.rows(sql`update test_clock set at = ${now.toISOString()}::text::timestamptz`)
    },
    now: () => now,
  }
  await clock.set(at)
  return clock
}
