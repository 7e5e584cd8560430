// The processes of this machine, as its kernel tells them: by /proc, and where there is none, as on macOS, by the program `ps`.
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** `command` is the command line with its title, its words apart by NUL or, from `ps`, by spaces. */
type RunningProcess = { pid: number; parent: number; command: string }

type Processes = {
  /** Empty for a process that is gone, and for one that has ended and waits for its parent. */
  commandOf(pid: number): Promise<string>
  /** All that run now. */
  running(): Promise<RunningProcess[]>
}

const byProc: Processes = {
  commandOf: pid => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
  async running() {
    const pids = (await readdir('/proc')).map(Number).filter(pid => pid > 0)
    return Promise.all(
      pids.map(async pid => {
        const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
        const parent = Number(/^PPid:\s*(\d+)/m.exec(status)?.[1] ?? 0)
        return { pid, parent, command: await byProc.commandOf(pid) }
      }),
    )
  },
}

const execute = promisify(execFile)
const mostBytes = 64 * 1024 * 1024

const byPs: Processes = {
  commandOf: pid =>
    execute('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).then(
      ({ stdout }) => stdout.trim(),
      // It ends so where there is no such process.
      (error: { code?: unknown }) => {
        if (error.code === 1) return ''
        throw error
      },
    ),
  async running() {
    const { stdout } = await execute('ps', ['-axww', '-o', 'pid=,ppid=,command='], { maxBuffer: mostBytes })
    return processesIn(stdout)
  },
}

/** From what `ps` prints: the number of a process, its parent's, and its command. */
export const processesIn = (printed: string): RunningProcess[] =>
  printed.split('\n').flatMap(line => {
    const [, pid, parent, command] = /^ *(\d+) +(\d+) (.*)$/.exec(line) ?? []
    return command === undefined
      ? []
      : [{ pid: Number(pid), parent: Number(parent), command: command.trim() }]
  })

export const { commandOf: commandLineOf, running: runningProcesses }: Processes =
  process.platform === 'linux' ? byProc : byPs
