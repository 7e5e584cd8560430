// `muster up`: run the server here until it is told to stop.
import { Buffer } from 'node:buffer'
import type { loadDemo } from '../../../demo/install.ts'
import type { ProgrammeOptions } from '../../../demo/programme.ts'
import { serve } from '../../server/serve.ts'
import { logger } from '../../telemetry/log.ts'
import { type CommandCall, exit, usageProblem } from '../command.ts'
import { loopbackOf } from '../database.ts'
import type { Command } from '../declaration.ts'
import { systemUser } from '../operator.ts'
import { signInLink } from './portal.ts'

const upCommand: Command = {
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

async function run({
  settings: given,
  flag,
  option,
  output,
  json,
  terminal,
}: CommandCall): Promise<undefined> {
  const programme = programmeOf(flag('demo'), option('seed'), option('scale'))
  const settings = { ...given, webhookLoopback: loopbackOf({ settings: given, terminal }, flag('demo')) }
  const quiet = flag('demo') && terminal.env.LOG_LEVEL === undefined
  const log = logger(quiet ? 'warn' : settings.logLevel)
  const stopping = nextSignal(2 * settings.stopTimeoutMs + closingMs)
  const busy = flag('demo') ? 'loading the demo programme' : undefined
  const running = await serve(settings, log, line => output.say(line), busy)
  try {
    const demo = flag('demo') ? await demoIn(running, settings, output, programme) : undefined
    // A link that signs in belongs in front of somebody, and not in the journal of a service.
    const isSeen = demo !== undefined || terminal.stdout.isTTY === true
    const portal = isSeen
      ? await signInLink(running, { role: 'owner', name: systemUser().name }, 'up')
      : running.portalUrl
    running.ready()
    if (json)
      output.result(
        {
          baseUrl: running.baseUrl,
          operatorUrl: running.operatorUrl,
          portal,
          pid: process.pid,
          ...(demo && { demo }),
        },
        String,
      )
    else terminal.stdout.write(Buffer.from(`${banner(running.baseUrl, portal, demo, option('data'))}\n`))
    const signal = await stopping
    output.say(`\n${signal}: stopping`)
  } finally {
    await running.stop()
  }
}

/** Loaded where it is asked for. */
const demoIn: typeof loadDemo = async (...given) =>
  (await import('../../../demo/install.ts')).loadDemo(...given)

function programmeOf(demo: boolean, seed: string | undefined, scale: string | undefined): ProgrammeOptions {
  if (!demo && (seed ?? scale) !== undefined)
    throw usageProblem('--seed and --scale are for --demo; give that too')
  if (seed !== undefined && !/^\d{1,9}$/.test(seed))
    throw usageProblem(`--seed ${seed}: must be a whole number, such as 7`)
  if (scale !== undefined && !(/^\d{1,4}(\.\d{1,2})?$/.test(scale) && Number(scale) > 0))
    throw usageProblem(
      `--scale ${scale}: must be a number above 0, such as 10 for ten times the usual programme`,
    )
  return {
    ...(seed !== undefined && { seed: Number(seed) }),
    ...(scale !== undefined && { scale: Number(scale) }),
  }
}

/** Time to close after requests and deliveries have ended; longer means that the database is gone. */
const closingMs = 20_000

/** A press of Ctrl-C under npm comes twice: from the terminal, and handed on by npm. */
const samePressMs = 1_000

/** The first signal asks politely; a later one, or too long a wait, ends the process at once. */
function nextSignal(longestMs: number): Promise<string> {
  return new Promise(resolve => {
    let askedAt: number | undefined
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        const now = performance.now()
        if (askedAt === undefined) {
          askedAt = now
          setTimeout(() => process.exit(exit.failed), longestMs).unref()
          resolve(signal)
        } else if (signal !== 'SIGHUP' && now - askedAt > samePressMs) process.exit(exit.failed)
      })
    }
  })
}

function banner(
  baseUrl: string,
  portal: string,
  demo: { companyKey: string; agencyKey: string } | undefined,
  data: string | undefined,
): string {
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

export const commands = { up: upCommand }
