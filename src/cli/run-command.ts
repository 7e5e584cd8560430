// Runs a command of `muster`: finds it, and turns errors into one clear line and an exit code.

import { Problem, withoutSecrets } from '../errors/problem.ts'
import { DataFolderProblem } from '../settings/data-folder.ts'
import { SettingError } from '../settings/settings.ts'
import { version } from '../settings/version.ts'
import { CliProblem, exitCodes, type Terminal, usageProblem } from './command.ts'
import { commandNamed, subcommandOf } from './commands.ts'
import { actionHelp, commandHelp, commandOverview } from './help.ts'
import { actionIn, parseCall, targetsOf } from './parse.ts'
import { requireWritable } from './targets.ts'
import { unknownSettings } from './unknown-settings.ts'

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args
  const shown = (text: string, code: number = exitCodes.ok) => {
    terminal.stdout.write(`${text}\n`)
    return code
  }
  if (name === undefined) return shown(commandOverview(), exitCodes.usage)
  if (name === '--version') {
    if (rest.length > 0)
      throw usageProblem(`"${rest[0]}" is one word too many: ./muster --version takes none`)
    return shown(version)
  }
  if (name === 'help' || name === '--help' || name === '-h') return shown(await helpAbout(rest))
  const command = await commandNamed(name)
  const meant = actionIn(name, command, rest)
  if (meant === 'help') return shown(commandHelp(name, command))
  const { found } = meant
  const call = parseCall(found, meant.args, terminal)
  if (call === 'help') return shown(actionHelp(found))
  for (const warning of unknownSettings(terminal.env)) terminal.stderr.write(`muster: ${warning}\n`)
  for (const { path, kind } of targetsOf(found, call)) await requireWritable(path, kind)
  return (await found.action.run(call)) ?? exitCodes.ok
}

async function helpAbout([name, sub, more]: readonly string[]): Promise<string> {
  if (name === undefined) return commandOverview()
  const command = await commandNamed(name)
  if (sub === undefined) return commandHelp(name, command)
  if (more === undefined && 'subcommands' in command) return actionHelp(subcommandOf(name, command, sub))
  throw usageProblem(`"${more ?? sub}" is one word too many: ./muster help COMMAND [SUBCOMMAND]`)
}

/** By the status that the operator's interface would answer with. */
function codeOf({ status }: Problem): number {
  if (status === 404) return exitCodes.notFound
  if (status === 401 || status === 403) return exitCodes.notAllowed
  return status === 409 || status >= 500 ? exitCodes.failed : exitCodes.usage
}

function explain(error: unknown, { env }: Terminal): { message: string; code: number } {
  if (error instanceof CliProblem) return error
  if (error instanceof Problem) return { message: error.message, code: codeOf(error) }
  if (error instanceof SettingError) return { message: error.message, code: exitCodes.usage }
  if (error instanceof DataFolderProblem) return { message: error.message, code: exitCodes.notAllowed }
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'EACCES' || code === 'EPERM') return { message: message ?? code, code: exitCodes.notAllowed }
  return {
    message: env.MUSTER_DEBUG ? String((error as Error).stack) : (message ?? String(error)),
    code: exitCodes.failed,
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
