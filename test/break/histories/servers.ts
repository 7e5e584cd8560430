// Several servers on one database, as real processes, that are killed, frozen, cut off from it, restarted in turn, and given
// wrong clocks, and a backup of it that is put back; each comes back by itself.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type Database, openDatabase } from '../../../src/database/database.ts'
import { diceOf } from '../../access/dice.ts'
import { newDatabase, templateDatabase, urlOf } from '../../support/database.ts'
import { dataFolder, run, stop, type Up, up } from '../../support/process.ts'
import { backupsOf } from './backups.ts'
import type { Restore } from './checker.ts'
import { databaseDisk } from './database-disk.ts'
import { databaseFaults } from './database-faults.ts'

export type Servers = {
  database: Database
  /** Whether its disk can be filled. */
  isOnSmallDisk: boolean
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
/** Until what was taken of the disk before is used up. */
const fullMs = 2_500

/** Seconds before a day ends, before clocks go forward and back in London, and before a leap day. */
const moments = [
  '2026-12-31T23:59:58Z',
  '2027-03-28T00:59:58Z',
  '2027-10-31T00:59:58Z',
  '2028-02-28T23:59:58Z',
]

export const faultKinds = {
  calm: 1,
  kill: 3,
  freeze: 3,
  cut: 3,
  clock: 3,
  roll: 1,
  backup: 1,
  restore: 1,
  stall: 2,
  limitsClock: 2,
  leasesClock: 2,
  slowDisk: 1,
  fullDisk: 2,
}

/** More than the databases of a long run need. */
const diskMegabytes = 512

export async function servers(): Promise<Servers> {
  const disk = await databaseDisk(diskMegabytes)
  const connection = await newDatabase(templateDatabase, disk?.tablespace)
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
  const own = databaseFaults(database, frozenMs)
  const backups = backupsOf((args, file) =>
    run([...args, join(all[0]!.folder, file), '--data', all[0]!.folder], { ...env, MUSTER_WRONG_CLOCK: '' }),
  )
  const restore = async (dice: number, restores: Restore[]) => {
    const backup = await backups.last()
    await Promise.all(all.map(one => one.coming))
    await Promise.all(all.map(({ up }, at) => stop(up, (dice >> at) % 2 === 0 ? 'SIGTERM' : 'SIGKILL')))
    await backups.putBack()
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
    cut: own.cut,
    stall: own.stall,
    slowDisk: own.slowDisk,
    fullDisk: async () => {
      const free = await disk?.fill()
      await wait(fullMs)
      await free?.()
    },
    limitsClock: (_, dice) => own.moveLimitsClock(dice),
    // While somebody who holds leases stands still.
    leasesClock: async ({ up: { pid } }, dice) => {
      process.kill(pid, 'SIGSTOP')
      // Rows that it holds meanwhile are moved once it lets go of them.
      const moving = own.moveLeasesClock(dice)
      moving.catch(() => {})
      await wait(frozenMs)
      process.kill(pid, 'SIGCONT')
      await moving
    },
    backup: backups.make,
    restore: (_, dice, restores) => restore(dice, restores),
  }
  return {
    database,
    isOnSmallDisk: disk !== undefined,
    urls: () => all.slice(0, active).map(one => one.up.baseUrl),
    async use(many) {
      backups.forget()
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
      await own.setLimitsClock(0)
    },
    async stop() {
      await Promise.allSettled(all.map(one => one.coming))
      await Promise.all(all.map(one => stop(one.up, 'SIGKILL')))
      await database.close()
      await disk?.close(connection.database)
    },
  }
}
