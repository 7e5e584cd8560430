// `muster up`: run the server here until it is told to stop.
import { Buffer } from 'node:buffer'
import { processesOf } from '../../server/processes/share.ts'
import { logger } from '../../telemetry/log.ts'
import { type CommandCall, exitCodes } from '../command.ts'
import type { Command } from '../declaration.ts'
import { loopbackOf } from '../loopback.ts'
import { systemUser } from '../operator.ts'
import { type DemoMade, demoIn, programmeOf } from './demo.ts'
import { demoBusy, longestStopMs, type Run, type RunGiven } from './run.ts'
import type { runSeveral } from './several.ts'
import { signInLink } from './sign-in-link.ts'

export const upCommand: Command = {
  options: {
    demo: {
      meaning: 'load a demo programme into an empty database, with one company key and one agency key',
    },
    seed: { value: 'N', meaning: 'other people and other weeks of the demo, under the same ids' },
    scale: {
      value: 'N',
      meaning: 'N times the usual 9,000 timesheets of the demo, and all that belongs to them',
    },
    host: { value: 'ADDRESS', meaning: 'the address to listen on, instead of HOST' },
    port: { value: 'PORT', meaning: 'the port to listen on, instead of PORT; 0 takes a free one' },
    processes: {
      value: 'N',
      meaning:
        'so many processes share the port, instead of PROCESSES; auto for as many as there are cores to use',
    },
  },
  notes: 'Without DATABASE_URL it runs its own PostgreSQL in the data folder (.muster).',
  examples: [
    './muster up --demo',
    './muster up --demo --seed 7 --scale 10 --data /tmp/large',
    'PORT=9000 ./muster up',
    'DATABASE_URL=postgres://… ./muster up',
  ],
  run,
}

async function run({ settings: given, ...call }: CommandCall): Promise<undefined> {
  const { flag, option, output, json, terminal } = call
  const programme = programmeOf(flag('demo'), option('seed'), option('scale'))
  const settings = { ...given, webhookLoopback: loopbackOf({ settings: given, terminal }, flag('demo')) }
  // A server goes on when nobody reads what it says, and closes its database when it is stopped.
  process.on('SIGPIPE', () => {})
  const quiet = flag('demo') && terminal.env.LOG_LEVEL === undefined
  let running: Run | undefined
  const stopping = nextSignal(longestStopMs(settings), () => {
    running?.kill?.()
    process.exit(exitCodes.failed)
  })
  const demo = flag('demo') ? programme : undefined
  const about = { settings, logLevel: quiet ? 'warn' : settings.logLevel, output, demo }
  const processes = processesOf(settings)
  running = processes === 1 ? await runOne(about) : await several(about, processes)
  try {
    // A link that signs in belongs in front of somebody, and not in the journal of a service.
    const isSeen = running.demo !== undefined || terminal.stdout.isTTY === true
    const portal = isSeen
      ? await signInLink(running, { role: 'owner', name: systemUser().name }, 'up')
      : running.portalUrl
    running.ready()
    const { baseUrl, operatorUrl, pids } = running
    if (json)
      output.result(
        {
          baseUrl,
          operatorUrl,
          portal,
          pid: process.pid,
          ...(pids && { processes: pids }),
          ...(running.demo && { demo: running.demo }),
        },
        String,
      )
    else terminal.stdout.write(Buffer.from(`${banner(baseUrl, portal, running.demo, option('data'))}\n`))
    const signal = await stopping
    output.say(`\n${signal}: stopping`)
  } finally {
    await running.stop()
  }
}

/** Loaded where it is asked for. */
const several: typeof runSeveral = async (...given) => (await import('./several.ts')).runSeveral(...given)

async function runOne({ settings, logLevel, output, demo }: RunGiven): Promise<Run> {
  const { runServer: serve } = await import('../../server/serve.ts')
  const running = await serve(settings, logger(logLevel), line => output.say(line), { busy: demoBusy(demo) })
  try {
    return { ...running, demo: demo && (await demoIn(running, settings, output, demo)) }
  } catch (error) {
    await running.stop()
    throw error
  }
}

/** A press of Ctrl-C under npm comes twice: from the terminal, and handed on by npm. */
const samePressMs = 1_000

/** The first signal asks politely; a later one, or too long a wait, ends the process at once. */
function nextSignal(longestMs: number, endNow: () => void): Promise<string> {
  return new Promise(resolve => {
    let askedAt: number | undefined
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        const now = performance.now()
        if (askedAt === undefined) {
          askedAt = now
          setTimeout(endNow, longestMs).unref()
          resolve(signal)
        } else if (signal !== 'SIGHUP' && now - askedAt > samePressMs) endNow()
      })
    }
  })
}

function banner(baseUrl: string, portal: string, demo: DemoMade, data: string | undefined): string {
  // Other commands would work on the usual folder, and make a database there.
  const there = data === undefined ? '' : ` --data ${data}`
  const start = [
    '',
    'Muster, a server for the Workforce and Programme Open API v1, is ready.',
    '',
    `  API          ${baseUrl}`,
    `  Reference    ${new URL('/docs', baseUrl)}`,
    `  Assistants   ${new URL('/mcp', baseUrl)}`,
    `  Portal       ${portal}`,
  ]
  const rest = demo
    ? [
        `  Company key  ${demo.companyKey}`,
        `  Agency key   ${demo.agencyKey}`,
        '',
        'Try it:',
        '',
        `  curl -s '${baseUrl}/timesheets?limit=1' -H 'Authorization: Bearer ${demo.companyKey}'`,
        '',
        'The link to the portal signs you in once, within 15 minutes. To make another:',
        `  ./muster portal link${there}`,
        'The keys are also in the data folder, in demo.json. Ctrl-C stops the server; the data stays.',
      ]
    : [
        '',
        `  ./muster portal link${there} makes a link that signs you in to the portal, once and within 15 minutes.`,
        `  ./muster keys create${there} makes a key; ./muster load${there} takes records. Ctrl-C stops it.`,
      ]
  return [...start, ...rest, ''].join('\n')
}
