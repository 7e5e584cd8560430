// What every command of `muster` has: options, output for people or programs, exit codes.
import type { Readable, Writable } from 'node:stream'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type Environment, readSettings, type Settings } from '../settings.ts'

export const exit = { ok: 0, failed: 1, usage: 2, partly: 3, notAllowed: 4, notFound: 5 } as const

/** A message for the person at the keyboard, with its exit code. */
export class CliProblem extends Error {
  readonly code: number

  constructor(message: string, code: number = exit.failed) {
    super(message)
    this.code = code
  }
}

export const usage = (message: string) => new CliProblem(message, exit.usage)

export type Command = {
  /** Arguments and options as the help shows them. */
  synopsis: string
  details?: string
  examples: readonly string[]
  options?: ParseArgsOptionsConfig
  /** Gives back the exit code, where it is not `ok`. */
  run(call: CommandCall): Promise<number | undefined>
}

/** Options that take a text, and those that take none, each by their names. */
export const options = (texts: string, flags = ''): ParseArgsOptionsConfig =>
  Object.fromEntries(
    [
      ...texts.split(' ').map(name => [name, { type: 'string' }]),
      ...flags.split(' ').map(name => [name, { type: 'boolean' }]),
    ].filter(([name]) => name !== ''),
  )

/** The action that the first argument names. */
export function actionOf<A>(call: CommandCall, command: string, actions: Record<string, A>): A {
  const name = call.arguments[0] ?? ''
  if (Object.hasOwn(actions, name)) return actions[name]!
  throw usage(`Say what to do: ${command} ${Object.keys(actions).join(', ')}`)
}

/** Where a command is run: what it reads and writes, and its settings. */
export type Terminal = {
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable & { isTTY?: boolean }
  stderr: Writable & { isTTY?: boolean }
  env: Environment
}

export type CommandCall = {
  terminal: Terminal
  arguments: readonly string[]
  option(name: string): string | undefined
  flag(name: string): boolean
  json: boolean
  settings: Settings
  output: Output
}

export type Output = {
  /** The result: as JSON with --json, else what `text` says. */
  result(value: unknown, text: () => string): void
  /** A line for people, on stderr; nothing with --json. */
  say(line: string): void
  /** A line that is drawn over while work goes on, when a person watches; in a pipe one every ten seconds. */
  progress(line: string): void
}

const common: ParseArgsOptionsConfig = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  data: { type: 'string' },
}

export function parseCall(
  name: string,
  command: Command,
  args: readonly string[],
  terminal: Terminal,
): CommandCall | 'help' {
  let parsed: { values: Record<string, unknown>; positionals: string[] }
  try {
    parsed = parseArgs({
      args: [...args],
      options: { ...common, ...command.options },
      allowPositionals: true,
    }) as never
  } catch (error) {
    throw usage(`${(error as Error).message.split('. ')[0]}; see ./muster ${name} --help`)
  }
  const { values, positionals } = parsed
  if (values.help) return 'help'
  const overrides: Environment = {
    MUSTER_DATA: values.data as string | undefined,
    PORT: values.port as string | undefined,
    HOST: values.host as string | undefined,
  }
  const json = values.json === true
  return {
    terminal,
    arguments: positionals,
    option: name => values[name] as string | undefined,
    flag: name => values[name] === true,
    json,
    settings: readSettings(overrides, terminal.env),
    output: outputFor(json, terminal),
  }
}

const quietMs = 10_000

export function outputFor(
  json: boolean,
  { stdout, stderr }: Terminal,
  now = () => performance.now(),
): Output {
  const watched = stderr.isTTY === true && !json
  let drawn = false
  let saidAt = now()
  const clear = () => {
    if (drawn) stderr.write('\r\x1b[K')
    drawn = false
  }
  return {
    result(value, text) {
      clear()
      stdout.write(`${json ? JSON.stringify(value) : text()}\n`)
    },
    say(line) {
      clear()
      if (!json) stderr.write(`${line}\n`)
    },
    progress(line) {
      if (watched) {
        stderr.write(`\r\x1b[K${line}`)
        drawn = true
      } else if (!json && now() - saidAt >= quietMs) {
        stderr.write(`${line}\n`)
        saidAt = now()
      }
    },
  }
}

export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, index) =>
    Math.max(heading.length, ...rows.map(row => row[index]!.length)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => cell.padEnd(widths[index]!))
      .join('  ')
      .trimEnd()
  return [line(headings), ...rows.map(line)].join('\n')
}

const unitsMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `90m`, `24h` or `7d` in milliseconds; undefined where it is none. */
export function duration(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  return amount === undefined ? undefined : Number(amount) * unitsMs[unit!]!
}

/** How long an old secret goes on working. */
export function overlapMs(call: CommandCall): number {
  const text = call.option('overlap') ?? '24h'
  const ms = text === '0' ? 0 : /^\d{1,4}\D$/.test(text) ? duration(text) : undefined
  if (ms !== undefined) return ms
  throw usage('--overlap takes a time such as 90m, 24h or 7d; 0 ends the old secret at once')
}

/** An object without the properties that are undefined. */
export const defined = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [name in keyof T]?: Exclude<T[name], undefined>
  }

/** The different entries of an option with commas. */
export const listOption = (call: CommandCall, name: string): string[] | undefined => {
  const given = call.option(name)
  return given === undefined ? undefined : [...new Set(given.split(',').filter(Boolean))]
}

export const bar = (share: number) =>
  '█'.repeat(Math.round(Math.min(1, Math.max(0, share)) * 24)).padEnd(24, '░')

export const count = (value: number) => value.toLocaleString('en-GB')

/** `12 sites`, for each entry. */
export const counts = (numbers: Readonly<Record<string, number>>) =>
  Object.entries(numbers).map(([what, number]) => `${count(number)} ${what}`)
