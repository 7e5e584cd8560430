// `muster down`: stop the server that runs on the data folder.
import { stopDatabase } from '../store/engine/embedded.ts'
import { reachableHome, serverPid } from '../store/engine/home.ts'
import { CliProblem, type CommandCall, exit, usage } from './command.ts'
import type { Command } from './declaration.ts'

const downCommand: Command = {
  examples: ['./muster down'],
  run,
}

async function run({ settings, output }: CommandCall): Promise<undefined> {
  if (settings.databaseUrl)
    throw usage('With DATABASE_URL, stop the server where it was started, such as with systemctl stop muster')
  const home = await reachableHome(settings)
  const pid = home && (await serverPid(home.database))
  await home?.close()
  if (!home) {
    output.result({ stopped: false }, () => `Nothing runs on ${settings.data}.`)
    return
  }
  if (pid) await ended(pid)
  await stopDatabase(settings.data)
  output.result({ stopped: true, ...(pid && { pid }) }, () =>
    pid
      ? `Stopped the server (process ${pid}) and its database.`
      : 'Stopped the database; no server was using it.',
  )
}

/** Asks the process to stop and waits until it is gone. */
async function ended(pid: number): Promise<void> {
  const deadline = Date.now() + 60_000
  for (let signal: 'SIGTERM' | 0 = 'SIGTERM'; ; signal = 0) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as { code?: string }).code === 'ESRCH') return
      throw new CliProblem(`Process ${pid} may not be stopped by this user`, exit.notAllowed)
    }
    if (Date.now() > deadline) throw new CliProblem(`Process ${pid} did not stop within a minute`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

export const commands = { down: downCommand }
