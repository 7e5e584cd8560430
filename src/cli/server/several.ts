// `muster up` with several processes: this one has the database, starts the others and answers nothing itself.

import { ownHome } from '../../database/home.ts'
import { connectionsTaken, supervisorName } from '../../database/servers.ts'
import { readSecrets } from '../../encryption/secret.ts'
import { keepForSharing } from '../../server/listen.ts'
import { mostConnections } from '../../server/processes/share.ts'
import { ProcessProblem, superviseProcesses } from '../../server/processes/supervisor.ts'
import { backgroundTimeUntil, type Trouble } from '../../server/upkeep/background-time.ts'
import { type HeldHome, keepDatabaseUp } from '../../server/upkeep/keep-database-up.ts'
import type { Settings } from '../../settings/settings.ts'
import { logger } from '../../telemetry/log.ts'
import { CliProblem, usageProblem } from '../command.ts'
import type { DemoGiven, DemoMade } from './demo.ts'
import { demoBusy, type Run, type RunGiven } from './run.ts'

export async function runSeveral(given: RunGiven, of: number): Promise<Run> {
  const { settings, output } = given
  if (process.platform !== 'linux')
    throw usageProblem(
      `--processes ${of}: processes share a port on Linux alone; here, run one, or several servers on one DATABASE_URL behind a proxy`,
    )
  // Refused here, or made here, it is the same for all of them.
  await readSecrets(settings)
  await keepPorts(settings)
  const home = await ownHome(
    { ...settings, databaseConnections: 1 },
    line => output.say(line),
    supervisorName(),
  )
  return runOn(home, given, of)
}

async function runOn(
  home: HeldHome,
  { settings, logLevel, output, demo }: RunGiven,
  of: number,
): Promise<Run> {
  const log = logger(logLevel, undefined, { process: 'supervisor' })
  const [most, taken] = [mostConnections(settings, of), await connectionsTaken(home.database)]
  if (most > taken)
    log.warn(
      `${of} processes may want ${most} connections, and PostgreSQL takes ${taken}: where they are not to be had, requests get 503; raise its max_connections, or lower PROCESSES, DATABASE_CONNECTIONS or EXPORTS_AT_ONCE`,
    )
  const [ending, troubles] = [new AbortController(), new Map<string, Trouble>()]
  const up = keepDatabaseUp(
    home,
    { data: settings.data, log },
    backgroundTimeUntil(ending.signal, { troubles, log }),
  )
  const close = async () => {
    ending.abort()
    await up
    await home.close()
  }
  try {
    const { done, ...supervisor } = await superviseProcesses<DemoGiven, DemoMade>({
      program: new URL('./process.ts', import.meta.url),

      settings,
      of,
      logLevel,
      log,
      troubles,
      output,
      busy: demoBusy(demo),
      more: demo ?? {},
    })
    return {
      ...supervisor,
      database: home.database,
      demo: done,
      pids: supervisor.pids(),
      // They are, and each has been told so.
      ready() {},
      async stop() {
        await supervisor.stop()
        await close()
      },
    }
  } catch (error) {
    await close()
    if (error instanceof ProcessProblem) throw new CliProblem(error.message, error.code)
    throw error
  }
}

async function keepPorts({ host, port, operatorHost, operatorPort }: Settings): Promise<void> {
  await keepForSharing({ host, port, setting: 'PORT' })
  if (operatorPort !== undefined)
    await keepForSharing({ host: operatorHost, port: operatorPort, setting: 'OPERATOR_PORT' })
}
