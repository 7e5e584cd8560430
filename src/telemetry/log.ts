// Structured logs without secrets or personal data: routes and not addresses, codes and not values.
import pino, { type DestinationStream, type Logger } from 'pino'

export type { Logger } from 'pino'

/** `process` is which one of several it is that write to the same place. */
export const logger = (
  level: string,
  to: DestinationStream = pino.destination(2),
  about: { process?: number | 'supervisor' } = {},
): Logger =>
  pino(
    {
      level,
      base: { pid: process.pid, ...about },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      redact: {
        paths: ['*.secret', '*.authorization', '*.password', 'secret', 'authorization', 'password'],
        censor: '…',
      },
    },
    to,
  )

/** So long a line of a request may wait for others to be written with, unless there is this much of them. */
const linesWaitMs = 20
const mostWaiting = 16 * 1024
/** A pipe takes so many bytes in one piece: with more, lines of several processes could run into each other. */
const mostInOnePiece = 4096

/** Writes what is told of requests, of which there may be thousands a second, as the logger would; but it looks for no
 * secrets in it, as there are none, and writes several in one go: each write is a turn of another thread. */
export function requestLines(log: Logger): (entry: object, message: string) => void {
  if (!log.isLevelEnabled('info')) return () => {}
  const stream = (log as unknown as Record<symbol, DestinationStream>)[pino.symbols.streamSym]!
  const level = `{"level":${log.levels.values.info},"time":"`
  const about = log.bindings()
  const base = JSON.stringify({ pid: process.pid, ...about }).slice(1, -1)
  const most = about.process === undefined ? mostWaiting : mostInOnePiece
  let lines = ''
  let at = 0
  let time = ''
  let timer: NodeJS.Timeout | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    if (lines === '') return
    stream.write(lines)
    lines = ''
  }
  process.once('exit', write)
  return (entry, message) => {
    const now = Date.now()
    if (now !== at) {
      at = now
      time = new Date(now).toISOString()
    }
    const fields = JSON.stringify(entry).slice(1, -1)
    const line = `${level}${time}",${base},${fields},"msg":"${message}"}\n`
    if (lines.length + line.length > most) write()
    lines += line
    timer ??= setTimeout(write, linesWaitMs)
  }
}

/** Messages of the database and of JSON quote values, so only their codes are kept. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, routine, table, constraint } = error as unknown as Record<string, unknown>
  const quotes = error.name === 'PostgresError' || error instanceof SyntaxError
  return {
    type: error.name,
    ...(quotes ? {} : { message: error.message }),
    ...(code !== undefined && { code }),
    ...(routine !== undefined && { routine }),
    ...(table !== undefined && { table }),
    ...(constraint !== undefined && { constraint }),
    stack: (error.stack ?? '')
      .split('\n')
      .filter(line => /^\s+at /.test(line))
      .slice(0, 8)
      .map(line => line.trim()),
  }
}
