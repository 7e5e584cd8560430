// The `muster` command as a process: its arguments, its pipes and its exit code.
import { runCommand } from './run-command.ts'

const isClosed = (error: NodeJS.ErrnoException) => error.code === 'EPIPE'

// A reader may close the pipe early, as head does: a command then ends, unless it says that it goes on.
process.stdout.on('error', error => {
  if (!isClosed(error)) throw error
  if (process.listenerCount('SIGPIPE') === 0) process.exit()
})

// What is said beside the result may go unread; the work is done all the same.
process.stderr.on('error', error => {
  if (!isClosed(error)) throw error
})

process.exitCode = await runCommand(process.argv.slice(2), process)
