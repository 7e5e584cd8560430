// Starts many clients at once, in a process of their own, and says what they ask.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export type Load = {
  port: string
  /** Whole requests, as they are sent; asked by turns. */
  requests: readonly string[]
  seconds: number
  connections?: number
  /** That of a right answer. */
  status?: number
}

const clients = fileURLToPath(new URL('./page-clients.ts', import.meta.url))

/** How many right answers came a second. The process is ended from here: once it hung in its own exit. */
export async function answersPerSecond(load: Load): Promise<number> {
  const child = spawn(process.execPath, [clients], { stdio: ['pipe', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  try {
    child.stdin.end(JSON.stringify({ connections: 32, status: 200, ...load }))
    const ended = closed.then(() => {
      throw new Error('The clients ended before they had counted')
    })
    const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string]
    const { answers, wrong } = JSON.parse(line)
    if (wrong > 0) throw new Error(`${wrong} answers were wrong to\n${load.requests[0]}`)
    return answers / load.seconds
  } finally {
    child.kill('SIGKILL')
    await closed
  }
}

export type Headers = Readonly<Record<string, string>>

export function requestOf(path: string, headers: Headers = {}, body?: string): string {
  const sent = {
    Host: 'bench',
    ...headers,
    ...(body && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
  }
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`)
  return `${[`${body ? 'POST' : 'GET'} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${body ?? ''}`
}

export const bearer = (key: string): Headers => ({ Authorization: `Bearer ${key}` })
