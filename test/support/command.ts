// The `muster` command run in this process: for what a command does and says. What it is as a process, signals, pipes
// and locks, is tested with processes.
import { Readable, Writable } from 'node:stream'
import { runCommand } from '../../src/cli/run-command.ts'
import { expectNoSecret } from './secret-scan.ts'

export type CommandResult = { code: number; stdout: string; stderr: string }

function collected(): Writable & { text(): string } {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      chunks.push(Buffer.from(chunk))
      done()
    },
  })
  return Object.assign(stream, { text: () => Buffer.concat(chunks).toString() })
}

export async function command(
  args: readonly string[],
  env: Record<string, string> = {},
  input = '',
): Promise<CommandResult> {
  const [stdout, stderr] = [collected(), collected()]
  const code = await runCommand(args, { stdin: Readable.from([Buffer.from(input)]), stdout, stderr, env })
  expectNoSecret(stderr.text(), `what muster ${args[0]} said`)
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}
