// Every command of `muster`, with what it is for. Only the one that is called is imported, as loading all of them would
// slow each down.
import { guess } from '../errors/nearest.ts'
import { usageProblem } from './command.ts'
import type { Command, CommandMatch } from './declaration.ts'

type Entry = { summary: string; load: () => Promise<{ commands: Record<string, Command> }> }

export const commands: Record<string, Entry> = {
  up: { summary: 'Run the server until Ctrl-C or SIGTERM', load: () => import('./server/up.ts') },
  down: { summary: 'Stop the server that runs on this data folder', load: () => import('./server/down.ts') },
  status: {
    summary: 'Show version, database, disk, records and pending work',
    load: () => import('./server/show.ts'),
  },
  version: {
    summary: 'Show what is installed, what runs and whether the data is of it',
    load: () => import('./server/version.ts'),
  },
  settings: {
    summary: 'Show every setting, its value and its meaning',
    load: () => import('./server/show.ts'),
  },
  keys: {
    summary: 'Make, list, change, rotate, revoke and explain API keys',
    load: () => import('./keys/keys.ts'),
  },
  audit: {
    summary: 'Show who read a worker’s record, or decided on a match with it, and when',
    load: () => import('./people/people.ts'),
  },
  load: {
    summary: 'Load records from NDJSON, or from tables by a mapping',
    load: () => import('./load/load.ts'),
  },
  map: {
    summary: 'Propose a mapping for a table, try one, and save it under a name',
    load: () => import('./load/map.ts'),
  },
  jobs: {
    summary: 'Show nightly loads and backups, and which did not come',
    load: () => import('./load/jobs.ts'),
  },
  schema: {
    summary: 'Print what a line of a load may contain, as a JSON Schema',
    load: () => import('./server/show.ts'),
  },
  export: { summary: 'Write records as the lines that load them', load: () => import('./load/export.ts') },
  matches: {
    summary: 'Review workers that may be known already, and find those that are stored twice',
    load: () => import('./people/matches.ts'),
  },
  'billing-checks': {
    summary: 'Show a finding of the billing checks, and mark it',
    load: () => import('./billing/billing-checks.ts'),
  },
  people: {
    summary: 'Collect, or erase, everything that is held on one worker',
    load: () => import('./people/people.ts'),
  },
  webhooks: {
    summary: 'Register endpoints for events; inspect and resend deliveries',
    load: () => import('./webhooks/webhooks.ts'),
  },
  listen: {
    summary: 'Print events as they happen, and forward them signed',
    load: () => import('./webhooks/listen.ts'),
  },
  trigger: {
    summary: 'Send one endpoint a real event about a real record',
    load: () => import('./webhooks/webhooks.ts'),
  },
  backup: {
    summary: 'Write all data and files into one file, while the server runs or not',
    load: () => import('./server/backup.ts'),
  },
  restore: { summary: 'Fill an empty database from a backup', load: () => import('./server/backup.ts') },
  tokens: {
    summary: 'Make, list and revoke tokens for the operator interface',
    load: () => import('./server/tokens.ts'),
  },
  portal: {
    summary: 'Make a link that signs an operator in to the portal once',
    load: () => import('./server/portal.ts'),
  },
  openapi: { summary: 'Print the OpenAPI 3.1 document', load: () => import('./server/show.ts') },
  mcp: {
    summary: 'Serve the tools for assistants over standard input and output',
    load: () => import('./server/mcp.ts'),
  },
}

export async function commandNamed(name: string): Promise<Command> {
  if (Object.hasOwn(commands, name)) return (await commands[name]!.load()).commands[name]!
  const close = guess(name, Object.keys(commands))
  throw usageProblem(
    `There is no command "${name}"${close ? `${close}, and` : ';'} ./muster --help lists all`,
  )
}

/** Everything that can be run of a command: itself, or its subcommands. */
export const runnable = (name: string, command: Command): CommandMatch[] =>
  'run' in command
    ? [{ name, action: command, beside: {} }]
    : Object.keys(command.subcommands).map(sub => subcommandOf(name, command, sub))

export function subcommandOf(
  command: string,
  { subcommands }: Extract<Command, { subcommands: unknown }>,
  sub: string,
): CommandMatch {
  const name = `${command} ${sub}`
  if (Object.hasOwn(subcommands, sub)) return { name, action: subcommands[sub]!, beside: subcommands }
  const known = Object.keys(subcommands)
  const close = guess(sub, known)
  throw usageProblem(
    `There is no ./muster ${name}${close || `; there are ${known.join(', ')}`}; see ./muster ${command} --help`,
  )
}
