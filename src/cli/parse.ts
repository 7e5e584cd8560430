// Reads a command line by the declaration of what is called: what it does not declare is refused before anything is done.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { nearestWord } from '../errors/nearest.ts'
import { type Environment, readSettings } from '../settings/settings.ts'
import { type CommandCall, outputFor, type Terminal, usageProblem } from './command.ts'
import { runnableCommands, subcommandOf } from './commands.ts'
import {
  type Action,
  type Argument,
  type Command,
  type CommandMatch,
  commonOptions,
  type Option,
  type Options,
  usageLine,
} from './declaration.ts'

/** Told nothing of mistakes, so that each can be refused in our own words. */
function tokensOf(args: readonly string[], options: Options) {
  const config: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries({ ...commonOptions, ...options }).map(([name, { value }]) => [
      name,
      { type: value === undefined ? 'boolean' : 'string', ...(name === 'help' && { short: 'h' }) },
    ]),
  )
  const { tokens } = parseArgs({
    args: [...args],
    options: config,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  return tokens
}

type Token = ReturnType<typeof tokensOf>[number]
type OptionToken = Extract<Token, { kind: 'option' }>

const asksForHelp = (tokens: readonly Token[]) =>
  tokens.some(token => token.kind === 'option' && token.name === 'help')

/** What of a command is meant, with the words that are left for it; the command alone where only help is asked for. */
export function actionIn(
  name: string,
  command: Command,
  args: readonly string[],
): { found: CommandMatch; args: readonly string[] } | 'help' {
  if ('run' in command) return { found: { name, action: command, beside: {} }, args }
  const all = Object.assign(
    {},
    ...runnableCommands(name, command).map(({ action }) => action.options),
  ) as Options
  const tokens = tokensOf(args, all)
  const first = tokens.find(token => token.kind === 'positional')
  if (first) return { found: subcommandOf(name, command, first.value), args: args.toSpliced(first.index, 1) }
  if (asksForHelp(tokens)) return 'help'
  const known = Object.keys(command.subcommands)
  throw usageProblem(`Say what to do: ./muster ${name} ${known.join(', ')}; see ./muster ${name} --help`)
}

export function parseCall(
  found: CommandMatch,
  args: readonly string[],
  terminal: Terminal,
): CommandCall | 'help' {
  const declared = { ...commonOptions, ...found.action.options }
  const tokens = tokensOf(args, found.action.options ?? {})
  if (asksForHelp(tokens)) return 'help'
  const refused = (message: string) => usageProblem(`${message}; see ./muster ${found.name} --help`)
  const values = new Map<string, string>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const wrong = wrongOption(token, found, declared) ?? repeated(token, values)
    if (wrong !== undefined) throw refused(wrong)
    values.set(token.name, token.value ?? '')
  }
  const given = tokens.flatMap(token => (token.kind === 'positional' ? [token.value] : []))
  const wrong = wrongArguments(found, given)
  if (wrong !== undefined) throw refused(wrong)
  for (const [name, { required, value, meaning }] of Object.entries(declared))
    if (required && !values.has(name))
      throw refused(`./muster ${found.name} needs --${name} ${value}, ${meaning}`)
  return callOf(found.action, declared, values, given, terminal)
}

function wrongOption(
  { name, rawName, value, inlineValue }: OptionToken,
  found: CommandMatch,
  declared: Options,
): string | undefined {
  if (!Object.hasOwn(declared, name)) return unknownOption(name, rawName, found, Object.keys(declared))
  const option = declared[name]!
  const form = `--${name} ${option.value}`
  if (option.value === undefined)
    return value === undefined ? undefined : `--${name} takes no value, and "${value}" was given`
  if (value === undefined) return `--${name} needs a value: ${form}`
  if (!inlineValue && value.startsWith('-') && value.length > 1)
    return `--${name} needs a value, and "${value}" looks like an option; a value that begins with a dash is given as --${name}=${value}`
  if (value === '' && !option.mayBeEmpty) return `--${name} is empty: ${form}`
  return undefined
}

function unknownOption(name: string, rawName: string, found: CommandMatch, own: readonly string[]): string {
  const others = Object.entries(found.beside).flatMap(([sub, { options = {} }]) =>
    Object.hasOwn(options, name) ? [`./muster ${found.name.split(' ')[0]} ${sub}`] : [],
  )
  const said =
    others.length > 0
      ? `${rawName} is an option of ${others.join(', ')}, and ./muster ${found.name} has none of that name`
      : `./muster ${found.name} has no option ${rawName}`
  const close = own.find(one => one.split('-').includes(name)) ?? nearestWord(name, own)
  return close === undefined ? said : `${said}; the nearest one is --${close}`
}

function repeated({ name, value }: OptionToken, values: ReadonlyMap<string, string>): string | undefined {
  if (!values.has(name)) return undefined
  return value === undefined
    ? `--${name} is given twice`
    : `--${name} is given twice, and only one would count`
}

function wrongArguments(found: CommandMatch, given: readonly string[]): string | undefined {
  const all = Object.entries(found.action.arguments ?? {})
  const missing = all.find(([, { optional }], index) => !optional && given[index] === undefined)
  if (missing) return `Give ${missing[0]}, ${missing[1].meaning}: ${usageLine(found)}`
  const empty = given.indexOf('')
  if (empty >= 0) return `${all[Math.min(empty, all.length - 1)]?.[0] ?? 'An argument'} is empty`
  if (all.at(-1)?.[1].several || given.length <= all.length) return undefined
  const takes = all.length === 0 ? 'takes no arguments' : `takes ${all.map(([name]) => name).join(' ')} alone`
  return `"${given[all.length]}" is one word too many: ./muster ${found.name} ${takes}`
}

function callOf(
  { arguments: all = {} }: Action,
  declared: Options,
  values: ReadonlyMap<string, string>,
  given: readonly string[],
  terminal: Terminal,
): CommandCall {
  const names = Object.keys(all)
  const known = (name: string) => {
    if (Object.hasOwn(declared, name)) return name
    throw new Error(`the command reads --${name} and does not declare it`)
  }
  const overrides: Environment = {
    MUSTER_DATA: values.get('data'),
    PORT: values.get('port'),
    HOST: values.get('host'),
    PROCESSES: values.get('processes'),
  }
  const json = values.has('json')
  return {
    terminal,
    arguments: given,
    argument: name => given[names.indexOf(name)]!,
    option: name => values.get(known(name)),
    flag: name => values.has(known(name)),
    json,
    settings: readSettings(overrides, terminal.env),
    output: outputFor(json, terminal),
  }
}

/** Everything given that names a place the command writes to. */
export function targetsOf({ action }: CommandMatch, call: CommandCall) {
  const at = (word: Option | Argument, path: string | undefined) =>
    word.writes === undefined || path === undefined || path === '-' ? [] : [{ path, kind: word.writes }]
  return [
    ...Object.entries(action.options ?? {}).flatMap(([name, option]) => at(option, call.option(name))),
    ...Object.values(action.arguments ?? {}).flatMap((word, index) => at(word, call.arguments[index])),
  ]
}
