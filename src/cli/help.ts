// What `muster` says about its commands, written from their declarations: for --help, and as docs/commands.md.
import { version } from '../settings/version.ts'
import { exitCodes, exitMeanings } from './command.ts'
import { commandNamed, commands, runnable } from './commands.ts'
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

export const overview = () =>
  [
    `Muster ${version}: a self-hosted server for the Workforce and Programme Open API v1.`,
    '',
    'Usage: ./muster COMMAND [SUBCOMMAND] [options]',
    '',
    ...columns(Object.entries(commands).map(([name, { summary }]) => [name, summary])),
    '',
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
    runnable(name, group).map(found => [
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

/** The page of all commands. */
export async function commandsDocument(): Promise<string> {
  const page = [
    '# Commands',
    '',
    '`./muster COMMAND --help` prints the same, and `./muster COMMAND SUBCOMMAND --help` one subcommand. An option belongs to',
    'the subcommand that lists it. An option or a word that a command does not list, one that is missing, and one that is',
    'given twice are refused with exit code 2, and nothing is done. This page is written by `npm run contract`.',
    '',
    '| every command takes | |',
    '|---|---|',
    ...Object.entries(commonOptions).map(
      ([name, { value, meaning }]) =>
        `| \`--${name}${value === undefined ? '' : ` ${value}`}\` | ${meaning} |`,
    ),
    '',
    '| exit code | meaning |',
    '|---|---|',
    ...exitLines.map(([code, meaning]) => `| ${code} | ${meaning} |`),
  ]
  for (const [name, { summary }] of Object.entries(commands)) {
    const command = await commandNamed(name)
    page.push('', `## ${name}`, '', `${summary}.`, '', '```')
    if ('run' in command) page.push(...actionBody({ name, action: command, beside: {} }))
    else {
      page.push(...groupBody(name, command))
      for (const found of runnable(name, command)) page.push('', ...actionBody(found))
    }
    page.push('```')
  }
  return `${page.join('\n')}\n`
}
