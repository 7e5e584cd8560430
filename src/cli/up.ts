// `muster up`: run the server here until it is told to stop.
import { Buffer } from 'node:buffer'
import { loadDemo } from '../demo/install.ts'
import { logger } from '../log.ts'
import { serve } from '../main.ts'
import { type Command, type CommandCall, exit } from './command.ts'

export const upCommand: Command = {
  name: 'up',
  summary: 'Run the server until Ctrl-C or SIGTERM',
  synopsis: 'up [--demo] [--host ADDRESS] [--port PORT] [--data FOLDER]',
  details:
    'Without DATABASE_URL it runs its own PostgreSQL in the data folder (.muster). --demo loads a demo programme\ninto an empty database and makes one company key and one agency key.',
  examples: ['./muster up --demo', 'PORT=9000 ./muster up', 'DATABASE_URL=postgres://… ./muster up'],
  options: { demo: { type: 'boolean' }, port: { type: 'string' }, host: { type: 'string' } },
  run,
}

async function run({ settings, flag, output, json }: CommandCall): Promise<number> {
  const quiet = flag('demo') && process.env.LOG_LEVEL === undefined
  const log = logger(quiet ? 'warn' : settings.logLevel)
  const stopping = nextSignal()
  const running = await serve(settings, log, line => output.say(line))
  try {
    const demo = flag('demo') ? await loadDemo(running, settings, output) : undefined
    if (json)
      output.result(
        {
          baseUrl: running.baseUrl,
          operatorUrl: running.operatorUrl,
          pid: process.pid,
          ...(demo && { demo }),
        },
        String,
      )
    else process.stdout.write(Buffer.from(`${banner(running.baseUrl, demo)}\n`))
    const signal = await stopping
    output.say(`\n${signal}: stopping`)
    return exit.ok
  } finally {
    await running.stop()
  }
}

/** The first signal asks politely; a second one ends the process at once. */
function nextSignal(): Promise<string> {
  return new Promise(resolve => {
    let asked = false
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (asked && signal !== 'SIGHUP') process.exit(exit.failed)
        asked = true
        resolve(signal)
      })
    }
  })
}

function banner(baseUrl: string, demo: { companyKey: string; agencyKey: string } | undefined): string {
  const start = [
    '',
    'Muster, a server for the Workforce and Programme Open API v1, is ready.',
    '',
    `  API          ${baseUrl}`,
  ]
  if (!demo)
    return [
      ...start,
      '',
      '  ./muster keys create makes a key; ./muster load takes records. Ctrl-C stops it.',
      '',
    ].join('\n')
  return [
    ...start,
    `  Company key  ${demo.companyKey}`,
    `  Agency key   ${demo.agencyKey}`,
    '',
    'Try it:',
    '',
    `  curl -s '${baseUrl}/timesheets?limit=1' -H 'Authorization: Bearer ${demo.companyKey}'`,
    '',
    'The keys are also in the data folder, in demo.json. Ctrl-C stops the server; the data stays.',
    '',
  ].join('\n')
}
