// The program of one of several processes that share a port: a server that its supervisor starts and stops.

import { nameUnder } from '../../database/servers.ts'
import { linkToSupervisor } from '../../server/processes/link.ts'
import { runServer, type ServerHandle } from '../../server/serve.ts'
import { SettingError } from '../../settings/settings.ts'
import { logger } from '../../telemetry/log.ts'
import { exitCodes } from '../command.ts'
import { type DemoGiven, type DemoMade, demoIn } from './demo.ts'
import { longestStopMs } from './run.ts'

const link = await linkToSupervisor<DemoGiven, DemoMade>()
const { settings, logLevel, process: number, ports, busy, more } = link.start
nameUnder(process.ppid)
const log = logger(logLevel, undefined, { process: number })

let running: ServerHandle | undefined
// What has not begun to answer has nothing to finish.
link.stopping.then(() => running ?? process.exit())
try {
  running = await runServer({ ...settings, ...ports }, log, link.say, { busy, group: link })
  link.listening(running)
  if (number === 1) link.done(busy === undefined ? undefined : await demoIn(running, settings, link, more))
  const isUp = link.go.then(() => 'up' as const)
  if ((await Promise.race([isUp, link.stopping])) === 'up') {
    running.ready()
    const why = await link.stopping
    if (why === 'alone') log.error('the supervisor is gone: this process stops')
  }
} catch (error) {
  const code = error instanceof SettingError ? exitCodes.usage : exitCodes.failed
  await link.failed({ message: error instanceof Error ? error.message : String(error), code })
  process.exitCode = exitCodes.failed
} finally {
  // A database that is gone never answers.
  setTimeout(() => process.exit(exitCodes.failed), longestStopMs(settings)).unref()
  await running?.stop()
  process.exit()
}
