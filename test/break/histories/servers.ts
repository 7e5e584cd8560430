// Two servers on one database, as real processes, that are killed, frozen and cut off from it; each comes back by itself.
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, openDatabase } from '../../../src/store/database/database.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { newDatabase, templateDatabase, urlOf } from '../../support/database.ts'
import { dataFolder, stop, type Up, up } from '../../support/process.ts'

export type TwoServers = {
  database: Database
  /** Where each listens, or listened last. */
  urls(): readonly [string, string]
  fault(kind: string, which: 0 | 1): Promise<void>
  /** Until both answer. */
  settled(): Promise<void>
  stop(): Promise<void>
}

const frozenMs = 1_500

export async function twoServers(): Promise<TwoServers> {
  const connection = await newDatabase(templateDatabase)
  const database = openDatabase({ connection }, { connections: 2, applicationName: 'histories' })
  const env = {
    DATABASE_URL: urlOf(connection),
    MUSTER_SECRET: 'the master secret of all the tests',
    LOG_LEVEL: 'error',
    WEBHOOK_LOOPBACK: 'yes',
  }
  const folders = [await dataFolder(), await dataFolder()] as const
  // One after the other: the first declares what the database has.
  const servers: [Up, Up] = [await up(folders[0], [], env), await up(folders[1], [], env)]
  const urls: [string, string] = [servers[0].baseUrl, servers[1].baseUrl]
  const coming: [Promise<void>, Promise<void>] = [Promise.resolve(), Promise.resolve()]
  const restart = async (which: 0 | 1) => {
    servers[which] = await up(folders[which], [], env)
    urls[which] = servers[which].baseUrl
  }
  const faults: Record<string, (which: 0 | 1) => Promise<void>> = {
    calm: async () => {},
    kill: async which => {
      await stop(servers[which], 'SIGKILL')
      coming[which] = restart(which)
      coming[which].catch(() => {})
    },
    freeze: async which => {
      const { pid } = servers[which]
      process.kill(pid, 'SIGSTOP')
      await wait(frozenMs)
      process.kill(pid, 'SIGCONT')
    },
    cut: async () => {
      await database.rows(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'muster server%' and pid % 2 = floor(random() * 2)`)
    },
  }
  return {
    database,
    urls: () => urls,
    async fault(kind, which) {
      // What is killed has started first: a server that never comes up is another story.
      await coming[which]
      await faults[kind]!(which)
    },
    settled: async () => {
      await Promise.all(coming)
    },
    async stop() {
      await Promise.allSettled(coming)
      await Promise.all(servers.map(server => stop(server, 'SIGKILL')))
      await database.close()
    },
  }
}

export const faultKinds = { calm: 1, kill: 3, freeze: 3, cut: 3 }
