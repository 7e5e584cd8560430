// What `muster` says about its commands, written from their declarations: for --help, and as pages of docs.
import { version } from '../settings/version.ts'
import { exitCodes, exitMeanings } from './command.ts'
import { commandGroups, commandNamed, commands, runnableCommands } from './commands.ts'
import { type Command, type CommandMatch, commonOptions, type Group, usageLine } from './declaration.ts'

type Lines = readonly (readonly [left: string, right: string])[]

/** Two columns; what is too long for the left one has the right one below it. */
function columns(lines: Lines): string[] {
  const width = Math.min(26, Math.max(...lines.map(([left]) => left.length)) + 2)
  return lines.flatMap(([left, right]) =>
    left.length + 2 > width
      ? [`  ${left}`, `  ${' '.repeat(width)}${right}`]
      : [`  ${left.padEnd(width)}${right}`],
  )
}

const titled = (title: string, lines: Lines) => (lines.length === 0 ? [] : ['', title, ...columns(lines)])

const exitLines: Lines = Object.entries(exitCodes).map(([name, code]) => [
  String(code),
  exitMeanings[name as keyof typeof exitCodes],
])

const everyCommand =
  'Every command takes --json, --help, and --data FOLDER if the server was started with it.'

const widest = Math.max(...Object.keys(commands).map(name => name.length))

export const commandOverview = () =>
  [
    `Muster ${version}: a self-hosted server for the Workforce and Programme Open API v1.`,
    '',
    'Usage: ./muster COMMAND [SUBCOMMAND] [options]',
    '',
    ...Object.entries(commandGroups).flatMap(([group, members]) => [
      `${group}:`,
      ...columns(Object.entries(members).map(([name, { summary }]) => [name.padEnd(widest), summary])),
      '',
    ]),
    `./muster help COMMAND explains one command. ${everyCommand}`,
    ...titled('Exit codes:', exitLines),
  ].join('\n')

const examplesOf = (examples: readonly string[] = []) =>
  examples.length === 0 ? [] : ['', 'Examples:', ...examples.map(example => `  ${example}`)]

const notesOf = (notes: string | undefined) => (notes === undefined ? [] : ['', notes])

const optionLines = (found: CommandMatch): Lines =>
  Object.entries(found.action.options ?? {}).map(([name, { value, meaning }]) => [
    value === undefined ? `--${name}` : `--${name} ${value}`,
    meaning,
  ])

const actionBody = (found: CommandMatch): string[] => [
  `Usage: ${usageLine(found)}`,
  ...titled(
    'Arguments:',
    Object.entries(found.action.arguments ?? {}).map(([name, { meaning }]) => [name, meaning]),
  ),
  ...titled('Options:', optionLines(found)),
  ...notesOf(found.action.notes),
  ...examplesOf(found.action.examples),
]

const groupBody = (name: string, group: Group): string[] => [
  `Usage: ./muster ${name} SUBCOMMAND [options]`,
  '',
  ...columns(
    runnableCommands(name, group).map(found => [
      usageLine(found).replace(`./muster ${name} `, ''),
      group.subcommands[found.name.split(' ')[1]!]!.summary,
    ]),
  ),
  '',
  `./muster ${name} SUBCOMMAND --help explains one of them.`,
  ...notesOf(group.notes),
  ...examplesOf(group.examples),
]

const summaryOf = (found: CommandMatch) =>
  found.beside[found.name.split(' ')[1] ?? '']?.summary ?? commands[found.name]!.summary

export const actionHelp = (found: CommandMatch) =>
  [summaryOf(found), '', ...actionBody(found), '', everyCommand].join('\n')

export const commandHelp = (name: string, command: Command) =>
  'run' in command
    ? actionHelp({ name, action: command, beside: {} })
    : [commands[name]!.summary, '', ...groupBody(name, command), '', everyCommand].join('\n')

const written = 'Written by `npm run contract` from what `--help` prints'

/** The pages of docs/commands by their names: one for each command. */
export async function commandPages(): Promise<Record<string, () => string>> {
  const pages: Record<string, () => string> = {}
  for (const [name, { summary }] of Object.entries(commands)) {
    const command = await commandNamed(name)
    pages[name] = () =>
      `${[`# ${name}`, `${summary}. ${written}; what every command takes is in [commands](../commands.md).`, ...bodyOf(name, command)].join('\n\n')}\n`
  }
  return pages
}

const block = (lines: readonly string[]) => ['```', ...lines, '```'].join('\n')

function bodyOf(name: string, command: Command): string[] {
  if ('run' in command) return [block(actionBody({ name, action: command, beside: {} }))]
  const all = runnableCommands(name, command)
  const shown = new Set(all.flatMap(({ action }) => action.examples ?? []))
  const others = command.examples.filter(example => !shown.has(example))
  return [
    ['| subcommand | what it does |', '|---|---|', ...all.map(found => subcommandRow(found))].join('\n'),
    ...(command.notes === undefined ? [] : [command.notes]),
    ...(others.length === 0 ? [] : [block(others)]),
    ...all.flatMap(found => [`## ${found.name}`, block(actionBody(found))]),
  ]
}

const subcommandRow = (found: CommandMatch) =>
  `| [${found.name}](#${found.name.replaceAll(' ', '-')}) | ${summaryOf(found)} |`

/** Every command with a link to its page. */
export const commandsTable = () =>
  [
    '| to do with | command | what it does |',
    '|---|---|---|',
    ...Object.entries(commandGroups).flatMap(([group, members]) =>
      Object.entries(members).map(
        ([name, { summary }], index) =>
          `| ${index === 0 ? group : ''} | [${name}](commands/${name}.md) | ${summary} |`,
      ),
    ),
  ].join('\n')

export const commonOptionsTable = () =>
  [
    '| every command takes | |',
    '|---|---|',
    ...Object.entries(commonOptions).map(
      ([name, { value, meaning }]) =>
        `| \`--${name}${value === undefined ? '' : ` ${value}`}\` | ${meaning} |`,
    ),
  ].join('\n')

export const exitCodesTable = () =>
  [
    '| exit code | meaning |',
    '|---|---|',
    ...exitLines.map(([code, meaning]) => `| ${code} | ${meaning} |`),
  ].join('\n')
