// Starts the real server in a process of its own and reads from its log how long each request took; starts other programs
// beside it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export type BenchServer = {
  baseUrl: string
  /** A link that signs an owner in, where the demo was asked for. */
  portal: string
  pid: number
  /** Of several processes that share the port. */
  processes?: readonly number[]
  /** From the server's log, which may come a moment after the answer. */
  tookMs(requestId: string): Promise<number>
  stop(): Promise<void>
}

const muster = fileURLToPath(new URL('../muster', import.meta.url))

export async function startServer(
  data: string,
  more: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
  /** Where many ask at once, reading the log would take a processor. */
  log: 'read' | 'unread' = 'read',
  /** That of another checkout, where it is measured beside this one. */
  command = muster,
): Promise<BenchServer> {
  const { DATABASE_URL: _, MUSTER_SECRET: __, ...rest } = process.env
  const child = spawn(command, ['up', '--json', '--port', '0', '--data', data, ...more], {
    env: { ...rest, LOG_LEVEL: 'info', ...settings },
    stdio: ['ignore', 'pipe', log === 'read' ? 'pipe' : 'ignore'],
  })
  const took = new Map<string, number>()
  const waiting = new Map<string, (ms: number) => void>()
  if (child.stderr)
    createInterface(child.stderr).on('line', line => {
      const { requestId, ms } = entryOf(line)
      if (requestId === undefined || ms === undefined) return
      const waits = waiting.get(requestId)
      waiting.delete(requestId)
      if (waits) return waits(ms)
      took.set(requestId, ms)
      // Nobody asks after most of them; whoever does asks after a young one.
      if (took.size > 1000) took.delete(took.keys().next().value!)
    })
  const ended = once(child, 'close').then(() => {
    throw new Error('The server ended before it was ready')
  })
  ended.catch(() => {})
  const [line] = (await Promise.race([once(createInterface(child.stdout!), 'line'), ended])) as [string]
  const { error, ...ready } = JSON.parse(line) as Pick<
    BenchServer,
    'baseUrl' | 'portal' | 'pid' | 'processes'
  > & {
    error?: { message: string }
  }
  if (error) throw new Error(error.message)
  return {
    ...ready,
    tookMs(requestId) {
      const ms = took.get(requestId)
      took.clear()
      if (ms !== undefined) return Promise.resolve(ms)
      return new Promise(resolve => waiting.set(requestId, resolve))
    },
    async stop() {
      const closed = once(child, 'close')
      child.kill('SIGTERM')
      await closed
    },
  }
}

export type Program = { port: string; pid: number; stop(): Promise<void> }

/** A program for Node.js that prints the port at which it answers. */
export async function startProgram(
  path: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const child = spawn(process.execPath, [path], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  const ended = closed.then(() => {
    throw new Error(`${path} ended before it answered`)
  })
  ended.catch(() => {})
  const [port] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string]
  return {
    port,
    pid: child.pid!,
    async stop() {
      child.kill()
      await closed
    },
  }
}

/** Bare `node:http`, which answers with as many bytes as the path says. */
export const startBare = () => startProgram(fileURLToPath(new URL('./bare-server.ts', import.meta.url)))

function entryOf(line: string): { requestId?: string; ms?: number } {
  try {
    return JSON.parse(line)
  } catch {
    return {}
  }
}
