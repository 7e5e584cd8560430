// How a command of `muster` is declared: its arguments and options with their meaning, and what it does. Parsing,
// refusals, help and the page of all commands follow from it.
import type { CommandCall } from './command.ts'

type Word = {
  /** What it is and takes, for the help. */
  meaning: string
  /** What the command writes there; it is refused before anything is done if it could not be written. */
  writes?: WriteTarget
}

/** A file that may be there already; or one, or a folder, that may not. */
export type WriteTarget = 'file' | 'new file' | 'new folder'

export type Option = Word & {
  /** What its value is called, such as `ID`; an option without a value is on or off. */
  value?: string
  required?: true
  /** The empty text means something, such as that a description is taken away. */
  mayBeEmpty?: true
}

export type Argument = Word & {
  optional?: true
  /** As many as are given; only the last one of a command. */
  several?: true
}

export type Options = Readonly<Record<string, Option>>
export type Arguments = Readonly<Record<string, Argument>>

/** What can be run: a command, or one of its subcommands. */
export type Action = {
  /** By the names that the help gives them, in their order. */
  arguments?: Arguments
  options?: Options
  /** Sentences below the lists of arguments and options. */
  notes?: string
  examples?: readonly string[]
  /** Gives back the exit code, where it is not `ok`. */
  run(call: CommandCall): Promise<number | undefined>
}

export type Subcommand = Action & { summary: string }

export type Group = {
  subcommands: Readonly<Record<string, Subcommand>>
  notes?: string
  examples: readonly string[]
}

export type Command = Action | Group

/** What every command takes besides its own. */
export const commonOptions: Options = {
  json: { meaning: 'the result, and errors, as JSON' },
  help: { meaning: 'explain it, and do nothing' },
  data: { value: 'FOLDER', meaning: 'the data folder, if the server was started with it' },
}

/** What is run, with the name it is called by and the subcommands beside it. */
export type CommandMatch = { name: string; action: Action; beside: Group['subcommands'] }

export const usageLine = ({ name, action: { arguments: all = {}, options = {} } }: CommandMatch) =>
  [
    `./muster ${name}`,
    ...Object.entries(all).map(([name, { optional, several }]) => {
      const word = several ? `${name}…` : name
      return optional ? `[${word}]` : word
    }),
    ...Object.entries(options).flatMap(([name, { required, value }]) =>
      required ? [`--${name} ${value}`] : [],
    ),
    ...(Object.values(options).some(({ required }) => !required) ? ['[options]'] : []),
  ].join(' ')
