// `muster down`: stop the server that runs on the data folder.

import type { Database } from '../../database/database.ts'
import { lockHolder, otherClients, reachableHome } from '../../database/home.ts'
import { isOfThisHost, serverNamed } from '../../database/servers.ts'
import { stopDatabase } from '../../embedded/postgresql.ts'
import { CliProblem, type CommandCall, exitCodes, usageProblem } from '../command.ts'
import type { Command } from '../declaration.ts'

export const downCommand: Command = {
  examples: ['./muster down'],
  run,
}

async function run({ settings, output }: CommandCall): Promise<undefined> {
  if (settings.databaseUrl)
    throw usageProblem(
      'With DATABASE_URL, stop the server where it was started, such as with systemctl stop muster',
    )
  const home = await reachableHome(settings)
  if (!home) {
    output.result({ stopped: false }, () => `Nothing runs on ${settings.data}.`)
    return
  }
  const pid = await processToEnd(home.database).finally(() => home.close())
  if (pid) await ended(pid)
  await stopDatabase(settings.data)
  output.result({ stopped: true, ...(pid && { pid }) }, () =>
    pid
      ? `Stopped the server (process ${pid}) and its database.`
      : 'Stopped the database; no server was using it.',
  )
}

/** The server's. Without a server, whatever else uses the database is not ended with it. */
async function processToEnd(database: Database): Promise<number | undefined> {
  const holder = await lockHolder(database)
  if (holder?.pid !== undefined) {
    requireHere(holder.name, holder.pid)
    return holder.pid
  }
  if (holder)
    throw new CliProblem(
      `A server runs on this data folder that does not say which process it is (its connection is called "${holder.name}"); stop it where it was started. Nothing was stopped.`,
      exitCodes.notAllowed,
    )
  const others = await otherClients(database)
  if (others.length === 0) return undefined
  throw new CliProblem(
    `No server runs on this data folder, but others use its database (${others.join(', ')}); end them first. Nothing was stopped.`,
    exitCodes.notAllowed,
  )
}

/** A number of a process means nothing in another container or on another machine: there it may be somebody else's. */
function requireHere(name: string, pid: number): void {
  const server = serverNamed(name)!
  if (isOfThisHost(server) && isRunning(pid)) return
  throw new CliProblem(
    `The server on this data folder is process ${pid} of ${server.host}, which is not here but in another container or on another machine; stop it there. Nothing was stopped.`,
    exitCodes.notAllowed,
  )
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code !== 'ESRCH'
  }
}

/** Asks the process to stop and waits until it is gone. */
async function ended(pid: number): Promise<void> {
  const deadline = Date.now() + 60_000
  for (let signal: 'SIGTERM' | 0 = 'SIGTERM'; ; signal = 0) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as { code?: string }).code === 'ESRCH') return
      throw new CliProblem(`Process ${pid} may not be stopped by this user`, exitCodes.notAllowed)
    }
    if (Date.now() > deadline) throw new CliProblem(`Process ${pid} did not stop within a minute`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
