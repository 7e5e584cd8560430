// The `muster` command: finds the command, runs it, turns what goes wrong into one clear line and an exit code.
import { DataFolderProblem } from '../data-folder.ts'
import { nearest } from '../kernel/operation/parameter.ts'
import { Problem, withoutSecrets } from '../problem.ts'
import { SettingError } from '../settings.ts'
import { version } from '../version.ts'
import { CliProblem, type Command, exit, parseCall, usage } from './command.ts'

/** Only the command that is called is loaded: all of them take a second. */
type Listed = { name: string; summary: string; load(): Promise<Command> }

const commands: readonly Listed[] = [
  {
    name: 'up',
    summary: 'Run the server until Ctrl-C or SIGTERM',
    load: async () => (await import('./up.ts')).upCommand,
  },
  {
    name: 'down',
    summary: 'Stop the server that runs on this data folder',
    load: async () => (await import('./down.ts')).downCommand,
  },
  {
    name: 'status',
    summary: 'Show version, database, disk, records and work that waits',
    load: async () => (await import('./status.ts')).statusCommand,
  },
  {
    name: 'settings',
    summary: 'Show every setting, its value and its meaning',
    load: async () => (await import('./settings.ts')).settingsCommand,
  },
  {
    name: 'keys',
    summary: 'Make, list, change, rotate, revoke and explain API keys',
    load: async () => (await import('./keys.ts')).keysCommand,
  },
  {
    name: 'audit',
    summary: 'Show who read a single worker or decided a match of it, and when',
    load: async () => (await import('./audit.ts')).auditCommand,
  },
  {
    name: 'load',
    summary: 'Load records from NDJSON, plain or gzip',
    load: async () => (await import('./load.ts')).loadCommand,
  },
  {
    name: 'export',
    summary: 'Write records as the lines that load them',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  {
    name: 'matches',
    summary: 'Review workers that may be known already, and find those that are stored twice',
    load: async () => (await import('./matches.ts')).matchesCommand,
  },
  {
    name: 'people',
    summary: 'Put together, or erase, everything that is held on one worker',
    load: async () => (await import('./people.ts')).peopleCommand,
  },
  {
    name: 'webhooks',
    summary: 'Register endpoints for events, and see and mend deliveries',
    load: async () => (await import('./webhooks.ts')).webhooksCommand,
  },
  {
    name: 'listen',
    summary: 'Print events as they happen, and forward them signed',
    load: async () => (await import('./listen.ts')).listenCommand,
  },
  {
    name: 'trigger',
    summary: 'Send one endpoint a real event about a real record',
    load: async () => (await import('./trigger.ts')).triggerCommand,
  },
  {
    name: 'backup',
    summary: 'Write all data and files into one file, while the server runs or not',
    load: async () => (await import('./backup.ts')).backupCommand,
  },
  {
    name: 'restore',
    summary: 'Fill an empty database from a backup',
    load: async () => (await import('./backup.ts')).restoreCommand,
  },
  {
    name: 'tokens',
    summary: 'Make, list and revoke tokens for the operator interface',
    load: async () => (await import('./tokens.ts')).tokensCommand,
  },
  {
    name: 'openapi',
    summary: 'Print the OpenAPI 3.1 document',
    load: async () => (await import('./openapi.ts')).openApiCommand,
  },
  {
    name: 'mcp',
    summary: 'Serve the tools for assistants over standard input and output',
    load: async () => (await import('./mcp.ts')).mcpCommand,
  },
]

const overview = () =>
  [
    `Muster ${version}: a self-hosted server for the Workforce and Programme Open API v1.`,
    '',
    'Usage: ./muster COMMAND [options]',
    '',
    ...commands.map(command => `  ${command.name.padEnd(10)}${command.summary}`),
    '',
    './muster help COMMAND says more of one. Every command takes --json, --help and --data FOLDER.',
    'Exit codes: 0 ok, 1 failed, 2 wrong usage, 3 partly done, 4 not allowed, 5 not found.',
  ].join('\n')

const helpFor = ({ summary }: Listed, command: Command) =>
  [
    summary,
    '',
    `Usage: ./muster ${command.synopsis}`,
    ...(command.details ? ['', command.details] : []),
    '',
    'Examples:',
    ...command.examples.map(example => `  ${example}`),
  ].join('\n')

function commandNamed(name: string): Listed {
  const found = commands.find(command => command.name === name)
  if (found) return found
  const close = nearest(
    name,
    commands.map(command => command.name),
  )
  throw usage(`There is no command "${name}"; the nearest one is "${close}", and ./muster --help lists all`)
}

async function run(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args
  if (name === '--version') {
    process.stdout.write(`${version}\n`)
    return exit.ok
  }
  const [about] = rest
  if (name === 'help' && about !== undefined && !about.startsWith('-')) {
    const listed = commandNamed(about)
    process.stdout.write(`${helpFor(listed, await listed.load())}\n`)
    return exit.ok
  }
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    process.stdout.write(`${overview()}\n`)
    return name === undefined ? exit.usage : exit.ok
  }
  const listed = commandNamed(name)
  const command = await listed.load()
  const call = parseCall(name, command, rest)
  if (call !== 'help') return (await command.run(call)) ?? exit.ok
  process.stdout.write(`${helpFor(listed, command)}\n`)
  return exit.ok
}

function explain(error: unknown): { message: string; code: number } {
  if (error instanceof CliProblem) return error
  if (error instanceof Problem)
    return { message: error.message, code: error.code === 'NOT_FOUND' ? exit.notFound : exit.usage }
  if (error instanceof SettingError) return { message: error.message, code: exit.usage }
  if (error instanceof DataFolderProblem) return { message: error.message, code: exit.notAllowed }
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'EACCES' || code === 'EPERM') return { message: message ?? code, code: exit.notAllowed }
  return {
    message: process.env.MUSTER_DEBUG ? String((error as Error).stack) : (message ?? String(error)),
    code: exit.failed,
  }
}

// Who reads our output may have had enough of it, as head has.
process.stdout.on('error', error => {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  process.exit()
})

const args = process.argv.slice(2)
try {
  process.exitCode = await run(args)
} catch (error) {
  const explained = explain(error)
  const { code, message } = { code: explained.code, message: withoutSecrets(explained.message) }
  if (args.includes('--json')) process.stdout.write(`${JSON.stringify({ error: { code, message } })}\n`)
  else process.stderr.write(`muster: ${message}\n`)
  process.exitCode = code
}
