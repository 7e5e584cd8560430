// The `muster` command as a process: its arguments, its pipes and its exit code.
import { runCommand } from './run-command.ts'

// A reader may close the pipe early, as head does.
process.stdout.on('error', error => {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  process.exit()
})

process.exitCode = await runCommand(process.argv.slice(2), process)
