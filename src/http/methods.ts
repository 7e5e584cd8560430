// What is only read takes GET and HEAD.
import type { IncomingMessage } from 'node:http'
import { Problem } from '../errors/problem.ts'

export function requireReading({ method }: IncomingMessage): void {
  if (method === 'GET' || method === 'HEAD') return
  throw new Problem('METHOD_NOT_ALLOWED', `${method} is not allowed here; use GET`, { Allow: 'GET, HEAD' })
}
