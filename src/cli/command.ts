// What every command of `muster` is given when it runs: its arguments and options, output for people or programs, exit
// codes.
import type { Readable, Writable } from 'node:stream'
import { readableCount } from '../formats/number-text.ts'
import type { Environment, Settings } from '../settings/settings.ts'
import type { Headings } from '../store/lists/declaration.ts'

export { readableCount }

export const exitCodes = { ok: 0, failed: 1, usage: 2, partly: 3, notAllowed: 4, notFound: 5 } as const

/** What each exit code means, for the help and the documentation. */
export const exitMeanings: Record<keyof typeof exitCodes, string> = {
  ok: 'It was done.',
  failed:
    'It failed: what it needs could not be reached or answered with an error, a disk is full, or the state of a record forbids it.',
  usage: 'The command, an option, an argument, a file or a setting is wrong; nothing was done.',
  partly:
    'It was done in part: some lines were rejected, or a snapshot deleted nothing. The output says which.',
  notAllowed: 'It is not allowed, or what it would write cannot be written; nothing was done.',
  notFound: 'What an id, a name or a path names is not there; nothing was done.',
}

/** A message for the person at the keyboard, with its exit code. */
export class CliProblem extends Error {
  readonly code: number

  constructor(message: string, code: number = exitCodes.failed) {
    super(message)
    this.code = code
  }
}

export const usageProblem = (message: string) => new CliProblem(message, exitCodes.usage)

/** Where a command is run: what it reads and writes, and its settings. */
export type Terminal = {
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable & { isTTY?: boolean }
  stderr: Writable & { isTTY?: boolean }
  env: Environment
}

export type CommandCall = {
  terminal: Terminal
  /** Without the names of the command and the subcommand. */
  arguments: readonly string[]
  /** The one of this name, which the declaration requires. */
  argument(name: string): string
  /** Of a name that is declared; any other is a mistake in the command. */
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

export function alignedTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
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

/** The rows of a list as its declaration says that a terminal shows them. */
export function listTable<R>(list: { declared: { table?: Headings<R> } }, rows: readonly R[]): string {
  const { table: headings = {} } = list.declared
  const cells = Object.values(headings).map(shown => (row: R) => {
    const cell = typeof shown === 'function' ? shown(row) : row[shown]
    return cell === null ? '' : String(cell)
  })
  return alignedTable(
    Object.keys(headings),
    rows.map(row => cells.map(cell => cell(row))),
  )
}

const unitsMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `90m`, `24h` or `7d` in milliseconds; undefined where it is none. */
export function durationMs(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  return amount === undefined ? undefined : Number(amount) * unitsMs[unit!]!
}

/** How long an old secret goes on working, as an option. */
export const overlapOption = {
  value: 'TIME',
  meaning: 'how long, such as 90m or 7d; 24h unless given, 0 for not at all',
}

export function overlapMs(call: CommandCall): number {
  const text = call.option('overlap') ?? '24h'
  const ms = text === '0' ? 0 : /^\d{1,4}\D$/.test(text) ? durationMs(text) : undefined
  if (ms !== undefined) return ms
  throw usageProblem('--overlap takes a time such as 90m, 24h or 7d; 0 ends the old secret at once')
}

/** An object without the properties that are undefined. */
export const withoutUndefined = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [name in keyof T]?: Exclude<T[name], undefined>
  }

/** The different entries of an option with commas. */
export const listOption = (call: CommandCall, name: string): string[] | undefined => {
  const given = call.option(name)
  if (given === undefined) return undefined
  const entries = given.split(',').filter(Boolean)
  if (entries.length === 0) throw usageProblem(`--${name} ${given}: name at least one`)
  return [...new Set(entries)]
}

export const shareBar = (share: number) =>
  '█'.repeat(Math.round(Math.min(1, Math.max(0, share)) * 24)).padEnd(24, '░')

/** `12 sites`, for each entry. */
export const countTexts = (numbers: Readonly<Record<string, number>>) =>
  Object.entries(numbers).map(([what, number]) => `${readableCount(number)} ${what}`)
