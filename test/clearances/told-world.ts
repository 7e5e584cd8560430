// What tests of clearance_lost and clearance_expiring share: one person on one assignment, days that begin on two servers at once, and
// a beginning at which everything is known and nothing was told.
import { checkToEnd } from '../../src/checks/checker.ts'
import { beginDay } from '../../src/checks/daily.ts'
import { runAll } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { noteEveryCompany } from '../support/noted-work.ts'
import { all, entry, paper, passport, placedWith, qualificationsOf } from './records.ts'
import type { Everything } from './seen.ts'
import { servedWorlds } from './served-world.ts'
import { files, linesOf } from './world-lines.ts'

/** Ann, placed until the end of September, has a card until this day. */
export const worldUntil = (cardUntil: string, more: Partial<Everything> = {}): Everything => ({
  assignment: placedWith({ endDate: '2026-09-30T00:00:00.000Z' }),
  project: { id: 'p1', sector: undefined },
  qualifications: qualificationsOf(),
  worker: { attachments: [paper('CSCS Skilled Worker', cardUntil, { id: 'card' })], rightToWork: [passport] },
  workersAgencies: ['a1'],
  owners: new Map(),
  validations: [],
  entries: [entry([all('CSCS Skilled Worker')])],
  connection: {},
  asksForSmartChecks: false,
  keysCompanies: [],
  ...more,
})

/** A server of its own for whoever asks. */
export async function toldWorld() {
  const { show, server } = await servedWorlds()
  const { database } = server

  const workOn = (day: string) => checkToEnd(database, { now: () => new Date(`${day}T06:00:00.000Z`) })

  /** What a new day does on a server; of two, whichever comes first. */
  async function onDay(day: string): Promise<void> {
    await Promise.all([1, 2].map(() => beginDay(database, new Date(`${day}T00:00:05.000Z`))))
    await Promise.all([1, 2].map(() => workOn(day)))
  }

  async function write(next: Everything, day: string, options: { events?: boolean } = {}) {
    await server.load([...files, ...linesOf(next)], options)
    await workOn(day)
  }

  /** As a write would that may have changed anything. */
  async function noteEverybody(day: string, silent = false): Promise<void> {
    await database.transaction(tx => noteEveryCompany(tx, 'standings:', silent))
    await workOn(day)
  }

  /** In the place of what was there, as of this day, and with nothing told. */
  async function begin(world: Everything, day: string): Promise<void> {
    await show(world)
    await runAll(database, sql`truncate event, event_owner, delivery, attempt cascade`)
    await database.rows(sql`delete from setting where name = 'checkedDay'`)
    await database.rows(sql`truncate clearance, clearance_text`)
    await server.load([...files, ...linesOf(world)])
    await noteEverybody(day, true)
    await onDay(day)
  }

  return { server, begin, workOn, onDay, write, noteEverybody }
}
