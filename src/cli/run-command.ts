// Runs a command of `muster`: finds it, and turns errors into one clear line and an exit code.
import { DataFolderProblem } from '../data-folder.ts'
import { guess } from '../formats/nearest.ts'
import { Problem, withoutSecrets } from '../problem.ts'
import { SettingError } from '../settings.ts'
import { version } from '../version.ts'
import { CliProblem, type Command, exit, parseCall, type Terminal, usage } from './command.ts'

/** Only the command that is called is imported: all of them take a second. */
const commands: Record<
  string,
  [summary: string, load: () => Promise<{ commands: Record<string, Command> }>]
> = {
  up: ['Run the server until Ctrl-C or SIGTERM', () => import('./up.ts')],
  down: ['Stop the server that runs on this data folder', () => import('./down.ts')],
  status: ['Show version, database, disk, records and pending work', () => import('./show.ts')],
  settings: ['Show every setting, its value and its meaning', () => import('./show.ts')],
  keys: ['Make, list, change, rotate, revoke and explain API keys', () => import('./keys.ts')],
  audit: [
    'Show who read a worker’s record, or decided on a match with it, and when',
    () => import('./people.ts'),
  ],
  load: ['Load records from NDJSON, or from tables by a mapping', () => import('./load.ts')],
  map: ['Propose a mapping for a table, and try one', () => import('./map.ts')],
  schema: ['Print what a line of a load may contain, as a JSON Schema', () => import('./show.ts')],
  export: ['Write records as the lines that load them', () => import('./export.ts')],
  matches: [
    'Review workers that may be known already, and find those that are stored twice',
    () => import('./matches.ts'),
  ],
  people: ['Collect, or erase, everything that is held on one worker', () => import('./people.ts')],
  webhooks: ['Register endpoints for events; inspect and resend deliveries', () => import('./webhooks.ts')],
  listen: ['Print events as they happen, and forward them signed', () => import('./listen.ts')],
  trigger: ['Send one endpoint a real event about a real record', () => import('./webhooks.ts')],
  backup: [
    'Write all data and files into one file, while the server runs or not',
    () => import('./backup.ts'),
  ],
  restore: ['Fill an empty database from a backup', () => import('./backup.ts')],
  tokens: ['Make, list and revoke tokens for the operator interface', () => import('./tokens.ts')],
  portal: ['Make a link that signs an operator in to the portal once', () => import('./portal.ts')],
  openapi: ['Print the OpenAPI 3.1 document', () => import('./show.ts')],
  mcp: ['Serve the tools for assistants over standard input and output', () => import('./mcp.ts')],
}

const everyCommand =
  'Every command takes --json, --help, and --data FOLDER if the server was started with it.'

const overview = () =>
  [
    `Muster ${version}: a self-hosted server for the Workforce and Programme Open API v1.`,
    '',
    'Usage: ./muster COMMAND [options]',
    '',
    ...Object.entries(commands).map(([name, [summary]]) => `  ${name.padEnd(10)}${summary}`),
    '',
    `./muster help COMMAND explains one command. ${everyCommand}`,
    'Exit codes: 0 ok, 1 failed, 2 wrong usage, 3 partly done, 4 not allowed, 5 not found.',
  ].join('\n')

const helpFor = (name: string, command: Command) =>
  [
    commands[name]![0],
    '',
    `Usage: ./muster ${command.synopsis}`,
    ...(command.details ? ['', command.details] : []),
    '',
    'Examples:',
    ...command.examples.map(example => `  ${example}`),
    '',
    everyCommand,
  ].join('\n')

async function commandNamed(name: string): Promise<Command> {
  if (Object.hasOwn(commands, name)) return (await commands[name]![1]()).commands[name]!
  const close = guess(name, Object.keys(commands))
  throw usage(`There is no command "${name}"${close ? `${close}, and` : ';'} ./muster --help lists all`)
}

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args
  if (name === '--version') {
    terminal.stdout.write(`${version}\n`)
    return exit.ok
  }
  const [about] = rest
  if (name === 'help' && about !== undefined && !about.startsWith('-')) {
    terminal.stdout.write(`${helpFor(about, await commandNamed(about))}\n`)
    return exit.ok
  }
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    terminal.stdout.write(`${overview()}\n`)
    return name === undefined ? exit.usage : exit.ok
  }
  const command = await commandNamed(name)
  const call = parseCall(name, command, rest, terminal)
  if (call !== 'help') return (await command.run(call)) ?? exit.ok
  terminal.stdout.write(`${helpFor(name, command)}\n`)
  return exit.ok
}

function explain(error: unknown, { env }: Terminal): { message: string; code: number } {
  if (error instanceof CliProblem) return error
  if (error instanceof Problem)
    return { message: error.message, code: error.code === 'NOT_FOUND' ? exit.notFound : exit.usage }
  if (error instanceof SettingError) return { message: error.message, code: exit.usage }
  if (error instanceof DataFolderProblem) return { message: error.message, code: exit.notAllowed }
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'EACCES' || code === 'EPERM') return { message: message ?? code, code: exit.notAllowed }
  return {
    message: env.MUSTER_DEBUG ? String((error as Error).stack) : (message ?? String(error)),
    code: exit.failed,
  }
}

/** Gives back the exit code. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await run(args, terminal)
  } catch (error) {
    const explained = explain(error, terminal)
    const { code, message } = { code: explained.code, message: withoutSecrets(explained.message) }
    if (args.includes('--json')) terminal.stdout.write(`${JSON.stringify({ error: { code, message } })}\n`)
    else terminal.stderr.write(`muster: ${message}\n`)
    return code
  }
}
