// Every command of `muster`, with what it is for. Only the one that is called is imported, as loading all of them would
// slow each down.
import { orNearest } from '../errors/nearest.ts'
import { usageProblem } from './command.ts'
import type { Command, CommandMatch } from './declaration.ts'

type Entry = { summary: string; load(): Promise<Command> }

/** In the order in which the help and the documents list them. */
export const commandGroups: Record<string, Record<string, Entry>> = {
  'The server': {
    up: {
      summary: 'Run the server until Ctrl-C or SIGTERM',
      load: async () => (await import('./server/up.ts')).upCommand,
    },
    down: {
      summary: 'Stop the server that runs on this data folder',
      load: async () => (await import('./server/down.ts')).downCommand,
    },
    status: {
      summary: 'Show version, database, disk, records and pending work',
      load: async () => (await import('./server/show.ts')).statusCommand,
    },
    version: {
      summary: 'Show which version is installed, which runs, and which one the data belongs to',
      load: async () => (await import('./server/version.ts')).versionCommand,
    },
    settings: {
      summary: 'Show every setting, its value and its meaning',
      load: async () => (await import('./server/show.ts')).settingsCommand,
    },
    backup: {
      summary: 'Write all data and files into one file, while the server runs or not',
      load: async () => (await import('./server/backup.ts')).backupCommand,
    },
    restore: {
      summary: 'Fill an empty database from a backup',
      load: async () => (await import('./server/backup.ts')).restoreCommand,
    },
  },
  Records: {
    load: {
      summary: 'Load records from NDJSON, or from tables by a mapping',
      load: async () => (await import('./load/load.ts')).loadCommand,
    },
    map: {
      summary: 'Propose a mapping for a table, try one, and save it under a name',
      load: async () => (await import('./load/map.ts')).mapCommand,
    },
    jobs: {
      summary: 'Show nightly loads and backups, and which are late',
      load: async () => (await import('./load/jobs.ts')).jobsCommand,
    },
    schema: {
      summary: 'Print what a line of a load may contain, as a JSON Schema',
      load: async () => (await import('./server/show.ts')).schemaCommand,
    },
    export: {
      summary: 'Write records as the lines that load them',
      load: async () => (await import('./load/export.ts')).exportCommand,
    },
  },
  'Workers and checks': {
    matches: {
      summary: 'Review workers that may be known already, and find those that are stored twice',
      load: async () => (await import('./people/matches.ts')).matchesCommand,
    },
    people: {
      summary: 'Collect, or erase, everything that is held on one worker',
      load: async () => (await import('./people/people.ts')).peopleCommand,
    },
    audit: {
      summary: 'Show who read a worker’s record, or decided on a match with it, and when',
      load: async () => (await import('./people/people.ts')).auditCommand,
    },
    'billing-checks': {
      summary: 'Show a finding of the billing checks, and mark it',
      load: async () => (await import('./billing/billing-checks.ts')).billingChecksCommand,
    },
  },
  'Keys and webhooks': {
    keys: {
      summary: 'Make, list, change, rotate, revoke and explain API keys',
      load: async () => (await import('./keys/keys.ts')).keysCommand,
    },
    webhooks: {
      summary: 'Register endpoints for events; inspect and resend deliveries',
      load: async () => (await import('./webhooks/webhooks.ts')).webhooksCommand,
    },
    listen: {
      summary: 'Print events as they happen, and forward them signed',
      load: async () => (await import('./webhooks/listen.ts')).listenCommand,
    },
    trigger: {
      summary: 'Send one endpoint a real event about a real record',
      load: async () => (await import('./webhooks/webhooks.ts')).triggerCommand,
    },
  },
  Operators: {
    portal: {
      summary: 'Make a link that signs an operator in to the portal once',
      load: async () => (await import('./server/portal.ts')).portalCommand,
    },
    tokens: {
      summary: 'Make, list and revoke tokens for the operator interface',
      load: async () => (await import('./server/tokens.ts')).tokensCommand,
    },
  },
  'The API': {
    openapi: {
      summary: 'Print the OpenAPI 3.1 document',
      load: async () => (await import('./server/show.ts')).openApiCommand,
    },
    mcp: {
      summary: 'Serve the tools for assistants over standard input and output',
      load: async () => (await import('./server/mcp.ts')).mcpCommand,
    },
  },
}

export const commands: Record<string, Entry> = Object.assign({}, ...Object.values(commandGroups))

export async function commandNamed(name: string): Promise<Command> {
  if (Object.hasOwn(commands, name)) return commands[name]!.load()
  const close = orNearest(name, Object.keys(commands))
  throw usageProblem(
    `There is no command "${name}"${close ? `${close}, and` : ';'} ./muster --help lists all`,
  )
}

/** Everything that can be run of a command: itself, or its subcommands. */
export const runnableCommands = (name: string, command: Command): CommandMatch[] =>
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
  const close = orNearest(sub, known)
  throw usageProblem(
    `There is no ./muster ${name}${close || `; there are ${known.join(', ')}`}; see ./muster ${command} --help`,
  )
}
