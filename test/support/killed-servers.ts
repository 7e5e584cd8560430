// Real servers on the database of a test, two at a time, that are killed at any moment; what they leave, a last one does.

import { urlOf } from './database.ts'
import { eventually } from './eventually.ts'
import { dataFolder, stop, type Up, up } from './process.ts'
import type { testServer } from './server.ts'

/** What servers are given that share the database of a test. */
export const envOf = ({ connection }: Awaited<ReturnType<typeof testServer>>) => ({
  DATABASE_URL: urlOf(connection),
  MUSTER_SECRET: 'the master secret of all the tests',
  LOG_LEVEL: 'error',
})

export type ServersEnv = Record<string, string>

/** Two servers, killed once what happens meanwhile is over. */
export async function killedAfter(
  env: ServersEnv,
  meanwhile: (running: readonly Up[]) => Promise<unknown>,
): Promise<void> {
  const running = [await up(await dataFolder(), [], env), await up(await dataFolder(), [], env)]
  await meanwhile(running)
  await Promise.all(running.map(one => stop(one, 'SIGKILL')))
}

/** One more, until everything is done. */
export async function finished(env: ServersEnv, isDone: () => Promise<boolean>): Promise<void> {
  const last = await up(await dataFolder(), [], env)
  await eventually('everything was worked out', isDone)
  await stop(last)
}
