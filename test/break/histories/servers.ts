// Several servers on one database, as real processes, that are killed, frozen, cut off from it, restarted in turn, and given
// wrong clocks, and a backup of it that is put back; each comes back by itself.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type Database, openDatabase } from '../../../src/database/database.ts'
import { sql } from '../../../src/database/sql.ts'
import { diceOf } from '../../access/dice.ts'
import { newDatabase, templateDatabase, urlOf } from '../../support/database.ts'
import { dataFolder, run, stop, type Up, up } from '../../support/process.ts'
import type { Restore } from './checker.ts'

export type Servers = {
  database: Database
  /** Where each of this round listens, or listened last. */
  urls(): readonly string[]
  /** From now on so many; those that are missing are started. */
  use(many: number): Promise<void>
  /** At one of them, as the number says; notes the backups that were put back. */
  fault(kind: string, dice: number, restores: Restore[]): Promise<void>
  /** Until all answer, and their clocks are right again. */
  settled(): Promise<void>
  stop(): Promise<void>
}

type OneServer = { up: Up; folder: string; clock: string; coming: Promise<void> }

const frozenMs = 1_500

/** Seconds before a day ends, before clocks go forward and back in London, and before a leap day. */
const moments = [
  '2026-12-31T23:59:58Z',
  '2027-03-28T00:59:58Z',
  '2027-10-31T00:59:58Z',
  '2028-02-28T23:59:58Z',
]

export const faultKinds = { calm: 1, kill: 3, freeze: 3, cut: 3, clock: 3, roll: 1, backup: 1, restore: 1 }

/** Traffic after a backup that is put back at once. */
const afterBackupMs = 2_000

export async function servers(): Promise<Servers> {
  const connection = await newDatabase(templateDatabase)
  const database = openDatabase({ connection }, { connections: 2, applicationName: 'histories' })
  const env = {
    DATABASE_URL: urlOf(connection),
    MUSTER_SECRET: 'the master secret of all the tests',
    LOG_LEVEL: 'error',
    WEBHOOK_LOOPBACK: 'yes',
    NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import ${pathToFileURL(join(import.meta.dirname, 'wrong-clock.ts'))}`,
  }
  const all: OneServer[] = []
  let active = 0
  const started = (one: Pick<OneServer, 'folder' | 'clock'>) =>
    up(one.folder, [], { ...env, MUSTER_WRONG_CLOCK: one.clock })
  const startAgain = async (one: OneServer) => {
    one.up = await started(one)
  }
  const restarting = (one: OneServer) => {
    one.coming = startAgain(one)
    one.coming.catch(() => {})
  }
  /** The last backup of the round. */
  let kept: (Restore['backup'] & { file: string }) | undefined
  let made = 0
  const operator = (args: readonly string[]) =>
    run([...args, '--data', all[0]!.folder], { ...env, MUSTER_WRONG_CLOCK: '' })
  const backUp = async () => {
    const file = join(all[0]!.folder, `history-${made++}.backup`)
    const sentMs = performance.now()
    const { code, stderr } = await operator(['backup', file])
    assert.equal(code, 0, `no backup is made: ${stderr}`)
    kept = { sentMs, ackMs: performance.now(), file }
    return kept
  }
  const putBack = async (file: string) => {
    // The connections of a server that was killed are there for a moment.
    for (let tries = 0; ; tries++) {
      const { code, stderr } = await operator(['restore', file, '--replace'])
      if (code === 0) return
      assert.ok(/A server uses this database/.test(stderr) && tries < 20, `no backup is restored: ${stderr}`)
    }
  }
  const restore = async (dice: number, restores: Restore[]) => {
    const backup = kept ?? (await backUp())
    if (backup.ackMs > performance.now() - afterBackupMs) await wait(afterBackupMs)
    await Promise.all(all.map(one => one.coming))
    await Promise.all(all.map(({ up }, at) => stop(up, (dice >> at) % 2 === 0 ? 'SIGTERM' : 'SIGKILL')))
    await putBack(backup.file)
    restores.push({ backup, endedMs: performance.now() })
    await Promise.all(all.map(startAgain))
  }
  const faults: Record<string, (one: OneServer, dice: number, restores: Restore[]) => Promise<unknown>> = {
    calm: async () => {},
    kill: async one => {
      await stop(one.up, 'SIGKILL')
      restarting(one)
    },
    freeze: async ({ up: { pid } }) => {
      process.kill(pid, 'SIGSTOP')
      await wait(frozenMs)
      process.kill(pid, 'SIGCONT')
    },
    cut: async () => {
      await database.rows(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'muster server%' and pid % 2 = floor(random() * 2)`)
    },
    clock: async ({ clock }, dice) => {
      const { pick, between } = diceOf(dice)
      const to = pick([...moments.map(Date.parse), Date.now() - between(1, 100) * 60_000])
      await writeFile(clock, String(to - Date.now()))
    },
    roll: async () => {
      for (const one of all.slice(0, active)) {
        await one.coming
        await stop(one.up)
        await startAgain(one)
      }
    },
    backup: backUp,
    restore: (_, dice, restores) => restore(dice, restores),
  }
  return {
    database,
    urls: () => all.slice(0, active).map(one => one.up.baseUrl),
    async use(many) {
      kept = undefined
      // One after the other: the first declares what the database has.
      while (all.length < many) {
        const folder = await dataFolder()
        const one = { folder, clock: join(folder, 'clock'), coming: Promise.resolve() }
        all.push({ ...one, up: await started(one) })
      }
      active = many
    },
    async fault(kind, dice, restores) {
      const one = all[dice % active]!
      // What is killed has started first: a server that never comes up is another story.
      await one.coming
      await faults[kind]!(one, dice, restores)
    },
    async settled() {
      await Promise.all(all.map(one => one.coming))
      await Promise.all(all.map(one => writeFile(one.clock, '0')))
    },
    async stop() {
      await Promise.allSettled(all.map(one => one.coming))
      await Promise.all(all.map(one => stop(one.up, 'SIGKILL')))
      await database.close()
    },
  }
}
