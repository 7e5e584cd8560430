// The `muster` command: finds the command, runs it, turns what goes wrong into one clear line and an exit code.
import { DataFolderProblem } from '../data-folder.ts'
import { nearest } from '../kernel/operation/parameter.ts'
import { Problem, withoutSecrets } from '../problem.ts'
import { SettingError } from '../settings.ts'
import { EmbeddedUnavailable } from '../store/engine/embedded.ts'
import { HomeProblem } from '../store/engine/home.ts'
import { DatabaseTooNew } from '../store/engine/migrate.ts'
import { version } from '../version.ts'
import { SecretProblem } from '../workers/resealing.ts'
import { auditCommand } from './audit.ts'
import { backupCommand, restoreCommand } from './backup.ts'
import { CliProblem, type Command, exit, parseCall, usage } from './command.ts'
import { downCommand } from './down.ts'
import { exportCommand } from './export.ts'
import { keysCommand } from './keys.ts'
import { listenCommand } from './listen.ts'
import { loadCommand } from './load.ts'
import { matchesCommand } from './matches.ts'
import { mcpCommand } from './mcp.ts'
import { openApiCommand } from './openapi.ts'
import { peopleCommand } from './people.ts'
import { settingsCommand } from './settings.ts'
import { statusCommand } from './status.ts'
import { tokensCommand } from './tokens.ts'
import { triggerCommand } from './trigger.ts'
import { upCommand } from './up.ts'
import { webhooksCommand } from './webhooks.ts'

const commands: readonly Command[] = [
  upCommand,
  downCommand,
  statusCommand,
  settingsCommand,
  keysCommand,
  auditCommand,
  loadCommand,
  exportCommand,
  matchesCommand,
  peopleCommand,
  webhooksCommand,
  listenCommand,
  triggerCommand,
  backupCommand,
  restoreCommand,
  tokensCommand,
  openApiCommand,
  mcpCommand,
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

const helpFor = (command: Command) =>
  [
    command.summary,
    '',
    `Usage: ./muster ${command.synopsis}`,
    ...(command.details ? ['', command.details] : []),
    '',
    'Examples:',
    ...command.examples.map(example => `  ${example}`),
  ].join('\n')

function commandNamed(name: string): Command {
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
    process.stdout.write(`${helpFor(commandNamed(about))}\n`)
    return exit.ok
  }
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    process.stdout.write(`${overview()}\n`)
    return name === undefined ? exit.usage : exit.ok
  }
  const command = commandNamed(name)
  const call = parseCall(command, rest)
  if (call !== 'help') return (await command.run(call)) ?? exit.ok
  process.stdout.write(`${helpFor(command)}\n`)
  return exit.ok
}

function explain(error: unknown): { message: string; code: number } {
  if (error instanceof CliProblem) return error
  if (error instanceof Problem)
    return { message: error.message, code: error.code === 'NOT_FOUND' ? exit.notFound : exit.usage }
  if (error instanceof SettingError) return { message: error.message, code: exit.usage }
  if (error instanceof DataFolderProblem) return { message: error.message, code: exit.notAllowed }
  if (
    error instanceof HomeProblem ||
    error instanceof EmbeddedUnavailable ||
    error instanceof DatabaseTooNew ||
    error instanceof SecretProblem
  ) {
    return { message: error.message, code: exit.failed }
  }
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
